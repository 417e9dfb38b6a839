import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBefore, visible, visibleLine } from '../../../server/src/core/index.js';

describe('invisible characters', () => {
  it.each([
    ['control characters', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
    ['delete and C1 controls', '\u007f\u009b2J', '\\u007f\\u009b2J'],
    ['carriage returns', 'a\r\nb\rc', 'a\\r\nb\\rc'],
    ['text direction marks', '\u202e\u2066\u200f\u061c', '\\u202e\\u2066\\u200f\\u061c'],
    ['separators of lines and paragraphs', '\u2028\u2029', '\\u2028\\u2029'],
    ['zero-width characters', 'a\u200bb\ufeff', 'a\\u200bb\\ufeff'],
    ['tags', '\u{e0041}', '\\udb40\\udc41'],
    ['halves of surrogate pairs', '\ud800a\udc00', '\\ud800a\\udc00'],
  ])('%s are shown as escapes', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('leaves other text, line feeds and tabs as they are', () => {
    const text = 'é 漢字 😀 مرحبا\n\t\u00a0';
    expect(visible(text)).toBe(text);
    expect(visibleLine('a\n\tb')).toBe('a\\n\tb');
  });

  it('keeps the meaning of JSON', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
        expect(JSON.parse(visible(json))).toEqual(JSON.parse(json));
      }),
    );
  });

  it('cuts between characters', () => {
    expect([0, 1, 2, 3, 9].map((index) => cutBefore('a😀b', index))).toEqual([0, 1, 1, 3, 9]);
  });
});
