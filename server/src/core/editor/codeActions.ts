import type { Analysis } from '../analysis.js';
import {
  contentFormChanges,
  contentForms,
  contentFormTitles,
  otherContentForms,
} from '../cloudConfig/editing/contentForms.js';
import { ignoreCommentsIn, ignoreMark } from '../cloudConfig/ignoreComments.js';
import { applyChanges, changesOverlap, composeChanges } from '../formats/tree/changes.js';
import { touchedNode } from '../formats/tree/paths.js';
import { limits } from '../limits.js';
import { contract } from '../nodeConfig/contract/contract.js';
import { convertNames, removeDefaults, sortFields } from '../nodeConfig/edits.js';
import { objectAround, type PlacedObject } from '../nodeConfig/value.js';
import type { FileProblem } from '../document/payload.js';
import type { ProblemCode } from '../problems/codes.js';
import type { Fix, TextChange } from '../problems/problem.js';
import { overlaps, type Span } from '../text/span.js';

/** A fix together with the problems that it mends. */
export interface QuickFix {
  readonly problems: readonly FileProblem[];
  readonly fix: Fix;
  /** Whether it is the best one for its problem. */
  readonly preferred: boolean;
}

/** The fixes of those problems that touch a stretch of the file; one that several problems share comes once. */
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
  return [...found].map(([fix, { problems: mended, preferred }]) => ({ problems: mended, fix, preferred }));
}

/** The fixes that may be applied together without looking; of those that collide only the first. */
export function safeFixes(problems: readonly FileProblem[]): Fix[] {
  const chosen: Fix[] = [];
  const taken = new TakenSpans();
  for (const { fixes } of problems) {
    const fix = fixes?.find((candidate) => candidate.safe);
    if (fix === undefined || !taken.take(fix.changes.map(({ span }) => span))) continue;
    chosen.push(fix);
  }
  return chosen;
}

/** What mending a text came to. */
export interface SafeFixes {
  /** On the text as it was; they do not collide. */
  readonly changes: readonly TextChange[];
  /** How many fixes were applied. */
  readonly mended: number;
}

/**
 * Applies all safe fixes, and those that become possible with them, until none is left, so that mending
 * the result again changes nothing. `problemsOf` gives the problems of a text that may be mended.
 */
export function applySafeFixes(text: string, problemsOf: (text: string) => readonly FileProblem[]): SafeFixes {
  let changes: TextChange[] = [];
  let mended = 0;
  let current = text;
  for (let round = 0; round < limits.mendingRounds; round++) {
    const fixes = safeFixes(problemsOf(current));
    if (fixes.length === 0) break;
    const step = fixes.flatMap((fix) => fix.changes);
    changes = composeChanges(text.length, changes, step);
    current = applyChanges(current, step);
    mended += fixes.length;
  }
  return { changes, mended };
}

/** Stretches of a text that are spoken for, in order; none of them collides with another. */
class TakenSpans {
  readonly #spans: Span[] = [];

  /** Takes all of the stretches, or none where one of them collides with what was taken before. */
  take(spans: readonly Span[]): boolean {
    if (spans.some((span) => this.#collides(span))) return false;
    for (const span of spans) this.#spans.splice(this.#indexOf(span.start), 0, span);
    return true;
  }

  #collides(span: Span): boolean {
    // What is taken is in order and apart, so only neighbours can be in the way.
    for (let i = Math.max(0, this.#indexOf(span.start) - 1); i < this.#spans.length; i++) {
      const other = this.#spans[i];
      if (other === undefined || other.start > span.end) return false;
      if (changesOverlap(span, other)) return true;
    }
    return false;
  }

  /** The index of the first stretch that starts at or behind an offset. */
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

/** A comment that leaves a problem out from now on. */
export interface IgnoringLine {
  readonly code: ProblemCode;
  readonly problem: FileProblem;
  readonly change: TextChange;
}

/**
 * The comment above a problem's line that leaves the problem out, or the code behind those of the comment that is there
 * already. None for other files than cloud-configs, for the first line, which has to stay the first, and for lines inside
 * of a text, where a comment would be text too.
 */
export function ignoringLine(analysis: Analysis, problem: FileProblem): IgnoringLine | undefined {
  const { text, root, lines } = analysis;
  const { code, layers, span } = problem;
  if (analysis.kind !== 'cloud-config' || root.tree === undefined || layers.length > 0) return undefined;
  const { line } = lines.positionAt(span.start);
  if (line === 0 || code === 'yaml/syntax') return undefined;
  const start = lines.offsetAt({ line, character: 0 });
  const comment = ignoreCommentsIn(text, root.tree).find(
    ({ scope, span: own }) => scope.start === start && own.end < start,
  );
  if (comment !== undefined)
    return {
      code,
      problem,
      change: { span: { start: comment.span.end, end: comment.span.end }, newText: `, ${code}` },
    };
  const node = touchedNode(root.tree.root, text, start)?.node;
  if (node?.kind === 'string' && node.span.start < start && start < node.span.end) return undefined;
  const indentation = /^[ \t]*/.exec(text.slice(start, span.start))?.[0] ?? '';
  const lineEnd = text.startsWith('\r\n', start - 2) ? '\r\n' : '\n';
  return {
    code,
    problem,
    change: { span: { start, end: start }, newText: `${indentation}${ignoreMark} ${code}${lineEnd}` },
  };
}

/** Every way of rewriting a node config that changes nothing for the node. */
export const configRefactoringNames = ['protoNames', 'jsonNames', 'sortFields', 'removeDefaults'] as const;
type ConfigRefactoringName = (typeof configRefactoringNames)[number];

/** Those, and the ways of writing a file's content in a cloud-config. */
export const refactoringNames = [...configRefactoringNames, ...contentForms] as const;
export type RefactoringName = (typeof refactoringNames)[number];

/** A way of rewriting, and what of: all of the file, or the object around a place with everything in it. */
export interface Refactoring {
  readonly name: RefactoringName;
  readonly scope: 'file' | 'object';
  readonly title: string;
}

/**
 * What may be offered for a stretch of a file. Whether it would change anything, only its changes tell.
 * Names are always those of the whole file, as half of them in another spelling helps nobody.
 */
export function refactorings(analysis: Analysis, range: Span): Refactoring[] {
  if (analysis.root.kind === 'cloud-config') {
    return otherContentForms(analysis, range).map((form) => ({
      name: form,
      scope: 'object',
      title: contentFormTitles[form],
    }));
  }
  const object = subjectOf(analysis, range);
  if (object === undefined) return [];
  const key = object.path.findLast((step) => typeof step === 'string');
  const inside = key === undefined ? '' : ` of ${key}`;
  return configRefactoringNames
    .filter((name) => isPossible(analysis, name))
    .flatMap((name): Refactoring[] => [
      { name, scope: 'object', title: titles[name](inside) },
      { name, scope: 'file', title: titles[name]('') },
    ]);
}

/** The changes of a refactoring; none where there is nothing to change. */
export function refactoringChanges(
  analysis: Analysis,
  { name, scope }: Pick<Refactoring, 'name' | 'scope'>,
  range: Span,
): TextChange[] {
  const form = contentForms.find((candidate) => candidate === name);
  if (form !== undefined) return contentFormChanges(analysis, form, range);
  const rewriting = configRefactoringNames.find((candidate) => candidate === name);
  if (rewriting === undefined || !isPossible(analysis, rewriting)) return [];
  const object = subjectOf(analysis, scope === 'file' ? undefined : range);
  if (object === undefined) return [];
  switch (rewriting) {
    case 'protoNames':
      return convertNames(analysis.root.tree?.root, contract.root, 'proto');
    case 'jsonNames':
      return convertNames(analysis.root.tree?.root, contract.root, 'json');
    case 'sortFields':
      return sortFields(analysis.text, object);
    case 'removeDefaults':
      return removeDefaults(analysis.text, object);
  }
}

const titles: Record<ConfigRefactoringName, (inside: string) => string> = {
  protoNames: () => 'Convert all names to proto names (snake_case)',
  jsonNames: () => 'Convert all names to JSON names (lowerCamelCase)',
  sortFields: (inside) => `Sort fields${inside} in contract order`,
  removeDefaults: (inside) => `Remove fields${inside} at their default`,
};

/** Fields can be renamed in a half-typed text too; to move and remove them, commas have to be where they belong. */
function isPossible({ root }: Analysis, name: ConfigRefactoringName): boolean {
  if (name === 'protoNames' || name === 'jsonNames') return true;
  return root.tree?.problems.every(({ severity }) => severity !== 'error') ?? false;
}

/** The message that a refactoring is about: the innermost one around a stretch, the root where none is given. */
function subjectOf({ root }: Analysis, range?: Span): PlacedObject | undefined {
  if (root.kind !== 'node-config' || root.steps.length > 0) return undefined;
  const tree = root.tree?.root;
  return tree && objectAround(tree, contract.root, range ?? tree.span);
}
