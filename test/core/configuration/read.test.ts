import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import schema from '../../../schemas/aks-bootstrap-config.schema.json';
import { readConfiguration } from '../../../server/src/core/configuration/read.js';
import { allSettings, schemaAt } from '../../../server/src/core/configuration/schema.js';
import { defaultCloudInitVersion } from '../../../server/src/core/cloudConfig/version.js';
import { documentKinds } from '../../../server/src/core/document/kinds.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { toValue } from '../../../server/src/core/formats/tree/expand.js';
import { walk } from '../../../server/src/core/formats/tree/node.js';
import { readYaml12 } from '../../../server/src/core/formats/yaml/yaml12.js';
import { limits } from '../../../server/src/core/limits.js';
import { customDataDialects } from '../../../server/src/core/nodeConfig/render/dialects.js';
import { createLineIndex } from '../../../server/src/core/text/span.js';
import { runs } from '../../support/runs.js';

/** The problems of a configuration as `line:column code message`. */
function mistakes(text: string): string[] {
  const lines = createLineIndex(text);
  return readConfiguration(text).problems.map(({ span, code, message }) => {
    const { line, character } = lines.positionAt(span.start);
    return `${line + 1}:${character + 1} ${code} ${message}`;
  });
}

describe('a configuration', () => {
  it.each([
    ['an empty file', ''],
    ['comments', '# nothing yet\n'],
    ['JSON', '{\n\t"nodeImage": "202605.27.0", "problems": {"severity": {"contract/*": "off"}}\n}\n'],
    ['off without quotes, which YAML 1.1 makes a boolean', 'problems: {severity: {contract/no-effect: off}}\n'],
    ['a path for all documents', 'cloudInit: {instanceData: data.json}\n'],
    ['paths by globs', "cloudInit:\n  instanceData:\n    'gpu/**': data.json\n"],
    ['a whole area of codes', "problems:\n  ignore:\n    '**/old/*': [contract/*, '*']\n"],
    ['its own schema', '$schema: https://example.com/schema.json\nnodeImage: 202603.30.0..202608.20.0\n'],
    ['every key', readFileSync('docs/configuration.md', 'utf8').split('```yaml\n')[1]?.split('```')[0] ?? 'missing'],
  ])('can be %s', (_, text) => {
    expect(mistakes(text)).toEqual([]);
  });

  it.each([
    ['nodeImge: x\n', '1:1 configuration/unknown-key The configuration has no key "nodeImge". Did you mean nodeImage?'],
    ['problems:\n  ignored: {}\n', '2:3 configuration/unknown-key problems has no key "ignored". Did you mean ignore?'],
    ['cloudInit.version: "24.3.1"\n', /^1:1 configuration\/unknown-key .* Write cloudInit with version inside\.$/],
    ['aksBootstrap.nodeImage: x\n', /^1:1 configuration\/unknown-key .* Write nodeImage\.$/],
    ['decode: {hovers: false}\n', '1:1 configuration/unknown-key The configuration has no key "decode".'],
    ['cloudInit:\n  version: 24.10\n', /^2:12 configuration\/wrong-type .*"24\.10", in quotes\.$/],
    ['kinds: [a]\n', '1:1 configuration/wrong-type kinds must be a mapping.'],
    ['problems:\n', '1:1 configuration/wrong-type problems must be a mapping.'],
    ['- a\n', '1:1 configuration/wrong-type The configuration must be a mapping.'],
    ['cloudInit: {instanceData: 5}\n', /^1:27 configuration\/wrong-type .* a string or a mapping\.$/],
    ['kinds: {a.json: node-confg}\n', /^1:17 configuration\/invalid-value .* Did you mean node-config\?$/],
    ['problems: {severity: {json/*: of}}\n', /^1:31 configuration\/invalid-value .* Did you mean off\?$/],
    ['problems: {severity: {jsn/syntax: off}}\n', /^1:23 configuration\/invalid-value .* Did you mean json\/syntax\?$/],
    ['problems: {ignore: {a: [yaml/tab, x/*]}}\n', '1:35 configuration/invalid-value There is no code x/*.'],
    [`kinds:\n  ${'a'.repeat(1_001)}: unknown\n`, '2:3 configuration/invalid-value A glob can have 1000 characters.'],
    ['nodeImage: latest\n', /^1:12 configuration\/invalid-value nodeImage must be a version/],
    ['karpenter: {release: v0.1.0}\n', /^1:22 configuration\/invalid-value karpenter\.release must be/],
    ['preview: {containerdVersion: two}\n', /^1:30 configuration\/invalid-value preview\.containerdVersion must/],
    ['nodeImage: x\nnodeImage: y\n', /^2:1 configuration\/syntax .* the key nodeImage appears twice\.$/],
    ['a: [b\n', /^2:1 configuration\/syntax /],
    [
      'a: &x {}\nb: *x\n',
      "1:4 configuration/syntax The configuration can't be read: anchors and aliases are not supported.",
    ],
    ['contract: !!str a\n', /^1:11 configuration\/syntax .* tags are not supported\.$/],
    ['contract: a\n---\ncontract: b\n', /^1:12 configuration\/syntax .* it must be one document\.$/],
    ['['.repeat(1_000), /configuration\/syntax/],
    ['__proto__: {}\n', '1:1 configuration/unknown-key The configuration has no key "__proto__".'],
  ])('has a mistake: %j', (text, expected) => {
    const [first, ...more] = mistakes(text);
    expect(first).toMatch(expected);
    expect(more).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    [
      'nodeImge: x\nproblems: {}\n',
      { 'Rename to nodeImage': 'nodeImage: x\nproblems: {}\n', 'Remove nodeImge': 'problems: {}\n' },
    ],
    ['problems: {}\nxyzzy:\n  a: 1 # one\n', { 'Remove xyzzy': 'problems: {}\n' }],
    ['{"xyzzy": 1, "problems": {}}', { 'Remove xyzzy': '{"problems": {}}' }],
    ['aksBootstrap.nodeImage: x\nproblems: {}\n', { 'Remove aksBootstrap.nodeImage': 'problems: {}\n' }],
    ['cloudInit:\n  versions: "24.3.1"\n', { 'Rename to version': 'cloudInit:\n  version: "24.3.1"\n' }],
  ])('in which a key is unknown can lose it: %j', (text, expected) => {
    const fixes = readConfiguration(text).problems.flatMap((found) => found.fixes ?? []);
    expect(Object.fromEntries(fixes.map(({ title, changes }) => [title, applyChanges(text, changes)]))).toEqual(
      expected,
    );
    expect(fixes.some(({ safe }) => safe)).toBe(false);
  });

  it('reports all mistakes, in the order of the text', () => {
    expect(mistakes('nodeImage: x\ncontrct: y\nproblems: {severity: []}\n').map((line) => line.split(' ')[0])).toEqual([
      '1:12',
      '2:1',
      '3:12',
    ]);
  });

  it('has the kinds, dialects and keys that the program has', () => {
    expect(schemaAt(['kinds', 'x'])?.enum?.toSorted()).toEqual(documentKinds.toSorted());
    expect(schemaAt(['customData', 'dialect'])?.enum).toEqual(customDataDialects);
    expect(schemaAt(['cloudInit', 'version'])?.default).toBe(defaultCloudInitVersion.text);
    for (const { path } of allSettings()) expect(schemaAt(path)?.description).toMatch(/^\w.{10,}\.$/);
  });

  it('is refused exactly if the published schema refuses it, as far as that goes', () => {
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
    const leaf = fc.constantFrom('off', 'error', 'node-config', 1, true, null, [], ['contract/*'], {});
    const keys = allSettings().flatMap(({ path }) => path);
    const inner = fc.dictionary(fc.constantFrom(...keys, 'x'), leaf, { maxKeys: 3 });
    const value = fc.dictionary(fc.constantFrom(...keys, 'x'), fc.oneof(leaf, inner), { maxKeys: 3 });
    fc.assert(
      fc.property(value, (one) => {
        const found = readConfiguration(JSON.stringify(one)).problems;
        if (!validate(one)) expect(found).not.toEqual([]);
        else expect(found.every(({ code }) => code === 'configuration/invalid-value')).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('YAML 1.2', () => {
  it.each([
    'a: [x, "y", \'z\'] # ]\nb: {c: 1, d: ~}\n',
    'a:\n  - |\n    x\n    y\n  - >-\n    z\nb: [ # ]\n  1.5]\n',
    '"a": off\n? b\n: null\nc:\nd: 0o17\n',
  ])('has the values of js-yaml, at their positions: %j', (text) => {
    const { root, faults } = readYaml12(text, 20);
    expect(faults).toEqual([]);
    expect(toValue(root)).toEqual(load(text));
    for (const { node } of walk(root)) {
      const written = text.slice(node.span.start, node.span.end);
      if (/^[[{]/.test(written)) expect(load(written)).toEqual(toValue(node));
      if (node.kind === 'string' && node.style === 'plain') expect(written).toBe(node.value);
    }
  });

  it('is read to its end, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            ':',
            '-',
            '[',
            ']',
            '{',
            '}',
            '"',
            "'",
            '#',
            '&',
            '*',
            '!',
            '|',
            '>',
            ' ',
            '\n',
            ',',
            '?',
          ),
        }),
        (text) => {
          const { root } = readYaml12(text, limits.configurationDepth);
          for (const { node } of walk(root))
            expect(node.span.start <= node.span.end && node.span.end <= text.length).toBe(true);
          readConfiguration(text);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
