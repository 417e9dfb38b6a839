import { createHash } from 'node:crypto';
import { constants, gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { gzipHeaderLength, type Inflated, type Platform } from '../core/index.js';

/** Node's own zlib and hashes, many times as fast as JavaScript. */
export const nodePlatform: Platform = {
  gunzip,
  gzip: (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
  base64,
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  // `performance` would be loaded for it.
  now: () => Number(process.hrtime.bigint()) / 1e6,
};

function base64(text: string): Uint8Array | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(text, 'base64');
  // Node skips invalid characters, which gives fewer bytes, and also accepts the URL-safe alphabet.
  return bytes.length === (text.length / 4) * 3 - padding && !/[-_]/.test(text) ? bytes : undefined;
}

interface ZlibInfo {
  readonly engine: { readonly bytesWritten: number };
}

function gunzip(bytes: Uint8Array, maxBytes: number): Inflated {
  const maxOutputLength = Math.max(1, maxBytes);
  try {
    const chunkSize = roomFor(bytes);
    return { bytes: gunzipSync(bytes, { maxOutputLength, chunkSize }), fault: undefined, trailing: 0 };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === 'limit') return { bytes: longestBeginning(bytes, maxOutputLength), fault, trailing: 0 };
    return (
      withoutTrailingData(bytes, maxOutputLength) ?? {
        bytes: salvage(bytes, fault, maxOutputLength),
        fault,
        trailing: 0,
      }
    );
  }
}

/** A buffer size that holds a small result in one piece: gzip data end with their inflated size (RFC 1952, section 2.3.1). */
function roomFor(bytes: Uint8Array): number {
  const at = bytes.length - 4;
  const size = at < 0 ? 0 : new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
  return Math.min(Math.max(size + 1, 1_024), 256 * 1_024);
}

/** The gzip members before trailing data; undefined if the members themselves are damaged. */
function withoutTrailingData(bytes: Uint8Array, maxOutputLength: number): Inflated | undefined {
  let end = 0;
  try {
    while (bytes[end] === 0x1f && bytes[end + 1] === 0x8b) {
      const body = bytes.subarray(end + gzipHeaderLength(bytes.subarray(end)));
      // With `info` Node also returns the engine, which its type declarations omit.
      const { engine } = inflateRawSync(body, { maxOutputLength, info: true }) as unknown as ZlibInfo;
      // Checksum and length follow the data.
      end = bytes.length - body.length + engine.bytesWritten + 8;
    }
    if (end === 0 || end >= bytes.length) return undefined;
    return {
      bytes: gunzipSync(bytes.subarray(0, end), { maxOutputLength }),
      fault: undefined,
      trailing: bytes.length - end,
    };
  } catch {
    return undefined;
  }
}

function faultOf(error: unknown): 'invalid' | 'truncated' | 'checksum' | 'limit' {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'limit';
  if (code === 'Z_BUF_ERROR') return 'truncated';
  return /data check|length check/.test(message) ? 'checksum' : 'invalid';
}

/** The part of damaged data that can still be shown. */
function salvage(bytes: Uint8Array, fault: 'invalid' | 'truncated' | 'checksum', maxOutputLength: number): Uint8Array {
  try {
    if (fault === 'truncated') return gunzipSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    if (fault === 'checksum') return inflateRawSync(bytes.subarray(gzipHeaderLength(bytes)), { maxOutputLength });
    return longestBeginning(bytes, maxOutputLength);
  } catch {
    // Nothing readable is left; the fault itself is reported.
  }
  return new Uint8Array();
}

/**
 * The beginning of the data that can be inflated within a size. Node's zlib discards everything at a fault, so a binary
 * search finds the fault; a few bytes before it are left out.
 */
function longestBeginning(bytes: Uint8Array, maxOutputLength: number): Uint8Array {
  let best = new Uint8Array();
  let low = gzipHeaderLength(bytes);
  let high = bytes.length;
  for (let tries = 0; tries < 14 && low < high; tries++) {
    const middle = (low + high + 1) >> 1;
    try {
      best = gunzipSync(bytes.subarray(0, middle), { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return best;
}
