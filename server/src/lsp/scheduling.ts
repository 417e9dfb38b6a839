import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  RAL,
  ResponseError,
  WorkDoneProgressReporter,
  type WorkDoneProgressServerReporter,
} from 'vscode-languageserver';
import { maskSecrets, type Progress, validating } from '../core/index.js';
import type { SyncedDocument } from './syncedDocument.js';

/** Waits until messages that have arrived meanwhile have been read, on Node and in a web worker. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => RAL().timer.setImmediate(resolve));
}

/** Progress of long work as the editor shows it: that of the request, or one that the server begins. */
class ShownProgress {
  #reporter: WorkDoneProgressReporter | undefined;
  #begun: WorkDoneProgressServerReporter | undefined;
  #ended = false;

  constructor(title: string, given: WorkDoneProgressReporter | undefined, connection: Connection) {
    if (given !== undefined && !WorkDoneProgressReporter.isNullInstance(given)) {
      given.begin(title, 0, undefined, true);
      this.#reporter = given;
      return;
    }
    // The work goes on while the editor makes up its mind; one that refuses shows nothing.
    connection.window.createWorkDoneProgress().then(
      (begun) => {
        if (this.#ended) return;
        begun.begin(title, 0, undefined, true);
        this.#reporter = this.#begun = begun;
      },
      () => undefined,
    );
  }

  get isCancelled(): boolean {
    return this.#begun?.token.isCancellationRequested === true;
  }

  report({ done, known }: Progress): void {
    this.#reporter?.report((done / known) * 100, `${done} of ${known} documents`);
  }

  end(): void {
    this.#ended = true;
    this.#reporter?.done();
  }
}

/** Milliseconds of work after which other requests get their turn. */
const sliceMs = 25;
/** Milliseconds after which people are told that something is going on. */
const quietMs = 400;

/** Who waits for a document to be opened and checked. */
export interface Waiting {
  readonly token?: CancellationToken;
  /** The progress that came with the request, if it came with one. */
  readonly progress?: WorkDoneProgressReporter;
}

/**
 * How far checking came: to the end; not so far, because the request was cancelled or the text is another one by now; or
 * not so far, because somebody did not want to wait.
 */
type Checked = 'checked' | 'cancelled' | 'declined';

/**
 * Opens and checks a document with everything inside it, so that what is asked of its analysis afterwards is there at once.
 * Other requests are answered in between; one of them may have the same text judged otherwise, which begins anew then.
 */
export async function checkInSlices(
  document: SyncedDocument,
  connection: Connection,
  { token, progress }: Waiting = {},
): Promise<Checked> {
  const { version } = document;
  const began = performance.now();
  let sliceEnd = began + sliceMs;
  let shown: ShownProgress | undefined;
  try {
    for (;;) {
      const { analysis } = document;
      for (const step of validating(analysis)) {
        if (performance.now() < sliceEnd) continue;
        await nextTurn();
        if (token?.isCancellationRequested === true || document.version !== version) return 'cancelled';
        if (shown?.isCancelled === true) return 'declined';
        if (!document.holds(analysis)) break;
        if (shown === undefined && performance.now() - began >= quietMs) {
          const name = document.uri.split('/').at(-1) ?? document.uri;
          shown = new ShownProgress(`Decoding ${name}`, progress, connection);
        }
        shown?.report(step);
        sliceEnd = performance.now() + sliceMs;
      }
      if (document.holds(analysis)) return 'checked';
    }
  } finally {
    shown?.end();
  }
}

/** Where the server writes what went wrong inside it. */
export interface ErrorLog {
  error(message: string): void;
}

/**
 * Runs one request so that its failure stays its own: it is logged with secrets masked, and the client
 * gets a plain error, which is all that this throws. A cancelled request does no work: a synchronous handler could not notice a
 * cancellation that arrives while it runs, so it is asked for once before it starts.
 */
export async function guarded<T>(
  log: ErrorLog,
  name: string,
  token: CancellationToken,
  work: () => T | Promise<T>,
): Promise<T> {
  await nextTurn();
  if (token.isCancellationRequested) throw leftOff(name);
  try {
    return await work();
  } catch (error) {
    // An answer that the handler chose itself, such as that it was cancelled.
    if (error instanceof ResponseError) throw error;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error(maskSecrets(`${name} failed: ${detail}`).text);
    throw new ResponseError(LSPErrorCodes.RequestFailed, `${name} failed inside the server; its log says more`);
  }
}

/** The answer to a request whose work was left off: it was cancelled, or its document has changed. */
export function leftOff(name: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestCancelled, `${name} was cancelled`);
}

/** Lets work go on that nobody waits for; a failure of it is logged and ends nothing. */
export function inBackground(log: ErrorLog): (work: Promise<unknown>) => void {
  return (work) => {
    work.catch((error: unknown) => {
      log.error(maskSecrets(`background work failed: ${String(error)}`).text);
    });
  };
}
