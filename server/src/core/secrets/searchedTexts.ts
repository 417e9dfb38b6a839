/**
 * Texts in which a search found no secrets by their format or name. While a document is edited, nearly all texts of one version
 * are also in the next one, where they needn't be searched again. Only those of two versions are kept.
 */
export class SearchedTexts {
  #texts = new Set<string>();
  #before = new Set<string>();

  has(text: string): boolean {
    if (this.#texts.has(text)) return true;
    if (!this.#before.has(text)) return false;
    // This one, not the equal part of an earlier version, which would keep all of that version in memory.
    this.#texts.add(text);
    return true;
  }

  add(text: string): void {
    this.#texts.add(text);
  }

  /** What follows is the next version. */
  startVersion(): void {
    if (this.#texts.size === 0) return;
    this.#before = this.#texts;
    this.#texts = new Set();
  }
}
