import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/aks-node-config.schema.json';
import { contract } from '../../server/src/core/nodeConfig/contract/contract.js';
import { readContract, type Reading } from '../../server/src/core/nodeConfig/read.js';
import { missingRequired } from '../../server/src/core/nodeConfig/required.js';
import { parseJson } from '../../server/src/core/formats/json/parse.js';
import type { SyntaxTree } from '../../server/src/core/formats/tree/node.js';
import { faultyConfigTexts } from '../support/configs.js';
import { resolvedSnippet } from '../support/snippets.js';

/** Keywords of VS Code that don't affect validation; schemas/README.md lists them for other validators. */
const annotations = [
  'defaultSnippets',
  'deprecationMessage',
  'doNotSuggest',
  'markdownDescription',
  'markdownEnumDescriptions',
  'suggestSortText',
];

const ajv = new Ajv({ strict: true, allErrors: true, keywords: annotations, schemas: [schema] });

/** A validator for the subschema at `pointer`: `''` is the whole schema, `#/definitions/X` a message. */
function validatorAt(pointer: string) {
  const validate = ajv.getSchema(schema.$id + pointer);
  if (validate === undefined) throw new Error(`the schema has nothing at ${pointer}`);
  return validate;
}

const validate = validatorAt('');

/** Whether a JSON parser and the schema accept a text. */
function schemaAccepts(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  return validate(value) === true;
}

function read(text: string): { tree: SyntaxTree; reading: Reading } {
  const tree = parseJson(text);
  return { tree, reading: readContract(tree, contract.root) };
}

/** Whether protobuf-go accepts the config if it rejects unknown fields. */
function strictReaderAccepts({ reading }: { reading: Reading }): boolean {
  return reading.ok && reading.notes.length === 0;
}

/**
 * Why a schema can't decide as the strict reader does; undefined if both must agree. schemas/README.md has
 * the same list.
 */
function beyondSchema(text: string, { tree, reading }: { tree: SyntaxTree; reading: Reading }): string | undefined {
  const { notes } = reading;
  // JSON parsers keep only the last of several members with the same name.
  if (notes.some(({ error }) => error === 'duplicate-map-key')) return 'a key twice';
  if (notes.some(({ error }) => error === 'duplicate-field')) return 'a field twice, or in both spellings';
  if (tree.problems.some(({ code }) => code === 'json/incomplete-exponent')) return "1e, which isn't valid JSON";
  if (holdsHalfCharacter(text)) return 'half a surrogate pair';
  if (notes.some(({ pointer }) => pointer === '/$schema')) return '$schema';
  if (notes.length > 0 && notes.every(({ node, field }) => node?.kind === 'string' && isNumber(field?.type))) {
    return 'a number in quotes';
  }
  return undefined;
}

/** Whether a string or key contains half a surrogate pair, which JSON parsers accept. */
function holdsHalfCharacter(text: string): boolean {
  const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
  let found = false;
  try {
    JSON.parse(text, (key, value: unknown) => {
      found ||= half.test(key) || (typeof value === 'string' && half.test(value));
      return value;
    });
  } catch {
    return false;
  }
  return found;
}

function isNumber(type: { kind: string; scalar?: string } | undefined): boolean {
  return type?.kind === 'scalar' && (type.scalar === 'int32' || type.scalar === 'double');
}

const vectors = ['acceptance', 'render'].map((name) => `../shared/vectors/${name}.jsonl`);

describe.skipIf(!vectors.every((path) => existsSync(path)))(
  'the published schema and the shared vectors (skipped if they are not beside the checkout)',
  () => {
    it.each(vectors)(
      '%s: accepts what the strict reader accepts, and rejects the rest as far as a schema can',
      (path) => {
        let compared = 0;
        for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
          const { id, input, strict } = JSON.parse(line) as { id: string; input?: string; strict: { ok: boolean } };
          // Inputs that aren't UTF-8 can't be validated with a schema.
          if (input === undefined) continue;
          compared++;
          const reason = beyondSchema(input, read(input));
          if (reason === undefined) expect([id, schemaAccepts(input)]).toEqual([id, strict.ok]);
          // If a schema can't decide, it accepts; only 1e isn't JSON for a schema validator.
          else if (strict.ok) expect([id, reason]).toEqual([id, "1e, which isn't valid JSON"]);
        }
        expect(compared).toBeGreaterThan(100);
      },
    );
  },
);

describe('the published schema', () => {
  it('accepts exactly what the strict reader accepts, with and without faults', () => {
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(faultyConfigTexts, (text) => {
        const known = read(text);
        const strict = strictReaderAccepts(known);
        verdicts.add(strict);
        if (beyondSchema(text, known) !== undefined) return;
        expect(schemaAccepts(text), `${text} ${JSON.stringify(validate.errors)}`).toBe(strict);
      }),
    );
    expect(verdicts).toEqual(new Set([true, false]));
  });

  it('accepts every quoted number that the reader accepts', () => {
    const numberLike = fc
      .array(fc.constantFrom('0', '1', '9', '21474', '.', 'e', 'E', '+', '-', ' ', 'x', ',', '\n', 'NaN', 'Infinity'), {
        maxLength: 6,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(numberLike, fc.constantFrom('backoff_retries', 'backoff_jitter'), (number, field) => {
        const text = JSON.stringify({ cluster_config: { cloud_provider_config: { [field]: number } } });
        if (strictReaderAccepts(read(text))) expect(schemaAccepts(text), text).toBe(true);
      }),
    );
  });

  it.each([
    ['number', '"+1"'],
    ['number', '" 1"'],
    ['number', '"01"'],
    ['number', '"1.5"'],
    ['number', '1.5'],
    ['number', '2147483648'],
    ['number', '"abc"'],
    ['number', 'true'],
  ])('rejects as %s the value %s', (_, value) => {
    expect(schemaAccepts(`{"cse_timeout":${value}}`)).toBe(false);
  });

  it('accepts values without effect, because the reader does', () => {
    for (const text of [
      '{"version":"v7"}',
      '{"cse_timeout":-5}',
      '{"gpu_config":{"mig_profile_layout":["whole"]}}',
      '{"auth_config":{"tenant_id":"none"}}',
      '{"kubelet_config":{"kubelet_config_file_config":{"kind":"Pod"}}}',
      '{}',
    ]) {
      expect([text, schemaAccepts(text)]).toEqual([text, true]);
    }
  });

  it('compiles in strict mode with exactly the keywords that its README lists', () => {
    const readme = readFileSync('schemas/README.md', 'utf8');
    const text = JSON.stringify(schema);
    for (const keyword of annotations) {
      expect(readme).toContain(`\`${keyword}\``);
      expect(text, 'a keyword that nothing uses').toContain(`"${keyword}":`);
    }
    for (const keyword of annotations) {
      const fewer = new Ajv({ strict: true, keywords: annotations.filter((other) => other !== keyword) });
      expect(() => fewer.compile(schema), keyword).toThrow(keyword);
    }
  });
});

/** Every subschema that describes a field, with the pointer to it. */
const properties = [
  ...Object.entries(schema.properties).map(([name, of]) => [`#/properties/${name}`, of] as const),
  ...Object.entries(schema.definitions).flatMap(([type, definition]) =>
    'properties' in definition
      ? Object.entries(definition.properties).map(
          ([name, of]) => [`#/definitions/${type}/properties/${name}`, of] as const,
        )
      : [],
  ),
] as readonly (readonly [string, Readonly<Record<string, unknown>>])[];

describe('the annotations of the schema', () => {
  it('have valid examples, defaults and snippets', () => {
    let checked = 0;
    for (const [pointer, property] of properties) {
      const snippets = (property.defaultSnippets ?? []) as readonly { body: unknown }[];
      const offered = [
        ...((property.examples ?? []) as readonly unknown[]),
        ...('default' in property ? [property.default] : []),
        ...snippets.map(({ body }) => resolvedSnippet(body)),
      ];
      for (const value of offered) {
        const validator = validatorAt(pointer);
        expect([pointer, value, validator(value), validator.errors]).toEqual([pointer, value, true, null]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(200);
  });

  it('have a snippet for a complete config', () => {
    const config = JSON.stringify(resolvedSnippet(schema.defaultSnippets[0]?.body));
    const known = read(config);
    expect(strictReaderAccepts(known)).toBe(true);
    expect(schemaAccepts(config)).toBe(true);
    expect(missingRequired(contract, known.reading.value)).toEqual([]);
  });

  it('describe every field once, and refer from the JSON name to it', () => {
    for (const [pointer, property] of properties) {
      if (pointer === '#/properties/$schema') continue;
      const name = pointer.slice(pointer.lastIndexOf('/') + 1);
      if (property.doNotSuggest === true) {
        expect(Object.keys(property).sort()).toEqual(['$ref', 'doNotSuggest']);
        expect(properties.some(([other]) => other === property.$ref)).toBe(true);
        expect(name).toMatch(/[A-Z]|^[a-z0-9]+$/);
      } else {
        expect(property.description).toMatch(/\.$/);
        expect(property.description).not.toContain('`');
      }
    }
  });
});
