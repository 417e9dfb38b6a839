import { append } from '../text/strings.js';
import type { Reading } from '../nodeConfig/read.js';
import { kindTitles } from '../document/kinds.js';
import { maskSecrets } from '../secrets/mask.js';
import type { ComparisonNote, FieldDifference, Side, TextDifference } from './comparison.js';
import { compareConfigs, readConfig } from './configs.js';
import { droppedNotes } from './notes.js';
import { type Hunk, hunksOf } from './hunks.js';
import { linesOf, type Showing } from './differences.js';
import type { ComparedPart, PartPair } from './pieces.js';
import { compareTrees } from './trees.js';

/** What the documents beside the node configs do not agree on. */
export interface PartDifferences {
  readonly fields: readonly FieldDifference[];
  readonly texts: readonly TextDifference[];
  readonly notes: readonly ComparisonNote[];
}

/** Compares what two nodes are given beside their configs. */
export function compareParts(pairs: readonly PartPair[], showing: Showing): PartDifferences {
  const all = new Findings(showing);
  for (const { before, after, name } of pairs) all.compare(before, after, name);
  return all;
}

class Findings implements PartDifferences {
  readonly fields: FieldDifference[] = [];
  readonly texts: TextDifference[] = [];
  readonly notes: ComparisonNote[] = [];
  readonly #showing: Showing;

  constructor(showing: Showing) {
    this.#showing = showing;
  }

  /** `name` is what differences call the document. */
  compare(before: ComparedPart | undefined, after: ComparedPart | undefined, name: string | undefined): void {
    const document = name ?? (after ?? before)?.title ?? '';
    if (before === undefined || after === undefined) {
      const kind = before === undefined ? 'added' : 'removed';
      this.texts.push({ document, kind, ...this.#hunks(before?.text, after?.text) });
      return;
    }
    if (isConfig(before) && isConfig(after)) {
      this.#compareConfigs(before, after, document);
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

  /** A second node config, such as one in user data: what the node would read in it counts. */
  #compareConfigs(before: ComparedPart, after: ComparedPart, document: string): void {
    const [old, now] = [readConfig(before.payload).reading, readConfig(after.payload).reading];
    const maps = { before: before.payload.map, after: after.payload.map };
    const fields = compareConfigs(old.value, now.value, maps, this.#showing.showSecrets);
    append(
      this.fields,
      fields.map((found) => ({ document, ...found })),
    );
    append(this.notes, droppedNotes(old, now));
    this.#noteRefusal('before', old, document);
    this.#noteRefusal('after', now, document);
  }

  #noteRefusal(side: Side, { ok, error }: Reading, document: string): void {
    if (ok) return;
    const why = this.#shownText(error ?? 'it cannot be read').replace(/\.$/, '');
    const message = `${document} is a node config that the node refuses: ${why}. What could be read of it is compared.`;
    this.notes.push({ severity: 'error', side, message });
  }

  #compareTrees(before: ComparedPart, after: ComparedPart, name: string | undefined): void {
    const [old, now] = [before.payload, after.payload];
    if (old.kind !== now.kind) {
      const message = `These are documents of different kinds, ${kindTitles[old.kind]} and ${kindTitles[now.kind]}; there is nothing to compare.`;
      this.notes.push({ severity: 'error', message });
      return;
    }
    const tree = ({ payload, omitted }: ComparedPart) => ({ root: payload.tree?.root, omitted, map: payload.map });
    append(this.fields, compareTrees(tree(before), tree(after), name, this.#showing));
  }

  /** A document of a known kind that its reader cannot read: what is left of it is compared, or its lines. */
  #noteFaults(side: Side, { kind, tree }: ComparedPart['payload'], name: string | undefined): void {
    const fault = kind === 'unknown' ? undefined : tree?.problems.find(({ severity }) => severity === 'error');
    if (fault === undefined) return;
    const message = `${name ?? 'The document'} cannot be read completely: ${this.#shownText(fault.message)}`;
    this.notes.push({ severity: 'error', side, message });
  }

  #shownText(text: string): string {
    return this.#showing.showSecrets ? text : maskSecrets(text).text;
  }

  #hunks(before = '', after = ''): { readonly hunks: readonly Hunk[]; readonly masked?: true } {
    const [old, now] = [linesOf(before, this.#showing), linesOf(after, this.#showing)];
    return { hunks: hunksOf(old, now), ...(old.masked || now.masked ? { masked: true } : {}) };
  }
}

/** Whether a document is a node config. */
export function isConfig({ payload: { kind } }: ComparedPart): boolean {
  return kind === 'node-config';
}

/** Whether a document is compared by its values: one of a kind that has such, or other JSON that can be read. */
export function isTree({ payload: { kind, tree } }: ComparedPart): boolean {
  if (tree?.root === undefined) return false;
  return kind !== 'unknown' || tree.problems.every(({ severity }) => severity !== 'error');
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
