import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { cwd } from 'node:process';
import { describe, expect, it } from 'vitest';
import { call as run } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder } = temporaryFolder();

const files: Readonly<Record<string, string>> = {
  '.gitignore': 'out/\n*.secret.yaml\n',
  'a.yaml': '#cloud-config\npackges: [jq]\n',
  'a.secret.yaml': '#cloud-config\npackges: [jq]\n',
  'notes.md': 'Some notes.\n',
  'pools/good.yaml': '#cloud-config\npackages: [jq]\n',
  'pools/deep/b.node-config.json': '{"version": "v1", "cluster_configg": {}}\n',
  'pools/deep/[x].yaml': '#cloud-config\nruncmnd: [ls]\n',
  'out/a.yaml': '#cloud-config\npackges: [jq]\n',
  'node_modules/x/a.yaml': '#cloud-config\npackges: [jq]\n',
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(join(folder, dirname(name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
execFileSync('git', ['init', '-q', folder]);
symlinkSync(join(folder, 'a.yaml'), join(folder, 'link.yaml'));
symlinkSync(folder, join(folder, 'pools', 'loop'));

interface Answer {
  readonly results: readonly { readonly file: string }[];
  readonly summary: object;
}

/** The files that are named by operands below the folder, as `validate` lists them. */
async function checked(...operands: readonly string[]): Promise<string[]> {
  const { out } = await run(['validate', '--format', 'json', ...operands.map((name) => `${folder}/${name}`)]);
  const { results } = JSON.parse(out) as Answer;
  return results.map(({ file }) => relative(folder, file).split(sep).join('/'));
}

describe('a folder', () => {
  it('stands for the recognised files below it that Git does not ignore, without links', async () => {
    expect(await checked('')).toEqual([
      'a.yaml',
      'pools/good.yaml',
      'pools/deep/[x].yaml',
      'pools/deep/b.node-config.json',
    ]);
  });

  it('is summed up, and files without problems are not listed', async () => {
    const { status, out } = await run(['validate', '--strict', folder]);
    expect(status).toBe(1);
    expect(out).not.toContain('good.yaml');
    // The others are .gitignore and notes.md; the files of Git itself are not looked at.
    expect(out).toMatch(/\n4 files checked, 2 not recognised, \d+ errors, 0 warnings\n$/);
  });

  it('is decoded too', async () => {
    const { out } = await run(['decode', join(folder, 'pools')]);
    expect(out.match(/: (?:cloud-config|AKS node config)/g)).toHaveLength(3);
  });

  it('is read beside files that are named', async () => {
    const { out } = await run(['validate', join(folder, 'pools'), join(folder, 'notes.md')]);
    expect(out).toContain('notes.md: not recognised, not checked');
  });
});

describe('a pattern', () => {
  it.each([
    ['*.yaml', ['a.yaml']],
    ['**/*.yaml', ['a.yaml', 'pools/good.yaml', 'pools/deep/[x].yaml']],
    ['pools/*/*.json', ['pools/deep/b.node-config.json']],
    ['pools/deep/[a-c]*', ['pools/deep/b.node-config.json']],
    ['{pools/good,a}.yaml', ['a.yaml', 'pools/good.yaml']],
    ['pools/deep/[x].yaml', ['pools/deep/[x].yaml']],
  ])('stands for the files that match it: %s', async (pattern, expected) => {
    expect(await checked(pattern)).toEqual(expected);
  });

  it('can begin at the working folder', async () => {
    const here = relative(cwd(), folder).split(sep).join('/');
    for (const prefix of ['', './']) {
      const { out } = await run(['validate', `${prefix}${here}/po*s/*.yaml`]);
      expect(out).toBe('1 file, 0 errors, 0 warnings\n');
    }
  });

  it('that matches nothing is reported', async () => {
    for (const pattern of ['*.none', 'nowhere/*.yaml', 'link*.yaml']) {
      const { status, err } = await run(['validate', `${folder}/${pattern}`]);
      expect([status, err]).toEqual([2, expect.stringContaining(`${pattern} cannot be read: no file matches\n`)]);
    }
  });

  it('is read by commands that take single files', async () => {
    const { status, out } = await run(['render', 'env', `${folder}/pools/deep/*.json`]);
    expect([status, out]).toEqual([0, expect.stringContaining('KUBELET_FLAGS=')]);
    expect((await run(['render', 'env', folder])).err).toContain('cannot be read: it is a directory');
  });
});
