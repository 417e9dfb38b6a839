import type { Analysis } from '../analysis.js';
import { explainFailures } from '../failure/explain.js';
import { nothingMasked } from '../secrets/masking.js';
import { validate } from '../validate.js';

/**
 * What a document means, as far as redacting must not change it: a line for each payload, problem and explanation.
 * `shownPath` makes of a payload path what redacting makes of the texts in it.
 */
export function signatureOf(analysis: Analysis, shownPath: (steps: readonly string[]) => string): string[] {
  const payloads = [...analysis.documents()].map(
    ({ steps, layers, kind, format, text }) =>
      `payload ${shownPath(steps)}: ${[...layers, kind, format, text === undefined ? 'binary' : 'text'].join(' ')}`,
  );
  const problems = validate(analysis).problems.map(
    ({ code, pointer, layers }) => `problem ${code} at ${shownPath([...layers, pointer])}`,
  );
  const explanations = explainFailures(analysis.failureText, {
    masking: nothingMasked,
    exitCodes: analysis.context.exitCodes,
    budget: analysis.newBudget(),
  }).map(
    ({ exitCode, errorName, family, phase, outerExitCode, truncated, hasCseStatusJson, silence, duration, timeline }) =>
      `explanation ${[exitCode, errorName, family, phase, outerExitCode, truncated, hasCseStatusJson, silence?.kind, duration].join(' ')} ${timeline.map(({ name, at }) => `${shownPath([name])} ${String(at)}`).join(', ')}`,
  );
  return [...payloads, ...problems, ...explanations];
}

/** The lines that one signature has and the other doesn't, by how often they occur. */
export function signatureDifferences(before: readonly string[], after: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of after) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts].flatMap(([line, count]) =>
    count === 0 ? [] : [`${count > 0 ? 'only before' : 'only after'}: ${line}`],
  );
}
