import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { config, scaleSet } from '../core/fleet/support.js';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();
const of = (flags: Readonly<Record<string, string>>): string => JSON.stringify(config(flags));
mkdirSync(`${folder}/fleet`);
file('fleet/a.node-config.json', of({ '--max-pods': '30' }));
file('fleet/b.node-config.json', of({ '--max-pods': '30' }));
file('fleet/c.node-config.json', of({ '--max-pods': '=cmd|<b>' }));
file('fleet/notes.txt', 'nothing');
const fleet = `${folder}/fleet`;

describe('aks-bootstrap compare --group', () => {
  it('prints each group with its difference from the largest one', async () => {
    const { out, status } = await call(['compare', '--group', fleet]);
    expect(status).toBe(0);
    expect(out.replaceAll(fleet, '')).toBe(`3 documents, 2 groups

2 alike
  in /a.node-config.json, /b.node-config.json

1 differs in kubelet_config.kubelet_flags.--max-pods
  ~ kubelet_config.kubelet_flags.--max-pods
      - 30
      + =cmd|<b>
  in /c.node-config.json

1 file not recognised
`);
  });

  it('prints JSON with all members', async () => {
    const { out } = await call(['compare', '--group', '--format', 'json', fleet]);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      results: [],
      documents: 3,
      unrecognised: 1,
      groups: [{ title: 'alike', members: [{}, {}] }, { members: [{ file: `${fleet}/c.node-config.json` }] }],
    });
  });

  it('prints a table without values that a spreadsheet would run as formulas', async () => {
    const { out } = await call(['compare', '--group', '--format', 'csv', fleet]);
    const rows = out.split('\n');
    expect(rows[0]).toBe('group,documents,title,file,machine,differences');
    expect(rows).toHaveLength(5);
    const found = await call(['find', '--format', 'csv', '*max-pods', fleet]);
    expect(found.out).toContain(`c.node-config.json,,kubelet_config.kubelet_flags.--max-pods,'=cmd|<b>\n`);
  });

  it('prints one page without scripts, in which values are only text', async () => {
    const { out } = await call(['compare', '--group', '--format', 'html', fleet]);
    expect(out).toContain('=cmd|&lt;b&gt;');
    expect(out).not.toMatch(/<script|<b>|https?:/i);
    expect(out).toMatch(/color-scheme: light dark/);
  });

  it('reads lists of scale sets from standard input', async () => {
    const list = JSON.stringify([scaleSet('aks-a-1-vmss', config()), scaleSet('aks-b-1-vmss', config())]);
    const { out } = await call(['compare', '--group', '--name', 'fleet.json', '-'], list);
    expect(out).toContain('2 alike\n  in fleet.json (aks-a-1-vmss), fleet.json (aks-b-1-vmss)\n');
  });

  it('reports files that cannot be read, and goes on', async () => {
    const { out, err, status } = await call([
      'compare',
      '--group',
      `${fleet}/a.node-config.json`,
      `${folder}/none.json`,
    ]);
    expect(status).toBe(2);
    expect(err).toContain('there is no such file');
    expect(out).toContain('1 document, 1 group');
  });

  it('compares two files like diff without --group', async () => {
    const files = [`${fleet}/a.node-config.json`, `${fleet}/c.node-config.json`];
    expect((await call(['compare', ...files])).out).toBe((await call(['diff', ...files])).out);
    expect((await call(['compare', '--exact', ...files])).err).toContain('--exact is for --group');
  });

  it('compares two scale sets of one document by their names', async () => {
    const machines = [
      scaleSet('aks-a-1-vmss', config({ '--max-pods': '30' })),
      scaleSet('aks-b-1-vmss', config({ '--max-pods': '110' })),
      scaleSet('aks-c-1-vmss', config()),
    ];
    const list = JSON.stringify(machines);
    const names = ['--machine', 'aks-a-1-vmss', '--other-machine', 'aks-b-1-vmss'];
    const { out, status } = await call(['compare', ...names, '--name', 'fleet.json', '-'], list);
    expect(status).toBe(0);
    expect(out).toMatch(/^fleet\.json \(aks-a-1-vmss\) → fleet\.json \(aks-b-1-vmss\): 2 differences, /);
    expect(out).toContain('~ kubelet_config.kubelet_flags.--max-pods\n    - "30"\n    + "110"\n');
    const path = file('list.json', list);
    const asJson = async (...args: string[]) =>
      JSON.parse((await call(['compare', '--format', 'json', ...args])).out) as { results: object[] };
    const { results } = await asJson(...names, path);
    expect(results).toMatchObject([
      { files: [path, path], equal: false, machines: { before: 'aks-a-1-vmss', after: 'aks-b-1-vmss' } },
    ]);
    const two = await asJson('--machine', 'aks-b-1-vmss', path, path);
    expect(two.results).toMatchObject([{ equal: true, machines: { before: 'aks-b-1-vmss', after: 'aks-b-1-vmss' } }]);
  });

  it('names the scale sets there are if none is called so, and refuses names that have no use', async () => {
    const path = file('two.json', JSON.stringify([scaleSet('aks-a-1-vmss', {}), scaleSet('aks-b-1-vmss', {})]));
    const { out, status } = await call(['compare', '--machine', 'green', '--other-machine', 'aks-b-1-vmss', path]);
    expect(status).toBe(1);
    expect(out.replaceAll(folder, ''))
      .toBe(`/two.json → /two.json (aks-b-1-vmss): not compared completely, see the notes

Notes
error /two.json There is no scale set or VM called green here. There are aks-a-1-vmss and aks-b-1-vmss.
`);
    const grouped = await call(['compare', '--group', '--machine', 'a', path]);
    expect([grouped.status, grouped.err]).toEqual([2, expect.stringContaining("can't be combined with --group")]);
    expect((await call(['compare', '--machine', 'aks-a-1-vmss', path])).err).toContain('name two files');
  });

  it('compares a scale set of a document on two node images', async () => {
    const path = file('images.json', JSON.stringify([scaleSet('aks-a-1-vmss', {}), scaleSet('aks-b-1-vmss', {})]));
    const images = ['--from-image', '202603.30.0', '--to-image', '202608.20.0'];
    const { out } = await call(['diff', ...images, '--machine', 'aks-b-1-vmss', path]);
    expect(out).toContain('(aks-b-1-vmss) at 202603.30.0 → ');
    expect(out).not.toContain('aks-a-1-vmss');
  });
});

describe('aks-bootstrap find', () => {
  it('prints documents with their values', async () => {
    const { out, status } = await call(['find', '--where', '*max-pods!=30', 'kubelet_config.kubelet_flags.*', fleet]);
    expect(status).toBe(0);
    expect(out.replaceAll(fleet, '')).toBe(`/c.node-config.json  kubelet_config.kubelet_flags.--max-pods  =cmd|<b>
/c.node-config.json  kubelet_config.kubelet_flags.--v  2
`);
  });

  it('prints how many documents have a value', async () => {
    const { out } = await call(['find', '--count', '*max-pods', fleet]);
    expect(out).toBe(`    2 documents  kubelet_config.kubelet_flags.--max-pods  30
     1 document  kubelet_config.kubelet_flags.--max-pods  =cmd|<b>
`);
    const json = await call(['find', '--count', '--format', 'json', 'version', fleet]);
    expect(JSON.parse(json.out)).toMatchObject({ counts: [{ path: 'version', value: 'v1', documents: 3 }] });
  });

  it('masks secrets', async () => {
    const token = 'abcdef.0123456789abcdef';
    const text = JSON.stringify(config({}, { bootstrapping_config: { tls_bootstrapping_token: token } }));
    for (const format of ['text', 'json', 'csv']) {
      const { out } = await call(['find', '--format', format, '*', '-'], text);
      expect(out).not.toContain(token);
      expect(out).toContain('********');
    }
    expect((await call(['find', '--show-secrets', '*token', '-'], text)).out).toContain(token);
  });

  it('ends with 1 if nothing is found, and with 2 without a file', async () => {
    expect(await call(['find', 'gpu_config', fleet])).toMatchObject({ status: 1, out: '' });
    expect((await call(['find', 'gpu_config'])).status).toBe(2);
    expect((await call(['find', '--where', '=', 'gpu_config', fleet])).err).toContain('--where must be conditions');
  });
});

describe('aks-bootstrap validate --summary', () => {
  const faulty = (name: string, image: string): object =>
    scaleSet(name, { ...config(), kubelet_config: { unknown: 1, kubelet_flags: { '--v': '2' } } }, { image });
  const list = JSON.stringify([
    scaleSet('aks-a-1-vmss', config()),
    scaleSet('aks-b-1-vmss', config()),
    faulty('aks-c-1-vmss', '202601.15.0'),
  ]);
  const args = ['validate', '--select', 'contract/unknown-field', '--name', 'fleet.json', '-'];

  it('counts problems by code', async () => {
    const { out } = await call([...args, '--summary', 'code'], list);
    expect(out).toBe('error contract/unknown-field  1 problem in 1 file\n\n1 file, 1 error, 0 warnings\n');
    expect((await call([...args, '--format', 'summary'], list)).out).toBe(out);
  });

  it('counts the problems of each image and its scale sets', async () => {
    const { out, status } = await call([...args, '--summary', 'image'], list);
    expect(out).toBe(`202601.15.0: 1 document
  error contract/unknown-field  1 problem in 1 document

202605.27.0: 2 documents
  no problems

1 file, 1 error, 0 warnings
`);
    expect(status).toBe(1);
  });

  it('counts the problems of documents that mean the same', async () => {
    const { out } = await call([...args, '--summary', 'group', '--format', 'json'], list);
    expect(JSON.parse(out)).toMatchObject({
      results: [],
      summary: { files: 1, errors: 1 },
      by: 'group',
      groups: [
        { title: 'alike', documents: 2, codes: [] },
        { title: 'has image 202601.15.0', documents: 1, codes: [{ code: 'contract/unknown-field', problems: 1 }] },
      ],
    });
  });

  it('excludes formats that list problems', async () => {
    expect(await call([...args, '--summary', 'image', '--format', 'sarif'], list)).toMatchObject({
      status: 2,
      out: '',
    });
  });
});
