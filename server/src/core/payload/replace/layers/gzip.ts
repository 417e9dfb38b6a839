import { limits } from '../../../limits.js';
import { gzipHeaderLength } from '../../../text/gzipHeader.js';
import { bytesOf } from '../body.js';
import { WriteError } from '../obstacle.js';
import type { LayerOpener } from './openLayer.js';

/** Gzip data with the header of before: its time, its system and its file name stay, so that equal texts give equal data. */
export const openGzip: LayerOpener = (outer, platform) => {
  const packed = bytesOf(outer);
  // cloud-init unpacks nothing to nothing.
  const before = packed.length === 0 ? undefined : platform.gunzip(packed, limits.decodedBytes);
  if (before?.fault !== undefined)
    return new WriteError('The gzip data around it are damaged, and what is damaged would be lost.');
  if ((before?.trailing ?? 0) > 0)
    return new WriteError('Something follows the gzip data around it, which would be lost.');
  return {
    inner: before?.bytes ?? packed,
    close(inner) {
      const made = platform.gzip(bytesOf(inner));
      if (before === undefined) return made;
      const header = headerOf(packed);
      const body = made.subarray(gzipHeaderLength(made));
      const result = new Uint8Array(header.length + body.length);
      result.set(header);
      result.set(body, header.length);
      return result;
    },
  };
};

/** The header without its checksum, which belongs to the extra fields of before alone (RFC 1952, 2.3). */
function headerOf(packed: Uint8Array): Uint8Array {
  const hasChecksum = ((packed[3] ?? 0) & 2) !== 0;
  const header = packed.slice(0, gzipHeaderLength(packed) - (hasChecksum ? 2 : 0));
  header[3] = (header[3] ?? 0) & ~2;
  return header;
}
