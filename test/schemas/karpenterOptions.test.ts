import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/karpenter-bootstrap-options.schema.json';
import type { Field, RecordType } from '../../server/src/core/record/model.js';
import { bootstrapOptions } from '../../server/src/core/karpenter/options/description.js';
import { options, readText } from '../support/karpenter.js';

const ajv = new Ajv({ strict: true, allErrors: true, keywords: ['markdownDescription'] });
const validate = ajv.compile(schema);

/** Whether the reader reads JSON without an error and without ignoring anything. */
function readerAccepts(text: string): boolean {
  const { ok, notes } = readText(text);
  return ok && notes.length === 0;
}

/** Values for an option; most of them are valid. */
function arbitraryOf(field: Field): fc.Arbitrary<unknown> {
  const element = (): fc.Arbitrary<unknown> => mostly(arbitraryElement(field));
  if (field.label === 'list') return mostly(fc.array(element(), { maxLength: 3 }));
  if (field.label === 'map') return mostly(fc.dictionary(fc.string({ maxLength: 4 }), element(), { maxKeys: 3 }));
  return element();
}

function mostly(right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: right }, fc.constantFrom(null, true, 1, 'text', [], {}));
}

function arbitraryElement({ type }: Field): fc.Arbitrary<unknown> {
  if (type.kind === 'object') return arbitraryObject(type.of);
  switch (type.kind === 'scalar' ? type.scalar : 'string') {
    case 'bool':
      return fc.boolean();
    case 'int32':
    case 'int64':
      // Only halves as invalid numbers: JSON parsers don't distinguish 60.0, which the reader rejects, from 60.
      return fc.oneof(
        fc.integer(),
        fc.integer().map((value) => value + 0.5),
        fc.constant(2 ** 31),
      );
    case 'duration':
      return fc.constantFrom('90s', '1h5m', '-1.5ms', '0', '', '90', '1d', 's', '1\u00b5s', '.5s', '5.s', '+7ns');
    default:
      return fc.string({ maxLength: 8 });
  }
}

function arbitraryObject({ fields }: RecordType): fc.Arbitrary<unknown> {
  const spelling = (name: string): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(name) },
      fc.constantFrom(name.toLowerCase(), name.toUpperCase(), name.replace('s', '\u017f'), `${name}x`),
    );
  const members = fields.map((field) => fc.tuple(spelling(field.name), arbitraryOf(field)));
  return fc
    .subarray(members, { maxLength: 4 })
    .chain((chosen) => fc.tuple(...chosen).map((entries) => Object.fromEntries(entries)));
}

describe('the schema of bootstrap options', () => {
  it.each([
    JSON.stringify(options),
    readFileSync('test/samples/shop.bootstrap-options.json', 'utf8'),
    '{}',
    '{"arch":null,"labels":null,"kubeletConfig":null}',
    '{"apiservername":"a","CABUNDLE":"b","kubeletconfig":{"MAXPODS":1}}',
  ])('accepts %s', (text) => {
    expect(readerAccepts(text)).toBe(true);
    expect(validate(JSON.parse(text)), ajv.errorsText(validate.errors)).toBe(true);
  });

  it('accepts its own examples, like the reader', () => {
    const inspect = (object: RecordType): void => {
      for (const { name, examples, type } of object.fields) {
        const [example] = examples ?? [];
        if (example !== undefined && object === bootstrapOptions) {
          expect(validate({ [name]: example }), name).toBe(true);
          expect(readerAccepts(JSON.stringify({ [name]: example })), name).toBe(true);
        }
        if (type.kind === 'object') inspect(type.of);
      }
    };
    inspect(bootstrapOptions);
  });

  it('accepts its own id in $schema', () => {
    expect(validate({ $schema: schema.$id })).toBe(true);
  });

  it('accepts exactly what the reader accepts', () => {
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(arbitraryObject(bootstrapOptions), (value) => {
        const text = JSON.stringify(value);
        // For a schema, two spellings of a name are different members.
        const isDuplicate = readText(text).notes.some(({ error }) => error === 'duplicate-option');
        fc.pre(!isDuplicate);
        verdicts.add(readerAccepts(text));
        expect(validate(JSON.parse(text)), text).toBe(readerAccepts(text));
      }),
    );
    expect(verdicts).toEqual(new Set([true, false]));
  });
});
