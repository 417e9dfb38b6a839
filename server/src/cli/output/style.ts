import { answer, type Position, type TextMasking } from '../../core/index.js';
import type { CommandIo } from '../command.js';
import { terminalOutput } from './terminal.js';

/** `12:3`, counted from 1. */
export function lineAndColumn({ line, character }: Position): string {
  return `${line + 1}:${character + 1}`;
}

/** Prints the one object that `--format json` promises, about documents. */
export function printJson(io: CommandIo, shown: TextMasking, results: readonly object[], more: object = {}): void {
  io.out(terminalOutput(shown.json(answer(results, more))));
}

/** Prints the same about the program itself. */
export function printOwnJson(io: CommandIo, results: readonly object[]): void {
  io.own(`${JSON.stringify(answer(results), undefined, 2)}\n`);
}
