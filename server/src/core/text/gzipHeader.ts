/** Length of the header that gzip data begin with (RFC 1952, section 2.3). */
export function gzipHeaderLength(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  let length = 10;
  if (flags & 4) length += 2 + (bytes[length] ?? 0) + 256 * (bytes[length + 1] ?? 0);
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    while (length < bytes.length && bytes[length] !== 0) length++;
    length++;
  }
  return flags & 2 ? length + 2 : length;
}
