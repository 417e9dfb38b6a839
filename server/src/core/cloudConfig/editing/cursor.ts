import type { Member, ObjectNode, SyntaxNode } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { parseYaml } from '../../formats/yaml/read.js';
import type { Span } from '../../text/span.js';

/** What YAML made of the stand-in for a word. */
type Probed = ProbedKey | ProbedValue;

interface ProbedPlace {
  readonly path: NodePath;
  readonly isFlow: boolean;
  /** The text without the stand-in. */
  readonly root: SyntaxNode;
}

/** The stand-in is a key; `path` is that of the mapping. */
interface ProbedKey extends ProbedPlace {
  readonly is: 'key';
  /** The mapping without the stand-in. */
  readonly object: ObjectNode;
  /** Whether what follows is read as its value. */
  readonly hasValue: boolean;
}

/** The stand-in is a value; `path` is its own. */
interface ProbedValue extends ProbedPlace {
  readonly is: 'value';
}

/** Stands in for the word at the cursor; no text has it. */
const probe = 'aks0bootstrap0probe';

/**
 * Reads a text with a stand-in between its two halves. It has to fit: what can be read without it still can be. Where
 * the text has half-typed lines, which may hide what the stand-in is, it is tried again without them.
 */
function readProbed(before: string, form: (probe: string) => string, behind: string): Probed | undefined {
  const { found, faults } = readBetween(before, form(probe), behind);
  if (faults === 0) return found;
  const otherFaults = parseYaml(before + behind).problems.length;
  if (found !== undefined && faults <= otherFaults) return found;
  if (otherFaults === 0) return undefined;
  const start = withoutBareWords(before);
  const end = withoutBareWords(behind);
  const again = readBetween(start, form(probe), end);
  return again.faults === 0 || again.faults <= parseYaml(start + end).problems.length ? again.found : undefined;
}

function readBetween(before: string, standIn: string, behind: string): { found: Probed | undefined; faults: number } {
  const text = before + standIn + behind;
  const { root, problems } = parseYaml(text);
  const found = root && find(root, text, [], false);
  return { found: found?.probed(found.pruned), faults: problems.length };
}

/** A text in which lines of a single word are blanked, as a key is until its colon is there. */
function withoutBareWords(text: string): string {
  return text.replace(
    /^([ \t]+)(\w[\w-]*)[ \t]*$/gm,
    (_, head: string, word: string) => head + ' '.repeat(word.length),
  );
}

interface Found {
  /** The node that was searched, without the stand-in. */
  readonly pruned: SyntaxNode;
  probed(root: SyntaxNode): Probed;
}

function find(node: SyntaxNode, text: string, path: NodePath, inFlow: boolean): Found | undefined {
  if (isProbe(node)) {
    const pruned: SyntaxNode = { kind: 'null', span: node.span };
    return { pruned, probed: (root) => ({ is: 'value', path, isFlow: inFlow, root }) };
  }
  const hasBrackets = /[[{]/.test(text.charAt(node.span.start));
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) {
      const found = find(item, text, [...path, index], inFlow || hasBrackets);
      if (found !== undefined) return { ...found, pruned: { ...node, items: node.items.with(index, found.pruned) } };
    }
  } else if (node.kind === 'object') {
    // In a list in brackets `[a: b]` is a mapping without brackets of its own, which nobody wants to write.
    const isPair = inFlow && !hasBrackets;
    for (const [index, member] of node.members.entries()) {
      if (member.key.name === probe) {
        if (isPair) return undefined;
        const object = { ...node, members: node.members.toSpliced(index, 1) };
        const hasValue = member.value !== undefined && member.value.kind !== 'null';
        const isFlow = inFlow || hasBrackets;
        return { pruned: object, probed: (root) => ({ is: 'key', path, object, hasValue, isFlow, root }) };
      }
      const { value } = member;
      const found = value && find(value, text, [...path, member.key.name], inFlow || hasBrackets);
      if (found === undefined) continue;
      const pruned: Member = { ...member, value: found.pruned };
      return { ...found, pruned: { ...node, members: node.members.with(index, pruned) } };
    }
  }
  return undefined;
}

function isProbe(node: SyntaxNode): boolean {
  return node.kind === 'string' && node.value === probe;
}

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
  readonly isSpaceMissing: boolean;
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
  readonly isCommaMissing: boolean;
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
  const isSpaceMissing = /\S:$/.test(before);
  const isBehindColon = isSpaceMissing || /(?:^|\s|["'\w-]):[ \t]+(?:[&!]\S+[ \t]+)*$/.test(before);
  const followed = !hasColon && /^["'\w]/.test(rest);

  const stretch = stretchAround(text, lineStart, lineEnd, /^[^\s#-]/.test(before));
  const stands = (form: (probe: string) => string) =>
    readProbed(text.slice(stretch.start, word.start), form, text.slice(word.end, stretch.end));

  const isDash = written === '-';
  const mayBeKey = !isBehindColon && !isDash && (hasColon || followed || /^(?:[,\]}]|$)/.test(rest));
  const asKey = mayBeKey ? stands((probe) => (hasColon ? probe : followed ? `${probe}: ,` : `${probe}: `)) : undefined;
  const asValue = hasColon || isDash ? undefined : stands((probe) => (isSpaceMissing ? ` ${probe}` : probe));
  const asEntry =
    rest === '' && /^[ \t]*$/.test(before) && /^-?$/.test(written) ? stands((probe) => `- ${probe}`) : undefined;

  const key =
    asKey?.is === 'key' && (!followed || asKey.isFlow) && (written !== '' || !asKey.hasValue)
      ? { path: asKey.path, object: asKey.object, hasColon, hasValue: asKey.hasValue, isCommaMissing: followed }
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
    isSpaceMissing,
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
