import type { Contract } from '../contract/descriptor.js';
import { looksLikeBootstrapOptions } from '../karpenter/detect.js';
import { memberIgnoringCase } from '../syntax/ignoreCase.js';
import { resolved, stringValue, type SyntaxNode } from '../syntax/node.js';
import { isMisspeltCloudConfig, userDataType } from '../userData/header.js';
import type { DocumentKind } from './kinds.js';

/** What is known of a document before it is read as anything. */
export interface Clues {
  readonly name: string;
  readonly text: string;
  /** The tree of the text read as JSON; asked for only where the text looks like JSON. */
  readonly json: () => SyntaxNode | undefined;
}

/** A document's kind: by what the user chose, else by its name, else by its content. */
export function detectKind(clues: Clues, contract: Contract, chosen?: DocumentKind): DocumentKind {
  return chosen ?? kindByName(clues.name) ?? kindByContent(clues, contract);
}

const names: readonly [RegExp, DocumentKind][] = [
  [/(?:^|[/\\])(?:.*[-_.])?aks-node-controller-config(?:[-_.].*)?\.jsonc?$/i, 'node-config'],
  [/\.(?:aks-)?node-config\.jsonc?$|(?:^|[/\\])aksnodeconfig\.json$/i, 'node-config'],
  [/(?:^|[/\\])(?:.*[-_.])?cloud-(?:config|init)(?:[-_.].*)?\.ya?ml$/i, 'cloud-config'],
  [/\.vmss\.json$/i, 'vmss-json'],
  [/(?:^|[/\\])(?:.*[-_.])?(?:karpenter-)?bootstrap-options\.jsonc?$|\.karpenter\.json$/i, 'karpenter-options'],
];

/** The kind that a file name stands for, or undefined where it says nothing. */
export function kindByName(name: string): DocumentKind | undefined {
  return names.find(([pattern]) => pattern.test(name))?.[1];
}

/** Whether a text should be read as JSON. */
export function looksLikeJson(text: string): boolean {
  return /^\ufeff?\s*[{[]/.test(text);
}

function kindByContent(clues: Clues, contract: Contract): DocumentKind {
  if (looksLikeJson(clues.text)) return kindOfJson(clues.json(), contract);
  if (isMisspeltCloudConfig(clues.text)) return 'cloud-config';
  const type = userDataType(clues.text);
  if (type === undefined) return 'unknown';
  return type === 'cloud-config' || type === 'mime' ? type : 'user-data';
}

/** Kinds of JSON documents by the names in them; lists count as what their first entry is. */
function kindOfJson(root: SyntaxNode | undefined, contract: Contract, depth = 0): DocumentKind {
  const node = resolved(root);
  if (node?.kind === 'array') return depth > 2 ? 'unknown' : kindOfJson(node.items[0], contract, depth + 1);
  if (node?.kind !== 'object') return 'unknown';
  const member = (name: string): SyntaxNode | undefined => resolved(memberIgnoringCase(node, name)?.value);
  if (memberIgnoringCase(member('ignition'), 'version') !== undefined) return 'ignition';
  const schema = stringValue(member('$schema')) ?? '';
  if (/deploymentTemplate\.json/i.test(schema) || (member('resources') && member('contentVersion')))
    return 'arm-template';
  if (member('operationName') && (member('eventTimestamp') ?? member('properties'))) return 'activity-log';
  const properties = member('properties') ?? node;
  const type = stringValue(member('type')) ?? '';
  const has = (name: string): boolean => memberIgnoringCase(properties, name) !== undefined;
  if (has('virtualMachineProfile') || /\/virtualMachineScaleSets$/i.test(type)) return 'vmss-json';
  if (has('osProfile') || has('storageProfile') || /\/virtualMachines$/i.test(type)) return 'vm-json';
  if (isCseSettings(node)) return 'cse-settings';
  const listed = member('value');
  if (listed?.kind === 'array' && depth <= 2) return kindOfJson(listed, contract, depth + 1);
  if (looksLikeBootstrapOptions(node, contract)) return 'karpenter-options';
  const fields = node.members.filter((candidate) => contract.root.fieldByKey(candidate.key.name) !== undefined);
  // `version` alone is in half of the world's JSON files.
  return fields.some((candidate) => candidate.key.name !== 'version') ? 'node-config' : 'unknown';
}

function isCseSettings(node: SyntaxNode): boolean {
  const holders = [
    node,
    memberIgnoringCase(node, 'settings')?.value,
    memberIgnoringCase(node, 'protectedSettings')?.value,
  ];
  return holders.some(
    (holder) =>
      memberIgnoringCase(resolved(holder), 'commandToExecute') ?? memberIgnoringCase(resolved(holder), 'fileUris'),
  );
}
