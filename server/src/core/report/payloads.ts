import type { AbsentField, FieldChild, FieldRole, LayerName, Payload } from '../payload/payload.js';
import { readDocuments } from './readDocuments.js';
import { contentOf, errorOf, type InsideReport, insideOf, type Reporting } from './inside.js';

/** One field that holds a payload, or should, with the way to it. */
export interface PayloadEntry {
  /** A JSON pointer; `A#B` reads the string at A as JSON, and then B in it. */
  readonly pointer: string;
  readonly line: number | undefined;
  readonly found: FieldChild | AbsentField;
  /** The documents in strings that lead to the field, from the outside in. */
  readonly way: readonly Payload[];
}

export interface PayloadReport extends InsideReport {
  readonly pointer: string;
  readonly line?: number;
  readonly role: FieldRole;
  readonly protected?: true;
  readonly layers: readonly LayerName[];
  /** The code of what keeps the payload from being decoded in full. */
  readonly error?: string;
}

/** The fields of a document and of all JSON in its strings, in the order of the text. */
export function entriesOf(root: Payload): PayloadEntry[] {
  const entries: PayloadEntry[] = [];
  for (const { payload, prefix, line, way } of readDocuments(root)) {
    for (const found of payload.absent) entries.push({ pointer: prefix + found.pointer, line, found, way });
    for (const child of payload.children)
      if (child.is === 'field') entries.push({ pointer: prefix + child.pointer, line, found: child, way });
  }
  return entries.sort((a, b) => a.found.span.start - b.found.span.start);
}

/** The payload of an entry; undefined where there is none. */
export function payloadOf({ found }: PayloadEntry): Payload | undefined {
  return 'payload' in found ? found.payload : undefined;
}

export function payloadReport(entry: PayloadEntry, options: Reporting): PayloadReport {
  const { pointer, line, found } = entry;
  const place = { pointer, ...(line === undefined ? {} : { line }), role: found.role };
  if (!('payload' in found)) return { ...place, layers: [], error: found.code };
  const { payload } = found;
  const error = errorOf(payload.problems);
  return {
    ...place,
    ...(found.protected ? { protected: true as const } : {}),
    layers: payload.layers,
    ...(error === undefined ? {} : { error }),
    document: contentOf(payload, options),
    ...insideOf(payload, options),
  };
}
