import type { FieldDescriptor, MessageDescriptor } from '../../contract/descriptor.js';
import type { ContractObject } from '../../contract/objects.js';
import { placeholderOf } from '../../contract/required.js';
import { nameIn, type Spelling } from '../../contract/spelling.js';
import type { TextChange } from '../../problems/problem.js';
import { indentOf, lineStartOf } from '../../syntax/edit/blanks.js';
import { insertMembers, type NewMember, writtenValue } from '../../syntax/edit/insert.js';
import type { Layout } from '../../syntax/edit/layout.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { PlainValue } from '../../syntax/toValue.js';
import type { Span } from '../../text/span.js';

/** Fields from an object down to the one that it lacks, that one included. */
export type MissingPath = readonly FieldDescriptor[];

/** Writes fields into a config, with the objects around them, in the file's own spelling and layout. */
export class FieldInserter {
  readonly #text: string;
  readonly #layout: Layout;
  readonly #spelling: Spelling;

  constructor(text: string, layout: Layout, spelling: Spelling) {
    this.#text = text;
    this.#layout = layout;
    this.#spelling = spelling;
  }

  /** The changes that give an object what it lacks, each field at its place in the order of the contract. */
  into({ node, message }: ContractObject, lacking: readonly MissingPath[]): TextChange[] {
    const byIndex = new Map<number, NewMember[]>();
    for (const [field, inside] of grouped(lacking)) {
      const at = indexFor(
        field,
        node.members.map(({ key }) => message.fieldByKey(key.name)),
        message,
      );
      const members = byIndex.get(at) ?? [];
      members.push(this.#member(field, inside));
      byIndex.set(at, members);
    }
    return [...byIndex].map(([at, members]) => insertMembers(this.#text, this.#layout, { object: node, at, members }));
  }

  /** The change that puts an object in the place of a value that says nothing; `key` is its name's place. */
  inPlaceOf(empty: SyntaxNode, key: Span, lacking: readonly MissingPath[]): TextChange {
    const spread = lineStartOf(this.#text, key.start) !== undefined;
    const newText = writtenValue(
      this.#object(lacking),
      this.#layout,
      spread ? indentOf(this.#text, key.start) : undefined,
    );
    return { span: empty.span, newText };
  }

  #member(field: FieldDescriptor, inside: readonly MissingPath[]): NewMember {
    const value = inside.length === 0 ? placeholderOf(field) : this.#object(inside);
    return { name: nameIn(this.#spelling, field), value };
  }

  #object(lacking: readonly MissingPath[]): PlainValue {
    const members = [...grouped(lacking)].map(([field, inside]) => this.#member(field, inside));
    return Object.fromEntries(members.map(({ name, value }) => [name, value]));
  }
}

/** Paths by their first field, with what is left of them. */
function grouped(lacking: readonly MissingPath[]): Map<FieldDescriptor, MissingPath[]> {
  const groups = new Map<FieldDescriptor, MissingPath[]>();
  for (const [first, ...rest] of lacking) {
    if (first === undefined) continue;
    const group = groups.get(first) ?? [];
    if (rest.length > 0) group.push(rest);
    groups.set(first, group);
  }
  return groups;
}

/** The index behind the last field that comes before `field` in the contract. */
function indexFor(
  field: FieldDescriptor,
  given: readonly (FieldDescriptor | undefined)[],
  { fields }: MessageDescriptor,
): number {
  const rank = fields.indexOf(field);
  return given.findLastIndex((other) => other !== undefined && fields.indexOf(other) < rank) + 1;
}
