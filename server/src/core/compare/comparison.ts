import type { PlainValue } from '../formats/tree/expand.js';
import type { Span } from '../text/span.js';
import type { Range } from './align.js';

/** Which of the two documents something is said of: the first one or the second one. */
export type Side = 'before' | 'after';

/** One of each side, absent where the side has none. */
export interface Both<T> {
  readonly before?: T;
  readonly after?: T;
}

/** `moved` says that nothing but the order differs. */
export type DifferenceKind = 'added' | 'removed' | 'changed' | 'moved';

/** One value that the two documents do not agree on. */
export interface FieldDifference {
  /** The document that the value is in; absent for what the comparison is all about. */
  readonly document?: string;
  /** Proto names, map keys and list indexes, joined with dots; list indexes are the later document's where it has one. */
  readonly path: string;
  /** The same steps as a JSON Pointer, which keeps names with dots apart. */
  readonly pointer: string;
  readonly kind: DifferenceKind;
  /** The values as plain JSON, enums by name; secrets are replaced unless they were asked for. */
  readonly before?: PlainValue;
  readonly after?: PlainValue;
  /** Set where secrets were replaced in a value: both may look alike then. */
  readonly masked?: true;
  /** What encoded values hold, such as the subject of a certificate. */
  readonly summaries?: Both<string>;
  /** A sentence on what the difference amounts to, where that is not plain. */
  readonly remark?: string;
  /** Where the values stand in the two files; absent behind an encoding that keeps no places. */
  readonly places: Both<Span>;
}

/** A line of a hunk: kept (` `), only in the first text (`-`) or only in the second (`+`). */
export interface HunkLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Neighbouring changed lines with those around them; ranges are zero-based lines of the two texts. */
export interface Hunk {
  readonly before: Range;
  readonly after: Range;
  readonly lines: readonly HunkLine[];
}

/** A text that is no value of fields, such as a script, and that the two documents do not agree on. */
export interface TextDifference {
  /** What people call the text: a path on the node, or the type of a part. */
  readonly document: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** The changed lines with some around them; empty for what is no text, and where only hidden secrets differ. */
  readonly hunks: readonly Hunk[];
  readonly masked?: true;
}

/** A variable of the bootstrap environment that gets another value. */
export interface VariableDifference {
  readonly name: string;
  /** The values; absent where there is no such variable, as with certificates that are numbered. */
  readonly before?: string;
  readonly after?: string;
  readonly masked?: true;
  /** Paths of the field differences that the variable is fed by. */
  readonly causes: readonly string[];
  /** The file that travels in the variable, compared line by line. */
  readonly file?: FileDifference;
}

/** A file on the node that comes out otherwise. */
export interface FileDifference {
  readonly name: string;
  /** Where it is written; absent where that depends on more than the config. */
  readonly path?: string;
  readonly hunks: readonly Hunk[];
}

/** A sentence on the comparison itself. An error says that something could not be compared. */
export interface ComparisonNote {
  readonly severity: 'error' | 'information';
  readonly side?: Side;
  readonly message: string;
}

/** What two documents, or two machines in them, do not agree on. */
export interface Comparison {
  /** Whether nothing differs and everything could be compared; or the two are the same byte for byte. */
  readonly equal: boolean;
  /** Names of the machines that are compared, where there are such. */
  readonly machines?: Both<string>;
  /** Steps from each file to the node config inside it. */
  readonly configs?: Both<readonly string[]>;
  readonly fields: readonly FieldDifference[];
  readonly texts: readonly TextDifference[];
  readonly variables: readonly VariableDifference[];
  readonly notes: readonly ComparisonNote[];
}
