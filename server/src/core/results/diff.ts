import type { Analysis } from '../analysis.js';
import type { Both, Comparison, FieldDifference } from '../compare/comparison.js';
import type { Span } from '../text/span.js';
import { rangeOf, type ResultRange } from './answer.js';

/** A comparison in results, with ranges in the two files. */
export interface ComparisonResult extends Omit<Comparison, 'fields'> {
  readonly files: readonly [string, string];
  readonly fields: readonly (Omit<FieldDifference, 'places'> & { readonly ranges: Both<ResultRange> })[];
}

export function comparisonResult(
  files: readonly [string, string],
  before: Analysis,
  after: Analysis,
  { equal, machines, images, configs, compared, notCompared, fields, texts, variables, notes }: Comparison,
): ComparisonResult {
  const ranges = (places: Both<Span>): Both<ResultRange> => ({
    ...(places.before && { before: rangeOf(before.lines, places.before) }),
    ...(places.after && { after: rangeOf(after.lines, places.after) }),
  });
  return {
    files,
    equal,
    ...(machines && { machines }),
    ...(images && { images }),
    ...(configs && { configs }),
    compared,
    notCompared,
    fields: fields.map(({ places, ...field }) => ({ ...field, ranges: ranges(places) })),
    texts,
    variables,
    notes,
  };
}
