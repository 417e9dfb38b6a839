import type { ComparedPart } from './pieces.js';

/** Two pieces in each other's place, or one without a counterpart. */
export interface PartPair {
  readonly before: ComparedPart | undefined;
  readonly after: ComparedPart | undefined;
  /** What differences call it; undefined for the document that the whole comparison is about. */
  readonly name: string | undefined;
}

/**
 * Pairs what two nodes are given beside their configs: what has the same name with each other, and the only document
 * of each side whatever it is called. Commands and scripts of machines count where both sides have some, because Azure
 * gives back no protected settings. `withConfigs` says whether the comparison is about node configs; else it is about
 * the first document.
 */
export function partPairs(
  before: readonly ComparedPart[],
  after: readonly ComparedPart[],
  withConfigs: boolean,
): readonly PartPair[] {
  const groups = (pieces: readonly ComparedPart[]): Set<string> => new Set(pieces.map(groupOf));
  const [oldGroups, newGroups] = [groups(before), groups(after)];
  const counted = (piece: ComparedPart): boolean => {
    const group = groupOf(piece);
    return group === '' || (oldGroups.has(group) && newGroups.has(group));
  };
  const [old, now] = [before.filter(counted), after.filter(counted)];
  const [first, firstAfter] = [old[0], now[0]];
  if (!withConfigs && old.length === 1 && now.length === 1)
    return [{ before: first, after: firstAfter, name: undefined }];
  const byName = new Map(now.map((piece) => [nameOf(piece), piece]));
  const pairs = old.map((piece): PartPair => {
    const partner = byName.get(nameOf(piece));
    byName.delete(nameOf(piece));
    const isSubject = !withConfigs && piece === first && partner === firstAfter;
    return { before: piece, after: partner, name: isSubject ? undefined : piece.title };
  });
  const added = [...byName.values()].map((piece) => ({ before: undefined, after: piece, name: piece.title }));
  return [...pairs, ...added];
}

/** Custom data in a machine and custom data alone are the same; other fields of a machine are not. */
function groupOf({ role }: ComparedPart): string {
  return role === undefined || role === 'customData' ? '' : role;
}

function nameOf(piece: ComparedPart): string {
  return `${groupOf(piece)}\n${piece.title}`;
}
