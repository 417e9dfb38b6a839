import type { Analysis } from './analysis.js';
import { maskedOptions, optionsDocument } from './karpenter/options/write.js';
import { type MaskedScript, type ScriptDisplay, scriptOf } from './karpenter/script/render.js';
import { settingsTemplate, type TemplateFormat } from './karpenter/script/template.js';
import { continuesAfterErrors } from './nodeConfig/contract/controller.js';
import { maskedConfig } from './nodeConfig/mask.js';
import { type CustomData, usualDialect } from './nodeConfig/render/customData.js';
import type { CustomDataDialect } from './nodeConfig/render/dialects.js';
import type { RecordMaskingOptions } from './record/maskFields.js';
import { type MissingInput, type Rendered, renderFailure } from './document/rendered.js';
import { maskSecrets } from './secrets/find.js';
import { failure } from './text/result.js';
import {
  type NodeFile,
  travellingFiles,
  type RenderedVariable,
  renderEnvironment,
} from './nodeConfig/render/environment/environment.js';
import type { EnvironmentOptions } from './nodeConfig/render/environment/options.js';
import { joined, type Trace, tracesOf } from './record/trace.js';
import { bootCommand } from './nodeConfig/render/bootCommand.js';
import { cseCommand, type VmssModel, vmssModel } from './nodeConfig/render/vmssModel.js';
import type { MessageValue } from './nodeConfig/value.js';
import { type NodeConfigView } from './nodeConfig/view.js';
import { validate } from './validate.js';
import { contains, oldestRelease, releaseRemark } from './values/known/releases.js';
import { grouped } from './text/strings.js';

/** Whether secrets appear in a rendering. */
export interface SecretsOption extends RecordMaskingOptions {
  readonly showSecrets: boolean;
}

/** How many secrets of the config were hidden. */
interface Masked {
  readonly masked: number;
}

/** What the node makes of a config. */
interface OnNode extends Masked {
  /** Why it is made of a part of the config only, as a sentence: the node continues with that after an error. */
  readonly incomplete?: string;
}

/** The custom data of a node config, by default in the format that the release of its node image makes. */
export function customDataOf(
  analysis: Analysis,
  dialect: CustomDataDialect | undefined,
  secrets: SecretsOption,
): Rendered<CustomData & Masked> {
  const shown = shownConfig(analysis, secrets);
  if (!shown.ok) return shown;
  const { view, config, masked } = shown.value;
  const rendered = view.customDataOf(config, dialect ?? usualDialect(view.image?.controller));
  return rendered.ok ? { ok: true, value: { ...rendered.value, masked } } : rendered;
}

/** A scale set model with a node config's custom data and its extension in place. */
export function vmssModelOf(
  analysis: Analysis,
  secrets: SecretsOption,
): Rendered<{ readonly model: VmssModel } & Masked> {
  const rendered = customDataOf(analysis, undefined, secrets);
  if (!rendered.ok) return rendered;
  const { customData, masked } = rendered.value;
  return { ok: true, value: { model: vmssModel(customData), masked } };
}

/** What the provisioning scripts get from a node config: every variable, sorted by name. */
export function environmentOf(
  analysis: Analysis,
  options: EnvironmentOptions & SecretsOption,
): Rendered<{ readonly variables: readonly RenderedVariable[] } & OnNode> {
  return renderedOnNode(analysis, options, ({ config, node }) => ({
    variables: renderEnvironment(config, { ...options, ...node }),
  }));
}

/** The files that are hidden in the environment of a node config, decoded. */
export function nodeFilesOf(
  analysis: Analysis,
  options: EnvironmentOptions & SecretsOption,
): Rendered<{ readonly files: readonly NodeFile[] } & OnNode> {
  return renderedOnNode(analysis, options, ({ config, node }) => ({
    files: travellingFiles(config, { ...options, ...node }).map(({ file }) => file),
  }));
}

/** The CSE command of a node config. */
export function cseOf(analysis: Analysis): Rendered<string> {
  const config = renderable(analysis);
  return config.ok ? { ok: true, value: cseCommand } : config;
}

/** The argv that aks-node-controller starts for a node config. */
export function bootCommandOf(
  analysis: Analysis,
  secrets: SecretsOption,
): Rendered<{ readonly argv: readonly string[] } & OnNode> {
  return renderedOnNode(analysis, secrets, ({ config, node }) => ({ argv: bootCommand(config, node.controller) }));
}

function renderedOnNode<T extends object>(
  analysis: Analysis,
  secrets: SecretsOption,
  render: (shown: ShownConfig) => T,
): Rendered<T & OnNode> {
  const shown = shownConfig(analysis, secrets, true);
  if (!shown.ok) return shown;
  const { masked, stopsAt } = shown.value;
  const incomplete =
    stopsAt === undefined ? {} : { incomplete: incompleteness(shown.value, analysis, stopsAt, secrets) };
  return { ok: true, value: { ...render(shown.value), masked, ...incomplete } };
}

function incompleteness(
  { view }: ShownConfig,
  { lines }: Analysis,
  stopsAt: number,
  { showSecrets, masking }: SecretsOption,
): string {
  const line = lines.positionAt(stopsAt).line + 1;
  const error = view.nodeReading.error ?? '';
  const shown = showSecrets ? error : (masking?.text(error) ?? maskSecrets(error).text);
  return `The node stops reading this config at line ${line}, and continues with what comes before it: ${shown}`;
}

/** A config to render, with the document that it comes from. */
export interface ShownConfig extends Masked {
  readonly view: NodeConfigView;
  readonly config: MessageValue;
  /** What the config is rendered for, besides what the caller says about the node. */
  readonly node: Pick<EnvironmentOptions, 'controller'>;
  /** The offset at which the node stops reading, if `config` is only what comes before it. */
  readonly stopsAt?: number | undefined;
}

/**
 * The config to render. It is masked first, so that no rendering can contain a secret. With `onNode`, it may be the part that
 * the node continues with after an error.
 */
export function shownConfig(
  analysis: Analysis,
  { showSecrets, revealed = new Map(), masking }: SecretsOption,
  onNode = false,
): Rendered<ShownConfig> {
  const rendered = renderable(analysis, onNode);
  if (!rendered.ok) return rendered;
  const view = rendered.value;
  const { config = view.nodeReading.value, stopsAt } = view.continued ?? {};
  const node = { controller: view.image?.controller };
  if (showSecrets) return { ok: true, value: { view, config, masked: 0, node, stopsAt } };
  const isUsual = revealed.size === 0 && masking === undefined && stopsAt === undefined;
  const hidden = isUsual ? view.masked : maskedConfig(config, { revealed, masking });
  return { ok: true, value: { view, config: hidden.config, masked: hidden.masked, node, stopsAt } };
}

/** A producer marshals a typed config, so there is no rendering of a text with an error, besides what the node makes of it. */
function renderable(analysis: Analysis, onNode = false): Rendered<NodeConfigView> {
  const view = analysis.nodeConfig;
  if (view === undefined) {
    return renderFailure(
      'render/not-a-node-config',
      `Only node configs can be rendered; this is a ${analysis.kind} document.`,
    );
  }
  const large = tooLarge(analysis);
  if (large !== undefined) return large;
  const { image } = view;
  if (image !== undefined && image.order < oldestRelease.order)
    return renderFailure('render/unknown-release', releaseRemark(image) ?? '');
  const { ok, error } = view.nodeReading;
  if (ok || (onNode && view.continued !== undefined)) return { ok: true, value: view };
  const because = onNode ? nodeFails(view) : 'This config cannot be read to its end';
  return failure({ code: 'render/refused-by-the-node', message: `${because}: ${error ?? 'it is empty'}`, because });
}

/** Why the node doesn't continue after an error. */
function nodeFails({ image }: NodeConfigView): string {
  return contains(image?.controller, continuesAfterErrors)
    ? 'The node stops reading this config at an error, before it has read a version that it knows, and fails'
    : 'The node controller of this image fails with an error in this config';
}

function tooLarge({ isInteractive, decoding: { limits } }: Analysis): ReturnType<typeof renderFailure> | undefined {
  const most = grouped(limits.interactiveCharacters);
  return isInteractive
    ? undefined
    : renderFailure('render/too-large', `Documents with more than ${most} characters aren't rendered.`);
}

/** The bootstrap script of a document of options, or of one of its node pools, with the number of hidden secrets. */
export function karpenterScriptOf(
  analysis: Analysis,
  secrets: ScriptDisplay & { readonly pool?: string | undefined },
): Rendered<MaskedScript> {
  const view = analysis.karpenter;
  if (view === undefined) {
    return renderFailure(
      'render/not-bootstrap-options',
      `Karpenter's script is made from bootstrap options; this is a ${analysis.kind} document.`,
    );
  }
  const large = tooLarge(analysis);
  if (large !== undefined) return large;
  const rendered = scriptOf(view.forPool(secrets.pool).reading, secrets);
  if (rendered.ok || rendered.error.code !== 'render/unreadable-options') return rendered;
  const fault = validate(analysis).problems.find(({ severity, layers }) => severity === 'error' && layers.length === 0);
  return renderFailure(rendered.error.code, `${rendered.error.message} ${fault?.message ?? ''}`.trim());
}

/** A document of options, and which ranges of it come from which option. */
interface OptionsText {
  readonly text: string;
  readonly traces: readonly Trace[];
  /** How many secrets are hidden. */
  readonly masked: number;
  /** What they are not complete without. */
  readonly missing: readonly MissingInput[];
}

/** The options of a document, or those that its resources give for a node pool, as a document of their own. */
export function karpenterOptionsOf(
  analysis: Analysis,
  { showSecrets, pool, ...hiding }: SecretsOption & { readonly pool?: string | undefined },
): Rendered<OptionsText> {
  const { karpenter, kind } = analysis;
  if (karpenter === undefined) {
    return renderFailure(
      'render/not-bootstrap-options',
      `Bootstrap options come from NodePool and AKSNodeClass; this is a ${kind} document.`,
    );
  }
  const large = tooLarge(analysis);
  if (large !== undefined) return large;
  const { value, computed } = karpenter.forPool(pool).reading;
  const { options, masked } = showSecrets ? { options: value, masked: 0 } : maskedOptions(value, hiding);
  const pieces = optionsDocument(options);
  return {
    ok: true,
    value: { text: joined(pieces), traces: tracesOf(pieces), masked, missing: computed?.missingInputs ?? [] },
  };
}

/**
 * A document with the settings that are missing for the script of a pool, without values or as a snippet. Undefined if
 * none is missing.
 */
export function karpenterTemplateOf(
  analysis: Analysis,
  pool?: string,
  format: TemplateFormat = 'text',
): string | undefined {
  const { missingInputs = [] } = analysis.karpenter?.forPool(pool).reading.computed ?? {};
  return settingsTemplate(missingInputs, format);
}
