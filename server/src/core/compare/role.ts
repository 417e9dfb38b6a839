import type { Analysis } from '../analysis.js';

/** What a document is in a comparison: a node config itself, something that holds one as a machine got it, or neither. */
export function comparisonRole(analysis: Analysis): 'config' | 'deployed' | 'other' {
  if (analysis.kind === 'node-config') return 'config';
  for (const { kind } of analysis.documents()) if (kind === 'node-config') return 'deployed';
  return 'other';
}
