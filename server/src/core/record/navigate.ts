import type { NodePath } from '../formats/tree/paths.js';
import type { Span } from '../text/span.js';
import { type Field, hasEntries, type RecordType } from './model.js';

/** What a description has at a path of a document. */
export interface RecordPosition {
  /** The type of the value, if it is an object with described fields. */
  readonly object: RecordType | undefined;
  /** The field that the value belongs to; undefined for the root. */
  readonly field: Field | undefined;
  /** Whether the value is one entry of a list or map. */
  readonly element: boolean;
  /** The type that has the field. */
  readonly owner: RecordType | undefined;
  /** The path in names of the description; map keys and indexes are unchanged. */
  readonly names: NodePath;
  /** Those names joined with dots. */
  readonly path: string;
}

/** The position of a whole document. */
export function documentPosition(root: RecordType): RecordPosition {
  return { object: root, field: undefined, element: false, owner: undefined, names: [], path: '' };
}

/** Follows a path of keys and indexes; undefined if the description ends before the path does. */
export function recordPosition(root: RecordType, path: NodePath): RecordPosition | undefined {
  let position: RecordPosition | undefined = documentPosition(root);
  for (const step of path) position = position && innerPosition(position, step);
  return position;
}

/** The position of a key or an index in the value at a position; undefined if it isn't described. */
export function innerPosition(outer: RecordPosition, step: string | number): RecordPosition | undefined {
  const { field, element, object, owner, names, path: before } = outer;
  const longer = (name: string | number): Pick<RecordPosition, 'names' | 'path'> => ({
    names: [...names, name],
    path: before === '' ? String(name) : `${before}.${name}`,
  });
  if (field !== undefined && !element && hasEntries(field))
    return { object: objectIn(field), field, element: true, owner, ...longer(step) };
  const next = typeof step === 'string' ? object?.fieldByKey(step) : undefined;
  if (next === undefined) return undefined;
  return {
    object: hasEntries(next) ? undefined : objectIn(next),
    field: next,
    element: false,
    owner: object,
    ...longer(next.name),
  };
}

function objectIn({ type }: Field): RecordType | undefined {
  return type.kind === 'object' ? type.of : undefined;
}

/** The position of a value in the text of a document. */
export interface TextPosition {
  /** The member with its value, or the item of a list. */
  readonly span: Span;
  /** What it is named by: the key, or the whole item. */
  readonly name: Span;
}
