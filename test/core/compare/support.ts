import { expect } from 'vitest';
import {
  type Analysis,
  type Comparison,
  compareDocuments,
  type CompareOptions,
  type ComparisonNote,
  type Side,
  sideBySide,
} from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

/** A document of a test: its content, with a name where the name tells the kind. */
export interface Doc {
  readonly name?: string;
  readonly content: string | Uint8Array;
}

/**
 * All comparisons of two documents; texts without a name are node configs. What is shown beside each other has to differ
 * where they do.
 */
export function compareAll(
  before: string | Doc,
  after: string | Doc,
  options: CompareOptions = { showSecrets: true },
): readonly Comparison[] {
  const [old, now] = [analysed(before), analysed(after)];
  const comparisons = compareDocuments(old, now, options);
  const beside = sideBySide(old, now, options);
  const differ = comparisons.some(
    ({ fields, texts, variables, notes }) =>
      fields.length + texts.length + variables.length > 0 || errorsOf('before', notes) !== errorsOf('after', notes),
  );
  expect(beside.equal).toBe(comparisons.every(({ equal }) => equal));
  // Two that are the same byte for byte have the same faults.
  if (beside.equal) expect(beside.after).toBe(beside.before);
  else if (differ) expect(beside.after).not.toBe(beside.before);
  return comparisons;
}

/** The errors that are said of a side. */
function errorsOf(side: Side, notes: readonly ComparisonNote[]): string {
  return notes.flatMap((note) => (note.severity === 'error' && note.side === side ? note.message : [])).join('\n');
}

function analysed(doc: string | Doc): Analysis {
  return typeof doc === 'string' ? analyse('a.node-config.json', doc) : analyse(doc.name ?? 'document', doc.content);
}

/** The only comparison of two documents. */
export function compare(before: string | Doc, after: string | Doc, options?: CompareOptions): Comparison {
  const [only, ...more] = compareAll(before, after, options);
  if (only === undefined || more.length > 0) throw new Error(`${more.length + 1} comparisons instead of one`);
  return only;
}

/** Field differences in short: `~ path`, with `+`, `-` and `>` for what was added, removed and moved. */
export function fieldsOf({ fields }: Comparison): string[] {
  const marks = { added: '+', removed: '-', changed: '~', moved: '>' };
  return fields.map(
    ({ kind, path, document }) => `${marks[kind]} ${path}${document === undefined ? '' : ` in ${document}`}`,
  );
}

export function base64(content: string | Uint8Array): string {
  return Buffer.from(content).toString('base64');
}
