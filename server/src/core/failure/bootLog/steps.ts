import { parseJson } from '../../formats/json/parse.js';
import { memberOf, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import type { Span } from '../../text/span.js';
import { type Moment, readMoment } from '../times.js';
import { type LogLine, logLines } from './line.js';

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

interface StepPattern extends KnownStep {
  readonly name: RegExp;
}

/** The first matching pattern counts. */
const stepPatterns: readonly StepPattern[] = [
  { name: /^kernel$/, lane: 'kernel', about: 'The kernel starts.' },
  { name: /^network$/, lane: 'network', about: "systemd-networkd sets up the node's network." },
  {
    name: /^cloud-init, local stage$/,
    lane: 'cloud-init',
    about: 'cloud-init finds its data source and writes the network configuration.',
  },
  {
    name: /^cloud-init, network stage$/,
    lane: 'cloud-init',
    about: 'cloud-init reads the custom data and runs boothooks, write_files and its other init modules.',
  },
  { name: /^cloud-init, config stage$/, lane: 'cloud-init', about: 'cloud-init runs its config modules.' },
  {
    name: /^cloud-init, final stage$/,
    lane: 'cloud-init',
    about: 'cloud-init installs packages and runs scripts, including runcmd.',
  },
  { name: /^cloud-init finished$/, lane: 'cloud-init', about: 'cloud-init finished all stages.' },
  { name: /^cloud-init module /, lane: 'cloud-init', about: 'A module of cloud-init failed; cloud-init continued.' },
  {
    name: /^boothook$/,
    lane: 'cloud-init',
    about: 'The boothook in the custom data writes the node config and starts aks-node-controller.',
  },
  { name: /^cloud-init, /, lane: 'cloud-init', about: 'A run of cloud-init.' },
  {
    name: /^guest agent$/,
    lane: 'guest agent',
    about: 'The guest agent of Azure starts; it downloads the extensions.',
  },
  {
    name: /^extension enabled by the guest agent$/,
    lane: 'guest agent',
    about: 'The guest agent starts the handler of the custom script extension.',
  },
  {
    name: /^extension runs its command$/,
    lane: 'extension',
    about: 'The custom script extension runs the command of the scale set and waits for it.',
  },
  {
    name: /^extension (?:ended|failed)$/,
    lane: 'extension',
    about: 'The custom script extension reports how its command ended.',
  },
  {
    name: /^aks-node-controller$/,
    lane: 'aks-node-controller',
    about: 'aks-node-controller reads its config and runs the provisioning scripts.',
  },
  {
    name: /^aks-node-controller launcher$/,
    lane: 'aks-node-controller',
    about: 'The launcher selects a binary of aks-node-controller, starts it and waits for it.',
  },
  {
    name: /^aks-node-controller/,
    lane: 'aks-node-controller',
    about: 'aks-node-controller reports how the provisioning scripts ended.',
  },
  {
    name: /^provisioning script$/,
    lane: 'provisioning scripts',
    about: 'The script that turns the machine into a cluster node (cse_main.sh).',
  },
  { name: /^provisioning script ended$/, lane: 'provisioning scripts', about: 'The provisioning script ended.' },
  { name: /^containerd$/, lane: 'node', about: 'systemd started containerd.' },
  { name: /^kubelet$/, lane: 'node', about: 'systemd starts kubelet, which joins the cluster.' },
  { name: /^node registered$/, lane: 'node', about: 'kubelet registered the node with the API server.' },
  { name: /^node ready$/, lane: 'node', about: 'kubelet reports that the node can run pods.' },
];

/** Steps that the scripts report in events, under names of their own. */
const ofScripts: KnownStep = {
  lane: 'provisioning scripts',
  about: 'A step of the provisioning scripts, with its name in their events.',
};

/** The part and explanation of the step with this name. */
export function aboutStep(name: string): KnownStep {
  return stepPatterns.find((form) => form.name.test(name)) ?? ofScripts;
}

/** Steps that end another step. */
const ends: ReadonlyMap<string, string> = new Map([
  ['cloud-init finished', 'cloud-init, final stage'],
  ['extension ended', 'extension runs its command'],
  ['extension failed', 'extension runs its command'],
  ['aks-node-controller ended', 'aks-node-controller'],
  ['aks-node-controller failed', 'aks-node-controller'],
  ['aks-node-controller launcher ended', 'aks-node-controller launcher'],
  ['aks-node-controller launcher failed', 'aks-node-controller launcher'],
  ['provisioning script ended', 'provisioning script'],
]);

/** The step that this step ends, if any. */
export function startedAs(name: string): string | undefined {
  return ends.get(name);
}

/** A step of a boot that a log reports. */
export interface Milestone {
  readonly name: string;
  readonly moment: Moment;
  /** Duration in seconds, if the log has it. */
  readonly duration: number | undefined;
  readonly failed: boolean;
  /** The error message; empty if the step did not fail. */
  readonly words: string;
  /** The range of the line. */
  readonly span: Span;
  /** Whether the lines around it are in chronological order; events aren't. */
  readonly inOrder: boolean;
}

/** The maximum number of events read from one text. */
const maxEvents = 2_000;

/** Characters shown of the message of a failed event. */
const shownWords = 300;

/**
 * The events that the scripts write for the guest agent: objects with `TaskName`, `Timestamp` (the beginning)
 * and `OperationId` (used for the end). A text may contain one, a list, or one on each line.
 */
function* eventsIn(text: string): Generator<Milestone> {
  if (!text.includes('"TaskName"')) return;
  let start = 0;
  for (let count = 0; count < maxEvents && start < text.length; count++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const line = text.slice(start, end);
    // An object on one line; an object or list over several lines is the whole document.
    if (/^\s*\{.*\}\s*,?\s*$/.test(line)) yield* eventsInDocument(line.replace(/,\s*$/, ''), start);
    else if (count === 0 && /^\s*[[{]/.test(line)) {
      yield* eventsInDocument(text, 0);
      return;
    }
    start = end + 1;
  }
}

function* eventsInDocument(text: string, offset: number): Generator<Milestone> {
  const { root } = parseJson(text);
  for (const node of root?.kind === 'array' ? root.items : [root]) {
    const found = node && eventOf(node, offset);
    if (found !== undefined) yield found;
  }
}

function eventOf(node: SyntaxNode, offset: number): Milestone | undefined {
  const text = (name: string): string => stringValue(memberOf(node, name)?.value) ?? '';
  const start = readMoment(text('Timestamp'));
  const name = text('TaskName');
  if (start === undefined || name === '') return undefined;
  const end = readMoment(text('OperationId'));
  const failed = text('EventLevel') === 'Error';
  const seconds = end === undefined ? undefined : (end.time - start.time) / 1000;
  return {
    name,
    moment: start,
    duration: seconds !== undefined && seconds >= 0 ? seconds : undefined,
    failed,
    words: failed ? text('Message').slice(0, shownWords) : '',
    inOrder: false,
    span: { start: node.span.start + offset, end: node.span.end + offset },
  };
}

/** The steps of a boot in one log, in the order of its lines. */
export function milestonesOf(text: string, lines: Iterable<LogLine> = logLines(text)): Milestone[] {
  const found: Milestone[] = [...eventsIn(text)];
  let stage: number | undefined;
  for (const line of lines) {
    const { moment, span, source, message } = line;
    // cloud-init logs the duration of a stage without its name.
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

/** The step that a line reports; undefined for most lines. */
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

/** The stages of cloud-init, with the names in its documentation. */
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
  // Messages of the boothook and the launcher of AgentBaker in the journal.
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
