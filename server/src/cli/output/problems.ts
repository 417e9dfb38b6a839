import { createHash } from 'node:crypto';
import { relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBelow } from '../../adapters/readFiles.js';
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
function invocation(results: readonly ValidationResult[], root: string): object {
  const notifications = results.flatMap(({ file, error, unrecognised }) => {
    if (error === undefined && unrecognised === undefined) return [];
    const [level, text] =
      error === undefined ? ['warning', `${file} isn't recognised, so it wasn't checked.`] : ['error', error.message];
    return [
      { level, message: { text }, locations: [{ physicalLocation: { artifactLocation: artifactOf(file, root) } }] },
    ];
  });
  return {
    executionSuccessful: results.every(({ error }) => error === undefined),
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
}

/** Where the files of a log are. */
interface Surroundings {
  /** The absolute path of the folder that paths in the log are relative to: the root of the repository. */
  readonly root: string;
  readonly version: string;
}

/** The name of that folder in the log. Its path says nothing on another machine, so it isn't in the log. */
const rootName = 'SRCROOT';

/** A file below the root by its path from there, any other file by its whole path. */
function artifactOf(file: string, root: string): object {
  const path = resolve(file);
  if (!isBelow(path, root)) return { uri: pathToFileURL(path).href };
  return { uri: relative(root, path).split(sep).map(encodeURIComponent).join('/'), uriBaseId: rootName };
}

/**
 * What stays the same when other lines of the file change, so that services recognise a problem again: a hash of its code and
 * its position in the document, with a number for those of the same position.
 */
function fingerprintOf(found: Reported, seen: Map<string, number>): string {
  const position = JSON.stringify([found.code, found.layers, found.pointer]);
  const before = seen.get(position) ?? 0;
  seen.set(position, before + 1);
  return `${createHash('sha256').update(position).digest('hex').slice(0, 32)}:${before + 1}`;
}

/** Results as a SARIF 2.1.0 log, for code scanning services. */
export function sarifLog(results: readonly ValidationResult[], { root, version }: Surroundings): object {
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
            version,
            informationUri: 'https://github.com/aks-bootstrap/aks-bootstrap',
            rules: codes.map((code) => ({
              id: code,
              shortDescription: { text: problemCodes[code].title },
              helpUri: problemHref(code),
              defaultConfiguration: { level: levels[problemCodes[code].severity] },
            })),
          },
        },
        originalUriBaseIds: { [rootName]: { description: { text: 'The root of the repository' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [invocation(results, root)],
        results: results.flatMap(({ file, problems, ignored = [] }) => {
          const seen = new Map<string, number>();
          return [...problems, ...ignored].map((found, index) => ({
            ruleId: found.code,
            ruleIndex: codes.indexOf(found.code),
            level: levels[found.severity],
            message: { text: found.message },
            partialFingerprints: { 'codeAndPlace/v1': fingerprintOf(found, seen) },
            locations: [
              {
                physicalLocation: physicalLocation(file, found.range, root),
                ...(found.layers.length === 0 ? {} : { logicalLocations: [logicalLocation(found)] }),
              },
            ],
            ...(found.related && {
              relatedLocations: found.related.map(({ message, range }, id) => ({
                id,
                message: { text: message },
                physicalLocation: physicalLocation(file, range, root),
              })),
            }),
            ...(index < problems.length ? {} : { suppressions: [{ kind: 'by' in found ? 'external' : 'inSource' }] }),
          }));
        }),
      },
    ],
  };
}

function physicalLocation(file: string, range: ResultRange, root: string): object {
  return { artifactLocation: artifactOf(file, root), region: regionOf(range) };
}
