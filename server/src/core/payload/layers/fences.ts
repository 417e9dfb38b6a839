import type { Span } from '../../text/span.js';

/** The content of a code fence of Markdown. */
export interface CodeFence extends Span {
  /** The columns before the fence, as in an item of a list. */
  readonly indent: number;
  /** Whether there is nothing but the fence in the text. */
  readonly isAlone: boolean;
}

/** The code fences of a text, in their order. One that is never closed ends with the text. */
export function codeFences(text: string): CodeFence[] {
  const fences: CodeFence[] = [];
  const fence = /^([ \t]{0,16})(```|~~~)[^\n`]{0,60}\n/gm;
  for (let open = fence.exec(text); open !== null; open = fence.exec(text)) {
    const [line, indentation = '', mark = ''] = open;
    const start = open.index + line.length;
    const end = closeOf(text, mark, start);
    // Only the first fence can be alone; a copy of the text behind each one would take long.
    const isFirst = text.slice(0, open.index).trim() === '';
    const behind = isFirst ? text.slice(end).replace(/^[ \t]*[`~]*/, '') : '';
    const isAlone = isFirst && behind.trim() === '';
    fences.push({ start, end, indent: indentation.length, isAlone });
    const next = text.indexOf('\n', end);
    fence.lastIndex = next < 0 ? text.length : next;
  }
  return fences;
}

/** Where the line that closes a fence begins. */
function closeOf(text: string, mark: string, from: number): number {
  const close = mark === '~~~' ? /^[ \t]{0,16}~~~/gm : /^[ \t]{0,16}```/gm;
  close.lastIndex = from;
  return close.exec(text)?.index ?? text.length;
}
