import type { Payload } from '../payload/payload.js';

/** A document, or JSON in a string of it, with the way there. */
export interface ReadDocument {
  readonly payload: Payload;
  /** What stands in front of the pointers of its members: `A#` for the string at A. */
  readonly prefix: string;
  /** The line of a log, counted from 1. */
  readonly line: number | undefined;
  /** The documents in strings that lead there, from the outside in. */
  readonly way: readonly Payload[];
}

/** A document and all JSON in its strings. */
export function* readDocuments(root: Payload): Generator<ReadDocument> {
  const open: ReadDocument[] = [{ payload: root, prefix: '', line: undefined, way: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { payload, prefix, line, way } = next;
    yield next;
    for (const child of payload.children) {
      if (child.is !== 'json') continue;
      open.push({
        payload: child.payload,
        prefix: child.line === undefined ? `${prefix}${child.pointer}#` : prefix,
        line: child.line ?? line,
        way: [...way, child.payload],
      });
    }
  }
}
