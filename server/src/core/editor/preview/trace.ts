import { isNodeConfig } from '../../nodeConfig/detect.js';
import type { Analysis } from '../../analysis.js';
import { cursorAt, type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { bootstrapOptions } from '../../karpenter/options/description.js';
import type { RecordType } from '../../record/model.js';
import { maskedOptions } from '../../karpenter/options/write.js';
import { explanationOf, optionInText, variableMarkdown } from '../../karpenter/options/navigate.js';
import { limits } from '../../limits.js';
import { contract } from '../../nodeConfig/contract/contract.js';
import { fieldMarkdown } from '../../record/explain.js';
import { positionInText } from '../../nodeConfig/navigate.js';
import { recordPosition, type TextPosition } from '../../record/navigate.js';
import type { CustomDataDialect } from '../../nodeConfig/render/customData.js';
import { type RenderedVariable, travellingFiles } from '../../nodeConfig/render/environment/environment.js';
import type { Trace } from '../../record/trace.js';
import { shownConfig, type ShownConfig } from '../../rendering.js';
import type { OptionsReading } from '../../karpenter/options/read.js';
import type { KarpenterView } from '../../karpenter/view.js';
import { type Span, touches } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { karpenterPreview, type KarpenterView as KarpenterPreview, usesInScript } from './karpenter.js';
import { customDataPreview, environmentPreview, filePreview, partsOf } from './nodeConfig.js';
import {
  fieldName,
  type Preview,
  type PreviewOptions,
  type PreviewSection,
  type PreviewView,
  sourcesOf,
} from './view.js';

/** What a place in a preview is part of. */
export interface PreviewPlace {
  readonly passage: PreviewSection;
  /** The narrowest part that has a place of its own in the config. */
  readonly trace: Trace | undefined;
}

/** What stands at an offset of a preview; undefined between passages. */
export function placeInPreview({ passages }: Preview, offset: number): PreviewPlace | undefined {
  const passage = passages.find(({ span }) => touches(span, offset));
  if (passage === undefined) return undefined;
  const around = (passage.traces ?? []).filter(({ span }) => touches(span, offset));
  const length = ({ span }: Trace): number => span.end - span.start;
  const trace = around.reduce<Trace | undefined>(
    (narrowest, one) => (narrowest === undefined || length(one) <= length(narrowest) ? one : narrowest),
    undefined,
  );
  return { passage, trace };
}

/** A field of the config that something in a preview comes from. */
export interface Origin {
  readonly path: NodePath;
  /** Where the config gives it; undefined where it does not. */
  readonly place: TextPosition | undefined;
  /** The field of a Kubernetes resource that gives it, such as `spec.maxPods` of AKSNodeClass default. */
  readonly resource?: string | undefined;
  /** How it was computed where nothing gives it, as a sentence. */
  readonly explanation?: string | undefined;
}

/**
 * What a place in a preview comes from: the one field of its part, else all fields that the variable is made of, given
 * or not.
 */
export function originsOf(analysis: Analysis, { passage, trace }: PreviewPlace): Origin[] {
  const originAt = originFinder(analysis, passage.options);
  if (trace !== undefined) return [originAt(trace.from)];
  const { variable, scriptVariable } = passage;
  if (scriptVariable !== undefined) return scriptVariable.sources.map((source) => originAt([source]));
  if (variable === undefined) return [];
  const sources = sourcesOf(variable).map((path) => originAt(path));
  if (sources.some(({ place }) => place !== undefined)) return sources;
  return [...sources, ...variable.variable.presence.map((path) => originAt(path.split('.')))];
}

function originFinder({ nodeConfig, root }: Analysis, options: OptionsReading | undefined): (path: NodePath) => Origin {
  if (options !== undefined)
    return (path) => {
      const place = optionInText(options, path);
      const explanation = explanationOf(options, path);
      return { path, place: explanation === undefined ? place : undefined, resource: place?.resource, explanation };
    };
  return (path) => {
    if (path.length > 0) return { path, place: nodeConfig && positionInText(nodeConfig.reading.value, path) };
    const span = root.tree?.root?.span;
    // The bracket stands for the whole config.
    return { path, place: span && { span, name: { start: span.start, end: Math.min(span.start + 1, span.end) } } };
  };
}

/** The places in one preview that a field ends in. */
export interface FieldUses {
  readonly view: PreviewView;
  readonly preview: Preview;
  readonly spans: readonly Span[];
}

/**
 * Where the field, entry or item under the cursor of a config ends: variables of the environment, stretches of node
 * files, and its places in the custom data of this dialect. What every field ends in alike is left out: the base64 of the
 * whole config, and with it the scale set model. Empty where the node refuses the config.
 */
export function usesOf(
  analysis: Analysis,
  offset: number,
  options: PreviewOptions,
  dialect: CustomDataDialect,
): FieldUses[] {
  if (analysis.karpenter !== undefined) return usesOfOption(analysis, analysis.karpenter, offset, options);
  const path = pathAt(analysis, offset);
  const shown = shownConfig(analysis, options);
  if (path === undefined || !shown.ok) return [];
  const { config } = shown.value;
  const previews: Omit<FieldUses, 'spans'>[] = [
    { view: { what: 'env' }, preview: environmentPreview(config, options) },
    ...travellingFiles(config, options).map((travelling): Omit<FieldUses, 'spans'> => {
      return { view: { what: 'node-file', file: travelling.file.name }, preview: filePreview(config, travelling) };
    }),
    ...customDataPreviews(shown.value, dialect),
  ];
  return previews.flatMap(({ view, preview }) => {
    const spans = preview.passages.flatMap((passage) => usesIn(passage, path));
    return spans.length === 0 ? [] : [{ view, preview, spans }];
  });
}

/** The custom data, and the config in it as the node gets it. */
function customDataPreviews(shown: ShownConfig, dialect: CustomDataDialect): Omit<FieldUses, 'spans'>[] {
  const rendered = shown.view.customDataOf(shown.config, dialect);
  if (!rendered.ok) return [];
  const inside = partsOf(shown.view, rendered.value).filter(({ payload }) => isNodeConfig(payload));
  const whole = { what: 'custom-data', dialect } as const;
  const views = [whole, ...inside.map(({ payload }) => ({ ...whole, part: payload.steps }))];
  return views.flatMap((view) => {
    const preview = customDataPreview(shown, view);
    return preview.ok ? [{ view, preview: preview.value }] : [];
  });
}

/** The same for an option of Karpenter, or a field that one is computed from, for each pool that it counts for. */
function usesOfOption(
  analysis: Analysis,
  karpenter: KarpenterView,
  offset: number,
  options: PreviewOptions,
): FieldUses[] {
  return karpenter.pools().flatMap(({ pool, view: { reading } }) =>
    karpenterViews(reading, pool).flatMap((view): FieldUses[] => {
      const rendered = karpenterPreview(analysis, view, options);
      const spans = rendered.ok ? usesInScript(reading, offset, rendered.value) : [];
      return rendered.ok && spans.length > 0 ? [{ view, preview: rendered.value, spans }] : [];
    }),
  );
}

/** What a document shows; options that are a document of their own need no view. */
function karpenterViews({ computed }: OptionsReading, pool: string | undefined): readonly KarpenterPreview[] {
  const own = pool === undefined ? {} : { pool };
  const script: KarpenterPreview = { what: 'karpenter-script', ...own };
  return computed === undefined ? [script] : [script, { what: 'karpenter-options', ...own }];
}

/** The path of what the cursor is on, in proto names; undefined for the root and where the contract ends. */
function pathAt({ root, text }: Analysis, offset: number): NodePath | undefined {
  const cursor = cursorAt(root.tree?.root, text, offset);
  if (cursor === undefined || (cursor.at === 'key' && cursor.member === undefined)) return undefined;
  const own = cursor.at === 'key' && cursor.member !== undefined ? [cursor.member.key.name] : [];
  const steps = recordPosition(contract.root, [...cursor.path, ...own])?.names;
  return steps?.length === 0 ? undefined : steps;
}

/** Where a passage shows what is at a path: the parts that come from there, else as a whole, if the path feeds it. */
function usesIn({ head, traces, variable }: PreviewSection, path: NodePath): Span[] {
  const exact = (traces ?? []).filter(({ from }) => from.length === path.length && isWithin(from, path));
  if (exact.length > 0) return exact.map(({ span }) => span);
  if (variable === undefined) return [];
  const sources = sourcesOf(variable);
  const presence = variable.variable.presence.map((source) => source.split('.'));
  const around = [...sources, ...presence].some((source) => isWithin(source, path));
  // Where it is known which part comes from where, what is in no part was left out.
  const inside = traces === undefined && sources.some((source) => isWithin(path, source));
  return around || inside ? [head] : [];
}

/** Whether a path leads to a place or to something in it. */
function isWithin(path: NodePath, outer: NodePath): boolean {
  return outer.length <= path.length && outer.every((step, index) => step === path[index]);
}

/** Markdown about a place in a preview: where it comes from, by which rule, and what it is without the config. */
export function previewHover(
  analysis: Analysis,
  preview: Preview,
  offset: number,
): { readonly markdown: string; readonly span: Span } | undefined {
  const place = placeInPreview(preview, offset);
  if (place === undefined) return undefined;
  const { passage, trace } = place;
  const { variable, scriptVariable } = passage;
  const origins = originsOf(analysis, place);
  const paragraphs: string[] = [];
  if (trace !== undefined) {
    paragraphs.push(`From ${origins.map((origin) => originText(analysis, origin)).join(', ')}.`);
    append(paragraphs, aboutOrigin(passage, trace.from));
  }
  if (scriptVariable !== undefined && trace === undefined) paragraphs.push(variableMarkdown(scriptVariable));
  if (variable !== undefined) append(paragraphs, variableParagraphs(analysis, variable, trace ? [] : origins));
  if (paragraphs.length === 0) return undefined;
  return { markdown: paragraphs.join('\n\n'), span: trace?.span ?? passage.head };
}

/** What is known of the field or option that a part comes from. */
function aboutOrigin({ variable, scriptVariable }: PreviewSection, from: NodePath): string[] {
  if (scriptVariable !== undefined) {
    return described(bootstrapOptions, from);
  }
  return variable?.variable.kind === 'computed' ? [] : described(contract.root, from);
}

function described(root: RecordType, path: NodePath): string[] {
  const { field, owner } = recordPosition(root, path) ?? {};
  return field === undefined || owner === undefined ? [] : [fieldMarkdown(field, owner)];
}

/** How many fields are named one by one; a file of kernel parameters has many more. */
const maxOrigins = 12;

function variableParagraphs(
  analysis: Analysis,
  { name, variable }: RenderedVariable,
  origins: readonly Origin[],
): string[] {
  // What the config gives is of more interest than what it could give.
  const listed = origins.toSorted((a, b) => Number(b.place !== undefined) - Number(a.place !== undefined));
  const lines = listed.slice(0, maxOrigins).map((origin) => `- ${originText(analysis, origin)}`);
  if (listed.length > maxOrigins) lines.push(`- and ${listed.length - maxOrigins} more`);
  const path = variable.file?.path;
  return [
    `**${name}**${variable.file === undefined ? '' : `, which becomes ${path === undefined ? 'a file' : `\`${path}\``} on the node`}`,
    variable.rule,
    ...(lines.length === 0 ? [] : [`From the config:\n\n${lines.join('\n')}`]),
    defaultText(variable),
  ];
}

function originText({ lines, karpenter }: Analysis, { path, place, resource, explanation }: Origin): string {
  const named = path.length === 0 ? 'the whole config' : `\`${fieldName(path).replaceAll('`', "'")}\``;
  if (explanation !== undefined) return `${named} (${explanation.replace(/\.$/, '')})`;
  const gives = karpenter?.hasResources !== true ? 'the config does not give' : 'no resource gives';
  const by = resource === undefined ? '' : `: ${resource}`;
  return place === undefined
    ? `${named}, which ${gives}`
    : `${named}${by}, line ${lines.positionAt(place.name.start).line + 1}`;
}

function defaultText({ default: value, kind }: RenderedVariable['variable']): string {
  if (kind === 'constant') return 'No config changes it.';
  if (value === undefined) return 'An empty config has no such variable.';
  if (value === '') return 'With an empty config it is empty.';
  if (kind === 'base64-template') return 'An empty config has the file, too.';
  const shown = value.length > limits.quotedValue ? `${value.slice(0, limits.quotedValue)}…` : value;
  return `With an empty config it is \`${shown.replaceAll('`', "'")}\`.`;
}

/** A text of a config that previews hide, as a whole or in part. */
export interface ConfigSecret {
  /** JSON Pointer in proto names; what `revealed` of the preview options takes. */
  readonly pointer: string;
  /** The field as people write it. */
  readonly name: string;
  /** From 0. */
  readonly line: number;
  /** The text itself, not to be shown unasked. */
  readonly text: string;
}

/** The secrets of a node config in the order of its fields, or of bootstrap options; none of other documents. */
export function configSecrets(analysis: Analysis): ConfigSecret[] {
  const { nodeConfig, karpenter } = analysis;
  if (karpenter !== undefined) {
    const { reading } = karpenter;
    return maskedOptions(reading.value).secrets.map(({ at, text }) =>
      secretAt(analysis, at, text, optionInText(reading, at)?.span.start),
    );
  }
  if (nodeConfig === undefined) return [];
  return nodeConfig.masked.secrets.map(({ at, text }) =>
    secretAt(analysis, at, text, positionInText(nodeConfig.reading.value, at)?.span.start),
  );
}

function secretAt({ lines }: Analysis, at: NodePath, text: string, start = 0): ConfigSecret {
  return { pointer: pointerOf(at), name: fieldName(at), line: lines.positionAt(start).line, text };
}
