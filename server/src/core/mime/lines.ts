import type { Span } from '../text/span.js';

/** Whether a line, given without its line end, ends what is being read. */
export type Stop = (line: string) => boolean;

/**
 * Reads a text line by line as Python's email parser does: a line ends at LF, CR LF or a lone CR, and a line that any
 * of the pushed stops takes is an end of the text for whoever reads inside of them.
 */
export class LineReader {
  readonly text: string;
  readonly #stops: Stop[] = [];
  #at: number;
  /** The next LF and CR at or behind the place of reading, so that each is looked for once. */
  #lineFeed = -1;
  #carriageReturn = -1;

  constructor(text: string, from = 0) {
    this.text = text;
    this.#at = from;
  }

  /** Where the next line begins. */
  get at(): number {
    return this.#at;
  }

  pushStop(stop: Stop): void {
    this.#stops.push(stop);
  }

  popStop(): void {
    this.#stops.pop();
  }

  /** The next line with its line end, which is not read by this; undefined at an end. */
  peek(): Span | undefined {
    const line = this.#line();
    if (line === undefined || this.#stops.length === 0) return line;
    const content = this.content(line);
    return this.#stops.some((stop) => stop(content)) ? undefined : line;
  }

  /** Goes on behind a line that `peek` gave. */
  take(line: Span): void {
    this.#at = line.end;
  }

  /** Goes back to where a line began. */
  untake(line: Span): void {
    this.#at = line.start;
    this.#lineFeed = -1;
    this.#carriageReturn = -1;
  }

  /** A line without its line end. */
  content({ start, end }: Span): string {
    return this.text.slice(start, end - lineEndLength(this.text, end, start));
  }

  #line(): Span | undefined {
    const start = this.#at;
    if (start >= this.text.length) return undefined;
    if (this.#lineFeed < start) this.#lineFeed = this.#next('\n');
    if (this.#carriageReturn < start) this.#carriageReturn = this.#next('\r');
    const first = Math.min(this.#lineFeed, this.#carriageReturn);
    if (first === this.text.length) return { start, end: first };
    return { start, end: this.text.startsWith('\r\n', first) ? first + 2 : first + 1 };
  }

  #next(character: string): number {
    const found = this.text.indexOf(character, this.#at);
    return found < 0 ? this.text.length : found;
  }
}

/** How many characters the line end has that a stretch of text ends with. */
export function lineEndLength(text: string, end: number, start = 0): number {
  if (end <= start) return 0;
  const last = text.charCodeAt(end - 1);
  if (last === 13) return 1;
  if (last !== 10) return 0;
  return end - 2 >= start && text.charCodeAt(end - 2) === 13 ? 2 : 1;
}
