import type { Both } from './comparison.js';
import type { Subject } from './subjects.js';

/**
 * Which subjects are compared with each other. One on each side belong together whatever they are called, and what is
 * no machine is compared with every machine of the other side; several machines are paired by name.
 */
export function pairsOf(before: readonly Subject[], after: readonly Subject[]): readonly Both<Subject>[] {
  const [oldest, newest] = [before[0], after[0]];
  const single = (list: readonly Subject[], first: Subject | undefined): boolean =>
    list.length === 1 && first?.isMachine === false;
  if (before.length === 1 && after.length === 1) return [both(oldest, newest)];
  if (single(before, oldest)) return after.map((subject) => both(oldest, subject));
  if (single(after, newest)) return before.map((subject) => both(subject, newest));
  const named = new Map<string, Subject[]>();
  for (const subject of after) {
    const key = keyOf(subject);
    named.set(key, [...(named.get(key) ?? []), subject]);
  }
  const pairs = before.map((subject) => both(subject, named.get(keyOf(subject))?.shift()));
  const left = new Set([...named.values()].flat());
  return [...pairs, ...after.filter((subject) => left.has(subject)).map((subject) => both(undefined, subject))];
}

/** Azure does not tell names apart by case. */
function keyOf({ machine }: Subject): string {
  return machine?.toLowerCase() ?? '';
}

function both(before: Subject | undefined, after: Subject | undefined): Both<Subject> {
  return { ...(before && { before }), ...(after && { after }) };
}
