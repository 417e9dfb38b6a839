import { joinedBytes } from '../../text/bytes.js';
import { append } from '../../text/strings.js';
import { memberOf, resolved, type SyntaxNode } from '../../formats/tree/node.js';
import { defaultMode } from './entry.js';
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
}

/**
 * Simulates `write_files` of cloud-init 26.2: first entries that aren't deferred, then, in a separate module, deferred
 * ones. An error ends the module.
 */
export function filesOnDisk(root: SyntaxNode | undefined, decoded: readonly WrittenFile[]): Writing {
  const list = resolved(memberOf(resolved(root), 'write_files')?.value);
  const items = list?.kind === 'array' ? list.items : [];
  const byIndex = new Map(decoded.map((one) => [one.entry.index, one]));
  const files = new Map<string, DiskFile>();
  const stopsAt: number[] = [];
  const unwritten: number[] = [];
  // Both modules already fail if an entry isn't searchable for `defer`.
  const unsearchable = items.findIndex((item) => !isSearchable(resolved(item)));
  if (unsearchable >= 0) return { files: [], stopsAt: [unsearchable], unwritten: items.map((_item, index) => index) };
  for (const deferred of [false, true]) {
    const stage = [...items.keys()].filter((index) => (byIndex.get(index)?.entry.defer ?? false) === deferred);
    const stop = stage.findIndex((index) => fails(byIndex.get(index)));
    for (const index of stop < 0 ? stage : stage.slice(0, stop)) {
      const one = byIndex.get(index);
      if (one !== undefined) write(files, one);
    }
    if (stop < 0) continue;
    append(stopsAt, stage.slice(stop, stop + 1));
    append(unwritten, stage.slice(stop));
  }
  return { files: [...files.values()], stopsAt, unwritten };
}

/** Python's `in` works for mappings, lists and strings. */
function isSearchable(node: SyntaxNode | undefined): boolean {
  return node?.kind === 'object' || node?.kind === 'array' || node?.kind === 'string';
}

/** Whether cloud-init fails at an entry; undefined means that it isn't a mapping. */
function fails(one: WrittenFile | undefined): boolean {
  if (one === undefined || one.entry.fault !== undefined) return true;
  return one.entry.path !== undefined && !one.ok && one.entry.uri === undefined;
}

function write(files: Map<string, DiskFile>, { entry, payload }: WrittenFile): void {
  const { path, permissions, owner } = entry;
  if (path === undefined) return;
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
