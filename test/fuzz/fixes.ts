import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import {
  Analysis,
  applySafeFixes,
  type FileProblem,
  isKnown,
  type Payload,
  payloadAt,
  type ProblemCode,
  quickFixes,
  refactoringChanges,
  refactorings,
  replacePayload,
  safeFixes,
  validate,
  wayTo,
} from '../../server/src/core/index.js';
import { applyChanges } from '../../server/src/core/formats/tree/changes.js';
import type { TextChange } from '../../server/src/core/problems/problem.js';
import { overlaps, type Span } from '../../server/src/core/text/span.js';
import type { NamedText } from './documents.js';

/** How many changes a run tried. */
export interface FixFigures {
  documents: number;
  fixes: number;
  fixAll: number;
  refactorings: number;
  /** Fixes in decoded texts. */
  layerFixes: number;
}

/** A change that made a document worse. */
export interface WorseDocument {
  readonly reason: string;
  /** The title of the fix or refactoring. */
  readonly title: string;
  /** The problems that the fix was for. */
  readonly codes: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Makes every fix of a document alone, all safe fixes together, and every refactoring at an offset. Returns those after
 * which it has a problem that it didn't have, or still the one that the fix was for.
 */
export function worseDocuments({ name, text }: NamedText, offset: number, figures: FixFigures): WorseDocument[] {
  const worse: WorseDocument[] = [];
  const analysis = new Analysis({ name, content: text }, nodePlatform);
  const before = validate(analysis).problems;
  const checked = (
    title: string,
    fixed: readonly FileProblem[],
    changes: readonly TextChange[],
    expected: ReadonlySet<ProblemCode> = new Set(),
  ): CheckedChange => {
    const after = analysis.withText(applyChanges(text, changes));
    const problems = validate(after).problems.filter(({ code }) => !expected.has(code));
    const codes = fixed.map(({ code }) => code).join();
    const report = (reason: string): void => void worse.push({ reason, title, codes, before: text, after: after.text });
    for (const reason of newProblems({ analysis, problems: before }, { analysis: after, problems }, fixed))
      report(reason);
    return { text: after.text, problems, report };
  };

  figures.documents++;
  for (const { fix, problems } of quickFixes(before, { start: 0, end: text.length })) {
    figures.fixes++;
    const after = checked(fix.title, problems, fix.changes);
    if (after.text === text) after.report('the fix changes nothing');
    if (!problems.every(({ document }) => isInside(fix.changes, rangeOf(analysis, document))))
      after.report('a change outside of the document of the problem');
    const [fixed, ...others] = problems;
    if (fixed !== undefined && others.length === 0 && isStillThere(fixed, fix.changes, after.problems))
      after.report('the problem is still there');
  }
  if (safeFixes(before).length > 0) {
    figures.fixAll++;
    const { changes } = applySafeFixes(analysis);
    const fixed = before.filter(({ fixes }) => fixes?.some(({ safe }) => safe));
    const after = checked('all safe fixes', fixed, changes);
    const [next] = safeFixes(after.problems);
    if (next !== undefined) after.report(`fix-all does not end: ${next.title}`);
  }
  const at = { start: offset, end: offset };
  for (const refactoring of refactorings(analysis, at)) {
    figures.refactorings++;
    checked(refactoring.title, [], refactoringChanges(analysis, refactoring, at), largerForm);
  }
  return worse;
}

/** Content in another form may be longer. */
const largerForm: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['vmss/custom-data-too-long']);

/**
 * Makes the fixes that are offered for decoded texts, through their encodings. Returns those that can't be decoded again,
 * or after which the file has a problem that it didn't have.
 */
export function worseLayers({ name, text }: NamedText, figures: FixFigures): WorseDocument[] {
  const worse: WorseDocument[] = [];
  const analysis = new Analysis({ name, content: text }, nodePlatform);
  const before = validate(analysis).problems;
  for (const payload of analysis.documents()) {
    if (payload.steps.length === 0 || payload.text === undefined || payload.map.exact) continue;
    const { text: content } = payload;
    const layer = new Analysis({ name: payload.name, content, kind: payload.kind }, nodePlatform);
    for (const { fix, problems } of quickFixes(validate(layer).problems, { start: 0, end: content.length })) {
      const fixedText = applyChanges(content, fix.changes);
      const written = replacePayload(analysis, payload.steps, fixedText);
      // Some text can't be written in some places, such as a boundary in a part.
      if (!written.ok) continue;
      figures.layerFixes++;
      const after = analysis.withText(applyChanges(text, written.value));
      const codes = problems.map(({ code }) => code);
      const report = (reason: string): void =>
        void worse.push({ reason, title: fix.title, codes: codes.join(), before: text, after: after.text });
      if (!isInside(written.value, rangeOf(analysis, payload))) report('a change outside of the payload');
      if (payloadAt(after.root, payload.steps)?.text !== fixedText) report('the payload has another text');
      const fixed = before.filter(
        ({ document, code }) =>
          codes.includes(code) && payload.steps.every((step, index) => document.steps[index] === step),
      );
      const checked = { analysis: after, problems: validate(after).problems };
      for (const reason of newProblems({ analysis, problems: before }, checked, fixed)) report(reason);
    }
  }
  return worse;
}

/** Where a document is in its file. */
function rangeOf({ root, text }: Analysis, { steps }: Payload): Span {
  return wayTo(root, steps)?.at(-1)?.span ?? { start: 0, end: text.length };
}

/** Whether changes are in order, don't overlap, and leave everything outside of a range as it is. */
function isInside(changes: readonly TextChange[], { start, end }: Span): boolean {
  let at = start;
  return (
    [...changes]
      .sort((a, b) => a.span.start - b.span.start)
      .every(({ span }) => {
        const isNext = span.start >= at;
        at = span.end;
        return isNext;
      }) && at <= end
  );
}

interface CheckedChange {
  readonly text: string;
  readonly problems: readonly FileProblem[];
  readonly report: (reason: string) => void;
}

/** Whether a problem is reported again where it was. */
function isStillThere(problem: FileProblem, changes: readonly TextChange[], after: readonly FileProblem[]): boolean {
  const moved = (offset: number, isEnd: boolean): number => {
    let shift = 0;
    for (const { span, newText } of changes) {
      if (span.end < offset || (span.end === offset && (isEnd || span.start < span.end)))
        shift += newText.length - (span.end - span.start);
      else if (span.start < offset) return span.start + shift + (isEnd ? newText.length : 0);
    }
    return offset + shift;
  };
  const start = moved(problem.span.start, false);
  const end = moved(problem.span.end, true);
  return after.some(
    ({ code, message, pointer, span, layers }) =>
      code === problem.code &&
      message === problem.message &&
      pointer === problem.pointer &&
      layers.join() === problem.layers.join() &&
      span.start === start &&
      span.end === end,
  );
}

const isSyntax = ({ code }: FileProblem): boolean => code.endsWith('/syntax') || code === 'yaml/tab';

/** Codes that say that a text isn't read as it was written. */
const structural: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'json/syntax',
  'json/duplicate-key',
  'yaml/syntax',
  'yaml/tab',
  'yaml/hidden-character',
  'yaml/duplicate-key',
  'contract/unknown-field',
  'contract/duplicate-field',
  'cloud-config/unknown-key',
  'cloud-config/key-not-text',
  'karpenter/unknown-option',
  'karpenter/duplicate-option',
]);

/**
 * Problems whose fixes may reveal others: a value gets a name under which it is checked, a field that was reported
 * together with others is reported alone because its new value is empty, a document has the names of another kind, or
 * cloud-init begins to read a text.
 */
const revealing: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'contract/unknown-field',
  'contract/missing-required-field',
  'contract/unknown-kubelet-flag',
  'karpenter/unknown-option',
  'karpenter/refused-pool',
  'karpenter/refused-node-class',
  'configuration/unknown-key',
  'cloud-config/unknown-key',
  'karpenter/duplicate-option',
  'cloud-config/not-decoded',
  'cloud-config/header',
  'cloud-config/wrong-type',
  'yaml/hidden-character',
  'user-data/unknown-header',
  'user-data/unhandled-part',
  'user-data/invalid-part-type',
  'user-data/part-type-mismatch',
]);

/** Those after whose fix cloud-init reads the text from its beginning. */
const readAnew: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'cloud-config/header',
  'cloud-config/unusual-header',
  'user-data/unknown-header',
]);

/** A file with its problems. */
interface CheckedFile {
  readonly analysis: Analysis;
  readonly problems: readonly FileProblem[];
}

/** Whether a document has two members at most: a file without a telling name is recognised by its members. */
function isNearlyEmpty({ tree }: Payload): boolean {
  return tree?.root?.kind === 'object' && tree.root.members.length <= 2;
}

/** What is wrong after a change that was not wrong before. */
function newProblems(before: CheckedFile, after: CheckedFile, fixed: readonly FileProblem[]): string[] {
  const reveals = fixed.some(({ code }) => revealing.has(code));
  if (fixed.some(({ code }) => readAnew.has(code))) return [];
  const documents = documentsOf(after);
  const old = documentsOf(before);
  return old.flatMap((document, index) => {
    const { payload, problems } = document;
    const address = payload.steps.join(' ');
    const other =
      documents.find((candidate) => candidate.payload.steps.join(' ') === address) ??
      // A fix of a path or file name changes addresses.
      (documents.length === old.length ? documents[index] : undefined);
    if (other === undefined) return reveals || old[0]?.isDamaged === true ? [] : [`${address} is gone`];
    if (other.payload.kind !== payload.kind)
      return ((reveals || document.isDamaged) && isKnown(other.payload)) || isNearlyEmpty(other.payload)
        ? []
        : [`the kind of ${address} was ${payload.kind} and is ${other.payload.kind}`];
    // Another document may have another content, such as that of a key that got its right name.
    if (reveals && !fixed.some((one) => one.document === payload)) return [];
    if (document.isDamaged) {
      // A mistake can hide what follows it, until it is gone.
      const mistakes = problems.filter(isSyntax);
      const isGone = fixed.some((one) => mistakes.some((mistake) => overlaps(mistake.span, one.span)));
      const isWorse = !isGone && other.problems.filter(isSyntax).length > mistakes.length;
      return isWorse ? ['more syntax errors'] : [];
    }
    const reasons = moreThan(
      problems.filter(({ code }) => structural.has(code)),
      other.problems.filter((one) => structural.has(one.code) && !fixed.some((root) => isRevealedBy(root, one))),
    );
    const isError = ({ severity }: FileProblem): boolean => severity === 'error';
    const errors = problems.filter(isError);
    const otherErrors = other.problems.filter(isError);
    return !reveals && otherErrors.length > errors.length ? [...reasons, ...moreThan(errors, otherErrors)] : reasons;
  });
}

/** The codes that a list of problems has more often than another one. */
function moreThan(before: readonly FileProblem[], after: readonly FileProblem[]): string[] {
  const count = (problems: readonly FileProblem[], code: ProblemCode): number =>
    problems.filter((one) => one.code === code).length;
  return [...new Set(after.map(({ code }) => code))]
    .filter((code) => count(after, code) > count(before, code))
    .map((code) => `new ${code}`);
}

/** Whether a problem is inside a value that a fix gave a name under which it is checked. */
function isRevealedBy(fixed: FileProblem, { pointer }: FileProblem): boolean {
  const around = fixed.pointer.slice(0, fixed.pointer.lastIndexOf('/') + 1);
  const depth = fixed.pointer.split('/').length;
  return revealing.has(fixed.code) && pointer.startsWith(around) && pointer.split('/').length > depth;
}

interface CheckedDocument {
  readonly payload: Payload;
  readonly problems: readonly FileProblem[];
  /** Whether only a part of it could be read. */
  readonly isDamaged: boolean;
}

function documentsOf({ analysis, problems }: CheckedFile): CheckedDocument[] {
  // Those that the node never gets can have any content, such as one that doesn't fit the path of the entry.
  const isRead = ({ steps }: Payload): boolean =>
    wayTo(analysis.root, steps)?.some(({ is }) => is === 'overridden') === false;
  return [...analysis.documents()].filter(isRead).map((payload) => {
    const own = problems.filter(({ document }) => document === payload);
    const isDamaged = own.some(isSyntax) || payload.problems.some(({ severity }) => severity === 'error');
    return { payload, problems: own, isDamaged };
  });
}
