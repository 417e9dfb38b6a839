import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, maskingOf, validate, validationResult } from '../../../server/src/core/index.js';
import { parseJson } from '../../../server/src/core/formats/json/parse.js';
import { parseYaml } from '../../../server/src/core/formats/yaml/read.js';
import { problem } from '../../../server/src/core/problems/problem.js';
import { runRules } from '../../../server/src/core/problems/rules.js';
import { Budget } from '../../../server/src/core/text/budget.js';
import { config } from '../../support/analyse.js';

const count = 3_000;
const many = (entry: (index: number) => string, separator = ','): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join(separator);

const script = Buffer.from('#!/bin/sh\n').toString('base64');
const machine = (): string =>
  `{"type":"Microsoft.Compute/virtualMachines","properties":{"osProfile":{"customData":"${script}"}}}`;

/** Large documents whose work is in different stages. */
const documents: readonly (readonly [what: string, name: string, text: string])[] = [
  ['a JSON document', 'a.json', `[${many(() => '{"a":[1]}')}]`],
  ['a node config', 'a.json', config(`"kubelet_config":{"kubelet_flags":{${many((i) => `"--x${i}":"1"`)}}}`)],
  ['a list of machines', 'a.json', `[${many(machine)}]`],
  ['a cloud-config', 'a.yaml', `#cloud-config\n${many((i) => `key${i}: {a: [1]}`, '\n')}\n`],
  ['a cloud-config in brackets', 'a.yaml', `#cloud-config\n{${many((i) => `key${i}: [1]`)}}\n`],
  [
    'files of a cloud-config',
    'a.yaml',
    `#cloud-config\nwrite_files:\n${many((i) => `- {path: /a${i}, content: x}`, '\n')}\n`,
  ],
  ['a broken cloud-config', 'a.yaml', `#cloud-config\n${many((i) => `key${i}: [`, '\n')}\n`],
  [
    'a message',
    'a.txt',
    `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n${many(() => '--b\nContent-Type: text/cloud-config\n\n#cloud-config\nx: 1\n', '')}--b--\n`,
  ],
  ['lines of JSON', 'a.json', many(machine, '\n')],
];

/** The result of work with a budget that is spent after some readings of the clock. */
function hurried<Result>(work: (budget: Budget) => Result): Result {
  let now = 0;
  const budget = new Budget(() => now++, 4);
  return budget.timed(() => work(budget));
}

describe('an analysis whose time is used up', () => {
  it.each(documents)('ends soon and says so: %s', (_, name, content) => {
    for (const readingsLeft of [2, 6, 40]) {
      let now = 0;
      let readings = 0;
      const clock = (): number => {
        readings++;
        return now++;
      };
      const analysis = new Analysis(
        { name, content, limits: { decodeMilliseconds: readingsLeft } },
        { ...nodePlatform, now: clock },
      );
      const codes = validate(analysis).problems.map(({ code }) => code);
      expect(codes.filter((code) => code === 'payload/limit-time')).toHaveLength(1);
      // Each document that isn't opened any more costs a few readings; a stage that went on would take thousands.
      expect(readings).toBeLessThan(readingsLeft + 20 + 6 * [...analysis.documents()].length);
      const result = validationResult(name, analysis, maskingOf([analysis]));
      if ('cloudInit' in result) expect(result).toMatchObject({ cloudInit: { verdict: 'not-validated' } });
      if ('contract' in result && readingsLeft === 2)
        expect(result).toMatchObject({ contract: { parse: { ok: false } } });
    }
  });
});

describe('the search for secrets', () => {
  it('also finds those that there was no time to read', () => {
    const secret = 'tr0ub4dor-and-3';
    const members = many((i) => `"x${i}":[1]`);
    const protectedSettings = `{"protectedSettings":{"other":"${secret}"}}`;
    const content = `{"type":"Microsoft.Compute/virtualMachines",${members},"properties":{"extensions":[${protectedSettings}]}}`;
    let now = 0;
    const limits = { decodeMilliseconds: 2 };
    const analysis = new Analysis({ name: 'a.json', content, limits }, { ...nodePlatform, now: () => now++ });
    expect(validate(analysis).problems.map(({ code }) => code)).toContain('payload/limit-time');
    expect(maskingOf([analysis]).text(content).includes(secret)).toBe(false);
  });
});

describe('a reader with a spent budget', () => {
  it('keeps the JSON that it has read, without a problem', () => {
    const { root, problems } = hurried((budget) => parseJson(`[${many(String)}]`, budget));
    expect(problems).toEqual([]);
    expect(root).toMatchObject({ kind: 'array', unclosed: true });
    const length = root?.kind === 'array' ? root.items.length : 0;
    expect(length).toBeGreaterThan(100);
    expect(length).toBeLessThan(count);
  });

  it('has no problem with YAML that it has not read', () => {
    for (const text of [many((i) => `k${i}: 1`, '\n'), `[${many(String)}]`])
      expect(hurried((budget) => parseYaml(text, budget)).problems).toEqual([]);
  });

  it('keeps the problems that rules have found', () => {
    const endless = {
      name: 'endless',
      *check() {
        for (;;) yield problem('json/empty', { start: 0, end: 0 }, 'x');
      },
    };
    const { problems, failures } = hurried((budget) => runRules([endless, endless], undefined, budget));
    expect(problems.length).toBeGreaterThan(100);
    expect(failures).toEqual([]);
  });
});
