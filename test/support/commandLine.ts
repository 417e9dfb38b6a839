import { Readable } from 'node:stream';
import { readFileSync } from 'node:fs';
import { runCommandLine } from '../../server/src/cli/run.js';

/** The exit status and output of a command. */
export interface CallResult {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Both without the documents that are printed as they are. */
  readonly shown: string;
}

/** Runs a command of the command line in this process. */
export async function call(
  args: readonly string[],
  stdin: string | Uint8Array = '',
  colour = false,
): Promise<CallResult> {
  let out = '';
  let err = '';
  let shown = '';
  const input = typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin;
  const io = {
    out: (text: string) => {
      out += text;
      shown += text;
    },
    err: (text: string) => {
      err += text;
      shown += text;
    },
    document: (text: string) => void (out += text),
    own: (text: string) => {
      out += text;
      shown += text;
    },
    colour,
    readOwnFile: (path: string) => readFileSync(path, 'utf8'),
    readStandardInput: () => Promise.resolve(input),
    standardInput: () => Readable.from([input]),
  };
  const status = await runCommandLine(args, io, '1.2.3');
  return { status, out, err, shown };
}
