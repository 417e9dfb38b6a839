import { parseArgs } from 'node:util';
import { type DocumentKind, isDocumentKind } from '../core/index.js';
import { documentKinds } from '../core/names.js';
import { UsageError } from './io.js';

/** An option of a command, in the shape of `util.parseArgs` with a line of help. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly help: string;
  /** What stands for the value in help, such as `FILE`. */
  readonly value?: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** Options that most commands share. */
export const sharedOptions = {
  format: { type: 'string', value: 'text|json', help: 'how to print the result (default: text)' },
  name: { type: 'string', value: 'NAME', help: 'what standard input (-) is called' },
  kind: { type: 'string', value: 'KIND', help: `read every file as this kind: ${documentKinds.join(', ')}` },
  'show-secrets': { type: 'boolean', help: 'print tokens, keys and passwords as they are' },
  help: { type: 'boolean', help: 'explain the command' },
} as const satisfies OptionSpecs;

/** What a call said, checked. */
export interface ParsedArguments {
  readonly files: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  /** The value of an option that takes one of a few words. */
  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T;
  readonly kind: DocumentKind | undefined;
}

/** Reads a command's arguments; throws {@link UsageError} for what it does not know. */
export function parseArguments(args: readonly string[], specs: OptionSpecs): ParsedArguments {
  const options = Object.fromEntries(Object.entries(specs).map(([name, { type }]) => [name, { type }]));
  const { values, positionals } = strictly(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
  );
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const kind = text('kind');
  if (kind !== undefined && !isDocumentKind(kind)) {
    throw new UsageError(`--kind takes one of ${documentKinds.join(', ')}, not ${JSON.stringify(kind)}`);
  }
  return {
    files: positionals,
    flag: (name) => values[name] === true,
    text,
    choice(name, choices, fallback) {
      const value = text(name) ?? fallback;
      const known = choices.find((choice) => choice === value);
      if (known === undefined)
        throw new UsageError(`--${name} takes one of ${choices.join(', ')}, not ${JSON.stringify(value)}`);
      return known;
    },
    kind,
  };
}

/** What `parseArgs` complains about is the caller's mistake. */
function strictly<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Files of a command that needs at least one. */
export function requireFiles({ files }: ParsedArguments): readonly string[] {
  if (files.length === 0) throw new UsageError('name at least one file, or - for standard input');
  return files;
}
