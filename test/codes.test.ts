import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allProblemCodes, problemHref } from '../server/src/core/index.js';
import { validateSample, problemSamples } from './core/problems/samples.js';
import { expectEach } from './support/expectEach.js';

describe('problem codes', () => {
  it('are exactly those that docs/problems.md explains', () => {
    const explained = [...readFileSync('docs/problems.md', 'utf8').matchAll(/^### (\S+)$/gm)].map((match) => match[1]);
    expect(explained.sort()).toEqual([...allProblemCodes].sort());
  });

  it('are each reported for their sample', () => {
    expectEach(
      allProblemCodes,
      (code) => code,
      (code) => {
        const { problems, failures } = validateSample(problemSamples[code]);
        expect(problems.map((problem) => problem.code)).toContain(code);
        expect(failures).toEqual([]);
      },
    );
  });

  it('link to their explanation', () => {
    expectEach(
      allProblemCodes,
      (code) => code,
      // GitHub removes slashes from anchors.
      (code) => {
        expect(problemHref(code)).toBe(
          `https://github.com/aks-bootstrap/aks-bootstrap/blob/main/docs/problems.md#${code.replace('/', '')}`,
        );
      },
    );
  });
});
