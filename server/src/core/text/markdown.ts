import { withoutTrailing } from './strings.js';
import { visible } from './visible.js';

declare const markdownText: unique symbol;

/**
 * Markdown (CommonMark with GitHub's extensions) in which text from documents is only text or code: it makes no links,
 * images, HTML, headings, lists or tables. Only the functions in this file make it.
 */
export type Markdown = string & { readonly [markdownText]: true };

/** A template whose literals are Markdown of ours; text goes through {@link prose} or {@link inlineCode} first. */
export function markup(literals: TemplateStringsArray, ...values: readonly (Markdown | number | '')[]): Markdown {
  return literals.reduce((made, literal, index) =>
    followedBy(followedBy(made, String(values[index - 1] ?? '')), literal),
  ) as Markdown;
}

/** Two backticks next to each other would be one mark, so that what is between others becomes text. */
function followedBy(made: string, next: string): string {
  return made.endsWith('`') && next.startsWith('`') ? `${made} ${next}` : made + next;
}

/** A text as code on one line. */
export function inlineCode(text: string): Markdown {
  const line = visible(text.replace(/\s+/g, ' '));
  const ticks = fence(line, 1);
  const isBare = ticks.length === 1 && !/^ | $/.test(line) && line !== '';
  return (isBare ? `\`${line}\`` : `${ticks} ${line} ${ticks}`) as Markdown;
}

/** A text as a code block; the fence is longer than any run of backticks in the text. */
export function fencedCode(text: string, language: string): Markdown {
  const ticks = fence(text, 3);
  return `${ticks}${language}\n${visible(text)}\n${ticks}` as Markdown;
}

function fence(text: string, shortest: number): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  return '`'.repeat(Math.max(shortest, longest + 1));
}

/**
 * A message or another text as a sentence. Of its marks, only code between single backticks counts; the others are escaped,
 * also those that make a text at the beginning of a line a heading, a list or a quotation.
 */
export function prose(sentence: string): Markdown {
  const line = visible(sentence.replace(/\s+/g, ' ').trim());
  let made = '';
  let at = 0;
  let opened: number | undefined;
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    if (run.length > 1) continue;
    if (opened === undefined) {
      made += escapedProse(line.slice(at, index));
      [at, opened] = [index, index];
    } else {
      made = followedBy(made, line.slice(opened, index + 1));
      [at, opened] = [index + 1, undefined];
    }
  }
  const escaped = made + escapedProse(line.slice(at));
  return escaped.replace(blockMark, '$1\\$2') as Markdown;
}

/** What begins a heading, a list or a line below text. */
const blockMark = /^(\d{0,9})(#{1,6}(?=\s|$)|[+-](?=\s|$)|[-=]+$|(?<=\d)[.)](?=\s|$))/;

/** Underscores inside words are no marks. Addresses become links without any mark; only those of Microsoft's documentation stay. */
function escapedProse(text: string): string {
  return text.replace(marks, '\\$&');
}

const marks =
  /[\\`*[\]<>|~&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)(?!(?<=https:)\/\/aka\.ms\/)|(?<!:)\/(?=\/)|(?<=www)\.|(?<=\S)@/giu;

/** A link to documentation; `url` is one of ours. */
export function markdownLink(title: string, url: `https://${string}`): Markdown {
  return `[${prose(title)}](${url.replace(/[<>()\s\\]/g, encodeURIComponent)})` as Markdown;
}

/** A link to a line of a file, by its path from the folder of the report or from the root; `line` is zero-based. */
export function lineLink(title: string, path: string, line: number): Markdown {
  return fileLink(title, path, `L${line + 1}`);
}

/** A link to a line of a file or, in our own pages, to what can be done with it. */
export function fileLink(
  title: string,
  path: string,
  fragment: `L${number}` | `group-${number}` | `fix-${number}`,
): Markdown {
  // Unlike a URL, a path never has a scheme, so it can't lead anywhere else.
  const [slashes = ''] = /^\/*/.exec(path) ?? [];
  const steps = path
    .slice(slashes.length)
    .split('/')
    .map((step) => encodeURIComponent(visible(step)).replace(/[!'()*]/g, percentEncoded));
  // Two slashes would be the address of a host.
  return `[${prose(title)}](${slashes === '' ? './' : '/'}${steps.join('/')}#${fragment})` as Markdown;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Blocks one below the other; absent ones are left out. */
export function blocks(parts: readonly (Markdown | '' | undefined)[]): Markdown {
  return parts.filter((part) => part !== undefined && part.length > 0).join('\n\n') as Markdown;
}

/** Parts of a line. */
export function sequence(parts: readonly (Markdown | '')[], separator: ', ' | ' ' | '. '): Markdown {
  return parts.filter((part) => part.length > 0).join(separator) as Markdown;
}

/** The items of a list. */
export function bulleted(items: readonly Markdown[], { numbered = false, indent = '' } = {}): Markdown {
  return items.map((item, index) => `${indent}${numbered ? `${index + 1}.` : '-'} ${item}`).join('\n') as Markdown;
}

/** A list with its title; empty if there are no items. */
export function markdownList(title: string, items: readonly Markdown[], numbered = false): Markdown | '' {
  return items.length === 0 ? '' : markup`## ${prose(title)}\n\n${bulleted(items, { numbered })}`;
}

/** A table; `head` is its first lines. Bars in cells are escaped, because they end a cell even inside code. */
export function markdownTable(
  head: `|${string}|\n|${string}|`,
  rows: readonly (readonly (Markdown | number | '')[])[],
): Markdown {
  const cellOf = (cell: Markdown | number | ''): string => String(cell).replace(/(?<!\\)\|/g, '\\|');
  return [head, ...rows.map((cells) => `| ${cells.map(cellOf).join(' | ')} |`)].join('\n') as Markdown;
}

/** The same as plain text. Code keeps its backticks, as in messages, and links show their address. */
export function plainText(markdown: Markdown): string {
  let closing: string | undefined;
  const lines: string[] = [];
  for (const line of markdown.split('\n')) {
    const opening = /^(`{3,})\w*$/.exec(line)?.[1];
    if (closing === undefined && opening === undefined) lines.push(plainLine(line.replace(/^#{1,6} /, '')));
    else if (closing === undefined) closing = opening;
    else if (line === closing) closing = undefined;
    else lines.push(line);
  }
  return lines.join('\n');
}

function plainLine(line: string): string {
  let made = '';
  let at = 0;
  let opened: string | undefined;
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    if (opened === undefined) {
      const before = line.slice(at, index);
      const isEscaped = (before.length - withoutTrailing(before, '\\').length) % 2 === 1;
      if (isEscaped) continue;
      made += plainProse(before);
      [at, opened] = [index, run];
    } else if (run === opened) {
      const end = index + run.length;
      made += line.slice(at, end);
      [at, opened] = [end, undefined];
    }
  }
  return made + plainProse(line.slice(at));
}

/** A part of a line without code; a link may have code in its title, so its ends are replaced one by one. */
function plainProse(text: string): string {
  return text.replace(
    /\\([^A-Za-z\d\s])|\*\*|\[|\]\(([^()\s]*)\)/g,
    (_mark: string, escaped: string | undefined, url: string | undefined) =>
      escaped ?? (url === undefined ? '' : ` (${url})`),
  );
}

/**
 * Whether two texts have the same marks in the same order: a text with some of its words replaced by others is then still
 * the Markdown that it was.
 */
export function haveSameMarks(a: string, b: string): boolean {
  const marks = (text: string): string => text.replace(/[^`\\\n]+/g, ' ');
  return marks(a) === marks(b);
}
