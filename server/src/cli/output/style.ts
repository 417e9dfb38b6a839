import { answer, type Severity, type TextMasking } from '../../core/index.js';
import type { CommandIo } from '../command.js';

/** Colours text for a terminal, or returns it unchanged. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  removed(text: string): string;
  added(text: string): string;
  severity(severity: Severity, text: string): string;
}

export function createStyle(colour: boolean): Style {
  const paint = (code: string) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const bySeverity: Record<Severity, (text: string) => string> = {
    error: paint('31'),
    warning: paint('33'),
    information: paint('36'),
    hint: paint('2'),
  };
  return {
    bold: paint('1'),
    dim: paint('2'),
    removed: paint('31'),
    added: paint('32'),
    severity: (severity, text) => bySeverity[severity](text),
  };
}

/** `1 error`, `2 errors`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** Text for a terminal: control characters and text direction marks could rewrite its output. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is replaced
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** The same for a line; characters keep their columns, as tabs and line endings would not. */
export function onOneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is replaced
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
}

/** Prints the one object that `--format json` promises, about documents. */
export function printJson(io: CommandIo, shown: TextMasking, results: readonly object[], more: object = {}): void {
  io.out(shown.json(answer(results, more)));
}

/** Prints the same about the program itself. */
export function printOwnJson(io: CommandIo, results: readonly object[]): void {
  io.own(`${JSON.stringify(answer(results), undefined, 2)}\n`);
}
