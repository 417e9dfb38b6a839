import {
  type ArrayNode,
  type Member,
  nesting,
  type ObjectNode,
  type SyntaxNode,
  type SyntaxTree,
} from '../formats/tree/node.js';
import { type Controller, contains } from '../values/known/releases.js';
import { pointerOf } from '../formats/tree/paths.js';
import type { Problem } from '../problems/problem.js';
import type { Holder } from '../record/fixes.js';
import type { Span } from '../text/span.js';
import type { Field, RecordType, ScalarType } from '../record/model.js';
import { dropsUnknown } from './contract/controller.js';
import { isZero, readEnum, readScalar } from './scalars.js';
import { type SpellingCounts, spellingOf } from './navigate.js';
import type { ContractValue, FieldValue, MessageValue } from './value.js';

/** What the reader rejects or drops. Where it rejects a value the node stops reading, and continues with what it has. */
export type ReadError =
  | 'unknown-field' // dropped silently
  | 'unknown-enum-value' // dropped silently
  | 'wrong-type' // rejected, like the following
  | 'number-out-of-range'
  | 'null-value'
  | 'duplicate-field'
  | 'duplicate-map-key'
  | 'too-deep';

/** What the reader accepts, although it was probably not intended. */
export type ReadWarning =
  | 'numeric-string' // a number in quotes
  | 'enum-number'
  | 'unknown-enum-number' // kept and marshalled as a number
  | 'unusual-integer'; // a whole number written as 1.0 or 1e2

/** The position of an error or warning. */
export interface ReadingPosition {
  /** The value, or the key if the key is wrong. */
  readonly span: Span;
  readonly pointer: string;
  readonly member: Member | undefined;
  /** The field whose value is wrong; undefined for an unknown field and the root. */
  readonly field: Field | undefined;
  readonly message: RecordType;
  /** Whether one element of a list or map is wrong. */
  readonly element: boolean;
  readonly node: SyntaxNode | undefined;
  /** The object or list that holds the value; undefined for the root. */
  readonly holder: Holder | undefined;
}

/** A value that the node rejects or drops. */
export interface ReadingError extends ReadingPosition {
  readonly error: ReadError;
  readonly rejected: boolean;
  /** For duplicates, the first member. */
  readonly earlier: Member | undefined;
}

/** An accepted value that was probably not intended; `value` is what the node reads. */
export interface ReadingWarning extends ReadingPosition {
  readonly warning: ReadWarning;
  readonly value: number;
}

/** What aks-node-controller makes of a config. */
export interface Reading {
  /** Whether `protojson.Unmarshal` with DiscardUnknown accepts the text. */
  readonly ok: boolean;
  /** The first error in text order. */
  readonly error: string | null;
  /** The offset of what the reader can't read, and doesn't read past; undefined if it reads everything. */
  readonly stopsAt: number | undefined;
  /** Everything that was understood, also after the first error. */
  readonly value: MessageValue;
  readonly notes: readonly ReadingError[];
  /** None of them changes `ok`, `error` or `value`. */
  readonly warnings: readonly ReadingWarning[];
  /** How many of the fields with two names are given under each. */
  readonly spellings: SpellingCounts;
}

/** protobuf-go's default recursion limit (`encoding/protojson`, 1.36.11). */
const recursionLimit = 10_000;

/**
 * Reads a config as protobuf-go 1.36.11 `protojson` does with the options of aks-node-controller, which tolerate unknown
 * fields and unknown enum names. Unlike protojson it continues after an error, to find all errors at once. With a
 * controller of an earlier release, the fields and types are those of its contract.
 */
export function readContract(tree: SyntaxTree, root: RecordType, controller?: Controller): Reading {
  const reader = new ContractReader(controller);
  const syntaxFault = tree.problems.find(isSyntaxFault);
  if (tree.root?.kind !== 'object') {
    const span = tree.root?.span ?? { start: 0, end: 0 };
    if (tree.root !== undefined) reader.note('wrong-type', span, tree.root, stateIn(root, [], 1, undefined));
    const error = syntaxFault?.message ?? 'A node config is one JSON object.';
    const { notes, warnings, spellings } = reader;
    return { ok: false, error, stopsAt: 0, value: { type: root, fields: new Map() }, notes, warnings, spellings };
  }
  const value = reader.readMessage(tree.root, root, [], 1);
  const firstRejection = reader.notes.find((note) => note.rejected);
  const syntaxFirst =
    syntaxFault !== undefined && (firstRejection === undefined || syntaxFault.span.start <= firstRejection.span.start);
  let error: string | null = null;
  if (syntaxFirst) error = syntaxFault.message;
  else if (firstRejection !== undefined)
    error = `${firstRejection.error.replaceAll('-', ' ')} at ${firstRejection.pointer || 'the root'}`;
  const { notes, warnings, spellings } = reader;
  const stops = [...faultOffsets(tree), ...(firstRejection === undefined ? [] : [firstRejection.span.start])];
  const stopsAt = stops.length === 0 ? undefined : Math.min(...stops);
  return { ok: error === null, error, stopsAt, value, notes, warnings, spellings };
}

/** protojson reads an exponent without digits. */
function isSyntaxFault({ code, severity }: Problem): boolean {
  return code !== 'json/incomplete-exponent' && severity === 'error';
}

/** Where protojson finds syntax errors: that a bracket is never closed only at the end. */
function faultOffsets({ root, problems }: SyntaxTree): number[] {
  const unclosed = new Set<number>();
  let node = root;
  while (node !== undefined && (node.kind === 'object' || node.kind === 'array') && node.unclosed === true) {
    unclosed.add(node.span.start);
    node = node.kind === 'object' ? node.members.at(-1)?.value : node.items.at(-1);
  }
  const end = root?.span.end ?? 0;
  return problems.filter(isSyntaxFault).map(({ span }) => (unclosed.has(span.start) ? end : span.start));
}

/** The position of the reader. `path` and the mutable members change with each step: copy what is kept. */
interface ReaderState {
  readonly path: (string | number)[];
  /** Messages around the value; the root counts as 1. */
  readonly depth: number;
  readonly message: RecordType;
  field: Field | undefined;
  member: Member | undefined;
  /** Whether the value is one element of a list or map. */
  readonly element: boolean;
  /** The object or list that holds the value. */
  readonly holder: ObjectNode | ArrayNode | undefined;
  index: number;
}

function stateIn(
  message: RecordType,
  path: (string | number)[],
  depth: number,
  holder: ObjectNode | undefined,
): ReaderState {
  return { path, depth, message, field: undefined, member: undefined, element: false, holder, index: -1 };
}

class ContractReader {
  readonly notes: ReadingError[] = [];
  readonly warnings: ReadingWarning[] = [];
  readonly spellings = { proto: 0, json: 0 };
  readonly #controller: Controller | undefined;
  readonly #stopsAtUnknown: boolean;

  constructor(controller: Controller | undefined) {
    this.#controller = controller;
    this.#stopsAtUnknown = !contains(controller, dropsUnknown);
  }

  readMessage(node: ObjectNode, type: RecordType, path: (string | number)[], depth: number): MessageValue {
    const fields = new Map<Field, FieldValue>();
    /** Members of fields that are given, but have no value: null, zero, or not understood; made when there is one. */
    let valueless: Map<Field, Member> | undefined;
    const state = stateIn(type, path, depth, node);
    for (const member of node.members) {
      const field = this.#fieldOf(type, member.key.name);
      state.field = field;
      state.member = member;
      state.index++;
      const earlier = field && (fields.get(field)?.member ?? valueless?.get(field));
      const spelling = field && spellingOf(member.key.name, field);
      if (spelling !== undefined) this.spellings[spelling]++;
      path.push(member.key.name);
      if (field === undefined) {
        this.note('unknown-field', member.key.span, member.value, state);
        if (nesting(member.value) > recursionLimit - depth) this.note('too-deep', member.key.span, member.value, state);
      } else if (earlier !== undefined) this.note('duplicate-field', member.key.span, member.value, state, earlier);
      else {
        const value = this.#readField(member.value, field, state);
        if (value !== undefined) fields.set(field, { value, member });
        else (valueless ??= new Map()).set(field, member);
      }
      path.pop();
    }
    return { type, fields };
  }

  /** The field that the controller knows under a name. */
  #fieldOf(type: RecordType, name: string): Field | undefined {
    const field = type.fieldByKey(name);
    const controller = this.#controller;
    if (controller === undefined) return field;
    const known = field ?? type.removedByKey(name)?.field;
    return known?.lifetime === undefined || controller.knows(known.lifetime) ? known : undefined;
  }

  #readField(node: SyntaxNode | undefined, field: Field, state: ReaderState): ContractValue | undefined {
    if (node === undefined || node.kind === 'null') return undefined;
    switch (field.label) {
      case 'list':
        if (node.kind === 'array') return this.#readList(node, field, state);
        break;
      case 'map':
        if (node.kind === 'object') return this.#readMap(node, field, state);
        break;
      default: {
        const value = this.#readValue(node, field, state);
        // proto3 has no presence for singular scalars: the zero value is the same as none.
        return field.label === 'single' && isZero(value) ? undefined : value;
      }
    }
    this.note('wrong-type', node.span, node, state);
    return undefined;
  }

  #readList(node: ArrayNode, field: Field, state: ReaderState): ContractValue | undefined {
    const items: ContractValue[] = [];
    const at: ReaderState = { ...state, element: true, holder: node, index: -1 };
    for (const item of node.items) {
      state.path.push(++at.index);
      const value = this.#readValue(item, field, at);
      if (value !== undefined) items.push(value);
      state.path.pop();
    }
    return items.length === 0 ? undefined : items;
  }

  #readMap(node: ObjectNode, field: Field, state: ReaderState): ContractValue | undefined {
    const entries = new Map<string, ContractValue>();
    /** Keys that are given, but whose value was not understood; made when there is one. */
    let valueless: Set<string> | undefined;
    let firsts: ReadonlyMap<string, Member> | undefined;
    const at: ReaderState = { ...state, element: true, holder: node, index: -1 };
    for (const member of node.members) {
      const key = member.key.name;
      at.member = member;
      at.index++;
      state.path.push(key);
      if (entries.has(key) || valueless?.has(key) === true) {
        firsts ??= new Map(node.members.toReversed().map((first) => [first.key.name, first]));
        this.note('duplicate-map-key', member.key.span, member.value, at, firsts.get(key));
      } else {
        const value = member.value && this.#readValue(member.value, field, at);
        if (value !== undefined) entries.set(key, value);
        else (valueless ??= new Set()).add(key);
      }
      state.path.pop();
    }
    return entries.size === 0 ? undefined : entries;
  }

  #readValue(node: SyntaxNode, field: Field, state: ReaderState): ContractValue | undefined {
    const { type } = field;
    let fault: ReadError;
    switch (type.kind) {
      case 'object':
        if (node.kind === 'object' && state.depth < recursionLimit) {
          return this.readMessage(node, type.of, state.path, state.depth + 1);
        }
        fault = node.kind === 'object' ? 'too-deep' : 'wrong-type';
        break;
      case 'enum': {
        const number = readEnum(node, type.of);
        if (number !== undefined) {
          if (node.kind === 'number') {
            const known = type.of.values.some((candidate) => candidate.number === number);
            this.#warn(known ? 'enum-number' : 'unknown-enum-number', number, node, state);
          }
          return number;
        }
        fault =
          node.kind === 'string'
            ? 'unknown-enum-value'
            : node.kind === 'number'
              ? faultOfInt32(node.raw)
              : 'wrong-type';
        break;
      }
      case 'scalar': {
        const { formerly } = field;
        const scalar = formerly && this.#controller?.knows(formerly) === true ? formerly.scalar : type.scalar;
        const value = readScalar(node, scalar);
        if (typeof value === 'number') {
          const warning = warningOf(node, scalar, value);
          if (warning !== undefined) this.#warn(warning, value, node, state);
        }
        // protojson also writes 0 in quotes, if an optional field has 64 bits.
        if (value === 0 && scalar === 'int64' && field.label === 'optional') return '0';
        if (value !== undefined) return value;
        fault = faultOfScalar(node, scalar);
      }
    }
    this.note(node.kind === 'null' ? 'null-value' : fault, node.span, node, state);
    return undefined;
  }

  note(error: ReadError, span: Span, node: SyntaxNode | undefined, state: ReaderState, earlier?: Member): void {
    const rejected = this.#stopsAtUnknown || (error !== 'unknown-field' && error !== 'unknown-enum-value');
    this.notes.push({ error, rejected, earlier, ...positionOf(span, node, state) });
  }

  #warn(warning: ReadWarning, value: number, node: SyntaxNode, state: ReaderState): void {
    this.warnings.push({ warning, value, ...positionOf(node.span, node, state) });
  }
}

function positionOf(span: Span, node: SyntaxNode | undefined, state: ReaderState): ReadingPosition {
  const { path, message, field, member, element, holder, index } = state;
  return {
    span,
    pointer: pointerOf(path),
    member,
    field,
    message,
    element,
    node,
    holder: holder && { node: holder, index },
  };
}

/** Whether an accepted number is written in an unusual format. */
function warningOf(node: SyntaxNode, scalar: ScalarType, value: number): ReadWarning | undefined {
  // NaN and the infinities can only be written in quotes.
  if (node.kind === 'string') return Number.isFinite(value) ? 'numeric-string' : undefined;
  if (node.kind !== 'number' || scalar !== 'int32' || node.raw === String(value)) return undefined;
  // The parser reports an exponent without digits.
  return /\d$/.test(node.raw) ? 'unusual-integer' : undefined;
}

/** A number that is only too large has another error than a string or a fraction. */
function faultOfScalar(node: SyntaxNode, scalar: ScalarType): ReadError {
  if (node.kind !== 'number') return 'wrong-type';
  if (scalar === 'int32') return faultOfInt32(node.raw);
  const isInteger = scalar === 'uint32' || scalar === 'int64' || scalar === 'uint64';
  if (isInteger) return Number.isInteger(Number(node.raw)) ? 'number-out-of-range' : 'wrong-type';
  return scalar === 'double' || scalar === 'float' ? 'number-out-of-range' : 'wrong-type';
}

function faultOfInt32(raw: string): ReadError {
  const value = Number(raw);
  return Number.isInteger(value) || Math.abs(value) > 2_147_483_647 ? 'number-out-of-range' : 'wrong-type';
}
