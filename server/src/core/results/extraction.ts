import type { Analysis } from '../analysis.js';
import type { Payload } from '../document/payload.js';
import type { Masking } from '../secrets/masking.js';
import { byteString, bytesOf } from '../text/bytes.js';
import { foldedName, safeSegments } from '../text/fileName.js';

/** A document inside a file, to be written to a file of its own. */
export interface ExtractedDocument {
  /** Safe names of folders and the file: the name of the outer file and the payload path. They can't lead outside. */
  readonly segments: readonly string[];
  readonly content: Uint8Array | string;
  /** Whether secrets in it are masked. */
  readonly masked: boolean;
}

/** The documents inside a file called `file`; with `payloads`, only those with these paths and what is inside them. */
export function* extractedDocuments(
  file: string,
  { root }: Analysis,
  masking: Masking,
  payloads?: readonly (readonly string[])[],
): Generator<ExtractedDocument> {
  const chosen = payloads && new Set(payloads.map(pathKey));
  const open = [{ document: root, isIncluded: chosen === undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { document } = next;
    const isIncluded = next.isIncluded || chosen?.has(pathKey(document.steps)) === true;
    for (const { payload } of document.children.toReversed()) open.push({ document: payload, isIncluded });
    if (!isIncluded || (document === root && document.steps.length === 0)) continue;
    const segments = [file, ...document.steps].flatMap((step) => safeSegments(masking.text(step)));
    const content = shownContent(document, masking);
    // A document with children is a folder, so its own text gets a name inside it.
    const path = document.children.length > 0 ? [...segments, '_document'] : segments;
    yield { segments: path, content, masked: content !== document.bytes };
  }
}

function pathKey(steps: readonly string[]): string {
  return JSON.stringify(steps);
}

/** The bytes of a document, or other ones if they contain secrets. */
function shownContent({ bytes, text }: Payload, masking: Masking): Uint8Array | string {
  if (text !== undefined) {
    const shown = masking.text(text);
    return shown === text ? bytes : shown;
  }
  // Data that isn't text can have secrets between bytes that no encoding has.
  const written = byteString(bytes);
  const shown = masking.text(written);
  return shown === written ? bytes : bytesOf(shown);
}

/** Makes the names of the documents of one call unique, also on systems that treat different ones as the same. */
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
