import { on } from 'node:events';
import { type MessagePort, Worker } from 'node:worker_threads';
import { limits } from '../core/index.js';
import type { CommandIo } from './command.js';
import { runCommandLine } from './run.js';
import type { FileJob, FileReport, JobThread, Printed } from './threads.js';

/** How a thread begins: with the call of the command line that it is a part of. */
export interface ThreadStart {
  readonly args: readonly string[];
  readonly colour: boolean;
  readonly version: string;
}

/** The first argument of the program in a thread. */
export const threadArgument = 'aks-bootstrap-files';

/** Starts a thread that runs the same call on the files that it is given. `script` is the bundle of the command line. */
export function startFileThread<T>(script: string, start: ThreadStart): JobThread<FileJob, FileReport<T>> {
  const worker = new Worker(script, {
    argv: [threadArgument],
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: limits.threadMegabytes },
  });
  let settle:
    { readonly resolve: (report: FileReport<T>) => void; readonly reject: (error: Error) => void } | undefined;
  let ended: Error | undefined;
  const fail = (error: Error): void => {
    ended ??= error;
    settle?.reject(ended);
  };
  worker.on('message', (report: FileReport<T>) => settle?.resolve(report));
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => fail(new Error(`its thread ended with status ${code}`)));
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (ended === undefined) {
          settle = { resolve, reject };
          worker.postMessage(job);
        } else reject(ended);
      }),
    async stop() {
      await worker.terminate();
    },
  };
}

/** Runs a call in a thread, on the files that come through the port. */
export async function runFileThread(
  port: MessagePort,
  { args, colour, version }: ThreadStart,
  main: CommandIo,
): Promise<void> {
  let printed: Printed[] = [];
  let content: Uint8Array = new Uint8Array();
  const io: CommandIo = {
    out: (text) => void printed.push({ to: 'out', text }),
    err: (text) => void printed.push({ to: 'err', text }),
    document: (text) => void printed.push({ to: 'document', text }),
    own: (text) => void printed.push({ to: 'own', text }),
    colour,
    readStandardInput: () => Promise.resolve(content),
    standardInput: () => main.standardInput(),
    readOwnFile: (path) => main.readOwnFile(path),
    thread: {
      async *files() {
        for await (const [job] of on(port, 'message') as AsyncIterable<[FileJob]>) {
          // The main thread has already printed what the call reports before its files.
          printed = [];
          content = job.content ?? new Uint8Array();
          yield job;
        }
      },
      report: (outcome) => port.postMessage({ printed, outcome }),
    },
  };
  await runCommandLine(args, io, version);
}
