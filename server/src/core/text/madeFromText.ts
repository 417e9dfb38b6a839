/** A text with what was made from it, by keys. */
interface KnownText {
  readonly text: string;
  readonly made: Map<string, unknown>;
}

/**
 * What was made from texts, by the text and a key: a file may hold the same text again and again, and while it is edited,
 * nearly all texts of one version are also in the next one. Only those of two versions are kept. Who asks for something
 * knows its type by the key.
 */
export class MadeFromText {
  #texts = new Map<string, KnownText>();
  #before = new Map<string, KnownText>();
  readonly #copies: boolean;
  #whole: string | undefined;

  /** `copies`: whether texts are copied, so that none keeps the version of the document in memory that it is a part of. */
  constructor({ copies }: { readonly copies: boolean }) {
    this.#copies = copies;
  }

  get(text: string, key: string): unknown {
    return this.#known(text)?.made.get(key);
  }

  set(text: string, key: string, made: unknown): void {
    (this.#known(text) ?? this.#add(text)).made.set(key, made);
  }

  /** The equal text that is kept: what is made from it may contain parts of it. */
  own(text: string): string {
    return (this.#known(text) ?? this.#add(text)).text;
  }

  /**
   * What follows is the next version, whose text is `whole`: it differs from that of any other version. After one that was
   * left before its end, what was made for those before it stays.
   */
  startVersion(whole: string, { wasRead }: { readonly wasRead: boolean }): void {
    if (this.#whole !== undefined) this.#texts.delete(this.#whole);
    this.#whole = whole;
    if (!wasRead) return;
    this.#before = this.#texts;
    this.#texts = new Map();
  }

  #known(text: string): KnownText | undefined {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const before = this.#before.get(text);
    if (before !== undefined) this.#texts.set(before.text, before);
    return before;
  }

  #add(text: string): KnownText {
    const known = {
      text: this.#copies && text !== this.#whole ? copied(text) : text,
      made: new Map<string, unknown>(),
    };
    this.#texts.set(known.text, known);
    return known;
  }
}

/** A text that isn't a slice of another one: engines keep all of the other one in memory for a slice. */
function copied(text: string): string {
  return ` ${text}`.slice(1);
}
