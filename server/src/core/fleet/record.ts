import { documentKinds, type DocumentKind } from '../document/kinds.js';
import { failure, type Result, success } from '../text/result.js';

/** A document in a line of newline-delimited JSON. */
export interface InputRecord {
  /** What results call it; absent for a bare document. */
  readonly name?: string;
  readonly content: string;
  readonly kind?: DocumentKind;
}

/**
 * Reads a line: `{"name": …, "content": …}` with an optional `kind`, where the content is a string, or JSON if there is a name;
 * other members are left alone. Any other object or list is a document itself, and a string is the text of one.
 */
export function readRecord(line: string): Result<InputRecord> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return failure('The line is not valid JSON.');
  }
  if (typeof value === 'string') return success({ content: value });
  if (typeof value !== 'object' || value === null)
    return failure('A line must be an object, a list or a string, as JSON.');
  if (Array.isArray(value) || !('content' in value)) return success({ content: line });
  const { content } = value;
  const name = 'name' in value ? value.name : undefined;
  const isDocument = typeof content !== 'string' && (typeof content !== 'object' || typeof name !== 'string');
  if (isDocument) return success({ content: line });
  if (name !== undefined && typeof name !== 'string') return failure('The name of a record must be a string.');
  const kind = 'kind' in value ? documentKinds.find((one) => one === value.kind) : undefined;
  if ('kind' in value && kind === undefined)
    return failure(`The kind of a record must be one of ${documentKinds.join(', ')}.`);
  return success({
    content: typeof content === 'string' ? content : JSON.stringify(content),
    ...(name !== undefined && { name }),
    ...(kind !== undefined && { kind }),
  });
}
