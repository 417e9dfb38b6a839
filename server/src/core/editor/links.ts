import type { Analysis } from '../analysis.js';
import type { FileLink } from '../document/editing.js';
import type { Payload } from '../document/payload.js';
import { maskingOf } from '../masking.js';
import { kinds } from '../payload/kindTable.js';
import type { Masking } from '../secrets/masking.js';
import { type StringNode, walk } from '../formats/tree/node.js';
import { stringMap } from '../formats/tree/stringMap.js';
import type { Span } from '../text/span.js';
import { readableDocuments } from './documentsAt.js';

/** An address in a value, which only the editor opens. */
export interface Link {
  readonly span: Span;
  /** With escapes of JSON or YAML resolved. */
  readonly url: string;
}

/**
 * The http and https addresses in string values of node configs and cloud-configs, in the order of positions. Addresses
 * with secrets are left out, because opening them would send the secret, and so are addresses that a template or a shell
 * completes.
 */
export function links(analysis: Analysis, masking = maskingOf([analysis])): Link[] {
  const found = new Map<number, Link>();
  if (!analysis.isInteractive) return [];
  for (const document of analysis.documents()) {
    if (kinds[document.kind].hasLinks !== true) continue;
    // A document inside a value of another document contains the same addresses again.
    for (const link of linksIn(document, masking)) if (!found.has(link.span.start)) found.set(link.span.start, link);
  }
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

function* linksIn({ text, tree, map }: Payload, masking: Masking): Generator<Link> {
  if (text === undefined || tree?.root === undefined || !map.exact) return;
  for (const { node } of walk(tree.root)) {
    if (node.kind !== 'string') continue;
    const found = [...addressesIn(node.value, masking)];
    if (found.length === 0) continue;
    const spans = spansOf(text, node, found);
    for (const [index, { url }] of found.entries()) {
      const span = spans[index];
      if (span !== undefined) yield { span: map.toOuter(span), url };
    }
  }
}

const address = /https?:\/\/[^\s"'`<>\\^{}|]+/gi;
const withHost = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}._-]*)(?::\d{1,5})?(?:[/?#]|$)/iu;
/** A variable of a shell or a template, or the part of one that an address contains. */
const variable = /\$(?:\w|\(|$)/;

/** An address and its span in the value. */
interface Address {
  readonly url: string;
  readonly inner: Span;
}

function* addressesIn(value: string, masking: Masking): Generator<Address> {
  for (const { index, 0: written } of value.matchAll(address)) {
    const url = withoutPunctuation(written);
    const unfinished = variable.test(url) || /[{<]/.test(value.charAt(index + written.length));
    if (unfinished || !withHost.test(url) || hasSecret(url, masking)) continue;
    yield { url, inner: { start: index, end: index + url.length } };
  }
}

/** The parts of a query are also searched one by one, because their names identify secrets. */
function hasSecret(url: string, masking: Masking): boolean {
  return [url, ...url.split(/[?&;#]/)].some((part) => masking.text(part) !== part);
}

/** Punctuation at the end belongs to the sentence around the address, and so does a bracket that was opened before it. */
function withoutPunctuation(written: string): string {
  const surplus = new Map([
    [')', count(written, ')') - count(written, '(')],
    [']', count(written, ']') - count(written, '[')],
  ]);
  let end = written.length;
  for (; end > 0; end--) {
    const last = written.charAt(end - 1);
    const unopened = surplus.get(last) ?? 0;
    if (unopened > 0) surplus.set(last, unopened - 1);
    else if (!/[.,;:!?]/.test(last)) break;
  }
  return written.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The spans of addresses in their document; undefined for those that aren't written in one piece. */
function spansOf(text: string, node: StringNode, found: readonly Address[]): (Span | undefined)[] {
  const map = stringMap(text, node);
  if (map.exact) return found.map(({ inner }) => map.toOuter(inner));
  // Lines are folded at spaces, so an address is in one piece unless it has escapes.
  const { start, end } = node.span;
  const written = text.slice(start, end);
  let from = 0;
  return found.map(({ url }) => {
    const at = written.indexOf(url, from);
    if (at < 0) return undefined;
    from = at + url.length;
    return { start: start + at, end: start + from };
  });
}

/** The paths in commands that lead to files which the same document writes, in the order of the file. */
export function fileLinks(analysis: Analysis): FileLink[] {
  return [...readableDocuments(analysis)].flatMap(({ kind, view, payload: { map } }) =>
    (kind.fileLinks?.(view) ?? []).map(({ span, target }) => ({
      span: map.toOuter(span),
      target: map.toOuter(target),
    })),
  );
}
