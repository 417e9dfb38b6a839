import { kindTitles } from '../document/kinds.js';
import { maskSecrets } from '../secrets/mask.js';
import type { ComparisonNote, FieldDifference, Side, TextDifference } from './comparison.js';
import { type Hunk, hunksOf } from './hunks.js';
import { linesOf, type Showing } from './masking.js';
import type { Piece } from './pieces.js';
import type { Subject } from './subjects.js';
import { compareTrees } from './trees.js';

/** What the documents beside the node configs do not agree on. */
export interface PieceDifferences {
  readonly fields: readonly FieldDifference[];
  readonly texts: readonly TextDifference[];
  readonly notes: readonly ComparisonNote[];
}

/**
 * Compares what two nodes are given beside their configs: what has the same name with each other, and the only
 * document of each side whatever it is called. Commands and scripts of machines count where both sides have some,
 * because Azure gives back no protected settings. `withConfigs` says whether the comparison is about node configs;
 * else it is about the first document, which differences then do not name.
 */
export function comparePieces(
  before: Subject,
  after: Subject,
  withConfigs: boolean,
  showing: Showing,
): PieceDifferences {
  const groups = (pieces: readonly Piece[]): Set<string> => new Set(pieces.map(groupOf));
  const [oldGroups, newGroups] = [groups(before.others), groups(after.others)];
  const counted = (piece: Piece): boolean => {
    const group = groupOf(piece);
    return group === '' || (oldGroups.has(group) && newGroups.has(group));
  };
  const [old, now] = [before.others.filter(counted), after.others.filter(counted)];
  const [first, firstAfter] = [old[0], now[0]];
  const all = new Findings(showing);
  if (!withConfigs && old.length === 1 && now.length === 1) {
    all.compare(first, firstAfter, undefined);
    return all;
  }
  const byName = new Map(now.map((piece) => [nameOf(piece), piece]));
  for (const piece of old) {
    const partner = byName.get(nameOf(piece));
    byName.delete(nameOf(piece));
    const isSubject = !withConfigs && piece === first && partner === firstAfter;
    all.compare(piece, partner, isSubject ? undefined : piece.title);
  }
  for (const piece of byName.values()) all.compare(undefined, piece, piece.title);
  return all;
}

/** Custom data in a machine and custom data alone are the same; other fields of a machine are not. */
function groupOf({ role }: Piece): string {
  return role === undefined || role === 'customData' ? '' : role;
}

function nameOf(piece: Piece): string {
  return `${groupOf(piece)}\n${piece.title}`;
}

class Findings implements PieceDifferences {
  readonly fields: FieldDifference[] = [];
  readonly texts: TextDifference[] = [];
  readonly notes: ComparisonNote[] = [];
  readonly #showing: Showing;

  constructor(showing: Showing) {
    this.#showing = showing;
  }

  /** `name` is what differences call the document. */
  compare(before: Piece | undefined, after: Piece | undefined, name: string | undefined): void {
    const document = name ?? (after ?? before)?.title ?? '';
    if (before === undefined || after === undefined) {
      const kind = before === undefined ? 'added' : 'removed';
      this.texts.push({ document, kind, ...this.#hunks(before?.text, after?.text) });
      return;
    }
    this.#noteFaults('before', before.payload, name);
    this.#noteFaults('after', after.payload, name);
    if (isTree(before) && isTree(after)) this.#compareTrees(before, after, name);
    else if (before.text === undefined || after.text === undefined) {
      if (!sameBytes(before.payload.bytes, after.payload.bytes))
        this.texts.push({ document, kind: 'changed', hunks: [] });
    } else if (before.text !== after.text)
      this.texts.push({ document, kind: 'changed', ...this.#hunks(before.text, after.text) });
  }

  #compareTrees(before: Piece, after: Piece, name: string | undefined): void {
    const [old, now] = [before.payload, after.payload];
    if (old.kind !== now.kind) {
      const message = `These are documents of different kinds, ${kindTitles[old.kind]} and ${kindTitles[now.kind]}; there is nothing to compare.`;
      this.notes.push({ severity: 'error', message });
      return;
    }
    const tree = ({ payload, omitted }: Piece) => ({ root: payload.tree?.root, omitted, map: payload.map });
    this.fields.push(...compareTrees(tree(before), tree(after), name, this.#showing));
  }

  /** A document of a known kind that its reader cannot read: what is left of it is compared, or its lines. */
  #noteFaults(side: Side, { kind, tree }: Piece['payload'], name: string | undefined): void {
    const fault = kind === 'unknown' ? undefined : tree?.problems.find(({ severity }) => severity === 'error');
    if (fault === undefined) return;
    const why = this.#showing.showSecrets ? fault.message : maskSecrets(fault.message).text;
    const message = `${name ?? 'The document'} cannot be read completely: ${why}`;
    this.notes.push({ severity: 'error', side, message });
  }

  #hunks(before = '', after = ''): { readonly hunks: readonly Hunk[]; readonly masked?: true } {
    const [old, now] = [linesOf(before, this.#showing), linesOf(after, this.#showing)];
    return { hunks: hunksOf(old, now), ...(old.masked || now.masked ? { masked: true } : {}) };
  }
}

/** Whether a document is compared by its values: one of a kind that has such, or other JSON that can be read. */
function isTree({ payload: { kind, tree } }: Piece): boolean {
  if (tree?.root === undefined) return false;
  return kind !== 'unknown' || tree.problems.every(({ severity }) => severity !== 'error');
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
