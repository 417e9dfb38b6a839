import type { SyntaxNode } from '../formats/tree/node.js';
import type { Analysis } from '../analysis.js';
import type { DocumentRefactoring, Refactoring } from '../document/editing.js';
import type { FileProblem, Payload } from '../document/payload.js';
import { parseJson } from '../formats/json/parse.js';
import { applyChanges, changesOverlap, composeChanges } from '../formats/tree/changes.js';
import { limits } from '../limits.js';
import { detectKind } from '../payload/detectKind.js';
import { kinds } from '../payload/kindTable.js';
import type { Fix, TextChange } from '../problems/problem.js';
import type { Budget } from '../text/budget.js';
import { overlaps, type Span } from '../text/span.js';
import { validate } from '../validate.js';
import { replacePayload, replacePayloads } from './payloads.js';
import { documentsAround, innerSpan, outerChanges, type ReadableDocument } from './documentsAt.js';
import { addToList } from '../text/strings.js';

/** A fix together with the problems that it fixes. */
export interface QuickFix {
  readonly problems: readonly FileProblem[];
  readonly fix: Fix;
  /** Whether it is the best fix for its problem. */
  readonly preferred: boolean;
}

/** The fixes of the problems in a range of the file; a fix of several problems is listed once. */
export function quickFixes(problems: readonly FileProblem[], range: Span): QuickFix[] {
  const found = new Map<Fix, { problems: FileProblem[]; preferred: boolean }>();
  for (const problem of problems) {
    if (!overlaps(problem.span, range)) continue;
    for (const [index, fix] of (problem.fixes ?? []).entries()) {
      const known = found.get(fix);
      if (known === undefined) found.set(fix, { problems: [problem], preferred: index === 0 });
      else known.problems.push(problem);
    }
  }
  return [...found].map(([fix, rest]) => ({ ...rest, fix }));
}

/** The fixes that can be applied together without a review; of those that overlap, only the first. */
export function safeFixes(problems: readonly FileProblem[]): Fix[] {
  return compatibleFixes(problems.map(({ fixes = [] }) => fixes));
}

/** The first safe fix of each list, without those that overlap with one before. */
function compatibleFixes(lists: Iterable<readonly Fix[]>): Fix[] {
  const chosen: Fix[] = [];
  const taken = new TakenSpans();
  for (const fixes of lists) {
    const fix = fixes.find((candidate) => candidate.safe);
    if (fix === undefined || !taken.take(fix.changes.map(({ span }) => span))) continue;
    chosen.push(fix);
  }
  return chosen;
}

/** How many safe fixes the problems of a file have, also inside of encoded payloads. */
export function countSafeFixes(problems: readonly FileProblem[]): number {
  const encoded = [...safeEncodedFixes(problems).values()];
  return encoded.reduce((sum, fixes) => sum + fixes.length, safeFixes(problems).length);
}

/** The safe fixes for payloads that can only be written back through their encodings, by the payload that they change. */
function safeEncodedFixes(problems: readonly FileProblem[]): ReadonlyMap<Payload, readonly Fix[]> {
  const lists = new Map<Payload, (readonly Fix[])[]>();
  for (const { document, encodedFixes } of problems)
    if (encodedFixes !== undefined) addToList(lists, document, encodedFixes);
  const chosen = [...lists].map(([document, found]) => [document, compatibleFixes(found)] as const);
  return new Map(chosen.filter(([, fixes]) => fixes.length > 0));
}

/** The result of fixing a text. */
export interface SafeFixes {
  /** Changes of the original text; they don't overlap. */
  readonly changes: readonly TextChange[];
  /** How many fixes were applied. */
  readonly applied: number;
  /** Whether there was time for everything. */
  readonly isComplete: boolean;
  /** The steps of the documents whose own text was fixed. */
  readonly documents: readonly (readonly string[])[];
}

/** The problems of a file, with any text, that may be fixed. */
export type FixableProblems = (analysis: Analysis) => readonly FileProblem[];

/**
 * Applies all safe fixes, also those inside of encoded payloads, and those that become possible with them, until none is
 * left, so that fixing the result again changes nothing. When the budget is spent, there are no further rounds.
 */
export function applySafeFixes(
  analysis: Analysis,
  fixable: FixableProblems = (any) => validate(any).problems,
  budget = analysis.newBudget(),
): SafeFixes {
  return budget.timed(() => appliedInRounds(analysis, fixable, budget));
}

function appliedInRounds(analysis: Analysis, fixable: FixableProblems, budget: Budget): SafeFixes {
  let changes: TextChange[] = [];
  let applied = 0;
  let current = analysis;
  const documents = new Map<string, readonly string[]>();
  const unwritable = new Set<string>();
  for (let round = 0; round < limits.fixRounds && !budget.isSpent; round++) {
    const step = nextStep(current, fixable(current), unwritable, budget);
    if (step.applied === 0)
      return { changes, applied, isComplete: !budget.isSpent, documents: [...documents.values()] };
    changes = composeChanges(analysis.text.length, changes, step.changes);
    current = current.withText(applyChanges(current.text, step.changes));
    applied += step.applied;
    for (const steps of step.documents) documents.set(JSON.stringify(steps), steps);
  }
  return { changes, applied, isComplete: false, documents: [...documents.values()] };
}

/**
 * Fixes that can be applied together: those of the file's own text, else those of payloads. Writing a payload back takes as
 * long as reading the file; `unwritable` collects the steps of those for which that isn't possible.
 */
function nextStep(
  analysis: Analysis,
  problems: readonly FileProblem[],
  unwritable: Set<string>,
  budget: Budget,
): Omit<SafeFixes, 'isComplete'> {
  const fixes = safeFixes(problems);
  if (fixes.length > 0)
    return { changes: fixes.flatMap((fix) => fix.changes), applied: fixes.length, documents: [analysis.root.steps] };
  const encoded = safeEncodedFixes(problems);
  const texts = [...encoded].filter(([{ steps }]) => !unwritable.has(JSON.stringify(steps)));
  const fixed = new Map(texts.map(([document, inside]) => [document, fixedText(document, inside)]));
  // A payload inside of another one that was changed is fixed in the next round.
  const { changes, unwritten } = replacePayloads(analysis, fixed, budget);
  for (const { steps } of unwritten.keys()) unwritable.add(JSON.stringify(steps));
  const documents = changes.flatMap(({ payloads }) => payloads);
  const applied = documents.reduce((sum, document) => sum + (encoded.get(document)?.length ?? 0), 0);
  return { changes, applied, documents: documents.map(({ steps }) => steps) };
}

/** The changes of the file that fixes inside of an encoded payload make; none if it can't be written back. */
export function encodedChanges(analysis: Analysis, document: Payload, fixes: readonly Fix[]): readonly TextChange[] {
  const written = replacePayload(analysis, document.steps, fixedText(document, fixes));
  return written.ok ? written.value : [];
}

/** The text of a document after fixes that don't overlap. */
export function fixedText({ text = '' }: Payload, fixes: readonly Fix[]): string {
  return applyChanges(
    text,
    fixes.flatMap((fix) => fix.changes),
  );
}

/** Spans of a text that fixes change, in order and without overlaps. */
export class TakenSpans {
  readonly #spans: Span[] = [];

  /** Takes all of these spans, or none if one of them overlaps with a taken one. */
  take(spans: readonly Span[]): boolean {
    if (spans.some((span) => this.#overlaps(span))) return false;
    for (const span of spans) this.#spans.splice(this.#indexOf(span.start), 0, span);
    return true;
  }

  #overlaps(span: Span): boolean {
    // Taken spans are in order and don't overlap, so only neighbours need to be compared.
    for (let i = Math.max(0, this.#indexOf(span.start) - 1); i < this.#spans.length; i++) {
      const other = this.#spans[i];
      if (other === undefined || other.start > span.end) return false;
      if (changesOverlap(span, other)) return true;
    }
    return false;
  }

  /** The index of the first span that starts at an offset or after it. */
  #indexOf(offset: number): number {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle]?.start ?? offset) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The change that adds a comment which ignores a problem of the file, if its kind has such comments. */
export function ignoringLine(analysis: Analysis, problem: FileProblem): TextChange | undefined {
  const { root } = analysis;
  if (analysis.kind !== root.kind || problem.layers.length > 0) return undefined;
  return kinds[root.kind].ignoringChange?.(analysis.view(root), problem);
}

/** The refactorings for a range of a file. Some of them may have no changes. */
export function refactorings(analysis: Analysis, range: Span): Refactoring[] {
  return [...documentsAround(analysis, range.start)].flatMap(({ document }) => offeredBy(document, analysis, range));
}

/** The changes of a refactoring; none if there is nothing to change. */
export function refactoringChanges(
  analysis: Analysis,
  refactoring: DocumentRefactoring,
  range: Span,
): readonly TextChange[] {
  for (const { document } of documentsAround(analysis, range.start)) {
    if (!offeredBy(document, analysis, range).some(({ name }) => name === refactoring.name)) continue;
    const { kind, view, payload } = document;
    const changes = kind.refactoringChanges?.(view, refactoring, innerSpan(analysis, document, range)) ?? [];
    return staysRecognised(analysis, payload, changes) ? (outerChanges(payload, changes) ?? []) : [];
  }
  return [];
}

/**
 * Whether a document that is recognised by its content still is after changes: an object without its last known field would be
 * any JSON, and nothing in it would be checked any more.
 */
function staysRecognised(analysis: Analysis, document: Payload, changes: readonly TextChange[]): boolean {
  const { kind, name, text = '', steps } = document;
  const isRecognised = (content: string): boolean => {
    const json = (): SyntaxNode | undefined => parseJson(content).root;
    const whole = steps.length === 0;
    return detectKind({ name, text: content, whole, json, contract: () => analysis.contract }) === kind;
  };
  return changes.length === 0 || !isRecognised(text) || isRecognised(applyChanges(text, changes));
}

/** The refactorings of a document that can be changed in the file. */
function offeredBy(document: ReadableDocument, analysis: Analysis, range: Span): Refactoring[] {
  const { kind, view, payload } = document;
  if (kind.refactorings === undefined || payload.map.toOuterChange === undefined) return [];
  return kind.refactorings(view, innerSpan(analysis, document, range));
}
