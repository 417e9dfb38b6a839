import type { FieldChild, LayerName, Payload } from '../payload/payload.js';
import { contentOf, type ContentReport, errorOf, type InsideReport, insideOf, type Reporting } from './inside.js';

/** What the settings of a custom script extension tell it to run. */
export interface CseSettingsReport {
  readonly layers: readonly LayerName[];
  readonly fileUris?: readonly string[];
  readonly command?: SettingReport;
  readonly script?: ScriptSettingReport;
  readonly error?: string;
}

/** `commandToExecute` and what is in it. */
export interface SettingReport extends InsideReport {
  /** Where it stands, such as `protectedSettings.commandToExecute`. */
  readonly at: string;
  readonly protected?: true;
}

/** `script` as the extension would write it. */
export interface ScriptSettingReport extends InsideReport, ContentReport {
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
