import { limits } from '../limits.js';
import { align, type Range } from './align.js';

/** A line of a hunk: kept (` `), only in the first text (`-`) or only in the second (`+`). */
export interface HunkLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Neighbouring changed lines with those around them; ranges are zero-based lines of the two texts. */
export interface Hunk {
  readonly before: Range;
  readonly after: Range;
  readonly lines: readonly HunkLine[];
}

/** The lines of a text, and the same lines as they may be shown. */
export interface TextLines {
  readonly real: readonly string[];
  readonly shown: readonly string[];
}

/** Kept lines that are shown on either side of a change. */
const context = 3;

/**
 * The lines that two texts differ in, told by the real ones and shown by the others. At most
 * `limits.comparedLines` are listed.
 */
export function hunksOf(first: TextLines, second: TextLines): readonly Hunk[] {
  // What stands behind the last line end is no line, but for a text that ends without one.
  const ended = first.real.at(-1) === '' && second.real.at(-1) === '';
  const [before, after] = ended ? [withoutLast(first), withoutLast(second)] : [first, second];
  const hunks: OpenHunk[] = [];
  let left: number = limits.comparedLines;
  for (const { same, before: old, after: now } of align(before.real, after.real)) {
    if (same || left <= 0) continue;
    const last = hunks.at(-1);
    const gap = last === undefined ? Infinity : old.start - last.before.end;
    const joined = last !== undefined && gap <= 2 * context;
    const hunk = joined ? last : openHunk(hunks, old.start, now.start, before);
    if (joined) keep(hunk, before, gap);
    left -= put(hunk, '-', before.shown.slice(old.start, old.end), left);
    left -= put(hunk, '+', after.shown.slice(now.start, now.end), left);
    hunk.before.end = old.end;
    hunk.after.end = now.end;
  }
  hunks.forEach((hunk, index) => {
    const end = hunks[index + 1]?.before.start ?? before.real.length;
    keep(hunk, before, Math.min(context, end - hunk.before.end));
  });
  return hunks;
}

function withoutLast({ real, shown }: TextLines): TextLines {
  return { real: real.slice(0, -1), shown: shown.slice(0, -1) };
}

interface OpenHunk extends Hunk {
  readonly before: { start: number; end: number };
  readonly after: { start: number; end: number };
  readonly lines: HunkLine[];
}

function openHunk(hunks: OpenHunk[], before: number, after: number, text: TextLines): OpenHunk {
  const lead = Math.min(context, before - (hunks.at(-1)?.before.end ?? 0));
  const [start, startAfter] = [before - lead, after - lead];
  const hunk: OpenHunk = {
    before: { start, end: start },
    after: { start: startAfter, end: startAfter },
    lines: [],
  };
  keep(hunk, text, lead);
  hunks.push(hunk);
  return hunk;
}

/** Adds the next lines of both texts, which are the same. */
function keep({ before, after, lines }: OpenHunk, text: TextLines, count: number): void {
  for (const line of text.shown.slice(before.end, before.end + count)) lines.push({ mark: ' ', text: line });
  before.end += count;
  after.end += count;
}

function put({ lines }: OpenHunk, mark: '-' | '+', texts: readonly string[], most: number): number {
  for (const text of texts.slice(0, Math.max(0, most))) lines.push({ mark, text });
  return texts.length;
}
