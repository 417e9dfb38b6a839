import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  RAL,
  ResponseError,
  WorkDoneProgressReporter,
  type WorkDoneProgressServerReporter,
} from 'vscode-languageserver';
import { type Analysis, limits, type Masked, type Progress } from '../core/index.js';
import { errorDetail } from '../core/names.js';
import { maskedMessage } from './shown.js';
import type { SyncedDocument } from './syncedDocument.js';

/** Waits until messages that have arrived in the meantime are read, on Node and in a web worker. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => RAL().timer.setImmediate(resolve));
}

/** Progress of long work in the editor: that of the request, or one that the server starts. */
class ShownProgress {
  #reporter: WorkDoneProgressReporter | undefined;
  #begun: WorkDoneProgressServerReporter | undefined;
  #ended = false;

  constructor(title: Masked, given: WorkDoneProgressReporter | undefined, connection: Connection) {
    if (given !== undefined && !WorkDoneProgressReporter.isNullInstance(given)) {
      given.begin(title, 0, undefined, true);
      this.#reporter = given;
      return;
    }
    // Not awaited: the work continues before the editor answers. An editor that refuses shows nothing.
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

/**
 * Progress of work on documents. Several requests for one document may wait for the same work: what they don't ask to see
 * themselves is shown once, and ends with the last of them.
 */
export class ProgressDisplay {
  readonly #connection: Connection;
  readonly #shared = new Map<SyncedDocument, { readonly progress: ShownProgress; waiting: number }>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  show(document: SyncedDocument, given: WorkDoneProgressReporter | undefined): ShownProgress {
    const title = maskedMessage(`Decoding ${document.uri.split('/').at(-1) ?? document.uri}`);
    if (given !== undefined && !WorkDoneProgressReporter.isNullInstance(given))
      return new ShownProgress(title, given, this.#connection);
    const shared = this.#shared.get(document) ?? {
      progress: new ShownProgress(title, undefined, this.#connection),
      waiting: 0,
    };
    shared.waiting++;
    this.#shared.set(document, shared);
    return shared.progress;
  }

  end(document: SyncedDocument, progress: ShownProgress): void {
    const shared = this.#shared.get(document);
    if (shared?.progress === progress) {
      if (--shared.waiting > 0) return;
      this.#shared.delete(document);
    }
    progress.end();
  }
}

/** Milliseconds after which progress is shown. */
const quietMs = 400;

/** The request that waits for work on a document. */
export interface Waiting {
  readonly token?: CancellationToken;
  readonly progress?: WorkDoneProgressReporter | undefined;
  /** Whether its answer is no longer needed. */
  readonly isOutdated?: () => boolean;
}

/** `cancelled`: by the request, or because it is outdated; `dismissed`: by the user in the shown progress. */
export type Checked = 'checked' | 'cancelled' | 'dismissed';

/** Work on a document in steps, some of which report progress. */
type Steps = (analysis: Analysis) => Iterable<Progress | undefined>;

/**
 * Does work on a document that takes long, so that its analysis answers at once afterwards. Between its steps, messages are
 * read and other requests are answered. If one of them changes the document or how it is validated, the work starts again.
 */
export async function workInSlices(
  document: SyncedDocument,
  work: Steps,
  display: ProgressDisplay,
  { token, progress, isOutdated }: Waiting = {},
): Promise<Checked> {
  const began = performance.now();
  let sliceEnd = began + limits.sliceMilliseconds;
  let shown: ShownProgress | undefined;
  try {
    for (;;) {
      const { analysis } = document;
      for (const step of work(analysis)) {
        if (performance.now() < sliceEnd) continue;
        await nextTurn();
        if (token?.isCancellationRequested === true || isOutdated?.() === true) return 'cancelled';
        if (shown?.isCancelled === true) return 'dismissed';
        if (!document.isCurrent(analysis)) break;
        if (performance.now() - began >= quietMs) shown ??= display.show(document, progress);
        if (step !== undefined) shown?.report(step);
        sliceEnd = performance.now() + limits.sliceMilliseconds;
      }
      if (document.isCurrent(analysis)) return 'checked';
    }
  } finally {
    if (shown !== undefined) display.end(document, shown);
  }
}

/** The log for errors of the server. */
export interface ErrorLog {
  error(message: Masked): void;
}

/** The work that answers a request. */
export type Work<Params, Answer> = (
  params: Params,
  token: CancellationToken,
  progress?: WorkDoneProgressReporter,
) => Answer | Promise<Answer>;

type Handler<Params, Answer> = (...request: Parameters<Work<Params, Answer>>) => Promise<Answer>;

/**
 * The handler of a request: an error is logged with secrets masked, and the client gets a general one. A synchronous handler
 * can't notice a cancellation that arrives while it runs, so cancellations are read once before it starts.
 */
export function guarded<Params, Answer>(
  log: ErrorLog,
  name: string,
  work: Work<Params, Answer>,
): Handler<Params, Answer> {
  return async (params, token, progress) => {
    await nextTurn();
    if (token.isCancellationRequested) throw cancelled(name);
    try {
      return await work(params, token, progress);
    } catch (error) {
      // An answer that the work chose itself, such as that it was cancelled.
      if (error instanceof ResponseError) throw error;
      const detail = errorDetail(error);
      log.error(maskedMessage(`${name} failed: ${detail}`));
      throw new ResponseError(LSPErrorCodes.RequestFailed, `${name} failed inside the server; its log has details`);
    }
  };
}

/** The answer to a request that was cancelled, or whose document has changed. */
export function cancelled(name: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestCancelled, `${name} was cancelled`);
}

/** Runs work without waiting for it; its errors are logged. */
export function inBackground(log: ErrorLog): (work: Promise<unknown>) => void {
  return (work) => {
    work.catch((error: unknown) => {
      log.error(maskedMessage(`background work failed: ${String(error)}`));
    });
  };
}
