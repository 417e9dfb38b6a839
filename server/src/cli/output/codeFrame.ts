import { type Analysis, type FileProblem, maskInPlace } from '../../core/index.js';
import type { Style } from './style.js';

/** Columns of source text that a frame shows; longer lines are cut around the problem. */
const frameWidth = 100;

/**
 * The source lines around a problem with the place underlined. Secrets in them are starred out unless
 * they were asked for.
 */
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
