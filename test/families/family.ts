/** A document that grows: one element of a grammar, repeated or nested until the document has a size. */
export interface Family {
  /** The file name, which says what kind of document it is. */
  readonly name: string;
  /** Makes a document of about `size` characters. */
  readonly write: (size: number, value: Value) => string | Uint8Array;
  /** The instance data that a Jinja template gets. */
  readonly instanceData?: string;
}

export type Families = Readonly<Record<string, Family>>;

/** The content of the element with an index, with which a document and its changed twin differ. */
export type Value = (index: number) => string;

export const unchanged: Value = () => 'value';
export const oneChanged: Value = (index) => (index === 20 ? 'other' : 'value');
export const manyChanged: Value = (index) => (index % 3 === 0 ? 'other' : 'value');

/** Elements until they have `size` characters together. */
export function items(size: number, item: (index: number) => string, separator = ''): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < size; index++) {
    const part = item(index);
    parts.push(part);
    length += part.length + separator.length;
  }
  return parts.join(separator);
}

/** An element nested in itself until all levels have `size` characters together. */
export function nested(size: number, open: string, inner: string, close: string): string {
  const levels = Math.max(1, Math.floor(size / (open.length + close.length)));
  return open.repeat(levels) + inner + close.repeat(levels);
}

export function base64(content: string | Uint8Array): string {
  return Buffer.from(content).toString('base64');
}

/** Text that gzip can't make much smaller: base64 of pseudo-random bytes, different for each index. */
export function noise(length: number, index = 0): string {
  const bytes = Buffer.alloc(Math.ceil((length * 3) / 4));
  let state = (index * 2_654_435_761 + 12_345) >>> 0;
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes.toString('base64').slice(0, length);
}
