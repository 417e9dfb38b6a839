import { limits } from '../limits.js';
import type { Budget } from '../text/budget.js';
import { composeMaps, fragmentMap, type PositionMap } from '../text/positionMap.js';
import { type Span, spanOfMatch } from '../text/span.js';
import type { MappedText } from '../text/mappedText.js';
import { innermostMessage, isBareQuote, type Message, runCommandOutput, withoutPasteMarks } from './message.js';
import { numberMember, type ProvisionStatus, provisionStatus, statusRemainder, textMember } from './provisionStatus.js';
import { type CodeSource, type ExitCodeMention, exitCodeMentions } from './exitCodeMentions.js';
import { traceExit } from './trace.js';

/** The output of a command, as far as a message contains it. */
interface Outputs {
  /** The script's output from the provision status if there is one, otherwise from the extension. */
  readonly output: string | undefined;
  readonly errors: string | undefined;
}

/** Splits a message into the sections that the extension or AKS writes. */
export function outputsOf(message: string, status: ProvisionStatus | undefined): Outputs {
  const own = status && textMember(status.members, 'Output');
  const begin = message.indexOf('[stdout]');
  const middle = message.indexOf('[stderr]', Math.max(0, begin));
  const out = begin < 0 ? outputOfProvider(message) : message.slice(begin + 8, middle < 0 ? undefined : middle);
  const errors = middle < 0 ? undefined : message.slice(middle + 8).replace(platformWords, '');
  const before = status?.begins === false ? message.slice(0, status.start) : undefined;
  return { output: own ?? before ?? out, errors };
}

/** What Azure appends to the message of an extension. */
const platformWords =
  /\\?['"]{0,2}\.?\s{0,8}(?:\n(?:Code|Message|Target|Status): |More information on troubleshooting|For more information, check)[^]*/;

/** `vmssCSE exit status=51, output=…, error=…` of the AKS resource provider, and `output="…"` of provision-wait. */
function outputOfProvider(message: string): string | undefined {
  const begin = message.search(/\boutput=/);
  if (begin < 0) return undefined;
  const rest = message.slice(begin + 7);
  const end = rest.search(/, error=/);
  return end < 0 ? rest : rest.slice(0, end);
}

/**
 * The message that came with a code: from the Windows scripts, from aks-node-controller in the status, or from the
 * error output of the command.
 */
export function messageTextOf(
  message: string,
  status: ProvisionStatus | undefined,
  errors: string | undefined,
): string | undefined {
  const windows = /\|\s{0,4},\s{0,4}Error\s{0,4}:\s{0,4}\|([^|]{1,8000})/.exec(message);
  const own = status && textMember(status.members, 'Error');
  const words = (windows?.[1] ?? own ?? '').trim() || (errors ?? '').trim();
  // What is left of the quotes around the message.
  if (!/\w/.test(words)) return undefined;
  const lines = words.split(/\r\n|\r|\n/).slice(-shownLines);
  return lines.join('\n');
}

/** The maximum number of lines shown of a message. */
const shownLines = 8;

/** A failure or success that a text reports. Positions are in that text. */
export interface Failure {
  /** The number that counts, or the words before a number that was cut off. */
  readonly span: Span;
  /** The message that reports it; the line if the message isn't a string in a document. */
  readonly extent: Span;
  /** The part of the message about this failure, without escapes. */
  readonly message: string;
  readonly code: number | undefined;
  /** What reports the code; undefined if there is no code. */
  readonly source: CodeSource | undefined;
  /** The code of the extension, which only knows how its command ended. */
  readonly outerCode: number | undefined;
  readonly status: ProvisionStatus | undefined;
  /** The status as written, without the escapes around it; undefined if the text doesn't contain its beginning. */
  readonly statusText: MappedText | undefined;
  readonly outputs: Outputs;
  /** The number of decoded levels of escapes. */
  readonly levels: number;
}

/** A pasted text and its failures. */
export interface FailureText {
  /** As pasted. */
  readonly source: string;
  /** The text without characters that copying added. */
  readonly cleaned: MappedText;
  /** In the order of the text. */
  readonly failures: readonly Failure[];
  /** There was no time for reading all of them. */
  readonly isPartial: boolean;
}

/**
 * Reads every failure that a text reports, at any depth of escapes, cut or wrapped. If several sources report the code
 * of one failure, the provision status counts before aks-node-controller, and both before the extension. Never fails. When
 * the budget is spent, further ones are left out.
 */
export function failuresIn(source: string, budget?: Budget): FailureText {
  const start = source.length > limits.failureText ? source.slice(0, limits.failureText) : source;
  const printed = runCommandOutput(start);
  const pasted = withoutPasteMarks(printed?.text ?? start);
  const cleaned = printed === undefined ? pasted : { text: pasted.text, map: composeMaps(printed.map, pasted.map) };
  const { text } = cleaned;
  const groups = groupedMentions(text, budget);
  const only = groups.length === 0 ? (remainderOf(text) ?? exitOfTrace(text)) : undefined;
  const found = only === undefined ? groups.map((group) => failureOf(group, text)) : [only];
  const failures = found.map((failure) => inSource(failure, cleaned.map));
  return { source, cleaned, failures, isPartial: budget?.isSpent === true };
}

/** Mentions of one failure. */
interface MentionGroup {
  readonly first: ExitCodeMention;
  readonly mentions: ExitCodeMention[];
  message: Message;
  status?: ReadStatus;
}

interface ReadStatus {
  readonly status: ProvisionStatus;
  readonly message: Message;
}

/** Groups the mentions in one message; mentions inside a status belong to the status. */
function groupedMentions(text: string, budget: Budget | undefined): MentionGroup[] {
  const result: MentionGroup[] = [];
  let current: MentionGroup | undefined;
  let swallowedUntil = -1;
  let tried = 0;
  const all = exitCodeMentions(text, limits.failures * 20, budget);
  for (const [index, mention] of all.entries()) {
    if (mention.at < swallowedUntil) continue;
    if (budget?.isSpent === true) break;
    // A document with that many other members of this name is unrelated.
    if (mention.source === 'status' && ++tried > limits.failures * 2) break;
    const read = mention.source === 'status' ? readStatus(text, mention) : undefined;
    // An exit code in another kind of document.
    if (mention.source === 'status' && read === undefined) continue;
    if (current !== undefined && isSameFailure(current, mention, text)) {
      current.mentions.push(mention);
    } else {
      if (result.length >= limits.failures) break;
      const next = all.slice(index + 1).find((later) => later.source === 'extension')?.at;
      const message = read?.message ?? messageAround(text, mention, next ?? text.length);
      current = { first: mention, mentions: [mention], message };
      result.push(current);
    }
    if (read === undefined) continue;
    current.status ??= read;
    swallowedUntil = endOf(read);
  }
  return result;
}

/** The end of a status in the escaped text. */
function endOf({ status, message }: ReadStatus): number {
  return message.map.toOuter({ start: Math.max(status.start, status.end - 1), end: status.end }).end;
}

/**
 * A mention from another source in the same message is about the same failure; one from the same source is about
 * another.
 */
function isSameFailure(group: MentionGroup, mention: ExitCodeMention, text: string): boolean {
  if (group.mentions.some(({ source }) => source === mention.source)) {
    const last = group.mentions.at(-1);
    // aks-node-controller logs one failure several times.
    return last?.source === 'node-controller' && last.code === mention.code;
  }
  if (mention.source === 'extension') return false;
  const { span } = group.message;
  if (mention.at >= span.start && mention.at < span.end) return true;
  // If only line endings are escaped, the first quote of the status seems to end the message.
  return mention.at >= span.end && /^["\s{]{1,12}$/.test(text.slice(span.end, Math.min(mention.at, span.end + 13)));
}

function readStatus(text: string, mention: ExitCodeMention): ReadStatus | undefined {
  const message = innermostMessage(text, mention.at, { start: 0, end: text.length }, isKeyEscaped);
  const status = provisionStatus(message.text, message.at);
  return status === undefined ? undefined : { status, message };
}

/** Whether the quote before the key is escaped. */
function isKeyEscaped(text: string, at: number): boolean {
  const mark = text.charAt(at - 1);
  return mark === '"' ? !isBareQuote(text, at - 1) : mark === '2' && text.slice(at - 5, at) === 'u0022';
}

function messageAround(text: string, mention: ExitCodeMention, end: number): Message {
  return innermostMessage(text, mention.at, { start: 0, end }, (inner, at) =>
    escapedAround.test(inner.slice(Math.max(0, at - 400), at + 400)),
  );
}

/** Escaped line endings before the sections of an output, escaped quotes around the extension's message. */
const escapedAround =
  /\\n\[std(?:out|err)\]|rror message: ?\\{1,255}(?:"|u002)|\\{1,255}(?:"|u0022)(?:Enable|Command execution)|exit status=\d{1,10}\\{1,15}[nr]|'\d{1,10}'\\{1,255}"|\\u0027/;

/** The failure that grouped mentions report. */
function failureOf({ first, mentions, message, status: read }: MentionGroup, text: string): Failure {
  const by = (source: CodeSource): ExitCodeMention | undefined => mentions.find((one) => one.source === source);
  const extension = by('extension');
  const fromStatus = read === undefined ? undefined : numberMember(read.status.members, 'ExitCode');
  const inner = fromStatus === undefined ? undefined : by('status');
  const deciding = inner ?? by('windows-script') ?? by('node-controller') ?? extension;
  const own = read?.message ?? message;
  const levels = Math.max(message.levels, read?.message.levels ?? 0);
  return {
    span: (deciding ?? first).span,
    extent: levels === 0 ? lineAround(text, (deciding ?? first).at) : own.span,
    message: message.text.length >= own.text.length ? message.text : own.text,
    code: inner === undefined ? deciding?.code : fromStatus,
    source: deciding?.source,
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

/** The end of a status whose beginning and code were cut off. */
function remainderOf(text: string): Failure | undefined {
  const key = /(?:ExecDuration|BootDatapoints)(?=(?:\\{0,255}"|\\{1,255}u0022)\s{0,4}:)/.exec(text);
  if (key === null) return undefined;
  const message = innermostMessage(text, key.index, { start: 0, end: text.length }, isKeyEscaped);
  const status = statusRemainder(message.text, message.at);
  if (status === undefined) return undefined;
  const outputs = outputsOf(message.text.slice(0, status.start), status);
  const { text: own, levels } = message;
  const extent = levels === 0 ? lineAround(text, key.index) : message.span;
  const none = { code: undefined, source: undefined, outerCode: undefined };
  return { span: spanOfMatch(key), extent, message: own, ...none, status, statusText: undefined, outputs, levels };
}

/** The `exit` with which a trace of the scripts ends, if the text reports no exit code. */
function exitOfTrace(text: string): Failure | undefined {
  const span = traceExit(text);
  if (span === undefined) return undefined;
  return {
    span,
    extent: lineAround(text, span.start),
    message: text,
    code: Number(text.slice(span.start, span.end)),
    source: 'trace',
    outerCode: undefined,
    status: undefined,
    statusText: undefined,
    outputs: { output: text, errors: undefined },
    levels: 0,
  };
}

function inSource(failure: Failure, map: PositionMap): Failure {
  const { statusText } = failure;
  return {
    ...failure,
    span: map.toOuter(failure.span),
    extent: map.toOuter(failure.extent),
    statusText: statusText && { text: statusText.text, map: composeMaps(map, statusText.map) },
  };
}
