/** How a YAML document is laid out. */
export interface YamlStyle {
  /** The spaces of one level of indentation. */
  readonly unit: string;
  /** Whether the dashes of a list are indented more than its key. */
  readonly indentsLists: boolean;
}

/**
 * The style that a document shows in its first nested lines. The default is two spaces and indented lists, as in
 * cloud-init's own examples.
 *
 * It reads one line at a time: a regular expression across lines takes exponential time for comments that end with CRLF.
 */
export function yamlStyle(text: string): YamlStyle {
  let width = 0;
  let listWidth: number | undefined;
  /** The indentation of the key without a value that only empty lines and comments follow so far. */
  let listKey: number | undefined;
  let mappingKey: number | undefined;
  for (let start = 0; start < text.length && (width <= 0 || listWidth === undefined);) {
    const newline = text.indexOf('\n', start);
    const line = lineAt(text, start, newline < 0 ? text.length : newline);
    start = newline < 0 ? text.length : newline + 1;
    if (line.is === 'empty') continue;
    const { indent } = line;
    if (line.is === 'item' && listKey !== undefined) listWidth ??= indent - listKey;
    const isNested = line.is !== 'item' && line.is !== 'other' && mappingKey !== undefined && indent > 0;
    if (isNested && width <= 0) width = indent - (mappingKey ?? 0);
    const isKey = line.is === 'key' && newline >= 0;
    listKey = isKey ? indent : undefined;
    // A key behind a sibling or an outer key says nothing about a level.
    mappingKey = isKey && !isNested ? indent : undefined;
  }
  const unit = width > 0 ? width : listWidth !== undefined && listWidth > 0 ? listWidth : 2;
  return { unit: ' '.repeat(Math.min(unit, 8)), indentsLists: listWidth === undefined || listWidth > 0 };
}

type Line =
  /** Nothing, or a comment. */
  | { readonly is: 'empty' }
  | {
      /** A key without a value, another entry of a mapping, an entry of a list, or none of them. */
      readonly is: 'key' | 'entry' | 'item' | 'other';
      readonly indent: number;
    };

function lineAt(text: string, start: number, end: number): Line {
  const isBlank = (at: number): boolean => text[at] === ' ' || text[at] === '\t';
  let last = end > start && text[end - 1] === '\r' ? end - 1 : end;
  while (last > start && isBlank(last - 1)) last--;
  let first = start;
  while (first < last && text[first] === ' ') first++;
  const indent = first - start;
  let mark = first;
  while (mark < last && isBlank(mark)) mark++;
  if (mark === last || text[mark] === '#') return { is: 'empty' };
  if (text[first] === '-') return { is: text[first + 1] === ' ' ? 'item' : 'other', indent };
  if (/\s/.test(text.charAt(first))) return { is: 'other', indent };
  return { is: last - first > 1 && text[last - 1] === ':' ? 'key' : 'entry', indent };
}
