import { maskText } from '../../../secrets/find.js';
import { decodeBase64, encodeBase64 } from '../../../text/base64.js';
import { decodeText, utf8Bytes } from '../../../text/bytes.js';
import { contract } from '../../contract/contract.js';
import { boolAt, type MessageValue, numberAt, textAt, stringsAt } from '../../value.js';
import { fieldAt } from '../../../record/model.js';
import { joined, type Trace, type TracedText, tracesOf } from '../../../record/trace.js';
import type { EnvironmentOptions } from './options.js';

/**
 * How a variable comes about: a field's text unchanged, `true` or `false`, a text for each enum value,
 * a rule of its own, always the same, or base64 of a file that is made from a template.
 */
export type VariableKind = 'verbatim' | 'bool' | 'enum-map' | 'computed' | 'constant' | 'base64-template';

/**
 * One row of the table of what aks-node-controller hands to the provisioning scripts
 * (AgentBaker 06836ee230, `parser.BuildCSECmd`).
 */
export interface EnvironmentVariable {
  /** Such as `KUBELET_FLAGS`. `CUSTOM_CA_CERT_<n>` stands for one variable a certificate, from 0. */
  readonly name: string;
  readonly kind: VariableKind;
  /** Proto paths of the fields that the value is made of; a message or map stands for everything in it. */
  readonly sources: readonly string[];
  /** Proto paths of messages of which it only counts whether they are there. */
  readonly presence: readonly string[];
  /** How the value comes about, in one sentence. */
  readonly rule: string;
  /** Whether the value is one that must not be shown. */
  readonly secret: boolean;
  /** The file that the provisioning scripts write the value to. */
  readonly file: HiddenFile | undefined;
  /** The value for an empty config; undefined where such a config has no such variable. */
  readonly default: string | undefined;
  /** The value for a config; a list for a row that stands for many variables. */
  readonly render: (config: MessageValue, options: EnvironmentOptions) => string | readonly string[];
  /**
   * Where the parts of the value come from, or for base64 of a template the parts of the file's text. Undefined where
   * no part of it belongs to one place in the config.
   */
  readonly traces: ((config: MessageValue) => readonly Trace[]) | undefined;
}

/** What a row says of itself beyond its name and kind. */
interface Derivation {
  readonly from: readonly string[];
  readonly presenceOf?: readonly string[];
  readonly rule: string;
  readonly file?: HiddenFile;
  readonly traces?: EnvironmentVariable['traces'];
}

type Render = EnvironmentVariable['render'];

/** The text of a field, unchanged; secret where the field is. */
export function verbatim(name: string, path: string, file?: HiddenFile): EnvironmentVariable {
  const derivation = { from: [path], rule: `The text of \`${path}\`, unchanged.`, ...(file && { file }) };
  return row(
    name,
    'verbatim',
    derivation,
    (config) => textAt(config, path),
    fieldAt(contract.root, path).secret === true,
  );
}

/** `true` or `false`; `absent` is what a missing field stands for. */
export function bool(name: string, path: string, absent = false): EnvironmentVariable {
  const rule = `\`true\` or \`false\` as \`${path}\` says; \`${absent}\` where it is absent.`;
  return row(name, 'bool', { from: [path], rule }, (config) => String(boolAt(config, path, absent)));
}

/** A text for each known value of an enum, by the value's name; empty for all others. */
export function enumText(name: string, path: string, texts: Readonly<Record<string, string>>): EnvironmentVariable {
  const { type } = fieldAt(contract.root, path);
  const values = type.kind === 'enum' ? type.of.values : [];
  const byNumber = new Map(
    Object.entries(texts).map(([valueName, text]) => {
      const known = values.find((value) => value.name === valueName);
      if (known === undefined) throw new Error(`${path} has no value ${valueName}`);
      return [known.number, text];
    }),
  );
  const mapping = Object.entries(texts).map(([valueName, text]) => `\`${text}\` for \`${valueName}\``);
  const rule = `Follows \`${path}\`: ${mapping.join(', ')}, empty for any other value.`;
  return row(name, 'enum-map', { from: [path], rule }, (config) => byNumber.get(numberAt(config, path) ?? 0) ?? '');
}

/** A value with a rule of its own. */
export function computed(name: string, derivation: Derivation, render: Render): EnvironmentVariable {
  return row(name, 'computed', derivation, render);
}

/** A value that is put together from pieces, each of which may have a place of its own in the config. */
export function traced(
  name: string,
  derivation: Derivation,
  pieces: (config: MessageValue) => readonly TracedText[],
): EnvironmentVariable {
  const traces = (config: MessageValue): readonly Trace[] => tracesOf(pieces(config));
  return computed(name, { ...derivation, traces }, (config) => joined(pieces(config)));
}

/** `true` or `false` by a rule of its own. */
export function condition(
  name: string,
  derivation: Derivation,
  holds: (config: MessageValue) => boolean,
): EnvironmentVariable {
  return row(name, 'computed', derivation, (config) => String(holds(config)));
}

/** The same for every config. */
export function constant(name: string, value: string, rule: string, file?: HiddenFile): EnvironmentVariable {
  return row(name, 'constant', { from: [], rule, ...(file && { file }) }, () => value);
}

/** Base64 of a file that is made from the config; empty where there is no such file. */
export function template(
  name: string,
  derivation: Derivation & { readonly file: HiddenFile },
  text: (config: MessageValue, options: EnvironmentOptions) => string | undefined,
): EnvironmentVariable {
  return row(name, 'base64-template', derivation, (config, options) => base64Of(text(config, options) ?? ''));
}

/** Base64 of a text's UTF-8 bytes. */
export function base64Of(text: string): string {
  return encodeBase64(utf8Bytes(text));
}

const emptyConfig: MessageValue = { type: contract.root, fields: new Map() };

function row(
  name: string,
  kind: VariableKind,
  { from, presenceOf = [], rule, file, traces }: Derivation,
  render: Render,
  secret = false,
): EnvironmentVariable {
  for (const path of [...from, ...presenceOf]) fieldAt(contract.root, path);
  return {
    name,
    kind,
    sources: from,
    presence: presenceOf,
    rule,
    secret,
    file,
    get default() {
      const value = render(emptyConfig, {});
      return typeof value === 'string' ? value : undefined;
    },
    render,
    traces,
  };
}

/** The texts of a list with their places. */
export function tracedStringsAt(config: MessageValue, path: string): TracedText[] {
  const steps = path.split('.');
  return stringsAt(config, path).map((text, index) => ({ text, from: [...steps, index] }));
}

/** A file on the node whose content travels in a variable. */
interface HiddenFile {
  /** A short name with the right ending; `<n>` stands for the number of a variable that there are many of. */
  readonly name: string;
  /** Where the provisioning scripts write it; absent where that depends on more than the config. */
  readonly path?: string;
  /** The file's text for a value; undefined where the value makes no readable file. */
  readonly read: (value: string) => string | undefined;
}

/** A file that travels as base64. */
export function base64File(name: string, path?: string): HiddenFile {
  return { name, read: decoded, ...(path === undefined ? {} : { path }) };
}

/** A file of lines that travels on one line: the scripts make line ends of the blanks (`tr ' ' '\n'`). */
export function blankSeparatedFile(name: string, path: string): HiddenFile {
  return {
    name,
    path,
    read: (value) => (value === '' ? undefined : `${withoutLastBlanks(value).replaceAll(' ', '\n')}\n`),
  };
}

/** What `base64 -d` makes of a value, where that is text. */
function decoded(value: string): string | undefined {
  if (value === '') return undefined;
  // A masked value stands for content that is not to be seen anyway.
  if (value.includes(maskText)) return value;
  const { bytes, fault, alphabet } = decodeBase64(value);
  if (fault !== undefined || alphabet !== 'base64') return undefined;
  const { text, invalidAt } = decodeText(bytes);
  return invalidAt === undefined ? text : undefined;
}

function withoutLastBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\n')) end--;
  return text.slice(0, end);
}
