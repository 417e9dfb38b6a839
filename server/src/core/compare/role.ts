import type { Analysis } from '../analysis.js';
import type { Payload } from '../payload/payload.js';

/** What a document is in a comparison: a node config itself, something that holds one as a machine got it, or neither. */
export type ComparisonRole = 'config' | 'deployed' | 'other';

export function comparisonRole({ kind, root }: Analysis): ComparisonRole {
  return kind === 'node-config' ? 'config' : holdsConfig(root) ? 'deployed' : 'other';
}

/** The same for a document inside another one. */
export function payloadRole(payload: Payload): ComparisonRole {
  return payload.kind === 'node-config' ? 'config' : holdsConfig(payload) ? 'deployed' : 'other';
}

function holdsConfig({ kind, children }: Payload): boolean {
  return kind === 'node-config' || children.some(({ payload }) => holdsConfig(payload));
}
