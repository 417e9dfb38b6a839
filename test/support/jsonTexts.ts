import fc from 'fast-check';
import type { ArrayNode, ObjectNode, SyntaxNode } from '../../server/src/core/formats/tree/node.js';
import { parseJson } from '../../server/src/core/formats/json/parse.js';

/** White space between two tokens, in a repeating pattern. */
const gapSequences = fc.array(fc.constantFrom('', ' ', '\n', '\r\n  ', '\n\t\t', '  '), { minLength: 1, maxLength: 5 });

const layouts = fc.oneof(
  fc.constantFrom<string | number>(0, 2, 4, '\t').map((unit) => (value: unknown) => JSON.stringify(value, null, unit)),
  fc
    .constantFrom(2, '\t')
    .map((unit) => (value: unknown) => JSON.stringify(value, null, unit).replaceAll('\n', '\r\n')),
  gapSequences.map((gaps) => (value: unknown) => ragged(JSON.stringify(value), gaps)),
);

/** JSON texts in every layout: compact, indented with spaces and tabs, with CR LF, and irregular. */
export const jsonTexts = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), layouts)
  .map(([value, layout]) => layout({ first: value, second: [value, 1, {}], '': {} }));

/** Inserts white space between the tokens of a compact JSON text. */
export function ragged(text: string, gaps: readonly string[]): string {
  let next = 0;
  return text.replace(/"(?:[^"\\]|\\.)*"|[^"]/gs, (token) =>
    /^[[\]{}:,]$/.test(token)
      ? `${gaps[next++ % gaps.length] ?? ''}${token}${gaps[next++ % gaps.length] ?? ''}`
      : token,
  );
}

/** All objects and lists in JSON, outer before inner. */
export function containers(text: string): (ObjectNode | ArrayNode)[] {
  const found: (ObjectNode | ArrayNode)[] = [];
  const open: (SyntaxNode | undefined)[] = [parseJson(text).root];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    if (node.kind === 'object') {
      found.push(node);
      open.push(...node.members.flatMap(({ value }) => value ?? []));
    } else if (node.kind === 'array') {
      found.push(node);
      open.push(...node.items);
    }
  }
  return found;
}

/** The text of one entry of an object or list. */
export function entryText(text: string, container: ObjectNode | ArrayNode, index: number): string {
  const span = container.kind === 'object' ? container.members[index]?.span : container.items[index]?.span;
  return span === undefined ? '' : text.slice(span.start, span.end);
}
