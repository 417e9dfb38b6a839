/** A member of a tar archive. */
export interface TarEntry {
  readonly path: string;
  readonly content?: string | Uint8Array;
  readonly type?: string;
  readonly target?: string;
  readonly mode?: number;
}

/** A ustar archive; names of more than 100 bytes are written as GNU tar does. */
export function tar(...entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) =>
    entry.path.length > 100
      ? [...member({ path: '././@LongLink', type: 'L', content: entry.path }), ...member(entry)]
      : member(entry),
  );
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function member({ path, content = '', type = '0', target = '', mode = 0o644 }: TarEntry): Buffer[] {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(512);
  header.write(path.slice(0, 100), 0);
  header.write(mode.toString(8).padStart(7, '0'), 100);
  header.write(bytes.length.toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  header.write(target, 157);
  header.write('ustar\0' + '00', 257);
  header.write('root', 265);
  const body = Buffer.alloc(Math.ceil(bytes.length / 512) * 512);
  bytes.copy(body);
  return [header, body];
}
