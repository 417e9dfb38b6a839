import type { Analysis } from '../analysis.js';
import type { Case, CaseFailure } from '../case/case.js';
import { CaseConfigs, type CaseField } from '../case/configs.js';
import { CaseReader, unreadReason } from '../case/reader.js';
import { isAboutBoots, withCause } from '../case/verdict.js';
import type { DocumentKind } from '../document/kinds.js';
import { machinesIn } from '../document/machineModel.js';
import { type FileProblem, type Payload, payloadAt, wayTo } from '../document/payload.js';
import { looksLikeJson } from '../formats/json/detect.js';
import { itemsOf, memberIgnoringCase, type ObjectNode, resolved, type SyntaxNode } from '../formats/tree/node.js';
import { growingMasking, type GrowingMasking, maskingOf } from '../masking.js';
import { exampleCount, exampleValues } from '../examples.js';
import { kinds } from '../payload/kindTable.js';
import type { Masked } from '../secrets/masking.js';
import { createLineIndex, type Position } from '../text/span.js';
import { capitalized, counted, enumerated, withoutTrailing } from '../text/strings.js';

/** What a text is, and what there is to open in it. */
export interface Recognition {
  /** For users, usually one sentence. */
  readonly sentence: Masked;
  /** Whether it is known what the text is, or something is found in it. */
  readonly known: boolean;
  /** A file name for a text that has none. */
  readonly name: Masked;
  /** Whether there is a failure to report on. */
  readonly hasFailure: boolean;
  /** Whether it has steps of a boot. */
  readonly hasTimeline: boolean;
  /** Whether the text, or the payload with the cursor, can be previewed. */
  readonly hasPreview: boolean;
  /** The number of payloads at all depths. */
  readonly payloads: number;
  /** The number of scale sets and VMs. */
  readonly machines: number;
  /** The number of values of a node config that are still examples. */
  readonly examples: number;
  /** The fields of a node config that may have led to its failures, by proto names. The text may have no config. */
  readonly fields: readonly Masked[];
  /** The position that users want to see first; null if none counts more than the beginning. */
  readonly cursor: RecognisedPosition | null;
}

/** What was opened before a text, to which the text may belong. */
export interface RecognitionContext {
  /** The `fields` of a failure that was recognised before. */
  readonly fields?: readonly string[];
  /** Documents that may have the config of a failure, by their URIs. The caller has checked them. */
  readonly open?: ReadonlyMap<string, Analysis>;
}

/** A zero-based position in the text, or in a payload of it as it is shown: with placeholders for secrets. */
export interface RecognisedPosition extends Position {
  /** The URI of the document that it is in; null for the text itself. */
  readonly uri: string | null;
  /** The payload path; empty for the text itself. */
  readonly steps: readonly Masked[];
  /**
   * A field behind the failure, the first problem, the first value that is still an example, the beginning of the node config,
   * or what shows the failure.
   */
  readonly is: 'field' | 'problem' | 'example' | 'config' | 'evidence';
  /** The field of the node config, by proto names. */
  readonly field: Masked | null;
}

/** What each kind is called in a sentence, and a file name for a text of that kind that isn't JSON. */
const words: Readonly<Record<DocumentKind, readonly [noun: string, file: string]>> = {
  'node-config': ['a node config', 'aks-node-controller-config.txt'],
  'cloud-config': ['a cloud-config', 'cloud-config.yaml'],
  'user-data': ['user data of cloud-init', 'user-data.txt'],
  'vmss-json': ['the JSON of a scale set', 'vmss.yaml'],
  'vm-json': ['the JSON of a VM', 'vm.yaml'],
  'activity-log': ['an activity log', 'activity-log.txt'],
  'arm-template': ['an ARM template', 'template.txt'],
  'arm-deployment': ['a deployment', 'deployment.yaml'],
  'run-command': ['the output of a run command', 'run-command.yaml'],
  bicep: ['Bicep source', 'main.bicep'],
  'cse-settings': ['settings of the custom script extension', 'cse-settings.json'],
  'cse-command': ['a command of the custom script extension', 'cse-command.sh'],
  'custom-data': ['custom data', 'custom-data.txt'],
  ignition: ['an Ignition config', 'ignition.json'],
  'goal-state': ['a goal state of the VM agent', 'goal-state.xml'],
  'karpenter-options': ["options of Karpenter's bootstrap script", 'karpenter.yaml'],
  kubernetes: ['a Kubernetes manifest', 'manifest.yaml'],
  terraform: ['a Terraform document', 'main.tf'],
  mime: ['a MIME message', 'user-data.mime.txt'],
  'cse-status': ['a provisioning status', 'status.txt'],
  'provision-log': ['a provisioning log', 'provision.log'],
  'tool-config': ['a configuration of aks-bootstrap', '.aks-bootstrap.yaml'],
  unknown: ['text', 'text.txt'],
};

const whatIsRead =
  'AKS Bootstrap reads JSON of scale sets and VMs, custom data, node configs, cloud-configs, NodePools, templates, errors of Azure, statuses and logs of nodes, and base64 or gzip of any of these.';

/** Recognises a text by what it is, what is inside it, and what it reports. `problems` are those that users see. */
export function recognise(
  analysis: Analysis,
  problems: readonly FileProblem[],
  { fields = [], open = new Map() }: RecognitionContext = {},
): Recognition {
  const { name, root, text, kind } = analysis;
  const masking = growingMasking({ showSecrets: false });
  const reader = new CaseReader(masking, { exitCodes: analysis.context.exitCodes });
  reader.add(name, analysis, () => problems);
  const found = reader.case;
  const payloads = [...analysis.documents()];
  const inner = payloads.length - (root.text === text ? 1 : 0);
  // Examples alone are no mistakes: a template begins with them.
  const seen = { mistakes: mistakesIn(problems), examples: exampleValues(analysis, problems) };
  const hasFailure = found.failures.length > 0;
  const behind = reader.fields;
  const own = hasFailure
    ? found.failures.flatMap((failure) => failure.fields)
    : fields.flatMap((one) => reader.field(one));
  const [field] = own.map((one): FoundField => ({ ...one, uri: null, analysis }));
  const cursor = cursorIn(analysis, found, seen, {
    field: field ?? (hasFailure ? fieldIn(open, behind, masking) : undefined),
    masked: (text) => masking.text(text),
  });
  const known = kind !== 'unknown' || inner > 0 || isAboutBoots(found);
  return {
    sentence: masking.text(known ? sentenceAbout(analysis, found, seen) : unknownSentence(analysis)),
    known,
    name: masking.text(fileNameFor(analysis)),
    hasFailure,
    hasTimeline: found.timelines.length > 0,
    hasPreview: canPreview(analysis, cursor),
    payloads: inner,
    machines: machinesIn(root).length,
    examples: seen.examples.length,
    fields: behind.map((one) => masking.text(one)),
    cursor,
  };
}

function unknownSentence(analysis: Analysis): string {
  const unread = unreadReason(analysis);
  return unread ?? `This text isn't recognised. ${whatIsRead}`;
}

/** What users see of the problems of a text: errors and warnings, errors first, and values that are still examples. */
interface SeenProblems {
  readonly mistakes: readonly FileProblem[];
  readonly examples: readonly FileProblem[];
}

/** `A scale set with 3 extensions; its custom data has a node config with 2 problems, and vmssCSE failed with exit code 50.` */
function sentenceAbout(analysis: Analysis, found: Case, { mistakes, examples }: SeenProblems): string {
  const configs = [...analysis.documents()].filter((one) => one.kind === 'node-config' && one !== analysis.root);
  const inConfigs = mistakes.filter(({ document }) => configs.includes(document));
  const others = configs.length === 0 ? mistakes : [];
  const details = detailsOf(analysis, others, configs.length > 0);
  const clauses = [...configClause(analysis, configs, inConfigs), ...reportClauses(found)];
  const subject = subjectOf(analysis, found);
  const beginning = details.length === 0 ? subject : `${subject} with ${enumerated(details, 'and')}`;
  const rest = clauses.length === 0 ? '' : `${details.length === 0 ? ': ' : '; '}${clauses.join(', and ')}`;
  const unfinished = examples.length === 0 ? '' : ` ${exampleCount(examples.length)}.`;
  return `${capitalized(beginning)}${rest}.${unfinished}`;
}

function subjectOf(analysis: Analysis, { failures, instances }: Case): string {
  const { root, kind, karpenter } = analysis;
  const machines = machinesIn(root);
  if (root.kind === 'vmss-json' && machines.length > 0) return oneOrMore(machines.length, 'scale set');
  if (root.kind === 'vm-json' && machines.length > 0) return oneOrMore(machines.length, 'VM');
  if (karpenter?.hasResources === true) return 'resources of Karpenter';
  if (kind === 'unknown' && failures.length > 0) return 'an error message';
  if (kind === 'unknown' && instances.some(({ outcome }) => outcome === 'succeeded')) return 'a message';
  const encodings = root.text === analysis.text ? [] : root.encodings;
  return encodings.length === 0 ? words[kind][0] : `${words[root.kind][0]} in ${enumerated(encodings, 'and')}`;
}

function oneOrMore(count: number, noun: string): string {
  return count === 1 ? `a ${noun}` : counted(count, noun);
}

/** What follows "with": extensions, payloads and problems. */
function detailsOf(analysis: Analysis, problems: readonly FileProblem[], hasConfigs: boolean): readonly string[] {
  const { root } = analysis;
  const [machine, ...more] = machinesIn(root);
  const extensions = machine === undefined || more.length > 0 ? 0 : extensionsOf(machine.node);
  const isContainer = machine === undefined && !hasConfigs && !reports.has(root.kind);
  const { length: payloads } = isContainer ? root.children : [];
  const mistakes = problems.length;
  return [
    ...(extensions === 0 ? [] : [counted(extensions, 'extension')]),
    ...(payloads === 0 ? [] : [counted(payloads, 'payload')]),
    ...(mistakes === 0 ? [] : [counted(mistakes, 'problem')]),
  ];
}

/** Kinds of documents that report how nodes ended; what is inside them is a part of that. */
const reports: ReadonlySet<DocumentKind> = new Set<DocumentKind>(['cse-status', 'provision-log', 'unknown']);

/** Problems that report how a node ended, not a mistake in the text. */
const endings = /^status\/|^cse\/(?:command-failed|timed-out)$/;

/** Errors and warnings, errors first. */
function mistakesIn(problems: readonly FileProblem[]): readonly FileProblem[] {
  const found = problems.filter(({ code }) => !endings.test(code));
  return (['error', 'warning'] as const).flatMap((wanted) => found.filter(({ severity }) => severity === wanted));
}

/** The number of extensions in the model of a VM or scale set. */
function extensionsOf(machine: ObjectNode): number {
  const at = (node: SyntaxNode | undefined, ...names: readonly string[]): SyntaxNode | undefined =>
    names.reduce((from, name) => resolved(memberIgnoringCase(from, name)?.value), node);
  for (const model of [machine, at(machine, 'properties')]) {
    const listed = at(model, 'virtualMachineProfile', 'extensionProfile', 'extensions') ?? at(model, 'resources');
    const items = itemsOf(listed);
    if (items.length > 0) return items.length;
  }
  return 0;
}

function configClause(
  analysis: Analysis,
  configs: readonly Payload[],
  problems: readonly FileProblem[],
): readonly string[] {
  const [first] = configs;
  if (first === undefined) return [];
  const [outermost] = wayTo(analysis.root, first.steps) ?? [];
  const isCustomData = outermost?.is === 'field' && outermost.role === 'customData';
  const [machine, ...more] = machinesIn(analysis.root);
  const whose =
    machine === undefined ? 'it contains' : more.length === 0 ? 'its custom data has' : 'their custom data has';
  const what = oneOrMore(configs.length, 'node config');
  const { length } = problems;
  const how = length === 0 ? 'without problems' : `with ${counted(length, 'problem')}`;
  return [`${isCustomData ? whose : 'it contains'} ${what} ${how}`];
}

/** What the text reports about nodes. */
function reportClauses({ failures, instances, verdict }: Case): readonly string[] {
  if (failures.length === 0)
    return instances.some(({ outcome }) => outcome === 'succeeded') ? ['provisioning succeeded'] : [];
  return instances.length > 1 ? [withoutTrailing(verdict, '.')] : failures.slice(0, namedFailures).map(failureClause);
}

/** Failures of one node that a sentence names. */
const namedFailures = 2;

function failureClause(failure: CaseFailure): string {
  const words = withCause(failure);
  return failure.title.startsWith('exit code') ? `${failure.extension ?? 'provisioning'} failed with ${words}` : words;
}

/** A file name whose extension shows an editor the language. */
function fileNameFor({ kind, root, text }: Analysis): string {
  const [, file] = words[kind];
  // Logs have an object on each line.
  const isJson = kind !== 'provision-log' && (kinds[kind].isJson === true || root.format === 'json');
  return root.text === text && isJson && looksLikeJson(text) ? file.replace(/\.\w+$/, '.json') : file;
}

/** A field of a config behind a failure, and the document that has the config. */
interface FoundField extends CaseField {
  readonly uri: string | null;
  readonly analysis: Analysis;
}

/** The first of some fields that the config of a document gives. */
function fieldIn(
  documents: ReadonlyMap<string, Analysis>,
  fields: readonly string[],
  masking: GrowingMasking,
): FoundField | undefined {
  for (const [uri, analysis] of documents) {
    masking.about(analysis);
    const configs = new CaseConfigs(masking);
    configs.add(masking.text(analysis.name), analysis, () => []);
    const [found] = fields.flatMap((field) => configs.field(field));
    if (found !== undefined) return { ...found, uri, analysis };
  }
  return undefined;
}

/**
 * A field behind the failure, else the first problem, else the first example, else the node config, else the line that shows
 * the failure.
 */
function cursorIn(
  analysis: Analysis,
  { failures }: Case,
  { mistakes: [problem], examples: [example] }: SeenProblems,
  { field, masked }: { readonly field: FoundField | undefined; readonly masked: (text: string) => Masked },
): RecognisedPosition | null {
  if (field !== undefined) {
    const { uri, analysis: around } = field;
    const { line, character, steps } = { steps: [], ...(field.inside ?? field) };
    const payload = payloadAt(around.root, steps) ?? around.root;
    const place =
      steps.length === 0
        ? { line, character }
        : shownPosition(around, payload, around.linesOf(payload).offsetAt({ line, character }));
    return { ...place, uri, steps, is: 'field', field: masked(field.field) };
  }
  const here = { uri: null, field: null };
  if (problem !== undefined) {
    const { document, inner, span } = problem;
    return inner === undefined
      ? { ...analysis.lines.positionAt(span.start), ...here, steps: [], is: 'problem' }
      : {
          ...shownPosition(analysis, document, inner.start),
          ...here,
          steps: document.steps.map(masked),
          is: 'problem',
        };
  }
  if (example !== undefined)
    return { ...analysis.lines.positionAt(example.span.start), ...here, steps: [], is: 'example' };
  const config = [...analysis.documents()].find((one) => one.kind === 'node-config' && one.steps.length > 0);
  if (config !== undefined) return { line: 0, character: 0, ...here, steps: config.steps.map(masked), is: 'config' };
  const [evidence] = failures.flatMap((failure) => failure.evidence);
  return evidence === undefined
    ? null
    : { line: evidence.line, character: evidence.character, ...here, steps: [], is: 'evidence' };
}

/** The position of an offset of a payload in its shown text. */
function shownPosition(analysis: Analysis, { text = '' }: Payload, offset: number): Position {
  const shown = maskingOf([analysis]).forEditing(text);
  const before = shown.masked.findLast(({ original }) => original.start <= offset);
  const moved = before === undefined ? 0 : before.shown.end - before.original.end;
  const within = before !== undefined && offset < before.original.end;
  return createLineIndex(shown.text).positionAt(within ? before.shown.start : offset + moved);
}

function canPreview({ root, nodeConfig, karpenter }: Analysis, cursor: RecognisedPosition | null): boolean {
  if (nodeConfig !== undefined || karpenter !== undefined) return true;
  if (cursor?.is === 'field') return true;
  return cursor !== null && cursor.steps.length > 0 && payloadAt(root, cursor.steps)?.kind === 'node-config';
}
