import { type Span, spanOfMatch } from '../../text/span.js';
import { isCustomScript, nodeExtensionIn, provisionsNodes } from './extensions.js';

/** How far an extension got: its handler was to be downloaded, installed …, or a command of its settings ran. */
export type Operation =
  'download' | 'install' | 'enable' | 'disable' | 'update' | 'settings' | 'files' | 'permission' | 'script';

/** What a text says about the failure of an extension. */
export interface ExtensionReport {
  /** As the text gives it; undefined if the text names none. */
  readonly name: string | undefined;
  readonly type: string | undefined;
  /** Undefined if the text doesn't show it. */
  readonly operation: Operation | undefined;
  /** The exit code of the handler, or of another extension than the custom script. */
  readonly code: number | undefined;
  readonly span: Span;
}

/** Whether the report is about the script of a custom script extension with which nodes are provisioned. */
export function isNodeScript({ name, type, operation }: ExtensionReport): boolean {
  if (operation !== undefined && operation !== 'script') return false;
  return name === undefined ? type === undefined || isCustomScript(type) : provisionsNodes(name);
}

/** Whether an extension provisions a node, by its name or its type. */
function isOfNode(name: string): boolean {
  return provisionsNodes(name) || isCustomScript(name);
}

const quote = `['"\`\\u2018\\u2019\\u201c\\u201d]`;
const named = new RegExp(
  String.raw`\bextension\s{1,4}${quote}([A-Za-z][\w.-]{0,100})${quote}(?:\s{0,4}\(publisher ${quote}([\w.-]{1,100})${quote} and type ${quote}([\w.-]{1,100})${quote}\))?`,
  'gi',
);
const typed = new RegExp(String.raw`VM extension type ${quote}([\w.-]{1,160})${quote}`, 'i');
/** An event of the guest agent: `name=Microsoft.Azure.Monitor.AzureMonitorLinuxAgent, op=Enable, message=…`. */
const agentEvent = /\bEvent: name=([\w.-]{1,160}), op=(\w{1,40}), message=/g;
/** The folder or the log mark of a handler: `Microsoft.Azure.Extensions.CustomScript-2.1.13`. */
const handlerFolder =
  /(?:\/var\/lib\/waagent\/|\[)(Microsoft\.[\w.]{3,120}|[A-Z][\w.]{3,120}\.[\w.]{3,80})-\d{1,4}(?:\.\d{1,6}){1,4}[\]/]/;
const handlerEnd =
  /\[Extension(?:Operation)?Error\]\s{0,4}(?:Non-zero exit code: (\d{1,5}),?|Timeout\(\d{1,6}\):)\s{0,4}([^\n]{0,400})/;
/** The guest agent skips extensions that wait for another one. */
const dependency = /\bdependent extension (?<waited>[\w.-]{1,160}) (?:failed|did not)/i;

/** Where the guest agent says only that the extension which provisions the node failed: others waited for it. */
export function waitForNodeScript(text: string): Span | undefined {
  const match = dependency.exec(text);
  return match !== null && isOfNode(match.groups?.waited ?? '') ? spanOfMatch(match) : undefined;
}
/** Words with which other extensions give their code. */
const ownCode =
  /\b(?:Enable|Install|Update|Disable|Uninstall) failed with exit code (\d{1,5})|,failed,(\d{1,5}),|: exit status (\d{1,5})\b/i;
/** Cluster API's words about its bootstrapping extension, which conditions don't name. */
const bootstrapping = /\bextension (?:([A-Z][\w.-]{1,100}) )?state failed\b/i;
const bootstrappingType = 'CAPZ.Bootstrapping';

/**
 * Reads which extension a text reports as failed, and at which operation. `text` has no escapes; undefined if it's about no
 * extension.
 */
export function extensionReport(text: string): ExtensionReport | undefined {
  const events = failedEvents(text);
  const open = events.filter(({ isSettled }) => !isSettled);
  if (events.length > 0 && open.length === 0) return undefined;
  const event = open.find(({ name }) => isOfNode(name)) ?? open[0];
  const { start, end: last } = event?.span ?? ofNode(text);
  const around = text.slice(start, last);
  const reportAt = (type: string, named: string | undefined, match: RegExpExecArray): ExtensionReport => {
    const { start: from, end } = spanOfMatch(match);
    const span = { start: start + from, end: start + end };
    return { name: named, type, operation: undefined, code: undefined, span };
  };
  const waitedFor = dependency.exec(event === undefined ? text : (around.split('\n', 1)[0] ?? ''));
  const cause = waitedFor?.groups?.waited;
  // Of a custom script extension, the text doesn't tell whether it or its script failed.
  if (waitedFor !== null && cause !== undefined && !isCustomScript(cause)) return reportAt(cause, cause, waitedFor);
  const handled = handlerEnd.exec(around);
  const name = nameIn(around, event?.name);
  const type = event?.name ?? name?.type ?? typed.exec(around)?.[1] ?? handlerFolder.exec(around)?.[1];
  const isScript = type === undefined ? name === undefined || provisionsNodes(name.name) : isCustomScript(type);
  const own = isScript ? null : ownCode.exec(around);
  const operation = operationIn(around, handled, event?.operation);
  const clusterApi = name === undefined && type === undefined ? bootstrapping.exec(around) : null;
  if (clusterApi !== null) return reportAt(bootstrappingType, clusterApi[1], clusterApi);
  if (operation === undefined && name === undefined && own === null) return undefined;
  // A log of the handler names its type and nothing else.
  const shown =
    name?.name ?? (type === undefined || operation === undefined || operation === 'script' ? undefined : type);
  const match = handled ?? own;
  const code = handled === null ? (own?.[1] ?? own?.[2] ?? own?.[3]) : handled[1];
  const at = match === null ? (name?.at ?? 0) : match.index;
  return {
    name: shown,
    type,
    operation,
    code: code === undefined ? undefined : Number(code),
    span: { start: start + at, end: start + at + (match?.[0].split('\n')[0]?.length ?? 0) },
  };
}

/** Characters of one event of the guest agent that are read. */
const longestReport = 16_000;

interface FailedEvent {
  readonly name: string;
  readonly operation: string;
  readonly span: Span;
  /** Whether a later list of the guest agent has the extension with success. */
  readonly isSettled: boolean;
}

/** The events that report an error. */
function failedEvents(text: string): FailedEvent[] {
  const found: FailedEvent[] = [];
  for (const match of text.matchAll(agentEvent)) {
    const [whole, name = '', operation = ''] = match;
    const message = text.slice(match.index + whole.length, match.index + whole.length + 300);
    if (!failedWords.test(message.split('\n')[0] ?? '')) continue;
    const span = { start: match.index, end: match.index + longestReport };
    found.push({ name, operation, span, isSettled: text.includes(`('${name}', 'success')`, match.index) });
  }
  return found;
}

const failedWords =
  /^\s{0,4}\[Extension\w{0,40}Error\]|failed|Ran into config errors|will not be processed|did not succeed/i;

/** The part of a text with the report on the extension that provisions the node, if it also reports on others. */
function ofNode(text: string): Span {
  const names = [...text.matchAll(named)];
  const index = names.findIndex(
    ({ 1: name = '', index: at }, place) =>
      isOfNode(name) && /fail|error|timed out/i.test(text.slice(at, names[place + 1]?.index ?? text.length)),
  );
  const own = names[index];
  const before = names[index - 1];
  const next = names.slice(index + 1).find((one) => one[1] !== own?.[1]);
  if (own === undefined || (before === undefined && next === undefined)) return { start: 0, end: text.length };
  const line = text.lastIndexOf('\n', own.index) + 1;
  const start = before === undefined ? 0 : Math.max(line, before.index + before[0].length);
  return { start, end: next?.index ?? text.length };
}

interface NamedExtension {
  readonly name: string;
  readonly type: string | undefined;
  readonly at: number;
}

/** The name that goes with the failure: the last one before its message, or the first one. */
function nameIn(text: string, event: string | undefined): NamedExtension | undefined {
  if (event !== undefined) return { name: event, type: event, at: 0 };
  const failed = /terminal failure for VM extension/i.exec(text)?.index ?? -1;
  const timed = /Provisioning of VM extension '?([A-Za-z][\w.-]{0,100}?)'? has timed out/i.exec(text);
  const all = [...text.matchAll(named)].map((match) => ({
    name: match[1] ?? '',
    type: match[2] === undefined ? undefined : `${match[2]}.${match[3] ?? ''}`,
    at: match.index,
  }));
  const isNodes = all.some(({ name }) => provisionsNodes(name));
  if (timed?.[1] !== undefined && (!isNodes || provisionsNodes(timed[1])))
    return { name: timed[1], type: undefined, at: timed.index };
  return all.find(({ at }) => at >= failed) ?? all[0] ?? viewedExtension(text) ?? bareName(text);
}

/** A known name without a word before it. */
function bareName(text: string): NamedExtension | undefined {
  const match = nodeExtensionIn(text);
  return match === null ? undefined : { name: match[0], type: undefined, at: match.index };
}

/** The extension of an instance view that failed, above all the one that provisions the node. */
function viewedExtension(text: string): NamedExtension | undefined {
  const entries = [
    ...text.matchAll(/"name"\s{0,8}:\s{0,8}"([\w.-]{1,100})"\s{0,8},\s{0,80}"type"\s{0,8}:\s{0,8}"([\w.-]{1,160})"/g),
  ].map((match) => ({ name: match[1] ?? '', type: match[2], at: match.index }));
  const failed = entries.filter(({ at }, index) => {
    const own = text.slice(at, entries[index + 1]?.at ?? text.length);
    return /ProvisioningState\/failed|"level"\s{0,8}:\s{0,8}"Error"/.test(own);
  });
  const ofNodes = (all: readonly NamedExtension[]): NamedExtension | undefined =>
    all.find(({ name }) => provisionsNodes(name));
  return ofNodes(failed) ?? failed[0] ?? ofNodes(entries);
}

/**
 * Words of the custom script extension of Linux (custom-script-extension-linux 2.1, `main/`) and of the guest agent about
 * what failed, in the order in which they count.
 */
const operationWords: readonly (readonly [Operation, RegExp])[] = [
  ['permission', /Extension(?: '[^'\n]{1,160}')? will not be processed\b/],
  [
    'download',
    /\[ExtensionDownloadError\]|Unable to find version \S{1,40} in manifest|Failed to (?:get ext handler pkgs|fetch manifest from all sources|download \S{1,160} from all URIs)/,
  ],
  ['enable', /Malformed status file|\[ExtensionError\] Invalid status/],
  ['files', /processing file downloads failed|failed to download (?:file(?:s|\[)|all specified files)/i],
  [
    'settings',
    /failed to get configuration|Ran into config errors|failed to parse (?:handler )?(?:configuration|settings)|invalid configuration: '?(?:commandToExecute|script|fileUris|storage|managedIdentity)|failed to decrypt|failed to decode script|(?:commandToExecute|script)[^\n]{0,60}(?:mutually exclusive|were? specified|both|is not specified|empty)/i,
  ],
  ['script', /failed to execute command|exit(?:ed with)? (?:status|code)|non-zero exit code|\[stdout\]/i],
];

function operationIn(
  text: string,
  handled: RegExpExecArray | null,
  agentOperation: string | undefined,
): Operation | undefined {
  if (handled !== null)
    return handlerOperation(/\b(?:install|enable|disable|update)\b/i.exec(handled[2] ?? '')?.[0] ?? 'install');
  const said = operationWords.find(([, words]) => words.test(text))?.[0];
  if (said !== undefined) return said;
  if (/event="(?:failed to handle|pre-check failed)"/.test(text))
    return handlerOperation(/\boperation=(install|enable|disable|update)\b/.exec(text)?.[1] ?? 'enable');
  return agentOperation === undefined ? undefined : 'enable';
}

function handlerOperation(word: string): Operation {
  return (['install', 'enable', 'disable', 'update'] as const).find((one) => one === word.toLowerCase()) ?? 'enable';
}
