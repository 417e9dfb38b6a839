import type { Analysis } from '../analysis.js';
import { type ProcessedUserData, processUserData } from '../cloudConfig/userData/process.js';
import type { LayerName, Payload } from '../document/payload.js';
import { variableOrigin } from '../karpenter/options/navigate.js';
import { type Provisioning, provisioningOf } from '../karpenter/script/provisioning.js';
import { recogniseScript } from '../karpenter/script/recognise.js';
import { kinds } from '../payload/kinds.js';
import { inflatingOn, maskSecrets, maskVariable } from '../secrets/mask.js';
import { utf8Bytes } from '../text/bytes.js';
import { validate } from '../validate.js';
import { problemResult } from './answer.js';
import {
  contentOf,
  type ContentReport,
  insideOf,
  type InsideReport,
  type Reporting,
  type ReportOptions,
} from './inside.js';
import { entriesOf, layersToMain, mainEntry, type PayloadReport, payloadReport } from './payloads.js';
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

/** How Karpenter made a node, and where each variable of its script comes from. */
export interface KarpenterReport extends Provisioning {
  /** By the names of the variables in `env`; sentences in Markdown. Absent where there is no script. */
  readonly sources?: Readonly<Record<string, readonly string[]>>;
}

/** What a document tells of Karpenter; undefined where that is nothing. */
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
    (candidate) => candidate.is === 'field' && (candidate.role === 'customData' || candidate.role === 'userData'),
  );
  return child === undefined || kinds[child.payload.kind].cloudInit === 'ignores' ? undefined : child.payload.delivered;
}

/** What cloud-init hands to a part handler. */
interface UserDataPartReport extends ContentReport {
  readonly contentType: string;
  readonly filename: string;
  /** cloud-init's name of the handler; null where nobody takes the part. */
  readonly handler: string | null;
}

/** The `decode` result of one file, without its name. */
export interface DecodeReport extends Omit<InsideReport, 'command' | 'script'>, Omit<Partial<StatusReport>, 'line'> {
  readonly kind: string;
  /** From the outside in, down to the format of the main payload. */
  readonly layers: readonly LayerName[];
  readonly userDataParts?: readonly UserDataPartReport[];
  /** Where the main payload is, in documents that hold payloads. */
  readonly pointer?: string;
  /** The code of what keeps the main payload from being decoded in full. */
  readonly error?: string;
  /** The words of the main command; for settings of the script extension where its command is. */
  readonly command?: readonly string[] | CseSettingsReport['command'];
  readonly script?: InsideReport['script'] | CseSettingsReport['script'];
  /** Where the files come from that the script extension fetches. */
  readonly fileUris?: readonly string[];
  /** How Karpenter made the node; absent where nothing tells of Karpenter. */
  readonly karpenter?: KarpenterReport;
  /** Everything found in a document that holds payloads. */
  readonly payloads?: readonly PayloadReport[];
  /** What the extensions say of how their commands ended. */
  readonly statuses?: readonly StatusReport[];
}

/** How much a report says. */
export type DecodeOptions = ReportOptions;

/**
 * Describes the payload tree of an analysed file. The details of the main payload stand beside the list of all payloads,
 * so that a file with a single payload reads like the payload itself.
 */
export function decodeReport(analysis: Analysis, wanted: DecodeOptions = {}): DecodeReport {
  const karpenter = karpenterReport(analysis);
  return { ...payloadsReport(analysis, wanted), ...(karpenter === undefined ? {} : { karpenter }) };
}

function payloadsReport(analysis: Analysis, wanted: DecodeOptions): DecodeReport {
  const options: Reporting = { ...wanted, hash: (bytes) => analysis.platform.sha256(bytes) };
  const { root } = analysis;
  const { kind } = analysis;
  if (root.kind === 'cse-settings') {
    return { kind, ...cseSettingsReport(root, options) };
  }
  const entries = entriesOf(root);
  const found = statusesOf(root);
  const statuses = found.length === 0 ? {} : { statuses: found.map((entry) => statusReport(entry, options)) };
  const layers = layersToMain(root, entries);
  if (entries.length === 0) {
    const document = contentOf(root, options);
    const told = statusDetails(root, mainStatus(found), options);
    const inside = insideOf(root, options);
    return { kind, layers, document, ...inside, ...userDataParts(analysis, options), ...told, ...statuses };
  }
  const main = mainEntry(entries);
  const payloads = entries.map((entry) => payloadReport(entry, options));
  const {
    role: _role,
    layers: _layers,
    text: _text,
    ...details
  } = payloads[main === undefined ? -1 : entries.indexOf(main)] ?? {};
  const text = options.text?.(root);
  return {
    kind,
    ...details,
    layers,
    payloads,
    ...userDataParts(analysis, options),
    ...(text === undefined ? {} : { text }),
    ...statuses,
  };
}

/** What a document is about that holds no payload fields, where that is how a command ended. */
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

/** The text of a payload, with its secrets masked unless they were requested. */
export function shownTextOf(analysis: Analysis, showSecrets: boolean): (payload: Payload) => string | undefined {
  const inflate = inflatingOn(analysis.platform);
  return ({ text }) => (text === undefined || showSecrets ? text : maskSecrets(text, inflate).text);
}

/** Every payload inside a file, with their texts if these were requested. */
export function decodingResult(
  file: string,
  analysis: Analysis,
  { withText, showSecrets }: { readonly withText: boolean; readonly showSecrets: boolean },
): object {
  const inflate = inflatingOn(analysis.platform);
  const report = decodeReport(analysis, {
    ...(withText ? { text: shownTextOf(analysis, showSecrets) } : {}),
    ...(showSecrets ? {} : { value: (name: string, written: string) => maskVariable(name, written, inflate) }),
  });
  return {
    file,
    ...report,
    problems: validate(analysis).problems.map((found) => problemResult(analysis, found, showSecrets)),
  };
}
