import { textOf } from '../body.js';
import { WriteError } from '../obstacle.js';
import type { LayerOpener } from './openLayer.js';

/** What is behind the comma of a data URL; the type in front of it stays. */
export const openDataUrl: LayerOpener = (outer) => {
  const url = textOf(outer) ?? '';
  const head = /^data:[^,]*,/.exec(url)?.[0];
  if (head === undefined) return new WriteError('The address around it holds no data.');
  return { inner: url.slice(head.length), close: (inner) => head + (textOf(inner) ?? '') };
};
