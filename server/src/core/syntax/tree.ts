import type { Problem } from '../problems/problem.js';
import type { SyntaxNode } from './node.js';

/** What a parser understood of a text, and what it did not. */
export interface SyntaxTree {
  readonly language: 'json' | 'yaml';
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly Problem[];
  /** Whether a JSON text has comments or trailing commas, which many tools take. */
  readonly relaxed?: true;
  /** Nesting of the deepest container; the root container counts as 1. */
  readonly depth: number;
}
