import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  analyze,
  type AnalyzedDocument,
  compare,
  decode,
  explain,
  redact,
  render,
  type Renderings,
  validate,
} from '../server/src/library/index.js';
import { documentKinds, failureFamilies } from '../server/src/core/names.js';
import { call } from './support/commandLine.js';

const sample = (name: string): AnalyzedDocument =>
  analyze(readFileSync(`test/samples/${name}`), { name: `test/samples/${name}` });
const config = 'aks-node-controller-config.json';
const names = [config, 'faulty.node-config.json', 'cloud-config.yaml', 'vmss.json', 'provisioning-error.txt'];

/** What the command line prints about files, without what the whole call has. */
async function printed(...args: string[]): Promise<unknown> {
  const { results } = JSON.parse((await call([...args, '--format', 'json'])).out) as { results: unknown[] };
  return results[0];
}

/** As JSON has it. */
const json = (value: object): unknown => JSON.parse(JSON.stringify(value));

describe('the library gives the same results as the command line', () => {
  it.each(names)('for %s', async (name) => {
    const path = `test/samples/${name}`;
    const document = sample(name);
    expect(json(validate(document))).toEqual(await printed('validate', path));
    expect(json(decode(document))).toEqual(await printed('decode', path));
    expect(json(decode(document, { withText: true }))).toEqual(await printed('decode', '--text', path));
    expect(json(explain(document))).toEqual(await printed('explain', path));
    expect(json(redact([document]).results[0] ?? {})).toEqual(await printed('redact', path));
    const other = sample(config);
    expect(json(compare(document, other)[0] ?? {})).toEqual(await printed('diff', path, `test/samples/${config}`));
  });

  it.each<[keyof Renderings, string]>([
    ['custom-data', config],
    ['cse', config],
    ['env', config],
    ['boot-command', config],
    ['node-files', config],
    ['vmss', config],
    ['env', 'cloud-config.yaml'],
    ['karpenter', 'shop.bootstrap-options.json'],
    ['karpenter', config],
  ])('for a rendering of %s from %s', async (what, name) => {
    expect(json(render(sample(name), what))).toEqual(await printed('render', what, `test/samples/${name}`));
  });

  it('for the options of both', async () => {
    const path = `test/samples/${config}`;
    const document = analyze(readFileSync(path), { name: path, nodeImage: '202603.30.0..202608.20.0', strict: true });
    const range = ['--node-image', '202603.30.0..202608.20.0'];
    expect(json(validate(document))).toEqual(await printed('validate', '--strict', ...range, path));
    const flatcar = render(sample(config), 'custom-data', { dialect: 'flatcar', showSecrets: true });
    const args = ['custom-data', '--dialect', 'flatcar', '--show-secrets', path];
    expect(json(flatcar)).toEqual(await printed('render', ...args));
  });
});

describe('the library', () => {
  it('masks secrets in every result unless the caller wants to see them', () => {
    const secret = 'tr0ub4dor-invented';
    const text = `#cloud-config\nruncmd:\n  - curl -u admin:${secret} https://contoso.test\n`;
    const document = analyze(text, { name: 'a.yaml' });
    const results = (options: object): object[] => [
      validate(document, options),
      decode(document, { withText: true, ...options }),
      compare(document, analyze(text.replace('https', 'http')), options),
      explain(analyze(`+ curl -u admin:${secret} https://contoso.test\n+ exit 50\n`, { name: 'a.log' }), options),
    ];
    for (const result of results({})) expect(JSON.stringify(result)).not.toContain(secret);
    const shown = results({ showSecrets: true }).filter((result) => JSON.stringify(result).includes(secret));
    expect(shown.length).toBeGreaterThan(1);
  });

  it.each([
    [{ nodeImage: 'newest' }, /nodeImage/],
    [{ cloudInit: 'x' }, /cloudInit/],
    [{ instanceData: '[' }, /instanceData/],
    [{ karpenterSettings: 'a: [' }, /karpenterSettings/],
    [{ karpenter: 'latest' }, /karpenter/],
  ])('refuses wrong options with their name: %j', (options, message) => {
    expect(() => analyze('{}', options)).toThrow(TypeError);
    expect(() => analyze('{}', options)).toThrow(message);
  });

  it('refuses wrong options of renderings, and documents that are not its own', () => {
    const document = sample(config);
    expect(() => render(document, 'env', { containerd: 'new' })).toThrow(/containerd/);
    expect(() => render(document, 'env', { gpuComponents: '[]' })).toThrow(/gpuComponents/);
    expect(() => render(document, 'x' as 'env')).toThrow(/rendering "x"/);
    expect(() => validate({ name: 'a', kind: 'unknown', title: '' })).toThrow(/analyze/);
  });

  it('declares the kinds and tables of the core', () => {
    const types = readFileSync('server/src/library/types.ts', 'utf8');
    for (const word of [...documentKinds, ...failureFamilies]) expect(types).toContain(`'${word}'`);
  });
});
