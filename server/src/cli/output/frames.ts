import {
  type Analysis,
  createLineIndex,
  cutBefore,
  type FileProblem,
  type LineIndex,
  type Masking,
  type Span,
  trailTo,
  visibleLine,
} from '../../core/index.js';
import { lineAndColumn } from './style.js';
import { joined, type Paint, type Style, terminalLine, type TerminalText } from './terminal.js';

/** Columns of source text in a frame; longer lines are cut around the problem. */
const frameWidth = 100;

/** `vmss.json:94:21 › customData › aks-node-controller-config.json:14:5`; the second part for problems in encoded text. */
export function positionOf(file: string, analysis: Analysis, found: FileProblem): string {
  const inFile = `${file}:${lineAndColumn(analysis.lines.positionAt(found.span.start))}`;
  const inner = decodedSpan(found);
  if (inner === undefined) return inFile;
  const trail = trailTo(analysis, found.document);
  const position = analysis.linesOf(found.document).positionAt(inner.start);
  const names = trail.length === 0 ? ['decoded text'] : trail;
  return `${[inFile, ...names].join(' › ')}:${lineAndColumn(position)}`;
}

/** The lines around the problems of a file. A problem inside encoded text is shown in the decoded text. */
export class ProblemFrames {
  readonly #analysis: Analysis;
  readonly #style: Style;
  readonly #masking: Masking;
  /** Masked texts by themselves: a secret may span lines, so lines are cut out of the masked text. */
  readonly #lines = new Map<string, LineIndex>();

  constructor(analysis: Analysis, masking: Masking, style: Style) {
    this.#analysis = analysis;
    this.#style = style;
    this.#masking = masking;
  }

  /** The lines around a problem with its range underlined. */
  frameOf(found: FileProblem): TerminalText {
    const inner = decodedSpan(found);
    const text = inner === undefined ? this.#analysis.text : (found.document.text ?? '');
    return codeFrame(
      this.#masked(text),
      inner ?? found.span,
      (under) => this.#style.severity(found.severity, under),
      this.#style,
    );
  }

  #masked(text: string): LineIndex {
    let lines = this.#lines.get(text);
    if (lines === undefined) this.#lines.set(text, (lines = createLineIndex(this.#masking.inPlace(text))));
    return lines;
  }
}

/** The range of a problem in the decoded text, if the file around it is encoded there and shows nothing to a reader. */
function decodedSpan({ inner, document }: FileProblem): Span | undefined {
  return document.map.exact || document.text === undefined ? undefined : inner;
}

function codeFrame(lines: LineIndex, span: Span, underline: Paint, style: Style): TerminalText {
  const start = lines.positionAt(span.start);
  const end = lines.positionAt(span.end);
  const first = Math.max(0, start.line - 1);
  const last = Math.min(lines.lineCount - 1, start.line + 1);
  const gutter = String(last + 1).length;
  const shift = Math.max(0, start.character - Math.floor(frameWidth * 0.6));
  const rows: TerminalText[] = [];
  for (let line = first; line <= last; line++) {
    const { text, isCut, from, to } = clip(lines.lineText(line), shift);
    const shown = `${from > 0 ? '…' : ''}${text(from, to)}${isCut ? '…' : ''}`.trimEnd();
    const marker = line === start.line ? '>' : ' ';
    const head = terminalLine`${marker} ${style.dim(String(line + 1).padStart(gutter))} ${style.dim('|')}`;
    rows.push(shown === '' ? head : terminalLine`${head} ${shown}`);
    if (line !== start.line) continue;
    const until = end.line === start.line ? end.character : lines.lineText(line).length;
    const before = text(from, start.character).length + (from > 0 ? 1 : 0);
    const length = Math.max(1, text(start.character, Math.min(until, to)).length);
    const under = ' '.repeat(before) + '^'.repeat(length);
    rows.push(terminalLine`  ${' '.repeat(gutter)} ${style.dim('|')} ${underline(under)}`);
  }
  return joined(rows, '\n');
}

/** The part of a line that a frame shows. `text` is what it shows of a range: escapes are longer than their characters. */
interface ClippedLine {
  readonly text: (from: number, to: number) => string;
  readonly from: number;
  readonly to: number;
  readonly isCut: boolean;
}

function clip(line: string, shift: number): ClippedLine {
  const from = Math.min(line.length, cutBefore(line, shift));
  const to = Math.min(line.length, cutBefore(line, shift + frameWidth));
  // A tab keeps its column as a space.
  const text = (start: number, end: number): string => visibleLine(line.slice(start, end).replaceAll('\t', ' '));
  return { text, from, to, isCut: line.length > to };
}
