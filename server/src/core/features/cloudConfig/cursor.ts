import type { ObjectNode, SyntaxNode } from '../../syntax/node.js';
import type { NodePath } from '../../syntax/pointer.js';
import type { Span } from '../../text/span.js';
import { readProbed } from './probe.js';

/** What may be written at a place in YAML, also where what stands there is only half written. */
export interface YamlCursor {
  /** The word that is replaced: up to blanks, brackets and commas, with its quotes. */
  readonly word: Span;
  /** The quote that the word begins with; empty where there is none. */
  readonly quote: string;
  /** The white space that its line begins with. */
  readonly lineIndent: string;
  /** How far behind that the word begins, in characters: dashes and blanks. */
  readonly inset: number;
  /** Whether the word stands between brackets. */
  readonly isFlow: boolean;
  /** Whether it stands directly behind a colon, so that a blank is missing. */
  readonly lacksBlank: boolean;
  /** The mapping that a key written here belongs to. */
  readonly key: KeySlot | undefined;
  /** The value that a scalar written here is. */
  readonly value: ValueSlot | undefined;
  /** The path of the list entry that a dash written here begins; only where nothing but blanks stands before it. */
  readonly entry: NodePath | undefined;
  /** The top-level entry around the place without the word. */
  readonly root: SyntaxNode | undefined;
}

export interface KeySlot {
  /** The path of the mapping. */
  readonly path: NodePath;
  /** The mapping without the key at the cursor. */
  readonly object: ObjectNode;
  /** Whether the key at the cursor has its colon, so that only its name is written. */
  readonly hasColon: boolean;
  /** Whether its value stands there already, below it. */
  readonly hasValue: boolean;
  /** Whether another entry follows between the same brackets without a comma before it. */
  readonly lacksComma: boolean;
}

export interface ValueSlot {
  readonly path: NodePath;
  /** Whether it stands behind a key on its line. */
  readonly isBehindKey: boolean;
}

/**
 * Finds out what may be written at an offset: the top-level entry around it is read with a stand-in for the word there,
 * once as a key, once as a value and once as an entry of a list. What YAML makes of the stand-in tells path and
 * neighbours, whatever the layout. Undefined in comments, inside longer texts and where none of these can stand.
 */
export function yamlCursor(text: string, offset: number): YamlCursor | undefined {
  const word = wordAt(text, offset);
  const written = text.slice(word.start, word.end);
  if (written.startsWith('#')) return undefined;
  const lineStart = startOfLine(text, word.start);
  const lineEnd = endOfLine(text, word.end);
  const before = text.slice(lineStart, word.start);
  const behind = text.slice(word.end, lineEnd);
  const rest = behind.replace(/[ \t]#.*$/, '').trim();
  const quote = /^["']/.exec(written)?.[0] ?? '';
  const hasColon = quote === '' ? /^[ \t]*:(?:\s|$)/.test(behind) : /^[ \t]*:/.test(behind);
  const lacksBlank = /\S:$/.test(before);
  const isBehindColon = lacksBlank || /(?:^|\s|["'\w-]):[ \t]+(?:[&!]\S+[ \t]+)*$/.test(before);
  const followed = !hasColon && /^["'\w]/.test(rest);

  const stretch = stretchAround(text, lineStart, lineEnd, /^[^\s#-]/.test(before));
  const stands = (form: (probe: string) => string) =>
    readProbed(text.slice(stretch.start, word.start), form, text.slice(word.end, stretch.end));

  const isDash = written === '-';
  const mayBeKey = !isBehindColon && !isDash && (hasColon || followed || /^(?:[,\]}]|$)/.test(rest));
  const asKey = mayBeKey ? stands((probe) => (hasColon ? probe : followed ? `${probe}: ,` : `${probe}: `)) : undefined;
  const asValue = hasColon || isDash ? undefined : stands((probe) => (lacksBlank ? ` ${probe}` : probe));
  const asEntry =
    rest === '' && /^[ \t]*$/.test(before) && /^-?$/.test(written) ? stands((probe) => `- ${probe}`) : undefined;

  const key =
    asKey?.is === 'key' && (!followed || asKey.isFlow) && (written !== '' || !asKey.hasValue)
      ? { path: asKey.path, object: asKey.object, hasColon, hasValue: asKey.hasValue, lacksComma: followed }
      : undefined;
  const value = asValue?.is === 'value' ? { path: asValue.path, isBehindKey: isBehindColon } : undefined;
  const entry = asEntry?.is === 'value' && typeof asEntry.path.at(-1) === 'number' ? asEntry.path : undefined;
  if (key === undefined && value === undefined && entry === undefined) return undefined;
  const chosen = key === undefined ? (value === undefined ? asEntry : asValue) : asKey;
  const lineIndent = /^[ \t]*/.exec(before)?.[0] ?? '';
  return {
    word,
    quote,
    lineIndent,
    inset: word.start - lineStart - lineIndent.length,
    isFlow: chosen?.isFlow === true,
    lacksBlank,
    key,
    value,
    entry,
    root: chosen?.root,
  };
}

/** The word around an offset; a colon at its end does not belong to it. */
function wordAt(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && !/[\s,[\]{}"']/.test(text.charAt(start - 1))) start--;
  // Behind a colon that has no blank yet something new begins.
  if (start < offset && text.charAt(offset - 1) === ':') start = offset;
  let end = offset;
  while (end < text.length && !/[\s,[\]{}"']/.test(text.charAt(end)) && !isKeyColon(text, end)) end++;
  const quote = text.charAt(start - 1);
  if ((quote === '"' || quote === "'") && /(?:^|[\s,[{:])$/.test(text.slice(Math.max(0, start - 2), start - 1)))
    return { start: start - 1, end: text.charAt(end) === quote ? end + 1 : end };
  return { start, end };
}

function isKeyColon(text: string, at: number): boolean {
  return text.charAt(at) === ':' && !/\S/.test(text.charAt(at + 1));
}

/** Where the line of an offset begins. */
export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  if (end < 0) return text.length;
  return text.charAt(end - 1) === '\r' && end > from ? end - 1 : end;
}

/**
 * The top-level entries that a line may belong to: what begins at the last unindented line before it, or at the line
 * itself where that `begins` something in front of the word. A document in brackets is one stretch.
 */
function stretchAround(text: string, lineStart: number, lineEnd: number, begins: boolean): Span {
  if (/^(?:\ufeff|[ \t]|#[^\n]*\n|\r?\n)*[[{]/.test(text)) return { start: 0, end: text.length };
  let start = 0;
  let end = text.length;
  for (const { index } of text.matchAll(/^(?![ \t\r\n#]|-[ \t\r\n]|[\]}])(?=[^])/gm)) {
    if (index < lineStart || (begins && index === lineStart)) start = index;
    else if (index > lineEnd) {
      end = index;
      break;
    }
  }
  return { start, end };
}
