import { append } from '../../text/strings.js';
import { memberOf, resolved, type SyntaxNode } from '../../formats/tree/node.js';
import { defaultMode } from './entry.js';
import type { WriteFileEntry } from '../../document/writeFile.js';
import { octalDigits } from '../../values/files.js';

/** What decoding the content of an entry gave. */
export interface DecodedEntry {
  readonly entry: WriteFileEntry;
  readonly bytes: Uint8Array;
  /** Whether cloud-init could decode it. */
  readonly ok: boolean;
}

/** A file as it lies on the node when cloud-init is through with `write_files`. */
export interface DiskFile {
  readonly path: string;
  /** Undefined where the content is fetched and the document holds none to fall back to. */
  readonly bytes: Uint8Array | undefined;
  /** Four octal digits. */
  readonly mode: string;
  /** `user:group`. */
  readonly owner: string;
  /** Addresses that the content is fetched from; `bytes` is what is written where that fails. */
  readonly fetchedFrom: readonly string[];
}

/** What `write_files` does in one boot. */
export interface Writing {
  /** Each path once, in the order of the first write. */
  readonly files: readonly DiskFile[];
  /** Indexes of entries at which cloud-init fails: what comes behind them in the same stage is not written. */
  readonly stopsAt: readonly number[];
  /** Indexes of entries that are not written for that reason, with those at which it fails. */
  readonly unwritten: readonly number[];
}

/**
 * Follows cloud-init 26.2 through `write_files`: first what is not deferred, then, as a module of its own, what is.
 * An error ends the module.
 */
export function filesOnDisk(root: SyntaxNode | undefined, decoded: readonly DecodedEntry[]): Writing {
  const list = resolved(memberOf(resolved(root), 'write_files')?.value);
  const items = list?.kind === 'array' ? list.items : [];
  const byIndex = new Map(decoded.map((one) => [one.entry.index, one]));
  const files = new Map<string, DiskFile>();
  const stopsAt: number[] = [];
  const unwritten: number[] = [];
  // Looking for `defer` fails already in what holds nothing at all, in both modules.
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

/** Python looks for a key in mappings, lists and texts. */
function isSearchable(node: SyntaxNode | undefined): boolean {
  return node?.kind === 'object' || node?.kind === 'array' || node?.kind === 'string';
}

/** Whether cloud-init fails at an entry; undefined is one that is no mapping. */
function fails(one: DecodedEntry | undefined): boolean {
  if (one === undefined || one.entry.fault !== undefined) return true;
  return one.entry.path !== undefined && !one.ok && one.entry.uri === undefined;
}

function write(files: Map<string, DiskFile>, { entry, bytes }: DecodedEntry): void {
  const { path, permissions, owner } = entry;
  if (path === undefined) return;
  const before = files.get(path);
  const mode =
    permissions.is !== 'mode'
      ? octalDigits(defaultMode)
      : permissions.mode === 0
        ? (before?.mode ?? octalDigits(defaultMode))
        : octalDigits(permissions.mode);
  const known = entry.uri === undefined || (entry.content !== undefined && entry.content.kind !== 'null');
  const content = known ? bytes : undefined;
  files.set(path, {
    path,
    bytes: entry.append && before !== undefined ? joined(before.bytes, content) : content,
    mode,
    owner: `${owner?.user ?? 'root'}:${owner?.group ?? 'root'}`,
    fetchedFrom: [
      ...(entry.append ? (before?.fetchedFrom ?? []) : []),
      ...(entry.uri === undefined ? [] : [entry.uri]),
    ],
  });
}

function joined(first: Uint8Array | undefined, second: Uint8Array | undefined): Uint8Array | undefined {
  if (first === undefined || second === undefined) return undefined;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
