import {
  type Analysis,
  type Comparison,
  compareDocuments,
  type CompareOptions,
} from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { unmasked } from '../../support/maskings.js';

/** A document of a test: its content, with a name if the kind follows from the name. */
export interface Doc {
  readonly name?: string;
  readonly content: string | Uint8Array;
}

/** All comparisons of two documents; strings are node configs. */
export function compareAll(
  before: string | Doc,
  after: string | Doc,
  options: CompareOptions = { masking: unmasked },
): readonly Comparison[] {
  return compareDocuments(analysed(before), analysed(after), options);
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
