import type { FieldChild } from '../../document/payload.js';
import { canonicalName } from '../../formats/tree/node.js';
import { base64Blocks, endOfLetters, withPadding } from '../../secrets/find.js';
import { type RangeReplacement, replaced } from '../../text/mappedText.js';
import { composeMaps } from '../../text/positionMap.js';
import { success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { textContent } from '../content.js';
import { shortestUnnamed } from '../layers/base64.js';
import { childStep, type Surroundings, type TakenSteps, userDataKinds } from './container.js';

/** A name with base64 behind it, as `Format-List` of PowerShell, `what-if` and other tools print properties. */
const named = /\b(custom_?data|user_?data)["']?[ \t]{0,40}(?:=>|[:=])[ \t]{0,40}["'`]?(?=[A-Za-z0-9+/_-]{16})/gi;

/**
 * The payloads of properties in a text that isn't JSON, and user data in base64 without a name; what can't be decoded is left
 * out.
 */
export function namedValues({ payload, text, context, open }: Surroundings): FieldChild[] {
  const children: FieldChild[] = [];
  const taken: TakenSteps = new Map();
  let end = 0;
  const values = [...valuesIn(text), ...cellsIn(text), ...blocksIn(text)];
  for (const { name, start } of values.sort((a, b) => a.start - b.start || a.rank - b.rank)) {
    if (start < end) continue;
    if (children.length >= context.limits.childrenPerPayload || context.budget.step()) break;
    const { range, gaps } = valueAt(text, start);
    const value = replaced(text, range, gaps);
    const span = payload.map.toOuter(range);
    const content = textContent(value.text, composeMaps(payload.map, value.map), span);
    const pointer = `/${childStep(name, taken)}`;
    const role = canonicalName(name) === 'userdata' ? 'userData' : 'customData';
    const found = open({ content, name: role, steps: [...payload.steps, pointer] });
    if (found.encodings.length === 0 || found.layers.length === found.encodings.length) continue;
    if (name === unnamed && !userDataKinds.has(found.kind)) continue;
    end = range.end;
    const holder: FieldChild['holder'] = () =>
      success({ value: value.text, write: (next) => success([{ span: range, newText: next }]) });
    children.push({ is: 'field', pointer, role, protected: false, span, payload: found, holder });
  }
  return children;
}

interface NamedValue {
  readonly name: string;
  readonly start: number;
  /** Of two values at one position, the lower one counts. */
  readonly rank: 0 | 1;
}

/** Base64 without a name is named by what it is. */
const unnamed = 'base64';

function blocksIn(text: string): NamedValue[] {
  return base64Blocks(text, shortestUnnamed).map(({ start }) => ({ name: unnamed, start, rank: 1 }));
}

function valuesIn(text: string): NamedValue[] {
  return [...text.matchAll(named)].map(({ 0: whole, 1: name = '', index }) => ({
    name,
    start: index + whole.length,
    rank: 0,
  }));
}

/** The cells of a column of base64 below its name and a line of dashes, as `Format-Table` of PowerShell and `-o table` print it. */
function cellsIn(text: string): NamedValue[] {
  const lines: { readonly line: string; readonly start: number }[] = [];
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    if (end > start) lines.push({ line: text.slice(start, end), start });
    start = end + 1;
  }
  const dashes = lines.findIndex(({ line }) => /^[ \t]*-[- \t]*\r?$/.test(line));
  const header = /\b(custom_?data|user_?data)\b/i.exec(lines[dashes - 1]?.line.slice(0, 2_000) ?? '');
  if (header === null) return [];
  return lines.slice(dashes + 1).flatMap(({ line, start }) => {
    const isCell = /^[A-Za-z0-9+/_-]{16}/.test(line.slice(header.index, header.index + 16));
    return isCell ? [{ name: header[0], start: start + header.index, rank: 0 }] : [];
  });
}

/** The range of base64 that may continue on lines below, and what is between its parts. */
function valueAt(text: string, start: number): { readonly range: Span; readonly gaps: readonly RangeReplacement[] } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  let end = endOfBase64(text, start);
  const gaps: RangeReplacement[] = [];
  const next = /[ \t]{0,200}\r?\n([ \t]{0,500})(?=[A-Za-z0-9+/_-])/y;
  const rest = /[ \t]{0,200}\r?(?:\n|$)/y;
  for (let width = end - lineStart; ;) {
    next.lastIndex = end;
    const indent = next.exec(text)?.[1]?.length;
    const from = next.lastIndex;
    // Below the value, or at the edge of a terminal that wrapped a long line.
    if (indent === undefined || (indent !== start - lineStart && (indent > 0 || width < 70))) break;
    const to = endOfBase64(text, from);
    rest.lastIndex = to;
    if (!rest.test(text)) break;
    gaps.push({ start: end, end: from, by: '' });
    end = to;
    width = end - from + indent;
  }
  return { range: { start, end }, gaps };
}

/** The offset behind letters of base64 and their padding. */
function endOfBase64(text: string, start: number): number {
  return withPadding(text, { start, end: endOfLetters(text, start) }).end;
}
