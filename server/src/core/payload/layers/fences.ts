import type { Span } from '../../text/span.js';
import { copyOf } from '../../text/strings.js';

/** The content of a code fence of Markdown, or of a string of many lines in the source of a program. */
export interface CodeFence extends Span {
  /** The columns before the fence, as in an item of a list. */
  readonly indent: number;
  /** Whether there is nothing but the fence in the text. */
  readonly isAlone: boolean;
  /** Whether it is a string in the source of a program. */
  readonly isString: boolean;
}

/** The code fences and long strings of a text, in their order. A fence that is never closed ends with the text. */
export function codeFences(text: string): CodeFence[] {
  return [...markdownFences(text), ...longStrings(text)].sort((a, b) => a.start - b.start);
}

const longQuotes = ['"""', "'''", '@"', "@'", '`'];

/**
 * Strings of PowerShell, Python (three quotes), and Go or JavaScript (backticks) that begin like user data or JSON. Only those
 * in which all characters are meant as written.
 */
function* longStrings(text: string): Generator<CodeFence> {
  // Rules out most documents before the long pattern is tried.
  if (!longQuotes.some((quote) => text.includes(quote))) return;
  const isGo = /^package [A-Za-z_]\w{0,100}\s*$/m.test(text.slice(0, 20_000));
  const unclosed = new Set<string>();
  const quotes = copyOf(openingQuotes);
  for (let opening = quotes.exec(text); opening !== null; opening = quotes.exec(text)) {
    const { here, python, prefix = '' } = opening.groups ?? {};
    const start = opening.index + opening[0].length;
    const close = here === undefined ? (python ?? '`') : `\n${here}@`;
    const closed = unclosed.has(close) ? -1 : text.indexOf(close, start);
    if (closed < 0) {
      unclosed.add(close);
      continue;
    }
    quotes.lastIndex = closed + close.length;
    // The last line break belongs to the text, although PowerShell leaves it out.
    const end = here === undefined ? closed : closed + 1;
    const isRaw = here === "'" || (python === undefined ? here === undefined && isGo : /r/i.test(prefix));
    const special = isRaw ? nothing : here === undefined ? /\\|\$\{/ : /[$`]/;
    if (!special.test(text.slice(start, end))) yield { start, end, indent: 0, isAlone: false, isString: true };
  }
}

const nothing = /(?!)/;

const openingQuotes =
  /(?:@(?<here>['"])[ \t]{0,9}\r?\n|(?<prefix>\b[rbu]{1,2})?(?<python>"""|''')(?:\\\r?\n)?|[=(:,][ \t]{0,9}`)(?=#cloud-|#!|## template:|Content-Type:|MIME-Version:|\s{0,99}\{\s{0,99}")/gi;

function markdownFences(text: string): CodeFence[] {
  const fences: CodeFence[] = [];
  if (!text.includes('```') && !text.includes('~~~')) return fences;
  const fence = /^([ \t]{0,16})(```|~~~)[^\n`]{0,60}\n/gm;
  for (let open = fence.exec(text); open !== null; open = fence.exec(text)) {
    const [line, indentation = '', mark = ''] = open;
    const start = open.index + line.length;
    const end = closeOf(text, mark, start);
    // Only the first fence can be alone; a copy of the text behind each one would take long.
    const isFirst = text.slice(0, open.index).trim() === '';
    const behind = isFirst ? text.slice(end).replace(/^[ \t]*[`~]*/, '') : '';
    const isAlone = isFirst && behind.trim() === '';
    fences.push({ start, end, indent: indentation.length, isAlone, isString: false });
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
