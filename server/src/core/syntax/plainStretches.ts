/**
 * Tells which stretches of a text hold neither backslashes nor control characters, without looking at every character:
 * the platform finds the next one of a kind many times as fast as a loop or a pattern passes over those in front of it.
 */
export class PlainRuns {
  readonly #text: string;
  readonly #hasOddControls: boolean;
  // Where the next one of each stands; they are only looked for again where the stretches have passed it.
  #backslash = -1;
  #lineFeed = -1;
  #carriageReturn = -1;
  #tab = -1;

  constructor(text: string) {
    this.#text = text;
    this.#hasOddControls = oddControls.some((character) => text.includes(character));
  }

  /** Whether a stretch is plain; those asked for later begin behind it. */
  includes(start: number, end: number): boolean {
    if (this.#hasOddControls) return false;
    if (this.#backslash < start) this.#backslash = this.#next('\\', start);
    if (this.#lineFeed < start) this.#lineFeed = this.#next('\n', start);
    if (this.#carriageReturn < start) this.#carriageReturn = this.#next('\r', start);
    if (this.#tab < start) this.#tab = this.#next('\t', start);
    return this.#backslash >= end && this.#lineFeed >= end && this.#carriageReturn >= end && this.#tab >= end;
  }

  #next(character: string, start: number): number {
    const at = this.#text.indexOf(character, start);
    return at < 0 ? this.#text.length : at;
  }
}

/** The control characters that hardly any text has: all but tabs and line breaks. */
const oddControls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => !'\t\n\r'.includes(character),
);
