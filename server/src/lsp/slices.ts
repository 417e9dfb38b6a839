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
 * Opens and checks a document with everything inside it, so that what is asked of its analysis afterwards is there at once.
 * Other requests are answered in between. False where that was left off: cancelled, or the text is another one by now.
 */
export async function checkInSlices(
  document: SyncedDocument,
  connection: Connection,
  { token, progress }: Waiting = {},
): Promise<boolean> {
  const { analysis } = document;
  const began = performance.now();
  let sliceEnd = began + sliceMs;
  let shown: ShownProgress | undefined;
  try {
    for (const step of analysis.progress()) {
      if (performance.now() < sliceEnd) continue;
      await nextTurn();
      if (token?.isCancellationRequested === true || shown?.isCancelled === true || !document.holds(analysis))
        return false;
      if (shown === undefined && performance.now() - began >= quietMs) {
        const name = document.uri.split('/').at(-1) ?? document.uri;
        shown = new ShownProgress(`Decoding ${name}`, progress, connection);
      }
      shown?.report(step);
      sliceEnd = performance.now() + sliceMs;
    }
    return true;
  } finally {
    shown?.end();
  }
}
