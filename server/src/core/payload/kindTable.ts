import { cloudConfigKind, messageKind, userDataKind } from '../cloudConfig/kind.js';
import { contentRules } from '../cloudConfig/rules/contents.js';
import { configurationKind } from '../configuration/kind.js';
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
import { type RuleRun, runRules } from '../problems/rules.js';
import { bicepPayloads, bicepSecrets } from './containers/bicep.js';
import { cloudConfigFiles } from './containers/cloudConfigFiles.js';
import type { ChildFinder, Findings, Surroundings } from './containers/container.js';
import { goalState } from './containers/goalState.js';
import { ignitionFiles } from './containers/ignition.js';
import { isCarrierTemplate, manifestFormats, manifestPayloads, manifestTree } from './containers/kubernetes.js';
import { jsonInCells, jsonLines, looseFields, looseText } from './containers/looseJson.js';
import { deploymentFormats, deploymentPayloads } from './containers/deployment.js';
import { machineFields, statusText, templatePayloads } from './containers/machine.js';
import { commandLine } from './containers/shell.js';
import { terraformPayloads } from './containers/terraform.js';
import { tarMembers } from './containers/tar.js';
import { mimeParts, userDataChildren } from './containers/userData.js';
import {
  activityFormats,
  commandFormats,
  goalStateFormats,
  jsonLayer,
  looseFormat,
  machineFormats,
  readAzure,
  statusFormats,
  templateFormats,
} from './formats.js';
import { machineKind, reportingMachineKind } from './machineRules.js';
import { terraformFormats } from './recogniseTerraform.js';
import { goalStateSecrets, ignitionSecrets, kubernetesSecrets, machineSecrets } from './secrets.js';
import { terraformSecrets } from './terraformSecrets.js';

/** A kind of document with what finding payloads and reporting failures add to it. */
export interface Kind extends KindSpec {
  /** Finds the payloads in a document of this kind; without this it can hold none. */
  readonly find?: ChildFinder;
  /** Whether cloud-init reads a file of this kind as user data, or ignores user data of this kind. */
  readonly cloudInit?: 'reads' | 'ignores';
  /** Whether results list the files of a document even if it has none. */
  readonly listsFiles?: true;
  /** Whether no payload of a document is the main one. */
  readonly isList?: true;
  /** The failures of provisioning that a file reports. */
  failures?(view: unknown): readonly Explanation[];
}

/** For kinds that may be JSON or text: a status, a log, a file of an unknown kind. */
function readLoose(document: UnreadDocument, json: () => SyntaxTree): SyntaxTree | undefined {
  const { text, format } = document;
  return looksLikeJson(text) || format === 'json' || format === 'yaml' ? readAzure(document, json) : undefined;
}

/** The kinds of documents. A row has everything that depends on the kind. */
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
    listsFiles: true,
    isJson: true,
    formats: () => ['ignition'],
    secrets: ignitionSecrets,
    find: ignitionFiles,
  },
  'vmss-json': {
    ...reportingMachineKind,
    title: 'VMSS JSON',
    icon: 'server',
    names: [/\.vmss\.json$/i],
    isJson: true,
    read: readAzure,
    formats: machineFormats,
    secrets: machineSecrets,
    find: machineFields,
  },
  'vm-json': {
    ...reportingMachineKind,
    title: 'VM JSON',
    icon: 'vm',
    isJson: true,
    read: readAzure,
    formats: machineFormats,
    secrets: machineSecrets,
    find: machineFields,
  },
  'activity-log': {
    ...reportingMachineKind,
    title: 'activity log',
    icon: 'history',
    isJson: true,
    read: readAzure,
    formats: activityFormats,
    secrets: machineSecrets,
    find: machineFields,
  },
  'arm-deployment': {
    ...machineKind,
    title: 'deployment',
    icon: 'symbol-parameter',
    isJson: true,
    read: readAzure,
    formats: deploymentFormats,
    secrets: machineSecrets,
    find: deploymentPayloads,
  },
  'run-command': {
    ...machineKind,
    title: 'run command output',
    icon: 'terminal',
    isJson: true,
    read: readAzure,
    formats: machineFormats,
    secrets: machineSecrets,
    find: machineFields,
  },
  bicep: {
    ...machineKind,
    title: 'Bicep source',
    icon: 'symbol-structure',
    names: [/\.bicep(?:param)?$/i],
    read: () => undefined,
    formats: () => ['bicep'],
    secrets: bicepSecrets,
    find: bicepPayloads,
  },
  'arm-template': {
    ...machineKind,
    title: 'ARM template',
    icon: 'symbol-structure',
    isJson: true,
    read: readAzure,
    formats: templateFormats,
    secrets: machineSecrets,
    find: templatePayloads,
  },
  'cse-settings': {
    ...machineKind,
    title: 'CSE settings',
    icon: 'extensions',
    isJson: true,
    formats: (_, json) => [jsonLayer(json()), 'cse-settings'],
    secrets: machineSecrets,
    find: machineFields,
  },
  'goal-state': {
    ...machineKind,
    title: 'goal state',
    icon: 'checklist',
    isList: true,
    read: ({ text }, json) => (looksLikeJson(text) ? json() : undefined),
    formats: goalStateFormats,
    secrets: goalStateSecrets,
    find: goalState,
  },
  kubernetes: {
    ...machineKind,
    title: 'Kubernetes manifest',
    icon: 'symbol-namespace',
    read: ({ text }, json) => (looksLikeJson(text) ? json() : manifestTree(text)),
    formats: manifestFormats,
    secrets: kubernetesSecrets,
    find: manifestPayloads,
  },
  terraform: {
    ...machineKind,
    title: 'Terraform document',
    icon: 'symbol-structure',
    names: [/\.(?:tf|tfvars|tofu)(?:\.json)?$|\.tfstate(?:\.backup)?$/i],
    read: ({ text }, json) => (looksLikeJson(text) ? json() : undefined),
    formats: terraformFormats,
    secrets: terraformSecrets,
    find: terraformPayloads,
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
    failures: failuresOf,
  },
  'provision-log': {
    ...logKind,
    read: readLoose,
    formats: (text, json) => [looseFormat(text, json)],
    failures: failuresOf,
  },
  'karpenter-options': {
    ...karpenterKind,
    formats: (text, json) => (looksLikeJson(text) ? [jsonLayer(json())] : ['yaml']),
    find: manifestPayloads,
  },
  'tool-config': configurationKind,
  unknown: {
    title: 'unrecognised document',
    cloudInit: 'reads',
    isPlain: true,
    read: readLoose,
    formats: (text, json) => [looseFormat(text, json)],
    find: textAlone,
    view: (document) => document,
    secrets: goalStateSecrets,
    validate: validateUnknown,
    // The user may be starting a cloud-config.
    complete: ({ text, payload }: OpenedDocument, offset) =>
      payload.steps.length === 0 && /\.ya?ml$/i.test(payload.name) ? headersAt(text, offset) : [],
  },
};

function failuresOf({ failures }: { readonly failures: readonly Explanation[] }): readonly Explanation[] {
  return failures;
}

/** Payloads of another document are found by the finder of that document. The steps of a file are its encodings. */
function textAlone(surroundings: Surroundings): Findings {
  const { steps, encodings } = surroundings.payload;
  const isInside = steps.some((step) => !encodings.includes(step as LayerName));
  return isInside ? { children: [], problems: [] } : looseText(surroundings);
}

function textOf({ text }: OpenedDocument): string {
  return text;
}

/** A file of an unknown kind may be empty or invalid JSON; the kind of a payload follows from its path on the node. */
function* validateUnknown({ payload, text, budget }: OpenedDocument): RuleRun {
  if (payload.steps.length > 0) return yield* runRules(contentRules, { path: payload.name, text, budget }, budget);
  if (text.trim() === '') {
    const found = problem('payload/empty', { start: 0, end: text.length }, 'The file is empty.');
    return { problems: [found], failures: [] };
  }
  if (isCarrierTemplate(text)) {
    const message =
      "This looks like a Helm template, which isn't YAML before it is rendered, so it isn't decoded. Decode the output of helm template.";
    return { problems: [problem('payload/unrendered-template', { start: 0, end: 0 }, message)], failures: [] };
  }
  return { problems: payload.tree?.problems ?? [], failures: [] };
}

/** Finders for formats without a document kind. */
const formatFinders: Partial<Record<LayerName, ChildFinder>> = {
  tar: tarMembers,
  jsonl: jsonLines,
  csv: jsonInCells,
  'cse-status-text': statusText,
};

/** The finder of the payloads in a document; undefined if it can't have any. */
export function finderOf(kind: DocumentKind, format: LayerName): ChildFinder | undefined {
  const { find } = kinds[kind];
  // JSON in a string may have payload fields in any document.
  if (find === textAlone && format === 'json-string') return looseFields;
  return formatFinders[format] ?? find;
}
