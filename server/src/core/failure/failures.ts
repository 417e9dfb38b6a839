import { limits } from '../limits.js';
import { composeMaps, fragmentMap, type PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import { innermostMessage, isBareQuote, type MappedText, type Message, withoutPasteMarks } from './message.js';
import { numberMember, type ProvisionStatus, provisionStatus, statusRemainder, textMember } from './provisionStatus.js';
import { type CodeSource, type ExitCodeMention, exitCodeMentions } from './statements.js';

/** What a command wrote, as far as a message holds it. */
interface Outputs {
  /** The script's own output: of the provision status where there is one, else what the extension kept. */
  readonly output: string | undefined;
  readonly errors: string | undefined;
}

/** Cuts a message into the sections that the extension or AKS make. */
export function outputsOf(message: string, status: ProvisionStatus | undefined): Outputs {
  const own = status && textMember(status.members, 'Output');
  const begin = message.indexOf('[stdout]');
  const middle = message.indexOf('[stderr]', Math.max(0, begin));
  const out = begin < 0 ? outputOfProvider(message) : message.slice(begin + 8, middle < 0 ? undefined : middle);
  const errors = middle < 0 ? undefined : message.slice(middle + 8).replace(platformWords, '');
  const before = status?.begins === false ? message.slice(0, status.start) : undefined;
  return { output: own ?? before ?? out, errors };
}

/** What Azure puts behind the message of an extension. */
const platformWords =
  /\\?['"]{0,2}\.?\s{0,8}(?:\n(?:Code|Message|Target|Status): |More information on troubleshooting|For more information, check)[^]*$/;

/** `vmssCSE exit status=51, output=…, error=…` of the AKS resource provider, and `output="…"` of provision-wait. */
function outputOfProvider(message: string): string | undefined {
  const begin = message.search(/\boutput=/);
  if (begin < 0) return undefined;
  const rest = message.slice(begin + 7);
  const end = rest.search(/, error=/);
  return end < 0 ? rest : rest.slice(0, end);
}

/**
 * The words that came with a code: of the Windows scripts, of aks-node-controller in the status, or what the command
 * wrote to its errors. Undefined where there are none.
 */
export function wordsOf(
  message: string,
  status: ProvisionStatus | undefined,
  errors: string | undefined,
): string | undefined {
  const windows = /\|\s{0,4},\s{0,4}Error\s{0,4}:\s{0,4}\|([^|]{1,8000})/.exec(message);
  const own = status && textMember(status.members, 'Error');
  const words = (windows?.[1] ?? own ?? '').trim() || (errors ?? '').trim();
  return words === '' ? undefined : lastLines(words);
}

/** Lines that are shown of what a command wrote. */
const shownLines = 8;

function lastLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .slice(-shownLines)
    .join('\n');
}

/** One failure, or one success, that a text tells of. Places are in the text that was handed in. */
export interface Failure {
  /** Where the text says so: the deciding number, or the words in front of a number that was cut off. */
  readonly span: Span;
  /** The message that it is told in; the line, where that is no string of a document. */
  readonly extent: Span;
  /** The message with no escapes left, as far as it belongs to this failure. */
  readonly message: string;
  readonly code: number | undefined;
  /** Who says the code; undefined where nobody does. */
  readonly speaker: CodeSource | undefined;
  /** The code of the extension around it, which only knows how its command ended. */
  readonly outerCode: number | undefined;
  readonly status: ProvisionStatus | undefined;
  /** The status as it is written, without the escapes around it; undefined where it does not begin in the text. */
  readonly statusText: MappedText | undefined;
  readonly outputs: Outputs;
  /** How many levels of escapes were resolved. */
  readonly levels: number;
}

/** A text as it was pasted, ready to be read: what copying put in is gone. */
export interface FailureText {
  /** The text that was read. */
  readonly cleaned: MappedText;
  /** In the order in which the text tells them. */
  readonly failures: readonly Failure[];
}

/**
 * Reads every failure that a text tells of, at any depth of escapes, cut or wrapped. Where several speakers state the
 * code of one failure, the provision status on the node is believed before aks-node-controller, and both before the
 * extension. Never fails; a text without any failure has none.
 */
export function failuresIn(source: string): FailureText {
  const cleaned = withoutPasteMarks(source.length > limits.failureText ? source.slice(0, limits.failureText) : source);
  const { text } = cleaned;
  const told = groups(text);
  if (told.length === 0) {
    const remainder = remainderOf(text);
    return { cleaned, failures: remainder === undefined ? [] : [placed(remainder, cleaned.map)] };
  }
  return { cleaned, failures: told.map((group) => placed(failureOf(group, text), cleaned.map)) };
}

/** Statements about one and the same failure. */
interface Group {
  readonly first: ExitCodeMention;
  readonly statements: ExitCodeMention[];
  message: Message;
  status?: ReadStatus;
}

interface ReadStatus {
  readonly status: ProvisionStatus;
  readonly message: Message;
}

/** Puts statements together that stand in one message; a status swallows what its own texts state. */
function groups(text: string): Group[] {
  const result: Group[] = [];
  let current: Group | undefined;
  let swallowedUntil = -1;
  let tried = 0;
  const all = [...take(exitCodeMentions(text, limits.failureText), limits.failures * 20)];
  for (const [index, statement] of all.entries()) {
    if (statement.at < swallowedUntil) continue;
    // Most documents with that many members of this name are none of ours.
    if (statement.speaker === 'status' && ++tried > limits.failures * 2) break;
    const read = statement.speaker === 'status' ? readStatus(text, statement) : undefined;
    // An exit code in some other document.
    if (statement.speaker === 'status' && read === undefined) continue;
    if (current !== undefined && continues(current, statement, text)) {
      current.statements.push(statement);
    } else {
      if (result.length >= limits.failures) break;
      const next = all.slice(index + 1).find((later) => later.speaker === 'extension')?.at;
      const message = read?.message ?? messageAround(text, statement, next ?? text.length);
      current = { first: statement, statements: [statement], message };
      result.push(current);
    }
    if (read === undefined) continue;
    current.status ??= read;
    swallowedUntil = endOf(read);
  }
  return result;
}

/** Where a status ends in the text around all of its escapes. */
function endOf({ status, message }: ReadStatus): number {
  return message.map.toOuter({ start: Math.max(status.start, status.end - 1), end: status.end }).end;
}

/** A new speaker in the same message speaks of the same failure; the same speaker again speaks of another one. */
function continues(group: Group, statement: ExitCodeMention, text: string): boolean {
  if (group.statements.some(({ speaker }) => speaker === statement.speaker)) {
    const last = group.statements.at(-1);
    // aks-node-controller logs one failure several times.
    return last?.speaker === 'node-controller' && last.code === statement.code;
  }
  if (statement.speaker === 'extension') return false;
  const { span } = group.message;
  if (statement.at >= span.start && statement.at < span.end) return true;
  // Where only line ends are escaped, the first quote of the status seems to end the message.
  return statement.at >= span.end && /^["\s{]{1,12}$/.test(text.slice(span.end, Math.min(statement.at, span.end + 13)));
}

function readStatus(text: string, statement: ExitCodeMention): ReadStatus | undefined {
  const message = innermostMessage(text, statement.at, { start: 0, end: text.length }, hidesKey);
  const status = provisionStatus(message.text, message.at);
  return status === undefined ? undefined : { status, message };
}

/** Whether the key at a place has no quote of its own level in front of it. */
function hidesKey(text: string, at: number): boolean {
  const mark = text.charAt(at - 1);
  return mark === '"' ? !isBareQuote(text, at - 1) : mark === '2' && text.slice(at - 5, at) === 'u0022';
}

function messageAround(text: string, statement: ExitCodeMention, end: number): Message {
  return innermostMessage(text, statement.at, { start: 0, end }, (inner, at) =>
    escapedAround.test(vicinity(inner, at)),
  );
}

/** The text around a statement as far as the marks go by which escapes are recognised. */
function vicinity(text: string, at: number): string {
  return text.slice(Math.max(0, at - 400), at + 400);
}

/** Escaped line ends in front of the sections of an output, escaped quotes around the extension's words. */
const escapedAround =
  /\\n\[std(?:out|err)\]|rror message: ?\\{1,255}(?:"|u002)|\\{1,255}(?:"|u0022)(?:Enable|Command execution)|exit status=\d{1,10}\\{1,15}[nr]|'\d{1,10}'\\{1,255}"|\\u0027/;

/** The failure that statements tell of together. */
function failureOf({ first, statements: said, message, status: read }: Group, text: string): Failure {
  const by = (speaker: CodeSource): ExitCodeMention | undefined => said.find((one) => one.speaker === speaker);
  const extension = by('extension');
  const fromStatus = read === undefined ? undefined : numberMember(read.status.members, 'ExitCode');
  const inner = fromStatus === undefined ? undefined : by('status');
  const deciding = inner ?? by('windows-script') ?? by('node-controller') ?? extension;
  const from = read?.message ?? message;
  const levels = Math.max(message.levels, read?.message.levels ?? 0);
  return {
    span: (deciding ?? first).span,
    extent: levels === 0 ? lineAround(text, (deciding ?? first).at) : (read?.message ?? message).span,
    message: longer(message, from),
    code: inner === undefined ? deciding?.code : fromStatus,
    speaker: deciding?.speaker,
    outerCode: extension?.code,
    status: read?.status,
    statusText: read && excerptOf(read),
    outputs: outputsOf(message.text, read?.status),
    levels,
  };
}

function excerptOf({ status: { start, end }, message }: ReadStatus): MappedText {
  return { text: message.text.slice(start, end), map: composeMaps(message.map, fragmentMap(start)) };
}

function lineAround(text: string, at: number): Span {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end < 0 ? text.length : end };
}

function longer(a: Message, b: Message): string {
  return a.text.length >= b.text.length ? a.text : b.text;
}

/** A status of which only the end is there, and nothing else that states a code. */
function remainderOf(text: string): Failure | undefined {
  const key = /(?:ExecDuration|BootDatapoints)(?=(?:\\{0,255}"|\\{1,255}u0022)\s{0,4}:)/.exec(text);
  if (key === null) return undefined;
  const message = innermostMessage(text, key.index, { start: 0, end: text.length }, hidesKey);
  const status = statusRemainder(message.text, message.at);
  if (status === undefined) return undefined;
  const span = { start: key.index, end: key.index + key[0].length };
  const outputs = outputsOf(message.text.slice(0, status.start), status);
  const { text: own, levels } = message;
  const extent = levels === 0 ? lineAround(text, key.index) : message.span;
  const none = { code: undefined, speaker: undefined, outerCode: undefined };
  return { span, extent, message: own, ...none, status, statusText: undefined, outputs, levels };
}

function placed(failure: Failure, map: PositionMap): Failure {
  const { statusText } = failure;
  return {
    ...failure,
    span: map.toOuter(failure.span),
    extent: map.toOuter(failure.extent),
    statusText: statusText && { text: statusText.text, map: composeMaps(map, statusText.map) },
  };
}

function* take<T>(items: Iterable<T>, most: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ >= most) return;
    yield item;
  }
}
