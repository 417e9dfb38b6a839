import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, maskingOf, validate, validationResult } from '../../../server/src/core/index.js';
import { shapeFaults } from '../../../server/src/core/cloudConfig/schema/shapeFaults.js';
import { renderTemplate } from '../../../server/src/core/formats/jinja/render.js';
import { dictOf } from '../../../server/src/core/formats/jinja/values.js';
import { parseJson } from '../../../server/src/core/formats/json/parse.js';
import { parseMime } from '../../../server/src/core/formats/mime/message.js';
import { readShell } from '../../../server/src/core/formats/shell/commands.js';
import { readTar } from '../../../server/src/core/formats/tar.js';
import { parseYaml } from '../../../server/src/core/formats/yaml/read.js';
import { problem } from '../../../server/src/core/problems/problem.js';
import { runRules } from '../../../server/src/core/problems/rules.js';
import { Budget } from '../../../server/src/core/text/budget.js';
import { finished } from '../../../server/src/core/text/steps.js';
import { config } from '../../support/analyse.js';
import { tar } from '../../support/tar.js';

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
  ['a script', 'a.sh', `#!/bin/sh\n${many((i) => `cat <<E >/f${i}\nx\nE\n`, '')}`],
  ['a long substitution', 'a.sh', `#!/bin/sh\ncat <<E >/f\nx\nE\necho "$(${many(() => 'ls;', ' ')})"\n`],
  ['a command line', 'a.txt', `${many((i) => `A${i}="$(b)"`, ' ')} /usr/bin/nohup /bin/bash -c go`],
  ['headers', 'a.txt', `MIME-Version: 1.0\n${many((i) => `X-${i}: a`, '\n')}\n\nx`],
  [
    'a table',
    'a.csv',
    `Operation name,Status,Time,Level,Caller,Properties\n${many(() => 'a,b,c,d,e,"{""a"":1}"', '\n')}\n`,
  ],
  [
    'an archive',
    'a.json',
    `{"ignition":{"version":"3.4.0"},"storage":{"files":[{"path":"/a","contents":{"source":"data:;base64,${tar(...Array.from({ length: 300 }, (_, i) => ({ path: `f${i}`, content: 'x' }))).toString('base64')}"}}]}}`,
  ],
  ['commands', 'a.yaml', `#cloud-config\nruncmd: [${many(() => '[ls]')}]\n`],
  [
    'a template',
    'a.json',
    `{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","contentVersion":"1.0.0.0","variables":{"v":"x"},"resources":[{"type":"Microsoft.Compute/virtualMachines","properties":{"osProfile":{"customData":"[concat(${Array.from({ length: 1_500 }, () => "toUpper(variables('v'))").join(',')})]"}}}]}`,
  ],
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

  it('does not say that what it has not read is never closed', () => {
    for (const text of [`echo "$(${many(() => 'ls;', ' ')})"`, `echo "${many(() => '$a', ' ')}"`]) {
      expect(hurried((budget) => readShell(text, budget)).unclosed).toBeUndefined();
      expect(readShell(text.slice(0, -1)).unclosed).toBeDefined();
    }
    const substitution = `echo $(cat <<E\nx\nE\ncat <<F ${many(() => 'ls', ' ')}\nF\n)`;
    expect(
      hurried((budget) => readShell(substitution, budget)).hereDocuments.map(({ delimiter }) => delimiter),
    ).toEqual(['E']);
  });

  it('leaves out the parts of a message, the members of an archive and the failures of a schema that are left', () => {
    const message = `Content-Type: multipart/mixed; boundary=b\n\n${many(() => '--b\n\nx\n', '')}--b--\n`;
    const parts = hurried((budget) => parseMime(message, budget)).parts?.length ?? 0;
    const archive = tar(...Array.from({ length: count }, (_, i) => ({ path: `f${i}` })));
    const members = hurried((budget) => readTar(archive, count, budget)).members.length;
    const shape = { type: 'array', items: { type: 'string' } };
    const faults = hurried((budget) =>
      shapeFaults(shape, { value: Array.from({ length: count }, () => 1), made: new Map() }, budget),
    ).length;
    for (const length of [parts, members, faults]) {
      expect(length).toBeGreaterThan(100);
      expect(length).toBeLessThan(count);
    }
  });

  it('ends a template of Jinja as one that takes too long', () => {
    const rendered = hurried((budget) =>
      renderTemplate('{% for i in range(3000) %}{{ i }}{% endfor %}', dictOf([]), budget),
    );
    expect(rendered).toMatchObject({ ok: false, error: { kind: 'limit', message: 'Rendering takes too long.' } });
  });

  it('keeps the problems that rules have found', () => {
    const endless = {
      name: 'endless',
      *check() {
        for (;;) yield problem('json/empty', { start: 0, end: 0 }, 'x');
      },
    };
    const { problems, failures } = hurried((budget) => finished(runRules([endless, endless], undefined, budget)));
    expect(problems.length).toBeGreaterThan(100);
    expect(failures).toEqual([]);
  });
});
