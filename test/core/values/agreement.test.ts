import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFormat, type FormatName } from '../../../server/src/core/values/check.js';

type Answer = readonly [format: FormatName, text: string, accepted: boolean];

const file = join(import.meta.dirname, '../../fixtures/values/answers.jsonl');
const answers = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Answer);

describe('the Go code that reads values on a node', () => {
  const formats = [...new Set(answers.map(([name]) => name))];

  it.each(formats)('agrees about %s', (name) => {
    const theirs = answers.filter(([of]) => of === name);
    const ours = theirs.map(([, text]): Answer => [name, text, checkFormat(name, text) === undefined]);
    expect(theirs.length).toBeGreaterThan(20);
    expect(ours).toEqual(theirs);
  });
});
