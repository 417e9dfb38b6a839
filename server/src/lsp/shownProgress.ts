import { type Connection, WorkDoneProgressReporter, type WorkDoneProgressServerReporter } from 'vscode-languageserver';
import type { Progress } from '../core/index.js';

/** Progress of long work as the editor shows it: that of the request, or one that the server begins. */
export class ShownProgress {
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
