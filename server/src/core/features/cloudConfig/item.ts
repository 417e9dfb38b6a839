import type { Span } from '../../text/span.js';
import type { Completion } from '../completion/completion.js';
import type { YamlCursor } from './cursor.js';
import type { Written } from './writing.js';

/** What each completion says for itself; the rest is the same at one place. */
export type ItemFacts = Pick<Completion, 'label' | 'kind' | 'detail' | 'documentation' | 'sortText'> & {
  readonly written: Written;
  readonly deprecated?: boolean;
  readonly preselect?: boolean;
  /** What is compared with the word, where that is not the label. */
  readonly filterText?: string;
  /** What is replaced, where that is more than the word. */
  readonly span?: Span;
};

/** A completion in the place of the word at the cursor. */
export function item({ word, quote }: YamlCursor, offset: number, facts: ItemFacts): Completion {
  const { label, kind, detail, documentation, sortText, written, span = word } = facts;
  return {
    label,
    kind,
    detail,
    documentation,
    sortText,
    snippet: written.snippet,
    plainText: written.plainText,
    filterText: facts.filterText ?? `${quote}${label}`,
    span,
    // Half a word in quotes would keep its second quote.
    insertSpan: quote === '' ? { start: span.start, end: Math.max(span.start, Math.min(offset, span.end)) } : span,
    deprecated: facts.deprecated === true,
    preselect: facts.preselect === true,
    goesOn: written.goesOn,
  };
}
