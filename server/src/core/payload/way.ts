import { touches } from '../text/span.js';
import type { Child, Payload } from './payload.js';

/** The children to go through from a document to the payload at the end of some steps; undefined where there is none. */
export function wayTo(root: Payload, steps: readonly string[]): readonly Child[] | undefined {
  if (isSame(root.steps, steps)) return [];
  for (const child of root.children) {
    if (!leadsTo(child.payload.steps, steps)) continue;
    const rest = wayTo(child.payload, steps);
    if (rest !== undefined) return [child, ...rest];
  }
  return undefined;
}

/** The payload at the end of some steps. */
export function payloadAt(root: Payload, steps: readonly string[]): Payload | undefined {
  const way = wayTo(root, steps);
  return way === undefined ? undefined : (way.at(-1)?.payload ?? root);
}

/**
 * The innermost payload whose string is at an offset of the file. Inside of an encoded string there are no places, so
 * what it holds is not looked at.
 */
export function childAround(root: Payload, offset: number): Child | undefined {
  let found: Child | undefined;
  for (let around = root; around.map.exact;) {
    const next = around.children.find(({ span }) => touches(span, offset));
    if (next === undefined) break;
    found = next;
    around = next.payload;
  }
  return found;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && leadsTo(a, b);
}

function leadsTo(part: readonly string[], whole: readonly string[]): boolean {
  return part.length <= whole.length && part.every((step, index) => step === whole[index]);
}
