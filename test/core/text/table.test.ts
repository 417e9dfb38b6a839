import { describe, expect, it } from 'vitest';
import { rowsOf, words } from '../../../server/src/core/text/table.js';

describe('a table of facts', () => {
  it('becomes one record per line, without the members of empty cells', () => {
    const rows = rowsOf(`
      name      | since? | doc
      --config  | 1.28   | The \`config\` file.
      --runonce |        | Whether it ends.
    `);
    expect(rows).toEqual([
      { name: '--config', since: '1.28', doc: 'The `config` file.' },
      { name: '--runonce', doc: 'Whether it ends.' },
    ]);
    expect(rows.map(({ name, since = '1.0' }): string => name + since)).toEqual(['--config1.28', '--runonce1.0']);
  });

  it.each([
    ['with a missing cell', 'a | 1.28', 'a | 1.28'],
    ['with a cell too many', 'a | 1.28 | b | c', 'a | 1.28 | b | c'],
    ['that is empty', '', 'cells'],
    ['without a required cell', 'a | 1.28 |', 'no doc: a | 1.28'],
  ])('throws at a row %s', (_, row, message) => {
    expect(() => rowsOf(`\nname | since? | doc\nx | | y\n${row}\nx | | y`)).toThrow(message);
  });
});

it('reads a list of words over several lines', () => {
  expect(words('\n  one two\n  three\n')).toEqual(['one', 'two', 'three']);
});
