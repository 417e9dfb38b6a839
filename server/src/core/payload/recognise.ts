import { isWindowsCommandLine } from '../formats/shell/windows.js';
import { mainCommand, readShell } from '../formats/shell/commands.js';
import { memberIgnoringCase, type ObjectNode, resolved, stringValue, type SyntaxNode } from '../formats/tree/node.js';
import type { Budget } from '../text/budget.js';

/** The header of a table that the portal exports from the activity log; columns differ with what was chosen there. */
const header = /^\ufeff?(?:"?[\w ()/-]{1,60}"?,){0,40}"?operation ?name"?(?:,"?[\w ()/-]{1,60}"?){0,40}\r?(?:\n|$)/i;

/** Whether a text is the activity log as comma-separated values. */
export function isActivityTable(text: string): boolean {
  return header.test(text.slice(0, 5_000)) && text.includes(',');
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
  const status = resolved(memberIgnoringCase(resolved(list.items[0]), 'status')?.value);
  return ['formattedMessage', 'operation', 'substatus'].some((name) => memberIgnoringCase(status, name) !== undefined);
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

/** The value of a member, in any casing. */
function member(node: ObjectNode, name: string): SyntaxNode | undefined {
  return resolved(memberIgnoringCase(node, name)?.value);
}

export function isIgnition(node: ObjectNode): boolean {
  return memberIgnoringCase(member(node, 'ignition'), 'version') !== undefined;
}

/** A template, or the request to deploy one. */
export function isArmTemplate(node: ObjectNode): boolean {
  const schema = stringValue(member(node, '$schema')) ?? '';
  const request = member(node, 'properties');
  return (
    /deploymentTemplate\.json/i.test(schema) ||
    (member(node, 'resources') !== undefined && member(node, 'contentVersion') !== undefined) ||
    (memberIgnoringCase(request, 'template') !== undefined && memberIgnoringCase(request, 'mode') !== undefined)
  );
}

/** The settings of extensions as the guest agent gets them. */
export function isVmSettings(node: ObjectNode): boolean {
  return (member(node, 'extensionGoalStates') ?? member(node, 'hostGAPluginVersion')) !== undefined;
}

export function isActivityEvent(node: ObjectNode): boolean {
  return (
    member(node, 'operationName') !== undefined &&
    (member(node, 'eventTimestamp') ?? member(node, 'properties')) !== undefined
  );
}

export function isScaleSet(node: ObjectNode): boolean {
  const type = stringValue(member(node, 'type')) ?? '';
  const has = memberIgnoringCase(member(node, 'properties') ?? node, 'virtualMachineProfile') !== undefined;
  return has || /\/virtualMachineScaleSets$/i.test(type);
}

export function isMachine(node: ObjectNode): boolean {
  const properties = member(node, 'properties') ?? node;
  const type = stringValue(member(node, 'type')) ?? '';
  return (
    memberIgnoringCase(properties, 'osProfile') !== undefined ||
    memberIgnoringCase(properties, 'storageProfile') !== undefined ||
    isInstanceView(member(node, 'instanceView') ?? node) ||
    /\/virtualMachines$/i.test(type)
  );
}

/** The instance view of a machine (`az vm get-instance-view`), also alone (2024-03-01). */
function isInstanceView(node: SyntaxNode): boolean {
  return memberIgnoringCase(node, 'vmAgent') !== undefined && memberIgnoringCase(node, 'statuses') !== undefined;
}

/** Settings of a custom script extension in one of the formats of Azure's tools. */
export function isCseSettings(node: ObjectNode): boolean {
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

/** Many documents have a member `script`; the one of the extension is base64. */
function hasEncodedScript(settings: SyntaxNode | undefined): boolean {
  const script = stringValue(memberIgnoringCase(resolved(settings), 'script')?.value) ?? '';
  return script.length >= 16 && !/[^A-Za-z0-9+/=\s]/.test(script);
}

/** An extension of that type counts even without settings. */
function isCustomScript(node: SyntaxNode): boolean {
  const type = stringValue(memberIgnoringCase(node, 'type')?.value) ?? '';
  return /^CustomScript(?:Extension|ForLinux)?$/i.test(type);
}
