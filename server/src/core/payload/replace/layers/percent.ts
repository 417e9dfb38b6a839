import { percentDecoded } from '../../../text/percent.js';
import { bytesOf, textOf } from '../body.js';
import { WriteError } from '../obstacle.js';
import type { LayerOpener } from './openLayer.js';

/** Percent-encoded bytes; characters that stood there unescaped stay so, and new ones are escaped as in a URL. */
export const openPercent: LayerOpener = (outer) => {
  const written = textOf(outer);
  if (written === undefined) return new WriteError('The address around it is no text.');
  const escapes = written.match(/%[0-9a-fA-F]{2}/g) ?? [];
  const digits = escapes.some((escape) => /[a-f]/.test(escape)) ? 'small' : 'capital';
  const bare = new Set(written.replace(/%[0-9a-fA-F]{2}/g, ''));
  return {
    inner: percentDecoded(written),
    close: (inner) =>
      [...bytesOf(inner)]
        .map((byte) => {
          const character = String.fromCharCode(byte);
          // A percent sign of the content has to be told from an escape.
          const stays = byte < 128 && character !== '%' && (/[\w.~!*'()-]/.test(character) || bare.has(character));
          if (stays) return character;
          const hex = byte.toString(16).padStart(2, '0');
          return `%${digits === 'small' ? hex : hex.toUpperCase()}`;
        })
        .join(''),
  };
};
