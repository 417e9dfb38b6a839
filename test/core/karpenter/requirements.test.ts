import { describe, expect, it } from 'vitest';
import { Requirements, wholeNumber } from '../../../server/src/core/karpenter/resources/requirements.js';
import { parseYaml } from '../../../server/src/core/formats/yaml/read.js';
import { nodeAtPath } from '../../../server/src/core/karpenter/resources/model.js';
import { requiring } from '../../support/karpenter.js';

const key = 'example.com/x';

/** What is left of one label's values; operators and values only. */
function left(...requirements: readonly string[]) {
  const { root } = parseYaml(requiring(...requirements.map((each) => `${key} ${each}`)));
  const read = new Requirements(undefined);
  read.addList(nodeAtPath(root, 'requirements'), [], 'a pool');
  const { complement, values, least, most } = read.of(key);
  return {
    left: [complement ? 'not' : 'in', ...values.keys()].join(' '),
    bounds: [least, most],
    single: read.single(key)?.text,
    number: read.onlyNumber(key),
  };
}

describe('requirements of one label', () => {
  it.each([
    [['In a b', 'In b c'], 'in b', 'b'],
    [['In a b', 'NotIn a'], 'in b', 'b'],
    [['NotIn a', 'In a b'], 'in b', 'b'],
    [['NotIn a', 'NotIn b'], 'not a b', undefined],
    [['Exists', 'In a'], 'in a', 'a'],
    [['In a', 'Exists'], 'in a', 'a'],
    [['DoesNotExist', 'In a'], 'in', undefined],
    [['In a', 'DoesNotExist'], 'in', undefined],
    [['In a', 'In b'], 'in', undefined],
    [['In a a'], 'in a', 'a'],
    [['Gt 3', 'In 2 3 4'], 'in 4', '4'],
    [['In 2 3 4', 'Gt 3'], 'in 4', '4'],
    [['In 1 5 9', 'Lt 6', 'Gte 5'], 'in 5', '5'],
    [['Lte 5', 'In 5 6'], 'in 5', '5'],
    [['Gte 3', 'In a 2'], 'in', undefined],
    [['In 05 6', 'Lt 6'], 'in 05', '05'],
    [['Gt 5', 'Lt 5'], 'in', undefined],
    [['Gt 9223372036854775807'], 'in', undefined],
    [['In "" a', 'NotIn a'], 'in ', ''],
  ])('%j leave "%s"', (requirements, expected, single) => {
    expect(left(...requirements)).toMatchObject({ left: expected, single });
  });

  it.each([
    [['Gt 3', 'Lt 5'], '4'],
    [['Gte 4', 'Lte 4', 'NotIn 4'], '4'],
    [['Lt 1'], '0'],
    [['Gt 3', 'Lt 6'], undefined],
    [['Gte 4'], undefined],
    [['Lte 4'], undefined],
    [['Exists'], undefined],
  ])('%j leave the number %s', (requirements, number) => {
    expect(left(...requirements)).toMatchObject({ number, single: undefined });
  });

  it('keep bounds until there is a list, and take the narrowest', () => {
    expect(left('Gt 3', 'Gte 3', 'Lt 9', 'Lte 9').bounds).toEqual([4n, 8n]);
    expect(left('Gt 3', 'In 4 5').bounds).toEqual([undefined, undefined]);
  });

  it.each([
    ['5', 5n],
    ['+5', 5n],
    ['-05', -5n],
    ['9223372036854775808', undefined],
    ['5.0', undefined],
    [' 5', undefined],
    ['', undefined],
  ])('read %j as the number %s', (text, number) => {
    expect(wholeNumber(text)).toBe(number);
  });
});
