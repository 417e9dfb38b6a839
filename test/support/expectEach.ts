import { expect } from 'vitest';

/** Checks every row of a table in one test, and reports all failing rows with the first line of their failure. */
export function expectEach<Row>(rows: Iterable<Row>, nameOf: (row: Row) => string, check: (row: Row) => void): void {
  const failures: string[] = [];
  for (const row of rows) {
    try {
      check(row);
    } catch (error) {
      failures.push(`${nameOf(row)}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`);
    }
  }
  expect(failures).toEqual([]);
}
