import { startOfLine } from '../tree/layout.js';
import type { ObjectNode, SyntaxNode } from '../tree/node.js';
import type { NodePath } from '../tree/paths.js';
import { parseYaml } from './read.js';
import type { Span } from '../../text/span.js';
import { endOfLine } from '../../text/strings.js';

/** What YAML reads a placeholder as: a key or a value. */
type Probed = ProbedKey | ProbedValue;

interface ProbedPosition {
  /** The path of the value, or of the mapping with the key. */
  readonly path: NodePath;
  readonly isFlow: boolean;
  /** The document without the placeholder. */
  readonly root: SyntaxNode;
}

interface ProbedKey extends ProbedPosition {
  readonly is: 'key';
  /** The mapping without the placeholder. */
  readonly object: ObjectNode;
  /** Whether the text after the placeholder is read as its value. */
  readonly hasValue: boolean;
}

interface ProbedValue extends ProbedPosition {
  readonly is: 'value';
}

/** The placeholder for the word at the cursor; no document contains it. */
const placeholder = 'aks0bootstrap0probe';

/** Makes the text at the cursor from the placeholder. */
type Wrap = (placeholder: string) => string;

/**
 * Reads a document with a placeholder at the cursor, which must not make it less readable. Unfinished lines can hide
 * what the placeholder is, so if there are any, a second try leaves them out.
 */
function readProbed(before: string, wrap: Wrap, after: string): Probed | undefined {
  const { found, faults } = readBetween(before, wrap, after);
  if (faults === 0) return found;
  const otherFaults = parseYaml(before + after).problems.length;
  if (found !== undefined && faults <= otherFaults) return found;
  if (otherFaults === 0) return undefined;
  const start = withoutBareWords(before);
  const end = withoutBareWords(after);
  const again = readBetween(start, wrap, end);
  return again.faults === 0 || again.faults <= parseYaml(start + end).problems.length ? again.found : undefined;
}

function readBetween(before: string, wrap: Wrap, after: string): { found: Probed | undefined; faults: number } {
  const text = before + wrap(placeholder) + after;
  const { root, problems } = parseYaml(text);
  const found = root && find(root, text, [], false);
  return { found: found?.probed(found.pruned), faults: problems.length };
}

/** Replaces lines of a single word by spaces: keys whose colon isn't written yet. */
function withoutBareWords(text: string): string {
  return text.replace(
    /^([ \t]+)(\w[\w-]*)[ \t]*$/gm,
    (_, head: string, word: string) => head + ' '.repeat(word.length),
  );
}

interface Found {
  /** The node that was searched, without the placeholder. */
  readonly pruned: SyntaxNode;
  probed(root: SyntaxNode): Probed;
}

function find(node: SyntaxNode, text: string, path: NodePath, inFlow: boolean): Found | undefined {
  if (node.kind === 'string' && node.value === placeholder)
    return {
      pruned: { kind: 'null', span: node.span },
      probed: (root) => ({ is: 'value', path, isFlow: inFlow, root }),
    };
  const hasBrackets = /[[{]/.test(text.charAt(node.span.start));
  const isFlow = inFlow || hasBrackets;
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) {
      const found = find(item, text, [...path, index], isFlow);
      if (found !== undefined) return { ...found, pruned: { ...node, items: node.items.with(index, found.pruned) } };
    }
  } else if (node.kind === 'object') {
    for (const [index, member] of node.members.entries()) {
      const { key, value } = member;
      if (key.name === placeholder) {
        // In a list in brackets, `[a: b]` contains a mapping without brackets, which is not offered.
        if (inFlow && !hasBrackets) return undefined;
        const object = { ...node, members: node.members.toSpliced(index, 1) };
        const hasValue = value !== undefined && value.kind !== 'null';
        return { pruned: object, probed: (root) => ({ is: 'key', path, object, hasValue, isFlow, root }) };
      }
      const found = value && find(value, text, [...path, key.name], isFlow);
      if (found === undefined) continue;
      const members = node.members.with(index, { ...member, value: found.pruned });
      return { ...found, pruned: { ...node, members } };
    }
  }
  return undefined;
}

/** What can be written at a position in YAML, also if the text there is unfinished. */
export interface YamlCursor {
  /** The word that is replaced: up to white space, brackets and commas, with its quotes. */
  readonly word: Span;
  /** The quote at the beginning of the word; empty if there is none. */
  readonly quote: string;
  /** The white space at the beginning of its line. */
  readonly lineIndent: string;
  /** The number of characters between that and the word: dashes and spaces. */
  readonly inset: number;
  /** Whether the word is between brackets. */
  readonly isFlow: boolean;
  /** Whether the word directly follows a colon, so that a space is missing. */
  readonly isSpaceMissing: boolean;
  /** The mapping of a key that is written here. */
  readonly key: KeySlot | undefined;
  /** The value that a scalar written here is. */
  readonly value: ValueSlot | undefined;
  /** The path of the list entry that a dash written here begins; only if the line before it is empty. */
  readonly entry: NodePath | undefined;
  /** The top-level entry around the position, without the word. */
  readonly root: SyntaxNode | undefined;
}

export interface KeySlot {
  /** The path of the mapping. */
  readonly path: NodePath;
  /** The mapping without the key at the cursor. */
  readonly object: ObjectNode;
  /** Whether the key at the cursor has its colon, so that only its name is written. */
  readonly hasColon: boolean;
  /** Whether its value is already there, below it. */
  readonly hasValue: boolean;
  /** Whether another entry follows between the same brackets without a comma before it. */
  readonly isCommaMissing: boolean;
}

export interface ValueSlot {
  readonly path: NodePath;
  /** Whether it follows a key on its line. */
  readonly isBehindKey: boolean;
}

/**
 * Finds out what can be written at an offset: the top-level entry around it is read with a placeholder for the word
 * there, once as a key, once as a value and once as an entry of a list. The position of the placeholder in the tree is
 * the path, whatever the layout. Undefined in comments, inside longer strings and if none of these is possible.
 */
export function yamlCursor(text: string, offset: number): YamlCursor | undefined {
  const word = wordAt(text, offset);
  const written = text.slice(word.start, word.end);
  if (written.startsWith('#')) return undefined;
  const lineStart = startOfLine(text, word.start);
  const lineEnd = endOfLine(text, word.end);
  const before = text.slice(lineStart, word.start);
  const after = text.slice(word.end, lineEnd);
  const rest = after.replace(/[ \t]#[^]*/, '').trim();
  const quote = /^["']/.exec(written)?.[0] ?? '';
  const hasColon = quote === '' ? /^[ \t]*:(?:\s|$)/.test(after) : /^[ \t]*:/.test(after);
  const isSpaceMissing = /\S:$/.test(before);
  const isBehindKey = isSpaceMissing || /(?:^|\s|["'\w-]):[ \t]+(?:[&!]\S+[ \t]+){0,2}$/.test(before);
  const isCommaMissing = !hasColon && /^["'\w]/.test(rest);

  const range = entriesAround(text, lineStart, lineEnd, /^[^\s#-]/.test(before));
  const probe = (wrap: Wrap) => readProbed(text.slice(range.start, word.start), wrap, text.slice(word.end, range.end));

  const isDash = written === '-';
  const canBeKey = !isBehindKey && !isDash && (hasColon || isCommaMissing || /^(?:[,\]}]|$)/.test(rest));
  const colon = isCommaMissing ? ': ,' : ': ';
  const asKey = canBeKey ? probe((name) => (hasColon ? name : name + colon)) : undefined;
  const asValue = hasColon || isDash ? undefined : probe((name) => (isSpaceMissing ? ` ${name}` : name));
  const isFree = rest === '' && /^[ \t]*$/.test(before) && /^-?$/.test(written);
  const asEntry = isFree ? probe((name) => `- ${name}`) : undefined;

  const key =
    asKey?.is === 'key' && (!isCommaMissing || asKey.isFlow) && (written !== '' || !asKey.hasValue)
      ? { path: asKey.path, object: asKey.object, hasColon, hasValue: asKey.hasValue, isCommaMissing }
      : undefined;
  const value = asValue?.is === 'value' ? { path: asValue.path, isBehindKey } : undefined;
  const entry = asEntry?.is === 'value' && typeof asEntry.path.at(-1) === 'number' ? asEntry.path : undefined;
  if (key === undefined && value === undefined && entry === undefined) return undefined;
  const chosen = (key && asKey) ?? (value && asValue) ?? asEntry;
  const lineIndent = /^[ \t]*/.exec(before)?.[0] ?? '';
  return {
    word,
    quote,
    lineIndent,
    inset: word.start - lineStart - lineIndent.length,
    isFlow: chosen?.isFlow === true,
    isSpaceMissing,
    key,
    value,
    entry,
    root: chosen?.root,
  };
}

/** The word around an offset, without a colon at its end. */
function wordAt(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && !/[\s,[\]{}"']/.test(text.charAt(start - 1))) start--;
  // A new word begins after a colon without a space.
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

/**
 * The top-level entries that a line can belong to: from the last unindented line before it, or from the line itself if
 * something `begins` there before the word. A document in brackets is not split.
 */
function entriesAround(text: string, lineStart: number, lineEnd: number, begins: boolean): Span {
  const first = /(?<![^\n])[ \t\r\ufeff]*([^ \t\r\n\ufeff#])/.exec(text)?.[1];
  if (first === '[' || first === '{') return { start: 0, end: text.length };
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
