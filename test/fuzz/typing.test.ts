import { describe, expect, it } from 'vitest';
import { runs } from '../support/runs.js';
import { mutatedDocument } from './documents.js';
import { Random } from './random.js';
import { brokenCompletions, misformatted, type TypingFigures } from './typing.js';

describe('formatting and completion of mutated documents', () => {
  it('keep values, tokens and syntax', { timeout: 0 }, () => {
    const figures: TypingFigures = { formatted: 0, completions: 0 };
    for (let seed = 1; seed <= runs(500); seed++) {
      const random = new Random(seed);
      const document = mutatedDocument(random);
      expect(misformatted(document, random, figures), `seed ${seed}`).toEqual([]);
      expect(brokenCompletions(document, random, figures), `seed ${seed}`).toEqual([]);
    }
    expect(figures.formatted).toBeGreaterThan(0);
    expect(figures.completions).toBeGreaterThan(0);
  });
});
