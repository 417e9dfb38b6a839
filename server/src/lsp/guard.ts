import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { maskSecrets } from '../core/index.js';
import { nextTurn } from './nextTurn.js';

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
