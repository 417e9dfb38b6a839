import type { PlainValue } from '../formats/tree/expand.js';
import { pointerOf, stepsOfTrail, type Trail } from '../formats/tree/paths.js';
import { limits } from '../limits.js';
import { decodeBase64 } from '../text/base64.js';
import type { Budget } from '../text/budget.js';
import { sameBytes } from '../text/bytes.js';
import type { PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import { listChanges } from './align.js';
import { type Both, both, type FieldDifference } from './comparison.js';
import type { TextLines } from './lines.js';

/**
 * A value of a document, whatever the document's format. The list of differences and the side-by-side texts are both
 * made of these values, so they agree.
 */
export interface ComparedValue {
  /** Equal exactly for two values that mean the same. */
  readonly identity: unknown;
  /** Its range in the document; undefined if that is unknown. */
  readonly span: Span | undefined;
  /** The members of an object by name. */
  readonly members: ReadonlyMap<string, ComparedValue> | undefined;
  /** The items of a list. */
  readonly items: readonly ComparedValue[] | undefined;
  /** Sorts the names of an object's members if the format defines an order. */
  readonly sortNames?: (names: readonly string[]) => readonly string[];
  /** The value as JSON, without secrets unless they were requested, and whether any were replaced. */
  shown(): { readonly value: PlainValue; readonly masked: boolean };
  /** The lines of a value that is neither an object nor a list. */
  lines(): TextLines;
  /** Set for a value that the node refuses. */
  readonly refused?: true;
  /** The string, and a summary of what is encoded in it, if the format knows one. */
  readonly encoded?: { readonly text: string; readonly summary: string | undefined } | undefined;
}

/** Two values at the same path, at least one of them present. */
interface Pair {
  readonly before: ComparedValue | undefined;
  readonly after: ComparedValue | undefined;
  readonly trail: Trail | undefined;
  /** Whether only the order differs. */
  readonly moved: boolean;
}

/**
 * The differences between two values, at most `limits.comparedDifferences`: layout, the order of members and number
 * formats make none. A value that only one side has is one difference, however much it contains. `maps` lead from the
 * documents to the files. When the budget is spent, the rest is left out.
 */
export function differencesBetween(
  before: ComparedValue,
  after: ComparedValue,
  maps: Both<PositionMap>,
  budget: Budget,
): readonly FieldDifference[] {
  const found: FieldDifference[] = [];
  const open: Pair[] = [{ before, after, trail: undefined, moved: false }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (found.length >= limits.comparedDifferences || budget.step()) break;
    if (!pair.moved && pair.before?.identity === pair.after?.identity) continue;
    const inside = pair.moved ? undefined : pairsInside(pair, budget);
    if (inside === undefined) found.push(differenceOf(pair, maps));
    else for (const inner of inside.reverse()) open.push(inner);
  }
  return found;
}

/** The pairs that two objects or two lists consist of; undefined for other values. */
function pairsInside({ before, after, trail }: Pair, budget: Budget): Pair[] | undefined {
  const [members, membersAfter] = [before?.members, after?.members];
  if (members !== undefined && membersAfter !== undefined) {
    const names = [...new Set([...members.keys(), ...membersAfter.keys()])];
    return (before?.sortNames?.(names) ?? names).map((name) => {
      const inner = { before: trail, step: name };
      return { before: members.get(name), after: membersAfter.get(name), trail: inner, moved: false };
    });
  }
  const [items, itemsAfter] = [before?.items, after?.items];
  if (items === undefined || itemsAfter === undefined) return undefined;
  const identities = (list: readonly ComparedValue[]): unknown[] => list.map(({ identity }) => identity);
  const changes = listChanges(identities(items), identities(itemsAfter), budget);
  if (changes === 'reordered') return [{ before, after, trail, moved: true }];
  return changes.map(({ kind, before: from, after: to }) => ({
    before: from === undefined ? undefined : items[from],
    after: to === undefined ? undefined : itemsAfter[to],
    trail: { before: trail, step: to ?? from ?? 0 },
    moved: kind === 'moved',
  }));
}

function differenceOf({ before, after, trail, moved }: Pair, maps: Both<PositionMap>): FieldDifference {
  const steps = stepsOfTrail(trail);
  const [old, now] = [before?.shown(), after?.shown()];
  return {
    ...both(old?.value, now?.value),
    ...(old?.masked === true || now?.masked === true ? { masked: true } : {}),
    ...encodedFacts(before?.encoded, after?.encoded),
    ...refusals(before?.refused, after?.refused),
    path: steps.join('.'),
    pointer: pointerOf(steps),
    kind: moved ? 'moved' : before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    places: both(rangeIn(maps.before, before?.span), rangeIn(maps.after, after?.span)),
  };
}

function refusals(before: true | undefined, after: true | undefined): Pick<FieldDifference, 'refused'> {
  return before === undefined && after === undefined ? {} : { refused: both(before, after) };
}

function rangeIn(map: PositionMap | undefined, span: Span | undefined): Span | undefined {
  return map?.exact === true && span !== undefined ? map.toOuter(span) : undefined;
}

/** What encoded values contain, and whether only their encoding differs. */
function encodedFacts(
  before: ComparedValue['encoded'],
  after: ComparedValue['encoded'],
): Pick<FieldDifference, 'summaries' | 'remark'> {
  const summaries = both(before?.summary, after?.summary);
  if (summaries.before === undefined && summaries.after === undefined) return {};
  const isSame = before !== undefined && after !== undefined && sameContent(before.text, after.text);
  const remark = 'The content is the same; only its base64 is written differently.';
  return isSame ? { summaries, remark } : { summaries };
}

function sameContent(before: string, after: string): boolean {
  const [old, now] = [decodeBase64(before), decodeBase64(after)];
  return before !== after && old.fault === undefined && now.fault === undefined && sameBytes(old.bytes, now.bytes);
}

/** Deeper values are not indented further, so that a text does not grow with the square of its nesting. */
const deepestIndent = 40;

/**
 * The lines of a value, like JSON but without commas, so that one more entry is one more line. Strings of several lines
 * follow below their name. It ends after `limits.laidOutLines`.
 */
export function layOut(root: ComparedValue): TextLines {
  const lines = { real: [] as string[], shown: [] as string[] };
  const add = (real: string, shown = real): void => {
    lines.real.push(real);
    lines.shown.push(shown);
  };
  const open: (
    { readonly value: ComparedValue; readonly label: string; readonly depth: number } | { readonly line: string }
  )[] = [{ value: root, label: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (lines.real.length >= limits.laidOutLines) {
      add(`… and more; only ${limits.laidOutLines} lines are shown`);
      break;
    }
    if ('line' in next) {
      add(next.line);
      continue;
    }
    const { value, depth } = next;
    const indent = '  '.repeat(Math.min(depth, deepestIndent));
    const lead = indent + next.label;
    const entries = labelledEntries(value);
    if (entries === undefined) {
      const { real, shown } = value.lines();
      const isBlock = real.length !== 1;
      if (isBlock) add(`${lead}|`);
      const start = isBlock ? `${indent}  | ` : lead;
      for (const [index, line] of real.entries()) add(start + line, start + (shown[index] ?? ''));
      continue;
    }
    const [opening, closing] = value.members === undefined ? ['[', ']'] : ['{', '}'];
    if (entries.length === 0) add(`${lead}${opening}${closing}`);
    else {
      add(`${lead}${opening}`);
      open.push({ line: `${indent}${closing}` });
      for (const entry of entries.reverse()) open.push({ ...entry, depth: depth + 1 });
    }
  }
  return lines;
}

/** The entries of an object or list; undefined for other values. */
function labelledEntries({ members, items, sortNames }: ComparedValue) {
  if (members === undefined) return items?.map((value) => ({ label: '', value }));
  const entries = [...members].map(([name, value]) => ({ name, label: `${JSON.stringify(name)}: `, value }));
  // The document's own order has no meaning.
  return sortNames === undefined ? entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) : entries;
}
