import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allProblemCodes, problemHref } from '../server/src/core/index.js';

/** Every test file of this folder but this one. */
function testTexts(folder = 'test'): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'host' ? [] : testTexts(path);
    return entry.name.endsWith('.test.ts') && entry.name !== 'codes.test.ts' ? [readFileSync(path, 'utf8')] : [];
  });
}

describe('problem codes', () => {
  const docs = readFileSync('docs/problems.md', 'utf8');
  const tests = testTexts().join('\n');

  it.each(allProblemCodes)('%s is explained and tested', (code) => {
    expect(docs).toContain(`\n### ${code}\n`);
    expect(tests.includes(code), 'no test names it').toBe(true);
    // GitHub's anchors drop the slash.
    expect(problemHref(code)).toBe(
      `https://github.com/aks-bootstrap/aks-bootstrap/blob/main/docs/problems.md#${code.replace('/', '')}`,
    );
  });

  it('are all that docs/problems.md explains', () => {
    const explained = [...docs.matchAll(/^### (\S+)$/gm)].map((match) => match[1]);
    expect(explained.sort()).toEqual([...allProblemCodes].sort());
  });
});
