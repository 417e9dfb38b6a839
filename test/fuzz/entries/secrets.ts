import { Analysis, maskingOf, redact, validationResult, decodeReport } from '../../../server/src/core/index.js';
import { secretsIn } from '../../../server/src/core/documentSecrets.js';
import { check, type Entry } from './entry.js';

/** Masking and redacting. */
export const secrets: readonly Entry[] = [
  {
    name: 'masking',
    covers: ['maskingOf'],
    run({ analysis, random }) {
      const masking = maskingOf([analysis]);
      for (const { text } of random.some([...analysis.documents()], 2)) {
        if (text === undefined) continue;
        const inPlace = masking.inPlace(text);
        check(inPlace.length === text.length, () => 'masking in place changes the length');
        check(sameLines(inPlace, text), () => 'masking in place changes the lines');
        check(masking.lines(text).length === text.split('\n').length, () => 'masking lines changes their number');
        check(masking.text(text) === masking.text(text), () => 'masking is not deterministic');
        const words = text.split(/\s+/, 50);
        check(masking.words(words).length === words.length, () => 'masking words changes their number');
      }
      const shown = masking.json([
        validationResult('input', analysis, masking),
        decodeReport(analysis, { withText: true, masking }),
      ]);
      for (const secret of distinctSecrets(analysis))
        check(
          !shown.includes(JSON.stringify(secret).slice(1, -1)),
          () => `the secret ${JSON.stringify(secret).slice(0, 120)} is shown`,
        );
    },
  },
  {
    name: 'redact',
    covers: ['redact'],
    run({ analysis, random }) {
      const { name, source, platform } = analysis;
      const { content, kind } = source;
      const { files, manifest } = redact([{ name, content, kind }], { platform, pseudonyms: random.oneIn(2) });
      check(files.length + manifest.notRedacted.length === 1, () => 'a file is neither redacted nor refused');
      const [file] = files;
      if (file === undefined) return;
      const result = new Analysis({ name, content: file.bytes, kind }, platform);
      const texts = [...result.documents()].map(({ text }) => text ?? '');
      for (const secret of distinctSecrets(analysis))
        check(
          !texts.some((text) => text.includes(secret)),
          () => `the secret ${JSON.stringify(secret).slice(0, 120)} is in the redacted file`,
        );
    },
  },
];

/** Secrets that can't appear by chance, nor as a part of our own words. */
function distinctSecrets(analysis: Analysis): readonly string[] {
  return secretsIn(analysis)
    .secrets.map(({ value }) => value)
    .filter(
      (value) =>
        value.length >= 12 && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z._-]/.test(value) && !/[\s*]/.test(value),
    );
}

function sameLines(a: string, b: string): boolean {
  for (let i = 0; i < b.length; i++) if ((a.charAt(i) === '\n') !== (b.charAt(i) === '\n')) return false;
  return true;
}
