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

/** What was searched in the versions of one document. Searches that aren't equally thorough are kept apart. */
export class SearchedVersions {
  /** The document, and those inside it. */
  readonly documents = new SearchedTexts();
  /** What is shown of them. */
  readonly outputs = new SearchedTexts();
  /** The beginnings of values in the outline, in which compressed data isn't complete. */
  readonly excerpts = new SearchedTexts();

  startVersion(): void {
    this.documents.startVersion();
    this.outputs.startVersion();
    this.excerpts.startVersion();
  }
}
