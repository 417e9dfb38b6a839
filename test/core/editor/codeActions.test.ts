import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../server/src/core/text/budget.js';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import {
  Analysis,
  type FileProblem,
  type Fix,
  applySafeFixes,
  limits,
  type Problem,
  quickFixes,
  type Refactoring,
  refactoringChanges,
  refactoringNames,
  refactorings,
  safeFixes,
  validate,
} from '../../../server/src/core/index.js';
import { contract } from '../../../server/src/core/nodeConfig/contract/contract.js';
import { marshal } from '../../../server/src/core/nodeConfig/marshal.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { config } from '../../support/analyse.js';
import { configTexts } from '../../support/configs.js';
import { readMarks } from '../../support/markers.js';

const name = 'a.node-config.json';
const analysed = (text: string): Analysis => new Analysis({ name, content: text, kind: 'node-config' }, nodePlatform);
const problemsOf = (text: string): readonly FileProblem[] => validate(analysed(text)).problems;
const fixed = (text: string): string =>
  applyChanges(text, applySafeFixes(analysed(text), undefined, new Budget(() => 0, 0)).changes);

/** A problem with fixes that change ranges, written as `[start, end]`. */
function problemWith(start: number, ...fixes: { safe: boolean; spans: [number, number][] }[]): FileProblem {
  const found: Problem = {
    code: 'json/syntax',
    severity: 'error',
    message: '',
    span: { start, end: start + 1 },
    pointer: '',
    fixes: fixes.map(({ safe, spans }) => ({
      title: `${start}`,
      safe,
      changes: spans.map(([from, to]) => ({ span: { start: from, end: to }, newText: '' })),
    })),
  };
  return { ...found, document: analysed('{}').root, layers: [] };
}

describe('safe fixes', () => {
  const titles = (...problems: FileProblem[]): string[] => safeFixes(problems).map(({ title }) => title);
  const safe = (...spans: [number, number][]) => ({ safe: true, spans });

  it('include the first safe fix of each problem', () => {
    const [fix] = safeFixes([problemWith(0, { safe: false, spans: [[0, 1]] }, safe([1, 2]), safe([2, 3]))]);
    expect(fix?.changes[0]?.span).toEqual({ start: 1, end: 2 });
  });

  it.each([
    ['overlap', [problemWith(0, safe([0, 4])), problemWith(1, safe([3, 5]))], ['0']],
    ['follow each other', [problemWith(0, safe([0, 4])), problemWith(1, safe([4, 5]))], ['0', '1']],
    ['insert at one place', [problemWith(0, safe([4, 4])), problemWith(1, safe([4, 4]))], ['0']],
    ['insert where another one changes', [problemWith(0, safe([2, 4])), problemWith(1, safe([4, 4]))], ['0']],
    // Changes of one fix around those of another.
    ['interleave', [problemWith(0, safe([0, 1], [8, 9])), problemWith(1, safe([4, 5]))], ['0', '1']],
    [
      'interleave, and the second one hits',
      [problemWith(0, safe([0, 1], [8, 9])), problemWith(1, safe([4, 5], [8, 10]))],
      ['0'],
    ],
    [
      'come out of order',
      [problemWith(5, safe([5, 6])), problemWith(0, safe([0, 1])), problemWith(1, safe([0, 6]))],
      ['5', '0'],
    ],
    [
      'lie inside another',
      [problemWith(0, safe([0, 9])), problemWith(1, safe([4, 5])), problemWith(10, safe([10, 11]))],
      ['0', '10'],
    ],
    // A fix that is left out doesn't block others.
    [
      'would collide with one that is left out',
      [problemWith(0, safe([0, 4])), problemWith(1, safe([3, 6])), problemWith(2, safe([5, 6]))],
      ['0', '2'],
    ],
  ])('that %s', (_, problems, expected) => {
    expect(titles(...problems)).toEqual(expected);
  });
});

it('fixes all, also if mistakes without a fix leave only one of many to be reported at a time', () => {
  const faults = 'x,'.repeat(limits.syntaxProblems - 1);
  const text = `{"a":[${faults}0]}${'//c\n'.repeat(30)}`;
  expect(safeFixes(problemsOf(text))).toHaveLength(1);
  expect(fixed(text).trimEnd()).toBe(`{"a":[${faults}0]}`);
});

describe('quick fixes', () => {
  it('are listed with the preferred one of each problem, and a shared one once', () => {
    const shared: Fix = { title: 'all', changes: [], safe: false };
    const own = (title: string): Fix => ({ title, changes: [], safe: false });
    const at = (start: number, ...fixes: Fix[]): FileProblem => ({ ...problemWith(start), fixes });
    const problems = [at(0, own('a'), shared), at(1, own('b'), shared), at(50, own('far'))];
    expect(
      quickFixes(problems, { start: 0, end: 3 }).map(({ fix, preferred, problems: fixes }) => [
        fix.title,
        preferred,
        fixes.length,
      ]),
    ).toEqual([
      ['a', true, 1],
      ['all', false, 2],
      ['b', true, 1],
    ]);
  });
});

describe('applying all safe fixes', () => {
  it.each([
    // Entries side by side, which one round cannot take out together.
    [config('"vm_size":"a","vm_size":"a","vmSize":"a","vm_size":"a"'), config('"vm_size":"a"')],
    // One fix brings another one to light.
    [config('"cse_timeout":" 9e2 "'), config('"cse_timeout":900')],
    [config('"vmSize":"a","vm_size":"a"'), config('"vm_size":"a"')],
    [config('"vmSize":"a", // one\n"is_vhd":"true",'), config('"vm_size":"a",\n"is_vhd":true')],
    // Only what is safe.
    [
      config('"vm_sise":"a","vm_size":"b","vmSize":"c","teleport_config":{}'),
      config('"vm_sise":"a","vm_size":"b","vmSize":"c","teleport_config":{}'),
    ],
    ['{}', '{}'],
    ['', ''],
  ])('%s', (text, result) => {
    expect(fixed(text)).toBe(result);
  });

  it('is complete after one run, and keeps the meaning of what the node accepted', () => {
    fc.assert(
      fc.property(configTexts, fc.constantFrom<string | number>(0, 2), (compact, unit) => {
        const text = unit === 0 ? compact : JSON.stringify(JSON.parse(compact), null, unit);
        const result = fixed(text);
        expect(safeFixes(problemsOf(result))).toEqual([]);
        expect(fixed(result)).toBe(result);
        const [before, after] = [analysed(text).nodeConfig?.reading, analysed(result).nodeConfig?.reading];
        if (before?.ok !== true) return;
        expect(after?.ok).toBe(true);
        expect(marshal(after?.value ?? { type: contract.root, fields: new Map() }, { encoder: 'protojson' })).toBe(
          marshal(before.value, { encoder: 'protojson' }),
        );
      }),
    );
  });

  it('ends for damaged documents', () => {
    fc.assert(
      fc.property(
        configTexts,
        fc.nat(),
        fc.nat({ max: 9 }),
        fc.constantFrom('', ',', '//\n', '/*', '"', '{', ']'),
        (text, place, removed, piece) => {
          const at = place % (text.length + 1);
          const damaged = text.slice(0, at) + piece + text.slice(at + removed);
          const result = fixed(damaged);
          expect(safeFixes(problemsOf(result)), damaged).toEqual([]);
        },
      ),
    );
  });
});

describe('refactorings', () => {
  /** The offered titles at the cursor or marked range of a text. */
  function offered(source: string, scope?: Refactoring['scope']): string[] {
    const { text, cursor, marks } = readMarks(source);
    const [range = { start: cursor, end: cursor }] = marks;
    return refactorings(analysed(text), range)
      .filter((candidate) => scope === undefined || candidate.scope === scope)
      .map(({ title }) => title);
  }

  function refactored(source: string, refactoring: Pick<Refactoring, 'name' | 'scope'>): string {
    const { text, cursor } = readMarks(source);
    return applyChanges(text, refactoringChanges(analysed(text), refactoring, { start: cursor, end: cursor }));
  }

  it('are offered for the file and for the object around the cursor', () => {
    expect(offered('{"runc_config":{¦}}')).toEqual([
      'Convert all names to proto names (snake_case)',
      'Convert all names to proto names (snake_case)',
      'Convert all names to JSON names (lowerCamelCase)',
      'Convert all names to JSON names (lowerCamelCase)',
      'Sort fields of runc_config in contract order',
      'Sort fields in contract order',
      'Remove fields of runc_config at their default',
      'Remove fields at their default',
    ]);
  });

  it.each([
    ['{¦"runc_config":{}}', ''],
    ['¦{"runc_config":{}}', ''],
    ['{"runc_config":{"runc_version":"1"¦}}', ' of runc_config'],
    ['{"runc_config":⟦{"runc_version":"1"},"vm_size"⟧:"a"}', ''],
    // A map is no message, so its entries belong to the one around.
    ['{"enabled_features":{"a":¦"1"}}', ''],
    ['{"local_dns_profile":{"vnet_dns_overrides":{"a.b":{¦}}}}', ' of a.b'],
  ])('at %s they are of%s', (source, inside) => {
    expect(offered(source, 'object')).toContain(`Sort fields${inside} in contract order`);
  });

  it('are limited if commas or brackets are missing', () => {
    expect(offered('{"vmSize":"a"¦,}', 'file')).toEqual([
      'Convert all names to proto names (snake_case)',
      'Convert all names to JSON names (lowerCamelCase)',
    ]);
    expect(refactored('{"vmSize":¦"a",}', { name: 'protoNames', scope: 'file' })).toBe('{"vm_size":"a",}');
    expect(refactored('{"vm_size":¦"","version":"v1",}', { name: 'sortFields', scope: 'file' })).toBe(
      '{"vm_size":"","version":"v1",}',
    );
  });

  it('are not offered in other documents', () => {
    const at = { start: 0, end: 0 };
    for (const [file, content] of [
      ['a.yaml', '#cloud-config\nruncmd: []\n'],
      ['a.node-config.json', '[]'],
      ['a.node-config.json', ''],
      ['a.json', '{"a": 1}'],
    ] as const) {
      const analysis = new Analysis({ name: file, content }, nodePlatform);
      expect(refactorings(analysis, at)).toEqual([]);
      for (const refactoring of refactoringNames)
        expect(refactoringChanges(analysis, { name: refactoring, scope: 'file' }, at)).toEqual([]);
    }
  });

  it.each([
    [
      'sortFields',
      'object',
      '{"vm_size":"","runc_config":{"runc_package_url":"u",¦"runc_version":"1"},"version":"v1"}',
      '{"vm_size":"","runc_config":{"runc_version":"1","runc_package_url":"u"},"version":"v1"}',
    ],
    [
      'sortFields',
      'file',
      '{"vm_size":"","runc_config":{"runc_package_url":"u",¦"runc_version":"1"},"version":"v1"}',
      '{"version":"v1","runc_config":{"runc_version":"1","runc_package_url":"u"},"vm_size":""}',
    ],
    [
      'removeDefaults',
      'object',
      '{"vm_size":"","runc_config":{"runc_version":"",¦"runc_package_url":"u"}}',
      '{"vm_size":"","runc_config":{"runc_package_url":"u"}}',
    ],
    [
      'removeDefaults',
      'file',
      '{"vm_size":"","runc_config":{"runc_version":"",¦"runc_package_url":"u"}}',
      '{"runc_config":{"runc_package_url":"u"}}',
    ],
    [
      'jsonNames',
      'object',
      '{"vm_size":"","runc_config":{¦"runc_version":""}}',
      '{"vmSize":"","runcConfig":{"runcVersion":""}}',
    ],
  ] as const)('%s, %s: %s', (refactoring, scope, source, result) => {
    expect(refactored(source, { name: refactoring, scope })).toBe(result);
  });

  it.each([
    ['{"":"","vm_size":""}', '{"":"","vm_size":""}'],
    ['{"vm_size":"","version":"v1"}', '{"vm_size":"","version":"v1"}'],
    ['{"vm_size":"","is_vhd":true}', '{"is_vhd":true}'],
  ])('keep a document recognised: %s', (content, result) => {
    const analysis = new Analysis({ name: 'a.json', content }, nodePlatform);
    const changes = refactoringChanges(analysis, { name: 'removeDefaults', scope: 'file' }, { start: 1, end: 1 });
    expect(applyChanges(content, changes)).toBe(result);
  });
});
