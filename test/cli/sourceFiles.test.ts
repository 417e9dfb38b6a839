import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: root } = temporaryFolder();

function write(name: string, text: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const cloudConfig = '#cloud-config\nhostname: a\nruncdm: [ls]\n';
const bicep = (path: string): string => `param customData string = loadFileAsBase64('${path}')\n`;

interface Answer {
  readonly results: readonly {
    readonly kind?: string;
    readonly layers?: readonly string[];
    readonly readFrom?: string;
    readonly unresolved?: readonly string[];
    readonly problems: readonly {
      readonly code: string;
      readonly message: string;
      readonly layers: readonly string[];
    }[];
  }[];
}

async function decode(...args: readonly string[]): Promise<Answer['results']> {
  const { out } = await call(['decode', '--format', 'json', ...args]);
  return (JSON.parse(out) as Answer).results;
}

/** What a source file gets of a file: its layers, or the reason in the problem. */
async function reading(source: string, path: string, operand = join(root, source)): Promise<string> {
  write(source, bicep(path));
  const result = (await decode(operand)).find(({ kind }) => kind === 'bicep');
  const problem = result?.problems.find(({ code }) => code === 'payload/file-not-read');
  return problem?.message.replace(/^.*can't be read: /, '') ?? result?.layers?.join(' ') ?? '';
}

const opened = 'bicep base64 file cloud-config';
const outside = 'it is outside of the folder, and only files in it are read.';

describe('a file that source reads', () => {
  write('repo/boot/a.yaml', cloudConfig);
  write('outside.yaml', cloudConfig);
  write('plain/infra/a.yaml', cloudConfig);
  write('plain/a.yaml', cloudConfig);
  execFileSync('git', ['init', '-q', join(root, 'repo')]);
  mkdirSync(join(root, 'repo/infra/folder'), { recursive: true });
  symlinkSync('../boot/a.yaml', join(root, 'repo/infra/link.yaml'));
  symlinkSync('../..', join(root, 'repo/infra/up'));
  symlinkSync('../boot', join(root, 'repo/infra/beside'));
  write('repo/infra/large.yaml', '');
  truncateSync(join(root, 'repo/infra/large.yaml'), 1024 * 1024 + 1);

  it.each([
    ['repo/infra/main.bicep', '../boot/a.yaml', opened],
    ['repo/infra/main.bicep', './beside/a.yaml', opened],
    ['repo/infra/main.bicep', '../../outside.yaml', outside],
    ['repo/infra/main.bicep', '/etc/passwd', outside],
    ['repo/infra/main.bicep', '~/a.yaml', outside],
    ['repo/infra/main.bicep', 'up/outside.yaml', 'it is outside of the folder.'],
    ['repo/infra/main.bicep', 'link.yaml', 'it is a link.'],
    ['repo/infra/main.bicep', 'missing.yaml', 'there is no such file.'],
    ['repo/infra/main.bicep', 'main.bicep/a.yaml', 'there is no such file.'],
    ['repo/infra/main.bicep', `${'x'.repeat(300)}.yaml`, 'its path is too long.'],
    ['repo/infra/main.bicep', 'large.yaml', 'it is larger than 1 MiB.'],
    ['repo/infra/main.bicep', 'folder', 'it is a directory.'],
    ['plain/infra/main.bicep', 'a.yaml', opened],
    ['plain/infra/main.bicep', '../a.yaml', outside],
  ])('from %s, as %s: %s', async (source, path, found) => {
    expect(await reading(source, path)).toBe(found);
  });

  it.skipIf(process.platform === 'win32')('is not a FIFO or a device', async () => {
    execFileSync('mkfifo', [join(root, 'repo/infra/fifo')]);
    expect(await reading('repo/infra/main.bicep', 'fifo')).toBe('it is not a regular file.');
  });

  it('may be anywhere in a folder that the user names', async () => {
    expect(await reading('plain/infra/main.bicep', '../a.yaml', join(root, 'plain'))).toBe(opened);
  });

  it('is named with its reason in text, and the source is read further', async () => {
    const source = write('repo/infra/two.bicep', `${bicep('missing.yaml')}${bicep('../boot/a.yaml')}`);
    const { status, out } = await call(['validate', source]);
    expect(status).toBe(1);
    expect(out).toContain(
      "two.bicep:1:44 warning payload/file-not-read\n  missing.yaml can't be read: there is no such file.\n",
    );
    expect(out).toContain('two.bicep:2:44 › customData (../boot/a.yaml):3:1 error cloud-config/unknown-key\n');
    expect(out).toContain('> 3 | runcdm: [ls]');
    const decoded = await call(['decode', source]);
    expect(decoded.out).toContain("unresolved: loadFileAsBase64('missing.yaml')");
    expect(decoded.out).toContain('customData (../boot/a.yaml) 39 bytes (base64 > file > cloud-config)');
  });

  it('has its name in the results', async () => {
    const source = write('repo/infra/one.bicep', bicep('../boot/a.yaml'));
    const [result] = await decode(source);
    expect([result?.readFrom, result?.problems[0]?.layers]).toEqual([
      '../boot/a.yaml',
      ['/parameters/customData', 'base64', 'file'],
    ]);
  });

  it('is written with the other documents', async () => {
    const source = write('repo/infra/main.tf', 'resource "a" "b" {\n  custom_data = filebase64("../boot/a.yaml")\n}\n');
    const folder = join(root, 'extracted');
    await call(['decode', '--extract', folder, source]);
    const [found = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('file'),
    );
    expect(readFileSync(join(folder, found), 'utf8')).toBe(cloudConfig);
  });

  it('is compared', async () => {
    write('repo/boot/b.yaml', cloudConfig.replace('hostname: a', 'hostname: b'));
    const [a, b] = [
      write('repo/infra/a.bicep', bicep('../boot/a.yaml')),
      write('repo/infra/b.bicep', bicep('../boot/b.yaml')),
    ];
    const { status, out } = await call(['diff', '--exit-code', a, b]);
    expect([status, out]).toEqual([1, expect.stringContaining('hostname')]);
  });

  it('stays unknown if the source is standard input without a name', async () => {
    const from = async (...args: readonly string[]): Promise<Answer['results'][number] | undefined> => {
      const { out } = await call(['decode', '--format', 'json', ...args, '-'], bicep('../boot/a.yaml'));
      return (JSON.parse(out) as Answer).results[0];
    };
    const nameless = await from('--kind', 'bicep');
    expect([nameless?.unresolved, nameless?.problems]).toEqual([["loadFileAsBase64('../boot/a.yaml')"], []]);
    expect((await from('--name', join(root, 'repo/infra/new.bicep')))?.layers?.join(' ')).toBe(opened);
  });

  it('has its secrets masked', async () => {
    const secret = 'Pq7-xVb2-kLm9-zTr4';
    write('repo/boot/secret.yaml', `#cloud-config\nusers:\n- name: a\n  plain_text_passwd: ${secret}\n`);
    const source = write('repo/infra/secret.bicep', bicep('../boot/secret.yaml'));
    const folder = join(root, 'masked');
    for (const args of [
      ['validate'],
      ['decode', '--text'],
      ['decode', '--format', 'json', '--text'],
      ['decode', '--extract', folder],
    ]) {
      const { out, err } = await call([...args, source]);
      expect(out + err).not.toContain(secret);
    }
    const extracted = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('file'),
    );
    expect(extracted.map((name) => readFileSync(join(folder, name), 'utf8').includes(secret))).toEqual([false]);
  });

  it('is not read for a redacted source', async () => {
    const source = write('repo/infra/redacted.bicep', bicep('../boot/a.yaml'));
    const { status, out } = await call(['redact', source]);
    expect([status, out]).toEqual([0, bicep('../boot/a.yaml')]);
  });

  it('is one of a number', async () => {
    const names = Array.from({ length: 102 }, (_, index) => `${index}.yaml`);
    const source = write('repo/infra/many.bicep', names.map(bicep).join(''));
    const [result] = await decode(source);
    const reasons = (result?.problems ?? []).map(({ message }) => message.replace(/^.*can't be read: /, ''));
    expect(reasons.slice(99)).toEqual([
      'there is no such file.',
      ...Array<string>(2).fill('only 100 files are read for one source file.'),
    ]);
  });
});
