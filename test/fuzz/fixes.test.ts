import { describe, expect, it } from 'vitest';
import { runs } from '../support/runs.js';
import { mutatedDocument } from './documents.js';
import { type FixFigures, worseDocuments, worseLayers } from './fixes.js';
import { Random } from './random.js';

describe('fixes and refactorings of mutated documents', () => {
  it('never make a document worse', { timeout: 0 }, () => {
    const figures: FixFigures = { documents: 0, fixes: 0, fixAll: 0, refactorings: 0, layerFixes: 0 };
    for (let seed = 1; seed <= runs(500); seed++) {
      const random = new Random(seed);
      const document = mutatedDocument(random);
      const worse = worseDocuments(document, random.below(document.text.length + 1), figures);
      expect(worse, `seed ${seed}`).toEqual([]);
      expect(worseLayers(document, figures), `layers of seed ${seed}`).toEqual([]);
    }
    expect(figures.fixes).toBeGreaterThan(figures.documents);
    expect(figures.fixAll).toBeGreaterThan(figures.documents / 10);
    expect(figures.layerFixes).toBeGreaterThan(figures.documents / 100);
    expect(figures.refactorings).toBeGreaterThan(figures.documents / 10);
  });
});
