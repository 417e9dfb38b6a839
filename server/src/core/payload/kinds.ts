import { cloudConfigKind, messageKind, userDataKind } from '../cloudConfig/kind.js';
import { contentRules } from '../cloudConfig/rules/contents.js';
import { headersAt } from '../cloudConfig/editing/complete.js';
import { cloudConfigFormats, messageFormats, userDataFormats } from '../cloudConfig/userData/formats.js';
import { nameHover } from '../document/azureHover.js';
import type { DocumentKind } from '../document/kinds.js';
import type { KindSpec, OpenedDocument, UnreadDocument } from '../document/kindSpec.js';
import type { LayerName } from '../document/payload.js';
import type { Explanation } from '../failure/explain.js';
import { logKind, statusKind } from '../failure/kind.js';
import { looksLikeJson } from '../formats/json/detect.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import { scriptHover } from '../karpenter/editing/hover.js';
import { karpenterKind } from '../karpenter/kind.js';
import { nodeConfigKind } from '../nodeConfig/kind.js';
import { problem } from '../problems/problem.js';
import { runRules, type RuleOutcome } from '../problems/rules.js';
import { cloudConfigFiles } from './containers/cloudConfigFiles.js';
import type { ChildFinder } from './containers/container.js';
import { goalState } from './containers/goalState.js';
import { ignitionFiles } from './containers/ignition.js';
import { manifestFormats, manifestTree, secretUserData } from './containers/kubernetesSecret.js';
import { jsonInCells, jsonLines, looseFields, looseText } from './containers/looseJson.js';
import { machineFields, statusText, templatePayloads } from './containers/machine.js';
import { commandLine } from './containers/shell.js';
import { tarMembers } from './containers/tar.js';
import { mimeParts, userDataChildren } from './containers/userData.js';
import {
  activityFormats,
  commandFormats,
  goalStateFormats,
  jsonLayer,
  looseFormat,
  machineFormats,
  statusFormats,
  templateFormats,
} from './formats.js';
import { machineKind, reportingMachineKind } from './machineKind.js';

/** A kind of document with what finding payloads and reporting failures add to it. */
export interface Kind extends KindSpec {
  /** Finds the payloads in a document of this kind; without this it can hold none. */
  readonly find?: ChildFinder;
  /** Whether cloud-init reads a file of this kind as user data, or ignores user data of this kind. */
  readonly cloudInit?: 'reads' | 'ignores';
  /** The failures of provisioning that a file reports. */
  failures?(view: unknown): readonly Explanation[];
}

/** Text that is JSON or none: a status, a log, a file of no known kind. */
function readLoose({ text, format }: UnreadDocument, json: () => SyntaxTree): SyntaxTree | undefined {
  return looksLikeJson(text) || format === 'json' ? json() : undefined;
}

/** The kinds of documents. Everything that is different for a kind is asked of its row. */
export const kinds: Readonly<Record<DocumentKind, Kind>> = {
  'node-config': nodeConfigKind,
  'cloud-config': { ...cloudConfigKind, cloudInit: 'reads', formats: cloudConfigFormats, find: cloudConfigFiles },
  'user-data': {
    ...userDataKind,
    cloudInit: 'reads',
    formats: userDataFormats,
    find: userDataChildren,
    hover: (view: { readonly text: string }, offset) => scriptHover(view.text, offset) ?? nameHover(view.text, offset),
  },
  mime: { ...messageKind, cloudInit: 'reads', formats: messageFormats, find: mimeParts },
  ignition: {
    ...machineKind,
    title: 'Ignition config',
    cloudInit: 'ignores',
    icon: 'flame',
    isJson: true,
    formats: () => ['ignition'],
    find: ignitionFiles,
  },
  'vmss-json': {
    ...reportingMachineKind,
    title: 'VMSS JSON',
    icon: 'server',
    names: [/\.vmss\.json$/i],
    isJson: true,
    formats: machineFormats,
    find: machineFields,
  },
  'vm-json': {
    ...reportingMachineKind,
    title: 'VM JSON',
    icon: 'vm',
    isJson: true,
    formats: machineFormats,
    find: machineFields,
  },
  'activity-log': {
    ...reportingMachineKind,
    title: 'activity log',
    icon: 'history',
    isJson: true,
    formats: activityFormats,
    find: machineFields,
  },
  'arm-template': {
    ...machineKind,
    title: 'ARM template',
    icon: 'symbol-structure',
    isJson: true,
    formats: templateFormats,
    find: templatePayloads,
  },
  'cse-settings': {
    ...machineKind,
    title: 'CSE settings',
    icon: 'extensions',
    isJson: true,
    formats: (_, json) => [jsonLayer(json()), 'cse-settings'],
    find: machineFields,
  },
  'goal-state': {
    ...machineKind,
    title: 'goal state',
    icon: 'checklist',
    read: ({ text }, json) => (looksLikeJson(text) ? json() : undefined),
    formats: goalStateFormats,
    find: goalState,
  },
  kubernetes: {
    ...machineKind,
    title: 'Kubernetes manifest',
    icon: 'symbol-namespace',
    read: ({ text }, json) => (looksLikeJson(text) ? json() : manifestTree(text)),
    formats: manifestFormats,
    find: secretUserData,
  },
  'cse-command': {
    title: 'CSE command',
    icon: 'terminal',
    isPlain: true,
    read: () => undefined,
    formats: commandFormats,
    find: commandLine,
    view: textOf,
    hover: nameHover,
  },
  'custom-data': { title: 'custom data', cloudInit: 'reads', view: textOf, hover: nameHover },
  'cse-status': {
    ...statusKind,
    read: readLoose,
    formats: statusFormats,
    find: machineFields,
    failures: (view: { readonly failures: readonly Explanation[] }) => view.failures,
  },
  'provision-log': {
    ...logKind,
    read: readLoose,
    formats: (text, json) => [looseFormat(text, json)],
    failures: (view: { readonly failures: readonly Explanation[] }) => view.failures,
  },
  'karpenter-options': {
    ...karpenterKind,
    formats: (text, json) => (looksLikeJson(text) ? [jsonLayer(json())] : ['text']),
  },
  unknown: {
    title: 'document of an unknown kind',
    cloudInit: 'reads',
    isPlain: true,
    read: readLoose,
    formats: (text, json) => [looseFormat(text, json)],
    find: looseText,
    view: (document) => document,
    validate: validateUnknown,
    // What begins like this may become a cloud-config.
    complete: ({ text, payload }: OpenedDocument, offset) =>
      payload.steps.length === 0 && /\.ya?ml$/i.test(payload.name) ? headersAt(text, offset) : [],
  },
};

function textOf({ text }: OpenedDocument): string {
  return text;
}

/** A file of no known kind may still be empty or broken JSON; a payload is what its name on the node says. */
function validateUnknown({ payload, text }: OpenedDocument): RuleOutcome {
  if (payload.steps.length > 0) return runRules(contentRules, { path: payload.name, text });
  if (text.trim() === '') {
    const found = problem('payload/empty', { start: 0, end: text.length }, 'The file is empty.');
    return { problems: [found], failures: [] };
  }
  return { problems: payload.tree?.problems ?? [], failures: [] };
}

/** Formats that no kind of document stands for. */
const formatFinders: Partial<Record<LayerName, ChildFinder>> = {
  tar: tarMembers,
  jsonl: jsonLines,
  csv: jsonInCells,
  'cse-status-text': statusText,
};

/** What looks for the payloads in a document; undefined if it can hold none. */
export function finderOf(kind: DocumentKind, format: LayerName): ChildFinder | undefined {
  const { find } = kinds[kind];
  // JSON in a string may hold fields wherever it came from.
  if (find === looseText && format === 'json-string') return looseFields;
  return formatFinders[format] ?? find;
}
