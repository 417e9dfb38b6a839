import type { StartPage } from './messages.js';

/** More was dropped or pasted than the page reads. */
export class TooLargeError extends Error {}

interface ReadFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The files in a transfer, also those in folders, with their paths. Throws a {@link TooLargeError}. */
export async function droppedFiles(
  { items }: DataTransfer,
  { mostBytes, mostFiles }: StartPage,
): Promise<readonly ReadFile[]> {
  const given = [...items].filter(({ kind }) => kind === 'file');
  const entries = given.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const files: ReadFile[] = [];
  let left = mostBytes;
  const add = async (path: string, file: File): Promise<void> => {
    left -= file.size;
    if (left < 0 || files.length >= mostFiles) throw new TooLargeError();
    files.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
  };
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    const path = entry.fullPath.replace(/^\//, '');
    if (isFile(entry)) await add(path, await new Promise<File>((done, fail) => entry.file(done, fail)));
    else for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) await walk(inner);
  };
  for (const entry of entries) {
    if (entry instanceof File) await add(entry.name, entry);
    else if (entry !== null) await walk(entry);
  }
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** The entries of a folder; browsers return them in parts. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
