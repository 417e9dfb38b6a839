import { availableParallelism } from 'node:os';
import { reasonOf } from '../adapters/readFiles.js';
import { limits } from '../core/index.js';
import { type CommandIo, type OptionSpecs, type ParsedArguments } from './command.js';
import type { InputFile, LostFiles } from './operands.js';
import { type FileReport, type JobThread, spread } from './threads.js';

export const spreadOptions = {
  jobs: {
    type: 'string',
    value: 'NUMBER',
    help: 'threads that work on many files (default: one for each processor, up to 8)',
  },
} as const satisfies OptionSpecs;

/** What became of a file: what a thread made of it, or why it has no result. */
export type SpreadFile<T> =
  | { readonly input: InputFile; readonly report: FileReport<T> }
  | { readonly input: InputFile | LostFiles; readonly reason: string };

/** Works on files in threads, and returns what became of them in their order. */
export function spreadFiles<T>(
  inputs: readonly (InputFile | LostFiles)[],
  startThread: <Report>() => JobThread<InputFile & { readonly content?: Uint8Array }, FileReport<Report>>,
  args: ParsedArguments,
  io: CommandIo,
): AsyncGenerator<SpreadFile<T>> {
  const most = Math.ceil((2 * inputs.length) / limits.filesInProcess);
  const threads =
    args.parsed('jobs', threadCount, 'a number from 1 to 64') ?? Math.min(availableParallelism(), limits.threads, most);
  const start = (): JobThread<InputFile | LostFiles, SpreadFile<T>> => {
    const thread = startThread<T>();
    return {
      async run(input) {
        if ('error' in input) return { input, reason: reasonOf(input.error) };
        const content = input.path === '-' ? { content: await io.readStandardInput() } : {};
        return { input, report: await thread.run({ ...input, ...content }) };
      },
      stop: () => thread.stop(),
    };
  };
  return spread(inputs, {
    threads,
    start,
    patience: limits.threadMilliseconds,
    failed: (input, reason) => ({ input, reason }),
  });
}

function threadCount(text: string): number | undefined {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= 64 ? count : undefined;
}
