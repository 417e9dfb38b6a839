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

/** Keywords of VS Code that say nothing about validity; schemas/README.md names them for other validators. */
const annotations = [
  'defaultSnippets',
  'deprecationMessage',
  'doNotSuggest',
  'markdownDescription',
  'markdownEnumDescriptions',
  'suggestSortText',
];

const ajv = new Ajv({ strict: true, allErrors: true, keywords: annotations, schemas: [schema] });

/** The verdict on what stands at a place of the schema: `''` is the whole, `#/definitions/X` one message. */
function validatorAt(pointer: string) {
  const validate = ajv.getSchema(schema.$id + pointer);
  if (validate === undefined) throw new Error(`the schema has nothing at ${pointer}`);
  return validate;
}

const validate = validatorAt('');

/** Whether a program with a JSON parser and the schema takes a text. */
function schemaTakes(text: string): boolean {
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

/** What protobuf-go says with unknown fields rejected: no error. */
function strictReaderTakes({ reading }: { reading: Reading }): boolean {
  return reading.ok && reading.notes.length === 0;
}

/**
 * Why a schema cannot say what the strict reader says of a text; undefined where it has to. The same list
 * is in schemas/README.md.
 */
function beyondSchema(text: string, { tree, reading }: { tree: SyntaxTree; reading: Reading }): string | undefined {
  const { notes } = reading;
  // JSON parsers keep the last of two members with one name, and only they know of both.
  if (notes.some(({ error }) => error === 'duplicate-map-key')) return 'a key twice';
  if (notes.some(({ error }) => error === 'duplicate-field')) return 'a field twice, or in both spellings';
  if (tree.problems.some(({ code }) => code === 'json/incomplete-exponent')) return '1e, which is no JSON';
  if (holdsHalfCharacter(text)) return 'half a surrogate pair';
  if (notes.some(({ pointer }) => pointer === '/$schema')) return '$schema';
  if (notes.length > 0 && notes.every(({ node, field }) => node?.kind === 'string' && isNumber(field?.type))) {
    return 'a number in quotes';
  }
  return undefined;
}

/** Whether a text or key in the JSON is cut inside a character, which JSON parsers let pass. */
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
  'the published schema and the shared vectors (skipped where a checkout has none beside it)',
  () => {
    it.each(vectors)('%s: takes what the strict reader takes, and nothing else that a schema can refuse', (path) => {
      let compared = 0;
      for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
        const { id, input, strict } = JSON.parse(line) as { id: string; input?: string; strict: { ok: boolean } };
        // Bytes that are no UTF-8 never get as far as a schema.
        if (input === undefined) continue;
        compared++;
        const reason = beyondSchema(input, read(input));
        if (reason === undefined) expect([id, schemaTakes(input)]).toEqual([id, strict.ok]);
        // Where the schema cannot know, it errs on the side of the author.
        else if (strict.ok) expect([id, reason]).toEqual([id, '1e, which is no JSON']);
      }
      expect(compared).toBeGreaterThan(100);
    });
  },
);

describe('the published schema', () => {
  it('accepts exactly what the strict reader accepts, with and without faults', () => {
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(faultyConfigTexts, (text) => {
        const known = read(text);
        const strict = strictReaderTakes(known);
        verdicts.add(strict);
        if (beyondSchema(text, known) !== undefined) return;
        expect(schemaTakes(text), `${text} ${JSON.stringify(validate.errors)}`).toBe(strict);
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
        if (strictReaderTakes(read(text))) expect(schemaTakes(text), text).toBe(true);
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
  ])('refuses as %s %s', (_, value) => {
    expect(schemaTakes(`{"cse_timeout":${value}}`)).toBe(false);
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
      expect([text, schemaTakes(text)]).toEqual([text, true]);
    }
  });

  it('compiles in strict mode with the annotations that its README names', () => {
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

describe('what the schema offers', () => {
  it('has valid examples, defaults and snippets', () => {
    let checked = 0;
    for (const [pointer, property] of properties) {
      const snippets = (property.defaultSnippets ?? []) as readonly { body: unknown }[];
      const offered = [
        ...((property.examples ?? []) as readonly unknown[]),
        ...('default' in property ? [property.default] : []),
        ...snippets.map(({ body }) => resolvedSnippet(body)),
      ];
      for (const value of offered) {
        const takes = validatorAt(pointer);
        expect([pointer, value, takes(value), takes.errors]).toEqual([pointer, value, true, null]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(200);
  });

  it('has a snippet for a complete config', () => {
    const config = JSON.stringify(resolvedSnippet(schema.defaultSnippets[0]?.body));
    const known = read(config);
    expect(strictReaderTakes(known)).toBe(true);
    expect(schemaTakes(config)).toBe(true);
    expect(missingRequired(contract, known.reading.value)).toEqual([]);
  });

  it('describes every field once, and points the JSON name to it', () => {
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
