import type { Analysis } from './analysis.js';
import { isKnown } from './document/kinds.js';
import type { FileProblem, Payload } from './document/payload.js';
import { kinds } from './payload/kindTable.js';
import { movedFixes, problem, type Problem } from './problems/problem.js';
import { joinedOutcomes, noOutcome, type RuleFailure, type RuleOutcome, type RuleRun } from './problems/rules.js';
import { certainProblems } from './payload/unresolved.js';
import { holdsPlaceholder, placeholdersIn } from './text/placeholder.js';
import { finished, Resumable } from './text/steps.js';
import { append } from './text/strings.js';
import { wholeCharacters } from './text/visible.js';

/** How far opening and checking a file has come, in documents. */
export interface Progress {
  readonly done: number;
  /** Those that have been found so far. */
  readonly known: number;
}

/** A rule that threw an error: a bug of ours, which the host logs. */
export interface DocumentRuleFailure extends RuleFailure {
  /** Steps from the file to the document that the rule was checking. */
  readonly layers: readonly string[];
}

/** The problems of a file and of every document inside it, in the order of their positions. */
export interface Validation {
  readonly problems: readonly FileProblem[];
  /** Those that comments ignore. */
  readonly ignored: readonly FileProblem[];
  readonly failures: readonly DocumentRuleFailure[];
}

/** Runs all rules on a file and on everything inside it, once for each analysis. */
export function validate(analysis: Analysis): Validation {
  return finished(validating(analysis));
}

/**
 * Opens and checks one document after the other, in steps between which other work can be done, and reports its progress.
 * Resumable: stopping early loses no work.
 */
export function validating(analysis: Analysis): Generator<Progress, Validation> {
  return analysis.made(startedValidation).run();
}

function startedValidation(analysis: Analysis): Resumable<Progress, Validation> {
  return new Resumable(eachDocument(analysis));
}

function* eachDocument(analysis: Analysis): Generator<Progress, Validation> {
  const { root, decoding } = analysis;
  const all: FileProblem[] = analysis.sourceProblems.map((found) => ({ ...found, document: root, layers: [] }));
  const ignored = new Set<FileProblem>();
  const failures: DocumentRuleFailure[] = [];
  const start = root.map.toOuter({ start: 0, end: 0 });
  let done = 0;
  let known = 1;
  for (const document of analysis.documents()) {
    yield { done, known };
    done++;
    known += document.children.length;
    const found = withoutRepeats(document.problems.toSorted(byStart));
    append(
      all,
      decoding.lateness(start).map((late) => ({ ...late, document: root, layers: [] })),
    );
    if (!isDamaged(document, analysis) && !decoding.budget.isSpent) {
      const progress = { done, known };
      const run = decoding.budget.timedSteps(outcomeOf(document, analysis));
      let step = run.next();
      for (; step.done !== true; step = run.next()) yield progress;
      const outcome = step.value;
      // A text that was wrapped or quoted differs from the text of the file.
      const isFile = document === root && document.text === analysis.text;
      append(
        found,
        withoutRepeats(outcome.problems.toSorted(byStart)).map((one) => lifted(one, document, isFile)),
      );
      append(
        failures,
        outcome.failures.map((failure) => ({ ...failure, layers: document.steps })),
      );
    }
    const isIgnored = document.text === undefined ? undefined : kinds[document.kind].ignored?.(analysis.view(document));
    for (const one of found.map((any) => inWholeCharacters(any, analysis.text))) {
      all.push(one);
      if (isIgnored?.(one.code, (one.inner ?? one.span).start) === true) ignored.add(one);
    }
  }
  // The rules of the last document may have ended early.
  append(
    all,
    decoding.lateness(start).map((late) => ({ ...late, document: root, layers: [] })),
  );
  if (analysis.context.strict === true && !all.some(({ severity }) => severity === 'error')) {
    append(
      all,
      unrecognisedIn(analysis).map((document) => unrecognised(document, root)),
    );
  }
  all.sort(byStart);
  analysis.remembered.versionRead();
  return {
    problems: ignored.size === 0 ? all : all.filter((found) => !ignored.has(found)),
    ignored: all.filter((found) => ignored.has(found)),
    failures,
  };
}

function byStart({ span: a }: Problem, { span: b }: Problem): number {
  return a.start - b.start || a.end - b.end;
}

/** The problems without remarks that one of them makes already: a list may have the same for each of its entries. */
function withoutRepeats<P extends Problem>(problems: readonly P[]): P[] {
  const made = new Set<string>();
  return problems.filter(({ once, code, message }) => {
    if (once === undefined) return true;
    const remark = `${code} ${message}`;
    return !made.has(remark) && made.add(remark);
  });
}

/**
 * The documents of an analysis that no rule can check, because what they are isn't recognised: the file if nothing in it is
 * recognised, else the user data in its fields. Fields that are damaged or depend on a template expression don't count.
 */
export function unrecognisedIn(analysis: Analysis): readonly Payload[] {
  const { root } = analysis;
  if (!holdsKnown(root)) return [root];
  return [...analysis.documents()].flatMap(({ children }) =>
    children.flatMap((child) => {
      const isUserData = child.is === 'field' && (child.role === 'customData' || child.role === 'userData');
      const { payload } = child;
      return isUserData && !holdsKnown(payload) && !isPartial(payload) ? [payload] : [];
    }),
  );
}

function holdsKnown(document: Payload): boolean {
  return isKnown(document) || document.children.some(({ payload }) => holdsKnown(payload));
}

function isPartial({ details, problems }: Payload): boolean {
  return (
    details.unresolved !== undefined || details.isCut === true || problems.some(({ severity }) => severity === 'error')
  );
}

function unrecognised(document: Payload, root: Payload): FileProblem {
  const what = document === root ? 'The document' : `The content of ${document.name}`;
  const message = `${what} isn't recognised, so it wasn't checked.`;
  const span = document.map.toOuter({ start: 0, end: document === root ? 0 : (document.text?.length ?? 0) });
  return { ...problem('payload/not-recognised', span, message), document, layers: document.steps };
}

/** Whether a document is incomplete, so that missing parts aren't mistakes of its author. */
function isDamaged(document: Payload, { root, text, sourceProblems }: Analysis): boolean {
  return document === root
    ? text === '' && sourceProblems.some(({ severity }) => severity === 'error')
    : document.details.isCut === true || document.problems.some(({ severity }) => severity === 'error');
}

/** Runs the rules of a document's kind; spans are in the document. */
function* outcomeOf(document: Payload, analysis: Analysis): RuleRun {
  if (document.text === undefined) return noOutcome;
  const placeholders = placeholdersIn(document.text);
  // Other expressions than those may change all of the text.
  if ((document.details.unresolved?.length ?? 0) > placeholders.length) return noOutcome;
  if (placeholders.length > 0 && document.tree === undefined) return noOutcome;
  // A pause between reading the document and what its kind works out about it.
  if (document.tree !== undefined) yield;
  const outcome = yield* outcomeInside(document, analysis);
  const around = kinds[document.kind].validateAround?.(analysis.view(document));
  const all = around === undefined ? outcome : joinedOutcomes([outcome, yield* around]);
  if (placeholders.length === 0 || document.tree === undefined) return all;
  return { ...all, problems: certainProblems(all.problems, document.tree, placeholders) };
}

/** The same without what is around the document, worked out once for equal documents. */
function* outcomeInside(document: Payload, analysis: Analysis): RuleRun {
  const { texts } = analysis.remembered;
  const kind = kinds[document.kind];
  if (kind.validate === undefined) return noOutcome;
  const view = analysis.view(document);
  const { text = '' } = document;
  const seen = seenByRules(document, analysis);
  const key = seen && `rules\n${kind.surroundings?.(view) ?? ''}\n${seen}`;
  const before = key === undefined ? undefined : (texts.get(text, key) as RuleOutcome | undefined);
  if (before !== undefined) return before;
  const outcome = yield* kind.validate(view);
  // Related places are in the file.
  const isOfText = outcome.problems.every(({ related }) => related === undefined);
  if (key !== undefined && isOfText && !analysis.decoding.budget.isSpent) texts.set(text, key, outcome);
  return outcome;
}

/**
 * What the rules of a document see besides its text; undefined for documents that they may see differently although their text is equal: the
 * file, one with expressions or damaged characters, and those that were opened when the file could decode no more.
 */
function seenByRules(document: Payload, { root, decoding }: Analysis): string | undefined {
  const { text = '', kind, format, encodings, partType = '', isFile, name, steps, details } = document;
  const isOwn = document === root || details.unresolved !== undefined || details.told !== undefined;
  if (isOwn || decoding.bytesLeft === 0 || text.includes('\ufffd') || holdsPlaceholder(text)) return undefined;
  return JSON.stringify([kind, format, encodings, partType, isFile, name, steps.length]);
}

/** A document's problem seen from the file. Fixes need exact positions, or they would change the wrong text. */
function lifted(found: Problem, document: Payload, isFile: boolean): FileProblem {
  const { map, steps } = document;
  if (isFile) return { ...found, document, layers: steps };
  const { fixes = [], ...rest } = found;
  const moved = movedFixes(fixes, map);
  const isEncoded = moved.length === 0 && fixes.length > 0;
  return {
    ...rest,
    span: map.toOuter(found.span),
    document,
    layers: steps,
    inner: found.span,
    ...(moved.length === 0 ? {} : { fixes: moved }),
    ...(isEncoded && { encodedFixes: fixes }),
  };
}

/** Rules and readers point at UTF-16 units; editors have no positions inside of a character. */
function inWholeCharacters(found: FileProblem, file: string): FileProblem {
  const { span, inner, related, document } = found;
  return {
    ...found,
    span: wholeCharacters(file, span),
    ...(inner && { inner: wholeCharacters(document.text ?? '', inner) }),
    ...(related && { related: related.map((one) => ({ ...one, span: wholeCharacters(file, one.span) })) }),
  };
}
