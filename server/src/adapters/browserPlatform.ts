import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { gzip } from 'pako';
import type { Platform } from '../core/index.js';
import { gunzip } from './browserGunzip.js';

/** What every browser has, and zlib in JavaScript: the same bytes and the same faults as on Node. */
export const browserPlatform: Platform = {
  gunzip,
  gzip: (bytes) => gzip(bytes, { level: 9 }),
  base64,
  sha256: (bytes) => bytesToHex(sha256(bytes)),
  now: () => performance.now(),
};

function base64(text: string): Uint8Array | undefined {
  // The browser passes over blanks and does without padding.
  if (text.length % 4 !== 0 || /\s/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
