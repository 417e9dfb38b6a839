import { runCommandLine } from '../../server/src/cli/run.js';

/** What one call of the command line left behind. */
export interface CallResult {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one call of the command line without a process of its own. */
export async function call(args: readonly string[], stdin = '', colour = false): Promise<CallResult> {
  let out = '';
  let err = '';
  const io = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    colour,
    readStandardInput: () => Promise.resolve(new TextEncoder().encode(stdin)),
  };
  const status = await runCommandLine(args, io, '1.2.3');
  return { status, out, err };
}
