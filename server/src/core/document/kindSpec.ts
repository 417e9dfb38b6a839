import type { SyntaxTree } from '../formats/tree/node.js';
import type { Platform } from '../platform.js';
import type { ProblemCode } from '../problems/codes.js';
import type { Problem, TextChange } from '../problems/problem.js';
import type { RuleOutcome } from '../problems/rules.js';
import type { LineIndex, Span } from '../text/span.js';
import type {
  Completion,
  Definition,
  DocumentRefactoring,
  FileLink,
  FoldableRegion,
  HoverInfo,
  InlayHint,
  Lens,
  OutlineEntry,
  Refactoring,
} from './editing.js';
import type { LayerName, Payload } from './payload.js';

/** A document with what its kind may use beside it. */
export interface OpenedDocument {
  readonly payload: Payload;
  /** Empty for binary content. */
  readonly text: string;
  readonly lines: LineIndex;
  readonly platform: Platform;
  /** What is wrong with the bytes of a file that holds nothing but this document; undefined for other documents. */
  readonly fileProblems: readonly Problem[] | undefined;
}

/** What is known of a document when its text is to be read. */
export type UnreadDocument = Pick<Payload, 'partType' | 'format'> & { readonly text: string };

/**
 * Everything that depends on the kind of a document. An absent member means that the kind has no such thing. Offsets and
 * spans are those of the document, wherever it stands in a file.
 *
 * `View` is what a kind works out about a document: it is made once for each, and its parts when they are first used.
 * Members are methods because TypeScript compares the parameters of methods both ways, so that kinds with different views
 * are values of one type; each view only ever comes to the functions of the kind that made it.
 */
export interface KindSpec<View = unknown, Context = unknown> {
  /** The kind as users read it. */
  readonly title: string;
  /** The product icon of VS Code for a payload of this kind. */
  readonly icon?: string;
  /** File names of this kind. */
  readonly names?: readonly RegExp[];
  /** Whether a document is one JSON value, which can be formatted. */
  readonly isJson?: true;
  /** Whether addresses in its string values are links. */
  readonly hasLinks?: true;
  /** Whether opening an unencoded payload of this kind shows no more than its own position does. */
  readonly isPlain?: true;

  /** Reads the text; without this it is JSON. */
  read?(document: UnreadDocument, json: () => SyntaxTree): SyntaxTree | undefined;
  /** The formats of a text, outermost first; without this it is JSON. */
  formats?(text: string, json: () => SyntaxTree | undefined): readonly LayerName[];

  view(document: OpenedDocument, context: Context): View;
  validate?(view: View): RuleOutcome;
  /** Tells which problems comments in the document leave out, by their code and offset; undefined if there are none. */
  ignored?(view: View): ((code: ProblemCode, offset: number) => boolean) | undefined;

  hover?(view: View, offset: number): HoverInfo | undefined;
  complete?(view: View, offset: number): Completion[];
  outline?(view: View): OutlineEntry[];
  /** Regions beside those of the syntax tree. */
  foldings?(view: View): Iterable<FoldableRegion>;
  /** Spans that a selection grows through beside those of the syntax tree, outer ones first. */
  selections?(view: View): Iterable<Span>;
  /** Hints for the values in a range. */
  inlayHints?(view: View, range: Span): InlayHint[];
  definitions?(view: View, offset: number): readonly Definition[];
  references?(view: View, offset: number, withDefinitions: boolean): readonly Span[];
  fileLinks?(view: View): FileLink[];
  lenses?(view: View): Lens[];
  /** The change that leaves a problem out from now on. */
  ignoringChange?(view: View, problem: Pick<Problem, 'code' | 'span'>): TextChange | undefined;
  refactorings?(view: View, range: Span): Refactoring[];
  refactoringChanges?(view: View, refactoring: DocumentRefactoring, range: Span): TextChange[];
}
