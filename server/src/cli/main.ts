import { join } from 'node:path';
import { readBounded, readOwnFile } from '../adapters/readFiles.js';
import { limits, maskingOf } from '../core/index.js';
import { version } from '../version.js';
import type { CommandIo } from './command.js';
import { terminalLine, terminalLines, terminalOutput } from './output/terminal.js';
import { runCommandLine } from './run.js';

const { stdin, stdout, stderr, env, argv } = process;

const io: CommandIo = {
  out: (written) => void stdout.write(written),
  err: (written) => void stderr.write(written),
  document: (written) => void stdout.write(stdout.isTTY ? terminalOutput(written) : written),
  own: (written) => void stdout.write(written),
  // Each one takes the line of the one before.
  progress: stderr.isTTY ? (words) => void stderr.write(`\r\u001b[K${words}`) : undefined,
  colour: isForced(env.FORCE_COLOR) ?? isForced(env.CLICOLOR_FORCE) ?? (stdout.isTTY && !isPlain()),
  readStandardInput: () => readBounded(stdin, limits.inputBytes),
  readOwnFile: (path) => readOwnFile(join(__dirname, '..', path)),
};

/** What a variable that forces colours says; 0 forces that there are none. */
function isForced(value: string | undefined): boolean | undefined {
  return value === undefined || value === '' ? undefined : value !== '0';
}

function isPlain(): boolean {
  return (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
}

// A reader such as head may close the pipe early; that isn't an error.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// `process.exit` would lose output that a pipe has not received yet.
runCommandLine(argv.slice(2), io, version).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    io.err(
      terminalLine`aks-bootstrap: an error of the program itself, please report it: ${terminalLines(detail)}\n`.masked(
        maskingOf([]),
      ),
    );
    process.exitCode = 2;
  },
);
