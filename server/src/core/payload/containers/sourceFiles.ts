import type { Holder, NamedFile } from '../../document/payload.js';
import { problem, type Problem } from '../../problems/problem.js';
import { byteString, decodeText, decodeUtf16 } from '../../text/bytes.js';
import { opaqueMap } from '../../text/positionMap.js';
import { failure, type Result } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { byteContent, type Decoded, textContent, withinBudget } from '../content.js';
import type { Surroundings } from './container.js';

/** A file that a source file reads, with its content. */
export interface ReadFile extends NamedFile {
  readonly content: string | Uint8Array;
}

/** The files that a document reads: collects their names, and the problems of those that can't be read. */
export class FilesOfSource {
  readonly #surroundings: Surroundings;
  /** By their positions, because an expression may be evaluated more than once. */
  readonly #named = new Map<number, NamedFile>();
  readonly #problems = new Map<number, Problem>();
  readonly #paths = new Set<string>();
  readonly #texts = new Map<string, string | undefined>();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  get named(): readonly NamedFile[] {
    return [...this.#named.values()];
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  /**
   * The file with this path, which is named at `range` of the document; undefined if it can't be read, which is a problem
   * if it is `needed`, or if the caller didn't look for it. `hint` is a sentence for its author. Of a document inside a file,
   * the folder isn't known.
   */
  read(written: string, range: Span, { needed = true, hint = '' } = {}): ReadFile | undefined {
    const { payload, context } = this.#surroundings;
    const path = written.replace(/^\.\/+/, '');
    if (payload.steps.length > 0 || path === '' || path.length > context.limits.pathCharacters) return undefined;
    const span = payload.map.toOuter(range);
    const most = context.limits.sourceFiles;
    if (this.#paths.size >= most && !this.#paths.has(path)) {
      this.refuse({ path, span }, `only ${most} files are read for one source file.`);
      return undefined;
    }
    this.#paths.add(path);
    this.#named.set(span.start, { path, span });
    const found = context.files.get(path);
    if (found?.ok === false && needed) this.refuse({ path, span }, `${found.error}.${hint}`);
    // Nothing is opened any more after the problem that all layers together are too large.
    if (found?.ok !== true || context.bytesLeft === 0) return undefined;
    return { path, content: found.value, span };
  }

  /** Reports that a file can't be read; `reason` is the rest of the sentence. */
  refuse({ path, span }: NamedFile, reason: string): void {
    this.#problems.set(span.start, problem('payload/file-not-read', span, `${path} can't be read: ${reason}`));
  }

  /** The content of a file: its bytes, or the text that was read from them. */
  contentOf({ path, span }: ReadFile, content: string | Uint8Array): Decoded {
    const whole =
      typeof content === 'string' ? textContent(content, opaqueMap(span), span) : byteContent(content, span);
    return withinBudget(whole, this.#surroundings.context, path);
  }

  /** The text of a file in an encoding, without its byte order mark; undefined if it isn't valid in it. */
  textOf({ path, content }: ReadFile, encoding: TextEncodingName = 'utf-8'): string | undefined {
    if (typeof content === 'string') return content;
    const key = `${encoding} ${path}`;
    if (!this.#texts.has(key)) this.#texts.set(key, textIn(encoding, content));
    return this.#texts.get(key);
  }
}

type TextEncodingName = 'utf-8' | 'utf-16' | 'utf-16be' | 'us-ascii' | 'iso-8859-1';

function textIn(encoding: TextEncodingName, bytes: Uint8Array): string | undefined {
  switch (encoding) {
    case 'utf-8': {
      const { text, invalidAt } = decodeText(bytes);
      return invalidAt === undefined ? text : undefined;
    }
    case 'utf-16':
      return decodeUtf16(bytes, 'utf-16le');
    case 'utf-16be':
      return decodeUtf16(bytes, 'utf-16be');
    default:
      return byteString(bytes);
  }
}

/** An encoding that `loadTextContent` knows (Bicep 0.38); undefined for other names. */
export function textEncodingNamed(name: string): TextEncodingName | undefined {
  const names: readonly TextEncodingName[] = ['utf-8', 'utf-16', 'utf-16be', 'us-ascii', 'iso-8859-1'];
  return names.find((known) => known === name.toLowerCase());
}

/** The last name of a path, by which the kind of a file is recognised. */
export function nameOfFile(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Why the text of a file that is read can't be changed in the file that reads it. */
export function fileHolder({ path }: ReadFile): Result<Holder> {
  return failure(`This text is read from ${path}. Edit that file.`);
}
