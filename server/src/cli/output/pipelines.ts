import { nodePlatform } from '../../adapters/nodePlatform.js';
import {
  Fingerprints,
  joinedXml,
  type ProblemResult,
  type Severity,
  shortHash,
  type ValidationResult,
  type Xml,
  xml,
  xmlText,
} from '../../core/index.js';
import { pathFrom, slashed } from '../operands.js';
import { lineAndColumn } from './style.js';

const commands: Record<Severity, string> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** Results as workflow commands that GitHub Actions turns into annotations. */
export function githubAnnotations(results: readonly ValidationResult[]): string {
  return results
    .flatMap(({ file, problems }) =>
      problems.map((found) => {
        const place = `line=${found.range.start.line + 1},col=${found.range.start.character + 1},endLine=${found.range.end.line + 1},endColumn=${found.range.end.character + 1}`;
        const { inside } = found;
        const start = inside && lineAndColumn(inside.range.start);
        const message = inside === undefined ? found.message : `${found.message}\nInside ${inside.name}:${start}`;
        return `::${commands[found.severity]} file=${property(file)},${place},title=${property(found.code)}::${data(message)}\n`;
      }),
    )
    .join('');
}

/** Message text of a workflow command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A property must not contain the separators of properties. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** GitLab's severities. */
const gitlabSeverities: Record<Severity, string> = {
  error: 'major',
  warning: 'minor',
  information: 'info',
  hint: 'info',
};

/** Results as a report of GitLab's code quality: a list of issues, with paths from the root of the repository. */
export function gitlabReport(results: readonly ValidationResult[], root: string): object[] {
  return results.flatMap(({ file, problems }) => {
    const path = pathFrom(root, file) ?? slashed(file);
    const fingerprints = new Fingerprints(nodePlatform);
    return problems.map((found) => ({
      description: messageOf(found),
      check_name: found.code,
      // GitLab treats issues with equal fingerprints as the same one, also in different files.
      fingerprint: shortHash(JSON.stringify([path, fingerprints.of(found)]), nodePlatform),
      severity: gitlabSeverities[found.severity],
      location: { path, lines: { begin: found.range.start.line + 1, end: found.range.end.line + 1 } },
    }));
  });
}

/** The message of a problem, and in which text of the file it is. */
function messageOf({ message, inside }: ProblemResult): string {
  if (inside === undefined) return message;
  return `${message} (${inside.name}:${lineAndColumn(inside.range.start)})`;
}

/**
 * Results as a report of JUnit: a suite for each file, a test for each problem. Problems of the severities in `failing` are
 * failures; others are tests that passed, with the message as their output. A file without problems has one test.
 */
export function junitReport(results: readonly ValidationResult[], failing: ReadonlySet<Severity>): Xml {
  const suites = results.map((result) => suiteOf(result, failing));
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="aks-bootstrap">
${joinedXml(suites)}</testsuites>
`;
}

function suiteOf({ file, problems, error, unrecognised }: ValidationResult, failing: ReadonlySet<Severity>): Xml {
  const failures = problems.filter(({ severity }) => failing.has(severity)).length;
  const tests = problems.map((found) => testOf(file, found, failing));
  if (error !== undefined) tests.push(whole(file, xml`<error message="${xmlText(error.message)}"/>`));
  else if (unrecognised === true && tests.length === 0)
    tests.push(whole(file, xml`<skipped message="not recognised, not checked"/>`));
  else if (tests.length === 0) tests.push(whole(file));
  const skipped = error === undefined && unrecognised === true && problems.length === 0 ? 1 : 0;
  const counts = xml`tests="${tests.length}" failures="${failures}" errors="${error === undefined ? 0 : 1}" skipped="${skipped}"`;
  return xml`  <testsuite name="${xmlText(file)}" ${counts}>
${joinedXml(tests)}  </testsuite>
`;
}

/** The test of a file without problems. */
function whole(file: string, outcome?: Xml): Xml {
  const head = xml`    <testcase name="${xmlText(file)}" classname="aks-bootstrap" file="${xmlText(file)}"`;
  return outcome === undefined ? xml`${head}/>\n` : xml`${head}>${outcome}</testcase>\n`;
}

function testOf(file: string, found: ProblemResult, failing: ReadonlySet<Severity>): Xml {
  const { code, severity, range } = found;
  const position = lineAndColumn(range.start);
  const text = `${file}:${position} ${severity} ${messageOf(found)}`;
  const outcome = failing.has(severity)
    ? xml`<failure type="${xmlText(code)}" message="${xmlText(found.message)}">${xmlText(text)}</failure>`
    : xml`<system-out>${xmlText(text)}</system-out>`;
  return xml`    <testcase name="${xmlText(`${code} at ${position}`)}" classname="${xmlText(file)}" file="${xmlText(file)}" line="${range.start.line + 1}">${outcome}</testcase>\n`;
}
