import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedName, safeFileName, safeSegments } from '../../../server/src/core/text/fileName.js';
import { viewOfUriText, viewToUri, viewToUriText } from '../../../server/src/virtualDocuments.js';

describe('the name of a file', () => {
  it.each([
    ['a direction override', 'a\u202etxt.sh', 'a_txt.sh'],
    ['an Arabic letter mark', 'a\u061c', 'a_'],
    ['isolates', '\u2066a\u2069', '_a_'],
    ['a zero-width space', 'a\u200bb', 'a_b'],
    ['a byte order mark', '\ufeffa', '_a'],
    ['a Hangul filler, which is a letter', 'a\u3164', 'a_'],
    ['a combining grapheme joiner', 'a\u034fb', 'a_b'],
    ['tags', 'a\u{e0041}', 'a_'],
    ['controls', 'a\u0000\u001b\n\u007f\u009bb', 'a_____b'],
    ['line and paragraph separators', 'a\u2028\u2029', 'a__'],
    ['half of a surrogate pair', 'a\ud800', 'a_'],
    ['separators and characters of Windows', '/a\\b<c>d:e"f|g?h*', '_a_b_c_d_e_f_g_h_'],
    ['dots and spaces at the end', 'a. . ', 'a'],
    ['nothing else', ' ..', '_'],
    ['nothing', '', '_'],
    ['a short name of NTFS', 'LONGNA~1.TXT', 'LONGNA_1.TXT'],
  ])('has no %s', (_, name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it.each([
    'con',
    'CON.txt',
    'con .txt',
    'Aux .tar.gz',
    'nul',
    'prn.',
    'CONIN$',
    'conout$.log',
    'CLOCK$',
    'COM1',
    'com0',
    'COM¹',
    'lpt².txt',
    'LPT1 .txt',
  ])('is no device on Windows: %s', (name) => {
    const kept = name.endsWith('.') ? name.slice(0, -1) : name;
    expect(safeFileName(name)).toBe(`_${kept}`);
  });

  it.each(['console', 'com10', 'com', 'a con.txt', 'conin', 'é 漢字 😀 مرحبا.txt', '~', 'backup~', '.hidden', 'a  b'])(
    'stays as it is: %s',
    (name) => {
      expect(safeFileName(name)).toBe(name);
    },
  );

  it('has at most 255 bytes with room for a number, and is safe also where it is cut', () => {
    for (const character of ['a', 'é', '漢', '😀']) {
      const safe = safeFileName(character.repeat(400));
      expect(Buffer.byteLength(safe)).toBeGreaterThan(190);
      expect(Buffer.byteLength(`${safe}~1000000`)).toBeLessThan(256);
      expect(safe).not.toMatch(/[\ud800-\udfff]/u);
    }
    expect(safeFileName(`con${' '.repeat(300)}a`)).toBe('_con');
    expect(safeFileName(`${'.'.repeat(300)}a`)).toBe('_');
  });

  it('stays the same in a second call, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeFileName(name);
        expect(safeFileName(safe)).toBe(safe);
        expect(safe).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}/\\]|[. ]$|^$/u);
      }),
    );
  });

  it('is safe in each segment of a path, which leads nowhere else', () => {
    expect(safeSegments('/../a/./..\\con\\ ../b\u202e//')).toEqual(['a', '_con', 'b_']);
  });

  it('is safe in the URI of a virtual document', () => {
    const view = { source: 'file:///a', view: 'layer', steps: ['a\u202eb'] } as const;
    for (const name of ['..', 'a/../b\u202e', '\u200bCON', ''])
      expect(viewToUri(view, name).path).toBe(`/a/${safeFileName(name)}`);
    expect(viewOfUriText(viewToUriText(view, '\ud800'))).toEqual(view);
  });
});

/** Names that some file system takes for one: APFS and NTFS fold case, APFS and others fold normal forms. */
const foldedPairs: readonly (readonly [string, string])[] = [
  ['a', 'A'],
  ['ß', 'SS'],
  ['ẞ', 'ss'],
  ['ſ', 's'],
  ['ı', 'I'],
  ['ﬁ', 'fi'],
  ['ﬄ', 'FFL'],
  ['\u212a', 'k'],
  ['\u212b', 'å'],
  ['é', 'e\u0301'],
  ['É', 'e\u0301'],
  ['ς', 'Σ'],
  ['σ', 'ς'],
  ['ΐ', 'ΐ'],
  ['ǰ', 'J\u030c'],
  ['İ', 'i\u0307'],
  ['µ', 'Μ'],
  ['ŉ', 'ʼN'],
  ['Ǆ', 'dž'],
  ['և', 'ԵՒ'],
  ['ᾳ', 'ΑΙ'],
  ['Ꭰ', 'ꭰ'],
  ['①', '1'],
  ['ａ', 'A'],
];

describe('names that a file system takes for one', () => {
  it.each(foldedPairs)('have one key: %s and %s', (one, other) => {
    expect(foldedName(`x${one}`)).toBe(foldedName(`x${other}`));
  });

  it.each([
    ['a', 'b'],
    ['e', 'é'],
    ['i', 'í'],
    ['漢', '字'],
  ])('are no others: %s and %s', (one, other) => {
    expect(foldedName(one)).not.toBe(foldedName(other));
  });

  it('have one key for each letter and its other cases', () => {
    for (let code = 0; code < 0x20000; code++) {
      const letter = String.fromCodePoint(code);
      const others = [
        letter.toUpperCase(),
        letter.toLowerCase(),
        ...['NFC', 'NFD', 'NFKC'].map((form) => letter.normalize(form)),
      ];
      const key = foldedName(letter);
      const different = others.filter((other) => foldedName(other) !== key);
      if (different.length > 0) expect([letter, ...different]).toEqual([letter]);
    }
  });
});
