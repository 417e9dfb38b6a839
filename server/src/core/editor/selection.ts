import type { Analysis } from '../analysis.js';
import { limits } from '../limits.js';
import { kinds } from '../payload/kinds.js';
import { isKnown } from '../document/kinds.js';
import type { Payload } from '../document/payload.js';
import type { Member, StringNode, SyntaxNode } from '../formats/tree/node.js';
import { type Span, touches } from '../text/span.js';

/**
 * The stretches that a selection around a place may grow through, from the innermost to the whole text:
 * word, path segment, text, quotes, member, inside of the brackets, object, and so on; also inside payloads
 * that stand in the file as they are. Each is larger than the one before it and contains it; there are at
 * most `limits.selectionSteps`.
 */
export function selectionSpans(analysis: Analysis, offset: number): Span[] {
  const { root, text } = analysis;
  const at = Math.max(0, Math.min(offset, text.length));
  const chain = new Chain({ start: 0, end: text.length }, at);
  if (!isKnown(analysis)) return chain.innermostFirst();
  const ending = descend(analysis, root, chain);
  if (ending !== 'values') addWords(text, chain, ending === 'escaped text');
  return chain.innermostFirst();
}

/** Ever smaller stretches around one place. */
class Chain {
  readonly offset: number;
  readonly #spans: Span[];

  constructor(whole: Span, offset: number) {
    this.#spans = [whole];
    this.offset = offset;
  }

  get innermost(): Span {
    return this.#spans.at(-1) ?? { start: this.offset, end: this.offset };
  }

  /** Takes a stretch in if it holds the place and is a part of the innermost one. */
  add(span: Span): void {
    const { start, end } = this.innermost;
    const isPart = start <= span.start && span.end <= end && span.end - span.start < end - start;
    if (isPart && span.start < span.end && touches(span, this.offset)) this.#spans.push(span);
  }

  innermostFirst(): Span[] {
    const [whole, ...inner] = this.#spans;
    const shown = inner.slice(-(limits.selectionSteps - 1)).reverse();
    return whole === undefined ? shown : [...shown, whole];
  }
}

/** What a place is in: text, in which a backslash may begin an escape, or something between texts. */
type Ending = 'values' | 'text' | 'escaped text';

/** Follows the place into a document. */
function descend(analysis: Analysis, payload: Payload, chain: Chain): Ending {
  const { text, map, tree } = payload;
  if (text === undefined || !map.exact) return 'values';
  for (const span of kinds[payload.kind].selections?.(analysis.view(payload)) ?? []) chain.add(map.toOuter(span));
  let ending: Ending = tree === undefined ? 'text' : 'values';
  if (tree?.root !== undefined) ending = descendTree(tree.root, payload, chain);
  const child = payload.children.findLast(
    (candidate) => candidate.payload.map.exact && touches(candidate.span, chain.offset),
  );
  if (child === undefined) return ending;
  chain.add(child.span);
  const inside = descend(analysis, child.payload, chain);
  // However a payload is written, the escapes of the string around it are still there.
  return ending === 'escaped text' && inside === 'text' ? ending : inside;
}

function descendTree(root: SyntaxNode, { text = '', map }: Payload, chain: Chain): Ending {
  const holds = (span: Span): boolean => touches(map.toOuter(span), chain.offset);
  let node: SyntaxNode | undefined = root;
  while (node !== undefined && holds(node.span)) {
    chain.add(map.toOuter(node.span));
    if (node.kind === 'string') {
      chain.add(map.toOuter(contentOf(node, text)));
      return node.style === 'json' || node.style === 'double' ? 'escaped text' : 'text';
    }
    if (node.kind !== 'object' && node.kind !== 'array') return 'values';
    for (const inner of insidesOf(node, text)) chain.add(map.toOuter(inner));
    if (node.kind === 'array') {
      node = node.items.findLast((item) => holds(item.span));
      continue;
    }
    const member: Member | undefined = node.members.findLast((candidate) => holds(candidate.span));
    if (member === undefined) return 'values';
    chain.add(map.toOuter(member.span));
    if (holds(member.key.span)) {
      chain.add(map.toOuter(member.key.span));
      if (member.key.quoted) chain.add(map.toOuter(withoutQuotes(member.key.span, text)));
      return text.charAt(member.key.span.start) === '"' ? 'escaped text' : 'text';
    }
    node = member.value;
  }
  return 'values';
}

/** The inside of the brackets, and the entries there without the white space around them. */
function insidesOf(node: SyntaxNode, text: string): Span[] {
  const { start, end } = node.span;
  if ((node.kind !== 'object' && node.kind !== 'array') || !/[[{]/.test(text.charAt(start))) return [];
  const closed = end - start > 1 && /[\]}]/.test(text.charAt(end - 1));
  const inside = { start: start + 1, end: end - (closed ? 1 : 0) };
  const entries = node.kind === 'object' ? node.members : node.items;
  const first = entries[0]?.span;
  const last = entries.at(-1)?.span;
  return first === undefined || last === undefined ? [inside] : [inside, { start: first.start, end: last.end }];
}

function contentOf(node: StringNode, text: string): Span {
  return node.style === 'plain' || node.style === 'literal' || node.style === 'folded'
    ? node.span
    : withoutQuotes(node.span, text);
}

/** A half-typed text may lack its closing quote. */
function withoutQuotes({ start, end }: Span, text: string): Span {
  const closed = end - start > 1 && text.charAt(end - 1) === text.charAt(start);
  return { start: start + 1, end: end - (closed ? 1 : 0) };
}

/** Line, argument, path segment and word around the place, inside the innermost stretch. */
function addWords(text: string, chain: Chain, escapes: boolean): void {
  const { offset } = chain;
  for (const separator of separators) {
    const bounds = escapes ? betweenEscapes(text, chain.innermost, offset) : chain.innermost;
    if (bounds === undefined) return;
    let start = offset;
    let end = offset;
    while (start > bounds.start && !separator.test(text.charAt(start - 1))) start--;
    while (end < bounds.end && !separator.test(text.charAt(end))) end++;
    chain.add({ start, end });
  }
}

/** What ends a line, an argument, a segment of a path or address, and a word. */
const separators = [/[\r\n]/, /[\s"'`,;|&<>()[\]{}]/, /[^\p{L}\p{N}_.-]/u, /[^\p{L}\p{N}_]/u];

/** The stretch around the place that holds no escape; undefined where the place is inside of one. */
function betweenEscapes(text: string, within: Span, offset: number): Span | undefined {
  let { start } = within;
  for (const { index, 0: escape } of text.slice(within.start, within.end).matchAll(/\\(?:u[0-9a-fA-F]{4}|[^])/g)) {
    const from = within.start + index;
    const to = from + escape.length;
    if (from >= offset) return { start, end: from };
    if (to > offset) return undefined;
    start = to;
  }
  return { start, end: within.end };
}
