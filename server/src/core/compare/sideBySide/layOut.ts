import { limits } from '../../limits.js';
import type { TextLines } from '../hunks.js';

/** What a value is made of; texts of several lines stand below their name. */
export type Shape<T> =
  | { readonly is: 'object'; readonly entries: readonly (readonly [name: string, value: T])[] }
  | { readonly is: 'list'; readonly items: readonly T[] }
  | { readonly is: 'text'; readonly lines: TextLines };

/** Deeper values are not indented further, so that a text does not grow with the square of its nesting. */
const deepestIndent = 40;

/**
 * Lays a value out like JSON, but with every line for itself: no commas, so that one more entry is one more line.
 * `shapeOf` is asked for each value once, with the name that it stands under. After `limits.laidOutLines` it ends.
 */
export function layOut<T>(root: T, shapeOf: (value: T, name: string) => Shape<T>): TextLines {
  const lines = { real: [] as string[], shown: [] as string[] };
  const add = (real: string, shown = real): void => {
    lines.real.push(real);
    lines.shown.push(shown);
  };
  const open: (
    | { readonly value: T; readonly name: string; readonly label: string; readonly depth: number }
    | { readonly line: string }
  )[] = [{ value: root, name: '', label: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (lines.real.length >= limits.laidOutLines) {
      add(`… and more; only ${limits.laidOutLines} lines are shown`);
      break;
    }
    if ('line' in next) {
      add(next.line);
      continue;
    }
    const { name, label, depth } = next;
    const indent = '  '.repeat(Math.min(depth, deepestIndent));
    const lead = `${indent}${label === '' ? '' : `${label}: `}`;
    const shape = shapeOf(next.value, name);
    if (shape.is === 'text') addText(shape.lines, lead, indent, add);
    else {
      const isObject = shape.is === 'object';
      const [opening, closing] = isObject ? ['{', '}'] : ['[', ']'];
      const inner = isObject
        ? shape.entries.map(([key, value]) => ({ value, name: key, label: JSON.stringify(key), depth: depth + 1 }))
        : shape.items.map((value) => ({ value, name, label: '', depth: depth + 1 }));
      if (inner.length === 0) add(`${lead}${opening}${closing}`);
      else {
        add(`${lead}${opening}`);
        open.push({ line: `${indent}${closing}` });
        for (const entry of inner.reverse()) open.push(entry);
      }
    }
  }
  return lines;
}

function addText(
  { real, shown }: TextLines,
  lead: string,
  indent: string,
  add: (real: string, shown: string) => void,
): void {
  if (real.length === 1) {
    add(lead + (real[0] ?? ''), lead + (shown[0] ?? ''));
    return;
  }
  add(`${lead}|`, `${lead}|`);
  for (const [index, line] of real.entries()) add(`${indent}  | ${line}`, `${indent}  | ${shown[index] ?? ''}`);
}
