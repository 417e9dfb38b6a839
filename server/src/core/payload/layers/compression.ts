import { limits } from '../../limits.js';
import { problem } from '../../problems/problem.js';
import { gzipHeaderLength } from '../../text/bytes.js';
import { type Content, type DecodeContext, decodeGzip, isGzip } from '../content.js';
import type { LayerName } from '../../document/payload.js';
import { bytesOf, type DecodedLayer, type LayerOpener, WriteError } from './layer.js';

/** Recognises gzip data by their first bytes. */
export function decodeGzipLayer(content: Content, context: DecodeContext): DecodedLayer | undefined {
  // The magic bytes are no valid text, so content that is text need not be encoded to be looked at.
  if (content.text !== undefined || !isGzip(content.bytes)) return undefined;
  return { layer: 'gzip', ...decodeGzip(content, context, 'The payload') };
}

/** A compression that neither cloud-init nor Ignition nor the script extension unpacks. */
interface Compression {
  readonly layer: LayerName & ('zlib' | 'bz2' | 'xz' | 'zip');
  readonly name: string;
  readonly recognises: (bytes: Uint8Array) => boolean;
}

const compressions: readonly Compression[] = [
  { layer: 'bz2', name: 'bzip2', recognises: (bytes) => startsWith(bytes, 0x42, 0x5a, 0x68) && isLevel(bytes[3]) },
  { layer: 'xz', name: 'xz', recognises: (bytes) => startsWith(bytes, 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00) },
  { layer: 'zip', name: 'zip', recognises: (bytes) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) },
  { layer: 'zlib', name: 'zlib', recognises: isZlib },
];

/** The compression that bytes begin with, where it is one that nothing on the node takes. */
export function otherCompression(bytes: Uint8Array): Compression | undefined {
  return compressions.find(({ recognises }) => recognises(bytes));
}

/** Names compressions that the readers of payloads do not know. They stay packed: the node would not unpack them either. */
export function decodeOtherCompression(content: Content): DecodedLayer | undefined {
  const found = content.text === undefined ? otherCompression(content.bytes) : undefined;
  if (found === undefined) return undefined;
  const message = `The payload is compressed with ${found.name}, which the node does not unpack; only gzip is.`;
  return {
    layer: found.layer,
    content,
    problems: [problem('payload/unsupported-compression', content.origin, message)],
    last: true,
  };
}

function startsWith(bytes: Uint8Array, ...magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** bzip2 writes its block size as a digit. */
function isLevel(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x31 && byte <= 0x39;
}

/** The header of RFC 1950: deflate with a window of 32 KiB, and a check sum over two bytes. */
function isZlib(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  return bytes.length > 6 && first === 0x78 && second !== undefined && (first * 256 + second) % 31 === 0;
}

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
