import { blocks, bulleted, inlineCode, type Markdown, markup, prose, sequence } from '../../text/markdown.js';
import { isNodeConfig } from '../../nodeConfig/detect.js';
import type { Analysis } from '../../analysis.js';
import { cursorAt, type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { bootstrapOptions } from '../../karpenter/options/description.js';
import type { RecordType } from '../../record/model.js';
import { maskedOptions } from '../../karpenter/options/write.js';
import { OptionOrigins, variableMarkdown } from '../../karpenter/options/navigate.js';
import { fieldMarkdown } from '../../record/explain.js';
import { positionInText } from '../../nodeConfig/navigate.js';
import { recordPosition, type TextPosition } from '../../record/navigate.js';
import type { CustomDataDialect } from '../../nodeConfig/render/dialects.js';
import {
  type RenderedVariable,
  travellingFiles,
  variableNamed,
} from '../../nodeConfig/render/environment/environment.js';
import type { Trace } from '../../record/trace.js';
import { shownConfig, type ShownConfig } from '../../rendering.js';
import type { OptionsReading } from '../../karpenter/options/read.js';
import { upstreamMarkdown, upstreamOf } from '../../karpenter/options/upstream.js';
import type { KarpenterView } from '../../karpenter/view.js';
import { type Span, touches } from '../../text/span.js';
import { append, enumerated, shortened } from '../../text/strings.js';
import { karpenterPreview, type KarpenterView as KarpenterPreview, usesInScript } from './karpenter.js';
import { customDataPreview, environmentPreview, filePreview, partsOf } from './nodeConfig.js';
import { readingFor } from './preview.js';
import {
  fieldName,
  isWithin,
  type Preview,
  type PreviewOptions,
  type PreviewSection,
  type PreviewView,
  sourcesOf,
} from './view.js';

/** A position in a preview. */
export interface PreviewPlace {
  readonly section: PreviewSection;
  /** The narrowest part with a known origin. */
  readonly trace: Trace | undefined;
}

/** The section and part at an offset of a preview; undefined between sections. */
export function placeInPreview({ sections }: Preview, offset: number): PreviewPlace | undefined {
  const section = sections.find(({ span }) => touches(span, offset));
  if (section === undefined) return undefined;
  const around = (section.traces ?? []).filter(({ span }) => touches(span, offset));
  const length = ({ span }: Trace): number => span.end - span.start;
  const trace = around.reduce<Trace | undefined>(
    (narrowest, one) => (narrowest === undefined || length(one) <= length(narrowest) ? one : narrowest),
    undefined,
  );
  return { section, trace };
}

/** A field of the config that is the origin of a part of a preview. */
export interface Origin {
  readonly path: NodePath;
  /** Its position in the config; undefined if the config doesn't contain it. */
  readonly place: TextPosition | undefined;
  /** The field of a Kubernetes resource that sets it, such as `spec.maxPods` of AKSNodeClass default. */
  readonly resource?: string | undefined;
  /** How it was computed if nothing sets it, as a sentence. */
  readonly explanation?: string | undefined;
}

/** The origins of a position: the field of its part, otherwise all fields from which the variable is computed. */
export function originsOf(analysis: Analysis, { section, trace }: PreviewPlace): Origin[] {
  const originAt = originFinder(analysis, section.options);
  if (trace !== undefined) return [originAt(trace.from)];
  const { variable, scriptVariable } = section;
  if (scriptVariable !== undefined) return scriptVariable.sources.map((source) => originAt([source]));
  if (variable === undefined) return [];
  const sources = sourcesOf(variable).map((path) => originAt(path));
  if (sources.some(({ place }) => place !== undefined)) return sources;
  return [...sources, ...variable.variable.presence.map((path) => originAt(path.split('.')))];
}

function originFinder({ nodeConfig, root }: Analysis, options: OptionsReading | undefined): (path: NodePath) => Origin {
  if (options !== undefined) {
    const origins = new OptionOrigins(options);
    return (path) => {
      const place = origins.positionOf(path);
      const explanation = origins.explanationOf(path);
      return { path, place: explanation === undefined ? place : undefined, resource: place?.resource, explanation };
    };
  }
  return (path) => {
    if (path.length > 0) return { path, place: nodeConfig && positionInText(nodeConfig.reading.value, path) };
    const span = root.tree?.root?.span;
    // Only the bracket is marked for the whole config.
    return { path, place: span && { span, name: { start: span.start, end: Math.min(span.start + 1, span.end) } } };
  };
}

/** The positions in one preview that a field determines. */
export interface FieldUses {
  readonly view: PreviewView;
  readonly preview: Preview;
  readonly spans: readonly Span[];
}

/**
 * The positions that the field, entry or item at an offset of a config determines: variables of the environment, parts of
 * node files, and its positions in custom data of this dialect. Left out are those that all fields determine: the base64
 * of the whole config, and the scale set model. Empty if the node fails with the config.
 */
export function usesOf(
  analysis: Analysis,
  offset: number,
  options: PreviewOptions,
  dialect: CustomDataDialect,
): FieldUses[] {
  if (analysis.karpenter !== undefined) return usesOfOption(analysis, analysis.karpenter, offset, options);
  const path = pathAt(analysis, offset);
  const shown = shownConfig(analysis, options, true);
  if (path === undefined || !shown.ok) return [];
  const { config, node, stopsAt } = shown.value;
  const environment = { ...options, ...node };
  const previews: Omit<FieldUses, 'spans'>[] = [
    { view: { what: 'env' }, preview: environmentPreview(config, environment) },
    ...travellingFiles(config, environment).map((travelling): Omit<FieldUses, 'spans'> => {
      return {
        view: { what: 'node-file', file: travelling.file.name },
        preview: filePreview(config, travelling, environment),
      };
    }),
    // Nothing is made of a config with an error but what the node makes of it.
    ...(stopsAt === undefined ? customDataPreviews(shown.value, dialect) : []),
  ];
  return previews.flatMap(({ view, preview }) => {
    const spans = preview.sections.flatMap((section) => usesIn(section, path));
    return spans.length === 0 ? [] : [{ view, preview, spans }];
  });
}

/** The positions in one of the previews that the field, entry or item at an offset determines, as for `usesOf`. */
export function usesInPreview(analysis: Analysis, offset: number, view: PreviewView, preview: Preview): Span[] {
  const reading = readingFor(analysis, view);
  if (reading !== undefined) return usesInScript(reading, offset, preview);
  const path = pathAt(analysis, offset);
  return path === undefined ? [] : preview.sections.flatMap((section) => usesIn(section, path));
}

/** The custom data, and the config in it. */
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

/** The same for an option of Karpenter, or a field from which one is computed, in each node pool. */
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

/** The previews of options; options that aren't computed from resources are the document itself. */
function karpenterViews({ computed }: OptionsReading, pool: string | undefined): readonly KarpenterPreview[] {
  const own = pool === undefined ? {} : { pool };
  const script: KarpenterPreview = { what: 'karpenter-script', ...own };
  return computed === undefined ? [script] : [script, { what: 'karpenter-options', ...own }];
}

/** The path at an offset in proto names; undefined for the root and for fields that the contract doesn't have. */
function pathAt({ root, text, contract }: Analysis, offset: number): NodePath | undefined {
  const cursor = cursorAt(root.tree?.root, text, offset);
  if (cursor === undefined || (cursor.at === 'key' && cursor.member === undefined)) return undefined;
  const own = cursor.at === 'key' && cursor.member !== undefined ? [cursor.member.key.name] : [];
  const steps = recordPosition(contract.root, [...cursor.path, ...own])?.names;
  return steps?.length === 0 ? undefined : steps;
}

/** The parts of a section with their origin at a path; otherwise its name, if it is computed from the path. */
function usesIn({ head, traces, variable }: PreviewSection, path: NodePath): Span[] {
  const exact = (traces ?? []).filter(({ from }) => from.length === path.length && isWithin(from, path));
  if (exact.length > 0) return exact.map(({ span }) => span);
  if (variable === undefined) return [];
  const sources = sourcesOf(variable);
  const presence = variable.variable.presence.map((source) => source.split('.'));
  const around = [...sources, ...presence].some((source) => isWithin(source, path));
  // If origins are known, a value without a part was left out.
  const inside = traces === undefined && sources.some((source) => isWithin(path, source));
  return around || inside ? [head] : [];
}

/** Markdown about a position in a preview: its origin, its rule, and its value for an empty config. */
export function previewHover(
  analysis: Analysis,
  preview: Preview,
  offset: number,
): { readonly markdown: Markdown; readonly span: Span } | undefined {
  const place = placeInPreview(preview, offset);
  if (place === undefined) return undefined;
  const { section, trace } = place;
  const { variable, scriptVariable } = section;
  const origins = originsOf(analysis, place);
  const paragraphs: Markdown[] = [];
  if (trace !== undefined) {
    const from = origins.map((origin) => originText(analysis, origin));
    paragraphs.push(markup`From ${sequence(from, ', ')}.`);
    append(paragraphs, aboutOrigin(section, trace.from, analysis));
  }
  if (scriptVariable !== undefined && trace === undefined) paragraphs.push(variableMarkdown(scriptVariable));
  if (variable !== undefined) append(paragraphs, variableParagraphs(analysis, variable, trace ? [] : origins));
  if (paragraphs.length === 0) return undefined;
  return { markdown: blocks(paragraphs), span: trace?.span ?? section.head };
}

/** The description of the field or option that is the origin of a part. */
function aboutOrigin({ variable, scriptVariable }: PreviewSection, from: NodePath, { contract }: Analysis): Markdown[] {
  if (scriptVariable !== undefined) {
    const upstream = upstreamOf(from);
    return [...described(bootstrapOptions, from), ...(upstream === undefined ? [] : [upstreamMarkdown(upstream)])];
  }
  return variable?.variable.kind === 'computed' ? [] : described(contract.root, from);
}

function described(root: RecordType, path: NodePath): Markdown[] {
  const { field, owner } = recordPosition(root, path) ?? {};
  return field === undefined || owner === undefined ? [] : [fieldMarkdown(field, owner)];
}

/** More origins are only counted; a file of kernel parameters has many. */
const maxOrigins = 12;

function variableParagraphs(
  analysis: Analysis,
  { name, variable }: RenderedVariable,
  origins: readonly Origin[],
): Markdown[] {
  // Fields that the config contains come first.
  const listed = origins.toSorted((a, b) => Number(b.place !== undefined) - Number(a.place !== undefined));
  const lines = listed.slice(0, maxOrigins).map((origin) => originText(analysis, origin));
  if (listed.length > maxOrigins) lines.push(markup`and ${listed.length - maxOrigins} more`);
  const path = variable.file?.path;
  const file = path === undefined ? markup`a file` : inlineCode(path);
  const becomes = variable.file === undefined ? '' : markup`, which becomes ${file} on the node`;
  return [
    markup`**${prose(name)}**${becomes}`,
    prose(variable.rule),
    ...(lines.length === 0 ? [] : [markup`From the config:\n\n${bulleted(lines)}`]),
    defaultText(variable),
    prose(historyOf(name)),
  ];
}

/** The history of a variable in one line; empty if it has always been made like this. */
function historyOf(name: string): string {
  const { since, until, changes = [] } = variableNamed(name) ?? {};
  const releases = [...new Set(changes.map(({ change }) => change.release.tag))];
  const parts = [
    ...(since === undefined ? [] : [`since ${since.release.tag}`]),
    ...(releases.length === 0 ? [] : [`changed with ${enumerated(releases, 'and')}`]),
    ...(until === undefined ? [] : [`until ${until.release.tag}`]),
  ];
  return parts.length === 0 ? '' : `In AgentBaker ${parts.join(', ')}.`;
}

function originText({ lines, karpenter }: Analysis, { path, place, resource, explanation }: Origin): Markdown {
  const named = path.length === 0 ? markup`the whole config` : inlineCode(fieldName(path));
  if (explanation !== undefined) return markup`${named} (${prose(explanation.replace(/\.$/, ''))})`;
  const gives = karpenter?.hasResources !== true ? markup`the config does not give` : markup`no resource gives`;
  const by = resource === undefined ? '' : markup`: ${prose(resource)}`;
  return place === undefined
    ? markup`${named}, which ${gives}`
    : markup`${named}${by}, line ${lines.positionAt(place.name.start).line + 1}`;
}

function defaultText({ default: value, kind }: RenderedVariable['variable']): Markdown {
  if (kind === 'constant') return markup`No config changes it.`;
  if (value === undefined) return markup`An empty config has no such variable.`;
  if (value === '') return markup`With an empty config it is empty.`;
  if (kind === 'base64-template') return markup`An empty config has the file, too.`;
  return markup`With an empty config it is ${inlineCode(shortened(value))}.`;
}

/** A string of a config that previews mask, entirely or in part. */
export interface ConfigSecret {
  /** JSON Pointer in proto names, as in `revealed` of the preview options. */
  readonly pointer: string;
  /** The path for messages. */
  readonly name: string;
  /** Zero-based. */
  readonly line: number;
  /** The unmasked string. */
  readonly text: string;
}

/** The secrets of a node config in the order of its fields, or of bootstrap options; none of other documents. */
export function configSecrets(analysis: Analysis): ConfigSecret[] {
  const { nodeConfig, karpenter } = analysis;
  if (karpenter !== undefined) {
    const { reading } = karpenter;
    const origins = new OptionOrigins(reading);
    return maskedOptions(reading.value).secrets.map(({ at, text }) =>
      secretAt(analysis, at, text, origins.positionOf(at)?.span.start),
    );
  }
  if (nodeConfig === undefined) return [];
  return nodeConfig.masked.secrets.map(({ at, text }) =>
    secretAt(analysis, at, text, positionInText(nodeConfig.reading.value, at)?.span.start),
  );
}

/**
 * Where a preview contains a secret: its own range, else that of the file or encoded config which it is in. Undefined if it
 * contains none of it.
 */
export function secretSpan({ sections }: Preview, pointer: string): Span | undefined {
  const isIn = (path: NodePath): boolean => `${pointer}/`.startsWith(`${pointerOf(path)}/`);
  const around = sections.flatMap((section) => (section.traces ?? []).filter(({ from }) => isIn(from)));
  const nearest = around.reduce<Trace | undefined>(
    (found, one) => (found === undefined || one.from.length > found.from.length ? one : found),
    undefined,
  );
  return nearest?.span ?? sections.find(({ variable }) => variable && sourcesOf(variable).some(isIn))?.span;
}

function secretAt({ lines }: Analysis, at: NodePath, text: string, start = 0): ConfigSecret {
  return { pointer: pointerOf(at), name: fieldName(at), line: lines.positionAt(start).line, text };
}
