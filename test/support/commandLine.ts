import { runCommandLine } from '../../server/src/cli/run.js';

/** The exit status and output of a command. */
export interface CallResult {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the command line in this process. */
export async function call(args: readonly string[], stdin = '', colour = false): Promise<CallResult> {
  let out = '';
  let err = '';
  const io = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    document: (text: string) => void (out += text),
    own: (text: string) => void (out += text),
    colour,
    readStandardInput: () => Promise.resolve(new TextEncoder().encode(stdin)),
  };
  const status = await runCommandLine(args, io, '1.2.3');
  return { status, out, err };
}
