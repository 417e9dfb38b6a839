import type { Span } from '../text/span.js';

/** Markdown about the thing under the cursor. */
export interface HoverInfo {
  readonly markdown: string;
  readonly span: Span;
}
