import { join } from 'node:path';
import { execArgv } from 'node:process';
import { Worker } from 'node:worker_threads';

/** What the server reports to the thread that watches it: work that begins or has ended, and that it isn't stuck. */
export type WatchedEvent =
  | { readonly is: 'begun'; readonly id: number; readonly method: string; readonly uri: string | undefined }
  | { readonly is: 'ended'; readonly id: number }
  | { readonly is: 'alive' };

/** What that thread sends: a question that a server which isn't stuck answers, or a message for the log of the editor. */
export type WatchdogMessage =
  { readonly is: 'ping' } | { readonly is: 'late'; /** With secrets masked. */ readonly message: string };

/**
 * Has a thread of its own watch the server: a server that computes without end can't report that. The thread is
 * `watchdog.js` beside the bundle; it starts with the first work.
 */
export class Watchdog {
  readonly #log: (message: string) => void;
  #worker: Worker | undefined;
  #id = 0;
  /** A debugger stops the server for as long as it likes; and without its file, the thread can't start. */
  #isOff = execArgv.some((option) => option.startsWith('--inspect'));

  /** `log` gets what the thread has to say when the server answers again. */
  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /** Reports the server if it gets stuck before this work has ended. */
  readonly watch = async <T>(method: string, uri: string | undefined, work: Promise<T>): Promise<T> => {
    if (this.#isOff) return work;
    const id = this.#id++;
    this.#report({ is: 'begun', id, method, uri });
    try {
      return await work;
    } finally {
      this.#report({ is: 'ended', id });
    }
  };

  #report(event: WatchedEvent): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(event);
  }

  #start(): Worker {
    const worker = new Worker(join(__dirname, 'watchdog.js'));
    worker.unref();
    worker.on('error', () => (this.#isOff = true));
    worker.on('message', (message: WatchdogMessage) => {
      if (message.is === 'ping') this.#report({ is: 'alive' });
      else this.#log(message.message);
    });
    return worker;
  }
}
