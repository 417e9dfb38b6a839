import { joinedBytes } from '../../text/bytes.js';
import { append } from '../../text/strings.js';
import { resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import { defaultMode, writeFileItems } from './entry.js';
import type { Child, Payload } from '../../document/payload.js';
import type { Permissions, WriteFileEntry } from '../../document/writeFile.js';
import { octalDigits } from '../../values/files.js';

/** A file of `write_files` with its decoded content. */
export interface WrittenFile {
  readonly entry: WriteFileEntry;
  /** Whether cloud-init can decode the content. */
  readonly ok: boolean;
  /** The decoded content; its bytes are made when they are read. */
  readonly payload: Payload;
}

/** The files of `write_files` among the payloads in a document. */
export function writtenFiles(children: readonly Child[]): readonly WrittenFile[] {
  return children.flatMap((child) =>
    child.is === 'file' && child.written !== undefined ? [{ ...child.written, payload: child.payload }] : [],
  );
}

/** A file on the node after `write_files`. */
export interface DiskFile {
  readonly path: string;
  /** Undefined if the content is downloaded and the document has no fallback. */
  readonly contents: readonly Payload[] | undefined;
  /** Four octal digits. */
  readonly mode: string;
  /** `user:group`. */
  readonly owner: string;
  /** Addresses of downloaded content; `contents` is the fallback. */
  readonly fetchedFrom: readonly string[];
}

/** The result of `write_files` in one boot. */
export interface Writing {
  /** Each path once, in the order of the first write. */
  readonly files: readonly DiskFile[];
  /** Indexes of entries at which cloud-init fails: later entries of the same stage aren't written. */
  readonly stopsAt: readonly number[];
  /** Indexes of entries that aren't written, including those at which it fails. */
  readonly unwritten: readonly number[];
  /** Indexes of entries that can't be written because of a folder or a file of an entry before. */
  readonly blocked: readonly number[];
}

/**
 * Simulates `write_files` of cloud-init 26.2: first entries that aren't deferred, then, in a separate module, deferred
 * ones. An error ends the module.
 */
export function filesOnDisk(root: SyntaxNode | undefined, decoded: readonly WrittenFile[]): Writing {
  const items = writeFileItems(root);
  const byIndex = new Map(decoded.map((one) => [one.entry.index, one]));
  const files = new Map<string, DiskFile>();
  const folders: Folder = new Map();
  const blocked: number[] = [];
  const stopsAt: number[] = [];
  const unwritten: number[] = [];
  // Both modules already fail if an entry isn't searchable for `defer`.
  const unsearchable = items.findIndex((item) => !isSearchable(resolved(item)));
  if (unsearchable >= 0)
    return { files: [], stopsAt: [unsearchable], unwritten: items.map((_item, index) => index), blocked };
  for (const deferred of [false, true]) {
    const stage = [...items.keys()].filter((index) => (byIndex.get(index)?.entry.defer ?? false) === deferred);
    const stop = stage.findIndex((index) => {
      const one = byIndex.get(index);
      if (one === undefined || fails(one)) return true;
      const { path, skipped } = one.entry;
      if (path === undefined || skipped) return false;
      const isMade = makeFile(folders, path);
      if (isMade) write(files, path, one);
      else blocked.push(index);
      return !isMade;
    });
    if (stop < 0) continue;
    append(stopsAt, stage.slice(stop, stop + 1));
    append(unwritten, stage.slice(stop));
  }
  return { files: [...files.values()], stopsAt, unwritten, blocked };
}

/** Python's `in` works for mappings, lists and strings; a list or string that contains `defer` has no value for it. */
function isSearchable(node: SyntaxNode | undefined): boolean {
  if (node?.kind === 'string') return !node.value.includes('defer');
  return node?.kind === 'array' ? !node.items.some((item) => stringValue(item) === 'defer') : node?.kind === 'object';
}

/** Whether cloud-init fails at an entry before it writes the file. */
function fails({ entry, ok }: WrittenFile): boolean {
  return entry.fault !== undefined || (entry.path !== undefined && !ok && entry.uri === undefined);
}

/** The files and folders that are made, by name. */
type Folder = Map<string, Folder | 'file'>;

/** Makes a file and the folders around it; false if Linux can't, because of what was made before or because of the path. */
function makeFile(root: Folder, path: string): boolean {
  const names = path.split('/').filter((name) => name !== '');
  const file = names.pop();
  let folder = root;
  for (const name of names) {
    const inner = folder.get(name) ?? new Map<string, Folder | 'file'>();
    if (inner === 'file') return false;
    folder.set(name, inner);
    folder = inner;
  }
  if (file === undefined || path.includes('\0') || (folder.get(file) ?? 'file') !== 'file') return false;
  folder.set(file, 'file');
  return true;
}

function write(files: Map<string, DiskFile>, path: string, { entry, payload }: WrittenFile): void {
  const { permissions, owner } = entry;
  const before = files.get(path);
  const mode = modeOnDisk(permissions, before?.mode);
  const known = entry.uri === undefined || (entry.content !== undefined && entry.content.kind !== 'null');
  const contents = known ? [payload] : undefined;
  files.set(path, {
    path,
    contents: entry.append && before !== undefined ? contents && before.contents?.concat(contents) : contents,
    mode,
    owner: `${owner?.user ?? 'root'}:${owner?.group ?? 'root'}`,
    fetchedFrom: [
      ...(entry.append ? (before?.fetchedFrom ?? []) : []),
      ...(entry.uri === undefined ? [] : [entry.uri]),
    ],
  });
}

/** The mode that a file gets, in four octal digits; `before` is that of a file that is there already. */
export function modeOnDisk(permissions: Permissions, before?: string): string {
  if (permissions.is !== 'mode') return octalDigits(defaultMode);
  return permissions.mode === 0 ? (before ?? octalDigits(defaultMode)) : octalDigits(permissions.mode);
}

/** The bytes of a file; undefined if they aren't known. */
export function bytesOf({ contents }: DiskFile): Uint8Array | undefined {
  return contents && joinedBytes(contents.map(({ bytes }) => bytes));
}
