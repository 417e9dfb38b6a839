import type { SyntaxNode } from '../formats/tree/node.js';
import { limits } from '../limits.js';
import type { TextChange } from '../problems/problem.js';
import { isSecretName, maskText } from '../secrets/find.js';
import { maskSecrets } from '../secrets/mask.js';
import type { Span } from '../text/span.js';

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

/** The word that a completion is written into. */
interface CompletionWord {
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

/** Markdown about the thing under the cursor. */
export interface HoverInfo {
  readonly markdown: string;
  readonly span: Span;
}

/** A few words beside a value that say what it comes to. */
export interface InlayHint {
  /** Where they stand: the offset behind the value. */
  readonly offset: number;
  readonly label: string;
  /** The whole story, as Markdown, where the label is only a part of it. */
  readonly tooltip?: string;
}

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

/** What a reader knows about a value beside the value itself. */
interface ValueContext {
  /** Whether the contract calls it a secret. */
  readonly secret: boolean;
  /** The name that it stands under. */
  readonly name: string;
}

/**
 * A value as a list can show it: a scalar on one line, shortened, with secrets masked; undefined for
 * containers and for what is not there.
 */
export function shortValue(node: SyntaxNode | undefined, { secret, name }: ValueContext): string | undefined {
  switch (node?.kind) {
    case 'string': {
      if (node.value === '') return '""';
      if (secret || isSecretName(name)) return maskText;
      // More than is shown, so that a secret which begins in it is recognised; all of it could be megabytes.
      const { text } = maskSecrets(node.value.slice(0, limits.quotedValue * 20));
      return JSON.stringify(text.length > limits.quotedValue ? `${text.slice(0, limits.quotedValue)}…` : text);
    }
    case 'number':
      return node.raw;
    case 'boolean':
    case 'timestamp':
      return node.raw;
    case 'null':
      return 'null';
    default:
      return undefined;
  }
}
