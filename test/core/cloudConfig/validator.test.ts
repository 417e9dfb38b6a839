import { Ajv, type ErrorObject } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isIsoDate,
  pythonRegExp,
  type SchemaFailure,
  SchemaValidator,
  type SchemaValue,
  supportedKeywords,
} from '../../../server/src/core/cloudConfig/schema/validator.js';
import {
  isSchema,
  rootSchema,
  schemaList,
  schemaMap,
  type SchemaNode,
} from '../../../server/src/core/cloudConfig/schema/schemaNode.js';

/** Keywords that describe a value and reject none. */
const annotations = [
  '$schema',
  '$id',
  'title',
  'description',
  'default',
  'cloudInit',
  'cloudInitModule',
  'cloudInitNewest',
];

function* schemasIn(schema: SchemaNode): Generator<SchemaNode> {
  yield schema;
  const { items, not, additionalProperties, properties, patternProperties, anyOf, oneOf } = schema;
  const inner = [
    ...[items, not, additionalProperties].filter(isSchema),
    ...[properties, patternProperties].flatMap((named) => Object.values(schemaMap(named))),
    ...[anyOf, oneOf].flatMap(schemaList),
  ];
  for (const one of inner) yield* schemasIn(one);
}

describe('the schema of cloud-configs', () => {
  it('has only supported keywords and annotations', () => {
    const known = new Set<string>([...supportedKeywords, ...annotations]);
    const others = [...schemasIn(rootSchema)].flatMap(Object.keys).filter((keyword) => !known.has(keyword));
    expect(others).toEqual([]);
  });

  it('has keywords only in supported forms', () => {
    for (const { items, not, uniqueItems, format } of schemasIn(rootSchema)) {
      expect([undefined, 'date']).toContain(format);
      for (const one of [items, not]) expect(one === undefined || isSchema(one)).toBe(true);
      if (uniqueItems !== undefined) expect([uniqueItems, items]).toMatchObject([true, { type: 'string' }]);
    }
  });
});

/** Values that are nearly valid for a schema, mixed with arbitrary ones. */
function valueFor(schema: SchemaNode, depth = 0): fc.Arbitrary<SchemaValue> {
  const strange: fc.Arbitrary<SchemaValue> = fc.constantFrom<SchemaValue[]>(
    ...[null, true, 0, -1, 1.5, 7, '', 'a', '+5', '10G', '2038-01-19', 'rsa_public', 'x\n', [], {}, 0n],
    ...[['a', 'a'], ['b', 1], { a: 'b' }, [[]], [{}]],
  );
  const branches = [...schemaList(schema.oneOf), ...schemaList(schema.anyOf)];
  const { oneOf: _oneOf, anyOf: _anyOf, ...common } = schema;
  const near: fc.Arbitrary<SchemaValue>[] = branches.map((branch) => valueFor({ ...common, ...branch }, depth + 1));
  if (Array.isArray(schema.enum)) near.push(fc.constantFrom(...(schema.enum as SchemaValue[])));
  const { minimum } = schema;
  if (typeof minimum === 'number') near.push(fc.constantFrom(minimum, minimum - 1, minimum + 1));
  if (isSchema(schema.items) && depth < 12) near.push(fc.array(valueFor(schema.items, depth + 1), { maxLength: 3 }));
  const named = Object.entries(schemaMap(schema.properties));
  const additional = isSchema(schema.additionalProperties) ? schema.additionalProperties : {};
  const others = [...Object.values(schemaMap(schema.patternProperties)), additional];
  if (named.length > 0 || schema.type === 'object') {
    const member = fc.oneof(
      ...named.map(([name, inner]) => fc.tuple(fc.constant(name), fc.constant(inner))),
      fc.tuple(fc.constantFrom('0', 'a', 'a b', 'rsa_public', 'a/b~c', 'é'), fc.constantFrom(...others)),
    );
    const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
    const needed = named.filter(([name]) => required.includes(name));
    near.push(
      fc
        .tuple(fc.subarray(needed), fc.array(member, { maxLength: 3 }))
        .map(([some, more]) => new Map([...some, ...more]))
        .chain((schemas) =>
          fc.record(Object.fromEntries([...schemas].map(([name, inner]) => [name, valueFor(inner, depth + 1)]))),
        ),
    );
  }
  return near.length === 0
    ? strange
    : fc.oneof({ arbitrary: strange, weight: 1 }, ...near.map((arbitrary) => ({ arbitrary, weight: 4 })));
}

describe('the schema validator', () => {
  const regExp = Object.assign((pattern: string) => pythonRegExp(pattern), { code: '' });
  const byAjv = new Ajv({
    allErrors: true,
    allowMatchingProperties: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    formats: { date: isIsoDate },
    keywords: ['cloudInit', 'cloudInitModule', 'cloudInitNewest'],
    code: { regExp },
  }).compile(rootSchema);

  it('finds the same failures as ajv at the same positions', () => {
    const sections = Object.entries(schemaMap(rootSchema.properties));
    const config = fc
      .constantFrom(...sections)
      .chain(([name, schema]) => valueFor(schema).map((value): SchemaValue => ({ [name]: value })));
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(config, (value) => {
        byAjv(value);
        const found = new SchemaValidator().failures(rootSchema, value);
        verdicts.add(found.length === 0);
        expect(found.flatMap(flat).sort()).toEqual((byAjv.errors ?? []).map(inOurWords).sort());
      }),
    );
    expect(verdicts).toEqual(new Set([true, false]));
  });
});

function flat(failure: SchemaFailure): string[] {
  const { branches, keyword, params, instancePath, schemaPath } = failure;
  const { fitting, ...others } = params;
  const shown = keyword === 'oneOf' ? { several: Number(fitting) > 1 } : others;
  // Where several branches of a oneOf fit, ajv looks no further behind the second.
  const inside = Number(fitting) > 1 ? [] : branches.flat().flatMap(flat);
  return [`${instancePath} ${schemaPath} ${JSON.stringify(shown)}`, ...inside];
}

function inOurWords({ instancePath, schemaPath, keyword, params }: ErrorObject): string {
  const { i: _i, j: _j, passingSchemas, ...others } = params;
  const shown = keyword === 'oneOf' ? { several: passingSchemas !== null } : others;
  return `${instancePath} ${decodeURIComponent(schemaPath.slice(1))} ${JSON.stringify(shown)}`;
}
