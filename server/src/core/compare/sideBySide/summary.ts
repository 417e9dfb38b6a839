import type { Comparison, ComparisonNote, Side } from '../comparison.js';

/** What comparisons found, in one sentence. */
export function comparisonSummary(comparisons: readonly Comparison[]): string {
  const sum = (count: (comparison: Comparison) => number): number =>
    comparisons.reduce((total, comparison) => total + count(comparison), 0);
  const fields = sum(({ fields: all }) => all.filter(({ document }) => document === undefined).length);
  const beside = sum(({ fields: all, texts }) => all.length + texts.length) - fields;
  const variables = sum((comparison) => comparison.variables.length);
  const withConfigs = comparisons.some(({ configs }) => configs?.before !== undefined && configs.after !== undefined);
  const complete = comparisons.every(({ notes }) => notes.every(({ severity }) => severity !== 'error'));
  const found = [
    ...(fields > 0 ? [counted(fields, withConfigs ? 'field' : 'value')] : []),
    ...(beside > 0 ? [`${counted(beside, 'difference')} beside the config`] : []),
    ...(variables > 0 ? [`${counted(variables, 'variable')} on the node`] : []),
  ];
  const rest = complete ? '' : ' Not everything could be compared.';
  if (found.length > 0) return `These differ: ${found.join(', ')}.${rest}`;
  if (comparisons.every(({ equal }) => equal))
    return withConfigs ? 'Same contract and environment.' : 'Both mean the same.';
  return 'Not everything could be compared.';
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * A note as a line of one side's text. An error stands on the side that it is about, and is a difference; everything
 * else stands on both sides, so that it is none.
 */
export function noteLine({ severity, side, message }: ComparisonNote, of: Side): readonly string[] {
  if (severity === 'error') return side === undefined || side === of ? [`# Error: ${message}`] : [];
  const where = side === undefined ? '' : side === 'before' ? 'Left side: ' : 'Right side: ';
  return [`# ${where}${message}`];
}
