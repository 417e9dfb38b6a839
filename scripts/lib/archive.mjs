/** Reads and changes the central directory of a ZIP archive (APPNOTE 6.3.10, sections 4.3.12 and 4.3.16). */

/** The entries of an archive: their names, and the offsets of their headers in the central directory. */
export function entriesOf(archive) {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const found = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    found.push({ name: archive.toString('utf8', at + 46, at + 46 + name), at });
    at += 46 + name + extra + comment;
  }
  return found;
}

/** Gives every entry the mode of an ordinary file, whatever the umask was when the files were made. */
export function setModes(archive) {
  // The upper half of the external attributes is the mode of Unix: a regular file, rw-r--r--.
  for (const { at } of entriesOf(archive)) archive.writeUInt32LE((0o100644 << 16) >>> 0, at + 38);
}
