import { describe, expect, it } from 'vitest';
import { expectGolden } from './golden.js';

// With UPDATE_GOLDEN, the first test would write the file that must be missing.
describe.skipIf(process.env.UPDATE_GOLDEN === '1')('golden files', () => {
  it('fail the test if they are missing', () => {
    expect(() => expectGolden('no-such-file.txt', '')).toThrow('is missing; UPDATE_GOLDEN=1 writes it');
  });

  it('fail the test if they differ', () => {
    expect(() => expectGolden('custom-data/flatcar.txt', 'something else')).toThrow();
  });
});
