import type { CommandIo } from '../command.js';
import { grouped } from '../../core/names.js';

const width = 30;

/** Milliseconds between two pictures of the progress. */
const frameMs = 100;

/** Shows how many files are done, if standard error is a terminal. */
export class FileProgress {
  readonly #total: number;
  readonly #show: CommandIo['progress'];
  #done = 0;
  #shownAt = -Infinity;

  constructor(total: number, { progress }: CommandIo) {
    this.#total = total;
    this.#show = total > 1 ? progress : undefined;
  }

  /** One more file is done. */
  next(): void {
    this.#done++;
    if (this.#show === undefined) return;
    const now = performance.now();
    if (now - this.#shownAt < frameMs) return;
    this.#shownAt = now;
    const full = Math.round((width * this.#done) / this.#total);
    const [done, total] = [this.#done, this.#total].map((number) => grouped(number));
    this.#show(`[${'='.repeat(full)}${' '.repeat(width - full)}] ${done ?? ''} of ${total ?? ''} files`);
  }

  end(): void {
    this.#show?.('');
  }
}
