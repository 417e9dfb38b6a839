import { describe, expect, it } from 'vitest';
import { completeConfiguration, configurationHover } from '../../../server/src/core/configuration/editing.js';
import { readConfiguration } from '../../../server/src/core/configuration/read.js';
import { outline } from '../../../server/src/core/editor/symbols.js';
import { allProblemCodes } from '../../../server/src/core/problems/codes.js';
import { analyse } from '../../support/analyse.js';

/** The text and offset of a document in which `|` is the cursor. */
function at(marked: string): [string, number] {
  return [marked.replace('|', ''), marked.indexOf('|')];
}

function labels(marked: string): string[] {
  return completeConfiguration(...at(marked)).map(({ label }) => label);
}

/** The text after the first completion with this label, without tab stops. */
function completed(marked: string, label: string): string {
  const [text, offset] = at(marked);
  const item = completeConfiguration(text, offset).find((one) => one.label === label);
  if (item === undefined) throw new Error(`${label} isn't offered`);
  return text.slice(0, item.span.start) + item.plainText + text.slice(item.span.end);
}

const topLevel = ['kinds', 'nodeImage', 'cloudInit', 'karpenter', 'contract', 'problems', 'customData', 'preview'];

describe('completion in a configuration', () => {
  it.each([
    ['|', topLevel],
    ['node|', topLevel],
    ['kinds: {}\n|\nnodeImage: x\n', topLevel.filter((name) => name !== 'kinds' && name !== 'nodeImage')],
    ['problems:\n  |', ['severity', 'ignore', 'baseline']],
    ['problems:\n  severity: {}\n  |', ['ignore', 'baseline']],
    ['customData:\n  dialect: |', ['cloud-init', 'flatcar', 'write-files']],
    ["problems:\n  severity:\n    'contract/*': |", ['error', 'warning', 'information', 'hint', 'off']],
    ['{"problems": {"|"}}', ['severity', 'ignore', 'baseline']],
    ['{"customData": {"dialect": "|"}}', ['cloud-init', 'flatcar', 'write-files']],
    ['# |', []],
    ['contract: |', []],
  ])('of %j', (marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  it('offers codes as keys and as ignored ones, and kinds for globs', () => {
    expect(labels('problems:\n  severity:\n    |')).toEqual(allProblemCodes);
    expect(labels("problems:\n  ignore:\n    'old/**': [|]\n")).toEqual(allProblemCodes);
    expect(labels("problems:\n  ignore:\n    'old/**':\n      - |\n")).toEqual(allProblemCodes);
    expect(labels("kinds:\n  '*.json': |")).toContain('node-config');
  });

  it.each([
    ['prob|', 'problems', 'problems:\n  '],
    // Editors indent inserted lines like the line of the cursor.
    ['problems:\n  |', 'severity', 'problems:\n  severity:\n  '],
    ['no|: x\n', 'nodeImage', 'nodeImage: x\n'],
    ['problems:\n  severity:\n    |', 'json/syntax', 'problems:\n  severity:\n    json/syntax: '],
    ['customData:\n  dialect:|', 'flatcar', 'customData:\n  dialect: flatcar'],
    ['{"customData": {"dialect": "|"}}', 'flatcar', '{"customData": {"dialect": "flatcar"}}'],
    ['{"|": "x"}', 'nodeImage', '{"nodeImage": "x"}'],
  ])('writes %j with %s', (marked, label, expected) => {
    expect(completed(marked, label)).toBe(expected);
  });
});

describe('hover in a configuration', () => {
  it.each([
    ['problems:\n  sever|ity: {}\n', 'problems.severity'],
    ['nodeImage: 202605|.27.0\n', 'nodeImage'],
    ['problems: {severity: {json/syn|tax: off}}\n', 'The text is not valid JSON'],
    ["problems:\n  ignore:\n    'a': [yaml/t|ab]\n", 'A tab is used'],
    ['{"karpenter": {"rele|ase": "v1.6.3"}}', 'karpenter.release'],
  ])('explains %j', (marked, expected) => {
    const [text, offset] = at(marked);
    expect(configurationHover(readConfiguration(text).root, text, offset)?.markdown).toContain(expected);
  });

  it('has nothing to say about globs and comments', () => {
    for (const marked of ['# a| comment\n', 'unknown: |x\n']) {
      const [text, offset] = at(marked);
      expect(configurationHover(readConfiguration(text).root, text, offset)).toBeUndefined();
    }
  });
});

it('has an outline of its keys', () => {
  const analysis = analyse('.aks-bootstrap.yaml', 'problems:\n  severity: {json/*: off}\nnodeImage: 202605.27.0\n');
  expect(outline(analysis)).toMatchObject([
    { name: 'problems', children: [{ name: 'severity', detail: '1 entry', children: [{ name: 'json/*' }] }] },
    { name: 'nodeImage', detail: '"202605.27.0"' },
  ]);
});
