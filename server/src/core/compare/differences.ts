import type { PlainValue } from '../formats/tree/expand.js';
import { type NodePath, pointerOf } from '../formats/tree/paths.js';
import { limits } from '../limits.js';
import { findSecrets, type Inflate, type MaskOf, maskText } from '../secrets/find.js';
import { maskValue } from '../secrets/mask.js';
import type { PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import type { Both, DifferenceKind, FieldDifference } from './comparison.js';
import type { TextLines } from './hunks.js';

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

/** How much a comparison shows. */
export interface Showing {
  /** Whether secrets appear as they are. */
  readonly showSecrets: boolean;
  /** Unpacks gzip, so that secrets in compressed payloads are found too. */
  readonly inflate?: Inflate | undefined;
  /** What stands in the place of a secret; the usual mask where it is absent. */
  readonly maskOf?: MaskOf | undefined;
}

/** A plain value as it may be shown, and whether secrets were replaced in it; `name` is what it stands under. */
export function shownValue(
  value: PlainValue,
  name: string,
  { showSecrets, inflate }: Showing,
): { readonly value: PlainValue; readonly masked: boolean } {
  if (showSecrets) return { value, masked: false };
  const shown = maskValue(value, inflate, name);
  return { value: shown, masked: JSON.stringify(shown) !== JSON.stringify(value) };
}

/** The lines of a text with each line's part of a secret replaced, so that lines keep their numbers. */
export function linesOf(
  text: string,
  { showSecrets, inflate, maskOf = () => maskText }: Showing,
): TextLines & { readonly masked: boolean } {
  const real = text === '' ? [] : text.split('\n');
  const secrets = showSecrets ? [] : findSecrets(text, inflate);
  if (secrets.length === 0) return { real, shown: real, masked: false };
  const shown: string[] = [];
  let start = 0;
  let next = 0;
  for (const line of real) {
    const end = start + line.length;
    let [rest, at] = ['', start];
    for (let secret = secrets[next]; secret !== undefined && secret.start < end; secret = secrets[next]) {
      rest += text.slice(at, Math.max(at, secret.start)) + maskOf(text.slice(secret.start, secret.end));
      at = Math.min(end, secret.end);
      if (secret.end > end) break;
      next++;
    }
    // A secret that ended in the line break belongs to no later line.
    while ((secrets[next]?.end ?? Infinity) <= end + 1) next++;
    shown.push(rest + text.slice(at, end));
    start = end + 1;
  }
  return { real, shown, masked: true };
}
