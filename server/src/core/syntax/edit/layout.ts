import { append } from '../../append.js';
import { resolved, type SyntaxNode } from '../node.js';
import { indentOf, lineStartOf } from './blanks.js';
import { entrySpan } from './entries.js';

/** How a JSON text is laid out, so that what is written into it looks like the rest. */
export interface Layout {
  /** LF, CR LF or CR: the first one in the text. */
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly unit: string;
  /** The colon with the blanks around it. */
  readonly colon: string;
  /** What stands between the comma and the next entry where they share a line. */
  readonly gap: string;
  /** What stands inside the brackets of an object on one line. */
  readonly padding: string;
  /** Whether entries stand on lines of their own somewhere. */
  readonly spread: boolean;
}

/** Containers that are looked at before the usual layout is taken for what is still unknown. */
const sample = 200;

/** Finds the layout from the first containers of a text that show it; two blanks where none does. */
export function layoutOf(text: string, root: SyntaxNode): Layout {
  let unit: string | undefined;
  let colon: string | undefined;
  let gap: string | undefined;
  let padding: string | undefined;
  let spread = false;
  const open = [root];
  for (let looked = 0; looked < sample; looked++) {
    const node = resolved(open.pop());
    if (node === undefined) break;
    if (node.kind !== 'object' && node.kind !== 'array') continue;
    const first = entrySpan(text, node, 0);
    if (first !== undefined) {
      if (lineStartOf(text, first.start) === undefined) {
        const second = entrySpan(text, node, 1);
        if (second !== undefined) gap ??= /^\s*,([ \t]*)$/.exec(text.slice(first.end, second.start))?.[1];
        if (node.kind === 'object') padding ??= /^[ \t]*$/.exec(text.slice(node.span.start + 1, first.start))?.[0];
      } else {
        spread = true;
        unit ??= stepBetween(indentOf(text, node.span.start), indentOf(text, first.start));
      }
    }
    if (node.kind === 'object') {
      const { key, value } = node.members[0] ?? {};
      if (key !== undefined && value !== undefined)
        colon ??= /^[ \t]*:[ \t]*$/.exec(text.slice(key.span.end, value.span.start))?.[0];
      for (const member of node.members.slice(0, sample).reverse())
        if (member.value !== undefined) open.push(member.value);
    } else append(open, node.items.slice(0, sample).reverse());
  }
  colon ??= ': ';
  return {
    lineEnd: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    unit: unit ?? '  ',
    colon,
    gap: gap ?? (colon.endsWith(' ') ? ' ' : ''),
    padding: padding ?? '',
    spread,
  };
}

function stepBetween(outer: string, inner: string): string | undefined {
  return inner.length > outer.length && inner.startsWith(outer) ? inner.slice(outer.length) : undefined;
}
