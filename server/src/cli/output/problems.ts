import {
  type Analysis,
  type FileProblem,
  maskInPlace,
  type ProblemCode,
  problemCodes,
  problemHref,
  type ResultRange,
  type Severity,
  type ValidationResult,
} from '../../core/index.js';
import type { Style } from './style.js';

/** Columns of source text in a frame; longer lines are cut around the problem. */
const frameWidth = 100;

/** The source lines around a problem with the range underlined. */
export function codeFrame(analysis: Analysis, found: FileProblem, style: Style, showSecrets: boolean): string {
  const { lines } = analysis;
  const start = lines.positionAt(found.span.start);
  const end = lines.positionAt(found.span.end);
  const first = Math.max(0, start.line - 1);
  const last = Math.min(lines.lineCount - 1, start.line + 1);
  const gutter = String(last + 1).length;
  const shift = Math.max(0, start.character - Math.floor(frameWidth * 0.6));
  const rows: string[] = [];
  for (let line = first; line <= last; line++) {
    const shown = clip(visibleLine(lines.lineText(line), shift, showSecrets), shift);
    const marker = line === start.line ? '>' : ' ';
    rows.push(`${marker} ${style.dim(String(line + 1).padStart(gutter))} ${style.dim('|')} ${shown}`.trimEnd());
    if (line !== start.line) continue;
    const until = end.line === start.line ? end.character : lines.lineText(line).length;
    const length = Math.max(1, Math.min(until, shift + frameWidth) - start.character);
    const under = ' '.repeat(start.character - shift + (shift > 0 ? 1 : 0)) + '^'.repeat(length);
    rows.push(`  ${' '.repeat(gutter)} ${style.dim('|')} ${style.severity(found.severity, under)}`);
  }
  return rows.join('\n');
}

/** Control characters could rewrite the terminal; tabs would shift the underline. */
function visibleLine(text: string, shift: number, showSecrets: boolean): string {
  const near = text.slice(0, shift + frameWidth * 4);
  const shown = showSecrets ? near : maskInPlace(near);
  // eslint-disable-next-line no-control-regex -- control characters are what is replaced
  return shown.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
}

function clip(text: string, shift: number): string {
  const end = shift + frameWidth;
  return (shift > 0 ? '…' : '') + text.slice(shift, end) + (text.length > end ? '…' : '');
}

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
        return `::${commands[found.severity]} file=${property(file)},${place},title=${property(found.code)}::${data(found.message)}\n`;
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
                physicalLocation: physicalLocation(file, found.range),
                ...(found.layers.length === 0
                  ? {}
                  : { logicalLocations: [{ fullyQualifiedName: [...found.layers, found.pointer].join(' > ') }] }),
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

function physicalLocation(file: string, { start, end }: ResultRange): object {
  return {
    artifactLocation: { uri: file.replaceAll('\\', '/') },
    region: {
      startLine: start.line + 1,
      startColumn: start.character + 1,
      endLine: end.line + 1,
      endColumn: end.character + 1,
    },
  };
}
