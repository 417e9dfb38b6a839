import type { Explanation } from '../../../failure/explain.js';

/** What a rule about failures sees: all that a document tells of. */
export interface FailureInput {
  readonly failures: readonly Explanation[];
}
