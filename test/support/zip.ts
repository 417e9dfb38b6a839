import { crc32, deflateRawSync } from 'node:zlib';

/** A file to put into a zip archive. */
export interface ZipEntry {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** Where a link leads. */
  readonly target?: string;
  /** Bits that mark the entry, such as 1 for encryption. */
  readonly flags?: number;
  /** 8 for deflate, by default; other contents are stored as they are. */
  readonly method?: number;
}

/** A zip archive as APPNOTE 6.3 describes it; `before` stands in front of it. */
export function zip(files: readonly ZipEntry[], before = ''): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { path, content, target, flags = 0, method = 8 } of files) {
    const body = Buffer.from(target ?? content);
    const packed = method === 8 ? deflateRawSync(body) : body;
    const name = Buffer.from(path);
    const numbers = (buffer: Buffer, at: number): void => {
      buffer.writeUInt16LE(20, at);
      buffer.writeUInt16LE(flags, at + 2);
      buffer.writeUInt16LE(method, at + 4);
      buffer.writeUInt32LE(crc32(body), at + 10);
      buffer.writeUInt32LE(packed.length, at + 14);
      buffer.writeUInt32LE(body.length, at + 18);
      buffer.writeUInt16LE(name.length, at + 22);
    };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    numbers(local, 4);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    numbers(entry, 6);
    entry.writeUInt32LE((target === undefined ? 0o100644 : 0o120777) * 0x10000, 38);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, name, packed);
    entries.push(entry, name);
    offset += local.length + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([Buffer.from(before), ...locals, directory, end]);
}
