import { readShell } from '../shell/commands.js';
import { mainCommand } from '../shell/mainCommand.js';
import { isWindowsCommandLine } from '../windows/commandLine.js';

/** Commands that a script extension is given most often. */
const program = /^\s*(?:(?:sudo|nohup|env)\s+)?(?:(?:\/usr)?\/bin\/[\w.-]+\s|(?:bash|sh)\s+(?:-\w|[\w./-]+\.sh\b))/;
const decodingPipeline = /^\s*(?:echo|printf)\s[^\n|]*\|\s*base64\s+-/;
/** What statements in front of the command that matters begin with. */
const statement = /^\s*(?:echo|printf|if|for|while|cd|mkdir|export|sleep|source|timeout|curl|wget)\s/;
const assignment = /^\s*[A-Za-z_]\w*=/;

/** Whether a text is the command line of a script extension and not prose, settings or a script. */
export function looksLikeCommandLine(text: string): boolean {
  if (isWindowsCommandLine(text) || program.test(text) || decodingPipeline.test(text)) return true;
  if (!assignment.test(text)) return statement.test(text) && runsProgram(text);
  const { commands, unterminated } = readShell(text);
  // A file of settings is nothing but assignments.
  return (mainCommand(commands)?.assignments.length ?? 0) > 0 || unterminated !== undefined || hasCommandBehind(text);
}

/** Whether the first line goes on with a command behind its assignments. */
function hasCommandBehind(text: string): boolean {
  const end = text.indexOf('\n');
  const { commands } = readShell(end < 0 ? text : text.slice(0, end));
  return commands.some(({ words }) => words.length > 0);
}

/** Whether one of several statements gives variables to a program, or names one by its path; prose does neither. */
function runsProgram(text: string): boolean {
  const { commands } = readShell(text);
  return (
    commands.length > 1 &&
    commands.some(({ assignments, words: [name] }) => assignments.length > 0 || /^\/\w/.test(name?.value ?? ''))
  );
}
