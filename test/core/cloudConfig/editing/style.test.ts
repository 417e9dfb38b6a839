import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { yamlStyle } from '../../../../server/src/core/cloudConfig/editing/writing.js';

const comments = '  # a comment line of a cloud-config\n'.repeat(5_000);

describe('the indentation style of a YAML document', () => {
  it.each<[string, string, number, boolean]>([
    ['nothing', '', 2, true],
    ['no nested lines', 'a: 1\nb: 2\n', 2, true],
    ['a mapping with four spaces', 'a:\n    b: 1\n', 4, true],
    ['an indented list', 'a:\n   - b\n', 3, true],
    ['a list at the column of its key', 'a:\n- b\n', 2, false],
    ['a list entry with nothing behind its dash', 'a:\n  -\n', 2, true],
    ['a list, then a mapping', 'a:\n- b\nc:\n    d: 1\n', 4, false],
    ['empty lines and comments under the key', 'a:\n\n \t\n# x\n  # y:\n   b: 1\n', 3, true],
    ['spaces behind the colon', 'a: \t\n   b: 1\n', 3, true],
    ['a sibling key without a value', ' a:\n b:\n   c: 1\n d:\n    e: 1\n', 3, true],
    ['more than eight spaces', 'a:\n            b: 1\n', 8, true],
    ['keys inside list entries', '- a:\n    - b\n', 2, true],
    ['a colon alone', ':\n    b: 1\n', 2, true],
    ['a key at the end of the document', 'a:', 2, true],
    ['5,000 comment lines under the key', `a:\n${comments}    b: 1\n`, 4, true],
    ['5,000 comment lines and nothing nested', `a:\n${comments}b: 1\n`, 2, true],
    ['5,000 comment lines and a list', `a:\n${comments}- b\n`, 2, false],
  ])('is read in the same way with LF and CRLF: %s', (_, text, width, indentsLists) => {
    const style = { unit: ' '.repeat(width), indentsLists };
    expect(yamlStyle(text)).toEqual(style);
    expect(yamlStyle(text.replaceAll('\n', '\r\n'))).toEqual(style);
  });

  it('is the same with LF and CRLF for random documents', () => {
    const part = fc.constantFrom('a:', 'b: 1', '- ', '-', '#', ' ', '  ', '\t', ':', '\n', '\n', '\n  ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        expect(yamlStyle(text.replaceAll('\n', '\r\n'))).toEqual(yamlStyle(text));
      }),
    );
  });
});
