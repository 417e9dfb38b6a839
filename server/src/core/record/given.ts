import type { KeyNode, Member, StringNode, SyntaxNode } from '../formats/tree/node.js';
import { type NodePath, pointerOf } from '../formats/tree/paths.js';
import type { Span } from '../text/span.js';
import { quoted } from '../text/strings.js';
import { isUnfinished } from '../values/format.js';
import type { Field, RecordType } from './model.js';

/** A field that a document gives. */
export interface GivenField {
  readonly field: Field;
  readonly owner: RecordType;
  readonly member: Member;
  /** The path in the text: names as they are written, map keys and list indexes. */
  readonly steps: NodePath;
}

/** One entry of a list or map, or the value of a field that is neither. */
export interface GivenElement {
  readonly node: SyntaxNode;
  /** The member of a map. */
  readonly entry: Member | undefined;
  /** The path from the field to the element: an index, a key, or nothing. */
  readonly step: NodePath;
}

/** The elements of a field, as they are in the text. */
export function elementsOf({ field, member }: Pick<GivenField, 'field' | 'member'>): GivenElement[] {
  const node = member.value;
  if (node === undefined) return [];
  if (field.label === 'list')
    return node.kind === 'array'
      ? node.items.map((item, index) => ({ node: item, entry: undefined, step: [index] }))
      : [];
  if (field.label === 'map')
    return node.kind === 'object'
      ? node.members.flatMap((entry) =>
          entry.value === undefined ? [] : [{ node: entry.value, entry, step: [entry.key.name] }],
        )
      : [];
  return [{ node, entry: undefined, step: [] }];
}

/** An entry of a list or map in a sentence: `no_proxy_entries[0]`, `kubelet_flags["--max-pods"]`. */
export function entryName(name: string, step: string | number): string {
  return `${name}[${typeof step === 'string' ? quoted(step) : step}]`;
}

/** A string that a field gives: its value, an entry of it, or a key of its map. */
export class GivenString {
  readonly node: StringNode | KeyNode;
  readonly text: string;
  readonly given: GivenField;
  /** The index in a list, or the key of a map; undefined for the value of a field that is neither. */
  readonly step: string | number | undefined;

  constructor(node: StringNode | KeyNode, text: string, given: GivenField, step: string | number | undefined) {
    this.node = node;
    this.text = text;
    this.given = given;
    this.step = step;
  }

  /** The key of a map that the string is the value of, or is itself. */
  get key(): string | undefined {
    return typeof this.step === 'string' ? this.step : undefined;
  }

  get path(): NodePath {
    return this.step === undefined ? this.given.steps : [...this.given.steps, this.step];
  }

  get pointer(): string {
    return pointerOf(this.path);
  }

  /** Whether a part of it is a placeholder, so that it can't be checked yet. */
  get isUnfinished(): boolean {
    return isUnfinished(this.text);
  }

  get secret(): boolean {
    return this.given.field.secret === true;
  }

  /** Its name in a sentence: `vm_size`, `no_proxy_entries[0]`, `kubelet_flags["--max-pods"]`. */
  get subject(): string {
    const { name } = this.given.field;
    if (!('kind' in this.node)) return `The key ${quoted(this.text)} of ${name}`;
    return this.step === undefined ? name : entryName(name, this.step);
  }

  /** The position of a part of the string; all of it if escapes make offsets differ from the text. */
  spanOf(source: string, part: Span | undefined): Span {
    const { start, end } = this.node.span;
    if (part === undefined || part.end <= part.start || this.given.field.strips !== undefined) return this.node.span;
    // Behind a quote, or without one in YAML.
    const quote = source.slice(start + 1, end - 1) === this.text ? 1 : 0;
    if (quote === 0 && source.slice(start, end) !== this.text) return this.node.span;
    return { start: start + quote + part.start, end: start + quote + part.end };
  }
}

/**
 * Calls `visit` for every string that a field gives, itself or in its entries, except empty ones; `step` as in
 * `GivenString`. Large documents have thousands of strings and few are wrong, so rules create a `GivenString` only for
 * those, and ask only then whether it is unfinished.
 */
export function visitStrings(
  { field, member }: GivenField,
  visit: (node: StringNode, step: string | number | undefined) => void,
): void {
  const node = member.value;
  if (node?.kind === 'array' && field.label === 'list') {
    let index = 0;
    for (const item of node.items) {
      if (item.kind === 'string' && item.value !== '') visit(item, index);
      index++;
    }
  } else if (node?.kind === 'object' && field.label === 'map') {
    for (const { key, value } of node.members)
      if (value?.kind === 'string' && value.value !== '') visit(value, key.name);
  } else if (node?.kind === 'string' && node.value !== '') visit(node, undefined);
}

/** The strings that a field gives, without unfinished ones. */
export function stringsOf(given: GivenField): GivenString[] {
  const strings: GivenString[] = [];
  visitStrings(given, (node, step) => {
    if (!isUnfinished(node.value)) strings.push(new GivenString(node, node.value, given, step));
  });
  return strings;
}

/** The keys of a map field. */
export function keysOf(given: GivenField): GivenString[] {
  return keyNodesOf(given).map((key) => givenKey(key, given));
}

/** The same as nodes, for rules that look at all of them. */
export function keyNodesOf({ field, member }: GivenField): readonly KeyNode[] {
  const node = member.value;
  return field.label === 'map' && node?.kind === 'object' ? node.members.map(({ key }) => key) : [];
}

export function givenKey(key: KeyNode, given: GivenField): GivenString {
  return new GivenString(key, key.name, given, key.name);
}

/** A string as its reader sees it, without what it strips. */
export function stripped(text: string, { strips }: Field): string {
  switch (strips) {
    case 'spaces-around':
      return text.trim();
    case 'line-endings':
      return text.replaceAll('\r', '').replaceAll('\n', '');
    default:
      return text;
  }
}
