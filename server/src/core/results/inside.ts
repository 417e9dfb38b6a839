import { isKnown } from '../document/kinds.js';
import { kinds } from '../payload/kindTable.js';
import { given } from './answer.js';
import { holdsPlaceholder } from '../text/placeholder.js';
import type { Masked, Masking } from '../secrets/masking.js';
import { bytesOf, filesOnDisk, modeOnDisk, writtenFiles } from '../cloudConfig/writeFiles/disk.js';
import type { Child, FileChild, FileProblem, LayerName, PartChild, Payload } from '../document/payload.js';

export interface ReportOptions {
  /** Whether the texts of documents are reported. */
  readonly withText: boolean;
  readonly masking: Masking;
}

/** The options with what the platform provides. */
export interface Reporting extends ReportOptions {
  /** The SHA-256 hash in hexadecimal digits. */
  readonly hash: (bytes: Uint8Array) => string;
}

/** Size and hash of a document after transport decoding. */
export interface ContentReport {
  readonly sha256: string;
  readonly bytes: number;
}

/** What is inside a document, with the names of the `decode` result. */
export interface InsideReport {
  readonly document?: ContentReport;
  readonly parts?: readonly PartReport[];
  readonly files?: readonly FileReport[];
  /** The files on the node after all entries of `write_files`. */
  readonly onDisk?: { readonly files: readonly DiskFileReport[] };
  /** Configs that replace an Ignition config or are merged into it. */
  readonly configs?: readonly ConfigReport[];
  readonly ignitionVersion?: string;
  /** The environment of the main command; the last of equal names, never expanded. */
  readonly env?: Readonly<Record<string, Masked>>;
  readonly envDynamic?: readonly string[];
  readonly envDuplicates?: readonly string[];
  readonly shellVars?: Readonly<Record<string, Masked>>;
  readonly command?: readonly Masked[];
  readonly parameters?: Readonly<Record<string, Masked>>;
  /** Files in variables. */
  readonly nested?: readonly NestedReport[];
  /** The commands of a KubeadmConfig. */
  readonly commands?: readonly CommandReport[];
  /** A script in the command line itself. */
  readonly script?: ScriptReport;
  readonly resolved?: boolean;
  readonly unresolved?: readonly string[];
  readonly cyclicVariables?: readonly string[];
  /** The text, if requested. */
  readonly text?: Masked;
}

/** A file on the node after cloud-init finished. */
export interface DiskFileReport extends Partial<ContentReport> {
  readonly path: string;
  /** Four octal digits. */
  readonly mode: string;
  readonly owner: string;
  /** Addresses of the content; size and hash are those of the content that is written if they fail. */
  readonly fetchedFrom?: readonly string[];
}

export interface PartReport extends InsideReport, ContentReport {
  /** As written in the part; null if an entry of an archive has none. */
  readonly contentType: string | null;
  readonly transferEncoding?: string;
  readonly filename?: string;
  readonly layers: readonly LayerName[];
}

export interface FileReport extends InsideReport, Partial<ContentReport> {
  readonly path?: string;
  readonly mode?: string | number;
  readonly owner?: string;
  readonly encoding?: string;
  readonly append?: true;
  readonly defer?: true;
  readonly target?: string;
  readonly sourceUri?: string;
  /** Whether the content depends on an unresolved expression; then it has no size and no hash. */
  readonly partial?: true;
  readonly error?: string;
  /** Encodings only: the content's own format is a label. */
  readonly layers: readonly LayerName[];
  readonly contentKind: string;
  /** The files in an archive. */
  readonly members?: readonly FileReport[];
}

export interface NestedReport extends InsideReport, ContentReport {
  readonly at: string;
  readonly layers: readonly LayerName[];
  readonly contentKind: string;
}

export interface CommandReport extends InsideReport, ContentReport {
  /** A JSON pointer. */
  readonly at: string;
  readonly layers: readonly LayerName[];
}

export interface ScriptReport extends InsideReport, ContentReport {
  readonly layers: readonly LayerName[];
}

export interface ConfigReport extends InsideReport {
  readonly via: 'replace' | 'merge';
  readonly layers: readonly LayerName[];
}

/** What is inside a document, without its payload fields. */
export function insideOf(payload: Payload, options: Reporting): InsideReport {
  const parts = childrenOf(payload, 'part');
  const files = childrenOf(payload, 'file');
  const nested = childrenOf(payload, 'variable');
  const configs = childrenOf(payload, 'config');
  const [script] = childrenOf(payload, 'script');
  return given({
    ...detailsOf(payload, options),
    parts: nonEmpty(parts.map((child) => partReport(child, options))),
    files:
      (files.length === 0 && kinds[payload.kind].listsFiles !== true) || payload.format === 'tar'
        ? undefined
        : files.map((child) => fileReport(child, options)),
    onDisk: files.some(({ written }) => written !== undefined)
      ? { files: diskReport(payload, files, options) }
      : undefined,
    configs: nonEmpty(
      configs.map(({ via, payload: config }) => ({
        via,
        layers: config.layers,
        document: contentOf(config, options),
        ...insideOf(config, options),
      })),
    ),
    nested: nonEmpty(
      nested.map(({ name, payload: file }) => ({
        at: `env:${name}`,
        ...contentOf(file, options),
        layers: file.encodings,
        contentKind: kindOfContent(file),
        ...insideOf(file, options),
      })),
    ),
    commands: nonEmpty(
      childrenOf(payload, 'command').map(({ pointer, payload: command }) => ({
        at: pointer,
        ...contentOf(command, options),
        layers: command.layers,
        ...insideOf(command, options),
      })),
    ),
    script: script && { layers: script.payload.layers, ...contentOf(script.payload, options) },
    text: textOf(payload, options),
  });
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function childrenOf<Is extends Child['is']>({ children }: Payload, is: Is): Extract<Child, { is: Is }>[] {
  return children.filter((child): child is Extract<Child, { is: Is }> => child.is === is);
}

function detailsOf({ details }: Payload, options: Reporting): InsideReport {
  const { environment, shellVariables, command, parameters, unresolved } = details;
  return given({
    env: environment && shown(environment, options),
    envDynamic: details.dynamic,
    envDuplicates: details.repeated,
    shellVars: shellVariables && shown(shellVariables, options),
    command: command && options.masking.words(command),
    parameters: parameters && shown(parameters, options),
    resolved: unresolved && false,
    unresolved,
    cyclicVariables: details.cyclic,
    ignitionVersion: details.ignitionVersion,
  });
}

function shown(values: ReadonlyMap<string, string>, { masking }: Reporting): Record<string, Masked> {
  return Object.fromEntries([...values].map(([name, text]) => [masking.text(name), masking.variable(name, text)]));
}

/** The text of a document, if texts are reported. */
export function textOf({ text }: Payload, { withText, masking }: ReportOptions): Masked | undefined {
  return withText && text !== undefined ? masking.text(text) : undefined;
}

function partReport(child: PartChild, options: Reporting): PartReport {
  return given({
    contentType: child.contentType ?? null,
    transferEncoding: child.transferEncoding,
    filename: child.filename,
    ...contentOf(child.payload, options),
    layers: child.payload.layers,
    ...insideOf(child.payload, options),
  });
}

function fileReport(child: FileChild, options: Reporting): FileReport {
  const { payload } = child;
  const partial = payload.text !== undefined && holdsPlaceholder(payload.text);
  const isArchive = payload.format === 'tar';
  return given({
    path: child.path,
    ...(partial ? { partial } : child.source === undefined ? contentOf(payload, options) : {}),
    mode: child.mode,
    owner: child.owner,
    encoding: child.encoding,
    append: child.append ? (true as const) : undefined,
    defer: child.defer ? (true as const) : undefined,
    target: child.target,
    sourceUri: child.source,
    error: errorOf(payload.problems),
    layers: payload.encodings,
    contentKind: kindOfContent(payload),
    members: isArchive ? childrenOf(payload, 'file').map((member) => fileReport(member, options)) : undefined,
    ...insideOf(payload, options),
  });
}

/**
 * The mode that a file gets on the node, in four octal digits as far as it is known; undefined if the document gives none.
 * A number in a cloud-config has other digits than its mode.
 */
export function modeOf({ mode, written }: FileChild): string | undefined {
  if (mode === undefined) return undefined;
  return written === undefined ? String(mode) : modeOnDisk(written.entry.permissions);
}

function diskReport(payload: Payload, files: readonly FileChild[], { hash }: Reporting): DiskFileReport[] {
  return filesOnDisk(payload.tree?.root, writtenFiles(files)).files.map((file) => {
    const bytes = bytesOf(file);
    return given({
      path: file.path,
      sha256: bytes && hash(bytes),
      bytes: bytes?.length,
      mode: file.mode,
      owner: file.owner,
      fetchedFrom: nonEmpty(file.fetchedFrom),
    });
  });
}

function kindOfContent(payload: Payload): string {
  const { kind, format, text } = payload;
  if (isKnown(payload)) return kind;
  const certificates =
    text?.trimStart().startsWith(beginOfCertificate) === true ? text.split(beginOfCertificate).length - 1 : 0;
  return certificates === 0 ? format : `pem-certificates:${certificates}`;
}

/** The first line of a certificate (RFC 7468, section 5). */
const beginOfCertificate = '-----BEGIN CERTIFICATE-----';

/** The code of the first error. */
export function errorOf(problems: readonly FileProblem[]): string | undefined {
  return problems.find(({ severity }) => severity === 'error')?.code;
}

export function contentOf({ bytes }: Payload, { hash }: Reporting): ContentReport {
  return { sha256: hash(bytes), bytes: bytes.length };
}
