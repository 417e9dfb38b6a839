import { describe, expect, it } from 'vitest';
import { toValue } from '../../../../server/src/core/formats/tree/expand.js';
import { parseYaml } from '../../../../server/src/core/formats/yaml/read.js';

// What PyYAML 6.0 loads.
describe('a block text at the end of a document', () => {
  it.each([
    ['a: |\n  x', 'x'],
    ['a: |\n  x\n', 'x\n'],
    ['a: |\n  x\n  ', 'x\n'],
    ['a: |+\n  x', 'x'],
    ['a: |-\n  x', 'x'],
    ['a: >\n  x\n  y', 'x y'],
    ['a: |\n  x\n# c', 'x\n'],
    ['a: |+\n  x\n\n', 'x\n\n'],
  ])('%j', (text, wanted) => {
    expect(toValue(parseYaml(text).root)).toEqual({ a: wanted });
  });
});
