import type { ArrayNode, Member, NumberNode, ObjectNode, StringNode, SyntaxNode } from '../syntax/node.js';
import { pointerOf } from '../syntax/pointer.js';
import type { SyntaxTree } from '../syntax/tree.js';
import type { Span } from '../text/span.js';
import type { EnumDescriptor, FieldDescriptor, MessageDescriptor, ScalarType } from './descriptor.js';
import { doubleOfNumber, doubleOfText, int32OfNumber, int32OfText } from './numbers.js';
import type { ContractValue, FieldValue, MessageValue } from './value.js';

/**
 * How the reader departed from the text. `rejected` ends the node's reading with an error there
 * (it goes on with what it has); `dropped` is lost without a word.
 */
export type Departure =
  | 'unknown-field' // dropped
  | 'unknown-enum-value' // dropped
  | 'wrong-type' // rejected, and so are the following
  | 'number-out-of-range'
  | 'null-value'
  | 'duplicate-field'
  | 'duplicate-map-key'
  | 'too-deep';

/** One place where the node does not take the text as it stands. */
export interface ReadingNote {
  readonly departure: Departure;
  readonly rejected: boolean;
  /** The value, or the key where the key is at fault. */
  readonly span: Span;
  readonly pointer: string;
  readonly member: Member | undefined;
  /** The field whose value is at fault, or the message that lacks the field. */
  readonly field: FieldDescriptor | undefined;
  readonly message: MessageDescriptor;
  /** Whether the fault is in one element of a list or map. */
  readonly element: boolean;
  readonly node: SyntaxNode | undefined;
}

/** What aks-node-controller makes of a config. */
export interface Reading {
  /** Whether `protojson.Unmarshal` with DiscardUnknown accepts the text. */
  readonly ok: boolean;
  /** The first reason for a refusal, in text order. */
  readonly error: string | null;
  /** Everything that was understood, beyond the first refusal too. */
  readonly value: MessageValue;
  readonly notes: readonly ReadingNote[];
}

/** protobuf-go's default recursion limit (`encoding/protojson`, 1.36.11). */
const recursionLimit = 10_000;

/**
 * Reads a config with the semantics of protobuf-go 1.36.11 `protojson` as aks-node-controller calls it
 * (unknown fields and unknown enum names tolerated). Unlike it, reading goes on behind a refusal, so
 * that every fault of a document is found at once.
 */
export function readContract(tree: SyntaxTree, root: MessageDescriptor): Reading {
  const reader = new ContractReader();
  const syntaxFault = tree.problems.find(
    (candidate) => candidate.code !== 'json/incomplete-exponent' && candidate.severity === 'error',
  );
  if (tree.root?.kind !== 'object') {
    const span = tree.root?.span ?? { start: 0, end: 0 };
    const spot: Spot = { path: [], depth: 1, message: root, field: undefined, member: undefined, element: false };
    if (tree.root !== undefined) reader.note('wrong-type', span, tree.root, spot);
    const error = syntaxFault?.message ?? 'A node config is one JSON object.';
    return { ok: false, error, value: { type: root, fields: new Map() }, notes: reader.notes };
  }
  const value = reader.readMessage(tree.root, root, [], 1);
  const firstRejection = reader.notes.find((note) => note.rejected);
  const syntaxFirst =
    syntaxFault !== undefined && (firstRejection === undefined || syntaxFault.span.start <= firstRejection.span.start);
  let error: string | null = null;
  if (syntaxFirst) error = syntaxFault.message;
  else if (firstRejection !== undefined)
    error = `${firstRejection.departure.replaceAll('-', ' ')} at ${firstRejection.pointer || 'the root'}`;
  return { ok: error === null, error, value, notes: reader.notes };
}

/** Where the reader stands. `path` is one list that grows and shrinks with the walk. */
interface Spot {
  readonly path: (string | number)[];
  /** Messages around the value; the root counts as 1. */
  readonly depth: number;
  readonly message: MessageDescriptor;
  readonly field: FieldDescriptor | undefined;
  readonly member: Member | undefined;
  /** Whether the value is one element of a list or map. */
  readonly element: boolean;
}

class ContractReader {
  readonly notes: ReadingNote[] = [];

  readMessage(node: ObjectNode, type: MessageDescriptor, path: (string | number)[], depth: number): MessageValue {
    const fields = new Map<FieldDescriptor, FieldValue>();
    const seen = new Set<FieldDescriptor>();
    for (const member of node.members) {
      const field = type.fieldByKey(member.key.name);
      const spot: Spot = { path, depth, message: type, field, member, element: false };
      path.push(member.key.name);
      if (field === undefined) {
        this.note('unknown-field', member.key.span, member.value, spot);
        if (nesting(member.value) > recursionLimit - depth) this.note('too-deep', member.key.span, member.value, spot);
      } else if (seen.has(field)) this.note('duplicate-field', member.key.span, member.value, spot);
      else {
        seen.add(field);
        const value = this.#readField(member.value, field, spot);
        if (value !== undefined) fields.set(field, { value, member });
      }
      path.pop();
    }
    return { type, fields };
  }

  #readField(node: SyntaxNode | undefined, field: FieldDescriptor, spot: Spot): ContractValue | undefined {
    if (node === undefined || node.kind === 'null') return undefined;
    switch (field.label) {
      case 'repeated':
        if (node.kind === 'array') return this.#readList(node, field, { ...spot, element: true });
        break;
      case 'map':
        if (node.kind === 'object') return this.#readMap(node, field, { ...spot, element: true });
        break;
      default: {
        const value = this.#readValue(node, field, spot);
        // proto3 has no presence for singular scalars: the zero value is the same as none.
        return field.label === 'singular' && isZero(value) ? undefined : value;
      }
    }
    this.note('wrong-type', node.span, node, spot);
    return undefined;
  }

  #readList(node: ArrayNode, field: FieldDescriptor, spot: Spot): ContractValue | undefined {
    const items: ContractValue[] = [];
    for (const [index, item] of node.items.entries()) {
      spot.path.push(index);
      const value = this.#readValue(item, field, spot);
      if (value !== undefined) items.push(value);
      spot.path.pop();
    }
    return items.length === 0 ? undefined : items;
  }

  #readMap(node: ObjectNode, field: FieldDescriptor, spot: Spot): ContractValue | undefined {
    const entries = new Map<string, ContractValue>();
    const seen = new Set<string>();
    for (const member of node.members) {
      const key = member.key.name;
      spot.path.push(key);
      if (seen.has(key)) this.note('duplicate-map-key', member.key.span, member.value, { ...spot, member });
      else {
        seen.add(key);
        const value = member.value && this.#readValue(member.value, field, { ...spot, member });
        if (value !== undefined) entries.set(key, value);
      }
      spot.path.pop();
    }
    return entries.size === 0 ? undefined : entries;
  }

  #readValue(node: SyntaxNode, field: FieldDescriptor, spot: Spot): ContractValue | undefined {
    const { type } = field;
    let fault: Departure;
    switch (type.kind) {
      case 'message':
        if (node.kind === 'object' && spot.depth < recursionLimit) {
          return this.readMessage(node, type.of, spot.path, spot.depth + 1);
        }
        fault = node.kind === 'object' ? 'too-deep' : 'wrong-type';
        break;
      case 'enum': {
        const number = readEnum(node, type.of);
        if (number !== undefined) return number;
        fault =
          node.kind === 'string'
            ? 'unknown-enum-value'
            : node.kind === 'number'
              ? faultOfInt32(node.raw)
              : 'wrong-type';
        break;
      }
      case 'scalar': {
        const value = readScalar(node, type.scalar);
        if (value !== undefined) return value;
        fault = faultOfScalar(node, type.scalar);
      }
    }
    this.note(node.kind === 'null' ? 'null-value' : fault, node.span, node, spot);
    return undefined;
  }

  note(departure: Departure, span: Span, node: SyntaxNode | undefined, spot: Spot): void {
    const { path, message, field, member, element } = spot;
    this.notes.push({
      departure,
      rejected: departure !== 'unknown-field' && departure !== 'unknown-enum-value',
      span,
      pointer: pointerOf(path),
      member,
      field,
      message,
      element,
      node,
    });
  }
}

/** An enum by its name, or by any 32-bit number: unknown numbers are kept, unknown names are not. */
function readEnum(node: SyntaxNode, of: EnumDescriptor): number | undefined {
  if (node.kind === 'string') return of.values.find((known) => known.name === node.value)?.number;
  return node.kind === 'number' ? int32OfNumber(node.raw) : undefined;
}

function readScalar(node: SyntaxNode, scalar: ScalarType): string | number | boolean | undefined {
  switch (scalar) {
    case 'string':
      return node.kind === 'string' ? node.value : undefined;
    case 'bool':
      return node.kind === 'boolean' ? node.value : undefined;
    case 'int32':
      return isNumeric(node) ? (node.kind === 'number' ? int32OfNumber(node.raw) : int32OfText(node.value)) : undefined;
    case 'double':
      return isNumeric(node)
        ? node.kind === 'number'
          ? doubleOfNumber(node.raw)
          : doubleOfText(node.value)
        : undefined;
  }
}

function isNumeric(node: SyntaxNode): node is NumberNode | StringNode {
  return node.kind === 'number' || node.kind === 'string';
}

/** A number of the right kind that is merely too large is another mistake than a text or a fraction. */
function faultOfScalar(node: SyntaxNode, scalar: ScalarType): Departure {
  if (node.kind !== 'number') return 'wrong-type';
  if (scalar === 'int32') return faultOfInt32(node.raw);
  return scalar === 'double' ? 'number-out-of-range' : 'wrong-type';
}

function faultOfInt32(raw: string): Departure {
  const value = Number(raw);
  return Number.isInteger(value) || Math.abs(value) > 2_147_483_647 ? 'number-out-of-range' : 'wrong-type';
}

function isZero(value: ContractValue | undefined): boolean {
  return value === '' || value === false || value === 0;
}

/** Containers inside each other, counted without recursion. */
function nesting(node: SyntaxNode | undefined): number {
  let deepest = 0;
  const open: { node: SyntaxNode; depth: number }[] = node === undefined ? [] : [{ node, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const children =
      next.node.kind === 'array'
        ? next.node.items
        : next.node.kind === 'object'
          ? next.node.members.flatMap((member) => member.value ?? [])
          : undefined;
    if (children === undefined) continue;
    deepest = Math.max(deepest, next.depth);
    for (const child of children) open.push({ node: child, depth: next.depth + 1 });
  }
  return deepest;
}
