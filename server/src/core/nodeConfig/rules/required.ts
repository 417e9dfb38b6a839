import { insertMembers, type NewMember, writtenValue } from '../../formats/tree/edits.js';
import type { PlainValue } from '../../formats/tree/expand.js';
import { indentOf, type Layout, layoutOf, lineStartOf } from '../../formats/tree/layout.js';
import { type ObjectNode, resolved, type SyntaxNode } from '../../formats/tree/node.js';
import { type Fix, problem, type Problem, type TextChange } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Span } from '../../text/span.js';
import { addToList, enumerated } from '../../text/strings.js';
import type { FieldPath } from '../contract/contract.js';
import type { Field, RecordType } from '../../record/model.js';
import { nameIn, prevailingSpelling, type Spelling } from '../navigate.js';
import { missingFields, pathOf, placeholderOf } from '../required.js';
import type { ContractObject } from '../value.js';
import type { NodeConfigInput } from './input.js';

/** Writes fields into a config, with the objects around them, in the file's own spelling and layout. */
class FieldInserter {
  readonly #text: string;
  readonly #layout: Layout;
  readonly #spelling: Spelling;

  constructor(text: string, layout: Layout, spelling: Spelling) {
    this.#text = text;
    this.#layout = layout;
    this.#spelling = spelling;
  }

  /** The changes that insert missing fields into an object, in the order of the contract. */
  into({ node, message }: ContractObject, missing: readonly FieldPath[]): TextChange[] {
    const byIndex = new Map<number, NewMember[]>();
    for (const [field, inside] of grouped(missing)) {
      const at = indexFor(
        field,
        node.members.map(({ key }) => message.fieldByKey(key.name)),
        message,
      );
      addToList(byIndex, at, this.#member(field, inside));
    }
    return [...byIndex].map(([at, members]) => insertMembers(this.#text, this.#layout, { object: node, at, members }));
  }

  /** The change that replaces a null by an object; `key` is the span of its name. */
  inPlaceOf(empty: SyntaxNode, key: Span, missing: readonly FieldPath[]): TextChange {
    const isSpread = lineStartOf(this.#text, key.start) !== undefined;
    const indent = isSpread ? indentOf(this.#text, key.start) : undefined;
    return { span: empty.span, newText: writtenValue(this.#object(missing), this.#layout, indent) };
  }

  #member(field: Field, inside: readonly FieldPath[]): NewMember {
    const value = inside.length === 0 ? placeholderOf(field) : this.#object(inside);
    return { name: nameIn(this.#spelling, field), value };
  }

  #object(missing: readonly FieldPath[]): PlainValue {
    const members = [...grouped(missing)].map(([field, inside]) => this.#member(field, inside));
    return Object.fromEntries(members.map(({ name, value }) => [name, value]));
  }
}

/** The rest of each path by its first field. */
function grouped(missing: readonly FieldPath[]): Map<Field, FieldPath[]> {
  const groups = new Map<Field, FieldPath[]>();
  for (const [first, ...rest] of missing) {
    if (first === undefined) continue;
    const group = groups.get(first) ?? [];
    if (rest.length > 0) group.push(rest);
    groups.set(first, group);
  }
  return groups;
}

/** The index after the last field that comes before `field` in the contract. */
function indexFor(field: Field, given: readonly (Field | undefined)[], { fields }: RecordType): number {
  const rank = fields.indexOf(field);
  return given.findLastIndex((other) => other !== undefined && fields.indexOf(other) < rank) + 1;
}

/** The fields that `Validate` of aks-node-controller requires (AgentBaker 06836ee230, `nodeconfigutils`). */
export const requiredFields: Rule<NodeConfigInput> = {
  name: 'node-config/required-fields',
  *check({ text, tree, reading, contract }) {
    const root = tree.root;
    if (root?.kind !== 'object') return;
    const gaps = new Map<number, Gap>();
    for (const fields of missingFields(contract, reading.value)) {
      const path = pathOf(fields);
      const position = narrowestPosition(root, fields, contract.root);
      if (position.given !== undefined) {
        yield emptyField(path, position, position.given);
        continue;
      }
      const gap = gaps.get(position.span.start) ?? { position, paths: [], missing: [] };
      gap.paths.push(path);
      gap.missing.push(position.rest);
      gaps.set(position.span.start, gap);
    }
    if (gaps.size === 0) return;
    const inserter = new FieldInserter(text, layoutOf(text, root), prevailingSpelling(reading.spellings));
    const fixed = [...gaps.values()].map((gap) => ({ gap, changes: changesFor(gap, inserter) }));
    const fixable = fixed.filter(({ changes }) => changes.length > 0);
    const all: Fix[] =
      fixable.length < 2
        ? []
        : [{ title: 'Insert all required fields', changes: fixable.flatMap(({ changes }) => changes), safe: false }];
    // One problem for each object with missing fields, because the fields share its span.
    for (const { gap, changes } of fixed) {
      const { paths, position } = gap;
      const what = paths.length === 1 ? 'The required field is missing' : 'Required fields are missing';
      const fixes = changes.length === 0 ? [] : [{ title: insertTitle(gap), changes, safe: false }, ...all];
      yield problem('contract/missing-required-field', position.span, `${what}: ${paths.join(', ')}.`, {
        pointer: position.pointer,
        fixes,
      });
    }
  },
};

/** Required fields that are missing from one object. */
interface Gap {
  readonly position: Position;
  /** From the root. */
  readonly paths: string[];
  /** From the object. */
  readonly missing: FieldPath[];
}

interface Position {
  readonly span: Span;
  readonly pointer: string;
  /** The field, if it is given but empty. */
  readonly given: { readonly field: Field; readonly node: SyntaxNode | undefined } | undefined;
  /** The innermost object on the path to the field, or a null instead of one; undefined for other values. */
  readonly holder: ContractObject | { readonly empty: SyntaxNode; readonly key: Span } | undefined;
  /** The fields that lead from the object to the missing one, that one included. */
  readonly rest: FieldPath;
}

function emptyField(
  path: string,
  { span, pointer }: Position,
  { field, node }: NonNullable<Position['given']>,
): Problem {
  const placeholder = placeholderOf(field);
  const newText = JSON.stringify(placeholder);
  const fix = { title: `Write ${newText}`, changes: [{ span, newText }], safe: false };
  const fixes = placeholder === '' || node === undefined ? [] : [fix];
  return problem('contract/missing-required-field', span, `The required field ${path} is empty.`, { pointer, fixes });
}

function changesFor({ position, missing }: Gap, inserter: FieldInserter): Fix['changes'] {
  if (position.holder === undefined) return [];
  if ('empty' in position.holder) return [inserter.inPlaceOf(position.holder.empty, position.holder.key, missing)];
  return inserter.into(position.holder, missing);
}

function insertTitle({ missing }: Gap): string {
  const names = missing.map((path) => path.at(-1)?.name ?? '');
  return `Insert ${names.length > 3 ? `the ${names.length} missing fields` : enumerated(names, 'and')}`;
}

/** The empty value, else the key of the innermost object that should hold the field, else the root's brace. */
function narrowestPosition(root: ObjectNode, fields: FieldPath, message: RecordType): Position {
  let holder: Position['holder'] = { node: root, message };
  let span: Span = { start: root.span.start, end: root.span.start + 1 };
  let pointer = '';
  for (const [step, field] of fields.entries()) {
    const rest = fields.slice(step);
    if (holder === undefined || 'empty' in holder) return { span, pointer, given: undefined, holder, rest };
    const { node, message: type }: ContractObject = holder;
    const member = node.members.find((candidate) => type.fieldByKey(candidate.key.name) === field);
    if (member === undefined) return { span, pointer, given: undefined, holder, rest };
    pointer += `/${member.key.name}`;
    span = member.key.span;
    const value = resolved(member.value);
    if (field.type.kind !== 'object') {
      return { span: value?.span ?? span, pointer, given: { field, node: value }, holder, rest };
    }
    if (value?.kind === 'object') holder = { node: value, message: field.type.of };
    else holder = value?.kind === 'null' ? { empty: value, key: span } : undefined;
  }
  return { span, pointer, given: undefined, holder, rest: [] };
}
