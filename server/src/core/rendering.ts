import type { Analysis } from './analysis.js';
import { maskedOptions } from './karpenter/options/mask.js';
import { optionsDocument } from './karpenter/options/write.js';
import { holdsResources, resourcesIn } from './karpenter/resources/model.js';
import { type KarpenterScript, renderKarpenterScript } from './karpenter/script/render.js';
import { maskedConfig } from './nodeConfig/mask.js';
import type { CustomData, CustomDataDialect } from './nodeConfig/render/customData.js';
import type { RevealedStrings } from './record/mask.js';
import { type Rendered, renderFailure } from './document/rendered.js';
import {
  type NodeFile,
  nodeFiles,
  type RenderedVariable,
  renderEnvironment,
} from './nodeConfig/render/environment/environment.js';
import type { EnvironmentOptions } from './nodeConfig/render/environment/options.js';
import { joined, type Trace, tracesOf } from './record/trace.js';
import { bootCommand, cseCommand, type VmssModel, vmssModel } from './nodeConfig/render/vmssModel.js';
import type { MessageValue } from './nodeConfig/value.js';
import type { Span } from './text/span.js';

/** Whether secrets appear in a rendering. */
export interface SecretsOption {
  readonly showSecrets: boolean;
  /** The texts that appear with their secrets all the same. */
  readonly revealed?: RevealedStrings | undefined;
}

/** How many secrets of the config were hidden. */
interface Masked {
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

/** The bootstrap script of a document of options, and how many of their secrets are hidden in it. */
export function karpenterScriptOf(
  analysis: Analysis,
  { showSecrets, revealed }: SecretsOption,
): Rendered<KarpenterScript & { readonly masked: number }> {
  const reading = analysis.bootstrapOptions;
  if (reading === undefined) {
    return renderFailure(
      'render/not-bootstrap-options',
      `Karpenter's script is made from bootstrap options; this is a ${analysis.kind} document.`,
    );
  }
  const open = (reading.computed?.questions ?? []).filter(({ blocks }) => blocks);
  if (open.length > 0) {
    const [first] = open;
    return renderFailure(
      'render/unanswered',
      `The resources do not tell all that Karpenter knows. Give these settings: ${open.map(({ name }) => name).join(', ')}.${open.length === 1 ? ` ${first?.about ?? ''}` : ''}`,
    );
  }
  if (!reading.ok) {
    const [fault] = analysis.problems.filter(({ severity, layers }) => severity === 'error' && layers.length === 0);
    return renderFailure('render/unreadable-options', `The options cannot be read. ${fault?.message ?? ''}`.trim());
  }
  const { options, masked } = showSecrets
    ? { options: reading.value, masked: 0 }
    : maskedOptions(reading.value, revealed);
  const rendered = renderKarpenterScript(options);
  return rendered.ok ? { ok: true, value: { ...rendered.value, masked } } : rendered;
}

/** A document of options, and which stretches of it come from which option. */
interface OptionsText {
  readonly text: string;
  readonly traces: readonly Trace[];
  /** How many secrets are hidden. */
  readonly masked: number;
}

/** The options of a document, or as many as its resources tell, as a document of their own. */
export function karpenterOptionsOf(
  { bootstrapOptions, kind }: Analysis,
  { showSecrets, revealed }: SecretsOption,
): Rendered<OptionsText> {
  if (bootstrapOptions === undefined) {
    return renderFailure(
      'render/not-bootstrap-options',
      `Bootstrap options come from NodePool and AKSNodeClass; this is a ${kind} document.`,
    );
  }
  const { value } = bootstrapOptions;
  const { options, masked } = showSecrets ? { options: value, masked: 0 } : maskedOptions(value, revealed);
  const pieces = optionsDocument(options);
  return { ok: true, value: { text: joined(pieces), traces: tracesOf(pieces), masked } };
}

/**
 * The names of a file's node pools and claims, or of those that touch a stretch of it; one that needs no name is undefined.
 * Undefined for a file without resources.
 */
export function nodePoolsOf({ root }: Analysis, within?: Span): readonly (string | undefined)[] | undefined {
  if (root.tree === undefined || !holdsResources(root.tree)) return undefined;
  const resources = resourcesIn(root.tree);
  const pools = resources.filter(({ kind }) => kind === 'NodePool' || kind === 'NodeClaim');
  if (pools.length < 2) return [undefined];
  const touched = pools.filter(
    ({ node: { span } }) => within === undefined || (span.start <= within.end && within.start <= span.end),
  );
  return (touched.length > 0 ? touched : pools).map(({ name }) => name);
}

/** The file as each of its pools sees it; itself where there is no choice. */
export function forEachPool(
  analysis: Analysis,
): readonly { readonly pool: string | undefined; readonly analysis: Analysis }[] {
  const pools = nodePoolsOf(analysis) ?? [undefined];
  return pools.map((pool) => ({ pool, analysis: analysis.forNodePool(pool) }));
}
