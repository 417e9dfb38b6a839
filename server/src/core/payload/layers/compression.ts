import type { LayerName } from '../../document/payload.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem, type Problem } from '../../problems/problem.js';
import { gzipHeaderLength, joinedBytes } from '../../text/bytes.js';
import { beyondBudget, byteContent, type Content, type DecodeContext, type Decoded, isGzip } from '../content.js';
import type { Layer } from './layer.js';
import { grouped } from '../../text/strings.js';

/** Gzip data. It is encoded again with its old header: the same time, system and file name, so equal text gives equal data. */
export const gzip: Layer = {
  names: ['gzip'],
  recognise(content, context) {
    // The magic bytes aren't valid text.
    if (content.text !== undefined || !isGzip(content.bytes)) return undefined;
    return { layer: 'gzip', ...decodeGzip(content, context, 'The payload') };
  },
  decode(content, context, what) {
    // cloud-init unpacks empty data to an empty file.
    return content.bytes.length === 0 ? { content, problems: [] } : decodeGzip(content, context, what);
  },
  encodeAlike(inner, { outer }, { platform }) {
    const made = platform.gzip(inner.bytes);
    if (outer.bytes.length === 0) return byteContent(made, outer.origin);
    const header = headerOf(outer.bytes);
    const body = made.subarray(gzipHeaderLength(made));
    return byteContent(joinedBytes([header, body]), outer.origin);
  },
};

/** The header without its checksum, which covers the old extra fields (RFC 1952, 2.3). */
function headerOf(packed: Uint8Array): Uint8Array {
  const hasChecksum = ((packed[3] ?? 0) & 2) !== 0;
  const header = packed.slice(0, gzipHeaderLength(packed) - (hasChecksum ? 2 : 0));
  header[3] = (header[3] ?? 0) & ~2;
  return header;
}

/** Unpacks gzip data. `what` begins the messages of problems, such as "The file". */
export function decodeGzip(content: Content, context: DecodeContext, what: string): Decoded {
  const { origin } = content;
  if (content.partial) return { content, problems: [] };
  if (context.bytesLeft === 0) {
    const problems = [problem('payload/limit-output', origin, beyondBudget(what, 0, context.limits))];
    return { content: byteContent(new Uint8Array(), origin), problems, loss: damaged };
  }
  const most = context.inflatable(content.bytes.length);
  const isOfRatio = most < context.bytesLeft;
  const inflated = context.gunzip(content.bytes, most);
  const length = inflated.bytes.length;
  context.spend(length);
  const problems: Problem[] = [];
  const report = (code: ProblemCode, message: string): number => problems.push(problem(code, origin, message));
  const size = grouped(length);
  switch (inflated.fault) {
    case 'invalid':
      report(
        'payload/gzip-invalid',
        length === 0
          ? `${what} should be gzip data, but can't be unpacked: the data is damaged.`
          : `${what} is damaged gzip data; only the first ${size} bytes could be unpacked.`,
      );
      break;
    case 'truncated':
      report('payload/gzip-truncated', `${what} is gzip data that is cut off; ${length} bytes could be unpacked.`);
      break;
    case 'checksum':
      report('payload/gzip-checksum', `${what} is gzip data with a wrong checksum or length; the content is damaged.`);
      break;
    case 'limit':
      report(
        'payload/limit-output',
        isOfRatio
          ? `${what} is unpacked only up to ${size} bytes: all of it would be more than ${context.limits.inflation} times as large as the gzip data, which is not plausible.`
          : beyondBudget(what, length, context.limits),
      );
      break;
  }
  if (inflated.trailing > 0)
    report('payload/gzip-trailing-data', `${inflated.trailing} bytes follow the gzip data and are ignored.`);
  const decoded = { content: context.byteContent(inflated.bytes, origin), problems };
  if (inflated.fault !== undefined) return { ...decoded, loss: damaged };
  return inflated.trailing > 0 ? { ...decoded, loss: 'Data after the gzip data around it would be lost.' } : decoded;
}

const damaged = 'The gzip data around it is damaged, and the damaged part would be lost.';

/** A compression that none of cloud-init, Ignition and the script extension unpacks. */
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

/** The compression of bytes, other than gzip. */
export function otherCompression(bytes: Uint8Array): Compression | undefined {
  return compressions.find(({ recognises }) => recognises(bytes));
}

/** The other compressions. Of their data, only that of zlib is unpacked for reading: the node would not unpack any of it. */
export const unsupportedCompression: Layer = {
  names: compressions.map(({ layer }) => layer),
  recognise(content, context) {
    const found = content.text === undefined ? otherCompression(content.bytes) : undefined;
    if (found === undefined) return undefined;
    const message = `The payload is compressed with ${found.name}, which the node doesn't unpack; use gzip.`;
    return {
      layer: found.layer,
      content: found.layer === 'zlib' ? inflatedZlib(content, context) : content,
      problems: [problem('payload/unsupported-compression', content.origin, message)],
      last: true,
    };
  },
  decode: (content) => ({ content, problems: [] }),
};

/**
 * The content of zlib data, or the data itself if it is damaged. They are the same compressed data as those of gzip, with
 * another header and checksum (RFC 1950 and 1952).
 */
function inflatedZlib(content: Content, context: DecodeContext): Content {
  const data = content.bytes.subarray(2, -4);
  const packed = new Uint8Array(data.length + 18);
  packed.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  packed.set(data, 10);
  const { bytes } = context.platform.gunzip(packed, context.inflatable(packed.length));
  context.spend(bytes.length);
  return bytes.length === 0 ? content : byteContent(bytes, content.origin);
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
