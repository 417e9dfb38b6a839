import { escapesMap } from '../../../syntax/stringMap.js';
import { unescaped, wrapping } from '../../peelers/escapedText.js';
import { textOf } from '../body.js';
import { escapesAlike } from '../escapesAlike.js';
import { WriteError } from '../obstacle.js';
import { spliceThrough } from '../splice.js';
import type { LayerOpener } from './openLayer.js';

/** JSON that was copied out of a string: the escapes that it has there, or its quotes alone where nothing else is escaped. */
export const openEscapedJson: LayerOpener = (outer) => {
  const text = textOf(outer);
  if (text === undefined) return new WriteError('The escaped JSON around it is no text.');
  const { start, end } = wrapping(text);
  const escaped = text.slice(start, end);
  const { value, escape, onlyQuotes } = unescaped(escaped);
  const write = onlyQuotes ? (stretch: string) => stretch.replaceAll('"', '\\"') : escapesAlike(escaped);
  const map = escapesMap(escaped, 0, escaped.length, escape);
  return {
    inner: value,
    close(inner) {
      const next = textOf(inner) ?? '';
      return text.slice(0, start) + spliceThrough(escaped, map, value, next, write) + text.slice(end);
    },
  };
};
