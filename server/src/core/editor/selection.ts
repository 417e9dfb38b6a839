import type { Analysis } from '../analysis.js';
import { limits } from '../limits.js';
import { kinds } from '../payload/kindTable.js';
import { isKnown } from '../document/kinds.js';
import type { Payload } from '../document/payload.js';
import type { Member, StringNode, SyntaxNode } from '../formats/tree/node.js';
import { type Span, touches } from '../text/span.js';

/**
 * The spans that a selection at an offset grows through, from the innermost one to the whole text: word, path segment,
 * string, quotes, member, inside of the brackets, object, and so on, also inside payloads that aren't encoded. Each contains
 * the one before it; there are at most `limits.selectionSteps`.
 */
export function selectionSpans(analysis: Analysis, offset: number): Span[] {
  const { root, text } = analysis;
  const at = Math.max(0, Math.min(offset, text.length));
  const chain = new Chain({ start: 0, end: text.length }, at);
  if (!isKnown(analysis) || !analysis.isInteractive) return chain.innermostFirst();
  const ending = descend(analysis, root, chain);
  if (ending !== 'values') addWords(text, chain, ending === 'escaped string');
  return chain.innermostFirst();
}

/** Smaller and smaller spans around one offset. */
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

  /** Adds a span if it contains the offset and is a part of the innermost span. */
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

/** What an offset is in: a string, which may have escapes, or something between strings. */
type Ending = 'values' | 'string' | 'escaped string';

/** Adds the spans in a document. */
function descend(analysis: Analysis, payload: Payload, chain: Chain): Ending {
  const { text, map, tree } = payload;
  if (text === undefined || !map.exact) return 'values';
  for (const span of kinds[payload.kind].selections?.(analysis.view(payload)) ?? []) chain.add(map.toOuter(span));
  let ending: Ending = tree === undefined ? 'string' : 'values';
  if (tree?.root !== undefined) ending = descendTree(tree.root, payload, chain);
  const child = payload.children.findLast(
    (candidate) => candidate.payload.map.exact && touches(candidate.span, chain.offset),
  );
  if (child === undefined) return ending;
  chain.add(child.span);
  const inside = descend(analysis, child.payload, chain);
  // The escapes of the string around a payload remain.
  return ending === 'escaped string' && inside === 'string' ? ending : inside;
}

function descendTree(root: SyntaxNode, { text = '', map }: Payload, chain: Chain): Ending {
  const holds = (span: Span): boolean => touches(map.toOuter(span), chain.offset);
  let node: SyntaxNode | undefined = root;
  while (node !== undefined && holds(node.span)) {
    chain.add(map.toOuter(node.span));
    if (node.kind === 'string') {
      chain.add(map.toOuter(contentOf(node, text)));
      return node.style === 'json' || node.style === 'double' ? 'escaped string' : 'string';
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
      return text.charAt(member.key.span.start) === '"' ? 'escaped string' : 'string';
    }
    node = member.value;
  }
  return 'values';
}

/** The inside of the brackets, with and without the white space around the entries. */
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

/** In half-typed text, the closing quote may be missing. */
function withoutQuotes({ start, end }: Span, text: string): Span {
  const closed = end - start > 1 && text.charAt(end - 1) === text.charAt(start);
  return { start: start + 1, end: end - (closed ? 1 : 0) };
}

/** Adds line, argument, path segment and word around the offset, inside the innermost span. */
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

/** Separators of lines, arguments, segments of paths and addresses, and words. */
const separators = [/[\r\n]/, /[\s"'`,;|&<>()[\]{}]/, /[^\p{L}\p{N}_.-]/u, /[^\p{L}\p{N}_]/u];

/** The span around the offset without escapes; undefined if the offset is inside an escape. */
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
