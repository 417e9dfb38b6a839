import type { TracedText } from '../../record/trace.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';
import type { SubnetParts } from '../options/detect.js';
import type { BootstrapOptions } from '../options/options.generated.js';

/** How a variable comes about: always the same, an option's text, a rule of its own, or base64 of a file. */
type ScriptVariableKind = 'constant' | 'verbatim' | 'computed' | 'base64-file';

/** Whether the value stands between double quotes in the script. Nothing in it is escaped either way. */
export type Quoting = 'bare' | 'quoted';

/** An option by its way through the description: `labels`, or `kubeletConfig` for all that is in it. */
export type OptionPlace = keyof BootstrapOptions;

/** One variable that the script sets (Azure/karpenter-provider-azure 352646f5, `NodeBootstrapVariables`). */
export interface ScriptVariable {
  readonly name: string;
  readonly kind: ScriptVariableKind;
  readonly quoting: Quoting;
  /** The options that the value depends on. */
  readonly sources: readonly OptionPlace[];
  /** How the value comes about, in one sentence of Markdown. */
  readonly rule: string;
  /** What the file is called that the value is base64 of, and where the node writes it. */
  readonly file?: ScriptFile;
  /** The value, piece by piece; for base64 of a file the text of the file. */
  readonly pieces: (context: ScriptContext) => readonly TracedText[];
}

/** A file that travels in a variable. */
interface ScriptFile {
  readonly name: string;
  readonly path: string;
}

/** The same in every script. */
export function constant(quoting: Quoting, name: string, value: string): ScriptVariable {
  const rule = value === '' ? 'Always empty.' : 'The same in every script.';
  return { name, kind: 'constant', quoting, sources: [], rule, pieces: () => [{ text: value }] };
}

/** Constants, each written as it stands in a script. */
export function constants(...lines: readonly string[]): ScriptVariable[] {
  return lines.map((line) => {
    const [name = '', ...rest] = line.split('=');
    const value = rest.join('=');
    return value.startsWith('"') ? constant('quoted', name, value.slice(1, -1)) : constant('bare', name, value);
  });
}

type TextOption = {
  [Name in OptionPlace]-?: BootstrapOptions[Name] extends string | undefined ? Name : never;
}[OptionPlace];

/** The text of an option, unchanged. */
export function verbatim(quoting: Quoting, name: string, option: TextOption): ScriptVariable {
  return {
    name,
    kind: 'verbatim',
    quoting,
    sources: [option],
    rule: `The text of \`${option}\`, unchanged.`,
    pieces: ({ options }) => [{ text: options[option] ?? '', from: [option] }],
  };
}

interface Derivation {
  readonly from: readonly OptionPlace[];
  readonly rule: string;
}

/** A value with a rule of its own. */
export function computed(
  quoting: Quoting,
  name: string,
  { from, rule }: Derivation,
  pieces: ScriptVariable['pieces'],
): ScriptVariable {
  return { name, kind: 'computed', quoting, sources: from, rule, pieces };
}

/** Base64 of a file. */
export function base64File(
  name: string,
  { from, rule }: Derivation,
  file: ScriptFile,
  text: (context: ScriptContext) => string,
): ScriptVariable {
  const pieces = (context: ScriptContext): readonly TracedText[] => [{ text: text(context) }];
  return { name, kind: 'base64-file', quoting: 'quoted', sources: from, rule, file, pieces };
}

/** Base64 of a text's UTF-8 bytes. */
export function base64Of(text: string): string {
  return encodeBase64(utf8Bytes(text));
}

/** What the variables of the script are made from. */
export interface ScriptContext {
  readonly options: BootstrapOptions;
  /** The second number of the Kubernetes version; only this one decides on anything. */
  readonly minor: bigint;
  /** Undefined where the ID is none of a subnet. */
  readonly subnet: SubnetParts | undefined;
  /** Whether the node installs a GPU driver; only then it is set up as one with GPUs. */
  readonly gpu: boolean;
}
