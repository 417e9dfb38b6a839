import { eventsIn } from './events.js';
import { type LogLine, logLines } from './line.js';
import type { Milestone } from './milestone.js';

/** The steps of a boot in one log, in the order of its lines. */
export function milestonesOf(text: string, lines: Iterable<LogLine> = logLines(text)): Milestone[] {
  const found: Milestone[] = [...eventsIn(text)];
  let stage: number | undefined;
  for (const line of lines) {
    const { moment, span, source, message } = line;
    // cloud-init says how long a stage took without naming it.
    const took =
      source === 'cloud-init' ? /^cloud-init mode '\w{1,20}' took (\d{1,6}\.\d{1,6}) seconds/.exec(message) : null;
    const begun = stage === undefined ? undefined : found[stage];
    if (took !== null && stage !== undefined && begun !== undefined)
      found[stage] = { ...begun, duration: Number(took[1]) };
    if (took !== null) stage = undefined;
    const step = moment && stepOf(line);
    if (step === undefined || moment === undefined) continue;
    if (step.name.startsWith('cloud-init, ')) stage = found.length;
    const words = step.failed ? message.slice(0, shownWords) : '';
    found.push({ ...step, moment, duration: undefined, words, span, inOrder: true });
  }
  return found;
}

/** Characters of a line that are repeated. */
const shownWords = 300;

/** What a line tells of the boot; undefined for the many that tell details. */
export function stepOf({ source, message, part }: LogLine): { name: string; failed: boolean } | undefined {
  const sign = signs.find((one) => one.source === source && one.pattern.test(message));
  if (sign === undefined) return undefined;
  const detail = sign.pattern.exec(message)?.[1];
  return { name: sign.name(detail ?? '', part), failed: sign.failed === true };
}

interface Sign {
  readonly source: LogLine['source'];
  readonly pattern: RegExp;
  readonly name: (detail: string, part: string) => string;
  readonly failed?: true;
}

/** cloud-init's stages as its documentation calls them. */
const stages: ReadonlyMap<string, string> = new Map([
  ['init-local', 'cloud-init, local stage'],
  ['init', 'cloud-init, network stage'],
  ['modules:config', 'cloud-init, config stage'],
  ['modules:final', 'cloud-init, final stage'],
]);

const signs: readonly Sign[] = [
  {
    source: 'cloud-init',
    pattern: /^Cloud-init v\. \S{1,60} running '([\w:-]{1,30})'/,
    name: (stage) => stages.get(stage) ?? `cloud-init, ${stage}`,
  },
  { source: 'cloud-init', pattern: /^Cloud-init v\. \S{1,60} finished/, name: () => 'cloud-init finished' },
  {
    source: 'cloud-init',
    pattern: /^Running module ([\w-]{1,60}) .{0,200}failed/,
    name: (module) => `cloud-init module ${module} failed`,
    failed: true,
  },
  { source: 'guest agent', pattern: /Azure Linux Agent Version/, name: () => 'guest agent' },
  {
    source: 'guest agent',
    pattern: /\[(Microsoft\.Azure\.Extensions\.CustomScript[\w.-]{0,40})\].{0,80}[Cc]ommand: \S{0,200} enable/,
    name: () => 'extension enabled by the guest agent',
  },
  {
    source: 'custom script extension',
    pattern: /event="executing (?:protected |public )?commandToExecute"|event="executing command"/,
    name: () => 'extension runs its command',
  },
  {
    source: 'custom script extension',
    pattern: /event="(?:executed command|enabled)"|event=enabled\b/,
    name: () => 'extension ended',
  },
  {
    source: 'custom script extension',
    pattern: /event="failed to (?:execute command|handle)"/,
    name: () => 'extension failed',
    failed: true,
  },
  { source: 'aks-node-controller', pattern: /^aks-node-controller started/, name: () => 'aks-node-controller' },
  { source: 'aks-node-controller', pattern: /^CSE finished/, name: () => 'aks-node-controller: scripts ended' },
  { source: 'aks-node-controller', pattern: /^aks-node-controller finished/, name: () => 'aks-node-controller ended' },
  {
    source: 'aks-node-controller',
    pattern: /^aks-node-controller failed/,
    name: () => 'aks-node-controller failed',
    failed: true,
  },
  { source: 'provisioning script', pattern: /^startcustomscript/, name: () => 'provisioning script' },
  { source: 'provisioning script', pattern: /^endcustomscript/, name: () => 'provisioning script ended' },
  { source: 'system log', pattern: /^(?:\[ {0,6}0\.000000\] )?Linux version \d/, name: () => 'kernel' },
  {
    source: 'system log',
    pattern: /^Started (?:systemd-networkd\.service - )?Network (?:Configuration|Service)/,
    name: () => 'network',
  },
  // What the boothook and the launcher of AgentBaker tell the journal.
  { source: 'system log', pattern: /^boothook start \d{4}-/, name: () => 'boothook' },
  {
    source: 'system log',
    pattern: /^Launching aks-node-controller with (?:config|nbc cmd) /,
    name: () => 'aks-node-controller launcher',
  },
  {
    source: 'system log',
    pattern: /^aks-node-controller completed successfully$/,
    name: () => 'aks-node-controller launcher ended',
  },
  {
    source: 'system log',
    pattern: /^aks-node-controller exited with code \d/,
    name: () => 'aks-node-controller launcher failed',
    failed: true,
  },
  { source: 'system log', pattern: /^Start(?:ed|ing) [Kk]ubelet/, name: () => 'kubelet' },
  { source: 'system log', pattern: /^Started containerd/, name: () => 'containerd' },
  { source: 'system log', pattern: /"?Successfully registered node\b/, name: () => 'node registered' },
  { source: 'system log', pattern: /"?Fast updating node status as it just became ready/, name: () => 'node ready' },
];
