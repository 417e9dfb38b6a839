import fc from 'fast-check';
import { contract } from '../../server/src/core/nodeConfig/contract/contract.js';
import type { Field, RecordType } from '../../server/src/core/record/model.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** How faulty a config is: about `rate` of 60 values and of 60 names are wrong; with `enumNames`, names of enum values too. */
interface Faults {
  readonly rate: number;
  readonly enumNames: boolean;
}

/** Strings for fields; half of them have characters that need escaping or delimit a format. */
const strings = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', '<a>&"\\', '\n\t\u2028', 'EOF', '--boundary', "it's", '😀'),
);

/** A value that the field accepts. */
function rightValue(field: Field, depth: number, faults: Faults): fc.Arbitrary<Json> {
  const { type } = field;
  if (type.kind === 'object') return messages(type.of, depth + 1, faults);
  if (type.kind === 'enum')
    return fc.constantFrom(...type.of.values.flatMap((value): Json[] => [value.name, value.number]));
  switch (type.scalar) {
    case 'string':
      return strings;
    case 'bool':
      return fc.boolean();
    case 'int32':
      return fc.oneof(fc.integer({ min: -2147483648, max: 2147483647 }), fc.integer({ min: -99, max: 99 }).map(String));
    default:
      return fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom('NaN', 'Infinity', '-Infinity'),
      );
  }
}

/** A value that the field rejects. */
function wrongValue(field: Field, faults: Faults): fc.Arbitrary<Json> {
  if (field.label === 'list') return fc.constantFrom<Json>('a', 1, {}, true);
  if (field.label === 'map') return fc.constantFrom<Json>('a', 1, [], true);
  return wrongElement(field, faults);
}

/** A value of the wrong type. Unknown enum names are dropped instead of rejected, so they are used only with `enumNames`. */
function wrongElement({ type }: Field, faults: Faults): fc.Arbitrary<Json> {
  if (type.kind === 'object') return fc.constantFrom<Json>('a', 1, [], true);
  if (type.kind === 'enum') {
    const values = fc.constantFrom<Json>(true, [], {}, 1.5);
    return faults.enumNames ? fc.oneof(values, fc.constantFrom('NOPE', '', '1', 'none')) : values;
  }
  switch (type.scalar) {
    case 'string':
      return fc.constantFrom<Json>(1, true, [], {});
    case 'bool':
      return fc.constantFrom<Json>('true', 0, [], {});
    case 'int32':
      return fc.constantFrom<Json>('a', true, 1.5, '1.5', 2147483648, [], {});
    default:
      return fc.constantFrom<Json>('a', true, [], {});
  }
}

function fieldValues(field: Field, depth: number, faults: Faults): fc.Arbitrary<Json> {
  const right = rightValue(field, depth, faults);
  const one =
    field.label === 'list' || field.label === 'map'
      ? fc.oneof(
          { weight: 60, arbitrary: right },
          { weight: faults.rate, arbitrary: fc.oneof(fc.constant(null), wrongElement(field, faults)) },
        )
      : right;
  if (field.label === 'list') return fc.array(one, { maxLength: 3 });
  if (field.label === 'map')
    return fc.dictionary(
      strings.filter((key) => key !== '__proto__'),
      one,
      { maxKeys: 3 },
    );
  return fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: fc.constant(null) });
}

/** Objects for a message, with faults in values, in names and in elements of lists and maps. */
function messages(of: RecordType, depth: number, faults: Faults): fc.Arbitrary<Json> {
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
                { weight: faults.rate, arbitrary: fc.constant(`${field.name}_x`) },
              ),
              fc.oneof(
                { weight: 60, arbitrary: fieldValues(field, depth, faults) },
                { weight: faults.rate, arbitrary: wrongValue(field, faults) },
              ),
            ),
          ),
        )
        .map((entries) => Object.fromEntries(entries)),
    );
}

const jsonOf = (faults: Faults) => messages(contract.root, 0, faults).map((value) => JSON.stringify(value));

/** Configs as JSON, with a few faults. */
export const configTexts = jsonOf({ rate: 1, enumNames: false });

/** Configs as JSON, about half of them with a fault, including unknown enum names. */
export const faultyConfigTexts = jsonOf({ rate: 4, enumNames: true });

/** Configs as JSON without faults. */
export const goodConfigTexts = jsonOf({ rate: 0, enumNames: false });
