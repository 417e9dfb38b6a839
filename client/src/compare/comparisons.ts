import { type CompareParams, type CompareResult, requests } from '../../../server/src/protocol.js';
import type { ComparisonView } from '../../../server/src/virtualDocuments.js';
import { reopen } from '../openDocuments.js';
import type { Requester } from '../server.js';

/** Requests each comparison once for both sides, so that the two sides match. */
export class Comparisons {
  readonly #server: Requester;
  /** Running requests for the current documents, by both URIs. */
  readonly #pending = new Map<string, Promise<CompareResult>>();

  constructor(server: Requester) {
    this.#server = server;
  }

  /** The text of one side, or the reason why there is none. */
  async textOf({ source: before, after, side, images, pools, machines }: ComparisonView): Promise<string> {
    const result = await this.#compare({ before, after, images, pools, machines });
    return result.ok ? result[side] : `# ${result.message}\n`;
  }

  /** A document has changed: later calls send a new request. */
  invalidate(): void {
    this.#pending.clear();
  }

  #compare(params: CompareParams): Promise<CompareResult> {
    const { before, after, images, pools, machines } = params;
    const key = JSON.stringify([before, after, images, pools, machines]);
    const pending = this.#pending.get(key) ?? this.#request(params);
    this.#pending.set(key, pending);
    const done = (): void => {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    };
    pending.then(done, done);
    return pending;
  }

  async #request(params: CompareParams): Promise<CompareResult> {
    await Promise.all([reopen(params.before), reopen(params.after)]);
    return this.#server.request(requests.compare, params);
  }
}
