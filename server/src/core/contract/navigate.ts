import type { NodePath } from '../syntax/pointer.js';
import type { Contract, FieldDescriptor, MessageDescriptor } from './descriptor.js';

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
