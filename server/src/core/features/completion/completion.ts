import type { TextChange } from '../../problems/problem.js';
import type { Span } from '../../text/span.js';

/** One thing that may be written at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: 'template' | 'field' | 'key' | 'enum-value' | 'value';
  /** The type, shown beside the label. */
  readonly detail: string;
  /** Markdown. */
  readonly documentation: string;
  /** What is written; tab stops as `$1`, a literal dollar as `\$`; indentation on top of the line's own, in tabs or, in YAML, blanks. */
  readonly snippet: string;
  /** The same without tab stops, for editors that know no snippets. */
  readonly plainText: string;
  /** What the editor compares with the text between the start of `span` and the cursor. */
  readonly filterText: string;
  readonly sortText: string;
  /** What is replaced: the whole word that the cursor is in. */
  readonly span: Span;
  /** What is replaced where the part of the word behind the cursor is to stay; see `CompletionWord`. */
  readonly insertSpan: Span;
  /** The comma that is missing between what stands before and this one; written when this is chosen. */
  readonly comma?: TextChange;
  readonly deprecated: boolean;
  /** Whether it is what an author should write next. */
  readonly preselect: boolean;
  /** Whether there is more to choose from where the cursor then stands. */
  readonly goesOn: boolean;
}

/** A number that sorts as text. */
export function sortNumber(index: number): string {
  return String(index).padStart(4, '0');
}
