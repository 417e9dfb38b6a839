import { append } from '../append.js';
import type { Assignment, ShellCommand, ShellScript } from './commands.js';
import { mainCommand } from './mainCommand.js';

/** What a command line gives its main command. */
export interface ShellEnvironment {
  /** The variables that the main command is given; of equal names the last. */
  readonly given: ReadonlyMap<string, Assignment>;
  /** Names that are given more than once. */
  readonly repeated: readonly string[];
  /** What other statements set in the shell. */
  readonly shell: ReadonlyMap<string, Assignment>;
  readonly main: ShellCommand | undefined;
}

/**
 * The environment of a script's main command: the assignments in front of it, and in a script that exports everything
 * (`set -o allexport`) those on lines of their own behind that.
 */
export function environmentOf({ commands, unterminated }: ShellScript): ShellEnvironment {
  const exporting = commands.findIndex(exportsAll);
  // Where the text breaks off, what was being assigned is all there is of the main command.
  const main = mainCommand(commands) ?? (unterminated === undefined ? undefined : commands.at(-1));
  const given: Assignment[] = [];
  const shell: Assignment[] = [];
  for (const [index, command] of commands.entries()) {
    const exported = exporting >= 0 && index > exporting;
    const list = command === main || (exported && command.words.length === 0) ? given : shell;
    if (list === given || command.words.length === 0) append(list, command.assignments);
  }
  return {
    given: lastOnes(given),
    repeated: repeatedNames(given),
    shell: lastOnes(shell),
    main,
  };
}

function exportsAll({ words }: ShellCommand): boolean {
  const [command, option, name] = words.map(({ value }) => value);
  return command === 'set' && ((option === '-o' && name === 'allexport') || option === '-a');
}

function repeatedNames(assignments: readonly Assignment[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of assignments) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return [...repeated];
}

function lastOnes(assignments: readonly Assignment[]): ReadonlyMap<string, Assignment> {
  return new Map(assignments.map((assignment) => [assignment.name, assignment]));
}
