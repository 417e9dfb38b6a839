import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { entryPoints } from './entryPoints.js';
import { families } from './families.js';
import { type FamilyResult, sizeText } from './measure.js';

const page = 'docs/reliability.md';
const marks = { start: '<!-- families: start -->', end: '<!-- families: end -->' };

/** Writes the tables of exponents between the marks of the page. */
export async function writeTables(results: readonly FamilyResult[]): Promise<void> {
  const text = await readFile(page, 'utf8');
  const start = text.indexOf(marks.start);
  const end = text.indexOf(marks.end);
  if (start < 0 || end < start) throw new Error(`${page} has no marks for the tables`);
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const measured = results.filter((result) => result.measured);
  const rows = measured.flatMap(({ family, growths }) =>
    [...growths].map(([entry, growth]): Row => ({ family, entry, ...growth })),
  );
  const pairs = measured.length * Object.keys(entryPoints).length;
  const facts = `Measured on ${new Date().toISOString().slice(0, 10)} with version ${version}: ${measured.length} of ${Object.keys(families).length} families with ${Object.keys(entryPoints).length} entry points each. ${rows.length.toLocaleString('en')} of these ${pairs.toLocaleString('en')} pairs have an exponent; the others take less than 10 ms for the largest document of their family. ${largestDocuments(measured)}`;
  const tables = [
    facts,
    table('Kind of document', rows, ({ family }) => family.split(':')[0] ?? family),
    table('Entry point', rows, ({ entry }) => entry),
  ];
  const written = `${text.slice(0, start + marks.start.length)}\n\n${tables.join('\n\n')}\n\n${text.slice(end)}`;
  await writeFile(page, await format(written, { ...(await resolveConfig(page)), filepath: page }));
}

/** How many families were measured with how large documents. */
function largestDocuments(results: readonly FamilyResult[]): string {
  const counts = new Map<number, number>();
  for (const { largest } of results.toSorted((a, b) => b.largest - a.largest))
    counts.set(largest, (counts.get(largest) ?? 0) + 1);
  const list = [...counts].map(([size, count]) => `${sizeText(size)} for ${count}`).join(', ');
  return `The largest document: ${list} families.`;
}

interface Row {
  readonly family: string;
  readonly entry: string;
  readonly exponent: number;
  readonly size: number;
  readonly milliseconds: number;
}

/** One line for each group of rows: how many, the median and the highest exponent, and the most expensive one. */
function table(title: string, rows: readonly Row[], groupOf: (row: Row) => string): string {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(groupOf(row));
    if (group === undefined) groups.set(groupOf(row), [row]);
    else group.push(row);
  }
  const lines = [...groups].map(([name, group]) => {
    const sorted = group.toSorted((a, b) => a.exponent - b.exponent);
    const median = sorted[sorted.length >> 1];
    const highest = sorted.at(-1);
    const slowest = group.reduce((most, row) => (cost(row) > cost(most) ? row : most));
    const highestText = `${shown(highest)} (${highest?.family ?? ''}, ${highest?.entry ?? ''})`;
    return `| ${name} | ${group.length} | ${shown(median)} | ${highestText} | ${cost(slowest).toFixed(1)} (${slowest.family}, ${slowest.entry}, ${sizeText(slowest.size)}) |`;
  });
  return [
    `| ${title} | Exponents | Median | Highest | Slowest, seconds per MB |`,
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function shown(row: Row | undefined): string {
  return row?.exponent.toFixed(2) ?? '';
}

/** CPU seconds per MB at the largest size. */
function cost({ milliseconds, size }: Row): number {
  return milliseconds / 1_000 / (size / 1_024 / 1_024);
}
