import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, maskingOf, redact, validate, validationResult } from '../../../server/src/core/index.js';
import { UnsearchedTexts } from '../../../server/src/core/secrets/unsearched.js';

const secret = 'tr0ub4dor-and-3';
const members = Array.from({ length: 3_000 }, (_, i) => `"x${i}":[1]`).join(',');
const late = `{"type":"Microsoft.Compute/virtualMachines",${members},"properties":{"extensions":[{"protectedSettings":{"other":"${secret}","pin":"4711"}}]}}`;

/** A document whose clock goes on with each look at it. */
function hurried(
  content: string,
  limits: { readonly decodeMilliseconds?: number; readonly answerMilliseconds: number },
) {
  let now = 0;
  return new Analysis({ name: 'a.json', content, limits }, { ...nodePlatform, now: () => now++ });
}

describe('a file that there is no time to search for secrets', () => {
  const masking = () => maskingOf([hurried(late, { decodeMilliseconds: 2, answerMilliseconds: 2 })]);

  it('is hidden in every output, with what is quoted of it', () => {
    // Each output has its time, as far as the search for its own secrets goes.
    const shown = masking().text(`the value of other, "${secret}", is too short`);
    expect(shown).not.toContain(secret);
    expect(shown).toContain('is too short');
    expect(masking().text(late)).not.toMatch(/tr0ub|4dor|and-3/);
    expect(masking().variable('pin', '4711')).toBe('********');
  });

  it('still has the problem that says so', () => {
    const analysis = hurried(late, { decodeMilliseconds: 2, answerMilliseconds: 200 });
    const { problems } = validationResult('a.json', analysis, maskingOf([analysis]));
    expect(problems).toMatchObject([{ code: 'payload/limit-time', severity: 'error' }]);
    expect(problems[0]?.message).toMatch(/^Reading the file took more than .* seconds/);
  });

  it('is not redacted', () => {
    let now = 0;
    const platform = { ...nodePlatform, now: () => (now += 400) };
    const { files, manifest } = redact([{ name: 'a.txt', content: 'password: x1y2z3\n'.repeat(9_000) }], {
      platform,
      pseudonyms: true,
    });
    expect(files).toEqual([]);
    expect(manifest.notRedacted).toEqual([{ file: 'a.txt', reason: 'Redacting it takes more than 10 seconds.' }]);
  });
});

describe('a file that took too long to be read', () => {
  it('is read again for its secrets', () => {
    const analysis = hurried(late, { decodeMilliseconds: 2, answerMilliseconds: 1_000 });
    validate(analysis);
    const masking = maskingOf([analysis]);
    expect(masking.text(`other is ${secret}, and x17 is [1]`)).toBe('other is ********, and x17 is [1]');
  });
});

describe('an output that there is no time to search', () => {
  const analysis = hurried('{}', { answerMilliseconds: 40 });
  const long = `${'token: abcdefghi1234567890 '.repeat(2_000)}\n`;

  it('is masked as a whole, except for single words', () => {
    const masking = maskingOf([analysis]);
    for (let i = 0; i < 20; i++) masking.text(`${long}${i}`);
    expect(masking.text('a sentence about a token: a')).toMatch(/^\*{8}(?:#\d+)?$/);
    // Nothing in it could be a secret, which takes no time to find out.
    expect(masking.text('an ordinary sentence')).toBe('an ordinary sentence');
    expect(masking.strings({ exitCode: 'node', message: 'token: b' })).toEqual({
      exitCode: 'node',
      message: expect.stringMatching(/^\*{8}/) as string,
    });
    expect(masking.forEditing('a secret text').text).toMatch(/^\*{8}#1#$/);
  });

  it('does not change what the next output shows', () => {
    expect(maskingOf([analysis]).text('an ordinary sentence: a')).toBe('an ordinary sentence: a');
  });
});

describe('texts that were not searched', () => {
  const texts = new UnsearchedTexts();
  texts.add('{"passphrase":"Correct Horse 1 battery","zone": 3}\nlast line');

  const found = (text: string): string[] => texts.spansIn(text).map(({ start, end }) => text.slice(start, end));

  it('are recognised in parts of six characters and more, as whole words', () => {
    expect(found('the value "Correct Horse 1 battery" is not allowed')).toEqual(['"Correct Horse 1 battery"']);
    expect(found('rrect Hors')).toEqual(['rrect Hors']);
    expect(found('xCorrect Horsey')).toEqual(['xCorrect Horsey']);
    expect(found('nothing of it')).toEqual([]);
  });

  it('leave single ordinary words alone', () => {
    expect(found('passphrase battery')).toEqual([]);
  });

  it('are recognised without more false alarms in large texts', () => {
    const large = new UnsearchedTexts();
    large.add(Array.from({ length: 100_000 }, (_, i) => `key${i}=${i * 7919}`).join('\n'));
    const other = Array.from({ length: 2_000 }, (_, i) => `word-${i}-${(i * 104_729) % 7_907}.`).join(' ');
    expect(large.spansIn(other).length).toBeLessThan(other.length / 100);
  });
});
