import { type Change, change, type Controller } from '../../../values/known/releases.js';
import { maskText } from '../../../secrets/find.js';
import { decodeBase64, encodeBase64 } from '../../../text/base64.js';
import { decodeText, utf8Bytes } from '../../../text/bytes.js';
import { contract } from '../../contract/contract.js';
import { boolAt, enumNameAt, type MessageValue, numberAt, textAt, stringsAt } from '../../value.js';
import { fieldAt } from '../../../record/model.js';
import { joined, type Trace, type TracedText, tracesOf } from '../../../record/trace.js';
import type { EnvironmentOptions } from './options.js';

/**
 * How a variable is made: a field's string unchanged, `true` or `false`, a string for each enum value, by a rule of its
 * own, the same for every config, or base64 of a file that is made from a template.
 */
export type VariableKind = 'verbatim' | 'bool' | 'enum-map' | 'computed' | 'constant' | 'base64-template';

/** A variable that aks-node-controller passes to the provisioning scripts (AgentBaker 06836ee230, `parser.BuildCSECmd`). */
export interface EnvironmentVariable {
  /** Such as `KUBELET_FLAGS`. `CUSTOM_CA_CERT_<n>` is one variable per certificate, from 0. */
  readonly name: string;
  readonly kind: VariableKind;
  /** Proto paths of the fields that the value is made of; a message or map means everything in it. */
  readonly sources: readonly string[];
  /** Proto paths of messages of which only their presence counts. */
  readonly presence: readonly string[];
  /** How the value is made, in one sentence. */
  readonly rule: string;
  /** Whether the value must not be shown. */
  readonly secret: boolean;
  /** The file that the provisioning scripts write the value to. */
  readonly file: HiddenFile | undefined;
  /** The value for an empty config; undefined if it has no such variable. */
  readonly default: string | undefined;
  /** The change that brought the variable, if not all releases have it. */
  readonly since: Change | undefined;
  /** The change that took it away. */
  readonly until: Change | undefined;
  /** How the value was made before, oldest first. */
  readonly changes: readonly VariableChange[];
  /** The value for a config; a list for a row of several variables. */
  readonly render: (config: MessageValue, options: EnvironmentOptions) => string | readonly string[];
  /**
   * The positions in the config that parts of the value come from, or for base64 of a template parts of the file's text.
   * Undefined if no part comes from one position.
   */
  readonly traces: ((config: MessageValue, options: EnvironmentOptions) => readonly Trace[]) | undefined;
}

/** A change of a variable. Without an earlier row, `render` itself makes both forms. */
export interface VariableChange {
  readonly change: Change;
  /** The row as it was before the change. */
  readonly earlier?: VariableRow;
}

type Render = EnvironmentVariable['render'];

/** A row of the table without what follows from its name and its `render`. */
export type VariableRow = Omit<EnvironmentVariable, 'name' | 'default'>;

/** A config without any field. */
export const emptyConfig: MessageValue = { type: contract.root, fields: new Map() };

/** Rows by the names of their variables. */
export type VariableRows = Readonly<Record<string, VariableRow>>;

/** What few rows have. */
type RowExtras = Partial<Pick<VariableRow, 'presence' | 'file' | 'traces' | 'secret'>>;

function row(
  kind: VariableKind,
  sources: readonly string[],
  rule: string,
  render: Render,
  { presence = [], file, traces, secret = false }: RowExtras = {},
): VariableRow {
  for (const path of [...sources, ...presence]) fieldAt(contract.root, path);
  return {
    kind,
    sources,
    presence,
    rule,
    secret,
    file,
    render,
    traces,
    since: undefined,
    until: undefined,
    changes: [],
  };
}

/** A row that exists since a release. */
export function since(tag: string, pull: number, of: VariableRow): VariableRow {
  return { ...of, since: change(tag, pull, 'The variable is new.') };
}

/** A row that a release removed, with the reason as a sentence. */
export function until(tag: string, pull: number, reason: string, of: VariableRow): VariableRow {
  return { ...of, until: change(tag, pull, reason) };
}

/** A row with its history: changes that its `render` knows, or the row as it was before; oldest first. */
export function changed(
  of: VariableRow,
  ...history: readonly (Change | readonly [change: Change, earlier: VariableRow])[]
): VariableRow {
  const changes = history.map((one) => ('what' in one ? { change: one } : { change: one[0], earlier: one[1] }));
  return { ...of, changes: [...of.changes, ...changes] };
}

/** A row as a controller has it; undefined if it has no such variable. Without a controller, the newest one counts. */
export function rowOf(variable: VariableRow, controller: Controller | undefined): VariableRow | undefined {
  const { since: first, until: last, changes } = variable;
  if (controller === undefined) return last === undefined ? variable : undefined;
  if ((first !== undefined && !controller.has(first)) || (last !== undefined && controller.has(last))) return undefined;
  return changes.find((one) => one.earlier !== undefined && !controller.has(one.change))?.earlier ?? variable;
}

/** The string of a field, unchanged; secret if the field is. */
export function verbatim(path: string, file?: HiddenFile): VariableRow {
  const { secret = false } = fieldAt(contract.root, path);
  const rule = `The value of \`${path}\`, unchanged.`;
  return row('verbatim', [path], rule, (config) => textAt(config, path), { file, secret });
}

/** `true` or `false`; `absent` is what a missing field means. */
export function bool(path: string, absent = false): VariableRow {
  const rule = `\`true\` or \`false\` as in \`${path}\`; \`${absent}\` if it is absent.`;
  return row('bool', [path], rule, (config) => String(boolAt(config, path, absent)));
}

/** A string for each known value of an enum, by the value's name; empty for all others. */
export function enumText(path: string, strings: Readonly<Record<string, string>>): VariableRow {
  const mapping = Object.entries(strings).map(([valueName, text]) => `\`${text}\` for \`${valueName}\``);
  const rule = `Follows \`${path}\`: ${mapping.join(', ')}, empty for any other value.`;
  return row('enum-map', [path], rule, (config) => strings[enumNameAt(config, path) ?? ''] ?? '');
}

/** An integer, also if it is 0. */
export function integer(path: string, absent = 0): VariableRow {
  const rule = `The number in \`${path}\`; ${absent} if it is absent.`;
  return row('computed', [path], rule, (config) => String(numberAt(config, path) ?? absent));
}

/** A value with a rule of its own. */
export function computed(from: readonly string[], rule: string, render: Render, extras?: RowExtras): VariableRow {
  return row('computed', from, rule, render, extras);
}

/** A value that consists of pieces, each of which may come from a position in the config. */
export function traced(
  from: readonly string[],
  rule: string,
  pieces: (config: MessageValue) => readonly TracedText[],
): VariableRow {
  const traces = (config: MessageValue): readonly Trace[] => tracesOf(pieces(config));
  return row('computed', from, rule, (config) => joined(pieces(config)), { traces });
}

/** `true` or `false` by a rule of its own. */
export function condition(
  from: readonly string[],
  rule: string,
  holds: (config: MessageValue) => boolean,
  extras?: RowExtras,
): VariableRow {
  return row('computed', from, rule, (config) => String(holds(config)), extras);
}

/** The same for every config. */
export function constant(value: string, rule: string, file?: HiddenFile): VariableRow {
  return row('constant', [], rule, () => value, { file });
}

/** Base64 of a file that is made from the config; empty if there is no such file. */
export function template(
  from: readonly string[],
  rule: string,
  file: HiddenFile,
  text: (config: MessageValue, options: EnvironmentOptions) => string | undefined,
  extras?: RowExtras,
): VariableRow {
  return row('base64-template', from, rule, (config, options) => base64Of(text(config, options) ?? ''), {
    ...extras,
    file,
  });
}

/** Base64 of a string's UTF-8 bytes. */
export function base64Of(text: string): string {
  return encodeBase64(utf8Bytes(text));
}

/** The strings of a list with their positions in the config. */
export function tracedStringsAt(config: MessageValue, path: string): TracedText[] {
  const steps = path.split('.');
  return stringsAt(config, path).map((text, index) => ({ text, from: [...steps, index] }));
}

/** A file on the node whose content travels in a variable. */
interface HiddenFile {
  /** A short name with the right extension; `<n>` is the variable's number in a row with several. */
  readonly name: string;
  /** Where the provisioning scripts write it; absent if that depends on more than the config. */
  readonly path?: string;
  /** The file's text for a value; undefined if the value isn't a readable file. */
  readonly read: (value: string) => string | undefined;
}

/** A file that travels as base64. */
export function base64File(name: string, path?: string): HiddenFile {
  return { name, read: decoded, ...(path === undefined ? {} : { path }) };
}

/** A file of lines that travels on one line: the scripts turn spaces into line breaks (`tr ' ' '\n'`). */
export function spaceSeparatedFile(name: string, path: string): HiddenFile {
  return {
    name,
    path,
    read: (value) => (value === '' ? undefined : `${withoutSpaceAtEnd(value).replaceAll(' ', '\n')}\n`),
  };
}

/** What `base64 -d` makes of a value, if that is text. */
function decoded(value: string): string | undefined {
  if (value === '') return undefined;
  // A masked value replaces content that must not be shown.
  if (value.includes(maskText)) return value;
  const { bytes, fault, alphabet } = decodeBase64(value);
  if (fault !== undefined || alphabet !== 'base64') return undefined;
  const { text, invalidAt } = decodeText(bytes);
  return invalidAt === undefined ? text : undefined;
}

function withoutSpaceAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\n')) end--;
  return text.slice(0, end);
}
