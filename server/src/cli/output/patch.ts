import { structuredPatch } from 'diff';
import { type Analysis, type Masking, payloadAt, trailTo } from '../../core/index.js';
import { joined, type Style, terminalLine, type TerminalText } from './terminal.js';

/**
 * The changes of a document in a file as a unified diff; of a payload, those of its decoded text. Lines are masked before they
 * are compared, so that no part of a secret of several lines is shown.
 */
export function patchOf(
  file: string,
  steps: readonly string[],
  before: Analysis,
  after: Analysis,
  masking: Masking,
  style: Style,
): TerminalText {
  const payload = payloadAt(before.root, steps) ?? before.root;
  const name = [file, ...trailTo(before, payload)].join(' › ');
  const textOf = ({ root }: Analysis): string => masking.lines(payloadAt(root, steps)?.text ?? '').join('\n');
  const { hunks } = structuredPatch('', '', textOf(before), textOf(after), undefined, undefined, { context: 3 });
  const blocks = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    const head = terminalLine`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n`;
    return joined([head, ...lines.map((line) => terminalLine`${paintOf(line, style)}\n`)]);
  });
  return terminalLine`--- ${name}\n+++ ${name}\n${joined(blocks)}`;
}

function paintOf(line: string, style: Style): TerminalText | string {
  if (line.startsWith('+')) return style.added(line);
  return line.startsWith('-') ? style.removed(line) : line;
}
