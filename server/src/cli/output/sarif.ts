import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodePlatform } from '../../adapters/nodePlatform.js';
import {
  Fingerprints,
  pathText,
  type ProblemCode,
  problemCodes,
  problemHref,
  type ProblemResult,
  type ResultRange,
  type Severity,
  type ValidationResult,
} from '../../core/index.js';
import { pathFrom } from '../operands.js';
import { type Explanations, plainText } from './problemsPage.js';

const levels: Record<Severity, string> = { error: 'error', warning: 'warning', information: 'note', hint: 'note' };

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
function logicalLocation(found: ProblemResult): object {
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

/** What a log contains besides the results. */
interface Surroundings {
  /** The absolute path of the folder that paths in the log are relative to: the root of the repository. */
  readonly root: string;
  readonly version: string;
  readonly explanations: Explanations;
}

/** The name of that folder in the log. Its path says nothing on another machine, so it isn't in the log. */
const rootName = 'SRCROOT';

/** A file below the root by its path from there, any other file by its whole path. */
function artifactOf(file: string, root: string): object {
  const path = pathFrom(root, file);
  if (path === undefined) return { uri: pathToFileURL(resolve(file)).href };
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: rootName };
}

/** Results as a SARIF 2.1.0 log, for code scanning services. */
export function sarifLog(results: readonly ValidationResult[], { root, version, explanations }: Surroundings): object {
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
              ...helpOf(explanations.get(code)),
              helpUri: problemHref(code),
              defaultConfiguration: { level: levels[problemCodes[code].severity] },
            })),
          },
        },
        originalUriBaseIds: { [rootName]: { description: { text: 'The root of the repository' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [invocation(results, root)],
        results: results.flatMap(({ file, problems, ignored = [] }) => {
          const fingerprints = new Fingerprints(nodePlatform);
          return [...problems, ...ignored].map((found, index) => ({
            ruleId: found.code,
            ruleIndex: codes.indexOf(found.code),
            level: levels[found.severity],
            message: { text: found.message },
            partialFingerprints: { 'codeAndPlace/v1': fingerprints.of(found) },
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

function helpOf(markdown: string | undefined): object {
  return markdown === undefined ? {} : { help: { text: plainText(markdown), markdown } };
}

function physicalLocation(file: string, range: ResultRange, root: string): object {
  return { artifactLocation: artifactOf(file, root), region: regionOf(range) };
}
