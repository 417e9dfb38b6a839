import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();

const log = 'resourceGroup=tailspin\npassword=Quokka-71-harbour\n';
const config = file('a.json', JSON.stringify({ resource_group: 'tailspin', clientSecret: 'Quokka-71-harbour' }));
file('b.log', log);
mkdirSync(join(folder, 'case', 'logs'), { recursive: true });
file('case/logs/c.log', log);
file('case/picture.png', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]));
symlinkSync(join(folder, 'b.log'), join(folder, 'case', 'link.log'));

interface Manifest {
  readonly files: readonly { readonly file: string; readonly secrets: object; readonly pseudonyms?: object }[];
  readonly notRedacted: readonly { readonly file: string; readonly reason: string }[];
}

describe('one file', () => {
  it('is written to standard output, with the counts on standard error', async () => {
    const { status, out, err } = await call(['redact', config]);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual({
      resource_group: 'tailspin',
      clientSecret: expect.stringMatching(/^\w{6}-\d\d-\w{7}$/) as string,
    });
    expect(out).not.toContain('Quokka');
    expect(err).toMatch(/a\.json: 1 secret replaced\n$/);
  });

  it('can be standard input', async () => {
    const { out, err } = await call(['redact', '--pseudonyms', '--name', 'b.log', '-'], log);
    expect(out).toMatch(/^resourceGroup=zz\w{6}\npassword=\w{6}-\d\d-\w{7}\n$/);
    expect(err).toContain('b.log: 1 secret and 1 name replaced');
  });

  it('is in the JSON result', async () => {
    const { out } = await call(['redact', '--format', 'json', config]);
    const { results } = JSON.parse(out) as { results: { text: string; secrets: object }[] };
    expect(results).toMatchObject([{ kind: 'unknown', secrets: { other: 1 }, differences: [] }]);
    expect(results[0]?.text).toMatch(/"clientSecret":"\w{6}-\d\d-\w{7}"/);
  });

  it('that is binary is left out', async () => {
    const { status, out, err } = await call(['redact', join(folder, 'case', 'picture.png')]);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('picture.png is left out: The file is neither text nor gzip data');
  });
});

describe('a bundle', () => {
  it('is written into a new folder with a manifest', async () => {
    const out = join(folder, 'case-redacted');
    const result = await call(['redact', '--pseudonyms', '--out', out, config, join(folder, 'case')]);
    expect(result.status).toBe(1);
    const written = readdirSync(out, { recursive: true, encoding: 'utf8' }).sort();
    const manifest = JSON.parse(readFileSync(join(out, 'redaction.json'), 'utf8')) as Manifest;
    expect(manifest.files.map(({ secrets, pseudonyms }) => [secrets, pseudonyms])).toEqual([
      [{ other: 1 }, { group: 1 }],
      [{ other: 1 }, { group: 1 }],
    ]);
    expect(manifest.notRedacted.map(({ reason }) => reason)).toEqual([
      'It is a link or not a regular file.',
      'The file is neither text nor gzip data, so it is not analysed.',
    ]);
    const texts = written
      .filter((name) => statSync(join(out, name)).isFile())
      .map((name) => readFileSync(join(out, name), 'utf8'));
    expect(texts.join('')).not.toMatch(/tailspin|Quokka/);
    const group = /zz\w+/.exec(texts.join(''))?.[0] ?? '';
    expect(texts.filter((text) => text.includes(group))).toHaveLength(2);
    expect(manifest.files.map((one) => one.file)).toEqual(['a.json', 'case/logs/c.log']);
    expect(manifest.files.map((one) => existsSync(join(out, one.file)))).toEqual([true, true]);
    expect(statSync(join(out, 'redaction.json')).mode & 0o777).toBe(0o600);
  });

  it('is never written into a folder that exists', async () => {
    const { status, err } = await call(['redact', '--out', folder, config]);
    expect(status).toBe(2);
    expect(err).toContain('already exists; name a new folder');
  });

  it('needs a folder', async () => {
    for (const files of [[config, join(folder, 'b.log')], [join(folder, 'case')]]) {
      const { status, err } = await call(['redact', ...files]);
      expect(status).toBe(2);
      expect(err).toContain('several files need --out DIR');
    }
  });

  it('reads the files that match a pattern', async () => {
    mkdirSync(join(folder, 'logs', 'node'), { recursive: true });
    const secret = 'az login --password Hunter-invented-2\n';
    for (const name of ['logs/a.log', 'logs/node/b.log', 'logs/c.txt']) file(name, secret);
    const pattern = join(folder, 'logs', '**', '*.log');
    const out = join(folder, 'matched');
    expect((await call(['redact', '--out', out, pattern])).status).toBe(0);
    const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:log|txt)$/.test(name));
    expect(names.map((name) => basename(name)).toSorted()).toEqual(['a.log', 'b.log']);
    for (const name of names) expect(readFileSync(join(out, name), 'utf8')).not.toContain('Hunter');
    expect((await call(['redact', pattern])).err).toContain('several files need --out DIR');
    expect(await call(['redact', '--out', join(folder, 'none'), join(folder, '*.nothing')])).toMatchObject({
      status: 2,
    });
  });

  it('keeps files of the same name apart', async () => {
    mkdirSync(join(folder, 'd1'));
    mkdirSync(join(folder, 'd2'));
    const [first, second] = [file('d1/same.log', 'one\n'), file('d2/same.log', 'two\n')];
    const out = join(folder, 'same');
    await call(['redact', '--out', out, first, second]);
    const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('same.log'));
    expect(names.map((name) => readFileSync(join(out, name), 'utf8')).sort()).toEqual(['one\n', 'two\n']);
  });
});
