import type { Analysis } from '../analysis.js';
import { type FileProblem, type Payload, trailTo } from '../document/payload.js';
import { fixedText, TakenSpans } from '../editor/codeActions.js';
import { replacePayloads } from '../editor/payloads.js';
import { limits } from '../limits.js';
import type { ProblemCode } from '../problems/codes.js';
import type { Fix, TextChange } from '../problems/problem.js';
import { namesAround, namesOfResources, resourcesIn } from '../resources.js';
import { addToList } from '../text/strings.js';

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
  const seen = new Map<Payload, Set<Fix>>();
  for (const found of problems) {
    // One fix may be that of several problems, and of problems in equal documents.
    const ofDocument = seen.get(found.document) ?? new Set();
    seen.set(found.document, ofDocument);
    for (const [fixes, isEncoded] of [
      [found.fixes ?? [], false],
      [found.encodedFixes ?? [], true],
    ] as const)
      for (const fix of fixes) {
        if (ofDocument.has(fix)) continue;
        ofDocument.add(fix);
        yield { found, fix, isEncoded };
      }
  }
}

/** What is the same for the same fix in all documents. */
export function fixKey({ code, pointer }: FileProblem, { title }: Fix): string {
  return JSON.stringify([code, pointer.replace(/\/\d+(?=\/|$)/g, '/*'), title]);
}

/** The keys of the first fix of each problem; the others are alternatives to it. */
export function preferredFixes(problems: readonly FileProblem[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const found of problems) {
    const [fix] = found.fixes?.length ? found.fixes : (found.encodedFixes ?? []);
    if (fix !== undefined) keys.add(fixKey(found, fix));
  }
  return keys;
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

/** The same fix of several problems in the files of a fleet. */
export interface FleetFix extends RepeatedFix {
  /** The first file with such a problem. */
  readonly file: string;
  readonly files: number;
}

/** Counts the fixes of many files, which are added one after the other. */
export class FleetFixes {
  readonly #fixes = new Map<string, FleetFix>();

  add(file: string, fixes: readonly RepeatedFix[]): void {
    for (const fix of fixes) {
      const known = this.#fixes.get(fix.key) ?? { ...fix, problems: 0, documents: 0, file, files: 0 };
      this.#fixes.set(fix.key, {
        ...known,
        problems: known.problems + fix.problems,
        documents: known.documents + fix.documents,
        files: known.files + 1,
      });
    }
  }

  /** Those of more than one problem, the most frequent first. */
  get common(): readonly FleetFix[] {
    return [...this.#fixes.values()]
      .filter(({ problems }) => problems > 1)
      .sort((a, b) => b.problems - a.problems)
      .slice(0, limits.fixesEverywhere);
  }
}

/** A change of a file by a fix. */
export interface FixChange {
  readonly changes: readonly TextChange[];
  /** What users call the position: the machine and extension if the file has several, and the payloads that lead to the fixed one. */
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
  const { around } = resourcesIn(analysis);
  const namesOf = (document: Payload): readonly string[] => namesOfResources(analysis, around(document));
  const trailOf = (document: Payload, names = namesOf(document)): readonly string[] => [
    ...names,
    ...trailTo(analysis, document),
  ];
  const changes: FixChange[] = [];
  const unfixed: { readonly trail: readonly string[]; readonly reason: string }[] = [];
  const fixed = new Set<Payload>();
  const taken = new TakenSpans();
  const encoded = new Map<Payload, Fix[]>();
  const add = (documents: readonly Payload[], replaced: readonly TextChange[], names?: readonly string[]): void => {
    const [first] = documents;
    if (first === undefined) return;
    if (!taken.take(replaced.map(({ span }) => span))) {
      for (const document of documents) unfixed.push({ trail: trailOf(document, names), reason: overlapping });
      return;
    }
    changes.push({ changes: replaced, trail: trailOf(first, names) });
    for (const document of documents) fixed.add(document);
  };
  for (const { found, fix, isEncoded } of fixesOf(problems)) {
    if (fixKey(found, fix) !== key) continue;
    if (isEncoded) addToList(encoded, found.document, fix);
    else add([found.document], fix.changes, namesAround(analysis, found));
  }
  const texts = new Map([...encoded].map(([document, fixes]) => [document, fixedText(document, compatible(fixes))]));
  const written = replacePayloads(analysis, texts);
  for (const { payloads, ...change } of written.changes) add(payloads, [change]);
  for (const [payload, reason] of written.unwritten) unfixed.push({ trail: trailOf(payload), reason });
  for (const payload of written.inside) unfixed.push({ trail: trailOf(payload), reason: overlapping });
  return { changes, documents: fixed.size, unfixed };
}

const overlapping = 'The fix changes the text around it, too. Make the fix again afterwards.';

/** Fixes of one document without those that overlap with one before. */
function compatible(fixes: readonly Fix[]): readonly Fix[] {
  const taken = new TakenSpans();
  return fixes.filter((fix) => taken.take(fix.changes.map(({ span }) => span)));
}
