import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

/** Compares with test/golden/NAME. A missing file fails; `UPDATE_GOLDEN=1` writes it. */
export function expectGolden(name: string, actual: string): void {
  const file = join('test/golden', name);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
  }
  if (!existsSync(file)) throw new Error(`${file} is missing; UPDATE_GOLDEN=1 writes it`);
  expect(actual).toBe(readFileSync(file, 'utf8'));
}
