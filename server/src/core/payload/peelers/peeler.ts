import type { Problem } from '../../problems/problem.js';
import type { DecodeContext } from '../context.js';
import type { Content } from '../decoders.js';
import type { LayerName } from '../payload.js';

/** One transport layer taken off. `problems` have their spans in the file. */
export interface DecodedLayer {
  readonly layer: LayerName;
  readonly content: Content;
  readonly problems: readonly Problem[];
  /** Whether nothing below can be told: the rest is a text with a known encoding, or cannot be read. */
  readonly last?: true;
}

/**
 * Recognises one transport encoding; undefined where the content is something else. `expected` says
 * that the surroundings promise base64, so that damaged base64 counts too.
 */
export type LayerDecoder = (content: Content, context: DecodeContext, expected: boolean) => DecodedLayer | undefined;
