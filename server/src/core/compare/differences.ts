import { limits } from '../limits.js';
import { type NodePath, pointerOf } from '../syntax/pointer.js';
import type { Span } from '../text/span.js';
import type { PositionMap } from '../text/positionMap.js';
import type { Both, DifferenceKind, FieldDifference } from './comparison.js';

/** A way into a document that shares its beginning with the ways beside it. */
export interface Trail {
  readonly before: Trail | undefined;
  readonly step: string | number;
}

/** The steps of a trail, from the root on. */
export function stepsOfTrail(trail: Trail | undefined): NodePath {
  const steps: (string | number)[] = [];
  for (let at = trail; at !== undefined; at = at.before) steps.push(at.step);
  return steps.reverse();
}

/** What is known of a difference beside its place. */
export type DifferenceFacts = Omit<FieldDifference, 'path' | 'pointer' | 'kind' | 'places'>;

/** Collects differences up to `limits.comparedDifferences`, and turns places in the documents into places in the files. */
export class DifferenceList {
  readonly list: FieldDifference[] = [];
  readonly #maps: Both<PositionMap>;

  constructor(maps: Both<PositionMap>) {
    this.#maps = maps;
  }

  get full(): boolean {
    return this.list.length >= limits.comparedDifferences;
  }

  add(kind: DifferenceKind, trail: Trail | undefined, spans: Both<Span | undefined>, facts: DifferenceFacts): void {
    if (this.full) return;
    const steps = stepsOfTrail(trail);
    const before = placeIn(this.#maps.before, spans.before);
    const after = placeIn(this.#maps.after, spans.after);
    this.list.push({
      ...facts,
      path: steps.join('.'),
      pointer: pointerOf(steps),
      kind,
      places: { ...(before && { before }), ...(after && { after }) },
    });
  }
}

function placeIn(map: PositionMap | undefined, span: Span | undefined): Span | undefined {
  return map?.exact === true && span !== undefined ? map.toOuter(span) : undefined;
}
