import { entryPoints } from './entryPoints.js';
import { type FamilyResult, maxExponent } from './measure.js';

/** Prints the exponents of each family by entry point, what wasn't measured, and the failures. */
export function printResults(results: readonly FamilyResult[]): void {
  const width = Math.max(...results.map(({ family }) => family.length));
  for (const { family, growths, measured } of results) {
    const cells = [...growths].map(([entry, { exponent }]) => `${entry} ${exponent.toFixed(2)}`);
    const text = !measured
      ? 'not measured: no time left'
      : cells.length === 0
        ? 'too fast to measure'
        : cells.join(', ');
    console.log(`${family.padEnd(width)}  ${text}`);
  }
  const failures = results.flatMap((result) => result.failures);
  const measured = results.filter((result) => result.measured);
  const exponents = measured.flatMap(({ growths }) => [...growths.values()].map(({ exponent }) => exponent));
  const silent = Object.keys(entryPoints).filter((entry) => results.every(({ growths }) => !growths.has(entry)));
  console.log(
    `\n${measured.length} of ${results.length} families measured, ${exponents.length} exponents, the highest ${Math.max(0, ...exponents).toFixed(2)} (limit ${maxExponent})`,
  );
  if (silent.length > 0) console.log(`too fast to measure, or not asked for: ${silent.join(', ')}`);
  console.log('not measured: the protocol, reading and writing files, drawing in VS Code');
  for (const failure of failures) console.log(`FAILED ${failure}`);
}
