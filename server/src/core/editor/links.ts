import type { Analysis } from '../analysis.js';
import type { Payload } from '../document/payload.js';
import { kinds } from '../payload/kinds.js';
import { findSecrets } from '../secrets/find.js';
import { type StringNode, walk } from '../formats/tree/node.js';
import { stringMap } from '../formats/tree/stringMap.js';
import type { Span } from '../text/span.js';

/** An address in a value that an editor can open. Nothing here ever does. */
export interface Link {
  readonly span: Span;
  /** With escapes of JSON or YAML undone. */
  readonly url: string;
}

/**
 * The http and https addresses in string values of node configs and cloud-configs, in the order of their
 * places. An address with a secret in it is none: whoever followed it would hand the secret on; nor is one
 * that a template or a shell still has to complete.
 */
export function links(analysis: Analysis): Link[] {
  const found = new Map<number, Link>();
  for (const document of analysis.documents()) {
    if (kinds[document.kind].hasLinks !== true) continue;
    // A document inside a value of another one shows the same addresses again.
    for (const link of linksIn(document)) if (!found.has(link.span.start)) found.set(link.span.start, link);
  }
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

function* linksIn({ text, tree, map }: Payload): Generator<Link> {
  if (text === undefined || tree?.root === undefined || !map.exact) return;
  for (const { node } of walk(tree.root)) {
    if (node.kind !== 'string') continue;
    const found = [...addressesIn(node.value)];
    if (found.length === 0) continue;
    const spans = placesOf(text, node, found);
    for (const [index, { url }] of found.entries()) {
      const span = spans[index];
      if (span !== undefined) yield { span: map.toOuter(span), url };
    }
  }
}

const address = /https?:\/\/[^\s"'`<>\\^{}|]+/gi;
const withHost = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}._-]*)(?::\d{1,5})?(?:[/?#]|$)/iu;
/** A variable of a shell or a template, as far as an address reaches into it. */
const variable = /\$(?:\w|\(|$)/;

/** An address and where it stands in the value. */
interface Address {
  readonly url: string;
  readonly inner: Span;
}

function* addressesIn(value: string): Generator<Address> {
  for (const { index, 0: written } of value.matchAll(address)) {
    const url = withoutPunctuation(written);
    const unfinished = variable.test(url) || /[{<]/.test(value.charAt(index + written.length));
    if (unfinished || !withHost.test(url) || holdsSecret(url)) continue;
    yield { url, inner: { start: index, end: index + url.length } };
  }
}

/** Parts of a query are looked at one by one, where the name of each is known. */
function holdsSecret(url: string): boolean {
  return [url, ...url.split(/[?&;#]/)].some((part) => findSecrets(part).length > 0);
}

/** Punctuation at the end belongs to the sentence around the address, as does a bracket that was opened in front of it. */
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

/** Where addresses stand in their document; undefined for those that are written in pieces. */
function placesOf(text: string, node: StringNode, found: readonly Address[]): (Span | undefined)[] {
  const map = stringMap(text, node);
  if (map.exact) return found.map(({ inner }) => map.toOuter(inner));
  // Lines are folded at blanks, and an address has none: it is there in one piece unless it has escapes.
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
