import type { Analysis } from '../analysis.js';
import type { LayerName, Payload } from '../document/payload.js';
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
import {
  type ContentReport,
  contentOf,
  type InsideReport,
  insideOf,
  type Reporting,
  type ReportOptions,
} from './inside.js';
import { validate } from '../validate.js';
import { userDataOf } from './userData.js';
import { karpenterReport, type KarpenterReport } from './karpenter.js';
import { maskSecrets, inflatingOn, maskVariable } from '../secrets/mask.js';
import { problemResult } from './answer.js';
import { entriesOf, layersToMain, mainEntry, type PayloadReport, payloadReport } from './payloads.js';

/** What cloud-init hands to a part handler. */
export interface UserDataPartReport extends ContentReport {
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
