import { describe, expect, it } from 'vitest';
import { readMarks } from './markers.js';

describe('marked fixtures', () => {
  it('give the text, the marks in order and the cursor', () => {
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

  it.each(['⟦a', 'a⟧x/y', '¦a¦'])('that are written wrongly fail: %s', (source) => {
    expect(() => readMarks(source)).toThrow(/without|two cursors/);
  });
});
