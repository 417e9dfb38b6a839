import { maskingOf } from '../core/index.js';
import {
  type Command,
  type CommandIo,
  didYouMean,
  exitStatus,
  Interrupted,
  parseArguments,
  UsageError,
} from './command.js';
import { compare } from './commands/compare.js';
import { completionOf } from './commands/completion.js';
import { config } from './commands/config.js';
import { decode } from './commands/decode.js';
import { diff } from './commands/diff.js';
import { doctor } from './commands/doctor.js';
import { explain } from './commands/explain.js';
import { find } from './commands/find.js';
import { lsp } from './commands/lsp.js';
import { mcp } from './commands/mcp.js';
import { redact } from './commands/redact.js';
import { renderCommands } from './commands/render/index.js';
import { schema } from './commands/schema.js';
import { validate } from './commands/validate.js';
import { commandHelp, familyHelp, fullHelp, overview } from './help.js';
import { terminalLine, type TerminalOutput, type TerminalText } from './output/terminal.js';

/** All commands, in the order of help. A new one is a file in `commands/` and an entry here. */
export const commands: readonly Command[] = [
  validate,
  ...renderCommands,
  decode,
  explain,
  diff,
  compare,
  find,
  redact,
  config,
  schema,
  completionOf(() => commands),
  doctor,
  lsp,
  mcp,
];

/** Runs one call of the command line and returns its exit status. */
export async function runCommandLine(args: readonly string[], io: CommandIo, versionText: string): Promise<number> {
  const [first] = args;
  // Arguments can be secrets too. Help doesn't load the core.
  const masked = (text: TerminalText): TerminalOutput => text.masked(maskingOf([]));
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const asked = commandNamed(args.slice(1));
    io.own(asked === undefined ? helpFor(args[1]) : fullHelp(asked.command));
    return first === undefined ? exitStatus.usage : exitStatus.fine;
  }
  if (first === '--version') {
    io.own(`${versionText}\n`);
    return exitStatus.fine;
  }
  const named = commandNamed(args);
  if (named === undefined) {
    if (args.some(asksForHelp)) {
      io.own(helpFor(first));
      return exitStatus.fine;
    }
    io.err(masked(terminalLine`aks-bootstrap: ${withHelp(unknownCommand(args), 'aks-bootstrap --help')}\n`));
    return exitStatus.usage;
  }
  const { command, rest } = named;
  if (rest.some(asksForHelp)) {
    io.own(commandHelp(command));
    return exitStatus.fine;
  }
  try {
    const parsed = parseArguments(rest, command.options);
    const colour = parsed.choice('color', ['always', 'never', 'auto']) ?? 'auto';
    return await command.run(parsed, colour === 'auto' ? io : { ...io, colour: colour === 'always' });
  } catch (error) {
    if (error instanceof Interrupted) return Interrupted.status;
    if (!(error instanceof UsageError)) throw error;
    const message = withHelp(error.message, `aks-bootstrap ${command.name} --help`);
    io.err(masked(terminalLine`aks-bootstrap ${command.name}: ${message}\n`));
    return exitStatus.usage;
  }
}

/** The command at the start of a call; two-word names are tried first. */
function commandNamed(args: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const words of [2, 1]) {
    const command = commands.find((candidate) => candidate.name === args.slice(0, words).join(' '));
    if (command !== undefined) return { command, rest: args.slice(words) };
  }
  return undefined;
}

function asksForHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

/** The help for the commands that begin with a word; for all commands if none does. */
function helpFor(word = ''): string {
  const family = familyOf(word);
  return family.length === 0 ? overview(commands) : familyHelp(word, family);
}

/** The commands with names of two words that begin with this one. */
function familyOf(word: string): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `));
}

function unknownCommand(args: readonly string[]): string {
  const family = familyOf(args[0] ?? '');
  if (family.length === 0) {
    const [first = ''] = args;
    const names = commands.map(({ name }) => name.split(' ')[0] ?? '');
    return `there is no command ${JSON.stringify(first)}${didYouMean(first, names)}`;
  }
  return `${args[0] ?? ''} needs one of ${family.map((command) => command.name.split(' ')[1] ?? '').join(', ')}`;
}

/** A message, and where to read on. */
function withHelp(message: string, help: string): string {
  return `${message}${message.endsWith('?') ? ' See' : '; see'} ${help}`;
}
