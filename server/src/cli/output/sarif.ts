import { type ProblemCode, problemCodes, problemHref, type Severity } from '../../core/index.js';
import type { ValidationResult } from '../../results/problemResult.js';

const levels: Record<Severity, string> = { error: 'error', warning: 'warning', information: 'note', hint: 'note' };

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
        // SARIF counts lines and columns from one; columns are UTF-16 units unless it says otherwise.
        columnKind: 'utf16CodeUnits',
        results: results.flatMap(({ file, problems, ignored = [] }) =>
          [...problems, ...ignored].map((found, index) => ({
            ruleId: found.code,
            ruleIndex: codes.indexOf(found.code),
            level: levels[found.severity],
            message: { text: found.message },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: file.replaceAll('\\', '/') },
                  region: {
                    startLine: found.range.start.line + 1,
                    startColumn: found.range.start.character + 1,
                    endLine: found.range.end.line + 1,
                    endColumn: found.range.end.character + 1,
                  },
                },
                ...(found.layers.length === 0
                  ? {}
                  : { logicalLocations: [{ fullyQualifiedName: [...found.layers, found.pointer].join(' > ') }] }),
              },
            ],
            ...(index < problems.length ? {} : { suppressions: [{ kind: 'inSource' }] }),
          })),
        ),
      },
    ],
  };
}
