import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { type HereDocument, ShellLexer, type ShellToken, type ShellWord, type Unclosed } from './lexer.js';

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
  /** What `<<` opens. */
  readonly document?: HereDocument;
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
  /** Also those inside of substitutions and behind what is never closed. */
  readonly hereDocuments: readonly HereDocument[];
  /** What is opened and never closed first; behind it no command is read. */
  readonly unclosed: Unclosed | undefined;
  /** Assignments whose value is a bare `<word>`, which shells read as a redirection. */
  readonly redirectedValues: readonly Span[];
}

/**
 * Splits a script into simple commands, in linear time. Nothing is run and nothing is expanded. When the budget is spent,
 * the rest is left out.
 */
export function readShell(text: string, budget?: Budget): ShellScript {
  return new ShellReader(text, budget).read();
}

interface OpenCommand {
  assignments: Assignment[];
  words: ShellWord[];
  redirections: Redirection[];
  piped: boolean;
}

/** Words before a command that aren't part of it. */
const reservedWords = new Set('if then else elif do while until ! { } fi done time'.split(' '));

/** Collects the tokens of the lexer into commands, as far as nothing is left open. */
class ShellReader {
  readonly #text: string;
  readonly #lexer: ShellLexer;
  readonly #commands: ShellCommand[] = [];
  #open: OpenCommand = emptyCommand(false);
  readonly #redirectedValues: Span[] = [];

  constructor(text: string, budget: Budget | undefined) {
    this.#text = text;
    this.#lexer = new ShellLexer(text, 0, budget);
  }

  read(): ShellScript {
    let token = this.#lexer.next();
    while (token !== undefined && !this.#isBroken) token = this.#read(token);
    this.#finish(false);
    // Only the here-documents behind what is never closed are still of interest.
    while (token !== undefined) token = this.#lexer.next();
    const { unclosed, hereDocuments } = this.#lexer;
    return { commands: this.#commands, hereDocuments, unclosed, redirectedValues: this.#redirectedValues };
  }

  get #isBroken(): boolean {
    const { unclosed } = this.#lexer;
    return unclosed !== undefined && unclosed.what !== 'here-document';
  }

  /** Takes a token in; the next one is the result. */
  #read(token: ShellToken): ShellToken | undefined {
    switch (token.is) {
      case 'word':
        this.#readWord(token.word);
        return this.#lexer.next();
      case 'separator':
        this.#finish(token.text === '|' || token.text === '|&');
        return this.#lexer.next();
      case 'redirection': {
        const next = this.#lexer.next();
        if (next?.is !== 'word' || this.#isBroken) return next;
        const { operator, document } = token;
        this.#open.redirections.push({ operator, target: next.word, ...(document === undefined ? {} : { document }) });
        return this.#lexer.next();
      }
    }
  }

  #readWord(word: ShellWord): void {
    const { assignments, words } = this.#open;
    const assigned = words.length === 0 ? assignmentIn(this.#text, word) : undefined;
    if (assigned !== undefined) {
      const bare = assigned.value.value === '' ? bareAngle(this.#text, word.span.end) : undefined;
      if (bare !== undefined) {
        this.#redirectedValues.push(bare.span);
        this.#lexer.skipTo(bare.span.end);
      }
      assignments.push({ ...assigned, value: bare ?? assigned.value });
    } else if (isFileDescriptor(this.#text, word)) return;
    else if (words.length > 0 || word.quoted || !reservedWords.has(word.value)) words.push(word);
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

/** A word that assigns, such as `A=1`: its name is never quoted. */
function assignmentIn(text: string, { value, span, dynamic, quoted }: ShellWord): Assignment | undefined {
  const pattern = /[A-Za-z_]\w*\+?=/y;
  pattern.lastIndex = span.start;
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return undefined;
  const start = span.start + found.length;
  return {
    name: found.replace(/\+?=$/, ''),
    value: { value: value.slice(found.length), span: { start, end: span.end }, dynamic, quoted },
  };
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

/** Commands that only control a script, so they aren't its purpose. */
const steering = new Set('exit return set : true echo break continue wait sleep [ test'.split(' '));

/**
 * The main command of a command line: the one with the most variables, else the last one that does more than control the
 * script. Undefined if there is no command.
 */
export function mainCommand(commands: readonly ShellCommand[]): ShellCommand | undefined {
  const named = commands.filter(({ words }) => words.length > 0);
  const most = named.reduce((sum, { assignments }) => Math.max(sum, assignments.length), 0);
  if (most > 0) return named.find(({ assignments }) => assignments.length === most);
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
export function environmentOf({ commands, unclosed }: ShellScript): ShellEnvironment {
  const exporting = commands.findIndex(exportsAll);
  // Where the text breaks off, what was being assigned is all there is of the main command.
  const main = mainCommand(commands) ?? (unclosed === undefined ? undefined : commands.at(-1));
  const given: Assignment[] = [];
  const shell: Assignment[] = [];
  for (const [index, command] of commands.entries()) {
    const exported = exporting >= 0 && index > exporting;
    const list = command === main || (exported && command.words.length === 0) ? given : shell;
    if (list === given || command.words.length === 0) append(list, command.assignments);
  }
  return { given: lastOnes(given), repeated: repeatedNames(given), shell: lastOnes(shell), main };
}

function exportsAll({ words }: ShellCommand): boolean {
  const [command, option, name] = words.map(({ value }) => value);
  return command === 'set' && ((option === '-o' && name === 'allexport') || option === '-a');
}

function repeatedNames(assignments: readonly Assignment[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of assignments) (seen.has(name) ? repeated : seen).add(name);
  return [...repeated];
}

function lastOnes(assignments: readonly Assignment[]): ReadonlyMap<string, Assignment> {
  return new Map(assignments.map((assignment) => [assignment.name, assignment]));
}
