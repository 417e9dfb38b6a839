import { outputsOf } from '../failure/failures.js';
import { textMember } from '../failure/provisionStatus.js';
import type { PlainValue } from '../formats/tree/expand.js';
import type { FieldChild, LayerName, Payload, ReportedEnd, StatusChild } from '../document/payload.js';
import type { Masked } from '../secrets/masking.js';
import { given } from './answer.js';
import { contentOf, type ContentReport, errorOf, insideOf, type InsideReport, type Reporting } from './inside.js';
import { type ReadDocument, readDocuments } from './payloads.js';

/** The message of an extension, read. */
export interface StatusReport {
  /** A JSON pointer; `A#B` reads the string at A as JSON, and then B in it. */
  readonly pointer: string;
  readonly line?: number;
  readonly layers: readonly LayerName[];
  readonly document: ContentReport;
  /** The code in the provision status, as written there. */
  readonly exitCode?: Masked;
  /** The code of the extension, which only knows how its command ended. */
  readonly wrapperExitStatus?: number;
  /** The provision status. */
  readonly status?: PlainValue;
  /** The output of the command, unless it is a provision status. */
  readonly stdout?: Masked;
  readonly stderr?: Masked;
  readonly error?: string;
}

/** A status and its position. */
export interface StatusEntry extends Pick<ReadDocument, 'line' | 'way'> {
  readonly pointer: string;
  readonly child: StatusChild;
}

/** The statuses of extensions in a document and in all JSON in its strings, in the order of the text. */
export function statusesOf(root: Payload): StatusEntry[] {
  const entries: StatusEntry[] = [];
  for (const { payload, prefix, line, way } of readDocuments(root))
    for (const child of payload.children)
      if (child.is === 'status') entries.push({ pointer: prefix + child.pointer, line, way, child });
  return entries.sort((a, b) => a.child.span.start - b.child.span.start);
}

/** The main status of a document without payload fields: the first with a provision status, else the first. */
export function mainStatus(entries: readonly StatusEntry[]): StatusEntry | undefined {
  return entries.find(({ child }) => child.payload.children.length > 0) ?? entries[0];
}

/** The layers of a message, down to the provision status in it. */
export function layersOfStatus({ children, layers }: Payload): readonly LayerName[] {
  return [...layers, ...(children[0]?.payload.layers ?? [])];
}

export function statusReport({ pointer, line, child: { payload } }: StatusEntry, options: Reporting): StatusReport {
  return given({
    pointer,
    line,
    layers: layersOfStatus(payload),
    document: contentOf(payload, options),
    ...reportedBy(payload, options),
    error: errorOf(payload.problems),
  });
}

/** The contents of the message of an extension. */
export function reportedBy({ details, text = '' }: Payload, { masking }: Reporting): Partial<StatusReport> {
  // A success has outputs, but no code.
  const reported: Partial<ReportedEnd> = details.told ?? { outputs: outputsOf(text, undefined) };
  const shown = (text: string): Masked => masking.text(text.trim());
  const { status, outerCode, outputs: { output, errors } = {} } = reported;
  const code = status && textMember(status.members, 'ExitCode');
  return given({
    exitCode: code === undefined ? undefined : shown(code),
    wrapperExitStatus: outerCode,
    status: status && masking.value(status.members),
    stdout: status !== undefined || output === undefined ? undefined : shown(output),
    stderr: errors === undefined ? undefined : shown(errors),
  });
}

/** What a custom script extension runs. */
export interface CseSettingsReport {
  readonly layers: readonly LayerName[];
  readonly fileUris?: readonly Masked[];
  readonly command?: SettingReport;
  readonly script?: ScriptSettingReport;
  readonly error?: string;
}

/** `commandToExecute` and what is in it. */
interface SettingReport extends InsideReport {
  /** Its path, such as `protectedSettings.commandToExecute`. */
  readonly at: string;
  readonly protected?: true;
}

/** `script` as the extension would write it. */
interface ScriptSettingReport extends InsideReport, ContentReport {
  readonly at: string;
  readonly protected?: true;
  readonly layers: readonly LayerName[];
  readonly contentKind: string;
  readonly error?: string;
}

/** Describes a document with only settings of the extension. */
export function cseSettingsReport(root: Payload, options: Reporting): CseSettingsReport {
  const fields = root.children.filter(
    (child): child is FieldChild => child.is === 'field' && child.overridden !== true,
  );
  const command = fields.find(({ role }) => role === 'commandToExecute');
  const script = fields.find(({ role }) => role === 'script');
  const main = fields.find((field) => field === command || field === script);
  const error = errorOf(main?.payload.problems ?? []) ?? (fields.length === 0 ? root.absent[0]?.code : undefined);
  const inner =
    main === undefined ? [] : main === script ? main.payload.encodings.filter(isTransport) : main.payload.layers;
  return given({
    layers: [...root.layers, ...inner],
    fileUris: root.details.fileUris?.map((address) => options.masking.text(address)),
    error,
    command: command && { ...placeOf(command), ...insideOf(command.payload, options) },
    script: script && scriptReport(script, options),
  });
}

function scriptReport(field: FieldChild, options: Reporting): ScriptSettingReport {
  const { payload } = field;
  return given({
    ...placeOf(field),
    layers: payload.encodings.filter(isTransport),
    contentKind: payload.format,
    ...contentOf(payload, options),
    error: errorOf(payload.problems),
    ...insideOf(payload, options),
  });
}

function placeOf({ pointer, protected: isProtected }: FieldChild): { at: string; protected?: true } {
  return given({ at: pointer.slice(1).replaceAll('/', '.'), protected: isProtected ? (true as const) : undefined });
}

/** Text encodings of a script count as its content: the extension converts them itself. */
function isTransport(layer: LayerName): boolean {
  return !layer.startsWith('utf');
}
