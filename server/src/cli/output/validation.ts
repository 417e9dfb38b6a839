import {
  type Analysis,
  type FileProblem,
  type Masking,
  pathText,
  problemResult,
  type ReportedProblems,
  unrecognisedIn,
  validate as problemsOf,
  type ValidationSummary,
} from '../../core/index.js';
import { counted, grouped } from '../../core/names.js';
import { positionOf, ProblemFrames } from './frames.js';
import { lineAndColumn } from './style.js';
import { joined, type Style, terminalLine, type TerminalText } from './terminal.js';

/** The position, severity and code of a problem. */
function headOf(file: string, analysis: Analysis, found: FileProblem, style: Style): TerminalText {
  return terminalLine`${style.bold(positionOf(file, analysis, found))} ${style.severity(found.severity, found.severity)} ${style.dim(found.code)}`;
}

/** A line for each problem. */
export function linesOf(
  file: string,
  analysis: Analysis,
  { problems }: ReportedProblems,
  style: Style,
  masking: Masking,
): TerminalText {
  const lines = problems.map((found) => {
    const { message } = problemResult(analysis, found, masking);
    return terminalLine`${headOf(file, analysis, found, style)} ${message}\n`;
  });
  return joined(lines);
}

/** A file with its problems in frames. */
export function textOf(
  file: string,
  analysis: Analysis,
  { problems, hidden }: ReportedProblems,
  style: Style,
  masking: Masking,
): TerminalText {
  const { problems: all, ignored: left } = problemsOf(analysis);
  const ignored = ignoredText(left.length, hidden);
  const notChecked = unrecognisedIn(analysis);
  const isRecognised = !notChecked.includes(analysis.root);
  const kind = isRecognised ? kindTitle(analysis) : 'not recognised';
  const outcome =
    problems.length > 0
      ? `${kind}, ${counted(problems.length, 'problem')}`
      : isRecognised
        ? `${kind}, no ${all.length > hidden.length ? 'selected ' : ''}problems`
        : `${kind}, not checked`;
  const rest =
    isRecognised && notChecked.length > 0 && analysis.context.strict !== true
      ? `; not recognised, not checked: ${notChecked.map(({ name }) => name).join(', ')}`
      : '';
  const frames = new ProblemFrames(analysis, masking, style);
  const blocks = problems.map((found) => {
    const { message, related = [] } = problemResult(analysis, found, masking);
    const inside = found.layers.length === 0 ? '' : terminalLine`\n  ${style.dim(`inside ${pathText(found)}`)}`;
    const head = headOf(file, analysis, found, style);
    const see = related.map(({ message: place, range: { start } }) => {
      return terminalLine`\n  ${style.dim(`see ${file}:${lineAndColumn(start)}`)} ${place}`;
    });
    return terminalLine`${head}\n  ${message}${inside}${joined(see)}\n${frames.frameOf(found)}\n\n`;
  });
  return terminalLine`${style.bold(file)}: ${outcome}${rest}${ignored}\n\n${joined(blocks)}`;
}

/** `(1 ignored by comments, 2 by .aks-bootstrap.yaml)`; empty without any. */
function ignoredText(byComments: number, hidden: ReportedProblems['hidden']): string {
  const counts = new Map(byComments === 0 ? [] : [['comments', byComments]]);
  for (const { source } of hidden) counts.set(source, (counts.get(source) ?? 0) + 1);
  const parts = [...counts].map(([source, number], index) => `${number}${index === 0 ? ' ignored' : ''} by ${source}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** What a file is; one that isn't itself recognised may hold documents that are. */
function kindTitle({ kind, title }: Analysis): string {
  return kind === 'unknown' ? 'document with payloads' : title;
}

/** `2 files, 1 error, 0 warnings`; files that were not checked are counted apart. */
export function summaryText({
  files,
  unrecognised,
  unreadable,
  errors,
  warnings,
  ignored = {},
  stale,
  fixed,
}: ValidationSummary): string {
  const isComplete = unrecognised === 0 && unreadable === 0;
  const counts = [
    counted(files - unrecognised - unreadable, 'file') + (isComplete ? '' : ' checked'),
    ...(unrecognised === 0 ? [] : [`${grouped(unrecognised)} not recognised`]),
    ...(unreadable === 0 ? [] : [`${grouped(unreadable)} unreadable`]),
    counted(errors, 'error'),
    counted(warnings, 'warning'),
    ...Object.entries(ignored).map(([by, number]) => `${grouped(number)} ignored by ${by}`),
    ...(stale === undefined ? [] : [counted(stale, 'stale entry', 'stale entries') + ' in the baseline']),
    ...(fixed === undefined ? [] : [`${grouped(fixed)} fixed`]),
  ];
  return counts.join(', ');
}
