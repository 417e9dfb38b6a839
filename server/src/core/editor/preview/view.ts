import type { NodePath } from '../../formats/tree/paths.js';
import type { OptionsReading } from '../../karpenter/options/read.js';
import type { ScriptVariable } from '../../karpenter/script/variable.js';
import type { CustomDataDialect } from '../../nodeConfig/render/customData.js';
import type { RenderedVariable } from '../../nodeConfig/render/environment/environment.js';
import type { EnvironmentOptions } from '../../nodeConfig/render/environment/options.js';
import type { Trace } from '../../record/trace.js';
import type { Payload } from '../../document/payload.js';
import type { SecretsOption } from '../../rendering.js';
import type { Span } from '../../text/span.js';

/** What of a node config, or of bootstrap options, is looked at. */
export type PreviewView =
  /** `part` are the steps from the custom data to a document inside it; without them it is the whole. */
  | { readonly what: 'custom-data'; readonly dialect: CustomDataDialect; readonly part?: readonly string[] | undefined }
  | { readonly what: 'cse' | 'boot-command' | 'env' | 'node-files' | 'vmss' }
  /** What bootstrap options give, and what resources give; `pool` is one of several that a file has. */
  | { readonly what: 'karpenter-script' | 'karpenter-options'; readonly pool?: string | undefined }
  /** `file` is a name of the node files. */
  | { readonly what: 'node-file'; readonly file: string };

/** What a file with a preview would be called, also where there is none at the moment. */
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

/** What a preview depends on beside the config. */
export type PreviewOptions = EnvironmentOptions & SecretsOption;

/** A stretch of a preview that is about one thing: a variable, a file, or a document. */
export interface PreviewSection {
  readonly span: Span;
  /** The part that names it. */
  readonly head: Span;
  /** The variable that it shows, or whose file it shows; undefined for other documents. */
  readonly variable: RenderedVariable | undefined;
  /** The variable of Karpenter's script that it sets. */
  readonly scriptVariable?: ScriptVariable;
  /** The options that it is made from. */
  readonly options?: OptionsReading;
  /** Where parts of it come from, in places of the preview; undefined where no part has a place of its own. */
  readonly traces: readonly Trace[] | undefined;
}

/** A text made of a node config or of bootstrap options, with what it consists of, in the order of the text. */
export interface Preview {
  /** What a file with this text would be called. */
  readonly name: string;
  readonly text: string;
  /** The document, where it is one inside custom data. */
  readonly payload?: Payload;
  readonly passages: readonly PreviewSection[];
}

/** The fields that a variable is made of, as paths of proto names, map keys and list indexes. */
export function sourcesOf({ variable, index }: RenderedVariable): NodePath[] {
  // A row that stands for many variables has one for each item of its list.
  return variable.sources.map((source) => [...source.split('.'), ...(index === undefined ? [] : [index])]);
}

/** A path as people write it: dots between names, brackets around indexes and around keys that are no names. */
export function fieldName(path: NodePath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^\w+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}
