import type { ReadBytes } from './payload/content.js';
import type { Inflated } from './platform.js';
import { SearchedTexts } from './secrets/searchedTexts.js';
import { MadeFromText } from './text/madeFromText.js';

/** What was made from bytes. */
interface MadeFromBytes {
  read?: ReadBytes;
  inflated?: Inflated;
}

/**
 * What is made once for all equal parts of a file, and for what a version of a document in an editor has in common with the
 * one before. It holds for one context of validation.
 */
export class Remembered {
  readonly texts: MadeFromText;
  /** Texts in which a search found no secrets: what is shown of a document. Searches that aren't equally thorough are kept apart. */
  readonly outputs = new SearchedTexts();
  /** The same for the beginnings of values in the outline, in which compressed data isn't complete. */
  readonly excerpts = new SearchedTexts();
  readonly #bytes = new WeakMap<Uint8Array, MadeFromBytes>();
  #isRead = false;

  /** `versions`: whether it is for several versions of a document. */
  constructor({ versions = false } = {}) {
    this.texts = new MadeFromText({ copies: versions });
  }

  ofBytes(bytes: Uint8Array): MadeFromBytes {
    let made = this.#bytes.get(bytes);
    if (made === undefined) this.#bytes.set(bytes, (made = {}));
    return made;
  }

  /** The current version was opened and checked to its end. */
  versionRead(): void {
    this.#isRead = true;
  }

  /**
   * What follows is the next version, whose text is `whole`. After one that wasn't read to its end, what was made for those
   * before it stays.
   */
  startVersion(whole: string): void {
    if (!this.#isRead) return;
    this.#isRead = false;
    this.texts.startVersion(whole);
    this.outputs.startVersion();
    this.excerpts.startVersion();
  }
}
