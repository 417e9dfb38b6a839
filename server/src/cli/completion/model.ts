import type { Command, OptionSpec } from '../command.js';

/** What can stand in a position of a call: some words, files, folders, or something that can't be completed. */
export type Completed = readonly string[] | 'files' | 'folders' | 'other';

/** An option as shells complete it. */
export interface CompletedOption {
  /** With its dashes. */
  readonly flag: string;
  readonly help: string;
  /** Its value; undefined if it has none. */
  readonly value: Completed | undefined;
}

/** A command as shells complete it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** The arguments after the options; undefined if there are none. */
  readonly operands: Completed | undefined;
}

/** A word after the name of the program: a command, or the first word of several, which `seconds` continues. */
export interface FirstWord {
  readonly word: string;
  readonly summary: string;
  readonly seconds: readonly Pick<CompletedCommand, 'name' | 'summary'>[];
}

/** The table of commands as shells complete it. */
export interface CompletionModel {
  readonly commands: readonly CompletedCommand[];
  readonly firstWords: readonly FirstWord[];
}

export function completionModel(commands: readonly Command[]): CompletionModel {
  const words = new Map<string, FirstWord>();
  for (const { name, summary } of commands) {
    const [word = '', second] = name.split(' ');
    const seconds = second === undefined ? [] : [...(words.get(word)?.seconds ?? []), { name: second, summary }];
    words.set(word, { word, summary: second === undefined ? summary : `what is made from a document`, seconds });
  }
  const help = { word: 'help', summary: 'explain a command in full' };
  const seconds = [...words.values()].map(({ word, summary }) => ({ name: word, summary }));
  return {
    commands: commands.map(completedCommand),
    firstWords: [...words.values(), { ...help, seconds }],
  };
}

function completedCommand({ name, summary, options, operands, operandValues }: Command): CompletedCommand {
  return {
    name,
    summary,
    options: Object.entries(options).map(([option, spec]) => ({
      flag: `--${option}`,
      help: spec.help,
      value: valueOf(spec),
    })),
    operands: operandValues?.() ?? (operands === '' ? undefined : 'files'),
  };
}

function valueOf({ type, value = '', values }: OptionSpec): Completed | undefined {
  if (type === 'boolean') return undefined;
  if (values !== undefined) return values();
  if (/^[a-z]/.test(value) && value.includes('|')) return value.split('|');
  return value.startsWith('FILE') ? 'files' : value === 'DIR' ? 'folders' : 'other';
}
