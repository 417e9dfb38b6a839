/** A text as code in Markdown, on one line. */
export function inlineCode(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

/** A text as a block of code, whatever stands in it. */
export function fencedCode(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** A sentence of ours: its code spans are meant, all else that Markdown could take for markup is not. */
export function markdownProse(sentence: string): string {
  return sentence
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : piece.replace(/[\\*_[\]<>|]/g, '\\$&')))
    .join('');
}

/** A list with its title; nothing without items. */
export function markdownList(title: string, items: readonly string[], numbered = false): string {
  if (items.length === 0) return '';
  return [`## ${title}\n`, ...items.map((item, index) => `${numbered ? `${index + 1}.` : '-'} ${item}`)].join('\n');
}
