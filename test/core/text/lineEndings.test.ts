import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepingLineEnds } from '../../../server/src/core/index.js';

describe('line ends of a text that an editor had', () => {
  it.each([
    ['of one kind', 'a\nb\n', 'a\r\nc\r\n', 'a\r\nc\r\n'],
    ['as they were, where nothing changed', 'a\r\nb\nc', 'a\nb\nc', 'a\r\nb\nc'],
    ['around a change', 'a\r\nb\nc\r\n', 'a\nx\nc\n', 'a\r\nx\nc\r\n'],
    ['of a line that is new', 'a\r\nb\nc\r\n', 'a\nb\nx\nc\n', 'a\r\nb\nx\nc\r\n'],
    ['that stand alone', 'a\rb\nc\n', 'a\nb\nd\n', 'a\rb\nd\n'],
    ['of a text that gets shorter', 'a\r\nb\nc\r\n', 'a\n', 'a\r\n'],
    ['of a text that loses its last one', 'a\r\nb\n', 'a\nb', 'a\r\nb'],
    ['of nothing', '', 'a\n', 'a\n'],
  ])('%s', (_, before, edited, expected) => {
    expect(keepingLineEnds(before, edited)).toBe(expected);
  });

  it('are all there again where the editor changed nothing else', () => {
    const line = fc.constantFrom('a', 'b', '', 'long line');
    const end = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), line, (lines, last) => {
        const before = lines.map((pair) => pair.join('')).join('') + last;
        fc.pre(new Set(before.match(/\r\n|\r|\n/g)).size > 1);
        expect(keepingLineEnds(before, before.replace(/\r\n|\r|\n/g, '\n'))).toBe(before);
      }),
    );
  });
});
