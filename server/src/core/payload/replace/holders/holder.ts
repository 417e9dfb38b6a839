import type { Span } from '../../../text/span.js';
import type { HeldLayer } from '../openLayers.js';
import type { WriteError } from '../obstacle.js';

/** What is to stand in a document in the place of something else. */
export interface Writing {
  readonly span: Span;
  readonly text: string;
}

/** The place in a document that holds a payload: a string, the body of a part, a word of a command. */
export interface Holder {
  /** What the place holds, without the quotes, escapes and indentation of the document. */
  readonly value: string;
  /** What is still to be taken off. */
  readonly layers: readonly HeldLayer[];
  /**
   * Ways to write another value there, the one most like that of before first. Whoever asks reads each of them and takes
   * the first that is right.
   */
  readonly write: (value: string) => readonly Writing[] | WriteError;
}
