import { type ContentForm, contentForms, type DocumentRefactoring, type Refactoring } from '../../document/editing.js';
import type { CloudConfigView } from '../view.js';
import type { FileChild, Payload } from '../../document/payload.js';
import type { TextChange } from '../../problems/problem.js';
import { type Member, memberOf, type ObjectNode, resolved, stringValue } from '../../formats/tree/node.js';
import { encodeBase64 } from '../../text/base64.js';
import { decodeText } from '../../text/bytes.js';
import { type Span, touches } from '../../text/span.js';
import { startOfLine } from './cursor.js';
import { scalarText, yamlStyle } from './writing.js';

const titles: Record<ContentForm, string> = {
  plainContent: 'Write the content as plain text',
  base64Content: 'Write the content as base64',
  gzipContent: 'Compress the content (gzip and base64)',
  binaryContent: 'Write the content as !!binary',
};

/** `encoding` and tag of each form. */
const encodings: Record<ContentForm, string | undefined> = {
  plainContent: undefined,
  base64Content: 'b64',
  gzipContent: 'gz+b64',
  binaryContent: undefined,
};

/** The forms that the content of the file at a range can be given, except the one that it has. */
export function contentRefactorings(view: CloudConfigView, range: Span): Refactoring[] {
  const file = fileAt(view, range);
  if (file === undefined) return [];
  return contentForms
    .filter((form) => form !== file.form && (form !== 'plainContent' || file.isText))
    .map((form) => ({ name: form, scope: 'object', title: titles[form] }));
}

/** Rewrites the content of the file at a range; no changes if that form isn't possible. */
export function contentFormChanges(view: CloudConfigView, { name }: DocumentRefactoring, range: Span): TextChange[] {
  const form = contentForms.find((candidate) => candidate === name);
  const file = form && fileAt(view, range);
  if (form === undefined || file === undefined || form === file.form || (form === 'plainContent' && !file.isText))
    return [];
  return [...encodingChanges(view.text, file, encodings[form]), contentChange(view, file, form)];
}

interface FileContent {
  readonly entry: ObjectNode;
  readonly content: Member;
  readonly encoding: Member | undefined;
  readonly bytes: Uint8Array;
  readonly isText: boolean;
  /** Undefined where it is none of ours, such as gzip in `!!binary`. */
  readonly form: ContentForm | undefined;
}

/** The file whose content or encoding a place touches, if its bytes are known and its content can be rewritten. */
function fileAt({ payload, text }: CloudConfigView, range: Span): FileContent | undefined {
  const list = memberOf(resolved(payload.tree?.root), 'write_files')?.value;
  if (list?.kind !== 'array') return undefined;
  for (const entry of list.items) {
    if (entry.kind !== 'object' || entry.span.start > range.end || entry.span.end < range.start) continue;
    const content = memberOf(entry, 'content');
    const encoding = memberOf(entry, 'encoding');
    const near = [content, encoding].some(
      (member) => member && (touches(member.span, range.start) || touches(member.span, range.end)),
    );
    if (content === undefined || !near) continue;
    const child = payload.children.find(
      (one): one is FileChild => one.is === 'file' && isAt(one.span, content, payload),
    );
    if (child === undefined || !isRewritable(text, content)) continue;
    const { bytes, problems } = child.payload;
    if (problems.length > 0) continue;
    return { entry, content, encoding, bytes, isText: isReadable(bytes), form: formOf(content, encoding) };
  }
  return undefined;
}

function isAt(span: Span, { value }: Member, { map }: Payload): boolean {
  const outer = value && map.toOuter(value.span);
  return outer?.start === span.start && outer.end === span.end;
}

/** Whether nothing gets lost or led astray: no comment between key and value, no anchor that is used elsewhere. */
function isRewritable(text: string, { key, value }: Member): boolean {
  if (value?.kind !== 'string' && value?.kind !== 'binary') return false;
  const between = text.slice(key.span.end, value.span.start);
  return (
    value.anchor === undefined && /^[ \t]*:\s*(?:![^\s#]*\s+)?(?:[|>][-+\d]*[ \t]*\r?\n[ \t\r\n]*)?$/.test(between)
  );
}

function formOf({ value }: Member, encoding: Member | undefined): ContentForm | undefined {
  const written = encoding === undefined ? 'text/plain' : stringValue(encoding.value);
  if (value?.kind === 'binary') return written === 'text/plain' ? 'binaryContent' : undefined;
  if (written === 'text/plain') return 'plainContent';
  if (written === 'b64' || written === 'base64') return 'base64Content';
  return written !== undefined && /^gz(?:ip)?\+b(?:ase)?64$/.test(written) ? 'gzipContent' : undefined;
}

/** Whether bytes are UTF-8 text that comes back byte for byte. */
function isReadable(bytes: Uint8Array): boolean {
  const { text } = decodeText(bytes);
  return (
    !text.includes('\ufffd') && !text.startsWith('\ufeff') && new TextEncoder().encode(text).length === bytes.length
  );
}

function contentChange({ text, platform }: CloudConfigView, file: FileContent, form: ContentForm): TextChange {
  const { content, bytes, entry } = file;
  // Blanks at the end of a block text belong to its last line, and its span ends in front of them.
  const blanks = /^[ \t]*(?=\r?\n|$)/.exec(text.slice(content.span.end))?.[0].length ?? 0;
  const span = { start: content.key.span.end, end: content.span.end + blanks };
  const inFlow = text.charAt(entry.span.start) === '{';
  const written = (): string => {
    switch (form) {
      case 'plainContent':
        return plainText(decodeText(bytes).text, inFlow ? undefined : blockLayout(text, content));
      case 'base64Content':
        return base64Scalar(bytes);
      case 'gzipContent':
        return base64Scalar(platform.gzip(bytes));
      case 'binaryContent':
        return `!!binary ${base64Scalar(bytes)}`;
    }
  };
  // A block text ends with its line.
  const lineBreak = form === 'plainContent' && content.span.end === text.length ? lineBreakOf(text) : '';
  return { span, newText: `: ${written()}${lineBreak}` };
}

function base64Scalar(bytes: Uint8Array): string {
  return scalarText(encodeBase64(bytes));
}

/** Where the lines of a block text stand: one level behind their key. */
function blockLayout(text: string, { key }: Member): BlockLayout {
  const column = key.span.start - startOfLine(text, key.span.start);
  return { keyIndent: ' '.repeat(column), unit: yamlStyle(text).unit, lineBreak: lineBreakOf(text) };
}

function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function plainText(value: string, layout: BlockLayout | undefined): string {
  const block = layout && blockText(value, layout);
  if (block !== undefined) return block;
  const plain = value.includes('\n') ? undefined : scalarText(value);
  return plain?.startsWith('"') === false ? plain : doubleQuoted(value);
}

/** Writes, changes or takes out `encoding`; where its line holds something else it says `text/plain` instead. */
function encodingChanges(text: string, { content, encoding }: FileContent, wanted: string | undefined): TextChange[] {
  if (encoding === undefined) {
    if (wanted === undefined) return [];
    const { start } = content.key.span;
    const lineStart = startOfLine(text, start);
    const inFlow = !/^[ \t]*(?:-[ \t]+)*$/.test(text.slice(lineStart, start));
    const behind = inFlow ? ', ' : lineBreakOf(text) + ' '.repeat(start - lineStart);
    return [{ span: { start, end: start }, newText: `encoding: ${wanted}${behind}` }];
  }
  if (wanted !== undefined) return [{ span: valueSpan(encoding), newText: `: ${wanted}` }];
  const start = startOfLine(text, encoding.key.span.start);
  const lineEnd = text.indexOf('\n', encoding.span.end);
  const isAlone =
    /^[ \t]*$/.test(text.slice(start, encoding.key.span.start)) &&
    lineEnd >= 0 &&
    /^[ \t\r]*$/.test(text.slice(encoding.span.end, lineEnd));
  if (isAlone) return [{ span: { start, end: lineEnd + 1 }, newText: '' }];
  return [{ span: valueSpan(encoding), newText: ': text/plain' }];
}

/** A member without its key. */
function valueSpan({ key, span }: Member): Span {
  return { start: key.span.end, end: Math.max(key.span.end, span.end) };
}

/** The indentation and line endings of a block scalar. */
interface BlockLayout {
  /** The indentation of the key. */
  readonly keyIndent: string;
  /** The additional indentation of the lines. */
  readonly unit: string;
  readonly lineBreak: string;
}

/**
 * A text as a literal block, from its `|` on; undefined where a block could not hold it or would depend on what stands
 * behind it: a single line, several line breaks at the end, carriage returns, characters that YAML 1.1 does not print.
 */
function blockText(value: string, { keyIndent, unit, lineBreak }: BlockLayout): string | undefined {
  const isPrintable = value.search(unprintable) < 0;
  if (!isPrintable || !value.includes('\n') || /(?:^|\n)[ \t]*\n?$/.test(value.replace(/\n$/, ''))) return undefined;
  const chomping = value.endsWith('\n') ? '' : '-';
  // White space in front would be taken for the indentation.
  const explicit = /^[ \t\n]/.test(value) ? String(unit.length) : '';
  const lines = value.replace(/\n$/, '').split('\n');
  const written = lines.map((line) => (line === '' ? '' : keyIndent + unit + line));
  return [`|${explicit}${chomping}`, ...written].join(lineBreak);
}

/** A text in double quotes, as JSON and YAML 1.1 both read it. */
function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What YAML 1.1 wants escaped and JSON does not (PyYAML 6.0, `Reader.NON_PRINTABLE`), and line breaks of YAML alone. */
const unprintable = /(?![\t\n])[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu;
