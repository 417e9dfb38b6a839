import { append } from '../../append.js';
import type { TextChange } from '../../problems/problem.js';
import { blanksBefore, blanksBehind, lineStartOf } from './blanks.js';
import { commaBehind, type Container, entryCount, entrySpan, interior } from './entries.js';

/** The changes that take one entry out of an object or list, with its comma and its line. */
export function removeEntry(text: string, container: Container, index: number): TextChange[] {
  return removeRun(text, container, index, index);
}

/** The changes that take several entries out at once, which removing them one by one could not be added up to. */
export function removeEntries(text: string, container: Container, doomed: (index: number) => boolean): TextChange[] {
  const changes: TextChange[] = [];
  const count = entryCount(container);
  for (let first = 0; first < count; first++) {
    if (!doomed(first)) continue;
    let last = first;
    while (last + 1 < count && doomed(last + 1)) last++;
    append(changes, removeRun(text, container, first, last));
    first = last;
  }
  return changes;
}

/** Takes out the entries from `first` to `last`; the ones beside them stay. */
function removeRun(text: string, container: Container, first: number, last: number): TextChange[] {
  const start = entrySpan(text, container, first)?.start;
  const end = entrySpan(text, container, last)?.end;
  if (start === undefined || end === undefined) return [];
  const comma = commaBehind(text, end);
  const tail = comma === undefined ? end : comma + 1;
  const next = entrySpan(text, container, last + 1);
  if (next !== undefined) return [removal(...stretchBefore(text, start, tail, next.start))];
  const previous = entrySpan(text, container, first - 1);
  if (previous !== undefined) return behind(text, previous.end, start, tail);
  const inside = interior(container);
  const alone =
    container.unclosed !== true && blanksBefore(text, start) <= inside.start && blanksBehind(text, tail) >= inside.end;
  return [alone ? removal(inside.start, inside.end) : removal(start, tail)];
}

/** The entries and the blanks in front of `next`, so that what follows takes their place on the line. */
function stretchBefore(text: string, start: number, tail: number, next: number): [number, number] {
  // The next entry has a line of its own, these share one with what is in front of them: it stays where it is.
  if (lineStartOf(text, start) === undefined && lineStartOf(text, next) !== undefined)
    return [blanksBefore(text, start), tail];
  return [start, blanksBehind(text, tail)];
}

/** The last entries and the comma in front of them; a comment between the two stays. */
function behind(text: string, previousEnd: number, start: number, tail: number): TextChange[] {
  const comma = commaBehind(text, previousEnd);
  if (comma === undefined) return [removal(blanksBefore(text, start), tail)];
  const commaEnd = comma + 1;
  const commaStart = blanksBefore(text, comma) <= previousEnd ? previousEnd : comma;
  if (blanksBefore(text, start) <= commaEnd) return [removal(commaStart, tail)];
  return [removal(commaStart, commaEnd), removal(start, tail)];
}

function removal(start: number, end: number): TextChange {
  return { span: { start, end }, newText: '' };
}
