import type { FieldDescriptor, ScalarType, ValueType } from '../../contract/descriptor.js';
import { int32OfNumber, numberText, strictNumber } from '../../contract/numbers.js';
import type { ReadingPlace } from '../../contract/read.js';
import { takes } from '../../contract/simpleValues.js';
import type { Fix } from '../../problems/problem.js';
import type { SyntaxNode } from '../../syntax/node.js';

/** The value in the type that the field takes, where there is no doubt which value that is. */
export function retypingFixes({ node, field, element }: ReadingPlace, text: string): Fix[] {
  if (node === undefined || field === undefined) return [];
  if (!element && field.label === 'map') return [];
  if (!element && field.label === 'repeated') return wrappingFixes(node, field, text);
  const retyped = retypedValue(node, field.type, text);
  if (retyped === undefined) return [];
  const { title, newText, safe } = retyped;
  return [{ title, changes: [{ span: node.span, newText }], safe }];
}

interface Retyped {
  readonly title: string;
  readonly newText: string;
  /** Whether nothing else can have been meant. */
  readonly safe: boolean;
}

function retypedValue(node: SyntaxNode, type: ValueType, text: string): Retyped | undefined {
  if (type.kind !== 'scalar') return undefined;
  switch (type.scalar) {
    case 'string':
      if (node.kind !== 'number' && node.kind !== 'boolean') return undefined;
      return {
        title: 'Put the value in quotes',
        newText: JSON.stringify(text.slice(node.span.start, node.span.end)),
        safe: true,
      };
    case 'bool':
      return asBoolean(node);
    default:
      return node.kind === 'string' ? asNumber(node.value, type.scalar) : undefined;
  }
}

function asBoolean(node: SyntaxNode): Retyped | undefined {
  if (node.kind === 'string' && /^\s*(?:true|false)\s*$/i.test(node.value))
    return { title: 'Remove the quotes', newText: node.value.trim().toLowerCase(), safe: true };
  if (node.kind === 'number' && (node.value === 0 || node.value === 1)) {
    const newText = node.value === 1 ? 'true' : 'false';
    return { title: `Change to ${newText}`, newText, safe: false };
  }
  return undefined;
}

/** Blanks around a number are all that keeps the node from reading it. */
function asNumber(value: string, scalar: ScalarType): Retyped | undefined {
  const raw = value.trim();
  const whole = scalar === 'int32' ? int32OfNumber(raw) : Number(raw);
  if (!strictNumber.test(raw) || whole === undefined || !Number.isFinite(whole)) return undefined;
  return { title: 'Remove the quotes', newText: numberText(whole), safe: true };
}

/** A single value becomes a list of one. */
function wrappingFixes(node: SyntaxNode, field: FieldDescriptor, text: string): Fix[] {
  const { start, end } = node.span;
  const title = 'Put the value in a list';
  if (takes(node, field.type)) {
    const changes = [
      { span: { start, end: start }, newText: '[' },
      { span: { start: end, end }, newText: ']' },
    ];
    return [{ title, changes, safe: false }];
  }
  const retyped = retypedValue(node, field.type, text);
  if (retyped === undefined) return [];
  return [{ title, changes: [{ span: node.span, newText: `[${retyped.newText}]` }], safe: false }];
}
