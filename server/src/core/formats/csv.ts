import type { Span } from '../text/span.js';
import { nextOffset } from '../text/strings.js';
import { visible } from '../text/visible.js';

/** A cell of a table as comma-separated values (RFC 4180). */
export interface CsvCell {
  /** Counted from 0, the header included. */
  readonly row: number;
  readonly column: number;
  /** The span of its content, without the quotes around it. */
  readonly span: Span;
  /** Whether the content is in quotes, where two quotes mean one. */
  readonly quoted: boolean;
}

/** The cells of a table, in their order. A quote that is never closed ends with the text. */
export function* csvCells(text: string): Generator<CsvCell> {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let row = 0;
  let column = 0;
  while (at < text.length) {
    const quoted = text.charAt(at) === '"';
    const start = quoted ? at + 1 : at;
    const end = quoted ? closingQuote(text, start) : endOfBare(text, start);
    yield { row, column, span: { start, end }, quoted };
    at = quoted ? endOfBare(text, Math.min(end + 1, text.length)) : end;
    if (text.charAt(at) === ',') column++;
    else {
      row++;
      column = 0;
      if (text.startsWith('\r\n', at)) at++;
    }
    at++;
  }
}

function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 2))
    if (text.charAt(quote + 1) !== '"') return quote;
  return text.length;
}

function endOfBare(text: string, from: number): number {
  return nextOffset(text, /[,\r\n]/g, from);
}

/** The content of a cell as it is meant. */
export function cellText(text: string, { span: { start, end }, quoted }: CsvCell): string {
  const written = text.slice(start, end);
  return quoted ? written.replaceAll('""', '"') : written;
}

/**
 * A row of a table. A cell that a spreadsheet would take for a formula begins with an apostrophe, so that it is text there;
 * numbers stay.
 */
export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => csvCell(String(cell))).join(',')}\n`;
}

function csvCell(text: string): string {
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text);
  const safe = visible(isFormula ? `'${text}` : text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
