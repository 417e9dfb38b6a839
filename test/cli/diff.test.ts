import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { expectGolden } from '../support/golden.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();

const full = 'test/core/nodeConfig/render/environment/full.node-config.json';
const fullText = readFileSync(full, 'utf8');
const vmss = 'test/samples/vmss.json';
const sample = 'test/samples/aks-node-controller-config.json';

const pem = (name: string) => readFileSync(`test/fixtures/certificates/${name}.pem`).toString('base64');

/** The full config with a change of every sort. */
const changed = file(
  'changed.node-config.json',
  fullText
    .replace('"1.34.1"', '"1.33.2"')
    .replace('"kubernetes_ca_cert": "', `"unknown_field": 1, "kubernetes_ca_cert": "${pem('root')}", "x": "`)
    .replace('["localhost", ".svc"]', '[".svc", "localhost"]')
    .replace('"--max-pods": "110"', '"--max-pods": "250", "--v": "4"')
    .replace('Passw0rd-of-the-realm', 'An0ther-of-the-realm')
    .replace('"vm_max_map_count": 262144', '"vm_max_map_count": 65530')
    .replace(/"imds_restriction_config": \{[^}]*\},/, '')
    .replace('"mig_profile_layout": ["MIG3g", "MIG2g"]', '"mig_profile_layout": ["MIG1g", "MIG2g", "MIG3g"]'),
);

interface DiffResults {
  version: number;
  results: {
    files: string[];
    equal: boolean;
    machines?: { before?: string; after?: string };
    fields: { path: string; kind: string; ranges: { before?: Range; after?: Range } }[];
    variables: { name: string; causes: string[] }[];
    notes: { severity: string; side?: string; message: string }[];
    error?: { code: string };
  }[];
}
interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

async function json(args: string[], stdin = ''): Promise<DiffResults> {
  return JSON.parse((await call(['diff', ...args, '--format', 'json'], stdin)).out) as DiffResults;
}

describe('diff', () => {
  it('prints differing fields and their effects on the node', async () => {
    const { status, out, err } = await call(['diff', full, changed]);
    expect([status, err]).toEqual([0, '']);
    expectGolden('diff/full.txt', out.replaceAll(folder, ''));
    expect(out).not.toContain('of-the-realm');
    expect(out).not.toContain('\u001b');
    const shown = await call(['diff', '--show-secrets', full, changed], '', true);
    expect(shown.out).toContain('An0ther-of-the-realm');
    expect(shown.out).toContain('\u001b[31m- "Passw0rd-of-the-realm"');
  });

  it('reports that two documents are equivalent', async () => {
    const reformatted = file('same.node-config.json', JSON.stringify(JSON.parse(fullText)));
    const { status, out } = await call(['diff', '--exit-code', full, reformatted]);
    expect([status, out]).toEqual([0, `${full} → ${reformatted}: no differences in node config\n`]);
  });

  it('exits with 1 for differences only if --exit-code is given', async () => {
    expect((await call(['diff', full, sample])).status).toBe(0);
    expect((await call(['diff', '--exit-code', full, sample])).status).toBe(1);
  });

  it('prints paths, ranges and causes as JSON', async () => {
    const { version, results } = await json([full, changed]);
    expect(version).toBe(1);
    expect(results).toHaveLength(1);
    const [result] = results;
    expect(result).toMatchObject({ files: [full, changed], equal: false });
    const found = result?.fields.find(({ path }) => path === 'kubernetes_version');
    const line = fullText.split('\n').findIndex((text) => text.includes('"kubernetes_version"'));
    expect(found?.ranges.before).toEqual({ start: { line, character: 2 }, end: { line, character: 32 } });
    expect(result?.variables.find(({ name }) => name === 'KUBERNETES_VERSION')?.causes).toEqual(['kubernetes_version']);
    expect(JSON.stringify(results)).not.toContain('of-the-realm');
  });

  it('opens scale sets, and reads one file from standard input', async () => {
    const { results } = await json(['--name', 'deployed.json', '-', sample], readFileSync(vmss, 'utf8'));
    expect(results).toMatchObject([
      {
        files: ['deployed.json', sample],
        machines: { before: 'aks-pool1-40871234-vmss' },
        fields: [{ path: 'kubelet_config.kubelet_node_labels', kind: 'added' }],
      },
    ]);
  });

  it('prints the differences of two scale sets, and what was not compared', async () => {
    const model = JSON.parse(readFileSync(vmss, 'utf8')) as object;
    const pool = (name: string, size: string, extensions: readonly string[]): string =>
      file(
        name,
        JSON.stringify({
          ...model,
          etag: name,
          sku: { name: size, capacity: 3 },
          extensionProfile: { extensions: extensions.map((extension) => ({ name: extension, settings: { a: [1] } })) },
        }),
      );
    const blue = pool('blue.vmss.json', 'Standard_D4s_v5', ['vmssCSE', 'AKSLinuxExtension']);
    const { status, out } = await call(['diff', blue, pool('green.vmss.json', 'Standard_B2s', ['vmssCSE'])]);
    expect(status).toBe(0);
    expectGolden('diff/model.txt', out.replaceAll(folder, ''));
    const same = await call([
      'diff',
      '--exit-code',
      blue,
      pool('same.vmss.json', 'standard_d4s_v5', ['AKSLinuxExtension', 'vmssCSE']),
    ]);
    expect(same).toMatchObject({
      status: 0,
      out: expect.stringContaining(': no differences in node config, model') as string,
    });
  });

  it('shows a refused value, and calls identical refused files identical', async () => {
    const refused = (name: string, value: string) =>
      file(name, fullText.replace('"enable_ssh": false', `"enable_ssh": ${value}`));
    const [quoted, again] = [refused('quoted.node-config.json', '"true"'), refused('again.node-config.json', '"true"')];
    const { out } = await call(['diff', quoted, refused('right.node-config.json', 'true')]);
    expect(out).toContain('~ enable_ssh\n    - "true" (refused by the node)\n    + true\n');
    expect(await call(['diff', quoted, again])).toMatchObject({
      status: 1,
      out: expect.stringContaining(': identical, but not everything can be read; see the notes\n') as string,
    });
  });

  it("reports what can't be compared, and exits with 1", async () => {
    const faulty = 'test/samples/faulty.node-config.json';
    const { status, out } = await call(['diff', faulty, sample]);
    expect(status).toBe(1);
    expect(out).toContain(`error ${faulty} The node refuses this config: `);
    const other = await call(['diff', 'test/samples/cloud-config.yaml', sample]);
    expect([other.status, other.out]).toEqual([1, expect.stringContaining('not compared completely, see the notes')]);
  });

  it('shows control characters as escapes', async () => {
    const [a, b] = [file('a.txt', '#!/bin/sh\na\u001b[2J\n'), file('b.txt', '#!/bin/sh\nb\u202e\n')];
    const { out } = await call(['diff', a, b]);
    expect(out).toContain('- a\\u001b[2J');
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });

  it("exits with 2 if a file can't be read", async () => {
    const missing = join(folder, 'nowhere.json');
    const { status, out, err } = await call(['diff', missing, sample]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('nowhere.json cannot be read: there is no such file');
    const { results } = await json([sample, missing]);
    expect(results).toMatchObject([{ file: missing, error: { code: 'file/unreadable' } }]);
  });

  it.each([
    [[sample], 'name two files'],
    [[sample, sample, sample], 'name two files'],
    [['-', '-'], 'only one of the two'],
    [['--containerd', 'x', sample, sample], '--containerd must be a version'],
  ])('%j is wrong usage', async (args, message) => {
    const { status, err } = await call(['diff', ...args]);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });
});
