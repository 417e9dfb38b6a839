import type { Analysis, Both, Comparison, Position, Span } from '../../core/index.js';

interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A comparison as JSON results have it: places are ranges of zero-based lines and UTF-16 columns of the two files. */
export function comparisonResult(
  files: readonly [string, string],
  before: Analysis,
  after: Analysis,
  { equal, machines, configs, fields, texts, variables, notes }: Comparison,
): object {
  const range = ({ lines }: Analysis, { start, end }: Span): Range => ({
    start: lines.positionAt(start),
    end: lines.positionAt(end),
  });
  const ranges = (places: Both<Span>): Both<Range> => ({
    ...(places.before && { before: range(before, places.before) }),
    ...(places.after && { after: range(after, places.after) }),
  });
  return {
    files,
    equal,
    ...(machines && { machines }),
    ...(configs && { configs }),
    fields: fields.map(({ places, ...field }) => ({ ...field, ranges: ranges(places) })),
    texts,
    variables,
    notes,
  };
}
