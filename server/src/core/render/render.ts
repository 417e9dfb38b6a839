import type { Analysis } from '../analysis.js';
import { maskedConfig, type RevealedTexts } from '../contract/maskSecrets.js';
import type { MessageValue } from '../contract/value.js';
import { bootCommand } from './bootCommand.js';
import { cseCommand } from './cse.js';
import type { CustomData, CustomDataDialect } from './customData/customData.js';
import { type NodeFile, nodeFiles } from './environment/nodeFiles.js';
import type { EnvironmentOptions } from './environment/options.js';
import { type RenderedVariable, renderEnvironment } from './environment/renderEnvironment.js';
import { type Rendered, renderFailure } from './rendered.js';
import { type VmssModel, vmssModel } from './vmssModel.js';

/** Whether secrets appear in a rendering. */
export interface SecretsOption {
  readonly showSecrets: boolean;
  /** The texts that appear with their secrets all the same. */
  readonly revealed?: RevealedTexts | undefined;
}

/** How many secrets of the config were hidden. */
export interface Masked {
  readonly masked: number;
}

/** The custom data of a node config. */
export function customDataOf(
  analysis: Analysis,
  dialect: CustomDataDialect,
  secrets: SecretsOption,
): Rendered<CustomData & Masked> {
  const shown = shownConfig(analysis, secrets);
  if (!shown.ok) return shown;
  const { config, masked } = shown.value;
  const rendered = analysis.customDataOf(config, dialect);
  return rendered.ok ? { ok: true, value: { ...rendered.value, masked } } : rendered;
}

/** A scale set model with a node config's custom data and its extension in place. */
export function vmssModelOf(
  analysis: Analysis,
  secrets: SecretsOption,
): Rendered<{ readonly model: VmssModel } & Masked> {
  const rendered = customDataOf(analysis, 'cloud-init', secrets);
  if (!rendered.ok) return rendered;
  const { customData, masked } = rendered.value;
  return { ok: true, value: { model: vmssModel(customData), masked } };
}

/** What the provisioning scripts get from a node config: every variable, sorted by name. */
export function environmentOf(
  analysis: Analysis,
  options: EnvironmentOptions & SecretsOption,
): Rendered<{ readonly variables: readonly RenderedVariable[] } & Masked> {
  const shown = shownConfig(analysis, options);
  if (!shown.ok) return shown;
  const { config, masked } = shown.value;
  return { ok: true, value: { variables: renderEnvironment(config, options), masked } };
}

/** The files that are hidden in the environment of a node config, decoded. */
export function nodeFilesOf(
  analysis: Analysis,
  options: EnvironmentOptions & SecretsOption,
): Rendered<{ readonly files: readonly NodeFile[] } & Masked> {
  const shown = shownConfig(analysis, options);
  if (!shown.ok) return shown;
  const { config, masked } = shown.value;
  return { ok: true, value: { files: nodeFiles(config, options), masked } };
}

/** The CSE command of a node config. */
export function cseOf(analysis: Analysis): Rendered<string> {
  const config = renderable(analysis);
  return config.ok ? { ok: true, value: cseCommand } : config;
}

/** The argv that aks-node-controller starts for a node config. */
export function bootCommandOf(analysis: Analysis): Rendered<readonly string[]> {
  const config = renderable(analysis);
  return config.ok ? { ok: true, value: bootCommand() } : config;
}

/** The config that is rendered: masked before anything is made of it, so that no rendering can let a secret out. */
export function shownConfig(
  analysis: Analysis,
  { showSecrets, revealed }: SecretsOption,
): Rendered<{ readonly config: MessageValue } & Masked> {
  const config = renderable(analysis);
  if (!config.ok) return config;
  if (showSecrets) return { ok: true, value: { config: config.value, masked: 0 } };
  const hidden = revealed === undefined || revealed.size === 0 ? analysis.masked : undefined;
  return { ok: true, value: hidden ?? maskedConfig(config.value, revealed) };
}

/** A producer marshals a typed config, so a text that the node's reader refuses has no rendering. */
function renderable(analysis: Analysis): Rendered<MessageValue> {
  const { reading } = analysis;
  if (reading === undefined) {
    return renderFailure(
      'render/not-a-node-config',
      `Only node configs can be rendered; this is a ${analysis.kind} document.`,
    );
  }
  if (!reading.ok) {
    return renderFailure(
      'render/refused-by-the-node',
      `The node would refuse this config: ${reading.error ?? 'it cannot be read'}`,
    );
  }
  return { ok: true, value: reading.value };
}
