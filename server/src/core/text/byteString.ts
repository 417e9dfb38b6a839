/**
 * Bytes as a string with one character, U+0000 to U+00FF, for each. The platform decodes base64 into this form, many
 * times as fast as letters can be turned into an array of bytes one by one.
 */
export type ByteString = string;

export function byteString(bytes: Uint8Array): ByteString {
  const pieces: string[] = [];
  // A call takes so many arguments everywhere.
  for (let at = 0; at < bytes.length; at += 8_192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return pieces.join('');
}

/** Whether all bytes stand for ASCII characters. */
export function isAscii(bytes: ByteString): boolean {
  return !/[\u0080-\u00ff]/.test(bytes);
}

export function bytesOf(text: ByteString): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
