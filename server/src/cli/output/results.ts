import { answer } from '../../results/answer.js';
import type { CommandIo } from '../io.js';

/** Prints the one object that `--format json` promises. */
export function printJson(io: CommandIo, results: readonly object[], more: object = {}): void {
  io.out(`${JSON.stringify(answer(results, more), undefined, 2)}\n`);
}

/** The result of a file that could not be read. */
export function unreadableResult(file: string, reason: string): object {
  return { file, error: { code: 'file/unreadable', message: `${file} cannot be read: ${reason}.` } };
}
