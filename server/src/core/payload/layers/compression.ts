import type { LayerName } from '../../document/payload.js';
import { problem, type Problem } from '../../problems/problem.js';
import { gzipHeaderLength } from '../../text/bytes.js';
import { beyondBudget, byteContent, type Content, type DecodeContext, type Decoded, isGzip } from '../content.js';
import type { Layer } from './layer.js';

/** Gzip data, encoded again with the header of before: time, system and file name stay, so that equal texts give equal data. */
export const gzip: Layer = {
  names: ['gzip'],
  recognise(content, context) {
    // The magic bytes are no valid text, so that the bytes of text need not be looked at.
    if (content.text !== undefined || !isGzip(content.bytes)) return undefined;
    return { layer: 'gzip', ...decodeGzip(content, context, 'The payload') };
  },
  decode(content, context, what) {
    // cloud-init unpacks nothing to nothing.
    return content.bytes.length === 0 ? { content, problems: [] } : decodeGzip(content, context, what);
  },
  encodeAlike(inner, { outer }, { platform }) {
    const made = platform.gzip(inner.bytes);
    if (outer.bytes.length === 0) return byteContent(made, outer.origin);
    const header = headerOf(outer.bytes);
    const body = made.subarray(gzipHeaderLength(made));
    const result = new Uint8Array(header.length + body.length);
    result.set(header);
    result.set(body, header.length);
    return byteContent(result, outer.origin);
  },
};

/** The header without its checksum, which covers the extra fields of before (RFC 1952, 2.3). */
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
  const inflated = context.platform.gunzip(content.bytes, most);
  const length = inflated.bytes.length;
  context.spend(length);
  const problems: Problem[] = [];
  switch (inflated.fault) {
    case 'invalid':
      problems.push(
        problem(
          'payload/gzip-invalid',
          origin,
          length === 0
            ? `${what} should be gzip data, but cannot be unpacked: the data are damaged.`
            : `${what} is damaged gzip data; only the first ${length.toLocaleString('en')} bytes could be unpacked.`,
        ),
      );
      break;
    case 'truncated':
      problems.push(
        problem(
          'payload/gzip-truncated',
          origin,
          `${what} is gzip data that are cut off; ${length} bytes could be unpacked.`,
        ),
      );
      break;
    case 'checksum':
      problems.push(
        problem(
          'payload/gzip-checksum',
          origin,
          `${what} is gzip data with a wrong checksum or length; the content is damaged.`,
        ),
      );
      break;
    case 'limit':
      problems.push(
        problem(
          'payload/limit-output',
          origin,
          isOfRatio
            ? `${what} is unpacked only up to ${length.toLocaleString('en')} bytes: all of it would be more than ${context.limits.inflation} times as large as the gzip data, which is not plausible.`
            : beyondBudget(what, length, context.limits),
        ),
      );
      break;
  }
  if (inflated.trailing > 0) {
    problems.push(
      problem('payload/gzip-trailing-data', origin, `${inflated.trailing} bytes follow the gzip data and are ignored.`),
    );
  }
  const decoded = { content: byteContent(inflated.bytes, origin), problems };
  if (inflated.fault !== undefined) return { ...decoded, loss: damaged };
  return inflated.trailing > 0
    ? { ...decoded, loss: 'Data follow the gzip data around it and would be lost.' }
    : decoded;
}

const damaged = 'The gzip data around it are damaged, and the damaged part would be lost.';

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

/** The compression other than gzip that bytes begin with. */
export function otherCompression(bytes: Uint8Array): Compression | undefined {
  return compressions.find(({ recognises }) => recognises(bytes));
}

/** The other compressions. Their data stay packed: the node would not unpack them either. */
export const unsupportedCompression: Layer = {
  names: compressions.map(({ layer }) => layer),
  recognise(content) {
    const found = content.text === undefined ? otherCompression(content.bytes) : undefined;
    if (found === undefined) return undefined;
    const message = `The payload is compressed with ${found.name}, which the node does not unpack; only gzip is.`;
    return {
      layer: found.layer,
      content,
      problems: [problem('payload/unsupported-compression', content.origin, message)],
      last: true,
    };
  },
  decode: (content) => ({ content, problems: [] }),
};

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
