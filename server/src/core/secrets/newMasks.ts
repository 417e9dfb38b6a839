import { bytesOfBase64 } from '../text/base64.js';

/**
 * Whether an edited text contains masks, or parts of placeholders, that the text from before the edit doesn't contain.
 * Writing them would replace a secret by stars.
 */
export function holdsNewMask(edited: string, before: string): boolean {
  if (edited === before) return false;
  const known = masksIn(before);
  return [...masksIn(edited)].some(([mask, count]) => count > (known.get(mask) ?? 0));
}

/** A mask, or a placeholder with stars or parts of its number added or removed. */
const masks = /(?<!\*)(?:\*{8}(?!\*)(?:#\d+#?)?|\*+#\d+#|\*{2,}#\d+)/g;

/** Base64 that is long enough for a mask inside, wrapped or not. */
const encoded = /[\w+/-]{12,}(?:\r?\n[ \t]*[\w+/-]{4,})*/g;

/** Layers of base64 inside each other that are looked through. */
const maxDepth = 4;

function masksIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const search = (content: string, depth: number): void => {
    for (const [mask] of content.matchAll(masks)) counts.set(mask, (counts.get(mask) ?? 0) + 1);
    if (depth === maxDepth) return;
    for (const [block] of content.matchAll(encoded)) {
      const letters = block.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
      // Letters that were added or removed in front of a mask shift its bits.
      for (const shift of [0, 1, 2, 3]) {
        // A single letter behind groups of four encodes nothing.
        const end = letters.length - ((letters.length - shift) % 4 === 1 ? 1 : 0);
        search(bytesOfBase64(letters.slice(shift, end)) ?? '', depth + 1);
      }
    }
  };
  search(text, 0);
  return counts;
}
