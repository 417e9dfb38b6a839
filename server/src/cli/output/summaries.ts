import type { CodeCount, ProblemGroup } from '../../core/index.js';
import { counted } from '../../core/names.js';
import { joined, type Style, terminalLine, type TerminalText } from './terminal.js';

/** A line for each code with its problems and documents, which are files if `noun` says so. */
export function codesText(
  codes: readonly CodeCount[],
  style: Style,
  { noun = 'document', indent = '' }: { readonly noun?: 'file' | 'document'; readonly indent?: string } = {},
): TerminalText {
  const width = Math.max(0, ...codes.map(({ code, severity }) => code.length + severity.length));
  const lines = codes.map(({ code, severity, problems, documents }) => {
    const space = ''.padEnd(width - code.length - severity.length);
    return terminalLine`${indent}${style.severity(severity, severity)} ${code}${space}  ${counted(problems, 'problem')} in ${counted(documents, noun)}\n`;
  });
  return joined(lines);
}

/** The problems of groups of documents. */
export function problemGroupsText(groups: readonly ProblemGroup[], style: Style): TerminalText {
  const blocks = groups.map(({ title, documents, codes }) => {
    const rest = codes.length === 0 ? terminalLine`  no problems\n` : codesText(codes, style, { indent: '  ' });
    return terminalLine`${style.bold(title)}: ${counted(documents, 'document')}\n${rest}\n`;
  });
  return joined(blocks);
}
