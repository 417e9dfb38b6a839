import type { Platform } from '../platform.js';
import { byteString } from '../text/byteString.js';

/**
 * Gzip data unpacked as Python's `gzip` does it: all members, with zero bytes behind the last one; undefined where
 * anything is wrong with them, which leaves them as they are.
 */
export function gunzipped(bytes: Uint8Array, platform: Platform, maxBytes: number): Uint8Array | undefined {
  if (bytes.length === 0) return bytes;
  const { bytes: inflated, fault, trailing } = platform.gunzip(bytes, maxBytes);
  return fault === undefined && trailing === 0 ? inflated : undefined;
}

/** Whether cloud-init reads user data as a message: `mime-version:` stands somewhere in its first 4096 bytes. */
export function mentionsMime(bytes: Uint8Array): boolean {
  return /mime-version:/i.test(byteString(bytes.subarray(0, 4_096)));
}

/** Bytes as the text that Python's UTF-8 decoder makes of them, a byte order mark included; undefined where it refuses. */
export function strictText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes as text whatever they are; what is no UTF-8 becomes U+FFFD. */
export function lenientText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
