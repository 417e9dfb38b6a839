import type { Span } from '../../text/span.js';

/** The word that a completion is written into. */
export interface CompletionWord {
  /** All of it. */
  readonly span: Span;
  /** What is replaced where the part behind the cursor is to stay; all of it where that part could not stand there. */
  readonly insertSpan: Span;
  /** Whether it is what stands between quotes, so that a completion is written without them. */
  readonly isInside: boolean;
  /** Whether it begins with a quote, so that what it is compared with has to begin with one too. */
  readonly hasQuote: boolean;
}

/**
 * The word that the cursor is in, where `token` is the key or value there. A completion that fits between
 * the quotes of a token (`fitsInside`) leaves them alone: then either end of the word may stay.
 */
export function completionWord(
  text: string,
  token: Span | undefined,
  offset: number,
  fitsInside: boolean,
): CompletionWord {
  const span = token ?? { start: offset, end: offset };
  const hasQuote = span.start < span.end && text.charAt(span.start) === '"';
  const isInside = fitsInside && hasQuote && span.start < offset && offset < span.end && isClosed(text, span);
  if (!isInside) return { span, insertSpan: span, isInside, hasQuote };
  const inner = { start: span.start + 1, end: span.end - 1 };
  return { span: inner, insertSpan: { start: inner.start, end: offset }, isInside, hasQuote: false };
}

/** Whether a text in quotes has its closing one. */
function isClosed(text: string, { start, end }: Span): boolean {
  if (end - start < 2 || text.charAt(end - 1) !== '"') return false;
  let at = end - 2;
  while (at > start && text.charAt(at) === '\\') at--;
  return (end - 2 - at) % 2 === 0;
}

/** A constant in the syntax of snippets. */
export function asSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
