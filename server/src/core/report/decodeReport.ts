import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { filesOnDisk } from '../writeFiles/disk.js';
import type { Analysis } from '../analysis.js';
import type {
  FieldChild,
  FieldRole,
  FileChild,
  FileProblem,
  LayerName,
  PartChild,
  Payload,
} from '../payload/payload.js';

/** Size and hash of a document after transport decoding. */
export interface ContentReport {
  readonly sha256: string;
  readonly bytes: number;
}

/** What is inside a document, in the words that the `decode` result uses. */
export interface InsideReport {
  readonly document?: ContentReport;
  readonly parts?: readonly PartReport[];
  readonly files?: readonly FileReport[];
  /** What all entries of `write_files` together leave on the node. */
  readonly onDisk?: { readonly files: readonly DiskFileReport[] };
  readonly payloads?: readonly PayloadReport[];
  /** The text, where it was asked for. */
  readonly text?: string;
}

export interface PayloadReport extends InsideReport {
  readonly pointer: string;
  readonly role: FieldRole;
  readonly protected?: true;
  readonly layers: readonly LayerName[];
}

export interface PartReport extends InsideReport, ContentReport {
  /** As the part names it; null where an entry of an archive names none. */
  readonly contentType: string | null;
  readonly transferEncoding?: string;
  readonly filename?: string;
  readonly layers: readonly LayerName[];
}

export interface FileReport extends ContentReport {
  readonly path?: string;
  readonly mode?: string | number;
  readonly owner?: string;
  readonly encoding?: string;
  readonly append?: true;
  readonly defer?: true;
  readonly layers: readonly LayerName[];
  readonly contentKind: string;
  /** Why the content could not be decoded as its writer on the node would have to. */
  readonly error?: { readonly code: string; readonly message: string };
  readonly text?: string;
}

/** A file as it lies on the node when cloud-init is done. */
export interface DiskFileReport extends Partial<ContentReport> {
  readonly path: string;
  /** Four octal digits. */
  readonly mode: string;
  readonly owner: string;
  /** Addresses that the content comes from; size and hash are those of what is written where they fail. */
  readonly fetchedFrom?: readonly string[];
}

/** What cloud-init hands to a part handler. */
export interface UserDataPartReport extends ContentReport {
  readonly contentType: string;
  readonly filename: string;
  /** cloud-init's name of the handler; null where nobody takes the part. */
  readonly handler: string | null;
}

/** The `decode` result of one file, without its name. */
export interface DecodeReport extends InsideReport {
  readonly kind: string;
  readonly layers: readonly LayerName[];
  readonly userDataParts?: readonly UserDataPartReport[];
  readonly problems: readonly FileProblem[];
}

/** How much a report says. `text` shows contents; it is masked by whoever asked for less. */
export interface DecodeOptions {
  readonly text?: (payload: Payload) => string | undefined;
}

/** Describes the payload tree of an analysed file. */
export function decodeReport(analysis: Analysis, options: DecodeOptions = {}): DecodeReport {
  const { root } = analysis;
  const inside = insideOf(root, options);
  const first = inside.payloads?.[0];
  return {
    kind: analysis.kind,
    layers: first === undefined ? root.layers : [...root.layers, ...first.layers],
    ...(inside.payloads === undefined ? { document: contentOf(root) } : {}),
    ...inside,
    ...userDataOf(analysis),
    problems: analysis.problems,
  };
}

function userDataOf({ userData }: Analysis): Pick<DecodeReport, 'userDataParts'> {
  if (userData === undefined) return {};
  const userDataParts = userData.parts.map(({ contentType, filename, bytes, handler }) => ({
    contentType,
    filename,
    sha256: bytesToHex(sha256(bytes)),
    bytes: bytes.length,
    handler,
  }));
  return { userDataParts };
}

function insideOf(payload: Payload, options: DecodeOptions): InsideReport {
  const fields = payload.children.filter((child): child is FieldChild => child.is === 'field');
  const parts = payload.children.filter((child): child is PartChild => child.is === 'part');
  const files = payload.children.filter((child): child is FileChild => child.is === 'file');
  const text = options.text?.(payload);
  return {
    ...(fields.length === 0 ? {} : { payloads: fields.map((child) => fieldReport(child, options)) }),
    ...(parts.length === 0 ? {} : { parts: parts.map((child) => partReport(child, options)) }),
    ...(files.length === 0 && payload.kind !== 'ignition'
      ? {}
      : { files: files.map((child) => fileReport(child, options)) }),
    ...(files.some((child) => child.written !== undefined) ? { onDisk: { files: diskReport(payload, files) } } : {}),
    ...(text === undefined ? {} : { text }),
  };
}

function fieldReport(child: FieldChild, options: DecodeOptions): PayloadReport {
  return {
    pointer: child.pointer,
    role: child.role,
    ...(child.protected ? { protected: true as const } : {}),
    layers: child.payload.layers,
    document: contentOf(child.payload),
    ...insideOf(child.payload, options),
  };
}

function partReport(child: PartChild, options: DecodeOptions): PartReport {
  return {
    contentType: child.contentType ?? null,
    ...(child.transferEncoding === undefined ? {} : { transferEncoding: child.transferEncoding }),
    ...(child.filename === undefined ? {} : { filename: child.filename }),
    ...contentOf(child.payload),
    layers: child.payload.layers,
    ...insideOf(child.payload, options),
  };
}

function fileReport(child: FileChild, options: DecodeOptions): FileReport {
  const { payload } = child;
  const text = options.text?.(payload);
  const fault = payload.problems.find((found) => found.severity === 'error');
  return {
    ...(child.path === undefined ? {} : { path: child.path }),
    ...contentOf(payload),
    ...(child.mode === undefined ? {} : { mode: child.mode }),
    ...(child.owner === undefined ? {} : { owner: child.owner }),
    ...(child.encoding === undefined ? {} : { encoding: child.encoding }),
    ...(child.append ? { append: true as const } : {}),
    ...(child.defer ? { defer: true as const } : {}),
    // The content's own format is a label, not a layer that was taken off.
    layers: payload.layers.slice(0, -1),
    contentKind: payload.kind === 'unknown' ? (payload.layers.at(-1) ?? 'text') : payload.kind,
    ...(fault === undefined ? {} : { error: { code: fault.code, message: fault.message } }),
    ...(text === undefined ? {} : { text }),
  };
}

function diskReport(payload: Payload, files: readonly FileChild[]): DiskFileReport[] {
  const decoded = files.flatMap(({ written, payload: { bytes } }) =>
    written === undefined ? [] : { ...written, bytes },
  );
  return filesOnDisk(payload.tree?.root, decoded).files.map(({ path, mode, owner, bytes, fetchedFrom }) => ({
    path,
    ...(bytes === undefined ? {} : hashed(bytes)),
    mode,
    owner,
    ...(fetchedFrom.length === 0 ? {} : { fetchedFrom }),
  }));
}

function contentOf(payload: Payload): ContentReport {
  return hashed(payload.bytes);
}

function hashed(bytes: Uint8Array): ContentReport {
  return { sha256: bytesToHex(sha256(bytes)), bytes: bytes.length };
}
