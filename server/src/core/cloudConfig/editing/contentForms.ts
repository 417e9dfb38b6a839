import { type ContentForm, contentForms, type DocumentRefactoring, type Refactoring } from '../../document/editing.js';
import type { CloudConfigView } from '../view.js';
import type { TextChange } from '../../problems/problem.js';
import { type Member, memberOf, type ObjectNode, stringValue } from '../../formats/tree/node.js';
import { encodeBase64 } from '../../text/base64.js';
import { decodeText } from '../../text/bytes.js';
import { type Span, touches } from '../../text/span.js';
import { startOfLine } from '../../formats/tree/layout.js';
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

/** The other forms in which the content of the file at a range can be written. */
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
  /** Undefined for other forms, such as gzip in `!!binary`. */
  readonly form: ContentForm | undefined;
}

/** The file whose content or encoding touches a range, if its bytes are known and its content can be rewritten. */
function fileAt({ payload, text }: CloudConfigView, range: Span): FileContent | undefined {
  for (const child of payload.children) {
    if (child.is !== 'file' || child.written === undefined) continue;
    const entry = child.written.entry.node;
    const content = memberOf(entry, 'content');
    const encoding = memberOf(entry, 'encoding');
    const isNear = [content, encoding].some(
      (member) => member && [range.start, range.end].some((at) => touches(member.span, at)),
    );
    if (!isNear || content === undefined || content.value !== child.written.entry.content) continue;
    const { bytes, problems } = child.payload;
    if (problems.length > 0 || !isRewritable(text, content) || isRepeated(entry)) continue;
    return { entry, content, encoding, bytes, isText: isReadable(bytes), form: formOf(content, encoding) };
  }
  return undefined;
}

/** Whether another content or encoding counts when the last one is changed. */
function isRepeated({ members }: ObjectNode): boolean {
  return ['content', 'encoding'].some((name) => members.filter(({ key }) => key.name === name).length > 1);
}

/** Whether nothing is lost: no comment is between key and value, and no alias refers to the value or its key. */
function isRewritable(text: string, { key, value }: Member): boolean {
  if (value?.kind !== 'string' && value?.kind !== 'binary') return false;
  if (key.node?.anchor !== undefined || key.node?.tag !== undefined) return false;
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

/** Whether bytes are UTF-8 text that is encoded to the same bytes. */
function isReadable(bytes: Uint8Array): boolean {
  const { text } = decodeText(bytes);
  return (
    !text.includes('\ufffd') && !text.startsWith('\ufeff') && new TextEncoder().encode(text).length === bytes.length
  );
}

function contentChange({ text, platform }: CloudConfigView, file: FileContent, form: ContentForm): TextChange {
  const { content, bytes, entry } = file;
  // Spaces at the end of a block scalar belong to its last line, but not to its span.
  const spaces = /^[ \t]*(?=\r?\n|$)/.exec(text.slice(content.span.end))?.[0].length ?? 0;
  const span = { start: content.key.span.end, end: content.span.end + spaces };
  const isFlow = text.charAt(entry.span.start) === '{';
  const written = (): string => {
    switch (form) {
      case 'plainContent':
        return plainText(decodeText(bytes).text, isFlow ? undefined : blockLayout(text, content));
      case 'base64Content':
        return scalarText(encodeBase64(bytes));
      case 'gzipContent':
        return scalarText(encodeBase64(platform.gzip(bytes)));
      case 'binaryContent':
        return `!!binary ${scalarText(encodeBase64(bytes))}`;
    }
  };
  // A block scalar ends with its line.
  const lineBreak = form === 'plainContent' && content.span.end === text.length ? lineBreakOf(text) : '';
  return { span, newText: `: ${written()}${lineBreak}` };
}

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

/** Writes, changes or removes `encoding`; if its line contains something else, it becomes `text/plain` instead. */
function encodingChanges(text: string, { content, encoding }: FileContent, wanted: string | undefined): TextChange[] {
  if (encoding === undefined) {
    if (wanted === undefined) return [];
    const { start } = content.key.span;
    const lineStart = startOfLine(text, start);
    const inFlow = !/^[ \t-]*$/.test(text.slice(lineStart, start));
    const separator = inFlow ? ', ' : lineBreakOf(text) + ' '.repeat(start - lineStart);
    return [{ span: { start, end: start }, newText: `encoding: ${wanted}${separator}` }];
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
 * A string as a literal block scalar, beginning with `|`; undefined for strings that a block can't represent or that
 * would depend on the text after the block: a single line, several line breaks at the end, carriage returns, characters
 * that aren't printable in YAML 1.1.
 */
function blockText(value: string, { keyIndent, unit, lineBreak }: BlockLayout): string | undefined {
  const isPrintable = value.search(unprintable) < 0;
  if (!isPrintable || !value.includes('\n') || /(?:^|\n)[ \t]*\n?$/.test(value.replace(/\n$/, ''))) return undefined;
  const chomping = value.endsWith('\n') ? '' : '-';
  // Leading white space would be read as indentation.
  const explicit = /^[ \t\n]/.test(value) ? String(unit.length) : '';
  const lines = value.replace(/\n$/, '').split('\n');
  const written = lines.map((line) => (line === '' ? '' : keyIndent + unit + line));
  return [`|${explicit}${chomping}`, ...written].join(lineBreak);
}

/** A string in double quotes that is the same in JSON and YAML 1.1. */
function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Characters that are escaped only in YAML 1.1 (PyYAML 6.0, `Reader.NON_PRINTABLE`), and its additional line breaks. */
const unprintable = /(?![\t\n])[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu;
