import { parseArgs } from 'node:util';
import type { DocumentKind, Masked } from '../core/index.js';
import { documentKinds, nearestName } from '../core/names.js';
import type { TerminalOutput } from './output/terminal.js';
import type { FileJob, FileReport, FileThread, JobThread } from './threads.js';

/** Input and output of commands; tests have their own. */
export interface CommandIo {
  /**
   * Writes to standard output. Whatever comes from a document, a file name or an argument goes through a masking first, and
   * its invisible characters are shown as escapes.
   */
  out(text: TerminalOutput): void;
  /** Writes to standard error. */
  err(text: TerminalOutput): void;
  /** Writes a document to standard output as it is, for programs and files; escaped only if that is a terminal. */
  document(text: Masked): void;
  /** Writes words of the program itself to standard output: help, its version, its schemas. */
  own(text: string): void;
  /** Shows how far a long call has come, in words of ours; empty at its end. Absent if standard error isn't a terminal. */
  readonly progress?: ((words: string) => void) | undefined;
  /** Whether standard output takes colours. */
  readonly colour: boolean;
  /** All of standard input. */
  readStandardInput(): Promise<Uint8Array>;
  /** A text file of the package, by its path from the root of the package. */
  readOwnFile(path: string): string;
  /** Standard input piece by piece. */
  standardInput(): AsyncIterable<Uint8Array>;
  /** Waits until what reads standard output has caught up, so that output doesn't pile up in memory. */
  drained?(): Promise<void>;
  /** Runs long work; its signal is aborted when the user interrupts the program, which then ends after a whole result. */
  interruptible?<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Starts a thread with the same call, which works on the files that it is given. Absent if there are no threads. */
  readonly startThread?: <T>() => JobThread<FileJob, FileReport<T>>;
  /** Set in such a thread. */
  readonly thread?: FileThread;
}

/** Exit statuses, as docs and `--help` promise them. */
export const exitStatus = {
  fine: 0,
  /** At least one problem of severity error, or a document that cannot be rendered. */
  problems: 1,
  /** Wrong usage, or a file that could not be read. */
  usage: 2,
} as const;

/** The user interrupted the program; it ends with the status that a shell expects then. */
export class Interrupted extends Error {
  static readonly status = 130;
}

/** The worse of two statuses. */
export function worse(a: number, b: number): number {
  return Math.max(a, b);
}

/** A wrong call: the user gets the message, and the command ends with status 2. */
export class UsageError extends Error {}

/** An option of a command, in the shape of `util.parseArgs` with a line of help. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly help: string;
  /** The name of the value in help, such as `FILE`, or the words that it can be, such as `text|json`. */
  readonly value?: string;
  /** The words that the value can be, if there are too many for `value`; shells complete them. */
  readonly values?: () => readonly string[];
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** Options that most commands share. */
export const sharedOptions = {
  format: { type: 'string', value: 'text|json', help: 'how to print the result (default: text)' },
  name: { type: 'string', value: 'NAME', help: 'the file name of standard input (-)' },
  kind: {
    type: 'string',
    value: 'KIND',
    help: `read every file as this kind: ${documentKinds.join(', ')}`,
    values: () => documentKinds,
  },
  config: {
    type: 'string',
    value: 'FILE|none',
    help: 'this configuration file in place of the nearest .aks-bootstrap.yaml; none reads none',
  },
  contract: {
    type: 'string',
    value: 'DIR',
    help: 'a checkout of AgentBaker whose .proto files are the contract, and whose scripts add exit codes',
  },
  'show-secrets': { type: 'boolean', help: 'print tokens, keys and passwords as they are' },
  color: { type: 'string', value: 'always|never|auto', help: 'when to print colours (default: on a terminal)' },
  help: { type: 'boolean', help: 'explain the command' },
} as const satisfies OptionSpecs;

/** The checked arguments of a call. Its methods throw {@link UsageError} for invalid values. */
export interface ParsedArguments {
  readonly files: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  /** All values of an option that can be given several times. */
  texts(name: string): readonly string[];
  /** The value of an option that `parse` accepts; `expected` describes valid values. */
  parsed<T>(name: string, parse: (text: string) => T | undefined, expected: string): T | undefined;
  /** The value of an option that accepts one of a few words. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  readonly kind: DocumentKind | undefined;
}

/** Reads a command's arguments; throws {@link UsageError} for unknown options. */
export function parseArguments(args: readonly string[], specs: OptionSpecs): ParsedArguments {
  const options = Object.fromEntries(Object.entries(specs).map(([name, { type }]) => [name, { type }]));
  // Mistakes are reported below, in words of our own.
  const { values, positionals, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) if (token.kind === 'option') refuseWrongOption(token, specs);
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const parsed = <T>(name: string, parse: (text: string) => T | undefined, expected: string): T | undefined => {
    const written = text(name);
    const value = written === undefined ? undefined : parse(written);
    if (written !== undefined && value === undefined)
      throw new UsageError(`--${name} must be ${expected}, not ${JSON.stringify(written)}`);
    return value;
  };
  const choice = <T extends string>(name: string, choices: readonly T[]): T | undefined =>
    parsed(name, (value) => choices.find((word) => word === value), `one of ${choices.join(', ')}`);
  return {
    files: positionals,
    flag: (name) => values[name] === true,
    text,
    texts: (wanted) =>
      tokens.flatMap((token) => (token.kind === 'option' && token.name === wanted ? (token.value ?? []) : [])),
    parsed,
    choice,
    kind: choice('kind', documentKinds),
  };
}

/** An option as it was written. */
interface WrittenOption {
  readonly name: string;
  /** With its dashes. */
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Throws {@link UsageError} for an unknown option, a missing value, and one that an option doesn't take. */
function refuseWrongOption({ name, rawName, value, inlineValue }: WrittenOption, specs: OptionSpecs): void {
  const spec = specs[name];
  if (spec === undefined || !rawName.startsWith('--'))
    throw new UsageError(`there is no option ${rawName}${didYouMean(name, Object.keys(specs), '--')}`);
  if (spec.type === 'boolean' && value !== undefined) throw new UsageError(`--${name} takes no value`);
  if (spec.type === 'string' && (value === undefined || (inlineValue !== true && /^-./.test(value))))
    throw new UsageError(
      value === undefined
        ? `--${name} needs a value`
        : `--${name} needs a value; write one that begins with a dash as --${name}=${value}`,
    );
}

/** `. Did you mean --format?`; empty if no name is near. */
export function didYouMean(name: string, names: readonly string[], prefix = ''): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : `. Did you mean ${prefix}${nearest}?`;
}

/** The words of a list that is separated by commas or spaces. */
export function words(list: string): string[] {
  return list.split(/[\s,]+/).filter((word) => word !== '');
}

/** One command of the command line. */
export interface Command {
  /** One word, or two for a family such as `render cse`. */
  readonly name: string;
  readonly summary: string;
  /** The arguments after the options, such as `FILE...`. */
  readonly operands: string;
  /** The words that they can be, if they are not files; shells complete them. */
  readonly operandValues?: () => readonly string[];
  readonly options: OptionSpecs;
  /** Paragraphs and examples for `--help`. */
  readonly details: string;
  /** Runs the command and returns its exit status. */
  run(args: ParsedArguments, io: CommandIo): Promise<number>;
}
