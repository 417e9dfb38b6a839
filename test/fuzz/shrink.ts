import type { FileDocument } from '../support/layers.js';

/** Milliseconds of shrinking one input. */
const maxMilliseconds = 15_000;

/**
 * The smallest form of a document found for which `fails` is still true: without lines, then without characters. Bytes that
 * are no UTF-8 are kept as Latin-1.
 */
export function shrunk(document: FileDocument, fails: (smaller: FileDocument) => boolean): FileDocument {
  const end = performance.now() + maxMilliseconds;
  const { name, content } = document;
  const encoding =
    typeof content === 'string' || !Buffer.from(content).toString('utf8').includes('\ufffd') ? 'utf8' : 'latin1';
  const written = (text: string): FileDocument => ({
    name,
    content: typeof content === 'string' ? text : Buffer.from(text, encoding),
  });
  const text = typeof content === 'string' ? content : Buffer.from(content).toString(encoding);
  const lines = without(text.split(/(?<=\n)/), (rest) => fails(written(rest.join(''))), end);
  const characters = without(lines.join('').match(/[\s\S]/gu) ?? [], (rest) => fails(written(rest.join(''))), end);
  return written(characters.join(''));
}

/** Leaves out ever smaller groups of items while `fails` stays true. */
function without(
  items: readonly string[],
  fails: (rest: readonly string[]) => boolean,
  end: number,
): readonly string[] {
  let left = items;
  for (let size = items.length >> 1; size > 0; size >>= 1)
    for (let start = 0; start < left.length && performance.now() < end;) {
      const rest = [...left.slice(0, start), ...left.slice(start + size)];
      if (fails(rest)) left = rest;
      else start += size;
    }
  return left;
}
