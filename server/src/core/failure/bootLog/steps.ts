import { parseJson } from '../../formats/json/parse.js';
import { memberOf, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import { limits } from '../../limits.js';
import type { Span } from '../../text/span.js';
import { type Moment, readMoment } from '../times.js';
import { type LogLine, logLines, type LogSource } from './line.js';

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
  kernel: [[/^kernel$/, 'The kernel starts.']],
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
    [/^boothook$/, 'The boothook in the custom data writes the node config and starts aks-node-controller.'],
    [/^cloud-init, /, 'A run of cloud-init.'],
  ],
  'guest agent': [
    [/^guest agent$/, 'The guest agent of Azure starts; it downloads the extensions.'],
    [/^extension enabled by the guest agent$/, 'The guest agent starts the handler of the custom script extension.'],
  ],
  extension: [
    [/^extension runs its command$/, 'The custom script extension runs the command of the scale set and waits for it.'],
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
    [/^provisioning script ended$/, 'The provisioning script ended.'],
  ],
  node: [
    [/^containerd$/, 'systemd started containerd.'],
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
]);

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

/** Characters shown of the message of a failed event. */
const shownWords = 300;

/**
 * The events that the scripts write for the guest agent: objects with `TaskName`, `Timestamp` (the beginning)
 * and `OperationId` (used for the end). A text may contain one, a list, or one on each line.
 */
function* eventsIn(text: string): Generator<Milestone> {
  if (!text.includes('"TaskName"')) return;
  let start = 0;
  for (let count = 0; count < limits.guestAgentEvents && start < text.length; count++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const line = text.slice(start, end);
    // An object on one line; an object or list over several lines is the whole document.
    const object = line.replace(/,\s*$/, '').trimEnd();
    if (/^\s*\{/.test(object) && object.endsWith('}')) yield* eventsInDocument(object, start);
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
export function stepOf({ source, message }: LogLine): { name: string; failed: boolean } | undefined {
  for (const [pattern, name] of signs[source] ?? []) {
    const match = pattern.exec(message);
    if (match === null) continue;
    const named = name.replace('$1', match[1] ?? '');
    return { name: stages.get(named) ?? named, failed: named.endsWith(' failed') };
  }
  return undefined;
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
    [/^Running module ([\w-]{1,60}) .{0,200}failed/, 'cloud-init module $1 failed'],
  ],
  'guest agent': [
    [/Azure Linux Agent Version/, 'guest agent'],
    [
      /\[(Microsoft\.Azure\.Extensions\.CustomScript[\w.-]{0,40})\].{0,80}[Cc]ommand: \S{0,200} enable/,
      'extension enabled by the guest agent',
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
    [/"?Successfully registered node\b/, 'node registered'],
    [/"?Fast updating node status as it just became ready/, 'node ready'],
  ],
};
