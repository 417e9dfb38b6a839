import { parseJson } from '../formats/json/parse.js';
import type { SyntaxNode } from '../formats/tree/node.js';
import type { NodePath } from '../formats/tree/paths.js';
import type { Span } from '../text/span.js';
import type { Field, RecordType } from './model.js';

/** A stretch of a rendered text and the place in the config that it is made of. */
export interface Trace {
  readonly span: Span;
  /** Proto names, with map keys and list indexes; empty for the whole config. */
  readonly from: NodePath;
}

/** One of the pieces that a rendered text is put together from; without `from` it belongs to no one place. */
export interface TracedText {
  readonly text: string;
  readonly from?: NodePath;
}

/** The text that pieces are. */
export function joined(pieces: readonly TracedText[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** Pieces with the same text between each two of them. */
export function separated(pieces: readonly TracedText[], separator: string): TracedText[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [{ text: separator }, piece]));
}

/** Where the pieces of a text come from. */
export function tracesOf(pieces: readonly TracedText[]): Trace[] {
  const traces: Trace[] = [];
  let at = 0;
  for (const { text, from } of pieces) {
    const span = { start: at, end: at + text.length };
    if (from !== undefined && text !== '') traces.push({ span, from });
    at = span.end;
  }
  return traces;
}

/** The same traces in a text that has another one of this length in front. */
export function shifted(traces: readonly Trace[], by: number): Trace[] {
  return traces.map(({ span, from }) => ({ span: { start: span.start + by, end: span.end + by }, from }));
}

/**
 * Where the members, entries and items of a marshalled message come from, outer ones first; `at` is the path of the
 * message itself. Names may be those of proto or of JSON.
 */
export function jsonTraces(text: string, message: RecordType, at: NodePath): Trace[] {
  const traces: Trace[] = [];
  const visitMessage = (node: SyntaxNode | undefined, type: RecordType, path: NodePath): void => {
    if (node?.kind !== 'object') return;
    for (const { key, value, span } of node.members) {
      const field = type.fieldByKey(key.name);
      if (field === undefined) continue;
      const from = [...path, field.name];
      traces.push({ span, from });
      visitField(value, field, from);
    }
  };
  const visitField = (node: SyntaxNode | undefined, field: Field, path: NodePath): void => {
    const visitElement = (element: SyntaxNode | undefined, from: NodePath): void => {
      if (field.type.kind === 'object') visitMessage(element, field.type.of, from);
    };
    if (node?.kind === 'array') {
      for (const [index, item] of node.items.entries()) {
        const from = [...path, index];
        traces.push({ span: item.span, from });
        visitElement(item, from);
      }
    } else if (field.label === 'map' && node?.kind === 'object') {
      for (const { key, value, span } of node.members) {
        const from = [...path, key.name];
        traces.push({ span, from });
        visitElement(value, from);
      }
    } else visitElement(node, path);
  };
  visitMessage(parseJson(text).root, message, at);
  return traces;
}
