import type { Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { closingLine, delimiterOf } from './unclosed.js';
import { endsWord, readWord, type ShellWord } from './word.js';

/** A variable that a command is given, or that a statement sets. */
export interface Assignment {
  readonly name: string;
  readonly value: ShellWord;
}

/** A redirection of input or output. */
interface Redirection {
  /** The operator without a number in front: `<`, `>>`, `<<<`, … */
  readonly operator: string;
  readonly target: ShellWord;
}

/** One simple command: assignments, words, redirections. Either of the first two may be empty. */
export interface ShellCommand {
  readonly assignments: readonly Assignment[];
  readonly words: readonly ShellWord[];
  readonly redirections: readonly Redirection[];
  /** Whether it reads what the command in front of it writes. */
  readonly piped: boolean;
}

/** The commands of a script in the order of the text, also those in branches and loops. */
export interface ShellScript {
  readonly commands: readonly ShellCommand[];
  /** The quote or substitution that has no end: nothing behind it is read. */
  readonly unterminated: Span | undefined;
  /** Assignments whose value is a bare `<word>`, which shells read as a redirection. */
  readonly redirectedValues: readonly Span[];
}

/** Splits a script into simple commands, in linear time. Nothing is run and nothing is expanded. */
export function readShell(text: string): ShellScript {
  return new ShellReader(text).read();
}

interface OpenCommand {
  assignments: Assignment[];
  words: ShellWord[];
  redirections: Redirection[];
  piped: boolean;
}

/** Words that stand in front of a command without being one. */
const reservedWords = new Set([
  'if',
  'then',
  'else',
  'elif',
  'do',
  'while',
  'until',
  '!',
  '{',
  '}',
  'fi',
  'done',
  'time',
]);

class ShellReader {
  readonly #text: string;
  #at = 0;
  readonly #commands: ShellCommand[] = [];
  #open: OpenCommand = emptyCommand(false);
  readonly #hereDocuments: { delimiter: string; tabs: boolean }[] = [];
  readonly #redirectedValues: Span[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellScript {
    let unterminated: Span | undefined;
    while (this.#at < this.#text.length && unterminated === undefined) unterminated = this.#readToken();
    this.#finish(false);
    return { commands: this.#commands, unterminated, redirectedValues: this.#redirectedValues };
  }

  #readToken(): Span | undefined {
    const c = this.#text.charAt(this.#at);
    switch (c) {
      case ' ':
      case '\t':
      case '\r':
        this.#at++;
        return undefined;
      case '\n':
        this.#at++;
        this.#finish(false);
        this.#skipHereDocuments();
        return undefined;
      case '#': {
        const end = this.#text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#text.length : end;
        return undefined;
      }
      case '|':
        this.#finish(this.#text.charAt(this.#at + 1) !== '|');
        this.#skip('|&');
        return undefined;
      case ';':
      case '(':
      case ')':
        this.#finish(false);
        this.#skip(c);
        return undefined;
      case '&':
        if (this.#text.charAt(this.#at + 1) === '>') return this.#readRedirection();
        this.#finish(false);
        this.#skip('&');
        return undefined;
      case '<':
      case '>':
        return this.#readRedirection();
      case '\\':
        if (this.#text.charAt(this.#at + 1) !== '\n') return this.#readWord();
        this.#at += 2;
        return undefined;
      default:
        return this.#readWord();
    }
  }

  #skip(characters: string): void {
    while (this.#at < this.#text.length && characters.includes(this.#text.charAt(this.#at))) this.#at++;
  }

  #readRedirection(): Span | undefined {
    const operator =
      /^(?:&>>?|<<<|<<-?|<&|>&|>>|>\||<>|[<>])/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0] ?? '<';
    this.#at += operator.length;
    this.#skip(' \t');
    if (endsWord(this.#text.charAt(this.#at))) return undefined;
    const read = readWord(this.#text, this.#at);
    if (read.unterminated !== undefined) return read.unterminated;
    this.#at = read.word.span.end;
    if (operator === '<<' || operator === '<<-')
      this.#hereDocuments.push({
        delimiter: delimiterOf(read.word.value, this.#text, this.#at),
        tabs: operator === '<<-',
      });
    this.#open.redirections.push({ operator, target: read.word });
    return undefined;
  }

  /** The bodies of here-documents are no commands. */
  #skipHereDocuments(): void {
    for (const { delimiter, tabs } of this.#hereDocuments.splice(0))
      this.#at = closingLine(this.#text, this.#at, delimiter, tabs)?.end ?? this.#text.length;
  }

  #readWord(): Span | undefined {
    const command = this.#open;
    const assigned = command.words.length === 0 ? assignmentAt(this.#text, this.#at) : undefined;
    const from = assigned === undefined ? this.#at : assigned.valueStart;
    const bare = assigned === undefined ? undefined : bareAngle(this.#text, from);
    if (assigned !== undefined && bare !== undefined) {
      this.#redirectedValues.push(bare.span);
      command.assignments.push({ name: assigned.name, value: bare });
      this.#at = bare.span.end;
      return undefined;
    }
    const read = readWord(this.#text, from);
    if (read.unterminated !== undefined) return read.unterminated;
    const { word } = read;
    // A character that can begin nothing, such as a lone carriage return, is passed over.
    this.#at = Math.max(word.span.end, this.#at + 1);
    if (assigned !== undefined) command.assignments.push({ name: assigned.name, value: word });
    else if (isFileDescriptor(this.#text, word)) return undefined;
    else if (command.words.length > 0 || word.quoted || !reservedWords.has(word.value)) command.words.push(word);
    return undefined;
  }

  #finish(piped: boolean): void {
    const { assignments, words, redirections } = this.#open;
    if (assignments.length + words.length + redirections.length > 0) this.#commands.push(this.#open);
    this.#open = emptyCommand(piped);
  }
}

function emptyCommand(piped: boolean): OpenCommand {
  return { assignments: [], words: [], redirections: [], piped };
}

function assignmentAt(text: string, at: number): { name: string; valueStart: number } | undefined {
  const pattern = /[A-Za-z_]\w*\+?=/y;
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return undefined;
  return { name: found.replace(/\+?=$/, ''), valueStart: at + found.length };
}

/** Go prints a nil pointer as `<nil>`, which its templates leave behind an equals sign. */
function bareAngle(text: string, at: number): ShellWord | undefined {
  const pattern = /<[A-Za-z]+>(?=[\s;&|]|$)/y;
  pattern.lastIndex = at;
  const value = pattern.exec(text)?.[0];
  if (value === undefined) return undefined;
  return { value, span: { start: at, end: at + value.length }, dynamic: false, quoted: false };
}

/** The number in front of a redirection, such as the 2 of `2>&1`. */
function isFileDescriptor(text: string, word: ShellWord): boolean {
  const next = text.charAt(word.span.end);
  return !word.quoted && /^\d$/.test(word.value) && (next === '<' || next === '>');
}

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

/** What a command line gives its main command. */
interface ShellEnvironment {
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
