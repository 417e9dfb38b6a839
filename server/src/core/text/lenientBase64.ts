/** What Python made of a base64 text, or why it would not. */
export type LenientBase64 =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: 'not-ascii' | 'cut-off' | 'padding'; readonly bytes: Uint8Array };

/**
 * Decodes base64 as Python 3.11 does where it is not asked to be strict (`base64.b64decode`, and PyYAML for
 * `!!binary`): characters outside of the alphabet are passed over, what follows the padding is ignored, missing
 * padding is an error. `bytes` holds what came in front of a fault.
 */
export function decodeLenientBase64(text: string): LenientBase64 {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let inGroup = 0;
  let left = 0;
  let padding = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return { ok: false, fault: 'not-ascii', bytes: bytes.subarray(0, length) };
    if (code === 0x3d) {
      if (inGroup >= 2 && inGroup + ++padding >= 4) {
        return isAscii(text, i + 1)
          ? { ok: true, bytes: bytes.subarray(0, length) }
          : { ok: false, fault: 'not-ascii', bytes: bytes.subarray(0, length) };
      }
      continue;
    }
    const sextet = sextetOf(code);
    if (sextet < 0) continue;
    padding = 0;
    if (inGroup > 0) bytes[length++] = ((left << 6) | sextet) >> (6 - 2 * inGroup);
    left = sextet;
    inGroup = (inGroup + 1) % 4;
  }
  const decoded = bytes.subarray(0, length);
  if (inGroup === 0) return { ok: true, bytes: decoded };
  return { ok: false, fault: inGroup === 1 ? 'cut-off' : 'padding', bytes: decoded };
}

function isAscii(text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

function sextetOf(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x61 && code <= 0x7a) return code - 0x61 + 26;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 52;
  return code === 0x2b ? 62 : code === 0x2f ? 63 : -1;
}
