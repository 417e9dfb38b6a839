import { type Markdown } from '../text/markdown.js';
import type { SyntaxNode } from '../formats/tree/node.js';
import type { CursorPlace } from '../formats/tree/paths.js';
import type { TextChange } from '../problems/problem.js';
import type { Masked } from '../secrets/masking.js';
import type { Span } from '../text/span.js';

/** Something that may be written at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: 'template' | 'field' | 'key' | 'enum-value' | 'value';
  /** The type, shown beside the label. */
  readonly detail: string;
  readonly documentation: Markdown;
  /** What is written; tab stops as `$1`, a literal dollar as `\$`; indentation on top of the line's own, in tabs or, in YAML, spaces. */
  readonly snippet: string;
  /** The same without tab stops, for editors without snippets. */
  readonly plainText: string;
  /** What the editor compares with the text between the start of `span` and the cursor. */
  readonly filterText: string;
  readonly sortText: string;
  /** What is replaced: the whole word that the cursor is in. */
  readonly span: Span;
  /** What is replaced if the part of the word behind the cursor is kept; see `CompletionWord`. */
  readonly insertSpan: Span;
  /** The comma that is missing before this; inserted when this is chosen. */
  readonly comma?: TextChange;
  readonly deprecated: boolean;
  /** Whether it is what an author should write next. */
  readonly preselect: boolean;
  /** Whether there is more to choose from at the cursor's next position. */
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
  /** What is replaced if the part behind the cursor is kept; all of it if that part can't be kept. */
  readonly insertSpan: Span;
  /** Whether it is what is between quotes, so that a completion is written without them. */
  readonly isInside: boolean;
  /** Whether it begins with a quote, so that what it is compared with must begin with a quote too. */
  readonly hasQuote: boolean;
}

/**
 * The word that the cursor is in; `token` is the key or value there. A completion that fits between the quotes of a
 * token (`fitsInside`) keeps them: then either end of the word may be kept.
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

/** Whether a string in quotes has its closing quote. */
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
  readonly markdown: Markdown;
  readonly span: Span;
}

/** A few words after a value that explain it. */
export interface InlayHint {
  /** The offset behind the value; of a note, the end of the line. */
  readonly offset: number;
  readonly label: string;
  /** The full explanation in Markdown, if the label is only a part of it. */
  readonly tooltip?: Markdown;
}

/** An entry of an outline without its texts. */
interface EntryPlace {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'file' | 'module';
  readonly span: Span;
  /** What is selected when the entry is chosen. */
  readonly nameSpan: Span;
  readonly deprecated: boolean;
}

/** An entry of an outline, as it is shown. */
export interface OutlineEntry extends EntryPlace {
  readonly name: Masked;
  /** What it is, and its value. */
  readonly detail: Masked;
  readonly children: readonly OutlineEntry[];
}

/**
 * An entry of a document's outline, with its texts as they are written. Its children are made when they are read: of a large
 * document, only the outer ones are listed.
 */
export interface LazyEntry extends EntryPlace {
  readonly name: string;
  /** Whether the name is any text of the document, of which only the beginning is shown. */
  readonly isText?: boolean;
  /** The scalars of which the name is made, if it shows all of a list. */
  readonly words?: readonly SyntaxNode[] | undefined;
  /** The type or the number of entries; for an entry of another document, what it is. */
  readonly detail: string;
  /** Shown behind the detail if it is a scalar. */
  readonly value?: SyntaxNode | undefined;
  /** Whether the names of its entries are shown in place of a value. */
  readonly showsEntries?: boolean;
  /** The title of the module that reads it, shown last: users look for what they wrote. */
  readonly module?: string | undefined;
  readonly children: Iterable<LazyEntry>;
}

/** The definition of something: all of it, and its name. */
export interface Definition {
  readonly span: Span;
  readonly name: Span;
}

/** A path in a command, linked to the entry that writes its file. */
export interface FileLink {
  readonly span: Span;
  /** The `path` of the file; the last one if it is written several times. */
  readonly target: Span;
}

/** A region that may have several lines. */
export interface FoldableRegion {
  /** It begins on the line that stays visible. */
  readonly span: Span;
  readonly form: 'brackets' | 'lines' | 'comment';
  /** How many other regions it is inside of. */
  readonly depth: number;
}

/** A line above a position in the text that offers an action. */
export interface Lens {
  readonly span: Span;
  readonly title: string;
  readonly action:
    | { readonly is: 'live-preview' }
    | { readonly is: 'as-node-sees' }
    /** Formats the document. */
    | { readonly is: 'format' }
    | { readonly is: 'preview-custom-data' }
    | { readonly is: 'preview-cse' }
    /** Opens the payload with these steps. */
    | { readonly is: 'decode'; readonly steps: readonly string[] }
    /** Explains one of the failures that the document reports, by its index. */
    | { readonly is: 'explain'; readonly failure: number }
    /** Draws the boot: as the status of that failure reports it, or the whole document. */
    | { readonly is: 'timeline'; readonly failure?: number };
}

/** Ways to rewrite a node config without changing anything for the node. */
export const configRefactoringNames = ['protoNames', 'jsonNames', 'sortFields', 'removeDefaults'] as const;
export type ConfigRefactoringName = (typeof configRefactoringNames)[number];

/** Ways to write the content of a file in a cloud-config; the node gets the same bytes from each. */
export const contentForms = ['plainContent', 'base64Content', 'gzipContent', 'binaryContent'] as const;
export type ContentForm = (typeof contentForms)[number];

export const refactoringNames = [...configRefactoringNames, ...contentForms] as const;
export type RefactoringName = (typeof refactoringNames)[number];

/** A refactoring of all of a file, or of the object around a position with everything in it. */
export interface DocumentRefactoring {
  readonly name: RefactoringName;
  readonly scope: 'file' | 'object';
}

export interface Refactoring extends DocumentRefactoring {
  readonly title: string;
}

type KeyCursor = Extract<CursorPlace, { at: 'key' }>;

type Written = Pick<
  Completion,
  'label' | 'snippet' | 'plainText' | 'filterText' | 'span' | 'insertSpan' | 'comma' | 'preselect' | 'goesOn'
>;

/** A value with tab stops, and as plain text. */
export interface ValueSnippet {
  readonly snippet: string;
  readonly plainText: string;
  /** Whether there is something to choose from at its first tab stop. */
  readonly goesOn: boolean;
}

/** Writes a key with a value at the cursor. */
export type KeyCompletion = (name: string, value: ValueSnippet) => Written;

/**
 * Looks at the text around the cursor: a key with a value keeps it, and a new one gets the commas that are missing
 * before and after it.
 */
export function keyCompletion(cursor: KeyCursor, text: string, offset: number): KeyCompletion {
  const token = cursor.member?.key.span;
  const behind = text.slice(token?.end ?? offset);
  const hasColon = token !== undefined && /^\s*:/.test(behind);
  const commaBehind = !hasColon && /^\s*"/.test(behind) ? ',' : '';
  const { span, insertSpan, isInside, hasQuote } = completionWord(text, token, offset, hasColon);
  const comma = hasColon ? undefined : commaBefore(cursor, text, span.start);
  return (name, value) => {
    const written = isInside ? JSON.stringify(name).slice(1, -1) : JSON.stringify(name);
    return {
      label: name,
      snippet: hasColon ? asSnippet(written) : `${asSnippet(written)}: ${value.snippet}${commaBehind}`,
      plainText: hasColon ? written : `${written}: ${value.plainText}${commaBehind}`,
      filterText: hasQuote ? JSON.stringify(name) : name,
      span,
      insertSpan,
      ...(comma === undefined ? {} : { comma }),
      preselect: false,
      goesOn: !hasColon && value.goesOn,
    };
  };
}

/** The comma behind the member before, if there is none yet and only white space follows it. */
function commaBefore({ object, member }: KeyCursor, text: string, start: number): TextChange | undefined {
  const before = object.members.findLast((candidate) => candidate !== member && candidate.span.end <= start);
  if (before?.value === undefined || !/^\s*$/.test(text.slice(before.span.end, start))) return undefined;
  return { span: { start: before.span.end, end: before.span.end }, newText: ',' };
}
