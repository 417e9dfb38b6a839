import { describe, expect, it } from 'vitest';
import { growthOf, isSettled } from './growth.js';

const times = (of: (size: number) => number, sizes = [1, 2, 4, 8, 16, 32]) =>
  new Map(sizes.map((size) => [size * 1_024, of(size)]));

describe('the growth of times', () => {
  it('is the exponent of the size', () => {
    expect(
      growthOf(
        times((size) => 5 * size),
        1,
      )?.exponent,
    ).toBeCloseTo(1);
    expect(
      growthOf(
        times((size) => 5 * size ** 2),
        1,
      )?.exponent,
    ).toBeCloseTo(2);
    expect(
      growthOf(
        times(() => 5),
        1,
      )?.exponent,
    ).toBeCloseTo(0);
  });

  it('is that of the last three doublings', () => {
    const late = growthOf(
      times((size) => (size < 4 ? 100 : size ** 2)),
      1,
    );
    expect(late?.exponent).toBeCloseTo(2);
    expect(late).toMatchObject({ size: 32 * 1_024, milliseconds: 1_024 });
  });

  it('is unknown with fewer than three times that are long enough', () => {
    expect(
      growthOf(
        times((size) => size),
        9,
      ),
    ).toBeUndefined();
    expect(
      growthOf(
        times((size) => size),
        8,
      )?.exponent,
    ).toBeCloseTo(1);
    expect(growthOf(new Map(), 1)).toBeUndefined();
  });
});

describe('whether a larger document would say no more', () => {
  it('depends on the last doubling', () => {
    expect(isSettled(times((size) => 5 * size))).toBe(true);
    expect(isSettled(times((size) => size * Math.log2(size + 100)))).toBe(true);
    expect(isSettled(times((size) => size + size ** 2 / 200))).toBe(false);
    expect(isSettled(times((size) => size ** 1.2))).toBe(false);
  });

  it('is not known of times that are mostly fixed costs, or of one time', () => {
    expect(isSettled(times((size) => 100 + size))).toBe(false);
    expect(isSettled(new Map([[1_024, 5]]))).toBe(false);
    expect(isSettled(new Map())).toBe(false);
  });
});
