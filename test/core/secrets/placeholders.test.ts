import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { inflatingOn } from '../../../server/src/core/secrets/find.js';
import { maskForEditing, restoreSecrets } from '../../../server/src/core/secrets/placeholders.js';
import { isPlaceholder } from '../../../server/src/core/values/format.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const inflate = inflatingOn(nodePlatform);
const two = 'user: a\npassword: hunter2\nname: b\ntoken: abcdef.0123456789abcdef\n';

/** The original text after an edit to the masked text. */
function edited(text: string, edit: (shown: string) => string): string {
  const editable = maskForEditing(text, { inflate });
  const restored = restoreSecrets(edit(editable.text), editable);
  return restored.ok ? restored.value : `refused: ${restored.error}`;
}

describe('secrets in an edited text', () => {
  it('have a placeholder each, equal secrets the same', () => {
    expect(maskForEditing(`${two}again: hunter2 password=hunter2`).text).toBe(
      'user: a\npassword: ********#1#\nname: b\ntoken: ********#2#\nagain: hunter2 password=********#1#',
    );
  });

  it('are not masked twice, and value checks ignore their placeholders', () => {
    const { text } = maskForEditing(two);
    expect(maskForEditing(text).secrets.size).toBe(0);
    expect(['********', '********#12', '********#12#'].filter((value) => !isPlaceholder(value))).toEqual([]);
  });

  it.each<[string, (shown: string) => string, string]>([
    [
      'are kept when something else changes',
      (shown) => shown.replace('name: b', 'name: c'),
      two.replace('name: b', 'name: c'),
    ],
    ['are moved', (shown) => shown.split('\n').reverse().join('\n'), two.split('\n').reverse().join('\n')],
    ['are removed', (shown) => shown.replace(/token.*\n/, ''), two.replace(/token.*\n/, '')],
    ['are replaced', (shown) => shown.replace('********#1#', 'new'), two.replace('hunter2', 'new')],
    ['are copied', (shown) => `${shown}again: ********#1#\n`, `${two}again: hunter2\n`],
  ])('%s', (_, edit, expected) => {
    expect(edited(two, edit)).toBe(expected);
  });

  it.each<[string, (shown: string) => string]>([
    ['stars from another text', (shown) => `${shown}other: ********\n`],
    ['a number that no secret has', (shown) => shown.replace('#1', '#3')],
    ['a number with another digit', (shown) => shown.replace('#1', '#11')],
    ['stars that lost their number', (shown) => shown.replace('#1#', '')],
    ['stars that lost their last character', (shown) => shown.replace('#1#', '#1')],
    ['one star too few', (shown) => shown.replace('********#1#', '*******#1#')],
    ['several stars too few', (shown) => shown.replace('********#1#', '**#1#')],
    ['stars in base64', (shown) => `${shown}data: ${b64('{"password": "********", "user": "someone"}')}\n`],
  ])('are never replaced by %s', (_, edit) => {
    expect(edited(two, edit)).toMatch(/^refused: The text contains a mask/);
  });

  it('get placeholders that the text does not contain yet', () => {
    const text = `# ********\n# ********#1#\n# ********#2\n# #3\n# *********************\n${two}`;
    expect(maskForEditing(text).text).toContain('password: ********#4#');
    expect(edited(text, (shown) => `${shown}# end\n`)).toBe(`${text}# end\n`);
  });

  it('are kept if the text behind a removed one looks like the end of a placeholder', () => {
    const text = 'password=hunter2\npassword=hunter3\npassword=hunter4 2#\nend';
    expect(edited(text, (shown) => shown.replace(/.* 2#\n/, '').replace(/^.*\n/, ''))).toBe('password=hunter3\nend');
  });

  it('are not replaced by a placeholder with another character among its stars', () => {
    expect(edited(two, (shown) => shown.replace('*#1#', '=#1#'))).toMatch(/^refused: The text contains a mask/);
  });

  it('are separated from digits after them', () => {
    const token = (number: number): string => `abcdef.${String(number).padStart(16, '0')}`;
    const tokens = Array.from({ length: 20 }, (_, number) => `- ${token(number)}\n`).join('');
    const packed = b64(gzipSync('password=hunter2 and some more text to be longer'));
    expect(packed).toMatch(/=$/);
    // Wrapped quoted-printable text has such digits after padding.
    for (const digits of ['3D', '0', '1#', '#', '3#', '=3D=3D']) {
      const text = `${tokens}a: ${packed}${digits}\nz: 1\n`;
      for (const edit of [
        (shown: string) => shown,
        (shown: string) => shown.replace('z: 1', 'z: 2'),
        (shown: string) => `b: 3\n${shown}`,
        (shown: string) => `b: 3\n${shown}c: 4\n`,
      ])
        expect(edited(text, edit)).toBe(edit(text));
    }
  });

  const payload = `{"a": 1, "password": "hunter2", "b": "more of the same text", "c": "${'d'.repeat(20)}"}`;
  const masked = (text: string): string => b64(text.replace('hunter2', '********#1#'));

  it.each<[string, string]>([
    ['padding followed by letters', `a: ${b64(payload)}3D\nb: 1\n`],
    ['padding followed by more padding', `a: ${b64(payload)}=\nb: 1\n`],
    ['too much padding', `a: ${b64(`${payload}  `)}=x\nb: 1\n`],
    ['missing padding', `a: ${b64(payload).replace(/=+$/, '')}\nbootstrapping: 1\n`],
    ['the same base64 already masked in the text', `a: ${masked(payload)}\nb: ${b64(payload)}\nc: 1\n`],
    [
      'the same base64 twice, wrapped differently',
      `a: ${b64(payload)}\nb: ${b64(payload).replace(/^.{60}/, '$&\n ')}\nc: 1\n`,
    ],
  ])('in base64 are restored exactly: %s', (_, text) => {
    const edits: ((shown: string) => string)[] = [
      (shown) => shown,
      (shown) => shown.replace(/1\n$/, '2\n'),
      (shown) => `x: 1\n${shown}`,
      (shown) => `x: 1\n${shown}y: 1\n`,
    ];
    for (const edit of edits) expect(edited(text, edit)).toBe(edit(text));
  });

  it.each<[string, (encoded: string) => string]>([
    ['a letter added after it', (encoded) => `${encoded}A`],
    ['a letter added before it', (encoded) => `A${encoded}`],
    ['two letters added before it', (encoded) => `AB${encoded}`],
    ['its first letter removed', (encoded) => encoded.slice(1)],
    ['its last letters removed', (encoded) => encoded.slice(0, -6)],
    ['encoded again with another mask', (encoded) => b64(b64(`password: ********, and ${encoded}`))],
  ])('in base64 are not replaced by stars when the base64 is edited: %s', (_, edit) => {
    const text = `a: ${b64(`${payload} `)}\nc: 1\n`;
    const change = (shown: string): string =>
      shown.replace(/a: (.*)/, (_all, encoded: string) => `a: ${edit(encoded)}`);
    expect(edited(text, change)).toMatch(/^refused: The text contains a mask/);
  });

  it('are restored together with the original base64 and compression', () => {
    const config =
      '{"a": 1, "bootstrap": {"tls_bootstrapping_token": "abcdef.0123456789abcdef"}, "b": "more of the same"}';
    const wrapped = (b64(config).match(/.{1,40}/g) ?? []).join('\n');
    const text = `a: ${b64(config)}\nb:\n${wrapped}\nc: ${b64(gzipSync(config))}\nd: e\n`;
    expect(maskForEditing(text, { inflate }).text).not.toContain(b64('abcdef.0123456789').slice(4, 16));
    expect(edited(text, (shown) => shown.replace('d: e', 'd: f'))).toBe(text.replace('d: e', 'd: f'));
  });

  const secretPart = fc.oneof(
    fc.constantFrom('password=a1', ' token: b2 ', '"secret": "c"\n', 'abcdef.0123456789abcdef', '\nAPI_KEY=12\n'),
    fc.integer({ min: 0, max: 30 }).map((number) => `abcdef.${String(number).padStart(16, '0')} `),
  );
  const otherPart = fc.oneof(
    fc.constantFrom(
      '********',
      '********#1',
      '********#1#',
      '#1#',
      '#',
      '#2',
      '*',
      '1',
      '3D',
      '=',
      '==',
      ' ',
      '\n',
      '\r\n',
    ),
    fc.integer({ min: 0, max: 30 }).map((number) => `********#${number}#`),
    fc.string({ maxLength: 10 }),
  );
  const plainText = fc.array(fc.oneof(secretPart, otherPart), { maxLength: 12 }).map((parts) => parts.join(''));
  const encodedPart = fc
    .tuple(
      plainText,
      fc.constantFrom(
        b64,
        (text: string) => b64(gzipSync(text)),
        (text: string) => b64(b64(text)),
      ),
      fc.boolean(),
    )
    .map(([text, encode, isWrapped]) => encode(text).replace(/.{44}/g, isWrapped ? '$&\n' : '$&'));
  /** The same base64 as masked base64, in the original text. */
  const maskedPart = plainText.map((text) => b64(maskForEditing(text, { inflate }).text));
  const texts = fc
    .array(fc.oneof(secretPart, otherPart, encodedPart, maskedPart), { maxLength: 12 })
    .map((parts) => parts.join(''));

  it('are all restored if nothing is edited', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(edited(text, (shown) => shown)).toBe(text);
      }),
    );
  });

  it('are all restored if everything is moved', () => {
    fc.assert(
      fc.property(texts, (text) => {
        // Neither the beginning nor the end is unchanged, so only placeholders can be recognised.
        expect(edited(text, (shown) => `\u2603\n${shown}\n\u2603`)).toBe(`\u2603\n${text}\n\u2603`);
      }),
    );
  });

  it('and all other text are unchanged when something else is edited', () => {
    let restoredTexts = 0;
    fc.assert(
      fc.property(
        texts,
        fc.nat(),
        fc.nat({ max: 5 }),
        fc.constantFrom('', ' ', '\n', 'x', '#', '7', '*', '='),
        (...input) => {
          const [text, random, most, inserted] = input;
          const editable = maskForEditing(text, { inflate });
          const start = random % (editable.text.length + 1);
          const before = editable.masked.findLast(({ shown }) => shown.start < start);
          if (before !== undefined && before.shown.end > start) return;
          const next = editable.masked.find(({ shown }) => shown.start >= start);
          const end = Math.min(start + most, next?.shown.start ?? editable.text.length);
          const shift = before === undefined ? 0 : before.original.end - before.shown.end;
          const restored = restoreSecrets(
            editable.text.slice(0, start) + inserted + editable.text.slice(end),
            editable,
          );
          // Refused: letters added to base64, and stars and digits that look like a placeholder.
          if (!restored.ok) return;
          restoredTexts++;
          expect(restored.value).toBe(text.slice(0, start + shift) + inserted + text.slice(end + shift));
        },
      ),
    );
    expect(restoredTexts).toBeGreaterThan(20);
  });
});
