import { outputsOf } from '../failure/failures.js';
import { textMember } from '../failure/provisionStatus.js';
import type { PlainValue } from '../formats/tree/expand.js';
import type { FieldChild, LayerName, Payload, ReportedEnd, StatusChild } from '../document/payload.js';
import { maskValue } from '../secrets/mask.js';
import { contentOf, type ContentReport, errorOf, insideOf, type InsideReport, type Reporting } from './inside.js';
import { type ReadDocument, readDocuments } from './payloads.js';

/** What the message of an extension tells. */
export interface StatusReport {
  /** A JSON pointer; `A#B` reads the string at A as JSON, and then B in it. */
  readonly pointer: string;
  readonly line?: number;
  readonly layers: readonly LayerName[];
  readonly document: ContentReport;
  /** The code that the provision status states, as written there. */
  readonly exitCode?: string;
  /** The code of the extension, which only knows how its command ended. */
  readonly wrapperExitStatus?: number;
  /** The provision status. */
  readonly status?: PlainValue;
  /** What the command printed, where that is no provision status. */
  readonly stdout?: string;
  readonly stderr?: string;
  readonly error?: string;
}

/** A status, and how one gets to it. */
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

/** The status that a document without payload fields is about: the first with a provision status in it, else the first. */
export function mainStatus(entries: readonly StatusEntry[]): StatusEntry | undefined {
  return entries.find(({ child }) => child.payload.children.length > 0) ?? entries[0];
}

/** The layers of a message, down to the provision status in it. */
export function layersOfStatus({ children, layers }: Payload): readonly LayerName[] {
  return [...layers, ...(children[0]?.payload.layers ?? [])];
}

export function statusReport({ pointer, line, child: { payload } }: StatusEntry, options: Reporting): StatusReport {
  const error = errorOf(payload.problems);
  return {
    pointer,
    ...(line === undefined ? {} : { line }),
    layers: layersOfStatus(payload),
    document: contentOf(payload, options),
    ...reportedBy(payload, options),
    ...(error === undefined ? {} : { error }),
  };
}

/** What the message of an extension says, apart from where it stands. */
export function reportedBy({ details, text = '' }: Payload, { value }: Reporting): Partial<StatusReport> {
  // A success states no code, and has outputs all the same.
  const told: Partial<ReportedEnd> = details.told ?? { outputs: outputsOf(text, undefined) };
  const shown = (text: string): string => (value === undefined ? text : value('', text)).trim();
  const { status, outerCode, outputs } = told;
  const exitCode = status && textMember(status.members, 'ExitCode');
  const { output, errors } = outputs ?? {};
  return {
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(outerCode === undefined ? {} : { wrapperExitStatus: outerCode }),
    ...(status === undefined ? {} : { status: value === undefined ? status.members : maskValue(status.members) }),
    ...(status !== undefined || output === undefined ? {} : { stdout: shown(output) }),
    ...(errors === undefined ? {} : { stderr: shown(errors) }),
  };
}

/** What the settings of a custom script extension tell it to run. */
export interface CseSettingsReport {
  readonly layers: readonly LayerName[];
  readonly fileUris?: readonly string[];
  readonly command?: SettingReport;
  readonly script?: ScriptSettingReport;
  readonly error?: string;
}

/** `commandToExecute` and what is in it. */
interface SettingReport extends InsideReport {
  /** Where it stands, such as `protectedSettings.commandToExecute`. */
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

/** Describes a document that is nothing but settings of the extension: a script is a file of it, a command its own. */
export function cseSettingsReport(root: Payload, options: Reporting): CseSettingsReport {
  const fields = root.children.filter((child): child is FieldChild => child.is === 'field');
  const command = fields.find(({ role }) => role === 'commandToExecute');
  const script = fields.find(({ role }) => role === 'script');
  const main = fields.find((field) => field === command || field === script);
  const error = errorOf(main?.payload.problems ?? []) ?? (fields.length === 0 ? root.absent[0]?.code : undefined);
  const inner =
    main === undefined ? [] : main === script ? main.payload.encodings.filter(isTransport) : main.payload.layers;
  const { fileUris } = root.details;
  return {
    layers: [...root.layers, ...inner],
    ...(fileUris === undefined ? {} : { fileUris }),
    ...(error === undefined ? {} : { error }),
    ...(command === undefined ? {} : { command: commandReport(command, options) }),
    ...(script === undefined ? {} : { script: scriptReport(script, options) }),
  };
}

function commandReport(field: FieldChild, options: Reporting): SettingReport {
  return { ...placeOf(field), ...insideOf(field.payload, options) };
}

function scriptReport(field: FieldChild, options: Reporting): ScriptSettingReport {
  const { payload } = field;
  const error = errorOf(payload.problems);
  return {
    ...placeOf(field),
    layers: payload.encodings.filter(isTransport),
    contentKind: payload.format,
    ...contentOf(payload, options),
    ...(error === undefined ? {} : { error }),
    ...insideOf(payload, options),
  };
}

function placeOf({ pointer, protected: isProtected }: FieldChild): { at: string; protected?: true } {
  return { at: pointer.slice(1).replaceAll('/', '.'), ...(isProtected ? { protected: true as const } : {}) };
}

/** How the characters of a script are written belongs to its content: the extension mends it itself. */
function isTransport(layer: LayerName): boolean {
  return !layer.startsWith('utf');
}
