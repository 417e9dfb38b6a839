import {
  type DataCallback,
  type Disposable,
  ErrorCodes,
  type Event,
  type Message,
  type MessageReader,
  type MessageWriter,
  type PartialMessageInfo,
} from 'vscode-languageserver';
import { parameters, progress } from './parameters.js';
import { mismatchMessage } from './shapes.js';

/** What the protocol allows now: only `initialize`, everything, or only `exit`. */
type Phase = 'new' | 'running' | 'shutDown';

/** A message of JSON-RPC, as far as it was checked. */
interface Received {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Why a message is refused. */
interface Refusal {
  readonly code: number;
  readonly message: string;
}

/**
 * Reads the messages of an editor and refuses those that the server must not see: at the wrong time of its life (LSP 3.17,
 * "Server lifecycle"), malformed ones, and those whose parameters have wrong types. Requests are answered with an error,
 * notifications are dropped. No answer repeats anything of a message but its method.
 */
export class Gate implements MessageReader {
  readonly #reader: MessageReader;
  readonly #writer: MessageWriter;
  #phase: Phase = 'new';

  constructor(reader: MessageReader, writer: MessageWriter) {
    this.#reader = reader;
    this.#writer = writer;
  }

  /** Whether the editor has announced that it ends the server. */
  get isShutDown(): boolean {
    return this.#phase === 'shutDown';
  }

  get onError(): Event<Error> {
    return this.#reader.onError;
  }

  get onClose(): Event<void> {
    return this.#reader.onClose;
  }

  get onPartialMessage(): Event<PartialMessageInfo> {
    return this.#reader.onPartialMessage;
  }

  listen(callback: DataCallback): Disposable {
    return this.#reader.listen((message) => {
      if (this.#admits(message)) callback(message);
    });
  }

  dispose(): void {
    this.#reader.dispose();
  }

  /** Whether the server may see a message; if not, it has been answered. */
  #admits(message: unknown): message is Message {
    if (message === undefined) return this.#refuse(null, parseError);
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      return this.#refuse(null, notAMessage);
    const { id, method, params, result, error }: Received = message;
    const hasId = typeof id === 'string' || Number.isFinite(id);
    if (typeof method === 'string') {
      if (hasId) {
        const refusal = this.#refusalOf(method, params);
        if (refusal !== undefined) return this.#refuse(id as string | number, refusal);
        if (method === 'initialize') this.#phase = 'running';
        if (method === 'shutdown') this.#phase = 'shutDown';
        return true;
      }
      return id === undefined ? this.#admitsNotification(method, params) : this.#refuse(null, notAMessage);
    }
    // An answer to a request of the server. Others can't be assigned to one.
    if (hasId && (result !== undefined || (typeof error === 'object' && error !== null))) return true;
    return method === undefined && id === null ? false : this.#refuse(null, notAMessage);
  }

  #refusalOf(method: string, params: unknown): Refusal | undefined {
    if (this.#phase === 'shutDown')
      return { code: ErrorCodes.InvalidRequest, message: `${method} is refused: the server has shut down.` };
    if (method === 'initialize' ? this.#phase !== 'new' : this.#phase === 'new')
      return method === 'initialize'
        ? { code: ErrorCodes.InvalidRequest, message: 'initialize is refused: the server is initialized already.' }
        : { code: ErrorCodes.ServerNotInitialized, message: `${method} is refused: send initialize first.` };
    const message = wrongParameters(method, params);
    return message === undefined ? undefined : { code: ErrorCodes.InvalidParams, message };
  }

  #admitsNotification(method: string, params: unknown): boolean {
    if (method === 'exit') return true;
    if (this.#phase !== 'running') return false;
    const message = wrongParameters(method, params);
    if (message === undefined) return true;
    this.#send({ method: 'window/logMessage', params: { type: 2, message: `A message was ignored. ${message}` } });
    return false;
  }

  #refuse(id: string | number | null, error: Refusal): false {
    this.#send({ id, error });
    return false;
  }

  #send(content: object): void {
    // An editor that has gone away needs no answer.
    this.#writer.write({ jsonrpc: '2.0', ...content }).catch(() => undefined);
  }
}

const parseError: Refusal = { code: ErrorCodes.ParseError, message: 'The message is not valid JSON.' };
const notAMessage: Refusal = {
  code: ErrorCodes.InvalidRequest,
  message: 'The message is not a request, a notification or an answer of JSON-RPC 2.0.',
};

/** Why the parameters of a message can't be used; undefined for messages that the server doesn't know. */
function wrongParameters(method: string, params: unknown): string | undefined {
  const expected = parameters.get(method);
  if (expected === undefined) return undefined;
  // A list of parameters has no names. Libraries send one, which may be empty, with requests that have none.
  const isNamed = params !== undefined && params !== null && !Array.isArray(params);
  const found = expected(params) ?? (isNamed ? progress(params) : undefined);
  return found && mismatchMessage(method, found);
}
