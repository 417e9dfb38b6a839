import { findSecrets } from './find.js';

/** What stands in a secret's place. */
export const maskText = '********';

/** A text with its secrets replaced. */
export function maskSecrets(text: string): { readonly text: string; readonly masked: number } {
  const spans = findSecrets(text);
  let result = '';
  let at = 0;
  for (const { start, end } of spans) {
    result += text.slice(at, start) + maskText;
    at = end;
  }
  return { text: result + text.slice(at), masked: spans.length };
}

/** The same, but every character keeps its column: for code frames. */
export function maskInPlace(text: string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of findSecrets(text)) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, '*');
    at = end;
  }
  return result + text.slice(at);
}
