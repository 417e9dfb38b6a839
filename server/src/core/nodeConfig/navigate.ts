import type { SyntaxNode } from '../formats/tree/node.js';
import type { NodePath } from '../formats/tree/paths.js';
import type { Span } from '../text/span.js';
import type { Contract, FieldDescriptor, MessageDescriptor } from './contract/descriptor.js';
import { type ContractValue, isMessage, type MessageValue } from './value.js';

/** What the contract says about a path in a config. */
export interface ContractPlace {
  /** The message that the value is, where it is one. */
  readonly message: MessageDescriptor | undefined;
  /** The field that the value belongs to; undefined for the root. */
  readonly field: FieldDescriptor | undefined;
  /** Whether the value is one element of a list or map field. */
  readonly element: boolean;
  /** The message that has the field. */
  readonly owner: MessageDescriptor | undefined;
  /** The same way in proto names; map keys and indexes stand as they are. */
  readonly steps: NodePath;
  /** Those steps joined with dots. */
  readonly path: string;
}

/** Follows a path of JSON keys and indexes; undefined where the contract ends. */
export function placeInContract(contract: Contract, path: NodePath): ContractPlace | undefined {
  let place: ContractPlace = {
    message: contract.root,
    field: undefined,
    element: false,
    owner: undefined,
    steps: [],
    path: '',
  };
  for (const step of path) {
    const { field, element, message, owner, steps, path: before } = place;
    const longer = (name: string | number): Pick<ContractPlace, 'steps' | 'path'> => ({
      steps: [...steps, name],
      path: before === '' ? String(name) : `${before}.${name}`,
    });
    const container = field !== undefined && !element && (field.label === 'repeated' || field.label === 'map');
    if (container) {
      const inner = field.type.kind === 'message' ? field.type.of : undefined;
      place = { message: inner, field, element: true, owner, ...longer(step) };
      continue;
    }
    const next = typeof step === 'string' ? message?.fieldByKey(step) : undefined;
    if (next === undefined) return undefined;
    const single = next.label === 'singular' || next.label === 'optional';
    place = {
      message: single && next.type.kind === 'message' ? next.type.of : undefined,
      field: next,
      element: false,
      owner: message,
      ...longer(next.name),
    };
  }
  return place;
}

/** A place in the text of a config. */
export interface TextPlace {
  /** The member with its value, or the item of a list. */
  readonly span: Span;
  /** What it is called by: the key, or the whole item. */
  readonly name: Span;
}

/**
 * Where a config's text gives what a path of proto names, map keys and list indexes leads to; undefined where it does
 * not, and for the empty path.
 */
export function placeInText(config: MessageValue, path: NodePath): TextPlace | undefined {
  let value: ContractValue | undefined = config;
  let node: SyntaxNode | undefined;
  let field: FieldDescriptor | undefined;
  let place: TextPlace | undefined;
  for (const step of path) {
    if (isMessage(value)) {
      const present: MessageValue = value;
      field = typeof step === 'string' ? present.type.fieldByKey(step) : undefined;
      const given = field && present.fields.get(field);
      if (given === undefined) return undefined;
      place = { span: given.member.span, name: given.member.key.span };
      node = given.member.value;
      value = given.value;
    } else if (value instanceof Map && node?.kind === 'object') {
      const member = node.members.findLast(({ key }) => key.name === step);
      if (member === undefined) return undefined;
      place = { span: member.span, name: member.key.span };
      node = member.value;
      value = (value as ReadonlyMap<string, ContractValue>).get(String(step));
    } else if (Array.isArray(value) && node?.kind === 'array') {
      node = typeof step === 'number' ? node.items[step] : undefined;
      if (node === undefined) return undefined;
      place = { span: node.span, name: node.span };
      value = undefined;
    } else return undefined;
  }
  return place;
}

/** The two names that protobuf-JSON takes for a field: as the .proto declares it, or in lowerCamelCase. */
export type Spelling = 'proto' | 'json';

export function nameIn(spelling: Spelling, field: FieldDescriptor): string {
  return spelling === 'proto' ? field.name : field.jsonName;
}

/** The spelling of a key; undefined for fields with one name for both. */
export function spellingOf(key: string, field: FieldDescriptor): Spelling | undefined {
  if (field.name === field.jsonName) return undefined;
  return key === field.name ? 'proto' : 'json';
}

/** How often each spelling is used, where there is a choice. */
export type SpellingCounts = Readonly<Record<Spelling, number>>;

/** The spelling that most names of a config have; proto names, which the node itself writes, on a tie. */
export function prevailingSpelling({ proto, json }: SpellingCounts): Spelling {
  return json > proto ? 'json' : 'proto';
}
