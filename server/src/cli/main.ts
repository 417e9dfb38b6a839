import { once } from 'node:events';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { readBounded, readOwnFile } from '../adapters/readFiles.js';
import { limits, maskingOf } from '../core/index.js';
import { errorDetail } from '../core/names.js';
import { version } from '../version.js';
import { type CommandIo, Interrupted } from './command.js';
import { runFileThread, startFileThread, threadArgument, type ThreadStart } from './fileThread.js';
import { terminalLine, terminalLines, terminalOutput } from './output/terminal.js';
import { runCommandLine } from './run.js';

// Not standard input, which takes a moment to be opened and is seldom read.
const { stdout, stderr, env, argv } = process;

let isProgressShown = false;

/** Shows progress in place of what was shown before. */
function showProgress(words: string): void {
  stderr.write(`\r\u001b[K${words}`);
  isProgressShown = words !== '';
}

/** Writes where the progress was. */
function write(stream: NodeJS.WriteStream, written: string): void {
  if (isProgressShown && stream.isTTY) showProgress('');
  stream.write(written);
}

const io: CommandIo = {
  out: (written) => write(stdout, written),
  err: (written) => write(stderr, written),
  document: (written) => write(stdout, stdout.isTTY ? terminalOutput(written) : written),
  own: (written) => write(stdout, written),
  progress: stderr.isTTY ? showProgress : undefined,
  colour: isForced(env.FORCE_COLOR) ?? isForced(env.CLICOLOR_FORCE) ?? (stdout.isTTY && !isPlain()),
  readStandardInput: () => readBounded(process.stdin, limits.inputBytes),
  readOwnFile: (path) => readOwnFile(join(__dirname, '..', path)),
  standardInput: () => process.stdin,
  async drained() {
    if (stdout.writableNeedDrain) await once(stdout, 'drain');
  },
  async interruptible(work) {
    const controller = new AbortController();
    // A second interruption ends the program at once.
    const interrupt = (): void => controller.abort();
    process.once('SIGINT', interrupt);
    try {
      return await work(controller.signal);
    } finally {
      process.off('SIGINT', interrupt);
    }
  },
  startThread: () => startFileThread(__filename, { args: argv.slice(2), colour: io.colour, version }),
};

/** What a variable that forces colours says; 0 forces that there are none. */
function isForced(value: string | undefined): boolean | undefined {
  return value === undefined || value === '' ? undefined : value !== '0';
}

function isPlain(): boolean {
  return (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
}

function run(): void {
  // A reader such as head may close the pipe early; that isn't an error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });

  // `process.exit` would lose output that a pipe has not received yet.
  runCommandLine(argv.slice(2), io, version).then(
    (status) => {
      process.exitCode = status;
      // Standard input may still be open.
      if (status === Interrupted.status) stdout.write('', () => process.exit());
    },
    (error: unknown) => {
      const detail = errorDetail(error);
      io.err(
        terminalLine`aks-bootstrap: an error of the program itself, please report it: ${terminalLines(detail)}\n`.masked(
          maskingOf([]),
        ),
      );
      process.exitCode = 2;
    },
  );
}

// Whether there is a port is only known by a module that most calls don't need.
if (argv[2] !== threadArgument || parentPort === null) run();
else void runFileThread(parentPort, workerData as ThreadStart, io);
