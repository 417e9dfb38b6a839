import {
  type Analysis,
  append,
  applySafeFixes,
  fixEverywhere,
  fixKey,
  formatChanges,
  ignoringLine,
  keepingLineEnds,
  maskingOf,
  type Payload,
  payloadAt,
  quickFixes,
  refactoringChanges,
  refactorings,
  preferredFixes,
  repeatedFixes,
  replacementError,
  replacePayload,
  restoreSecrets,
  safeFixes,
  validate,
} from '../../../server/src/core/index.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { worseDocuments } from '../fixes.js';
import { check, checkChanges, type Entry, offsetIn, spanIn, type Trial } from './entry.js';

const controls = /(?![\t\n\r])\p{Cc}/u;

/** Characters of a document of which every fix is made. */
const maxFixedCharacters = 5_000;

/** What changes documents: each change is made, and the result is read again. */
export const changes: readonly Entry[] = [
  {
    name: 'fixes',
    covers: ['quickFixes', 'ignoringLine', 'applyChanges'],
    run({ analysis, random, figures }) {
      const { text } = analysis;
      const { problems } = validate(analysis);
      const offered = quickFixes(problems, spanIn(text, random));
      for (const { fix } of offered) checkChanges(fix.changes, text, `the fix "${fix.title}"`);
      for (const { fix } of random.some(offered, 2)) {
        figures.fixes++;
        checkReadable(analysis.withText(applyChanges(text, fix.changes)), `the fix "${fix.title}"`);
      }
      for (const found of random.some(problems, 2)) {
        const comment = ignoringLine(analysis, found);
        if (comment === undefined) continue;
        checkChanges([comment], text, 'a comment that ignores');
        checkReadable(analysis.withText(applyChanges(text, [comment])), 'a comment that ignores');
      }
    },
  },
  {
    name: 'one fix everywhere',
    covers: ['repeatedFixes', 'preferredFixes', 'fixKey', 'fixEverywhere'],
    run({ analysis, random }) {
      const { text } = analysis;
      const { problems } = validate(analysis);
      const fixes = repeatedFixes(problems);
      const isListed = [...preferredFixes(problems)].every((preferred) => fixes.some(({ key }) => key === preferred));
      check(isListed, () => 'the first fix of a problem is none');
      for (const { key, documents } of random.some(fixes, 2)) {
        const isKnown = problems.some((found) =>
          [...(found.fixes ?? []), ...(found.encodedFixes ?? [])].some((fix) => fixKey(found, fix) === key),
        );
        check(isKnown, () => `a fix of no problem: ${key}`);
        const made = fixEverywhere(analysis, problems, key);
        check(made.documents + made.unfixed.length >= documents, () => `${key} is lost in a document`);
        const all = made.changes.flatMap(({ changes: some }) => some);
        checkChanges(all, text, `the fix ${key} everywhere`);
        checkReadable(analysis.withText(applyChanges(text, all)), `the fix ${key} everywhere`);
      }
    },
  },
  {
    name: 'fixes make nothing worse',
    covers: [],
    run({ analysis, random, figures }) {
      const { name, text } = analysis;
      // Content with control characters is binary in one encoding and text in another.
      const isPlain = [...analysis.documents()].every((one) => one.text !== undefined && !controls.test(one.text));
      // A mistake can hide another one right behind it, which a change between them shows.
      const isDamaged = validate(analysis).problems.some(({ code }) => code.endsWith('/syntax'));
      if (!isPlain || isDamaged || text.length > maxFixedCharacters) return;
      const made = { documents: 0, fixes: 0, fixAll: 0, refactorings: 0, layerFixes: 0 };
      const [worse] = worseDocuments({ name, text }, offsetIn(text, random), made);
      figures.fixes += made.fixes + made.fixAll;
      check(worse === undefined, () => `"${worse?.title ?? ''}" for ${worse?.codes ?? ''}: ${worse?.reason ?? ''}`);
    },
  },
  {
    name: 'fix all',
    covers: ['applySafeFixes', 'safeFixes', 'countSafeFixes', 'encodedChanges'],
    run({ analysis, figures }) {
      const { text } = analysis;
      checkChanges(
        safeFixes(validate(analysis).problems).flatMap((fix) => fix.changes),
        text,
        'all safe fixes',
      );
      const { changes: made, applied, isComplete } = applySafeFixes(analysis);
      checkChanges(made, text, 'all fixes');
      figures.fixes += applied;
      if (applied === 0) return;
      const fixed = applyChanges(text, made);
      const left = safeFixes(validate(analysis.withText(fixed)).problems);
      check(!isComplete || left.length === 0, () => `fixing all leaves "${left[0]?.title ?? ''}"`);
    },
  },
  {
    name: 'refactorings',
    covers: ['refactorings', 'refactoringChanges'],
    run({ analysis, random }) {
      const { text } = analysis;
      const range = spanIn(text, random);
      for (const refactoring of random.some(refactorings(analysis, range), 2)) {
        const made = refactoringChanges(analysis, refactoring, range);
        checkChanges(made, text, refactoring.name);
        checkReadable(analysis.withText(applyChanges(text, made)), refactoring.name);
      }
    },
  },
  {
    name: 'formatting',
    covers: ['formatChanges'],
    run({ analysis, random }) {
      const { text } = analysis;
      const style = {
        tabSize: random.pick([1, 2, 8]),
        insertSpaces: !random.oneIn(3),
        insertFinalNewline: random.oneIn(2),
        trimFinalNewlines: random.oneIn(2),
        trimTrailingWhitespace: random.oneIn(2),
      };
      const range = random.oneIn(3) ? spanIn(text, random) : undefined;
      const made = formatChanges(analysis, style, range);
      checkChanges(made, text, 'formatting');
      const formatted = applyChanges(text, made);
      const [before, after] = [text, formatted].map((one) => one.replace(/\s+/g, ''));
      check(before === after, () => 'formatting changes more than white space');
      if (range !== undefined) return;
      const again = formatChanges(analysis.withText(formatted), style);
      check(applyChanges(formatted, again) === formatted, () => 'formatting twice changes more than formatting once');
    },
  },
  {
    name: 'edits of payloads',
    covers: ['replacePayload', 'replacementError', 'keepingLineEnds', 'append'],
    run(trial) {
      const { content } = trial.analysis.source;
      // Editors hold text.
      const analysis = typeof content === 'string' ? trial.analysis : trial.analysis.withText(trial.analysis.text);
      const payloads = [...analysis.documents()].filter(({ text, steps }) => text !== undefined && steps.length > 0);
      for (const payload of trial.random.some(payloads, 2)) editPayload({ ...trial, analysis }, payload);
    },
  },
  {
    name: 'masks for editing',
    covers: ['restoreSecrets'],
    run({ analysis, random }) {
      const masking = maskingOf([analysis]);
      for (const { text } of random.some([...analysis.documents()], 2)) {
        if (text === undefined) continue;
        const shown = masking.forEditing(text);
        const same = restoreSecrets(shown.text, shown);
        check(
          same.ok && same.value === text,
          () => `an unedited text isn't restored: ${JSON.stringify(shown.text).slice(0, 300)}`,
        );
        for (const secret of shown.masked)
          check(shown.text.slice(secret.shown.start, secret.shown.end) !== '', () => 'a mask is empty');
        // An edit between two masks, with spaces so that it doesn't become a part of a word.
        const at = offsetIn(shown.text, random);
        if (shown.masked.some((one) => one.shown.start <= at && one.shown.end >= at)) continue;
        const word = ' edited ';
        const edited = restoreSecrets(shown.text.slice(0, at) + word + shown.text.slice(at), shown);
        const before = shown.masked.findLast((one) => one.shown.end <= at);
        const original = before === undefined ? at : before.original.end + at - before.shown.end;
        check(
          !edited.ok || edited.value === text.slice(0, original) + word + text.slice(original),
          () => `an edit at ${at} of ${JSON.stringify(shown.text).slice(0, 300)} changes something else`,
        );
      }
    },
  },
];

function checkReadable(changed: Analysis, what: string): void {
  const [failure] = validate(changed).failures;
  check(failure === undefined, () => `after ${what}: ${String(failure?.error)}`);
}

/** Writes another text of a payload into the file: it is read back as written, and all other payloads stay as they are. */
function editPayload({ analysis, random, figures }: Trial, payload: Payload): void {
  const { steps, text = '' } = payload;
  const error = replacementError(analysis, steps);
  const at = offsetIn(text, random);
  const word = random.pick(['x', ' ', '# edited\n', '', '"', "'", '\\', '\u00e9', '\ud83d\ude00', '\r\n', '{', '- ']);
  const edited = keepingLineEnds(text, text.slice(0, at) + word + text.slice(at + random.pick([0, 0, 1, 20])));
  const replaced = replacePayload(analysis, steps, edited);
  if (!replaced.ok) return;
  figures.edits++;
  checkChanges(replaced.value, analysis.text, 'an edit of a payload');
  const result = analysis.withText(applyChanges(analysis.text, replaced.value));
  // The edit may remove what kept the text from being written back.
  check(
    error === undefined || replaced.value.length === 0 || replacementError(result, steps) === undefined,
    () => `${steps.join(' ')} was replaced in spite of "${error ?? ''}"`,
  );
  // A payload that has another format now has another path.
  const written = payloadAt(result.root, steps) ?? [...result.documents()].find((one) => one.text === edited);
  check(
    written?.text === edited,
    () =>
      `${steps.join(' ')} is ${JSON.stringify(written?.text ?? 'gone').slice(0, 200)} instead of ${JSON.stringify(edited).slice(0, 200)}`,
  );
  const others: Payload[] = [];
  append(others, analysis.documents());
  for (const other of others) {
    const isAround = other.steps.every((step, index) => steps[index] === step);
    const isInside = steps.every((step, index) => other.steps[index] === step);
    if (isAround || isInside) continue;
    const isSame = (now: Payload): boolean => Buffer.compare(now.bytes, other.bytes) === 0;
    const now = payloadAt(result.root, other.steps);
    // Base64 around both may have become base64url, or the other way round, and so has another path.
    check(
      now === undefined ? [...result.documents()].some(isSame) : isSame(now),
      () => `${other.steps.join(' ')} changed with ${steps.join(' ')}`,
    );
  }
}
