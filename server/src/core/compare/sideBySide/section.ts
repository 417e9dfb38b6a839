import { align } from '../align.js';
import type { Both } from '../comparison.js';
import type { TextLines } from '../hunks.js';

/** A part of both texts; the side that has no such part has nothing in its place. */
export interface Section {
  readonly title: string;
  readonly lines: Both<TextLines>;
}

/** The lines of both sides as they are shown; where they would look alike and are not, the later one says so. */
export function shownLines({ before, after }: Both<TextLines>): Both<readonly string[]> {
  if (before === undefined || after === undefined) {
    return { ...(before && { before: before.shown }), ...(after && { after: after.shown }) };
  }
  const remarked = [...after.shown];
  for (const { same, before: old, after: now } of align(before.real, after.real)) {
    if (same) {
      // Equal lines look equal, whatever stands around them.
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

/** The lines of a text. One that has no line end at its end says so. */
export function fileLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') return lines.slice(0, -1);
  return [...lines, '(no line end here)'];
}

/** Both forms of lines; what does not fit line by line is told by what is shown. */
export function textLines(real: readonly string[], shown: readonly string[]): TextLines {
  return real.length === shown.length ? { real, shown } : { real: shown, shown };
}
