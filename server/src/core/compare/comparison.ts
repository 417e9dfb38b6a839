import type { PlainValue } from '../formats/tree/expand.js';
import { limits } from '../limits.js';
import type { Span } from '../text/span.js';
import { counted, enumerated } from '../text/strings.js';
import type { Range } from './align.js';

/** The first of the two documents, or the second. */
export type Side = 'before' | 'after';

export const sides: readonly Side[] = ['before', 'after'];

/** One of each side, absent if the side has none. */
export interface Both<T> {
  readonly before?: T;
  readonly after?: T;
}

export function both<T>(before: T | undefined, after: T | undefined): Both<T> {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** What is chosen on each side by its name, such as a scale set of several. */
export interface ComparedNames {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Whether anything is chosen. */
export function isChosen(names: ComparedNames | undefined): names is ComparedNames {
  return names?.before !== undefined || names?.after !== undefined;
}

/** `moved` means that only the order differs. */
export type DifferenceKind = 'added' | 'removed' | 'changed' | 'moved';

/** A change of AgentBaker that is the reason for a difference between two node images. */
export interface UpstreamChange {
  /** The first release with it. */
  readonly release: string;
  /** The pull request in Azure/AgentBaker, if it is known. */
  readonly pull?: number;
  readonly url?: string;
  /** What changed, as a sentence. */
  readonly what: string;
}

/** A value that differs. */
export interface FieldDifference {
  /** The document that the value is in, `model` for the machine itself; absent for the one that the comparison is about. */
  readonly document?: string;
  /**
   * Proto names, map keys and list indexes, joined with dots; list indexes are those of the second document if it has the
   * item. In a model, without `properties`, and with the names of entries in place of indexes.
   */
  readonly path: string;
  /** The same as a JSON Pointer, which is unambiguous for names with dots. */
  readonly pointer: string;
  readonly kind: DifferenceKind;
  /** The values as plain JSON, enums by name; secrets are replaced unless they were requested. */
  readonly before?: PlainValue;
  readonly after?: PlainValue;
  /** Set if secrets were replaced in a value: both may look the same then. */
  readonly masked?: true;
  /** The sides whose value the node refuses; it is the one that is written. */
  readonly refused?: Both<true>;
  /** What is in encoded values, such as the subject of a certificate. */
  readonly summaries?: Both<string>;
  /** A sentence on what the difference means, if that isn't obvious. */
  readonly remark?: string;
  /** Of two node images, why they read the value differently. */
  readonly changes?: readonly UpstreamChange[];
  /** The ranges of the values in the two files; absent in encoded payloads without exact positions. */
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

/** A text without fields that differs, such as a script. */
export interface TextDifference {
  /** The title of the text: a path on the node, or the type of a part. */
  readonly document: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** The changed lines with some around them; empty for binary content, and if only hidden secrets differ. */
  readonly hunks: readonly Hunk[];
  readonly masked?: true;
  readonly changes?: readonly UpstreamChange[];
}

/** A variable of the bootstrap environment, or of Karpenter's script, whose value differs. */
export interface VariableDifference {
  readonly name: string;
  /** The values; absent if the side has no such variable, for example a numbered certificate. */
  readonly before?: string;
  readonly after?: string;
  readonly masked?: true;
  /** Paths of the field differences, or the options, that the variable is made from. */
  readonly causes: readonly string[];
  readonly changes?: readonly UpstreamChange[];
  /** The entries of a list that one side has, with the cause of each; absent if the value is no list of several. */
  readonly entries?: readonly EntryDifference[];
  /** The file whose base64 the variable is, compared line by line. */
  readonly file?: FileDifference;
}

/** An entry of a variable that only one side has. */
export interface EntryDifference {
  readonly side: Side;
  readonly text: string;
  readonly causes: readonly string[];
}

/** A file on the node whose content differs. */
export interface FileDifference {
  readonly name: string;
  /** Where it is written; absent if that depends on more than the config. */
  readonly path?: string;
  readonly hunks: readonly Hunk[];
}

/** A sentence on the comparison itself. An error says that something could not be compared. */
export interface ComparisonNote {
  readonly severity: 'error' | 'information';
  readonly side?: Side;
  readonly message: string;
}

/** The differences between two documents, or between two machines in them. */
export interface Comparison {
  /** Whether nothing differs and everything could be compared; or the two are the same byte for byte. */
  readonly equal: boolean;
  /** Names of the machines that are compared, if there are any. */
  readonly machines?: Both<string>;
  /** The node images that read the configs, if they differ; versions such as `202605.27.0`. */
  readonly images?: Both<string>;
  /** The payload path of the node config in each file. */
  readonly configs?: Both<readonly string[]>;
  /** What was compared: `node config`, `model`, and the titles of documents beside them. */
  readonly compared: readonly string[];
  /** What both or one of them have beside that: members of a model that the service sets, or what Azure doesn't return. */
  readonly notCompared: readonly string[];
  readonly fields: readonly FieldDifference[];
  readonly texts: readonly TextDifference[];
  readonly variables: readonly VariableDifference[];
  readonly notes: readonly ComparisonNote[];
}

/** The clause for two documents that compare as equal. It says nothing about what wasn't compared. */
export function sameness({ compared, notes }: Pick<Comparison, 'compared' | 'notes'>): string {
  if (notes.some(({ severity }) => severity === 'error'))
    return 'identical, but not everything can be read; see the notes';
  if (compared.length === 0) return 'no differences';
  const named = compared.slice(0, limits.namedDocuments);
  const more = compared.length - named.length;
  const rest = more === 0 ? [] : [counted(more, 'more document')];
  return `no differences in ${enumerated([...named, ...rest], 'and')}`;
}
