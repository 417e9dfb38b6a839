import type { Analysis } from '../analysis.js';
import { explanationOf, optionInText } from '../karpenter/navigate.js';
import { placeInText, type TextPlace } from '../contract/place.js';
import type { Trace } from '../render/trace.js';
import type { NodePath } from '../syntax/pointer.js';
import { touches } from '../text/span.js';
import { type PreviewSection, type Preview, sourcesOf } from './passage.js';

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
  readonly place: TextPlace | undefined;
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
  if (trace !== undefined) return [originAt(analysis, trace.from)];
  const { variable, scriptVariable } = passage;
  if (scriptVariable !== undefined) return scriptVariable.sources.map((source) => originAt(analysis, [source]));
  if (variable === undefined) return [];
  const sources = sourcesOf(variable).map((path) => originAt(analysis, path));
  if (sources.some(({ place }) => place !== undefined)) return sources;
  return [...sources, ...variable.variable.presence.map((path) => originAt(analysis, path.split('.')))];
}

function originAt({ reading, bootstrapOptions, root }: Analysis, path: NodePath): Origin {
  if (bootstrapOptions !== undefined) {
    const place = optionInText(bootstrapOptions, path);
    const explanation = explanationOf(bootstrapOptions, path);
    return { path, place: explanation === undefined ? place : undefined, resource: place?.resource, explanation };
  }
  if (path.length > 0) return { path, place: reading && placeInText(reading.value, path) };
  const span = root.tree?.root?.span;
  // The bracket stands for the whole config.
  return { path, place: span && { span, name: { start: span.start, end: Math.min(span.start + 1, span.end) } } };
}
