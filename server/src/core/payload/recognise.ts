import { isWindowsCommandLine } from '../formats/shell/windows.js';
import { mainCommand, readShell } from '../formats/shell/commands.js';
import { canonicalMember, type ObjectNode, resolved, stringValue, type SyntaxNode } from '../formats/tree/node.js';
import { looksLikeJson } from '../formats/json/detect.js';
import { kindOfUserData } from '../cloudConfig/userData/formats.js';
import type { Budget } from '../text/budget.js';
import { excerptOf, type MappedText } from '../text/mappedText.js';
import { isEncodedPayload } from './layers/base64.js';

/** The header of a table that the portal exports from the activity log; columns differ with what was chosen there. */
const header = /^\ufeff?(?:"?[\w ()/-]{1,60}"?,){0,40}"?operation ?name"?(?:,"?[\w ()/-]{1,60}"?){0,40}\r?(?:\n|$)/i;

/** Whether a text is the activity log as comma-separated values. */
export function isActivityTable(text: string): boolean {
  return header.test(text.slice(0, 5_000)) && text.includes(',');
}

/**
 * Whether a text is a table as comma-separated values with payloads in its cells, as Resource Graph and Log Analytics export
 * rows: in a column of its own, or in JSON.
 */
export function isPayloadTable(text: string): boolean {
  const names = /^\ufeff?[^\r\n]{3,4000}/.exec(text.slice(0, 4_100))?.[0] ?? '';
  if (!/^\ufeff?"?[A-Za-z_$][\w.$ [\]()/-]{0,100}"?,/.test(names) || /[{}=;<>]/.test(names)) return false;
  return (
    columnRole.test(names.replaceAll('_', '')) ||
    /(?:custom_?data|user_?data|os_?profile|virtual_?machine_?profile)\\{0,7}""\s{0,9}:/i.test(text)
  );
}

const columnRole = /(custom|user)data"?(?=,|$)/i;

/** The role of the values in a column, such as `properties_osProfile_customData`; undefined for other columns. */
export function roleOfColumn(name: string): 'customData' | 'userData' | undefined {
  const [, word] = columnRole.exec(name.replaceAll('_', '')) ?? [];
  if (word === undefined) return undefined;
  return word.toLowerCase() === 'custom' ? 'customData' : 'userData';
}

/** The most common commands of script extensions. */
const program = /^\s*(?:(?:sudo|nohup|env)\s+)?(?:(?:\/usr)?\/bin\/[\w.-]+\s|(?:bash|sh)\s+(?:-\w|[\w./-]+\.sh\b))/;
const decodingPipeline = /^\s*(?:echo|printf)\s[^\n|]*\|\s*base64\s+-/;
/** The beginnings of statements before the main command. */
const statement = /^\s*(?:echo|printf|if|for|while|cd|mkdir|export|sleep|source|timeout|curl|wget)\s/;
const assignment = /^\s*[A-Za-z_]\w*=/;

/** Whether a text is the command line of a script extension and not prose, settings or a script. */
export function looksLikeCommandLine(text: string, budget?: Budget): boolean {
  if (isWindowsCommandLine(text) || program.test(text) || decodingPipeline.test(text)) return true;
  if (!assignment.test(text)) return statement.test(text) && runsProgram(text, budget);
  const { commands, unclosed } = readShell(text, budget);
  // A file of settings has only assignments.
  return (
    (mainCommand(commands)?.assignments.length ?? 0) > 0 || unclosed !== undefined || hasCommandBehind(text, budget)
  );
}

/** Whether the first line has a command after its assignments. */
function hasCommandBehind(text: string, budget?: Budget): boolean {
  const end = text.indexOf('\n');
  const { commands } = readShell(end < 0 ? text : text.slice(0, end), budget);
  return commands.some(({ words }) => words.length > 0);
}

/** Whether one of several statements sets variables for a program, or runs one by its path; prose does neither. */
function runsProgram(text: string, budget?: Budget): boolean {
  const { commands } = readShell(text, budget);
  return (
    commands.length > 1 &&
    commands.some(({ assignments, words: [name] }) => assignments.length > 0 || /^\/\w/.test(name?.value ?? ''))
  );
}

/**
 * Whether JSON is a file in the `status` folder of an extension, which the guest agent reads: a list of reports, each with a
 * `status` that has a `formattedMessage`, `operation` or `substatus` (WALinuxAgent 2.13).
 */
export function isExtensionStatus(root: SyntaxNode | undefined): boolean {
  const list = resolved(root);
  if (list?.kind !== 'array' || list.items.length === 0) return false;
  const status = resolved(canonicalMember(resolved(list.items[0]), 'status')?.value);
  return ['formattedMessage', 'operation', 'substatus'].some((name) => canonicalMember(status, name) !== undefined);
}

/** The XML documents that the Linux agent reads a goal state from. */
type GoalStateFormat = 'extensions-config' | 'ovf-env';

/** The format of an XML document by its root element; undefined for other documents. */
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

/** The value of a member, however Azure's tools spell its name. */
function member(node: ObjectNode, name: string): SyntaxNode | undefined {
  return resolved(canonicalMember(node, name)?.value);
}

export function isIgnition(node: ObjectNode): boolean {
  return canonicalMember(member(node, 'ignition'), 'version') !== undefined;
}

/** A template, or the request to deploy one. */
export function isArmTemplate(node: ObjectNode): boolean {
  const schema = stringValue(member(node, '$schema')) ?? '';
  const request = member(node, 'properties');
  return (
    /deploymentTemplate\.json/i.test(schema) ||
    (member(node, 'resources') !== undefined && member(node, 'contentVersion') !== undefined) ||
    (canonicalMember(request, 'template') !== undefined && canonicalMember(request, 'mode') !== undefined)
  );
}

/** The settings of extensions as the guest agent gets them. */
export function isVmSettings(node: ObjectNode): boolean {
  return (member(node, 'extensionGoalStates') ?? member(node, 'hostGAPluginVersion')) !== undefined;
}

/** What `az vm run-command invoke` prints, if a command printed a document. */
export function isRunCommand(node: ObjectNode): boolean {
  return itemsOf(canonicalMember(node, 'value')?.value).some((item) => {
    const message = stringValue(canonicalMember(resolved(item), 'message')?.value) ?? '';
    return isPrintedDocument(printedText(message)?.text ?? message);
  });
}

/** What the command of a message printed: the text between `[stdout]` and `[stderr]`, without the line break that the marker adds. */
export function printedText(message: string): MappedText | undefined {
  const begin = /(?:^|\n)\[stdout\]\r?\n/.exec(message.slice(0, 4_000));
  if (begin === null) return undefined;
  const start = begin.index + begin[0].length;
  const marker = message.lastIndexOf('\n[stderr]');
  const end = marker < start - 1 ? message.length : Math.max(start, marker);
  return excerptOf(message, { start, end: message.charAt(end - 1) === '\r' ? end - 1 : end });
}

/** Whether what a command printed is a document and not the report of a script. */
export function isPrintedDocument(text: string): boolean {
  return (
    kindOfUserData(text) !== undefined ||
    goalStateFormat(text) !== undefined ||
    (looksLikeJson(text) && payloadMember.test(text)) ||
    isAzureYaml(text) ||
    isEncodedPayload(text)
  );
}

/**
 * A member of JSON with a payload, or with a machine around it, and not `disable_custom_data` of node configs; its quotes may
 * be escaped or entities.
 */
export const payloadMember =
  /(?:(?<!disable_?)custom_?data|user_?data|os_?profile|virtual_?machine_?profile|command_?to_?execute|runtime_?settings)(?:\\?["\u201d]|&quot;)\s{0,9}:/i;

/** The keys of Azure's documents that have payloads, in YAML. */
const azureKey =
  /^[ \t]*(?:-[ \t]+)?["']?(?:custom_?data|user_?data|os_?profile|(?:virtual_?machine|storage|extension)_?profile|instance_?view|command_?to_?execute)["']?[ \t]*:/im;
const yamlBegins = /^(?:---[^\n]*\n|#[^\n]*\n|\s)*(?:-\s+)?["']?[A-Za-z$][\w.$-]*["']?[ \t]*:(?:\s|$)/;

/** Whether a text is YAML as `az` and other tools print a document of Azure. */
export function isAzureYaml(text: string): boolean {
  return !looksLikeJson(text) && yamlBegins.test(text.slice(0, 4_000)) && azureKey.test(text);
}

export function isActivityEvent(node: ObjectNode): boolean {
  return (
    member(node, 'operationName') !== undefined &&
    (member(node, 'eventTimestamp') ?? member(node, 'properties')) !== undefined
  );
}

export function isScaleSet(node: ObjectNode): boolean {
  const type = stringValue(member(node, 'type')) ?? '';
  const has = canonicalMember(member(node, 'properties') ?? node, 'virtualMachineProfile') !== undefined;
  return has || /\/virtualMachineScaleSets$/i.test(type);
}

export function isMachine(node: ObjectNode): boolean {
  const properties = member(node, 'properties') ?? node;
  const type = stringValue(member(node, 'type')) ?? '';
  return (
    isInstanceMetadata(member(node, 'compute') ?? node) ||
    canonicalMember(properties, 'osProfile') !== undefined ||
    canonicalMember(properties, 'storageProfile') !== undefined ||
    isInstanceView(member(node, 'instanceView') ?? node) ||
    /\/virtualMachines$/i.test(type)
  );
}

/** What the instance metadata service answers, or its member `compute` alone (2021-12-13). */
function isInstanceMetadata(node: SyntaxNode): boolean {
  return canonicalMember(node, 'azEnvironment') !== undefined && canonicalMember(node, 'vmSize') !== undefined;
}

/** The instance view of a machine (`az vm get-instance-view`), also alone (2024-03-01). */
function isInstanceView(node: SyntaxNode): boolean {
  return canonicalMember(node, 'vmAgent') !== undefined && canonicalMember(node, 'statuses') !== undefined;
}

/** Settings of a custom script extension in one of the formats of Azure's tools. */
export function isCseSettings(node: ObjectNode): boolean {
  const [handler] = itemsOf(canonicalMember(node, 'runtimeSettings')?.value);
  const handled = resolved(canonicalMember(resolved(handler), 'handlerSettings')?.value);
  const holders = [
    node,
    canonicalMember(handled, 'publicSettings')?.value,
    canonicalMember(handled, 'protectedSettings')?.value,
    canonicalMember(node, 'settings')?.value,
    canonicalMember(node, 'protectedSettings')?.value,
  ];
  return (
    holders.some(
      (holder) =>
        canonicalMember(resolved(holder), 'commandToExecute') ?? canonicalMember(resolved(holder), 'fileUris'),
    ) ||
    holders.slice(1).some(hasEncodedScript) ||
    isCustomScript(node)
  );
}

function itemsOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  const list = resolved(node);
  return list?.kind === 'array' ? list.items : [];
}

/** Many documents have a member `script`; the one of the extension is base64. */
function hasEncodedScript(settings: SyntaxNode | undefined): boolean {
  const script = stringValue(canonicalMember(resolved(settings), 'script')?.value) ?? '';
  return script.length >= 16 && !/[^A-Za-z0-9+/=\s]/.test(script);
}

/** An extension of that type counts even without settings. */
function isCustomScript(node: SyntaxNode): boolean {
  const type = stringValue(canonicalMember(node, 'type')?.value) ?? '';
  return /^CustomScript(?:Extension|ForLinux)?$/i.test(type);
}
