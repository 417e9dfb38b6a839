import type { Analysis } from '../analysis.js';
import { worthDecoding } from '../payload/layers/base64.js';
import { base64Blocks } from '../secrets/find.js';
import { decodeBase64 } from '../text/base64.js';

/** Letters of the shortest string that is reported as not opened; hashes and identifiers are shorter. */
const shortest = 100;

/**
 * What looks like base64 in a file without payloads, but is neither text nor compressed; a sentence with its lines. Undefined
 * if there is nothing.
 */
export function unopenedIn(analysis: Analysis): string | undefined {
  const { root, lines, text } = analysis;
  if (root.children.length > 0 || root.encodings.length > 0 || !analysis.isInteractive) return undefined;
  const blocks = base64Blocks(text, shortest).filter(
    ({ start, end }) => !worthDecoding(decodeBase64(text.slice(start, end)).bytes),
  );
  if (blocks.length === 0) return undefined;
  const numbers = blocks.slice(0, 5).map(({ start }) => lines.positionAt(start).line + 1);
  const more = blocks.length > numbers.length ? ' …' : '';
  const [subject, be] = blocks.length === 1 ? ['1 string looks', 'is'] : [`${blocks.length} strings look`, 'are'];
  return `${subject} like base64 but ${be} not text: line${blocks.length === 1 ? '' : 's'} ${numbers.join(', ')}${more}.`;
}
