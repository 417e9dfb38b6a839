import type { NumberNode, StringNode, SyntaxNode } from '../syntax/node.js';
import type { EnumDescriptor, FieldDescriptor, ScalarType, ValueType } from './descriptor.js';
import { doubleOfNumber, doubleOfText, int32OfNumber, int32OfText } from './numbers.js';

/** An enum by its name, or by any 32-bit number: unknown numbers are kept, unknown names are not. */
export function readEnum(node: SyntaxNode, of: EnumDescriptor): number | undefined {
  if (node.kind === 'string') return of.values.find((known) => known.name === node.value)?.number;
  return node.kind === 'number' ? int32OfNumber(node.raw) : undefined;
}

/** A scalar as protobuf-go 1.36.11 `protojson` reads it; undefined where it refuses the value. */
export function readScalar(node: SyntaxNode, scalar: ScalarType): string | number | boolean | undefined {
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

/** Whether the reader takes a value as one of a type; what is inside a message is not looked at. */
export function takes(node: SyntaxNode, type: ValueType): boolean {
  if (type.kind === 'message') return node.kind === 'object';
  return (type.kind === 'enum' ? readEnum(node, type.of) : readScalar(node, type.scalar)) !== undefined;
}

/** Whether a field with this value is the same to the node as one that is not there. */
export function meansAbsent(node: SyntaxNode | undefined, { label, type }: FieldDescriptor): boolean {
  if (node === undefined) return false;
  if (node.kind === 'null') return true;
  switch (label) {
    case 'repeated':
      return node.kind === 'array' && node.items.length === 0;
    case 'map':
      return node.kind === 'object' && node.members.length === 0;
    case 'optional':
      return false;
    case 'singular':
      if (type.kind === 'message') return false;
      return isZero(type.kind === 'enum' ? readEnum(node, type.of) : readScalar(node, type.scalar));
  }
}

/** The zero value of a scalar or enum, which proto3 does not tell from an absent one. */
export function isZero(value: unknown): boolean {
  return value === '' || value === false || value === 0;
}

function isNumeric(node: SyntaxNode): node is NumberNode | StringNode {
  return node.kind === 'number' || node.kind === 'string';
}
