import type { Analysis } from '../analysis.js';
import { machinesIn } from '../document/machineModel.js';
import { type FileProblem, type Payload, trailTo } from '../document/payload.js';
import { fixedText, TakenSpans } from '../editor/codeActions.js';
import { replacePayloads } from '../editor/payloads.js';
import type { ProblemCode } from '../problems/codes.js';
import type { Fix, TextChange } from '../problems/problem.js';

/** A fix of one problem. */
interface FoundFix {
  readonly found: FileProblem;
  readonly fix: Fix;
  /** Whether it changes decoded text, which has to be encoded and written back. */
  readonly isEncoded: boolean;
}

/** The same fix of several problems. */
export interface RepeatedFix {
  /** What the fix is in all documents: the code of the problem, its field without positions in lists, and the correction. */
  readonly key: string;
  readonly title: string;
  readonly code: ProblemCode;
  /** How many problems it fixes. */
  readonly problems: number;
  /** How many documents it changes: payloads, or the file itself. */
  readonly documents: number;
}

function* fixesOf(problems: readonly FileProblem[]): Generator<FoundFix> {
  const seen = new Set<Fix>();
  for (const found of problems)
    for (const [fixes, isEncoded] of [
      [found.fixes ?? [], false],
      [found.encodedFixes ?? [], true],
    ] as const)
      for (const fix of fixes) {
        // One fix may be that of several problems.
        if (seen.has(fix)) continue;
        seen.add(fix);
        yield { found, fix, isEncoded };
      }
}

/** What is the same for the same fix in all documents. */
export function fixKey({ code, pointer }: FileProblem, { title }: Fix): string {
  return JSON.stringify([code, pointer.replace(/\/\d+(?=\/|$)/g, '/*'), title]);
}

/** The different fixes of a file, the most frequent ones first. */
export function repeatedFixes(problems: readonly FileProblem[]): readonly RepeatedFix[] {
  const fixes = new Map<string, Omit<RepeatedFix, 'documents'> & { problems: number; in: Set<Payload> }>();
  for (const { found, fix } of fixesOf(problems)) {
    const key = fixKey(found, fix);
    const known = fixes.get(key) ?? { key, title: fix.title, code: found.code, problems: 0, in: new Set<Payload>() };
    known.problems++;
    known.in.add(found.document);
    fixes.set(key, known);
  }
  return [...fixes.values()]
    .map(({ in: documents, ...fix }) => ({ ...fix, documents: documents.size }))
    .sort((a, b) => b.problems - a.problems);
}

/** A change of a file by a fix. */
export interface FixChange {
  readonly changes: readonly TextChange[];
  /** What users call the position: the machine, and the payloads that lead to the fixed one. */
  readonly trail: readonly string[];
}

/** A fix of a file wherever it is possible. */
export interface FixEverywhere {
  /** They don't overlap, so each can be made without the others. */
  readonly changes: readonly FixChange[];
  /** How many documents are fixed: payloads, or the file itself. */
  readonly documents: number;
  /** Where it isn't possible, with the reason. */
  readonly unfixed: readonly { readonly trail: readonly string[]; readonly reason: string }[];
}

/** Makes one fix at all positions of a file. Each string with payloads is written once. */
export function fixEverywhere(analysis: Analysis, problems: readonly FileProblem[], key: string): FixEverywhere {
  const trails = new Trails(analysis);
  const changes: FixChange[] = [];
  const unfixed: { readonly trail: readonly string[]; readonly reason: string }[] = [];
  const fixed = new Set<Payload>();
  const taken = new TakenSpans();
  const encoded = new Map<Payload, Fix[]>();
  const add = (documents: readonly Payload[], replaced: readonly TextChange[]): void => {
    const [first] = documents;
    if (first === undefined) return;
    const start = replaced[0]?.span.start ?? 0;
    if (!taken.take(replaced.map(({ span }) => span))) {
      for (const document of documents) unfixed.push({ trail: trails.of(document, start), reason: overlapping });
      return;
    }
    changes.push({ changes: replaced, trail: trails.of(first, start) });
    for (const document of documents) fixed.add(document);
  };
  for (const { found, fix, isEncoded } of fixesOf(problems)) {
    if (fixKey(found, fix) !== key) continue;
    if (isEncoded) encoded.set(found.document, [...(encoded.get(found.document) ?? []), fix]);
    else add([found.document], fix.changes);
  }
  const texts = new Map([...encoded].map(([document, fixes]) => [document, fixedText(document, compatible(fixes))]));
  const written = replacePayloads(analysis, texts);
  for (const { payloads, ...change } of written.changes) add(payloads, [change]);
  for (const [payload, reason] of written.unwritten)
    unfixed.push({ trail: trails.of(payload, startOf(payload)), reason });
  for (const payload of written.inside)
    unfixed.push({ trail: trails.of(payload, startOf(payload)), reason: overlapping });
  return { changes, documents: fixed.size, unfixed };
}

const overlapping = 'The fix changes the text around it, too. Make the fix again afterwards.';

/** Fixes of one document without those that overlap with one before. */
function compatible(fixes: readonly Fix[]): readonly Fix[] {
  const taken = new TakenSpans();
  return fixes.filter((fix) => taken.take(fix.changes.map(({ span }) => span)));
}

function startOf({ map }: Payload): number {
  return map.toOuter({ start: 0, end: 0 }).start;
}

/** What users call the documents of a file. */
class Trails {
  readonly #analysis: Analysis;
  /** In the order of the file. */
  readonly #machines: readonly { readonly name: string; readonly start: number; readonly end: number }[];

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    const { root, text } = analysis;
    this.#machines =
      root.text === text
        ? machinesIn(root).flatMap(({ name, node: { span } }) => (name === undefined ? [] : [{ name, ...span }]))
        : [];
  }

  of(document: Payload, start: number): readonly string[] {
    const machine = this.#machineAt(start);
    return [...(machine === undefined ? [] : [machine]), ...trailTo(this.#analysis, document)];
  }

  #machineAt(offset: number): string | undefined {
    let low = 0;
    let high = this.#machines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#machines[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const before = this.#machines[low - 1];
    return before !== undefined && offset < before.end ? before.name : undefined;
  }
}
