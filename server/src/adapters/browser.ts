import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  gzip,
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  zlibInflate,
  zlibInflateEnd,
  zlibInflateInit2,
  ZStream,
} from 'pako';
import type { Inflated, Platform } from '../core/index.js';
import { joinedBytes } from '../core/text/bytes.js';
import type { ServerHost } from '../lsp/host.js';

/** Makes zlib read the header of gzip only (zlib's manual, `inflateInit2`). */
const gzipWindowBits = 15 + 16;

/** Bytes that are inflated at a time. */
const chunkBytes = 64 * 1024;

/** An inflated gzip member. */
interface Member {
  readonly bytes: Uint8Array;
  readonly fault: Inflated['fault'];
  /** The offset of the next member. */
  readonly end: number;
}

/** Inflates all members of gzip data (RFC 1952), as Node's zlib does; see `Platform.gunzip`. */
function gunzip(bytes: Uint8Array, maxBytes: number): Inflated {
  const members: Uint8Array[] = [];
  let left = Math.max(1, maxBytes);
  let at = 0;
  do {
    const member = inflateMember(bytes, at, left);
    if (member.fault !== undefined)
      return { bytes: salvaged(members, member).subarray(0, maxBytes), fault: member.fault, trailing: 0 };
    members.push(member.bytes);
    left -= member.bytes.length;
    at = member.end;
    // Zero bytes after a member are padding.
    if (at >= bytes.length || bytes[at] === 0) return { bytes: joinedBytes(members), fault: undefined, trailing: 0 };
  } while (bytes[at] === 0x1f && bytes[at + 1] === 0x8b);
  return { bytes: joinedBytes(members), fault: undefined, trailing: bytes.length - at };
}

/** What can still be shown: everything before a cut, a fault or the limit; the first member if a checksum is wrong. */
function salvaged(members: readonly Uint8Array[], { bytes, fault }: Member): Uint8Array {
  return fault === 'checksum' ? (members[0] ?? bytes) : joinedBytes([...members, bytes]);
}

function inflateMember(bytes: Uint8Array, at: number, most: number): Member {
  const stream = new ZStream();
  zlibInflateInit2(stream, gzipWindowBits);
  stream.input = bytes;
  stream.next_in = at;
  stream.avail_in = bytes.length - at;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    stream.output = new Uint8Array(chunkBytes);
    stream.next_out = 0;
    stream.avail_out = chunkBytes;
    const status = zlibInflate(stream, Z_NO_FLUSH);
    chunks.push(stream.output.subarray(0, stream.next_out));
    size += stream.next_out;
    const member = (fault: Inflated['fault']): Member => {
      zlibInflateEnd(stream);
      return { bytes: joinedBytes(chunks), fault, end: stream.next_in };
    };
    if (size > most) return member('limit');
    if (status === Z_STREAM_END) return member(undefined);
    if (status !== Z_OK && status !== Z_BUF_ERROR)
      return member(/data check|length check/.test(stream.msg) ? 'checksum' : 'invalid');
    // The output isn't full, so the input has ended.
    if (stream.avail_out > 0) return member('truncated');
  }
}

/** The APIs of every browser, and zlib in JavaScript: the same bytes and the same faults as on Node. */
export const browserPlatform: Platform = {
  gunzip,
  gzip: (bytes) => gzip(bytes, { level: 9 }),
  base64,
  sha256: (bytes) => bytesToHex(sha256(bytes)),
  now: () => performance.now(),
};

function base64(text: string): Uint8Array | undefined {
  // The browser ignores white space and missing padding.
  if (text.length % 4 !== 0 || /\s/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The host of a server in a web worker, which has no files and no version control. */
export const browserHost: ServerHost = {
  platform: browserPlatform,
  isTracked: () => false,
  gpuComponents: () => Promise.resolve(undefined),
  instanceData: () => Promise.resolve(undefined),
  karpenterSettings: () => Promise.resolve(undefined),
  karpenterSettingsFiles: () => [],
  checkout: () => undefined,
  baseline: () => Promise.resolve(undefined),
  configuration: () => undefined,
  sourceFile: () => undefined,
};
