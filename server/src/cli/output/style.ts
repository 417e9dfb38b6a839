import type { Severity } from '../../core/index.js';

/** Paints text for a terminal, or leaves it alone. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  /** What is taken out and what is put in. */
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
