import {
  type KeptTree,
  madeOnce,
  type Member,
  partsOf,
  resolved,
  type StringNode,
  type SyntaxNode,
  walk,
} from '../formats/tree/node.js';
import { stringMap } from '../formats/tree/stringMap.js';
import { movedSpan, type Span } from '../text/span.js';
import { findSecrets, isSecretName } from './find.js';
import { isHarmless, isRemoved } from './harmless.js';
import { endWithoutNumber } from './names.js';
import type { KnownSecret } from './known.js';

/** A secret of a document; its range is in the document's text. */
export type PlacedSecret = Omit<KnownSecret, 'text'>;

/** All scalars in a value, as secrets under a name. Numbers are secrets too: a password of digits isn't always quoted. */
export function* secretsBelow(root: SyntaxNode | undefined, name: string): Generator<PlacedSecret> {
  for (const { node, member } of walk(resolved(root))) {
    const key = member?.key.name ?? name;
    if (node.kind === 'string' && isRemoved(node.value)) continue;
    if (node.kind === 'string') yield secretString(node, key);
    else if (node.kind === 'number' || node.kind === 'timestamp') {
      yield { value: node.raw, name: key, span: node.span };
      if (node.kind === 'number') yield { value: String(node.value), name: key };
    } else if (node.kind === 'binary') yield { value: node.source.value, name: key, span: node.source.span };
  }
}

/** A string as a secret under a name. */
function secretString(node: StringNode, name: string): PlacedSecret {
  const quotes = node.style === 'json' || node.style === 'single' || node.style === 'double' ? 1 : 0;
  const { start, end } = node.span;
  return { value: node.value, name, span: { start: start + quotes, end: Math.max(start + quotes, end - quotes) } };
}

/** A part of a string as a secret. */
export function secretPart(text: string, node: StringNode, part: Span): PlacedSecret {
  const { value } = node;
  const before = value.slice(value.lastIndexOf('\n', part.start - 1) + 1, part.start).trimStart();
  return { value: value.slice(part.start, part.end), before, span: stringMap(text, node).toOuter(part) };
}

/**
 * The values under secret names, in any document: `password: x`, also as the value of a parameter
 * (`"adminPassword": {"value": "x"}`) and in lists of names and values (`{"name": "PASSWORD", "value": "x"}`); and those in
 * commands that are lists of words.
 */
export function* secretsByMember(tree: KeptTree): Generator<PlacedSecret> {
  const known = new Map<string, boolean>();
  // The entries of a list have the same names again and again.
  const isSecret = (written: string): boolean => {
    const name = written.slice(0, endWithoutNumber(written, 0, written.length));
    const isKnown = known.get(name) ?? isSecretMember(name);
    known.set(name, isKnown);
    return isKnown;
  };
  const { root, kept } = tree;
  if (root?.kind !== 'object' || kept === undefined) {
    yield* secretsInside(root, '', isSecret);
    return;
  }
  yield* secretsOfMembers(root.members, isSecret);
  // Those of other lists are found with the list.
  for (const { key, value } of root.members)
    if (value?.kind === 'array' && !kept.has(value)) yield* secretsOfCommand(value.items, key.name);
  for (const { name, node } of partsOf(tree)) {
    const { start } = node.span;
    const find = (): PlacedSecret[] => [...secretsInside(node, name, isSecret)];
    const { at, found } = madeOnce(kept, node, `secrets ${name}`, () => ({ at: start, found: find() }));
    for (const secret of found)
      yield at === start ? secret : { ...secret, span: secret.span && movedSpan(secret.span, start - at) };
  }
}

/** The secrets in a value under a name. */
function* secretsInside(
  root: SyntaxNode | undefined,
  name: string,
  isSecret: (name: string) => boolean,
): Generator<PlacedSecret> {
  /** The names of lists, and of lists in them. */
  const lists = new Map([[root, name]]);
  for (const { node, member } of walk(root)) {
    if (node.kind === 'array') {
      const listName = member?.key.name ?? lists.get(node) ?? '';
      for (const item of node.items) if (item.kind === 'array') lists.set(item, listName);
      yield* secretsOfCommand(node.items, listName);
    }
    if (node.kind === 'object') yield* secretsOfMembers(node.members, isSecret);
  }
}

function* secretsOfMembers(members: readonly Member[], isSecret: (name: string) => boolean): Generator<PlacedSecret> {
  const named = members.find(({ key, value }) => isNameKey(key.name) && value?.kind === 'string')?.value;
  const isSecretEntry = named?.kind === 'string' && isSecret(named.value);
  for (const { key, value } of members) {
    const found = isSecret(key.name)
      ? secretsUnder(key.name, value)
      : isSecretEntry && isValueKey(key.name)
        ? secretsOfScalar(value, key.name)
        : [];
    for (const secret of found)
      if (!isHarmless(key.name, secret.value, { isQuoted: true, separator: ':' })) yield secret;
  }
}

/** Secret names, and the headers of requests that authorize them. */
function isSecretMember(name: string): boolean {
  return isSecretName(name) || /^(?:(?:proxy-)?authorization|cookie)$/i.test(name);
}

function isNameKey(name: string): boolean {
  return name === 'name' || name === 'key' || name === 'Name' || name === 'Key';
}

function isValueKey(name: string): boolean {
  return /^(?:default)?value$/i.test(name);
}

function* secretsUnder(name: string, written: SyntaxNode | undefined): Generator<PlacedSecret> {
  const value = resolved(written);
  if (value?.kind === 'object') {
    // Other members of an object, such as its type, or a reference to a key vault, aren't secret.
    for (const { key: inner, value: item } of value.members)
      if (isValueKey(inner.name)) yield* secretsOfScalar(item, inner.name);
  } else yield* secretsOfScalar(value, name);
}

/** A scalar, or those of a list. */
function* secretsOfScalar(written: SyntaxNode | undefined, name: string): Generator<PlacedSecret> {
  const value = resolved(written);
  for (const item of value?.kind === 'array' ? value.items : [value])
    if (resolved(item)?.kind !== 'object') yield* secretsBelow(item, name);
}

/** The secrets in a command such as `[az, login, -p, x]`, found in the line that its words make. */
function* secretsOfCommand(items: readonly SyntaxNode[], name: string): Generator<PlacedSecret> {
  const strings = items.filter((item) => item.kind === 'string');
  if (strings.length < items.length || !strings.some(({ value }) => value.startsWith('-'))) return;
  const byStart = new Map<number, StringNode>();
  let start = 0;
  for (const node of strings) {
    byStart.set(start, node);
    start += node.value.length + 1;
  }
  for (const secret of findSecrets(strings.map(({ value }) => value).join(' '))) {
    const node = byStart.get(secret.start);
    if (node?.value.length === secret.end - secret.start) yield secretString(node, name);
  }
}
