import type * as vscode from 'vscode';

/** Does something once, a while after the last time that it was asked for. */
export class DelayedCall implements vscode.Disposable {
  readonly #work: () => unknown;
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A delay of 0 waits for the next turn, when a change of a document has been sent to the server. */
  constructor(work: () => unknown, delayMs = 0) {
    this.#work = work;
    this.#delayMs = delayMs;
  }

  schedule(delayMs = this.#delayMs): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#work, delayMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
