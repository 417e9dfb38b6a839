import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../../server/src/adapters/nodePlatform.js';
import { Analysis, limits, type TemplateOptions, validate } from '../../../../server/src/core/index.js';
import { parseExpression } from '../../../../server/src/core/formats/arm/parse.js';
import { decodeReport } from '../../../support/decodeReport.js';

interface Template {
  readonly variables?: object;
  readonly parameters?: object;
}

function analysed(customData: string, { variables = {}, parameters = {} }: Template, templates?: TemplateOptions) {
  const text = JSON.stringify({
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    parameters,
    variables,
    resources: [{ type: 'Microsoft.Compute/virtualMachines', properties: { osProfile: { customData } } }],
  });
  return new Analysis({ name: 'template.json', content: text, templates }, nodePlatform);
}

/** The text that an expression gives, with numbers in place of what is not resolved, and those expressions. */
function evaluated(
  customData: string,
  template: Template = {},
  templates?: TemplateOptions,
): [string, readonly string[]] {
  const [child] = analysed(customData, template, templates).root.children;
  const text = child?.payload.text ?? '';
  return [text.replaceAll(/__ARM_EXPR_(\d+)__/g, '<$1>'), child?.payload.details.unresolved ?? []];
}

describe('expressions of known values', () => {
  it.each([
    ["concat('a', 'it''s', 1, true())", "ait's1True"],
    ["base64ToString(base64('plain text'))", 'plain text'],
    ["base64ToString('cGxhaW4gdGV4dA==')", 'plain text'],
    ["format('{0}-{1}-{{0}}', 'a', 2)", 'a-2-{0}'],
    ["concat('x', base64('y'))", 'xeQ=='],
    ["toUpper(replace(trim('  a-b '), '-', '_'))", 'A_B'],
    ["join(split('a,b;c', createArray(',', ';')), ' ')", 'a b c'],
    ["if(and(equals('a', 'A'), not(empty('x'))), 'yes', variables('missing'))", 'yes'],
    ["if(or(false(), greater(1, 2)), variables('missing'), 'no')", 'no'],
    ["substring('abcdef', 2, 3)", 'cde'],
    ['string(json(\'{"a":[1,null]}\').a)', '[1,null]'],
    ['json(\'{"a":{"B":"deep"}}\').A.b', 'deep'],
    ["first(skip(createArray('a','b','c'), 1))", 'b'],
    ["string(contains('abc', 'b'))", 'True'],
    ["uriComponent('a b/c')", 'a%20b%2Fc'],
    ["padLeft('7', 3, '0')", '007'],
    ["dataUriToString(dataUri('hello'))", 'hello'],
    ["coalesce(null(), 'b')", 'b'],
  ])('%s', (expression, expected) => {
    expect(evaluated(`[${expression}]`)).toEqual([expected, []]);
  });
});

describe('variables that double each other', () => {
  const functions: Readonly<Record<string, (value: string) => string>> = {
    concat: (value) => `concat(${value}, ${value})`,
    format: (value) => `format('{0}{0}', ${value})`,
    'format with text': (value) => `format('a{0}{0}', ${value})`,
    replace: (value) => `replace(${value}, 'a', 'aa')`,
    join: (value) => `join(createArray(${value}, ${value}), 'a')`,
    string: (value) => `string(createArray(${value}, ${value}))`,
    base64: (value) => `base64(concat(${value}, ${value}))`,
  };
  const beginnings = { 'a letter': 'a', 'a long text': 'a'.repeat(10_000), 'an unknown value': "[parameters('p')]" };
  /** The other functions are evaluated only if all of their arguments are known, and have no value if it is too long. */
  const collecting = ['concat', 'format', 'format with text'];
  const cases = Object.entries(functions).flatMap(([name, double]) =>
    Object.entries(beginnings).map(([beginning, first]) => {
      return { name, double, beginning, first, collects: collecting.includes(name) };
    }),
  );
  it.each(cases)('stay unknown with $name of $beginning', ({ double, first, collects }) => {
    const variables: Record<string, string> = { v0: first };
    for (let i = 1; i < 40; i++) variables[`v${i}`] = `[${double(`variables('v${i - 1}')`)}]`;
    const analysis = analysed("[base64(variables('v39'))]", { variables });
    const [child] = analysis.root.children;
    expect(child?.payload.text?.length).toBeLessThan(limits.armTextLength);
    expect(child?.payload.details.unresolved).not.toEqual([]);
    const isLimited = validate(analysis).problems.some(({ code }) => code === 'payload/limit-expressions');
    expect(isLimited).toBe(collects);
  });
});

describe('lists and objects that hold each other twice', () => {
  const doubled: Readonly<Record<string, (value: string) => string>> = {
    createArray: (value) => `createArray(${value}, ${value})`,
    createObject: (value) => `createObject('a', ${value}, 'b', ${value})`,
    concat: (value) => `concat(${value}, ${value})`,
    'createArray and union': (value) => `union(createArray(${value}), createArray(createArray(${value})))`,
  };
  const uses: Readonly<Record<string, (value: string) => string>> = {
    string: (value) => `string(${value})`,
    contains: (value) => `string(contains(${value}, ${value}))`,
    equals: (value) => `if(equals(${value}, ${value}), 'a', 'b')`,
    'a member': (value) => `string(${value}[0])`,
  };
  const cases = Object.entries(doubled).flatMap(([name, double]) =>
    Object.entries(uses).map(([use, text]) => ({ name, double, use, text })),
  );
  it.each(cases)('stay unknown with $name, used by $use', ({ double, text }) => {
    const variables: Record<string, string> = { v0: "[createArray('a', 'b')]" };
    for (let i = 1; i < 24; i++) variables[`v${i}`] = `[${double(`variables('v${i - 1}')`)}]`;
    const analysis = analysed(`[base64(${text("variables('v23')")})]`, { variables }, { useDefaults: true });
    expect(analysis.root.children[0]?.payload.details.unresolved).not.toEqual([]);
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['payload/limit-expressions']);
  });

  it('stay unknown if they are nested too deeply, one by one', () => {
    const variables: Record<string, string> = { v0: "[createArray('a')]" };
    for (let i = 1; i < 5_000; i++) variables[`v${i}`] = `[createArray(variables('v${i - 1}'))]`;
    const used = Object.keys(variables).map((name) => `string(length(variables('${name}')))`);
    const analysis = analysed(`[concat(${used.slice(0, 1_500).join(',')})]`, { variables }, { useDefaults: true });
    expect(analysis.root.children[0]?.payload.details.unresolved).not.toEqual([]);
  });
});

describe('variables and parameters', () => {
  const variables = {
    name: 'node',
    full: "[concat(variables('name'), '-', parameters('suffix'))]",
    settings: { inner: { text: "[toUpper(variables('name'))]" } },
    list: ['zero', "[variables('name')]"],
    literal: '[[not an expression]',
  };
  const parameters = { suffix: { type: 'string', defaultValue: 'x1' }, count: { type: 'int', defaultValue: 2 } };
  const template = { variables, parameters };

  it.each<[string, string, readonly string[]]>([
    ["[variables('full')]", 'node-<0>', ["parameters('suffix')"]],
    ["[variables('settings').inner.text]", 'NODE', []],
    ["[variables('list')[1]]", 'node', []],
    ["[concat(variables('literal'), '!')]", '[not an expression]!', []],
    [
      "[concat(variables('missing'), reference('x').y, resourceGroup().name)]",
      '<0><1><2>',
      ["variables('missing')", "reference('x').y", 'resourceGroup().name'],
    ],
    [
      "[base64(concat('#!/bin/sh\n', base64(parameters('suffix'))))]",
      '#!/bin/sh\n<0>',
      ["base64(parameters('suffix'))"],
    ],
    ["[toUpper(parameters('suffix'))]", '<0>', ["toUpper(parameters('suffix'))"]],
    ["[concat('n', add(1, 2))]", 'n<0>', ['add(1, 2)']],
    ["[format('{0:N}', 1)]", '<0>', ["format('{0:N}', 1)"]],
  ])('%s', (expression, text, unresolved) => {
    expect(evaluated(expression, template)).toEqual([text, unresolved]);
  });

  it('take values from a file, then from the request, then defaults where those are asked for', () => {
    const full = "[concat(variables('full'), ' ', add(parameters('count'), 1))]";
    expect(evaluated(full, template, { useDefaults: true })).toEqual(['node-x1 3', []]);
    const file = JSON.stringify({ parameters: { suffix: { value: 'from file' }, count: { value: 4 } } });
    expect(evaluated(full, template, { parameters: file })).toEqual(['node-from file 5', []]);
    expect(evaluated(full, template, { parameters: '{broken' })[1]).toHaveLength(2);
    const secret = '{"suffix":{"reference":{"keyVault":{"id":"x"},"secretName":"s"}}}';
    expect(evaluated("[parameters('suffix')]", template, { parameters: secret })[1]).toEqual(["parameters('suffix')"]);
  });

  it('that loops make are lists where numbers are computed', () => {
    const looped = {
      parameters: { count: { type: 'int', defaultValue: 2 } },
      variables: {
        copy: [
          { name: 'names', count: "[parameters('count')]", input: "[concat('n', copyIndex('names', 1), copyIndex())]" },
        ],
      },
    };
    const text = "[join(variables('names'), ',')]";
    expect(evaluated(text, looped, { useDefaults: true })).toEqual(['n10,n21', []]);
    expect(evaluated(text, looped)[1]).toEqual([text.slice(1, -1)]);
    expect(evaluated("[concat('a', copyIndex())]", looped, { useDefaults: true })[1]).toEqual(['copyIndex()']);
  });

  it('of a deployment and of a template inside of it are told apart', () => {
    const inner = {
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
      parameters: { who: { type: 'string' } },
      variables: { where: 'inner' },
      resources: [
        { properties: { osProfile: { customData: "[concat(variables('where'), ' ', parameters('who'))]" } } },
      ],
    };
    const deployment = (scope: string): object => ({
      type: 'Microsoft.Resources/deployments',
      properties: {
        expressionEvaluationOptions: { scope },
        parameters: { who: { value: "[variables('where')]" } },
        template: inner,
      },
    });
    const request = (scope: string): string =>
      JSON.stringify({
        properties: {
          mode: 'Incremental',
          parameters: { who: { value: 'request' } },
          template: { ...inner, variables: { where: 'outer' }, resources: [deployment(scope)] },
        },
      });
    const text = (scope: string): string | undefined =>
      new Analysis({ name: 'r.json', content: request(scope) }, nodePlatform).root.children[0]?.payload.text;
    expect([text('inner'), text('outer')]).toEqual(['inner outer', 'outer request']);
  });

  it('that lead back to themselves are named and stay as they are', () => {
    const cyclic = { variables: { a: "[variables('b')]", b: "[concat('x', variables('a'))]" } };
    const analysis = analysed("[variables('a')]", cyclic);
    expect(analysis.root.children[0]?.payload.details).toMatchObject({ unresolved: ["variables('a')"], cyclic: ['a'] });
    expect(validate(analysis).problems.map(({ code }) => code)).toContain('payload/arm-variable-cycle');
  });
});

describe('a payload from an expression', () => {
  it('is opened like any other, with exact places', () => {
    const analysis = analysed("[base64(concat('#cloud-config\nhostnam: ', 'x'))]", {});
    const [found] = validate(analysis).problems.filter(({ code }) => code === 'cloud-config/unknown-key');
    expect(analysis.text.slice(found?.span.start, found?.span.end)).toBe('hostnam');
    expect(analysis.root.children[0]?.payload.layers).toEqual(['arm-expression', 'base64', 'cloud-config']);
  });

  it('marks files that depend on what is not known', () => {
    const analysis = analysed(
      "[base64(concat('#cloud-config\nwrite_files:\n- path: /a\n  encoding: b64\n  content: ', parameters('p'), '\n- path: /b\n  content: known\n'))]",
      {},
    );
    const report = decodeReport(analysis);
    expect(report.payloads?.[0]?.files).toMatchObject([
      { path: '/a', partial: true, layers: ['base64'] },
      { path: '/b', bytes: 5 },
    ]);
    expect(report.payloads?.[0]?.files?.[0]?.sha256).toBeUndefined();
    expect(validate(analysis).problems).toEqual([]);
  });

  it('may be all that was copied', () => {
    const { root } = new Analysis(
      { name: 'x.txt', content: "[base64(concat('#!/bin/sh\nset ', variables('x')))]" },
      nodePlatform,
    );
    expect(root.children[0]?.payload.text).toBe('#!/bin/sh\nset __ARM_EXPR_0__');
  });
});

describe('expressions that cannot be read', () => {
  it.each([
    ["[concat('a)]", 'never closed'],
    ["[concat('a' 'b')]", 'missing'],
    ["[concat('a')", undefined],
    ["[concat('a').]", 'name is missing'],
    ["[concat('a')[0]", undefined],
    [`[${'f('.repeat(limits.armDepth + 2)}${')'.repeat(limits.armDepth + 2)}]`, 'too deeply'],
    [`[concat(${"'a',".repeat(limits.armArguments)}'a')]`, 'too many'],
  ])('%.40s', (text, reason) => {
    const parsed = parseExpression(text);
    if (reason !== undefined)
      expect(parsed).toMatchObject({ error: { reason: expect.stringContaining(reason) as unknown } });
    if (!text.endsWith(']')) return;
    const codes = validate(analysed(text, {})).problems.map(({ code }) => code);
    if (reason !== undefined) expect(codes).toContain('payload/arm-expression-invalid');
  });

  it('are no trouble, whatever they are', () => {
    const piece = fc.constantFrom("'", "''", '(', ')', '[', ']', ',', '.', 'concat', 'variables', 'a', '0', ' ', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = `[f(${pieces.join('')}]`;
        const parsed = parseExpression(text);
        if (!parsed.ok) expect(parsed.error.span.start).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('stop at their number of steps', () => {
    const variables: Record<string, string> = { v0: "[concat(parameters('p'), parameters('p'))]" };
    for (let i = 1; i < 40; i++) variables[`v${i}`] = `[concat(variables('v${i - 1}'), variables('v${i - 1}'))]`;
    const analysis = analysed("[base64(variables('v39'))]", { variables });
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['payload/limit-expressions']);
  });

  it('stop where functions read and make long texts', () => {
    const calls = Array.from({ length: 1_500 }, () => "string(length(toUpper(variables('v'))))").join(',');
    const analysis = analysed(`[concat(${calls})]`, { variables: { v: 'a'.repeat(100_000) } });
    expect(validate(analysis).problems.map(({ code }) => code)).toContain('payload/limit-expressions');
  });

  it('make no text without bounds', () => {
    const variables: Record<string, string> = { v0: 'a'.repeat(1_000) };
    for (let i = 1; i < 40; i++) variables[`v${i}`] = `[replace(variables('v${i - 1}'), 'a', 'aaaa')]`;
    expect(evaluated("[variables('v39')]", { variables })[0].length).toBeLessThanOrEqual(limits.armTextLength);
  });

  it('make no text without bounds in an expression of its own, where each function adds a third', () => {
    const content = `[${'base64('.repeat(limits.armDepth - 10)}'a'${')'.repeat(limits.armDepth - 10)}]`;
    const analysis = new Analysis({ name: 'a.txt', content }, nodePlatform);
    expect(validate(analysis).problems).toEqual([]);
    expect(decodeReport(analysis, { withText: true }).layers).toContain('arm-expression');
  });
});
