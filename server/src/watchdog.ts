import { kill, pid } from 'node:process';
import { parentPort } from 'node:worker_threads';
import type { WatchdogMessage, WatchedEvent } from './adapters/watchdog.js';
import { writeError } from './adapters/writeFiles.js';
import { type Masked, visibleLine } from './core/index.js';
import { enumerated } from './core/names.js';
import { maskedMessage } from './lsp/shown.js';
import { type OpenRequest, type OpenRequests, patience, ServerWatch } from './serverWatch.js';

/**
 * The thread that watches the server of an editor without a client of ours. It reports a server that is stuck to the standard
 * error output, which editors write to their logs; standard output belongs to the server, which may have written half of a
 * message. Later it ends the server, because such a server would go on without its editor.
 */

/** Milliseconds from the report until the server is ended. */
const graceMs = 40_000;

/** How much of the work that has begun a report names. */
const listedAtMost = 3;

const server = parentPort;
if (server === null) throw new Error('watchdog.js is a thread of the language server');

/** What ends the watching of open requests. */
const open = new Map<number, () => void>();
let answered: () => void = () => undefined;
let ending: { readonly timer: NodeJS.Timeout; readonly work: OpenRequests; readonly since: number } | undefined;

const watch = new ServerWatch(() => {
  send({ is: 'ping' });
  return new Promise<void>((resolve) => (answered = resolve));
}, reportStuck);

server.on('message', (event: WatchedEvent) => {
  switch (event.is) {
    case 'begun': {
      const { method, uri } = event;
      void watch.follow(method, { uri }, new Promise<void>((resolve) => open.set(event.id, resolve)));
      return;
    }
    case 'ended':
      open.get(event.id)?.();
      open.delete(event.id);
      return;
    case 'alive':
      answered();
      reportAlive();
  }
});

function send(message: WatchdogMessage): void {
  server?.postMessage(message);
}

function reportStuck(work: OpenRequests): void {
  const seconds = (patience.everyMs * patience.silentTicks) / 1_000;
  writeError(masked`The language server has not answered for ${seconds} seconds. It works on ${work}.`);
  const timer = setTimeout(() => {
    writeError(masked`The language server is stuck in ${work}, and is ended.`);
    // An exit of this thread would leave the other one running.
    kill(pid, 'SIGKILL');
  }, graceMs);
  ending = { timer, work, since: performance.now() - seconds * 1_000 };
}

function reportAlive(): void {
  if (ending === undefined) return;
  const { timer, work, since } = ending;
  ending = undefined;
  clearTimeout(timer);
  const seconds = Math.round((performance.now() - since) / 1_000);
  send({
    is: 'late',
    message: masked`The language server did not answer for ${seconds} seconds. It worked on ${work}.`,
  });
}

/** A sentence with the names of documents masked, and on one line. */
function masked(words: TemplateStringsArray, ...values: readonly (number | OpenRequests)[]): Masked {
  return maskedMessage(
    words.reduce((text, word, index) => {
      const value = values[index - 1];
      return `${text}${typeof value === 'object' ? listed(value) : String(value)}${word}`;
    }),
  );
}

/** Work that waits lets other work go on, so it can be any that has begun. */
function listed(work: OpenRequests): string {
  const names = work.slice(0, listedAtMost).map(named);
  return enumerated(work.length > listedAtMost ? [...names, 'other work'] : names, 'or');
}

function named({ method, uri }: OpenRequest): string {
  const path = uri?.split('?', 1)[0];
  return path === undefined ? method : `${method} of ${visibleLine(path.slice(path.lastIndexOf('/') + 1))}`;
}
