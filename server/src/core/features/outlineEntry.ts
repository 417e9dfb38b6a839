import type { Span } from '../text/span.js';

/** An entry of a document's outline. */
export interface OutlineEntry {
  readonly name: string;
  /** The type and a short value or the number of entries, or what an entry of another document is. */
  readonly detail: string;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'file' | 'module';
  readonly span: Span;
  /** What is selected when the entry is chosen. */
  readonly nameSpan: Span;
  readonly deprecated: boolean;
  readonly children: readonly OutlineEntry[];
}
