import { describe, expect, it } from 'vitest';
import { readMarks } from './markers.js';

describe('readMarks', () => {
  it('returns the text without marks, the sorted marks and the cursor', () => {
    expect(readMarks('a⟦b⟦c⟧x/two⟧x/one‖d¦e')).toEqual({
      text: 'abcde',
      marks: [
        { start: 1, end: 3, code: 'x/one' },
        { start: 2, end: 3, code: 'x/two' },
      ],
      cursor: 4,
    });
    expect(readMarks('plain')).toEqual({ text: 'plain', marks: [], cursor: -1 });
  });

  it.each(['⟦a', 'a⟧x/y', '¦a¦'])('throws if marks are unbalanced or there are two cursors: %s', (source) => {
    expect(() => readMarks(source)).toThrow(/without|two cursors/);
  });
});
