import type { Span } from '../../../text/span.js';
import type { HeldLayer } from '../openLayers.js';
import type { Holder } from './holder.js';

/** A stretch of text that is the payload as it stands. */
export function rawHolder(text: string, span: Span, layers: readonly HeldLayer[]): Holder {
  return { value: text.slice(span.start, span.end), layers, write: (value) => [{ span, text: value }] };
}
