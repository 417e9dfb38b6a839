import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explainFailure, type Explanation } from '../../../server/src/core/failure/explain.js';
import { masked } from '../../support/maskings.js';

/** What a text is expected to show; `evidence` is a part of the line, `instances` have further members. */
type Expected = Partial<Omit<Explanation, 'evidence' | 'instances'>> & {
  readonly evidence?: string | null;
  readonly instances?: readonly { readonly name: string; readonly exitCode: number }[];
};

interface Case {
  readonly name: string;
  readonly text: string;
  readonly expected: Expected;
}

const cases = readFileSync(new URL('../../fixtures/failures.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Case);

describe('a failure text', () => {
  it.each(cases.map((one) => [one.name, one] as const))('is explained: %s', (_, { text, expected }) => {
    const found = explainFailure(text, { masking: masked() });
    const { evidence, ...members } = expected;
    expect(found).toMatchObject(members);
    if (evidence === null) expect(found.evidence).toBeNull();
    else if (evidence !== undefined) expect(found.evidence?.text).toContain(evidence);
    if (found.failed !== null) expect(found.nextSteps.length).toBeGreaterThan(0);
  });

  it.each(cases.map((one) => [one.name, one] as const))(
    'has the same cause with Windows line endings: %s',
    (_, { text, expected }) => {
      const { failed, exitCode } = explainFailure(text.replaceAll('\n', '\r\n'), { masking: masked() });
      const { failed: wanted, exitCode: code } = expected;
      if (wanted !== undefined) expect(failed).toBe(wanted);
      if (code !== undefined) expect(exitCode).toBe(code);
    },
  );
});
