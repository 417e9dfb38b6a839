import type { CustomDataDialect } from '../render/customData/customData.js';
import type { EnvironmentOptions } from '../render/environment/options.js';
import type { SecretsOption } from '../render/render.js';

/** What of a node config, or of bootstrap options, is looked at. */
export type PreviewView =
  /** `part` are the steps from the custom data to a document inside it; without them it is the whole. */
  | { readonly view: 'custom-data'; readonly dialect: CustomDataDialect; readonly part?: readonly string[] }
  | { readonly view: 'cse' | 'boot-command' | 'env' | 'node-files' | 'vmss' }
  /** What bootstrap options give, and what resources give; `pool` is one of several that a file has. */
  | { readonly view: 'karpenter-script' | 'karpenter-options'; readonly pool?: string }
  /** `file` is a name of the node files. */
  | { readonly view: 'node-file'; readonly file: string };

/** What a file with a preview would be called, also where there is none at the moment. */
export function previewName(view: PreviewView): string {
  switch (view.view) {
    case 'custom-data':
      return view.part === undefined ? customDataNames[view.dialect] : (view.part.at(-1)?.split('/').at(-1) ?? 'part');
    case 'node-file':
      return view.file;
    default:
      return names[view.view];
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
