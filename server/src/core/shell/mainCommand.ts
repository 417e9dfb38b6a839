import type { ShellCommand } from './commands.js';

/** Commands that only steer a script, and so are not what it is there for. */
const steering = new Set([
  'exit',
  'return',
  'set',
  ':',
  'true',
  'echo',
  'break',
  'continue',
  'wait',
  'sleep',
  '[',
  'test',
]);

/**
 * The command that a command line is there for: the one that is given the most variables, else the last one that does
 * more than steering. Undefined where there is no command.
 */
export function mainCommand(commands: readonly ShellCommand[]): ShellCommand | undefined {
  let main: ShellCommand | undefined;
  for (const command of commands) {
    if (command.words.length === 0) continue;
    if (command.assignments.length > (main?.assignments.length ?? 0)) main = command;
  }
  if (main !== undefined) return main;
  const named = commands.filter(({ words }) => words.length > 0);
  return named.findLast(({ words }) => !steering.has(words[0]?.value ?? '')) ?? named.at(-1);
}
