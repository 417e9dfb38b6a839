/** The result of inflating. `bytes` contains everything that could be restored before a fault. */
export interface Inflated {
  readonly bytes: Uint8Array;
  readonly fault: 'invalid' | 'truncated' | 'checksum' | 'limit' | undefined;
  /** Bytes after the last gzip member; zero bytes there don't count. */
  readonly trailing: number;
}

/** What the core needs from the machine that it runs on; implemented in `adapters/`. */
export interface Platform {
  /** Inflates all gzip members, up to `maxBytes` of output. Never throws. */
  gunzip(bytes: Uint8Array, maxBytes: number): Inflated;
  /** Packs bytes as one gzip member, as small as possible. */
  gzip(bytes: Uint8Array): Uint8Array;
  /** Decodes standard base64 on one line with its padding; undefined for any other text. */
  base64(text: string): Uint8Array | undefined;
  /** The SHA-256 hash in hexadecimal digits. */
  sha256(bytes: Uint8Array): string;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}
