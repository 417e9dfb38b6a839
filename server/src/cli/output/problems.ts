import {
  pathText,
  type ProblemCode,
  problemCodes,
  problemHref,
  type ResultRange,
  type Severity,
  type ValidationResult,
} from '../../core/index.js';

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
        const start = inside && `${inside.range.start.line + 1}:${inside.range.start.character + 1}`;
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

const levels: Record<Severity, string> = { error: 'error', warning: 'warning', information: 'note', hint: 'note' };

type Reported = ValidationResult['problems'][number];

/** A range in SARIF, which counts lines and columns from one; columns are UTF-16 units as `columnKind` says. */
function regionOf({ start, end }: ResultRange): object {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** The document inside the file that a problem is in. Logical locations have no region, so it is a property. */
function logicalLocation(found: Reported): object {
  const { inside } = found;
  const place = inside === undefined ? {} : { name: inside.name, properties: { region: regionOf(inside.range) } };
  return { fullyQualifiedName: pathText(found), ...place };
}

/** What SARIF viewers show about files that were not checked. */
function invocation(results: readonly ValidationResult[]): object {
  const notifications = results.flatMap(({ file, error, unrecognised }) => {
    if (error === undefined && unrecognised === undefined) return [];
    const [level, text] =
      error === undefined ? ['warning', `${file} isn't recognised, so it wasn't checked.`] : ['error', error.message];
    return [{ level, message: { text }, locations: [{ physicalLocation: { artifactLocation: artifactOf(file) } }] }];
  });
  return {
    executionSuccessful: results.every(({ error }) => error === undefined),
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
}

function artifactOf(file: string): object {
  return { uri: file.replaceAll('\\', '/') };
}

/** Results as a SARIF 2.1.0 log, for code scanning services. */
export function sarifLog(results: readonly ValidationResult[]): object {
  const used = new Set<ProblemCode>(
    results.flatMap(({ problems, ignored = [] }) => [...problems, ...ignored].map(({ code }) => code)),
  );
  const codes = [...used].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'aks-bootstrap',
            informationUri: 'https://github.com/aks-bootstrap/aks-bootstrap',
            rules: codes.map((code) => ({
              id: code,
              shortDescription: { text: problemCodes[code].title },
              helpUri: problemHref(code),
              defaultConfiguration: { level: levels[problemCodes[code].severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [invocation(results)],
        results: results.flatMap(({ file, problems, ignored = [] }) =>
          [...problems, ...ignored].map((found, index) => ({
            ruleId: found.code,
            ruleIndex: codes.indexOf(found.code),
            level: levels[found.severity],
            message: { text: found.message },
            locations: [
              {
                physicalLocation: physicalLocation(file, found.range),
                ...(found.layers.length === 0 ? {} : { logicalLocations: [logicalLocation(found)] }),
              },
            ],
            ...(found.related && {
              relatedLocations: found.related.map(({ message, range }, id) => ({
                id,
                message: { text: message },
                physicalLocation: physicalLocation(file, range),
              })),
            }),
            ...(index < problems.length ? {} : { suppressions: [{ kind: 'inSource' }] }),
          })),
        ),
      },
    ],
  };
}

function physicalLocation(file: string, range: ResultRange): object {
  return { artifactLocation: artifactOf(file), region: regionOf(range) };
}
