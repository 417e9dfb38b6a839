import type { NodePath } from '../../formats/tree/paths.js';
import type { OptionsReading } from '../../karpenter/options/read.js';
import type { ScriptVariable } from '../../karpenter/script/variable.js';
import type { CustomDataDialect } from '../../nodeConfig/render/dialects.js';
import type { NodeFile, RenderedVariable } from '../../nodeConfig/render/environment/environment.js';
import type { EnvironmentOptions } from '../../nodeConfig/render/environment/options.js';
import type { Trace } from '../../record/trace.js';
import type { Payload } from '../../document/payload.js';
import type { SecretsOption } from '../../rendering.js';
import type { Span } from '../../text/span.js';

/** What a preview shows of a node config or of bootstrap options. */
export type PreviewView =
  /** `part` is the payload path of a document inside the custom data; without it, all of the custom data. */
  | { readonly what: 'custom-data'; readonly dialect: CustomDataDialect; readonly part?: readonly string[] | undefined }
  | { readonly what: 'cse' | 'boot-command' | 'env' | 'node-files' | 'vmss' }
  /** `pool` is one of several node pools of a file. */
  | { readonly what: 'karpenter-script' | 'karpenter-options'; readonly pool?: string | undefined }
  /** `file` is the name of a node file. */
  | { readonly what: 'node-file'; readonly file: string };

/** The file name of a preview, also if it can't be rendered. */
export function previewName(view: PreviewView): string {
  switch (view.what) {
    case 'custom-data':
      return view.part === undefined ? customDataNames[view.dialect] : (view.part.at(-1)?.split('/').at(-1) ?? 'part');
    case 'node-file':
      return view.file;
    default:
      return names[view.what];
  }
}

const customDataNames: Readonly<Record<CustomDataDialect, string>> = {
  'cloud-init': 'custom-data.mime',
  flatcar: 'custom-data.ign.json',
  'write-files': 'custom-data.cloud-config.yaml',
};

const names = {
  cse: 'cse.sh',
  'boot-command': 'boot-command.sh',
  env: 'bootstrap.env',
  'node-files': 'node-files.txt',
  vmss: 'vmss.json',
  'karpenter-script': 'karpenter.sh',
  'karpenter-options': 'bootstrap-options.json',
} as const;

/** What a preview depends on besides the config. */
export type PreviewOptions = EnvironmentOptions & SecretsOption;

/** A section of a preview: a variable, a file, or a document. */
export interface PreviewSection {
  readonly span: Span;
  /** The range of its name. */
  readonly head: Span;
  /** The variable with this value or file; undefined for other documents. */
  readonly variable: RenderedVariable | undefined;
  /** The file that the section is, or that its value contains in base64. */
  readonly file?: NodeFile | undefined;
  /** The variable of Karpenter's script that is set here. */
  readonly scriptVariable?: ScriptVariable;
  /** The options from which it is rendered. */
  readonly options?: OptionsReading;
  /** The origins of its parts, with ranges of the preview; undefined if they aren't known. */
  readonly traces: readonly Trace[] | undefined;
}

/** Text that is rendered from a node config or from bootstrap options, with its sections in order. */
export interface Preview {
  readonly name: string;
  readonly text: string;
  /** Set for a document inside custom data. */
  readonly payload?: Payload;
  readonly sections: readonly PreviewSection[];
  /** The number of secrets of the config that are masked, unless it contains none of them. */
  readonly masked?: number;
  /** The offset in the config at which the node stops reading, if that is what is previewed. */
  readonly stopsAt?: number | undefined;
}

/** A preview of one section without a name. */
export function wholePreview(name: string, text: string, traces: readonly Trace[] | undefined): Preview {
  const span = { start: 0, end: text.length };
  return { name, text, sections: [{ span, head: { start: 0, end: 0 }, variable: undefined, traces }] };
}

/** Whether a path leads to `outer` or to something in it. */
export function isWithin(path: NodePath, outer: NodePath): boolean {
  return outer.length <= path.length && outer.every((step, index) => step === path[index]);
}

/** The fields from which a variable is computed, as paths of proto names, map keys and list indexes. */
export function sourcesOf({ variable, index }: RenderedVariable): NodePath[] {
  // A row for several variables has one variable for each item of its list.
  return variable.sources.map((source) => [...source.split('.'), ...(index === undefined ? [] : [index])]);
}

/** A path in messages: dots before names, brackets around indexes and around keys that aren't names. */
export function fieldName(path: NodePath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^\w+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}
