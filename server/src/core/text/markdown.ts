/** A text as code in Markdown, on one line. */
export function inlineCode(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

/** A text as a code block; the fence is longer than any run of backticks in the text. */
export function fencedCode(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** Escapes a message of ours for Markdown, except for its code spans. */
export function markdownProse(sentence: string): string {
  return sentence
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : piece.replace(/[\\*_[\]<>|]/g, '\\$&')))
    .join('');
}

/** A list with its title; empty if there are no items. */
export function markdownList(title: string, items: readonly string[], numbered = false): string {
  if (items.length === 0) return '';
  return [`## ${title}\n`, ...items.map((item, index) => `${numbered ? `${index + 1}.` : '-'} ${item}`)].join('\n');
}
