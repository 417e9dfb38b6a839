import type { DocumentKind } from '../document/kinds.js';
import type { Problem } from '../problems/problem.js';
import type { Content } from './content.js';
import type { LayerName, PayloadDetails } from '../document/payload.js';

/** A payload to open. */
export interface Opening {
  readonly content: Content;
  readonly name: string;
  readonly steps: readonly string[];
  /** Layers that whoever found the payload has already taken off. */
  readonly outerLayers?: readonly LayerName[];
  /** The kind, where it is known from outside. */
  readonly kind?: DocumentKind | undefined;
  /** The type that cloud-init gives the payload as a part of user data. */
  readonly partType?: string;
  /** Set for a file that is written on the node, whatever it holds. */
  readonly isFile?: true;
  /** The kind to take where neither name nor content says one. */
  readonly fallbackKind?: DocumentKind | undefined;
  /** What the surroundings say about transport encodings; by default they are looked for. */
  readonly transport?: 'base64-expected' | 'none';
  /** The format, where the content itself cannot tell it. */
  readonly format?: LayerName;
  /** The format to take where the content is text that says none. */
  readonly fallbackFormat?: LayerName;
  /** What is known of the document from outside. */
  readonly details?: PayloadDetails;
  /** Problems met while the payload was taken out of its surroundings, with spans in the file. */
  readonly problems?: readonly Problem[];
}
