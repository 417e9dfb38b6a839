import { parseJson } from '../../../syntax/json.js';
import { fragmentMap } from '../../../text/positionMap.js';
import { textContent } from '../../decoders.js';
import { withoutSoftWraps } from '../../softWraps.js';
import { textOf } from '../body.js';
import { WriteError } from '../obstacle.js';
import { spliceThrough } from '../splice.js';
import type { LayerOpener } from './openLayer.js';

/** JSON whose strings a terminal has wrapped; lines that are not changed stay wrapped where they were. */
export const openSoftWraps: LayerOpener = (outer) => {
  const text = textOf(outer) ?? '';
  const content = textContent(text, fragmentMap(0), { start: 0, end: text.length });
  const joined = withoutSoftWraps(content, parseJson(text));
  const inner = joined?.content.text;
  if (joined === undefined || inner === undefined) return new WriteError('It is read otherwise than it is written.');
  return {
    inner,
    close: (next) => spliceThrough(text, joined.content.map, inner, textOf(next) ?? '', (stretch) => stretch),
  };
};
