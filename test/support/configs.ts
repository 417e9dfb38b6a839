import fc from 'fast-check';
import { contract } from '../../server/src/core/contract/contract.js';
import type { FieldDescriptor, MessageDescriptor } from '../../server/src/core/contract/descriptor.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Text of any kind that a config may hold; half of it awkward. */
const strings = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', '<a>&"\\', '\n\t\u2028', 'EOF', '--boundary', "it's", '😀'),
);

/** A value that a field takes. */
function rightValue(field: FieldDescriptor, depth: number, faults: number): fc.Arbitrary<Json> {
  const { type } = field;
  if (type.kind === 'message') return messages(type.of, depth + 1, faults);
  if (type.kind === 'enum')
    return fc.constantFrom(...type.of.values.flatMap((value): Json[] => [value.name, value.number]));
  switch (type.scalar) {
    case 'string':
      return strings;
    case 'bool':
      return fc.boolean();
    case 'int32':
      return fc.oneof(fc.integer({ min: -2147483648, max: 2147483647 }), fc.integer({ min: -99, max: 99 }).map(String));
    case 'double':
      return fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom('NaN', 'Infinity', '-Infinity'),
      );
  }
}

/** A value that no field of that type takes. Unknown enum names are no such value: they are dropped. */
function wrongValue(field: FieldDescriptor): fc.Arbitrary<Json> {
  const { type } = field;
  if (field.label === 'repeated') return fc.constantFrom<Json>('a', 1, {}, true);
  if (field.label === 'map') return fc.constantFrom<Json>('a', 1, [], true);
  if (type.kind === 'message') return fc.constantFrom<Json>('a', 1, [], true);
  if (type.kind === 'enum') return fc.constantFrom<Json>(true, [], {}, 1.5);
  switch (type.scalar) {
    case 'string':
      return fc.constantFrom<Json>(1, true, [], {});
    case 'bool':
      return fc.constantFrom<Json>('true', 0, [], {});
    case 'int32':
      return fc.constantFrom<Json>('a', true, 1.5, 2147483648, [], {});
    case 'double':
      return fc.constantFrom<Json>('a', true, [], {});
  }
}

function fieldValues(field: FieldDescriptor, depth: number, faults: number): fc.Arbitrary<Json> {
  const one = rightValue(field, depth, faults);
  if (field.label === 'repeated') return fc.array(one, { maxLength: 3 });
  if (field.label === 'map')
    return fc.dictionary(
      strings.filter((key) => key !== '__proto__'),
      one,
      { maxKeys: 3 },
    );
  return fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: fc.constant(null) });
}

/** Objects for a message; about `faults` of 60 fields have a wrong value, and as many an unknown name. */
function messages(of: MessageDescriptor, depth: number, faults: number): fc.Arbitrary<Json> {
  if (depth > 4) return fc.constant({});
  return fc
    .subarray([...of.fields], { maxLength: Math.min(of.fields.length, depth === 0 ? 12 : 5) })
    .chain((fields) =>
      fc
        .tuple(
          ...fields.map((field) =>
            fc.tuple(
              fc.oneof(
                { weight: 60, arbitrary: fc.constantFrom(field.name, field.jsonName) },
                { weight: faults, arbitrary: fc.constant(`${field.name}_x`) },
              ),
              fc.oneof(
                { weight: 60, arbitrary: fieldValues(field, depth, faults) },
                { weight: faults, arbitrary: wrongValue(field) },
              ),
            ),
          ),
        )
        .map((entries) => Object.fromEntries(entries)),
    );
}

/** Texts of configs, with a few faults. */
export const configTexts = messages(contract.root, 0, 1).map((value) => JSON.stringify(value));

/** Texts of configs without any fault. */
export const goodConfigTexts = messages(contract.root, 0, 0).map((value) => JSON.stringify(value));
