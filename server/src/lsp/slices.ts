import type { CancellationToken, Connection, WorkDoneProgressReporter } from 'vscode-languageserver';
import { nextTurn } from './nextTurn.js';
import { ShownProgress } from './shownProgress.js';
import type { SyncedDocument } from './syncedDocument.js';

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
export type Checked = 'checked' | 'cancelled' | 'declined';

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
      for (const step of analysis.progress()) {
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
