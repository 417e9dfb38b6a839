/** How long a server may leave a ping unanswered: twice the time that the server may spend on one document. */
export const patience = { everyMs: 1_000, silentTicks: 20 };

/** A request that the server has not answered. */
export interface OpenRequest {
  readonly method: string;
  /** The document that it is about, if it is about one. */
  readonly uri: string | undefined;
}

/** At least one; the oldest comes first. */
export type OpenRequests = readonly [OpenRequest, ...OpenRequest[]];

/**
 * Notices a server that is stuck: while requests wait for an answer, it is pinged. Ticks are counted instead of time, so
 * that a computer may sleep. It has to run elsewhere than the server: in VS Code's client, or in a thread of its own.
 */
export class ServerWatch {
  readonly #ping: () => Promise<unknown>;
  readonly #onStuck: (open: OpenRequests) => void;
  readonly #open = new Set<OpenRequest>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #silentTicks = 0;
  /** The ping that has no answer yet. */
  #pinged: object | undefined;

  constructor(ping: () => Promise<unknown>, onStuck: (open: OpenRequests) => void) {
    this.#ping = ping;
    this.#onStuck = onStuck;
  }

  /** Watches the server until it has answered a request. */
  async follow<T>(method: string, params: unknown, answer: Promise<T>): Promise<T> {
    const request = { method, uri: documentOf(params) };
    this.#open.add(request);
    this.#timer ??= setInterval(() => this.#tick(), patience.everyMs);
    try {
      return await answer;
    } finally {
      this.#open.delete(request);
      if (this.#open.size === 0) this.dispose();
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#pinged = undefined;
    this.#silentTicks = 0;
  }

  #tick(): void {
    if (this.#pinged !== undefined) {
      this.#silentTicks += 1;
      const [oldest, ...others] = this.#open;
      if (this.#silentTicks < patience.silentTicks || oldest === undefined) return;
      this.dispose();
      this.#onStuck([oldest, ...others]);
      return;
    }
    this.#silentTicks = 0;
    const pinged = (this.#pinged = {});
    // An error is an answer too.
    const answered = (): void => {
      if (this.#pinged === pinged) this.#pinged = undefined;
    };
    this.#ping().then(answered, answered);
  }
}

/** The URI of the document in the parameters of a request. */
export function documentOf(params: unknown): string | undefined {
  const { uri, textDocument } = (params ?? {}) as { uri?: unknown; textDocument?: { uri?: unknown } };
  const found = textDocument?.uri ?? uri;
  return typeof found === 'string' ? found : undefined;
}
