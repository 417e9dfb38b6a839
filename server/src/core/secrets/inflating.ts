import { limits } from '../limits.js';
import type { Platform } from '../platform.js';
import type { Inflate } from './find.js';

/** Unpacks what masking looks into with the means of a machine; nothing comes of what is too large. */
export function inflatingOn(platform: Platform): Inflate {
  return (bytes) => platform.gunzip(bytes, limits.decodedBytes).bytes;
}
