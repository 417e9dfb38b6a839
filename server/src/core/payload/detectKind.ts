import { moduleOf } from '../cloudConfig/schema/schemaNode.js';
import {
  isMisspeltCloudConfig,
  misspeltBeginning,
  multipartType,
  userDataType,
} from '../cloudConfig/userData/contentTypes.js';
import { typeOfTemplate } from '../cloudConfig/userData/template.js';
import { isProvisionLog, reportsFailure } from '../failure/recognise.js';
import { isArmExpression } from '../formats/arm/parse.js';
import { isJsonLines } from '../formats/json/lines.js';
import { looksLikeJson } from '../formats/json/looks.js';
import { mainCommand, readShell } from '../formats/shell/commands.js';
import { isWindowsCommandLine } from '../formats/shell/windows.js';
import { memberIgnoringCase, resolved, stringValue, type SyntaxNode } from '../formats/tree/node.js';
import { looksLikeBootstrapOptions } from '../karpenter/options/detect.js';
import { looksLikeResources } from '../karpenter/resources/model.js';
import type { Contract } from '../nodeConfig/contract/contract.js';
import type { DocumentKind } from '../document/kinds.js';
import { holdsSecret } from './containers/kubernetesSecret.js';

/** The header of a table that the portal exports from the activity log; columns differ with what was chosen there. */
const header = /^\ufeff?(?:"?[\w ()/-]{1,60}"?,){0,40}"?operation ?name"?(?:,"?[\w ()/-]{1,60}"?){0,40}\r?(?:\n|$)/i;

/** Whether a text is the activity log as comma-separated values. */
export function isActivityTable(text: string): boolean {
  return header.test(text.slice(0, 5_000)) && text.includes(',');
}

/** Commands that a script extension is given most often. */
const program = /^\s*(?:(?:sudo|nohup|env)\s+)?(?:(?:\/usr)?\/bin\/[\w.-]+\s|(?:bash|sh)\s+(?:-\w|[\w./-]+\.sh\b))/;
const decodingPipeline = /^\s*(?:echo|printf)\s[^\n|]*\|\s*base64\s+-/;
/** What statements in front of the command that matters begin with. */
const statement = /^\s*(?:echo|printf|if|for|while|cd|mkdir|export|sleep|source|timeout|curl|wget)\s/;
const assignment = /^\s*[A-Za-z_]\w*=/;

/** Whether a text is the command line of a script extension and not prose, settings or a script. */
function looksLikeCommandLine(text: string): boolean {
  if (isWindowsCommandLine(text) || program.test(text) || decodingPipeline.test(text)) return true;
  if (!assignment.test(text)) return statement.test(text) && runsProgram(text);
  const { commands, unclosed } = readShell(text);
  // A file of settings is nothing but assignments.
  return (mainCommand(commands)?.assignments.length ?? 0) > 0 || unclosed !== undefined || hasCommandBehind(text);
}

/** Whether the first line goes on with a command behind its assignments. */
function hasCommandBehind(text: string): boolean {
  const end = text.indexOf('\n');
  const { commands } = readShell(end < 0 ? text : text.slice(0, end));
  return commands.some(({ words }) => words.length > 0);
}

/** Whether one of several statements gives variables to a program, or names one by its path; prose does neither. */
function runsProgram(text: string): boolean {
  const { commands } = readShell(text);
  return (
    commands.length > 1 &&
    commands.some(({ assignments, words: [name] }) => assignments.length > 0 || /^\/\w/.test(name?.value ?? ''))
  );
}

/**
 * Whether JSON is what an extension leaves in its `status` folder for the guest agent to read: a list of reports, each with
 * a `status` that has a `formattedMessage`, `operation` or `substatus` (WALinuxAgent 2.13).
 */
export function isExtensionStatus(root: SyntaxNode | undefined): boolean {
  const list = resolved(root);
  if (list?.kind !== 'array' || list.items.length === 0) return false;
  const status = resolved(memberIgnoringCase(resolved(list.items[0]), 'status')?.value);
  return ['formattedMessage', 'operation', 'substatus'].some((name) => memberIgnoringCase(status, name) !== undefined);
}

/** The XML documents that the Linux agent reads a goal state from. */
type GoalStateFormat = 'extensions-config' | 'ovf-env';

/** What an XML text is by its root element; undefined for other texts. */
export function goalStateFormat(text: string): GoalStateFormat | undefined {
  const start = text.slice(0, 4_000);
  if (!/^\ufeff?\s*</.test(start)) return undefined;
  const root = /<(?!\?|!)(?:[\w.-]+:)?([\w.-]+)/.exec(start)?.[1];
  if (root === 'Extensions') return 'extensions-config';
  const isOvf =
    root === 'Environment' ||
    root === 'ProvisioningSection' ||
    /<(?:\w+:)?LinuxProvisioningConfigurationSet\b/.test(text);
  return isOvf ? 'ovf-env' : undefined;
}

/** What is known of a document before it is read as anything. */
interface DetectionInput {
  readonly name: string;
  readonly text: string;
  /** The tree of the text read as JSON; asked for only where the text looks like JSON. */
  readonly json: () => SyntaxNode | undefined;
  /** Whether the document is a file of its own, so that nothing around it says what it is. */
  readonly whole: boolean;
}

/** A document's kind: by what the user chose, else by its name, else by its content. */
export function detectKind(clues: DetectionInput, contract: Contract, chosen?: DocumentKind): DocumentKind {
  return chosen ?? kindByName(clues.name) ?? kindByContent(clues, contract);
}

/** Logs of a node's boot, also numbered or dated by log rotation. */
const logNames =
  /(?:^|[/\\])(?:cloud-init(?:-output)?|cluster-provision(?:-cse-output)?|waagent|aks-node-controller)(?:[-_.][^/\\]*)?\.(?:log|output)(?:\.\d+)?$/i;

const names: readonly [RegExp, DocumentKind][] = [
  [/(?:^|[/\\])(?:.*[-_.])?aks-node-controller-config(?:[-_.].*)?\.jsonc?$/i, 'node-config'],
  [/\.(?:aks-)?node-config\.jsonc?$|(?:^|[/\\])aksnodeconfig\.json$/i, 'node-config'],
  [/(?:^|[/\\])(?:.*[-_.])?cloud-(?:config|init)(?:[-_.].*)?\.ya?ml$/i, 'cloud-config'],
  [/\.vmss\.json$/i, 'vmss-json'],
  [/(?:^|[/\\])provision(?:[-_.][^/\\]*)?\.json$/i, 'cse-status'],
  [logNames, 'provision-log'],
  [/(?:^|[/\\])(?:.*[-_.])?(?:karpenter-)?bootstrap-options\.jsonc?$|\.karpenter\.json$/i, 'karpenter-options'],
];

/** The kind that a file name stands for, or undefined where it says nothing. */
function kindByName(name: string): DocumentKind | undefined {
  return names.find(([pattern]) => pattern.test(name))?.[1];
}

function kindByContent(clues: DetectionInput, contract: Contract): DocumentKind {
  // Resources that options are made from stand for the options.
  if (clues.whole && looksLikeResources(clues.text)) return 'karpenter-options';
  if (looksLikeJson(clues.text)) {
    if (isJsonLines(clues.text)) return isProvisionLog(clues.text) ? 'provision-log' : 'activity-log';
    if (isArmExpression(clues.text)) return 'arm-template';
    const kind = kindOfJson(clues.json(), contract);
    if (kind !== 'unknown') return kind;
    if (clues.whole && holdsSecret(clues.text)) return 'kubernetes';
    return isExtensionStatus(clues.json()) ? 'cse-status' : kindOfReport(clues.text);
  }
  if (isMisspeltCloudConfig(clues.text)) return 'cloud-config';
  const type = userDataType(clues.text);
  if (type === undefined) {
    if (clues.whole && holdsSecret(clues.text)) return 'kubernetes';
    if (misspeltBeginning(clues.text) !== undefined) return 'user-data';
    const kind = clues.whole ? kindOfWhole(clues.text) : 'unknown';
    return kind === 'unknown' ? kindOfReport(clues.text) : kind;
  }
  if (type === multipartType) return 'mime';
  const rendered = type === 'text/jinja2' ? typeOfTemplate(clues.text) : type;
  return rendered === 'text/cloud-config' ? 'cloud-config' : 'user-data';
}

/** What a text alone may be: a paste of a command or of an XML document, or a cloud-config without its header. */
function kindOfWhole(text: string): DocumentKind {
  if (isActivityTable(text)) return 'activity-log';
  if (looksLikeCommandLine(text)) return 'cse-command';
  if (goalStateFormat(text) !== undefined) return 'goal-state';
  return hasCloudConfigKeys(text) ? 'cloud-config' : 'unknown';
}

/**
 * Whether a YAML text has the keys of a cloud-config, and no header: at the top nothing but keys that cloud-init's modules
 * read, and among them one that nobody else has.
 */
function hasCloudConfigKeys(text: string): boolean {
  if (!/^(?:runcmd|bootcmd|write_files)[ \t]*:/m.test(text)) return false;
  const keys = [...text.matchAll(/^([\w-]+)[ \t]*:(?:[ \t\r]|$)/gm)].map(([, key]) => key ?? '');
  return keys.length > 0 && keys.every((key) => moduleOf(key) !== undefined);
}

/** What somebody pasted to have a failure explained, or a log. */
function kindOfReport(text: string): DocumentKind {
  if (isProvisionLog(text)) return 'provision-log';
  return reportsFailure(text) ? 'cse-status' : 'unknown';
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
  if (member('extensionGoalStates') ?? member('hostGAPluginVersion')) return 'goal-state';
  const request = member('properties');
  if (memberIgnoringCase(request, 'template') && memberIgnoringCase(request, 'mode')) return 'arm-template';
  if (member('operationName') && (member('eventTimestamp') ?? member('properties'))) return 'activity-log';
  const properties = member('properties') ?? node;
  const type = stringValue(member('type')) ?? '';
  const has = (name: string): boolean => memberIgnoringCase(properties, name) !== undefined;
  if (has('virtualMachineProfile') || /\/virtualMachineScaleSets$/i.test(type)) return 'vmss-json';
  if (
    has('osProfile') ||
    has('storageProfile') ||
    isInstanceView(member('instanceView') ?? node) ||
    /\/virtualMachines$/i.test(type)
  )
    return 'vm-json';
  if (isCseSettings(node)) return 'cse-settings';
  const listed = member('value');
  if (listed?.kind === 'array' && depth <= 2) return kindOfJson(listed, contract, depth + 1);
  if (looksLikeBootstrapOptions(node, contract.root)) return 'karpenter-options';
  const fields = node.members.filter((candidate) => contract.root.fieldByKey(candidate.key.name) !== undefined);
  // `version` alone is in half of the world's JSON files.
  return fields.some((candidate) => candidate.key.name !== 'version') ? 'node-config' : 'unknown';
}

/** What Azure says of a running machine: `az vm get-instance-view`, also the view alone (2024-03-01). */
function isInstanceView(node: SyntaxNode): boolean {
  return memberIgnoringCase(node, 'vmAgent') !== undefined && memberIgnoringCase(node, 'statuses') !== undefined;
}

function isCseSettings(node: SyntaxNode): boolean {
  const [handler] = itemsOf(memberIgnoringCase(node, 'runtimeSettings')?.value);
  const handled = resolved(memberIgnoringCase(resolved(handler), 'handlerSettings')?.value);
  const holders = [
    node,
    memberIgnoringCase(handled, 'publicSettings')?.value,
    memberIgnoringCase(handled, 'protectedSettings')?.value,
    memberIgnoringCase(node, 'settings')?.value,
    memberIgnoringCase(node, 'protectedSettings')?.value,
  ];
  return (
    holders.some(
      (holder) =>
        memberIgnoringCase(resolved(holder), 'commandToExecute') ?? memberIgnoringCase(resolved(holder), 'fileUris'),
    ) ||
    holders.slice(1).some(hasEncodedScript) ||
    isCustomScript(node)
  );
}

function itemsOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  const list = resolved(node);
  return list?.kind === 'array' ? list.items : [];
}

/** Many settings have a script; that of the extension is base64. */
function hasEncodedScript(settings: SyntaxNode | undefined): boolean {
  const script = stringValue(memberIgnoringCase(resolved(settings), 'script')?.value) ?? '';
  return script.length >= 16 && !/[^A-Za-z0-9+/=\s]/.test(script);
}

/** An extension of that type counts even where its settings are elsewhere. */
function isCustomScript(node: SyntaxNode): boolean {
  const type = stringValue(memberIgnoringCase(node, 'type')?.value) ?? '';
  return /^CustomScript(?:Extension|ForLinux)?$/i.test(type);
}
