import { parseJson } from '../formats/json/parse.js';
import type { SyntaxNode } from '../formats/tree/node.js';
import type { NodePath } from '../formats/tree/paths.js';
import { movedSpan, type Span } from '../text/span.js';
import type { RecordType } from './model.js';
import { recordPosition } from './navigate.js';

/** A range of a rendered document, and the value that it is made of. */
export interface Trace {
  readonly span: Span;
  /** Names of the description, with map keys and list indexes; empty for the whole document. */
  readonly from: NodePath;
}

/** A part of a rendered string; without `from` it is made of no single value. */
export interface TracedText {
  readonly text: string;
  readonly from?: NodePath;
}

/** The string that consists of the parts. */
export function joined(parts: readonly TracedText[]): string {
  return parts.map(({ text }) => text).join('');
}

/** The parts with a separator between each two of them. */
export function separated(parts: readonly TracedText[], separator: string): TracedText[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [{ text: separator }, part]));
}

/** The ranges of the parts in the string that consists of them. */
export function tracesOf(parts: readonly TracedText[]): Trace[] {
  const traces: Trace[] = [];
  let at = 0;
  for (const { text, from } of parts) {
    const span = { start: at, end: at + text.length };
    if (from !== undefined && text !== '') traces.push({ span, from });
    at = span.end;
  }
  return traces;
}

/** The traces after a string of this length is written before them. */
export function shifted(traces: readonly Trace[], by: number): Trace[] {
  return traces.map(({ span, from }) => ({ span: movedSpan(span, by), from }));
}

/**
 * The values that the members, entries and items of a marshalled message come from, outer ones first; `at` is the path
 * of the message itself.
 */
export function jsonTraces(text: string, message: RecordType, at: NodePath): Trace[] {
  const traces: Trace[] = [];
  const visit = (node: SyntaxNode | undefined, path: NodePath): void => {
    const entry = (step: string | number, span: Span, value: SyntaxNode | undefined): void => {
      const position = recordPosition(message, [...path, step]);
      if (position === undefined) return;
      traces.push({ span, from: [...at, ...position.names] });
      visit(value, position.names);
    };
    if (node?.kind === 'array') for (const [index, item] of node.items.entries()) entry(index, item.span, item);
    if (node?.kind === 'object') for (const { key, span, value } of node.members) entry(key.name, span, value);
  };
  visit(parseJson(text).root, []);
  return traces;
}
