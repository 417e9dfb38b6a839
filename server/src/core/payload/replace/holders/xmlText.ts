import { elementText } from '../../../goalState/xml.js';
import type { Span } from '../../../text/span.js';
import type { HeldLayer } from '../openLayers.js';
import { spliceThrough } from '../splice.js';
import type { Holder } from './holder.js';

/** The text of an XML element. */
export function xmlTextHolder(text: string, span: Span, layers: readonly HeldLayer[]): Holder {
  const written = text.slice(span.start, span.end);
  const { text: value, map } = elementText(written, { start: 0, end: written.length });
  const quotes = written.includes('&quot;');
  const escaped = (stretch: string): string => {
    const needed = stretch.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return quotes ? needed.replaceAll('"', '&quot;') : needed;
  };
  // XML knows no entities inside of CDATA, so that what needs one takes the whole text out of there.
  const inSection = written.includes('<![CDATA[');
  return {
    value,
    layers,
    write(next) {
      const spliced = { span, text: spliceThrough(written, map, value, next, inSection ? (same) => same : escaped) };
      return inSection && /[&<>]/.test(next) ? [{ span, text: escaped(next) }] : [spliced];
    },
  };
}
