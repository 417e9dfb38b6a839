import type { Analysis } from '../analysis.js';
import { type ProcessedUserData, processUserData } from '../cloudConfig/userData/process.js';
import type { FileProblem, LayerName, Payload } from '../document/payload.js';
import { variableOrigin } from '../karpenter/options/navigate.js';
import { type Provisioning, provisioningOf } from '../karpenter/script/provisioning.js';
import { recogniseScript } from '../karpenter/script/recognise.js';
import { kinds } from '../payload/kindTable.js';
import type { Masked } from '../secrets/masking.js';
import { utf8Bytes } from '../text/bytes.js';
import { validate } from '../validate.js';
import { given, problemResult, type ProblemResult } from './answer.js';
import {
  contentOf,
  type ContentReport,
  insideOf,
  type InsideReport,
  type Reporting,
  type ReportOptions,
  textOf,
} from './inside.js';
import { entriesOf, layersToMain, mainEntry, type PayloadReport, payloadReport } from './payloads.js';
import { unopenedIn } from './unopened.js';
import {
  cseSettingsReport,
  type CseSettingsReport,
  layersOfStatus,
  mainStatus,
  reportedBy,
  type StatusEntry,
  statusesOf,
  statusReport,
  type StatusReport,
} from './statuses.js';

/** How Karpenter created a node, and the origin of each variable of its script. */
export interface KarpenterReport extends Provisioning {
  /** By the names of the variables in `env`; sentences in Markdown. Absent if there is no script. */
  readonly sources?: Readonly<Record<string, readonly string[]>>;
}

/** What a document contains about Karpenter; undefined if nothing. */
export function karpenterReport(analysis: Analysis): KarpenterReport | undefined {
  const texts = [...analysis.documents()].flatMap(({ text, kind }) =>
    text === undefined || kind === 'karpenter-options' ? [] : [text],
  );
  const provisioning = provisioningOf(analysis.root.tree?.root, texts);
  if (provisioning === undefined) return undefined;
  const scripts = texts.flatMap((text) => recogniseScript(text) ?? []);
  const [only] = scripts;
  if (only === undefined || scripts.length > 1) return provisioning;
  const sources = only.assignments.map(({ name, variable }) => [
    name,
    variable === undefined ? [] : variableOrigin(variable),
  ]);
  return { ...provisioning, sources: Object.fromEntries(sources) as Record<string, readonly string[]> };
}

/** What cloud-init makes of a file, or of the first custom data or user data in it; undefined if there is neither. */
export function userDataOf(analysis: Analysis): ProcessedUserData | undefined {
  const delivered = deliveredUserData(analysis);
  return delivered && processUserData(delivered, analysis.platform, analysis.decoding.limits.decodedBytes);
}

/** The bytes that cloud-init gets. A file counts as it is, unless the user chose that it is custom data. */
function deliveredUserData({ root, kind, source, decoding }: Analysis): Uint8Array | undefined {
  const { content } = source;
  if (source.kind === 'custom-data') return root.delivered;
  if (kinds[kind].cloudInit === 'reads') {
    if (content.length > decoding.limits.inputBytes) return undefined;
    return typeof content === 'string' ? utf8Bytes(content) : content;
  }
  const child = root.children.find(
    (candidate) =>
      candidate.is === 'field' &&
      candidate.overridden !== true &&
      (candidate.role === 'customData' || candidate.role === 'userData'),
  );
  return child === undefined || kinds[child.payload.kind].cloudInit === 'ignores' ? undefined : child.payload.delivered;
}

/** What cloud-init hands to a part handler. */
interface UserDataPartReport extends ContentReport {
  readonly contentType: string;
  readonly filename: string;
  /** cloud-init's name of the handler; null if no handler accepts the part. */
  readonly handler: string | null;
}

/** The `decode` result of one file, without its name. */
export interface DecodeReport extends Omit<InsideReport, 'command' | 'script'>, Omit<Partial<StatusReport>, 'line'> {
  readonly kind: string;
  /** Why it has this kind, as the end of a sentence; absent if the kind isn't known. */
  readonly reason?: string;
  /** From the outside in, down to the format of the main payload. */
  readonly layers: readonly LayerName[];
  readonly userDataParts?: readonly UserDataPartReport[];
  /** The position of the main payload, in documents with payload fields. */
  readonly pointer?: string;
  /** The code of the first error in decoding the main payload. */
  readonly error?: string;
  /** The words of the main command; for settings of the script extension, its command and its position. */
  readonly command?: readonly Masked[] | CseSettingsReport['command'];
  readonly script?: InsideReport['script'] | CseSettingsReport['script'];
  /** The addresses of the files that the script extension downloads. */
  readonly fileUris?: readonly Masked[];
  /** How Karpenter created the node; absent if nothing in the document refers to Karpenter. */
  readonly karpenter?: KarpenterReport;
  /** All payloads of a document with payload fields. */
  readonly payloads?: readonly PayloadReport[];
  /** How the commands of extensions ended. */
  readonly statuses?: readonly StatusReport[];
}

/**
 * Describes the payload tree of an analysed file. The details of the main payload are members of the report itself, so
 * that a file with a single payload is described like the payload.
 */
export function decodeReport(analysis: Analysis, wanted: ReportOptions): DecodeReport {
  const { kind, ...report } = payloadsReport(analysis, wanted);
  return given({ kind, reason: analysis.reason, ...report, karpenter: karpenterReport(analysis) });
}

function payloadsReport(analysis: Analysis, wanted: ReportOptions): DecodeReport {
  const options: Reporting = { ...wanted, hash: (bytes) => analysis.platform.sha256(bytes) };
  const { root, kind } = analysis;
  if (root.kind === 'cse-settings') return { kind, ...cseSettingsReport(root, options) };
  const entries = entriesOf(root);
  const found = statusesOf(root);
  const statuses = found.length === 0 ? {} : { statuses: found.map((entry) => statusReport(entry, options)) };
  const layers = layersToMain(root, entries);
  if (entries.length === 0) {
    const document = contentOf(root, options);
    const inside = { ...insideOf(root, options), ...userDataParts(analysis, options) };
    return { kind, layers, document, ...inside, ...statusDetails(root, mainStatus(found), options), ...statuses };
  }
  const main = mainEntry(root, entries);
  const payloads = entries.map((entry) => payloadReport(entry, options));
  const {
    role: _role,
    layers: _layers,
    text: _text,
    ...details
  } = payloads[main === undefined ? -1 : entries.indexOf(main)] ?? {};
  return given({
    kind,
    ...details,
    layers,
    payloads,
    ...userDataParts(analysis, options),
    text: textOf(root, options),
    ...statuses,
  });
}

/** How a command ended, if a document without payload fields is about that. */
function statusDetails(root: Payload, main: StatusEntry | undefined, options: Reporting): Partial<DecodeReport> {
  if (root.format === 'cse-status-text') return { layers: layersOfStatus(root), ...reportedBy(root, options) };
  if (main === undefined || root.format === 'extension-status') return {};
  const layers = [root, ...main.way].flatMap((payload) => payload.layers);
  const { line: _line, document: _document, layers: inner, ...details } = statusReport(main, options);
  return { ...details, layers: [...layers, ...inner] };
}

function userDataParts(analysis: Analysis, { hash }: Reporting): Pick<DecodeReport, 'userDataParts'> {
  const userData = userDataOf(analysis);
  if (userData === undefined) return {};
  const userDataParts = userData.parts.map(({ contentType, filename, bytes, handler }) => ({
    contentType,
    filename,
    sha256: hash(bytes),
    bytes: bytes.length,
    handler,
  }));
  return { userDataParts };
}

/** The `decode` result of one file. */
export interface DecodingResult extends DecodeReport {
  readonly file: string;
  readonly unopened?: string;
  readonly problems: readonly ProblemResult[];
}

interface DecodingOptions extends ReportOptions {
  /** The problems that are reported; by default all. */
  readonly problems?: readonly FileProblem[] | undefined;
}

/** Every payload inside a file, with their texts if these were requested. */
export function decodingResult(file: string, analysis: Analysis, options: DecodingOptions): DecodingResult {
  const { problems = validate(analysis).problems, masking } = options;
  return {
    file,
    ...decodeReport(analysis, options),
    ...given({ unopened: unopenedIn(analysis) }),
    problems: problems.map((found) => problemResult(analysis, found, masking)),
  };
}
