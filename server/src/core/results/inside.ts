import { isKnown } from '../document/kinds.js';
import { holdsPlaceholder } from '../formats/arm/assemble.js';
import { filesOnDisk } from '../cloudConfig/writeFiles/disk.js';
import type { Child, FileChild, FileProblem, LayerName, PartChild, Payload } from '../document/payload.js';

/** How much a report says. Contents and values are masked by whoever asked for less. */
export interface ReportOptions {
  /** The text of a document, where it is wanted. */
  readonly text?: (payload: Payload) => string | undefined;
  /** What is shown of a variable's value; by default all of it. */
  readonly value?: (name: string, value: string) => string;
}

/** The same with what a machine does for it. */
export interface Reporting extends ReportOptions {
  /** The SHA-256 hash in hexadecimal digits. */
  readonly hash: (bytes: Uint8Array) => string;
}

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
  /** Configs that an Ignition config is replaced by or merged with. */
  readonly configs?: readonly ConfigReport[];
  readonly ignitionVersion?: string;
  /** What the main command is given; the last of equal names, never expanded. */
  readonly env?: Readonly<Record<string, string>>;
  readonly envDynamic?: readonly string[];
  readonly envDuplicates?: readonly string[];
  readonly shellVars?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly parameters?: Readonly<Record<string, string>>;
  /** Files that travel in variables. */
  readonly nested?: readonly NestedReport[];
  /** The program that a command line carries in itself. */
  readonly script?: ScriptReport;
  readonly resolved?: boolean;
  readonly unresolved?: readonly string[];
  readonly cyclicVariables?: readonly string[];
  /** The text, where it was asked for. */
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

export interface PartReport extends InsideReport, ContentReport {
  /** As the part names it; null where an entry of an archive names none. */
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
  /** Whether the content depends on an expression that is not resolved; then it has no size and no hash. */
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

export interface ScriptReport extends InsideReport, ContentReport {
  readonly layers: readonly LayerName[];
}

export interface ConfigReport extends InsideReport {
  readonly via: 'replace' | 'merge';
  readonly layers: readonly LayerName[];
}

/** What is inside a document, but for the payload fields of a container. */
export function insideOf(payload: Payload, options: Reporting): InsideReport {
  const parts = childrenOf(payload, 'part');
  const files = childrenOf(payload, 'file');
  const nested = childrenOf(payload, 'variable');
  const configs = childrenOf(payload, 'config');
  const [script] = childrenOf(payload, 'script');
  const text = options.text?.(payload);
  return {
    ...detailsOf(payload, options),
    ...(parts.length === 0 ? {} : { parts: parts.map((child) => partReport(child, options)) }),
    ...((files.length === 0 && payload.kind !== 'ignition') || payload.format === 'tar'
      ? {}
      : { files: files.map((child) => fileReport(child, options)) }),
    ...(files.some(({ written }) => written !== undefined)
      ? { onDisk: { files: diskReport(payload, files, options) } }
      : {}),
    ...(configs.length === 0
      ? {}
      : {
          configs: configs.map((child) => ({
            via: child.via,
            layers: child.payload.layers,
            document: contentOf(child.payload, options),
            ...insideOf(child.payload, options),
          })),
        }),
    ...(nested.length === 0
      ? {}
      : {
          nested: nested.map((child) => ({
            at: `env:${child.name}`,
            ...contentOf(child.payload, options),
            layers: child.payload.encodings,
            contentKind: kindOfContent(child.payload),
            ...insideOf(child.payload, options),
          })),
        }),
    ...(script === undefined
      ? {}
      : { script: { layers: script.payload.layers, ...contentOf(script.payload, options) } }),
    ...(text === undefined ? {} : { text }),
  };
}

function childrenOf<Is extends Child['is']>({ children }: Payload, is: Is): Extract<Child, { is: Is }>[] {
  return children.filter((child): child is Extract<Child, { is: Is }> => child.is === is);
}

function detailsOf({ details }: Payload, options: Reporting): InsideReport {
  const { environment, dynamic, repeated, shellVariables, command, parameters, unresolved, cyclic, ignitionVersion } =
    details;
  return {
    ...(environment === undefined ? {} : { env: shown(environment, options) }),
    ...(dynamic === undefined ? {} : { envDynamic: dynamic }),
    ...(repeated === undefined ? {} : { envDuplicates: repeated }),
    ...(shellVariables === undefined ? {} : { shellVars: shown(shellVariables, options) }),
    ...(command === undefined ? {} : { command: command.map((word) => options.value?.('', word) ?? word) }),
    ...(parameters === undefined ? {} : { parameters: shown(parameters, options) }),
    ...(unresolved === undefined ? {} : { resolved: false, unresolved }),
    ...(cyclic === undefined ? {} : { cyclicVariables: cyclic }),
    ...(ignitionVersion === undefined ? {} : { ignitionVersion }),
  };
}

function shown(values: ReadonlyMap<string, string>, { value }: Reporting): Record<string, string> {
  return Object.fromEntries([...values].map(([name, text]) => [name, value === undefined ? text : value(name, text)]));
}

function partReport(child: PartChild, options: Reporting): PartReport {
  return {
    contentType: child.contentType ?? null,
    ...(child.transferEncoding === undefined ? {} : { transferEncoding: child.transferEncoding }),
    ...(child.filename === undefined ? {} : { filename: child.filename }),
    ...contentOf(child.payload, options),
    layers: child.payload.layers,
    ...insideOf(child.payload, options),
  };
}

function fileReport(child: FileChild, options: Reporting): FileReport {
  const { payload } = child;
  const partial = payload.text !== undefined && holdsPlaceholder(payload.text);
  const error = errorOf(payload.problems);
  const isArchive = payload.format === 'tar';
  const members = isArchive ? childrenOf(payload, 'file') : [];
  return {
    ...(child.path === undefined ? {} : { path: child.path }),
    ...(partial ? { partial } : child.source === undefined ? contentOf(payload, options) : {}),
    ...(child.mode === undefined ? {} : { mode: child.mode }),
    ...(child.owner === undefined ? {} : { owner: child.owner }),
    ...(child.encoding === undefined ? {} : { encoding: child.encoding }),
    ...(child.append ? { append: true as const } : {}),
    ...(child.defer ? { defer: true as const } : {}),
    ...(child.target === undefined ? {} : { target: child.target }),
    ...(child.source === undefined ? {} : { sourceUri: child.source }),
    ...(error === undefined ? {} : { error }),
    layers: payload.encodings,
    contentKind: kindOfContent(payload),
    ...(isArchive ? { members: members.map((member) => fileReport(member, options)) } : {}),
    ...insideOf(payload, options),
  };
}

function diskReport(payload: Payload, files: readonly FileChild[], { hash }: Reporting): DiskFileReport[] {
  const decoded = files.flatMap(({ written, payload: { bytes } }) =>
    written === undefined ? [] : { ...written, bytes },
  );
  return filesOnDisk(payload.tree?.root, decoded).files.map(({ path, mode, owner, bytes, fetchedFrom }) => ({
    path,
    ...(bytes === undefined ? {} : { sha256: hash(bytes), bytes: bytes.length }),
    mode,
    owner,
    ...(fetchedFrom.length === 0 ? {} : { fetchedFrom }),
  }));
}

function kindOfContent(payload: Payload): string {
  const { kind, format, text } = payload;
  if (isKnown(payload)) return kind;
  const certificates =
    text?.trimStart().startsWith(beginOfCertificate) === true ? text.split(beginOfCertificate).length - 1 : 0;
  return certificates === 0 ? format : `pem-certificates:${certificates}`;
}

/** The line in front of a certificate in a text (RFC 7468, section 5). */
const beginOfCertificate = '-----BEGIN CERTIFICATE-----';

/** The code of the first error. */
export function errorOf(problems: readonly FileProblem[]): string | undefined {
  return problems.find(({ severity }) => severity === 'error')?.code;
}

export function contentOf({ bytes }: Payload, { hash }: Reporting): ContentReport {
  return { sha256: hash(bytes), bytes: bytes.length };
}
