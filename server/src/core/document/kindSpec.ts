import type { ShownAdditions } from './additions.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import type { Platform } from '../platform.js';
import type { ProblemCode } from '../problems/codes.js';
import type { Problem, TextChange } from '../problems/problem.js';
import type { RuleRun } from '../problems/rules.js';
import type { PlacedSecret } from '../secrets/places.js';
import type { Budget } from '../text/budget.js';
import type { MadeFromText } from '../text/madeFromText.js';
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
  LazyEntry,
  Refactoring,
} from './editing.js';
import type { LayerName, Payload } from './payload.js';

/** A document and what its kind may need with it. */
export interface OpenedDocument {
  readonly payload: Payload;
  /** Empty for binary content. */
  readonly text: string;
  readonly lines: LineIndex;
  readonly platform: Platform;
  /** Problems of the bytes of a file that is this document; undefined for documents inside a file. */
  readonly fileProblems: readonly Problem[] | undefined;
  /** What time is left for work on the file. */
  readonly budget: Budget;
}

/** What is known of a document before its text is read. */
export interface UnreadDocument extends Pick<Payload, 'partType' | 'format'> {
  readonly text: string;
  readonly budget: Budget;
  /** What was made of the entries of an earlier version; absent if there are no versions. */
  readonly entries?: MadeFromText | undefined;
}

/**
 * Everything that depends on the kind of a document. An absent member means that the kind has no such feature. Offsets and
 * spans are those of the document, also if it is inside a file.
 *
 * `View` is what a kind computes about a document, once, and its parts when they are first used. Members are methods
 * because TypeScript compares the parameters of methods both ways, so that kinds with different views are values of one
 * type; each view is only passed to the functions of the kind that made it.
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
  /** Checks the document itself; its outcome also holds for equal documents in the file with equal `surroundings`. */
  validate?(view: View): RuleRun;
  /** What that outcome depends on besides the document, such as the node image of the machine around it. */
  surroundings?(view: View): string;
  /** Compares the document with what is around it, which also differs between equal documents. */
  validateAround?(view: View): RuleRun;
  /** Whether comments in the document suppress a problem, by its code and offset; undefined without such comments. */
  ignored?(view: View): ((code: ProblemCode, offset: number) => boolean) | undefined;

  /** The secrets that only their place in the document shows. */
  secrets?(view: View): Iterable<PlacedSecret>;

  hover?(view: View, offset: number): HoverInfo | undefined;
  complete?(view: View, offset: number): Completion[];
  outline?(view: View): Iterable<LazyEntry>;
  /** Regions in addition to those of the syntax tree. */
  foldings?(view: View): Iterable<FoldableRegion>;
  /** Spans for expanding a selection in addition to those of the syntax tree, outer ones first. */
  selections?(view: View): Iterable<Span>;
  /** Hints for the values in a range. */
  inlayHints?(view: View, range: Span, shown: ShownAdditions): InlayHint[];
  definitions?(view: View, offset: number): readonly Definition[];
  references?(view: View, offset: number, withDefinitions: boolean): readonly Span[];
  fileLinks?(view: View): FileLink[];
  lenses?(view: View): Lens[];
  /** The change that suppresses a problem. */
  ignoringChange?(view: View, problem: Pick<Problem, 'code' | 'span'>): TextChange | undefined;
  refactorings?(view: View, range: Span): Refactoring[];
  refactoringChanges?(view: View, refactoring: DocumentRefactoring, range: Span): TextChange[];
}
