import { basename, dirname, relative, resolve } from 'node:path';
import { OutputFolder } from '../adapters/writeFiles.js';
import { type BaselineEntry, baselineText, type Masking, type ReportedProblems } from '../core/index.js';
import { counted, errorMessage } from '../core/names.js';
import { type CommandIo, exitStatus, type OptionSpecs } from './command.js';
import { slashed } from './operands.js';
import { terminalLine } from './output/terminal.js';

/** Options that accept problems. */
export const baselineOptions = {
  baseline: { type: 'string', value: 'FILE', help: 'leave out the problems that this file accepts' },
  'write-baseline': { type: 'string', value: 'FILE', help: 'write a file that accepts the problems of this call' },
} as const satisfies OptionSpecs;

/** The path of a file in a baseline: from the folder of the baseline. */
export function pathInBaseline(baseline: string, file: string): string {
  return slashed(relative(dirname(baseline), resolve(file)));
}

/** What is left of the problems of a file when a baseline accepts them. */
export function acceptedBy(baseline: string, { problems, hidden, stale }: ReportedProblems): ReportedProblems {
  return { problems: [], hidden: [...hidden, ...problems.map((found) => ({ found, source: baseline }))], stale };
}

/** Writes a baseline, unless it would accept less than is there because files could not be read. */
export function writeBaseline(
  path: string,
  entries: readonly BaselineEntry[],
  unreadable: number,
  io: CommandIo,
  masking: Masking,
): number {
  const say = (words: string): void => io.err(terminalLine`aks-bootstrap: ${path} ${words}\n`.masked(masking));
  if (unreadable > 0) {
    say('is not written, because not all files could be read');
    return exitStatus.usage;
  }
  try {
    new OutputFolder(dirname(resolve(path))).write([basename(path)], baselineText(entries));
  } catch (error) {
    say(`is not written: ${errorMessage(error)}`);
    return exitStatus.usage;
  }
  const files = entries.filter(({ problems }) => problems.length > 0).length;
  const problems = entries.reduce((sum, entry) => sum + entry.problems.length, 0);
  say(`accepts ${counted(problems, 'problem')} in ${counted(files, 'file')}`);
  return exitStatus.fine;
}
