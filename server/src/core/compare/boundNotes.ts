import { limits } from '../limits.js';
import type { Comparison, ComparisonNote } from './comparison.js';
import type { Hunk } from './hunks.js';

/** Sentences on what a comparison leaves out because there is too much of it. */
export function boundNotes({
  fields,
  texts,
  variables,
}: Pick<Comparison, 'fields' | 'texts' | 'variables'>): ComparisonNote[] {
  const notes: ComparisonNote[] = [];
  const add = (what: string): void => void notes.push({ severity: 'information', message: `Only ${what} are listed.` });
  const counts = new Map<string | undefined, number>();
  for (const { document } of fields) counts.set(document, (counts.get(document) ?? 0) + 1);
  if ([...counts.values()].some((count) => count >= limits.comparedDifferences))
    add(`the first ${limits.comparedDifferences} differences of a document`);
  const files = variables.flatMap(({ name, file }) => (file === undefined ? [] : [[name, file.hunks] as const]));
  for (const [name, hunks] of [...texts.map((text) => [text.document, text.hunks] as const), ...files])
    if (changedLines(hunks) >= limits.comparedLines) add(`the first ${limits.comparedLines} changed lines of ${name}`);
  return notes;
}

function changedLines(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter(({ mark }) => mark !== ' ').length, 0);
}
