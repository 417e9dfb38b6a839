/** What inflating gave. `bytes` holds what could be restored, also in front of a fault. */
export interface Inflated {
  readonly bytes: Uint8Array;
  readonly fault: 'invalid' | 'truncated' | 'checksum' | 'limit' | undefined;
  /** Bytes behind the last gzip member; zero bytes there do not count. */
  readonly trailing: number;
}

/** The few things that the core asks of the machine it runs on; Node's are in `adapters/nodePlatform.ts`. */
export interface Platform {
  /** Inflates all gzip members, up to `maxBytes` of output. Never throws. */
  gunzip(bytes: Uint8Array, maxBytes: number): Inflated;
  /** Packs bytes as one gzip member, as small as can be. */
  gzip(bytes: Uint8Array): Uint8Array;
  /** Decodes standard base64 on one line with its padding; undefined for any other text. */
  base64(text: string): Uint8Array | undefined;
  /** The SHA-256 hash in hexadecimal digits. */
  sha256(bytes: Uint8Array): string;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
}
