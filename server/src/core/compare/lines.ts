import type { Budget } from '../text/budget.js';
import { limits } from '../limits.js';
import type { Masking } from '../secrets/masking.js';
import { append } from '../text/strings.js';
import { align } from './align.js';
import type { Both, Hunk, HunkLine, TextDifference } from './comparison.js';

/** The lines of a text, and the same lines as they may be shown. */
export interface TextLines {
  readonly real: readonly string[];
  readonly shown: readonly string[];
}

/** The lines of a text, and whether any secrets in them are masked. */
export interface MaskedLines extends TextLines {
  readonly masked: boolean;
}

/** The lines of a text, and the same lines with the secrets in each masked. */
export function linesOf(text: string, masking: Masking): MaskedLines {
  if (text === '') return { real: [], shown: [], masked: false };
  const real = text.split('\n');
  const shown = masking.lines(text);
  return { real, shown, masked: shown.some((line, index) => line !== real[index]) };
}

/** The lines of a file, with a remark on a missing line ending at its end. */
export function fileLines({ real, shown }: TextLines): TextLines {
  if (real.length === 0) return { real, shown };
  if (real.at(-1) === '') return withoutLast({ real, shown });
  const remark = '(no line ending here)';
  return { real: [...real, remark], shown: [...shown, remark] };
}

/** The lines of both sides as they are shown, with a remark on lines of the second that look the same but aren't. */
export function shownLines({ before, after }: Both<TextLines>, budget: Budget): Both<readonly string[]> {
  if (before === undefined || after === undefined) {
    return { ...(before && { before: before.shown }), ...(after && { after: after.shown }) };
  }
  const remarked = [...after.shown];
  for (const { same, before: old, after: now } of align(before.real, after.real, budget)) {
    if (same) {
      // Equal lines look the same, whatever surrounds them.
      for (let i = 0; i < now.end - now.start; i++) remarked[now.start + i] = before.shown[old.start + i] ?? '';
      continue;
    }
    const looks = new Map<string, string>();
    for (const line of before.shown.slice(old.start, old.end)) looks.set(line.trim(), line);
    const known = new Set(before.real.slice(old.start, old.end));
    for (let i = now.start; i < now.end; i++) {
      const line = after.shown[i] ?? '';
      const alike = known.has(after.real[i] ?? '') ? undefined : looks.get(line.trim());
      if (alike === line) remarked[i] = `${line}  (not the same, in what is hidden)`;
      else if (alike !== undefined) remarked[i] = `${line}  (not the same, in white space)`;
    }
  }
  return { before: before.shown, after: remarked };
}

/** Kept lines that are shown before and after a change. */
const context = 3;

/** Two texts that differ, or one without a counterpart. */
export function textDifference(
  document: string,
  kind: TextDifference['kind'],
  before: MaskedLines,
  after: MaskedLines,
  budget: Budget,
): TextDifference {
  const masked = before.masked || after.masked ? { masked: true as const } : {};
  return { document, kind, hunks: hunksOf(before, after, budget), ...masked };
}

/** The lines in which two texts really differ, as they may be shown; at most `limits.comparedLines` are listed. */
export function hunksOf(first: TextLines, second: TextLines, budget: Budget): readonly Hunk[] {
  // After the last line ending there is no further line, except in comparison with a text that ends without one.
  const ended = first.real.at(-1) === '' && second.real.at(-1) === '';
  const [before, after] = ended ? [withoutLast(first), withoutLast(second)] : [first, second];
  const hunks: OpenHunk[] = [];
  let left: number = limits.comparedLines;
  for (const { same, before: old, after: now } of align(before.real, after.real, budget)) {
    if (same || left <= 0) continue;
    const last = hunks.at(-1);
    const gap = last === undefined ? Infinity : old.start - last.before.end;
    const joined = last !== undefined && gap <= 2 * context;
    const hunk = joined ? last : openHunk(hunks, old.start, now.start, before);
    if (joined) keep(hunk, before, gap);
    const changed = [
      ...before.shown.slice(old.start, old.end).map((text): HunkLine => ({ mark: '-', text })),
      ...after.shown.slice(now.start, now.end).map((text): HunkLine => ({ mark: '+', text })),
    ];
    append(hunk.lines, changed.slice(0, left));
    left -= changed.length;
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
  const hunk: OpenHunk = {
    before: { start: before - lead, end: before - lead },
    after: { start: after - lead, end: after - lead },
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
