import type { FieldRole, LayerName } from '../../document/payload.js';
import { problem, type Problem } from '../../problems/problem.js';
import { utf8Length } from '../../text/bytes.js';
import { base64Length } from '../../values/encoded.js';
import type { Content, DecodeContext } from '../content.js';
import { grouped } from '../../text/strings.js';

/**
 * The problem of custom data that is too long for Azure. `layers` are what functions around the content make of it; the length
 * of compressed content isn't known. Of a text with unresolved expressions, the known part alone is too long then.
 */
export function tooLongCustomData(
  role: FieldRole | undefined,
  content: Content,
  layers: readonly LayerName[],
  { limits }: DecodeContext,
): Problem[] {
  const most = limits.customDataCharacters;
  if (role !== 'customData' || layers.includes('gzip')) return [];
  const length = lengthOf(content, layers.includes('base64'), most);
  if (length <= most) return [];
  const message = `customData has ${grouped(length)} characters${layers.includes('base64') ? ' of base64' : ''}; Azure accepts at most ${grouped(most)}.`;
  return [problem('vmss/custom-data-too-long', content.origin, message)];
}

function lengthOf(content: Content, isEncoded: boolean, most: number): number {
  const { text } = content;
  if (text === undefined) return isEncoded ? base64Length(content.bytes.length) : content.bytes.length;
  if (!isEncoded) return text.length;
  // Most texts are so short that their bytes needn't be counted.
  return base64Length(3 * text.length) <= most ? 0 : base64Length(utf8Length(text));
}
