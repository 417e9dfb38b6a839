import { describe, expect, it } from 'vitest';
import { checkInput } from './check.js';
import { mutated } from './mutate.js';
import { runs } from '../support/runs.js';
import { Random } from './random.js';

describe('mutated documents', () => {
  it('are identical for the same seed', () => {
    expect(mutated(new Random(7))).toEqual(mutated(new Random(7)));
    expect(
      new Set(Array.from({ length: 50 }, (_, seed) => mutated(new Random(seed)).toString('hex'))).size,
    ).toBeGreaterThan(40);
  });

  it('are decoded and validated without violating an invariant (a short run of npm run fuzz)', () => {
    for (let seed = 1_000_000; seed < 1_000_000 + runs(400); seed++) {
      try {
        checkInput(mutated(new Random(seed)));
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  });
});
