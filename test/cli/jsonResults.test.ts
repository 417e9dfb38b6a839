import { describe, expect, it } from 'vitest';
import { JsonResults } from '../../server/src/cli/output/jsonResults.js';
import { masked } from '../support/maskings.js';

/** What is printed of some results. */
function printed(results: readonly object[], more?: object, layout: 'list' | 'lines' = 'list'): string {
  let out = '';
  const write = (text: string): void => void (out += text);
  const io = { out: write, own: write, err: write, document: write, colour: false };
  const unused = () => {
    throw new Error('there is no input');
  };
  const json = new JsonResults(
    { ...io, readStandardInput: unused, standardInput: unused, readOwnFile: unused },
    masked(),
    layout,
  );
  for (const result of results) json.print(json.entryOf(result));
  json.end(more);
  return out;
}

describe('results that are printed one by one', () => {
  const results = [{ a: 'x\ny', b: [] }, {}, { c: { d: [1, { e: null }] } }];

  it.each([
    [[], undefined],
    [[], { summary: { files: 0 } }],
    [results, undefined],
    [results, { summary: {}, more: [1] }],
  ])('are the same as JSON at once: %j %j', (list, more) => {
    expect(printed(list, more)).toBe(`${JSON.stringify({ version: 1, results: list, ...more }, undefined, 2)}\n`);
  });

  it('are on one line each if they answer lines', () => {
    expect(printed(results, {}, 'lines')).toBe(results.map((result) => `${JSON.stringify(result)}\n`).join(''));
  });
});
