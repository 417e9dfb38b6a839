import type { Payload } from '../../document/payload.js';
import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';

/** Methods of Python's `str` that differ from JavaScript's and that cloud-init relies on. */

/** `str.lstrip()`: unlike in JavaScript, U+FEFF isn't white space, and U+001C to U+001F and U+0085 are. */
export function withoutLeadingBlanks(text: string): string {
  const start = text.search(notBlank);
  return start < 0 ? '' : text.slice(start);
}

const notBlank = /[^\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/; // eslint-disable-line no-control-regex -- Python counts them as white space

/** Beginnings of user data and their types in cloud-init 26.2: the longest match counts. */
const beginnings: readonly (readonly [string, string])[] = [
  ['text/x-shellscript-per-instance', 'text/x-shellscript-per-instance'],
  ['text/x-shellscript-per-boot', 'text/x-shellscript-per-boot'],
  ['text/x-shellscript-per-once', 'text/x-shellscript-per-once'],
  ['#cloud-config-archive', 'text/cloud-config-archive'],
  ['#cloud-config-jsonp', 'text/cloud-config-jsonp'],
  ['## template: jinja', 'text/jinja2'],
  ['#cloud-boothook', 'text/cloud-boothook'],
  ['#include-once', 'text/x-include-once-url'],
  ['#cloud-config', 'text/cloud-config'],
  ['#part-handler', 'text/part-handler'],
  ['#include', 'text/x-include-url'],
  ['#!', 'text/x-shellscript'],
];

/**
 * The type of a text by its beginning in cloud-init, ignoring leading white space and case. Nothing needs to follow the
 * beginning: `#cloud-configX` counts too.
 */
export function typeByBeginning(text: string): string | undefined {
  // White space may be long, but what follows it is not.
  const start = withoutLeadingBlanks(text).slice(0, 64).toLowerCase();
  return beginnings.find(([beginning]) => start.startsWith(beginning))?.[1];
}

/** The type of a document in cloud-init: that of the part, otherwise by its beginning. */
export function userDataTypeOf({ partType, text }: Pick<Payload, 'partType' | 'text'>): string | undefined {
  return partType ?? (text === undefined ? undefined : typeByBeginning(text));
}

/** Vague types, for which cloud-init checks the beginning of the text. */
export function isTypeByBeginning(contentType: string): boolean {
  return contentType === 'text/plain' || contentType === notMultipart || contentType === 'text/x-shellscript';
}

/** The type of user data that isn't a message. */
export const notMultipart = 'text/x-not-multipart';

/** The type of user data that is a message of several parts. */
export const multipartType = 'multipart/mixed';

/** Types whose content is decompressed first. */
const compressedTypes = new Set([
  'application/gzip',
  'application/gzip-compressed',
  'application/gzipped',
  'application/x-compress',
  'application/x-compressed',
  'application/x-gunzip',
  'application/x-gzip',
  'application/x-gzip-compressed',
]);

export function isCompressedType(contentType: string): boolean {
  return compressedTypes.has(contentType);
}

export function isIncludeType(contentType: string): boolean {
  return contentType === 'text/x-include-url' || contentType === 'text/x-include-once-url';
}

/** Whether parts of a type are executed as files, so that they must begin with `#!`. */
export function isExecuted(contentType: string | undefined): boolean {
  return contentType === 'text/cloud-boothook' || contentType?.startsWith('text/x-shellscript') === true;
}

export const archiveType = 'text/cloud-config-archive';

/** The handlers of part types (cloud-init 26.2); a part handler may handle more types. */
const handlers = new Map([
  ['text/cloud-config', 'CloudConfigPartHandler'],
  ['text/cloud-config-jsonp', 'CloudConfigPartHandler'],
  ['text/x-shellscript', 'ShellScriptPartHandler'],
  ['text/x-shellscript-per-boot', 'ShellScriptByFreqPartHandler'],
  ['text/x-shellscript-per-instance', 'ShellScriptByFreqPartHandler'],
  ['text/x-shellscript-per-once', 'ShellScriptByFreqPartHandler'],
  ['text/cloud-boothook', 'BootHookPartHandler'],
  ['text/jinja2', 'JinjaTemplatePartHandler'],
  ['text/part-handler', '(registered as a new part handler)'],
]);

/** cloud-init's name of the handler of a type; null if there is none. */
export function handlerOf(contentType: string): string | null {
  return handlers.get(contentType) ?? null;
}

/** Types of parts that cloud-init handles or splits; for messages and suggestions. */
export const knownContentTypes: readonly string[] = [
  ...handlers.keys(),
  'text/x-include-url',
  'text/x-include-once-url',
  archiveType,
];

/** A misspelt first line. */
interface MisspeltBeginning {
  readonly span: Span;
  /** The correct line; undefined for a type that cloud-init no longer supports. */
  readonly meant: string | undefined;
}

const misspeltBeginnings = new Map<string, string | undefined>([
  ['cloudconfigarchive', '#cloud-config-archive'],
  ['cloudconfigjsonp', '#cloud-config-jsonp'],
  ['cloudboothook', '#cloud-boothook'],
  ['templatejinja', '## template: jinja'],
  ['templatejinja2', '## template: jinja'],
  ['includeonce', '#include-once'],
  ['parthandler', '#part-handler'],
  ['upstartjob', undefined],
]);

/**
 * A first line with a misplaced space, hyphen or number sign. A misspelt `#cloud-config` is reported by the rules of
 * cloud-configs.
 */
export function misspeltBeginning(text: string): MisspeltBeginning | undefined {
  const line = /^\s*(#[#!]?[^\r\n]{0,40})[ \t]*(?![^\r\n])/.exec(text);
  if (line?.[1] === undefined || typeByBeginning(text) !== undefined) return undefined;
  const name = line[1].toLowerCase().replace(/[^a-z0-9]/g, '');
  if (!misspeltBeginnings.has(name)) return undefined;
  const start = line[0].indexOf('#');
  return { span: { start, end: start + line[1].trimEnd().length }, meant: misspeltBeginnings.get(name) };
}

/** The type of user data in cloud-init: by its beginning, otherwise that of a message if it begins like one. */
export function userDataType(text: string): string | undefined {
  return typeByBeginning(text) ?? (looksLikeMime(text) ? multipartType : undefined);
}

/**
 * Whether a text is most likely a cloud-config although it begins like a script, or has a YAML marker or comments
 * before the header.
 */
export function isMisspeltCloudConfig(text: string): boolean {
  if (/^\s*#![ \t]*cloud-?[ \t_]*config\b/i.test(text)) return true;
  const isBelow = /(?:[ \t]*(?:---[ \t]*|#[^\n]*)?\n)+[ \t]*#cloud-config[ \t\r]*$/my;
  const head = text.slice(0, 4_000).replaceAll('\r\n', '\n');
  if (!isBelow.test(head)) return false;
  return typeByBeginning(text) === undefined && misspeltBeginning(text) === undefined;
}

/** Whether a text begins with the header of a MIME message, after an optional mbox line. */
function looksLikeMime(text: string): boolean {
  // `[^\n]*` includes the carriage return of a line ending: two ways to match it would double the time with every line.
  return /^(?:From [^\n]*\n)?(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:MIME-Version|Content-Type):/i.test(
    text.slice(0, 4_000),
  );
}

/** What a rule about user data sees; the payload's text and places are the document's own. */
export interface UserDataInput {
  readonly text: string;
  readonly payload: Payload;
  /** The type that cloud-init takes the document for; undefined where it knows none. */
  readonly contentType: string | undefined;
  readonly budget: Budget;
}

/** The first lines that cloud-init 26.2 recognises, for sentences. */
export const beginningsInWords =
  '#cloud-config, #cloud-config-archive, #cloud-config-jsonp, #cloud-boothook, #include, #include-once, #part-handler, ## template: jinja or #!';
