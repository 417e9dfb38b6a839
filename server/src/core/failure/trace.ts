import { limits } from '../limits.js';

/** A command that a shell printed before it ran it (`set -x`). */
export interface TraceCommand {
  readonly command: string;
  /** How many `+` stand in front of it: 1 for the script itself, more for what runs inside an expansion. */
  readonly depth: number;
  /** Whether the script ended because of this command. */
  readonly failed: boolean;
}

/**
 * The last commands of a trace. The failing one is marked where the trace shows it: it stands in front of an `exit` with
 * the code that is known from elsewhere. A code is never taken from here.
 */
export function lastCommands(output: string, code: number | undefined): TraceCommand[] {
  const commands = commandsOf(output);
  const exit = code === undefined || code === 0 ? -1 : commands.findLastIndex(({ command }) => isExit(command, code));
  // What the script does on its way out, such as jobs in the background, tells nothing of the failure.
  const end = exit < 0 ? commands.length : exit + 1;
  const failed = exit < 0 ? -1 : failingCommand(commands, exit);
  const from = Math.max(0, Math.min(end - limits.traceCommands, failed < 0 ? end : failed));
  return commands.slice(from, end).map((one, index) => ({ ...one, failed: from + index === failed }));
}

interface Command {
  readonly command: string;
  readonly depth: number;
}

/** Whether a text is the trace of a shell script. */
export function looksLikeTrace(text: string): boolean {
  return (text.slice(0, 20_000).match(/(?:^|\n)\+{1,4} \S/g)?.length ?? 0) >= 3;
}

function commandsOf(output: string): Command[] {
  const commands: Command[] = [];
  for (const line of output.split(/\r\n|\r|\n/)) {
    const match = /^(\+{1,8}) (.*)$/.exec(line);
    if (match !== null) commands.push({ command: (match[2] ?? '').trim(), depth: match[1]?.length ?? 1 });
  }
  return commands;
}

function isExit(command: string, code: number): boolean {
  return command === `exit ${code}` || command === `return ${code}`;
}

/** The command in front of the exit that can have failed; -1 where there is none, as after a stored result. */
function failingCommand(commands: readonly Command[], exit: number): number {
  for (let at = exit - 1; at >= Math.max(0, exit - maxSteps); at--) {
    const { command, depth } = commands[at] ?? { command: '', depth: 0 };
    if (depth > 1 || isBookkeeping.test(command)) continue;
    return /^(?:touch|mkdir|rm|set|true|:)\b/.test(command) ? -1 : at;
  }
  return -1;
}

/** How far in front of an exit its cause is looked for. */
const maxSteps = 40;

/** Steps of retry loops and messages, which end no script. */
const isBookkeeping =
  /^(?:echo|printf|cat|tee|date|sleep|shift|break|continue|return|exit|local|seq|for|while|wait|kill)\b|^[A-Za-z_]\w*=|^\[\[? |^'\[' |^\(\(|^'/;
