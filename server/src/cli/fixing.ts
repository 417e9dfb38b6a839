import { basename, dirname } from 'node:path';
import { OutputFolder } from '../adapters/writeFiles.js';
import { type Analysis, applyChanges, applySafeFixes, type FixableProblems } from '../core/index.js';

/** A file after its safe fixes. */
export interface FixedFile {
  readonly analysis: Analysis;
  /** How many fixes were made. */
  readonly applied: number;
  /** Whether there was time for everything. */
  readonly isComplete: boolean;
  /** The steps of the documents whose text was fixed; empty steps for the file itself. */
  readonly documents: readonly (readonly string[])[];
}

/** Makes all safe fixes of the problems that may be fixed, without writing anything. */
export function fixed(before: Analysis, fixable: FixableProblems): FixedFile {
  const { changes, ...rest } = applySafeFixes(before, fixable);
  if (changes.length === 0) return { analysis: before, ...rest };
  return { analysis: before.withText(applyChanges(before.text, changes)), ...rest };
}

/**
 * Writes the text of a fixed file in place of the one that was read. Throws an error whose message is what prevents that: a
 * link, an encoding other than UTF-8, or that the file has changed since it was read.
 */
export function writeFixed(path: string, before: Analysis, { text }: Analysis): void {
  const { content } = before.source;
  const read = typeof content === 'string' ? Buffer.from(content) : content;
  if (!Buffer.from(before.text).equals(read)) throw new Error("it isn't text in UTF-8");
  new OutputFolder(dirname(path)).replace(basename(path), read, text);
}
