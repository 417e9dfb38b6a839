import type { DocumentKind } from '../document/kinds.js';
import type { Problem } from '../problems/problem.js';
import type { Content } from './content.js';
import type { LayerName, PayloadDetails } from '../document/payload.js';

/** A payload to open. */
export interface Opening {
  readonly content: Content;
  readonly name: string;
  readonly steps: readonly string[];
  /** Layers that the container has already decoded. */
  readonly outerLayers?: readonly LayerName[];
  /** The kind, if it is known from the surroundings. */
  readonly kind?: DocumentKind | undefined;
  /** The type that cloud-init gives the payload as a part of user data. */
  readonly partType?: string;
  /** Set for a file that is written on the node, whatever it holds. */
  readonly isFile?: true;
  /** The kind to use if neither name nor content says one. */
  readonly fallbackKind?: DocumentKind | undefined;
  /** What the surroundings say about transport encodings; by default they are looked for. */
  readonly transport?: 'base64-expected' | 'none';
  /** The format, if the content alone doesn't say it. */
  readonly format?: LayerName;
  /** The format to use if the content is text that says none. */
  readonly fallbackFormat?: LayerName;
  /** What is known about the document from the surroundings. */
  readonly details?: PayloadDetails;
  /** Problems of decoding the outer layers, with spans in the file. */
  readonly problems?: readonly Problem[];
}
