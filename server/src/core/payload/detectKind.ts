import { hasCloudConfigKeys, kindOfUserData } from '../cloudConfig/userData/formats.js';
import { type DocumentKind, documentKinds } from '../document/kinds.js';
import type { LayerName } from '../document/payload.js';
import { isProvisionLog, reportsFailure } from '../failure/recognise.js';
import { isArmExpression } from '../formats/arm/parse.js';
import { isBicep } from '../formats/bicep/parse.js';
import { isJsonLines, looksLikeJson } from '../formats/json/detect.js';
import {
  memberIgnoringCase,
  type ObjectNode,
  resolved,
  type SyntaxNode,
  type SyntaxTree,
} from '../formats/tree/node.js';
import { looksLikeBootstrapOptions } from '../karpenter/options/read.js';
import { looksLikeResources } from '../karpenter/resources/model.js';
import { parseYaml } from '../formats/yaml/read.js';
import type { Contract } from '../nodeConfig/contract/contract.js';
import { looksLikeNodeConfig } from '../nodeConfig/detect.js';
import { isMisspeltCloudConfig, userDataType } from '../cloudConfig/userData/contentTypes.js';
import { holdsCarrier } from './containers/kubernetes.js';
import type { Content } from './content.js';
import type { Budget } from '../text/budget.js';
import { isArmDeployment } from './containers/deployment.js';
import { isTar, jsonLayer, readAzure } from './formats.js';
import { kinds } from './kindTable.js';
import { isHcl, isPlanText, isTerraformJson } from './recogniseTerraform.js';
import {
  goalStateFormat,
  isActivityEvent,
  isActivityTable,
  isArmTemplate,
  isAzureYaml,
  isCseSettings,
  isExtensionStatus,
  isIgnition,
  isMachine,
  isRunCommand,
  isScaleSet,
  isVmSettings,
  looksLikeCommandLine,
} from './recognise.js';
import { documentFences } from './layers/copied.js';

/** What is known of a document before its kind. */
interface DetectionInput {
  readonly name: string;
  readonly text: string;
  /** The tree of the text read as JSON; used only for a text that looks like JSON. */
  readonly json: () => SyntaxNode | undefined;
  /** Whether the document is a file, so that no surroundings determine its kind. */
  readonly whole: boolean;
  /** The time for finding the kind. */
  readonly budget?: Budget | undefined;
  /** The contract of node configs; used only for JSON. */
  readonly contract: () => Contract;
}

/** A document's kind: chosen by the user, else by its name, else by its content. */
export function detectKind(input: DetectionInput, chosen?: DocumentKind): DocumentKind {
  return chosen ?? kindByName(input.name) ?? kindByContent(input) ?? 'unknown';
}

/** The kind that a file name shows. */
export function kindByName(name: string): DocumentKind | undefined {
  return documentKinds.find((kind) => kinds[kind].names?.some((pattern) => pattern.test(name)));
}

type Trials<Arguments extends readonly unknown[]> = readonly (readonly [
  DocumentKind,
  (...input: Arguments) => boolean,
])[];

/** Kinds of JSON objects by their members, in the order of trial. */
const objectTrials: Trials<[ObjectNode, () => Contract]> = [
  ['ignition', isIgnition],
  ['arm-template', isArmTemplate],
  ['arm-deployment', isArmDeployment],
  ['run-command', isRunCommand],
  ['goal-state', isVmSettings],
  ['terraform', isTerraformJson],
  ['activity-log', isActivityEvent],
  ['vmss-json', isScaleSet],
  ['vm-json', isMachine],
  ['cse-settings', isCseSettings],
  ['karpenter-options', (object, contract) => looksLikeBootstrapOptions(object, contract().root)],
  ['node-config', (object, contract) => looksLikeNodeConfig(object, contract())],
];

/** Kinds of files that are neither JSON nor user data, in the order of trial. */
const textTrials: Trials<[string, Budget | undefined]> = [
  ['activity-log', isActivityTable],
  ['bicep', isBicep],
  // What an apply prints has the plan, and maybe how it failed.
  ['terraform', (text) => (isPlanText(text) ? !reportsFailure(text) : isHcl(text))],
  ['cse-command', looksLikeCommandLine],
  ['goal-state', (text) => goalStateFormat(text) !== undefined],
  ['cloud-config', (text) => hasCloudConfigKeys(text) && documentFences(text).length === 0],
];

/** Failure messages and logs. */
const reportTrials: Trials<[string]> = [
  ['provision-log', isProvisionLog],
  ['cse-status', reportsFailure],
];

function kindByContent({ text, whole, json, budget, contract }: DetectionInput): DocumentKind | undefined {
  // Karpenter's resources determine the options.
  if (whole && looksLikeResources(text)) return 'karpenter-options';
  if (looksLikeJson(text)) {
    if (isJsonLines(text)) return isProvisionLog(text) ? 'provision-log' : 'activity-log';
    if (isArmExpression(text)) return 'arm-template';
    return (
      kindOfJson(json(), contract) ??
      (whole && holdsCarrier(text) ? 'kubernetes' : undefined) ??
      (isExtensionStatus(json()) ? 'cse-status' : firstOf(reportTrials, text))
    );
  }
  if (whole && userDataType(text) === undefined && !isMisspeltCloudConfig(text) && holdsCarrier(text))
    return 'kubernetes';
  return (
    kindOfUserData(text) ??
    (whole ? kindOfYaml(text, contract, budget) : undefined) ??
    (whole ? textTrials.find(([, test]) => test(text, budget))?.[0] : undefined) ??
    firstOf(reportTrials, text)
  );
}

function firstOf(trials: Trials<[string]>, text: string): DocumentKind | undefined {
  return trials.find(([, test]) => test(text))?.[0];
}

/** The kind of a document of Azure in YAML. */
function kindOfYaml(text: string, contract: () => Contract, budget: Budget | undefined): DocumentKind | undefined {
  const kind = isAzureYaml(text) ? kindOfJson(parseYaml(text, budget).root, contract) : undefined;
  return kind !== undefined && kinds[kind].read === readAzure ? kind : undefined;
}

/** A list has the kind of its first entry; so does the list in `value` that REST APIs return, or in `data` of Resource Graph. */
function kindOfJson(root: SyntaxNode | undefined, contract: () => Contract, depth = 0): DocumentKind | undefined {
  const node = resolved(root);
  if (node?.kind === 'array') return depth > 2 ? undefined : kindOfJson(node.items[0], contract, depth + 1);
  if (node?.kind !== 'object') return undefined;
  const found = objectTrials.find(([, test]) => test(node, contract))?.[0];
  const list = memberIgnoringCase(node, 'value') ?? memberIgnoringCase(node, 'data');
  const listed = found === undefined ? resolved(list?.value) : undefined;
  return listed?.kind === 'array' && depth <= 2 ? kindOfJson(listed, contract, depth + 1) : found;
}

/** The format without transport encodings; some documents have two names for it. */
export function formatLayers(
  content: Pick<Content, 'text' | 'bytes'>,
  kind: DocumentKind,
  json: () => SyntaxTree | undefined,
): readonly LayerName[] {
  const { text } = content;
  if (text === undefined) return [isTar(content.bytes) ? 'tar' : 'binary'];
  if (text === '') return ['empty'];
  return kinds[kind].formats?.(text, json) ?? [jsonLayer(json())];
}
