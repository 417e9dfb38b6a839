/** What was made from texts, by the text and a key. One key with both in it would be a copy of each text. */
export class MadeFromText<T> {
  readonly #byText = new Map<string, Map<string, T>>();

  get(text: string, key: string): T | undefined {
    return this.#byText.get(text)?.get(key);
  }

  set(text: string, key: string, made: T): void {
    const known = this.#byText.get(text);
    if (known === undefined) this.#byText.set(text, new Map([[key, made]]));
    else known.set(key, made);
  }
}
