import { basename } from 'node:path';
import type { OutputFolder } from '../adapters/writeFiles.js';
import type { Analysis, Masking, Payload } from '../core/index.js';
import { foldedName, safeSegments } from '../core/index.js';
import { errorMessage } from '../core/names.js';

export interface Extraction {
  readonly written: number;
  readonly masked: boolean;
  /** A sentence for each document that couldn't be written. */
  readonly refused: readonly string[];
}

/**
 * Writes every document inside a file into `folder`, with its payload path as its name. Names can't lead outside, and links
 * are never followed.
 */
export function extractFiles(
  file: string,
  analysis: Analysis,
  folder: OutputFolder,
  names: ExtractedNames,
  masking: Masking,
): Extraction {
  let written = 0;
  let masked = false;
  const refused: string[] = [];
  for (const document of analysis.documents()) {
    if (document === analysis.root && document.steps.length === 0) continue;
    const segments = [basename(file), ...document.steps].flatMap((step) => safeSegments(masking.text(step)));
    const content = shownContent(document, masking);
    if (content !== document.bytes) masked = true;
    try {
      // A document with children is a folder, so its own text gets a name inside it.
      const name = document.children.length > 0 ? [...segments, '_document'] : segments;
      folder.write(names.unique(name), content);
      written++;
    } catch (error) {
      refused.push(`${segments.join('/')}: ${errorMessage(error)}`);
    }
  }
  return { written, masked, refused };
}

/** The bytes of a document, or other ones if they contain secrets. */
function shownContent({ bytes, text }: Payload, masking: Masking): Uint8Array | string {
  if (text !== undefined) {
    const shown = masking.text(text);
    return shown === text ? bytes : shown;
  }
  // Data that isn't text can have secrets between bytes that no encoding has.
  const written = Buffer.from(bytes).toString('latin1');
  const shown = masking.text(written);
  return shown === written ? bytes : Buffer.from(shown, 'latin1');
}

/** Makes the names of the documents of one call unique, also on systems that take different ones for one. */
export class ExtractedNames {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  unique(segments: readonly string[]): string[] {
    const path: string[] = [];
    for (const segment of segments.slice(0, -1)) {
      path.push(this.#free(path, segment, this.#files));
      this.#folders.add(keyOf(path));
    }
    const last = this.#free(path, segments.at(-1) ?? '_document', this.#files, this.#folders);
    this.#files.add(keyOf([...path, last]));
    return [...path, last];
  }

  #free(folder: readonly string[], name: string, ...taken: readonly ReadonlySet<string>[]): string {
    let free = name;
    for (let copy = 2; taken.some((names) => names.has(keyOf([...folder, free]))); copy++) free = `${name}~${copy}`;
    return free;
  }
}

function keyOf(path: readonly string[]): string {
  return path.map(foldedName).join('/');
}
