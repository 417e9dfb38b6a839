import type { Span } from '../../text/span.js';

/** A line that ends a document of a stream: three dashes, and nothing but blanks or a comment behind them. */
const separator = /^---[ \t]*(?:#[^\n]*)?\r?$/gm;

/**
 * The documents of a stream as Kubernetes cuts it (k8s.io/apimachinery, `yaml.YAMLReader`): at lines of dashes, wherever
 * they stand. Empty ones are left out.
 */
export function documentsOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (text.slice(start, end).trim() !== '') spans.push({ start, end });
  };
  for (const { index, 0: line } of text.matchAll(separator)) {
    add(index);
    start = index + line.length;
  }
  add(text.length);
  return spans;
}
