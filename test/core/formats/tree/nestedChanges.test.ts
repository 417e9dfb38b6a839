import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../server/src/core/formats/tree/changes.js';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import { memberOf, type StringNode } from '../../../../server/src/core/formats/tree/node.js';
import { stringMap } from '../../../../server/src/core/formats/tree/stringMap.js';
import { parseYaml } from '../../../../server/src/core/formats/yaml/read.js';
import { runs } from '../../../support/runs.js';

const read = {
  json: (text: string) => parseJson(text).root,
  yaml: (text: string) => parseYaml(text).root,
};

function stringIn(language: 'json' | 'yaml', text: string): StringNode {
  const node = memberOf(read[language](text), 'a')?.value;
  if (node?.kind !== 'string') throw new Error(`no string in ${JSON.stringify(text)}`);
  return node;
}

/** The document after a change of the string in it; undefined where the map gives none. */
function changed(language: 'json' | 'yaml', text: string, from: string, newText: string): string | undefined {
  const node = stringIn(language, text);
  const start = node.value.indexOf(from);
  const change = stringMap(text, node).toOuterChange?.({ span: { start, end: start + from.length }, newText });
  return change && applyChanges(text, [change]);
}

describe('a change inside a string', () => {
  it.each([
    ['json', '{"a": "x y"}', 'x', '"\n', '{"a": "\\"\\n y"}'],
    ['json', '{"a": "\\n\\"x\\""}', '"x"', 'y', '{"a": "\\ny"}'],
    ['yaml', 'a: x-y\n', 'x', 'z', 'a: z-y\n'],
    ['yaml', 'a: x-y\n', 'x', 'z: ', undefined],
    ['yaml', "a: 'it''s x'\n", 'x', "'", "a: 'it''s '''\n"],
    ['yaml', 'a: "x y"\n', 'x', '\n"', 'a: "\\n\\" y"\n'],
    ['yaml', 'a: "x\n  y"\n', 'x', 'z', undefined],
    ['yaml', 'a: >\n  x\n  y\n', 'x', 'z', undefined],
    ['yaml', 'a: |\n  x\n  y\nb: 1\n', 'x', 'z', 'a: |\n  z\n  y\nb: 1\n'],
    // Lines that come and go.
    ['yaml', 'a: |\n  x\n  y\n', 'y', 'z\n\nw', 'a: |\n  x\n  z\n  \n  w\n'],
    ['yaml', 'a: |\n  x\n  y\n', 'x\n', '', 'a: |\n  y\n'],
    ['yaml', 'a: |\n    x\n    y\n    z\n', 'y\n', '', 'a: |\n    x\n    z\n'],
    ['yaml', 'a: |\r\n  x\r\n  y\r\n', 'x', 'z\nw', 'a: |\r\n  z\r\n  w\r\n  y\r\n'],
    // Blanks at the beginning would be taken for indentation, and line breaks at the end are chomped.
    ['yaml', 'a: |\n  x\n', 'x', ' x', undefined],
    ['yaml', 'a: |\n  x\n  y\n', 'y\n', '', undefined],
    ['yaml', 'a: |\n  x\n', 'x', '\u0007', undefined],
  ] as const)('of %s %j, where %j becomes %j', (language, text, from, newText, wanted) => {
    expect(changed(language, text, from, newText)).toBe(wanted);
  });

  const pieces = fc.array(fc.constantFrom('x', 'yy', ' ', '\n', '"', "'", '\\', ': ', '#', '\t', 'é', '- '), {
    maxLength: 8,
  });
  const plain = pieces.map((parts) => parts.join(''));
  const layouts: readonly [string, 'json' | 'yaml', (value: string) => string][] = [
    ['JSON', 'json', (value) => `{"b": 1, "a": ${JSON.stringify(value)}}`],
    ['double quotes', 'yaml', (value) => `b: 1\na: ${JSON.stringify(value)}\nc: 2\n`],
    ['single quotes', 'yaml', (value) => `a: '${value.replaceAll("'", "''")}'\nc: 2\n`],
    ['a block', 'yaml', (value) => `a: |\n${value.replace(/^/gm, '    ')}\nc: 2\n`],
    ['a block without end', 'yaml', (value) => `a: |-\n${value.replace(/^/gm, '  ')}`],
  ];

  it.each(layouts)('of %s is read back as what it was to become', (_, language, layout) => {
    let made = 0;
    fc.assert(
      fc.property(plain, plain, fc.nat(20), fc.nat(6), (value, newText, at, length) => {
        const text = layout(`k${value}k`);
        const node = memberOf(read[language](text), 'a')?.value;
        fc.pre(node?.kind === 'string');
        const start = Math.min(at, node.value.length);
        const end = Math.min(start + length, node.value.length);
        const change = stringMap(text, node).toOuterChange?.({ span: { start, end }, newText });
        if (change === undefined) return;
        made++;
        const after = applyChanges(text, [change]);
        expect(stringIn(language, after).value).toBe(node.value.slice(0, start) + newText + node.value.slice(end));
      }),
    );
    expect(made).toBeGreaterThan(runs(5));
  });
});
