import type { Budget } from '../../text/budget.js';
import { append } from '../../text/strings.js';
import { readMoment } from '../times.js';
import { conditionsIn, eventsIn, shownWords, viewedStatusesIn } from './documentSteps.js';
import { type LogLine, logLines, type LogSource } from './line.js';
import type { Milestone } from './step.js';

/** The parts of a boot, in their usual order. */
export const lanes = [
  'kernel',
  'network',
  'cloud-init',
  'guest agent',
  'extension',
  'aks-node-controller',
  'provisioning scripts',
  'node',
] as const;
export type Lane = (typeof lanes)[number];

/** The part and explanation of a step. */
interface KnownStep {
  readonly lane: Lane;
  /** What the step does, as a sentence. */
  readonly about: string;
}

/** What the steps of each part do. The first matching name counts. */
const knownSteps: Readonly<Record<Lane, readonly (readonly [name: RegExp, about: string])[]>> = {
  kernel: [
    [/^kernel$/, 'The kernel starts.'],
    [/^(?:kernel|start of the operating system) failed$/, 'The operating system does not start.'],
    [/^memory of the node failed$/, 'The kernel ended a process because the memory was full.'],
  ],
  network: [[/^network$/, "systemd-networkd sets up the node's network."]],
  'cloud-init': [
    [/^cloud-init, local stage$/, 'cloud-init finds its data source and writes the network configuration.'],
    [
      /^cloud-init, network stage$/,
      'cloud-init reads the custom data and runs boothooks, write_files and its other init modules.',
    ],
    [/^cloud-init, config stage$/, 'cloud-init runs its config modules.'],
    [/^cloud-init, final stage$/, 'cloud-init installs packages and runs scripts, including runcmd.'],
    [/^cloud-init finished$/, 'cloud-init finished all stages.'],
    [/^cloud-init module /, 'A module of cloud-init failed; cloud-init continued.'],
    [/^boothook failed$/, 'The boothook in the custom data failed, so the node config never arrived.'],
    [/^reading the (?:custom data|cloud-config) failed$/, 'cloud-init ignored what it could not read.'],
    [/^cloud-init part handler /, 'A handler for a part of the custom data failed; cloud-init continued.'],
    [/^cloud-init failed$/, 'cloud-init reports an error.'],
    [/^boothook$/, 'The boothook in the custom data writes the node config and starts aks-node-controller.'],
    [/^cloud-init, /, 'A run of cloud-init.'],
  ],
  'guest agent': [
    [/^guest agent failed$/, 'The guest agent reports an error.'],
    [/^guest agent$/, 'The guest agent of Azure starts; it downloads the extensions.'],
    [/^extension enabled by the guest agent$/, 'The guest agent starts the handler of the custom script extension.'],
  ],
  extension: [
    [/^extension runs its command$/, 'The custom script extension runs the command of the scale set and waits for it.'],
    [/^extension \S+ failed$/, 'The guest agent reports that an extension failed.'],
    [/^status of /, 'A status in an instance view.'],
    [/^extension (?:ended|failed)$/, 'The custom script extension reports how its command ended.'],
  ],
  'aks-node-controller': [
    [/^aks-node-controller$/, 'aks-node-controller reads its config and runs the provisioning scripts.'],
    [
      /^aks-node-controller launcher$/,
      'The launcher selects a binary of aks-node-controller, starts it and waits for it.',
    ],
    [/^aks-node-controller/, 'aks-node-controller reports how the provisioning scripts ended.'],
  ],
  'provisioning scripts': [
    [/^provisioning script$/, 'The script that turns the machine into a cluster node (cse_main.sh).'],
    [/^provisioning script (?:ended|failed)$/, 'The provisioning script ended.'],
  ],
  node: [
    [/^containerd$/, 'systemd started containerd.'],
    [/^(?:containerd|image pull) failed$/, 'The container runtime reports an error.'],
    [
      /^(?:kubelet|kubelet bootstrap|node registration) failed$/,
      'kubelet did not start, or could not register its node.',
    ],
    [/^condition /, 'The last change of a condition of the node, its claim or its machine.'],
    [/^kubelet$/, 'systemd starts kubelet, which joins the cluster.'],
    [/^node registered$/, 'kubelet registered the node with the API server.'],
    [/^node ready$/, 'kubelet reports that the node can run pods.'],
  ],
};

/** Steps that the scripts report in events, under names of their own. */
const ofScripts: KnownStep = {
  lane: 'provisioning scripts',
  about: 'A step of the provisioning scripts, with its name in their events.',
};

/** The part and explanation of the step with this name. */
export function aboutStep(name: string): KnownStep {
  for (const lane of lanes) {
    const about = knownSteps[lane].find(([pattern]) => pattern.test(name))?.[1];
    if (about !== undefined) return { lane, about };
  }
  return ofScripts;
}

/** Steps that end another step, with the step that they end. */
export const endedSteps: ReadonlyMap<string, string> = new Map([
  ['cloud-init finished', 'cloud-init, final stage'],
  ['extension ended', 'extension runs its command'],
  ['extension failed', 'extension runs its command'],
  ['aks-node-controller ended', 'aks-node-controller'],
  ['aks-node-controller failed', 'aks-node-controller'],
  ['aks-node-controller launcher ended', 'aks-node-controller launcher'],
  ['aks-node-controller launcher failed', 'aks-node-controller launcher'],
  ['provisioning script ended', 'provisioning script'],
  ['provisioning script failed', 'provisioning script'],
  ['kubelet failed', 'kubelet'],
]);

/** Milliseconds within which a failure that is repeated, as by restarts of a service, is one step. */
const oneFailure = 10 * 60_000;

/** The steps of a boot in one log, in the order of its lines. When the budget is spent, the rest is left out. */
export function milestonesOf(
  text: string,
  budget?: Budget,
  lines: Iterable<LogLine> = logLines(text, budget),
): Milestone[] {
  const found: Milestone[] = [];
  for (const find of [eventsIn, conditionsIn, viewedStatusesIn])
    if (budget?.pass(text) !== true) append(found, find(text, budget));
  let stage: number | undefined;
  /** The time at which the kernel started, in milliseconds since 1970. */
  let started: number | undefined;
  const lastFailures = new Map<string, number>();
  for (const line of lines) {
    const { moment, span, source, message, uptime } = line;
    started ??= kernelStart(line);
    // cloud-init logs the duration of a stage without its name.
    const took =
      source === 'cloud-init' ? /^cloud-init mode '\w{1,20}' took (\d{1,6}\.\d{1,6}) seconds/.exec(message) : null;
    const begun = stage === undefined ? undefined : found[stage];
    if (took !== null && stage !== undefined && begun !== undefined)
      found[stage] = { ...begun, duration: Number(took[1]) };
    if (took !== null) stage = undefined;
    const step = moment === undefined && uptime === undefined && source !== 'system log' ? undefined : stepOf(line);
    if (step === undefined) continue;
    if (step.failed) {
      const time = moment?.time ?? (uptime ?? 0) * 1000;
      const last = lastFailures.get(step.name);
      lastFailures.set(step.name, time);
      if (last !== undefined && Math.abs(time - last) < oneFailure) continue;
    }
    if (step.name.startsWith('cloud-init, ')) stage = found.length;
    const words = step.failed ? (line.error ?? message).slice(0, shownWords) : '';
    found.push({ ...step, moment, uptime, duration: undefined, words, span, inOrder: true });
  }
  return started === undefined ? found : found.map((one) => dated(one, started));
}

function dated(step: Milestone, started: number): Milestone {
  if (step.moment !== undefined || step.uptime === undefined) return step;
  return { ...step, moment: { time: started + step.uptime * 1000, zoned: true } };
}

/** cloud-init prints the time together with the seconds since the kernel started. */
function kernelStart({ message }: LogLine): number | undefined {
  const match = / at (\w{3}, \d\d \w{3} \d{4} [\d:]{8} [+-]\d{4})\. .{0,200}\bUp (\d{1,9}(?:\.\d{1,6})?) seconds/.exec(
    message,
  );
  const moment = match === null ? undefined : readMoment(match[1] ?? '');
  return moment === undefined ? undefined : moment.time - Number(match?.[2]) * 1000;
}

/** The step that a line reports; undefined for most lines. */
export function stepOf({ source, level, message }: LogLine): { name: string; failed: boolean } | undefined {
  for (const [pattern, name] of signs[source] ?? []) {
    const match = pattern.exec(message);
    if (match === null) continue;
    const named = name.replace('$1', match[1] ?? '');
    return { name: stages.get(named) ?? named, failed: named.endsWith(' failed') };
  }
  const isError = level === 'ERROR' || level === 'CRITICAL';
  return isError && (source === 'cloud-init' || source === 'guest agent')
    ? { name: `${source} failed`, failed: true }
    : undefined;
}

/** The stages of cloud-init, with the names in its documentation. */
const stages: ReadonlyMap<string, string> = new Map([
  ['cloud-init, init-local', 'cloud-init, local stage'],
  ['cloud-init, init', 'cloud-init, network stage'],
  ['cloud-init, modules:config', 'cloud-init, config stage'],
  ['cloud-init, modules:final', 'cloud-init, final stage'],
]);

/** What the messages of each program report. `$1` is the group of the pattern; names of failures end with `failed`. */
const signs: Readonly<Partial<Record<LogSource, readonly (readonly [message: RegExp, name: string])[]>>> = {
  'cloud-init': [
    [/^Cloud-init v\. \S{1,60} running '([\w:-]{1,30})'/, 'cloud-init, $1'],
    [/^Cloud-init v\. \S{1,60} finished/, 'cloud-init finished'],
    [/^Boothooks? script \S{1,300} execution error/, 'boothook failed'],
    [/^Failed calling handler (\w{1,80})/, 'cloud-init part handler $1 failed'],
    [
      /failed schema validation|^Invalid cloud-config provided|^Failed loading yaml blob/,
      'reading the cloud-config failed',
    ],
    [/^Unhandled (?:non-multipart|unknown content-type)/, 'reading the custom data failed'],
    [/^Running module ([\w-]{1,60}) .{0,200}failed/, 'cloud-init module $1 failed'],
    [/^Failed to run module ([\w-]{1,60})/, 'cloud-init module $1 failed'],
  ],
  'guest agent': [
    [/Azure Linux Agent Version/, 'guest agent'],
    [
      /\[(Microsoft\.Azure\.Extensions\.CustomScript[\w.-]{0,40})\].{0,80}[Cc]ommand: \S{0,200} enable/,
      'extension enabled by the guest agent',
    ],
    [
      /Event: name=([\w.-]{1,160}), op=\w{1,40}, message=(?:\[Extension\w{0,40}Error\]|(?:Enable|Install|Update) failed)/,
      'extension $1 failed',
    ],
  ],
  'custom script extension': [
    [
      /event="executing (?:protected |public )?commandToExecute"|event="executing command"/,
      'extension runs its command',
    ],
    [/event="(?:executed command|enabled)"|event=enabled\b/, 'extension ended'],
    [/event="failed to (?:execute command|handle)"/, 'extension failed'],
  ],
  'aks-node-controller': [
    [/^aks-node-controller started/, 'aks-node-controller'],
    [/^CSE finished/, 'aks-node-controller: scripts ended'],
    [/^aks-node-controller finished/, 'aks-node-controller ended'],
    [/^aks-node-controller failed/, 'aks-node-controller failed'],
  ],
  'provisioning script': [
    [/^startcustomscript/, 'provisioning script'],
    [/^endcustomscript/, 'provisioning script ended'],
  ],
  'windows script': [
    [/^(AKS\.WindowsCSE\.\w{1,80}) - /, '$1'],
    [/^Set ExitCode to [1-9]\d{0,9} and exit/, 'provisioning script failed'],
  ],
  'system log': [
    [/^(?:\[ {0,6}0\.000000\] )?Linux version \d/, 'kernel'],
    [/^Started (?:systemd-networkd\.service - )?Network (?:Configuration|Service)/, 'network'],
    // Messages of the boothook and the launcher of AgentBaker in the journal.
    [/^boothook start \d{4}-/, 'boothook'],
    [/^Launching aks-node-controller with (?:config|nbc cmd) /, 'aks-node-controller launcher'],
    [/^aks-node-controller completed successfully$/, 'aks-node-controller launcher ended'],
    [/^aks-node-controller exited with code \d/, 'aks-node-controller launcher failed'],
    [/^Start(?:ed|ing) [Kk]ubelet/, 'kubelet'],
    [/^Started containerd/, 'containerd'],
    [
      /^[EF]\d{4} .{0,80}(?:"command failed"|[Ff]ailed to run [Kk]ubelet|[Ff]ailed to load [Kk]ubelet config)|^Error: unknown flag: |^kubelet\.service: Failed with result/,
      'kubelet failed',
    ],
    [
      /Failed while requesting a signed certificate|cannot create certificate signing request/,
      'kubelet bootstrap failed',
    ],
    [/Unable to register node\b/, 'node registration failed'],
    [
      /^containerd: |^containerd\.service: Failed with result|\bfailed to load plugin\b.{0,200}\.cri\b/,
      'containerd failed',
    ],
    [/level=error .{0,200}failed to (?:get sandbox|pull|resolve)/, 'image pull failed'],
    [/^aks-node-controller\.service: Failed with result/, 'aks-node-controller failed'],
    [
      /^cloud-(?:init|init-local|init-network|config|final)\.service: Failed with result|^Failed to start .{0,60}cloud-init/i,
      'cloud-init failed',
    ],
    [/^Kernel panic - not syncing/, 'kernel failed'],
    [/^Out of memory: Killed process/, 'memory of the node failed'],
    [
      /^You are in emergency mode|^Entering (?:emergency|rescue) mode|^Failed to mount |^Timed out waiting for device |requires a manual fsck|UNEXPECTED INCONSISTENCY/,
      'start of the operating system failed',
    ],
    [/"?Successfully registered node\b/, 'node registered'],
    [/"?Fast updating node status as it just became ready/, 'node ready'],
  ],
};
