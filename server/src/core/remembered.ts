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
  /** The same for the entries of a document that has versions. */
  readonly entries: MadeFromText | undefined;
  /** Texts without secrets among those that are shown of a document in an editor; a single output has few of them twice. */
  readonly outputs: SearchedTexts | undefined;
  readonly #bytes = new WeakMap<Uint8Array, MadeFromBytes>();
  #isRead = false;

  /** `versions`: whether it is for several versions of a document. */
  constructor({ versions = false } = {}) {
    this.texts = new MadeFromText({ copies: versions });
    this.entries = versions ? this.texts : undefined;
    this.outputs = versions ? new SearchedTexts() : undefined;
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

  /** What follows is the next version, whose text is `whole`. */
  startVersion(whole: string): void {
    const wasRead = this.#isRead;
    this.#isRead = false;
    this.texts.startVersion(whole, { wasRead });
    if (wasRead) this.outputs?.startVersion();
  }
}
