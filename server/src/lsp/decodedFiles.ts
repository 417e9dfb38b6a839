import type { Masked } from '../core/index.js';
import type { LayerView } from '../virtualDocuments.js';
import type { DecodedFileStore } from './host.js';
import { isSameUri } from './settings.js';

/** A payload that is open in a file of its own. */
export interface DecodedFile {
  readonly uri: string;
  readonly view: LayerView;
  /** The text that the server wrote to it. */
  readonly written: string;
  /** The text that the user has edited: that of the payload when it was opened or last written back. */
  base: string;
}

/** The payloads that the user opened in files, until the server ends. */
export class DecodedFiles {
  readonly #files: DecodedFile[] = [];

  /** The file with this URI; undefined for other files. */
  at(uri: string): DecodedFile | undefined {
    return this.#files.find((file) => isSameUri(uri, file.uri));
  }

  /** The newest file with a payload; undefined if there is none. */
  of(source: string, steps: readonly string[]): DecodedFile | undefined {
    const path = JSON.stringify(steps);
    return this.#files.findLast(({ view }) => view.source === source && JSON.stringify(view.steps) === path);
  }

  /**
   * A file with the text of a payload: the one that has it already, also if the user has changed it there; otherwise a new
   * one, because an editor may not notice that an open one changes. `isOpen`: which files are. Throws errors of the system.
   */
  open(
    store: DecodedFileStore,
    view: LayerView,
    { name, text }: { readonly name: string; readonly text: Masked },
    isOpen: (file: DecodedFile) => boolean,
  ): DecodedFile {
    const before = this.of(view.source, view.steps);
    if (before?.base === text) {
      const saved = store.read(before.uri);
      // A file that was written back from an editor without being saved still has the text from before.
      const isOutdated = before.written !== text && saved.ok && saved.value === before.written && !isOpen(before);
      if (saved.ok && !isOutdated) return before;
    }
    const file = { uri: store.write(name, text), view, written: text, base: text };
    this.#files.push(file);
    return file;
  }
}
