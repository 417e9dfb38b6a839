import { fragmentMap, type PositionMap, runsMap, type VerbatimRun } from '../text/positionMap.js';
import type { Span } from '../text/span.js';

/** An element without elements inside of it, as settings in goal states are written. */
export interface XmlElement {
  /** The name without its namespace. */
  readonly name: string;
  /** The text as written. */
  readonly content: Span;
  /** Attributes by their names, as written. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** The elements of an XML text that hold nothing but text, in their order. In linear time; never fails. */
export function* textElements(text: string): Generator<XmlElement> {
  const opening = /<([A-Za-z_][\w.-]{0,200}(?::[\w.-]{1,200})?)(?![\w.-])/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const [whole, name = ''] = match;
    const attributesStart = match.index + whole.length;
    const tagEnd = endOfTag(text, attributesStart);
    if (tagEnd === undefined) continue;
    const written = text.slice(attributesStart, tagEnd);
    if (written.endsWith('/')) continue;
    const start = tagEnd + 1;
    const end = endOfText(text, start);
    opening.lastIndex = end;
    if (!text.startsWith(`</${name}`, end)) continue;
    const attributes = new Map<string, string>();
    for (const [, key = '', double, single] of written.matchAll(
      /(?<![\w.:-])([\w.:-]{1,200})\s{0,100}=\s{0,100}(?:"([^"]{0,10000})"|'([^']{0,10000})')/g,
    ))
      attributes.set(key, double ?? single ?? '');
    yield { name: name.slice(name.indexOf(':') + 1), content: { start, end }, attributes };
  }
}

/** The offset of the `>` that ends a tag; undefined if another tag begins before it, also in quotes. */
function endOfTag(text: string, start: number): number | undefined {
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '<') return undefined;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return at;
    else if (character === '"' || character === "'") quote = character;
  }
  return undefined;
}

/** Where the text ends that begins at `start`: in front of the next tag, which is none inside CDATA. */
function endOfText(text: string, start: number): number {
  let at = text.indexOf('<', start);
  while (at >= 0 && text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at);
    at = end < 0 ? -1 : text.indexOf('<', end);
  }
  return at < 0 ? text.length : at;
}

/** The text of an element with its entities resolved, and the way from it to the document. */
export function elementText(text: string, { start, end }: Span): { readonly text: string; readonly map: PositionMap } {
  const raw = text.slice(start, end);
  if (!/&|<!\[CDATA\[/.test(raw)) return { text: raw, map: fragmentMap(start) };
  const runs: VerbatimRun[] = [];
  let inner = '';
  const copy = (from: number, to: number): void => {
    runs.push({ inner: inner.length, outer: start + from, length: to - from });
    inner += raw.slice(from, to);
  };
  let at = 0;
  for (const match of raw.matchAll(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-z]{2,4});|<!\[CDATA\[|\]\]>/g)) {
    copy(at, match.index);
    const entity = match[1] === undefined ? '' : (character(match[1]) ?? match[0]);
    runs.push({ inner: inner.length, outer: start + match.index, length: 0 });
    inner += entity;
    at = match.index + match[0].length;
  }
  copy(at, raw.length);
  return { text: inner, map: runsMap(runs, end) };
}

const named: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

function character(entity: string): string | undefined {
  if (!entity.startsWith('#')) return named.get(entity);
  const code = entity.startsWith('#x') ? parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
