import { bytesOfBase64 } from '../text/base64.js';
import { base64Blocks } from './base64Blocks.js';

/**
 * Whether an edited text contains masks, or parts of placeholders, that the text from before the edit doesn't contain.
 * Writing them would replace a secret by stars.
 */
export function containsNewMask(edited: string, before: string): boolean {
  if (edited === before) return false;
  const known = masksIn(before);
  return [...masksIn(edited)].some(([mask, count]) => count > (known.get(mask) ?? 0));
}

/** A mask, or a placeholder with stars or parts of its number added or removed. */
const masks = /(?<!\*)(?:\*{8}(?!\*)(?:#\d+#?)?|\*+#\d+#|\*{2,}#\d+)/g;

/** Letters of base64 that are enough for a mask inside. */
const shortestBlock = 12;

/** The maximum number of nested encodings that are searched. */
const maxDepth = 4;

function masksIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const search = (content: string, depth: number): void => {
    for (const [mask] of content.matchAll(masks)) counts.set(mask, (counts.get(mask) ?? 0) + 1);
    if (depth === maxDepth) return;
    for (const { start, end: blockEnd } of base64Blocks(content, shortestBlock)) {
      const letters = content.slice(start, blockEnd).replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
      // Adding or removing letters before a mask shifts its bits.
      for (const shift of [0, 1, 2, 3]) {
        // A single letter after groups of four encodes nothing.
        const end = letters.length - ((letters.length - shift) % 4 === 1 ? 1 : 0);
        search(bytesOfBase64(letters.slice(shift, end)) ?? '', depth + 1);
      }
    }
  };
  search(text, 0);
  return counts;
}
