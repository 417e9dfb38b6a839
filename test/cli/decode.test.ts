import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { tar } from '../support/tar.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file: writeText } = temporaryFolder();

const write = (name: string, content: string | object): string =>
  writeText(name, typeof content === 'string' ? content : JSON.stringify(content));

interface Result {
  readonly env?: Record<string, string>;
  readonly parameters?: Record<string, string>;
  readonly unresolved?: readonly string[];
  readonly document?: { readonly bytes: number };
}

async function decode(...args: string[]): Promise<Result | undefined> {
  const { out } = await call(['decode', '--format', 'json', ...args]);
  return (JSON.parse(out) as { results: Result[] }).results[0];
}

describe('templates', () => {
  const template = write('template.json', {
    contentVersion: '1.0.0.0',
    parameters: { name: { type: 'string', defaultValue: 'default' } },
    resources: [
      {
        properties: { osProfile: { customData: "[base64(concat('#cloud-config\nhostname: ', parameters('name')))]" } },
      },
    ],
  });

  it('use values from a parameters file, or defaults on request', async () => {
    const parameters = write('parameters.json', { parameters: { name: { value: 'from-file' } } });
    expect((await decode(template))?.unresolved).toEqual(["parameters('name')"]);
    const known = await Promise.all([decode('--arm-defaults', template), decode('--parameters', parameters, template)]);
    expect(known.map((result) => [result?.unresolved, result?.document?.bytes])).toEqual([
      [undefined, '#cloud-config\nhostname: default'.length],
      [undefined, '#cloud-config\nhostname: from-file'.length],
    ]);
  });

  it("exit with a usage error if the parameters file can't be read", async () => {
    const { status, err } = await call(['decode', '--parameters', join(folder, 'nowhere.json'), template]);
    expect(status).toBe(2);
    expect(err).toContain('nowhere.json cannot be read: there is no such file');
  });
});

describe('--why', () => {
  it('says how a document was recognised', async () => {
    const [source, prose] = [write('main.tf', 'locals {\n  a = local.b\n}\n'), write('notes.txt', 'prose')];
    const { out } = await call(['decode', '--why', source, prose]);
    expect(out).toContain(`${source} is read as Terraform document because its file name says so.\n`);
    expect(out).toContain(`${prose} is not recognised by its name or its content.\n`);
  });
});

describe('secrets', () => {
  it('in an environment are only shown on request', async () => {
    const file = write(
      'cse.txt',
      'A=1 SERVICE_PRINCIPAL_FILE_CONTENT="U2VjcmV0" TLS_BOOTSTRAP_TOKEN="abcdef.0123456789abcdef" /bin/go x',
    );
    expect((await decode(file))?.env).toEqual({
      A: '1',
      SERVICE_PRINCIPAL_FILE_CONTENT: '********',
      TLS_BOOTSTRAP_TOKEN: '********#2',
    });
    expect((await decode('--show-secrets', file))?.env).toMatchObject({ SERVICE_PRINCIPAL_FILE_CONTENT: 'U2VjcmV0' });
  });

  it('in a Windows command line are masked, too', async () => {
    const file = write('windows.txt', `powershell.exe -command "a.ps1 -AADClientSecret ''U2VjcmV0''"`);
    expect((await decode(file))?.parameters).toEqual({ AADClientSecret: '********' });
  });
});

describe('--extract', () => {
  it('keeps members of archives below its folder, whatever their names', async () => {
    const archive = tar(
      { path: '../../../outside', content: 'a' },
      { path: '/absolute', content: 'b' },
      { path: 'link', type: '2', target: folder },
      { path: 'link/behind', content: 'c' },
    );
    const source = `data:;base64,${archive.toString('base64')}`;
    const file = write('config.ign', {
      ignition: { version: '3.4.0' },
      storage: { files: [{ path: '/x.tar', contents: { source } }] },
    });
    const target = join(folder, 'a', 'b');
    const { status } = await call(['decode', '--extract', target, file]);
    expect(status).toBe(0);
    const entries = readdirSync(target, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([]);
    expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toContain('outside');
    expect(readdirSync(folder)).not.toContain('outside');
    expect(readdirSync(folder)).not.toContain('behind');
  });
});

describe('--extract and hostile names', () => {
  const cloudConfig = (...paths: string[]): string =>
    `#cloud-config\nwrite_files:\n${paths.map((path, index) => `- path: ${JSON.stringify(path)}\n  content: "${index}"\n`).join('')}`;
  /** Every file below a folder with its content, and whatever is no plain file or folder. */
  function written(target: string): { files: Map<string, string>; others: string[] } {
    const entries = readdirSync(target, { recursive: true, withFileTypes: true });
    const pathOf = (entry: (typeof entries)[number]): string => relative(target, join(entry.parentPath, entry.name));
    return {
      files: new Map(
        entries
          .filter((entry) => entry.isFile())
          .map((entry) => [pathOf(entry), readFileSync(join(entry.parentPath, entry.name), 'utf8')]),
      ),
      others: entries.filter((entry) => !entry.isFile() && !entry.isDirectory()).map(pathOf),
    };
  }
  let count = 0;
  async function extracted(source: string, target = join(folder, `hostile${count++}`)) {
    const file = join(folder, 'user.cloud-config.yaml');
    writeFileSync(file, source);
    const before = readdirSync(folder).sort();
    const { status, err } = await call(['decode', '--extract', target, file]);
    const added = readdirSync(folder).filter((name) => !before.includes(name));
    return { status, err, target, added, ...written(target) };
  }

  it('writes below its folder, whatever the path', async () => {
    const paths = [
      '../../../../escape',
      '..\\..\\escape',
      '/etc/../../../escape',
      '....//escape',
      'C:\\Windows\\escape',
      '//host/share/escape',
      'a\u0000b/escape',
      '.',
      '..',
      '/',
      'CON',
      'nul.txt',
      'COM1.log',
      'x. ',
      '\ud800',
      'é'.repeat(400),
      `${'d/'.repeat(60)}deep`,
      '~/escape',
      '-rf',
    ];
    const { files, added, target, err } = await extracted(cloudConfig(...paths));
    expect(added).toEqual([basename(target)]);
    expect(err).not.toContain('not extracted');
    expect(files.size).toBe(paths.length);
    for (const path of files.keys()) {
      expect(path).not.toMatch(/(?:^|\/)\.\.?(?:\/|$)|[<>:"|?*\\\0]|[. ](?:\/|$)/);
      expect(path).not.toMatch(/(?:^|\/)(?:con|nul|com1)(?:\.|\/|$)/i);
      for (const segment of path.split('/')) expect(Buffer.byteLength(segment)).toBeLessThan(256);
    }
  });

  it('writes separate files for names that only differ in case', async () => {
    const { files } = await extracted(cloudConfig('/a/B', '/a/b', '/a:b', '/a_b', '/a', '/a/b/c', '/a'));
    expect([...files.values()].sort()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    expect(new Set([...files.keys()].map((path) => path.toLowerCase())).size).toBe(7);
  });

  it.each([
    ['ß', 'SS'],
    ['ẞ', 'ss'],
    ['ſ', 's'],
    ['ı', 'I'],
    ['ﬁ', 'fi'],
    ['\u212a', 'k'],
    ['é', 'e\u0301'],
    ['\u200b', '\u202e'],
  ])('writes both files if a file system takes their names for one: %s and %s', async (one, other) => {
    const { files } = await extracted(cloudConfig(`/x${one}`, `/x${other}`, `/d/${one}`, `/d/${other}/e`));
    expect([...files.values()].sort()).toEqual(['0', '1', '2', '3']);
    const keys = [...files.keys()].map((path) => path.normalize('NFKC').toLowerCase().toUpperCase());
    expect(new Set(keys).size).toBe(4);
    for (const path of files.keys()) expect(path).not.toMatch(/[\u200b\u202e]/);
  });

  it('writes separate files for equal names', async () => {
    const target = join(folder, 'same');
    for (const name of ['one', 'two']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'x.cloud-config.yaml'), cloudConfig('/a').replace('"0"', `"${name}"`));
    }
    const sources = ['one', 'two'].map((name) => join(folder, name, 'x.cloud-config.yaml'));
    await call(['decode', '--extract', target, ...sources]);
    expect([...written(target).files.values()].sort()).toEqual(['one', 'two']);
  });

  it.each([
    ['a link to a file', (at: string, outside: string) => symlinkSync(outside, at)],
    ['a link to nowhere', (at: string) => symlinkSync(join(folder, 'nowhere'), at)],
    ['a hard link', (at: string, outside: string) => linkSync(outside, at)],
    ['a folder', (at: string) => mkdirSync(at)],
  ])("doesn't write through an existing %s", async (name, make) => {
    const target = join(folder, `prepared ${name}`);
    const first = await extracted(cloudConfig('/a', '/b'), target);
    const [inside = ''] = [...first.files.keys()].filter((path) => path.endsWith('a'));
    const outside = join(folder, `precious ${name}`);
    writeFileSync(outside, 'precious');
    rmSync(join(target, inside));
    make(join(target, inside), outside);
    const again = await extracted(cloudConfig('/a', '/b'), target);
    expect(again.status).toBe(1);
    expect(again.err).toContain('not extracted');
    expect(readFileSync(outside, 'utf8')).toBe('precious');
    expect(readdirSync(folder)).not.toContain('nowhere');
    // The others are written all the same.
    expect([...again.files.keys()].some((path) => path.endsWith('b'))).toBe(true);
  });

  it("doesn't write through a link to a folder", async () => {
    const target = join(folder, 'prepared folder');
    const outside = join(folder, 'outside folder');
    mkdirSync(outside);
    mkdirSync(join(target, 'user.cloud-config.yaml'), { recursive: true });
    symlinkSync(outside, join(target, 'user.cloud-config.yaml', 'write_files_'));
    const { err } = await extracted(cloudConfig('/a'), target);
    expect(err).toContain('not extracted');
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('the tree', () => {
  it('names variables, scripts and JSON in strings', async () => {
    const kubelet = Buffer.from('{"kind":"KubeletConfiguration"}').toString('base64');
    const command = `KUBELET_CONFIG_FILE_CONTENT=${kubelet} /bin/go`;
    const body = JSON.stringify({
      extensionProfile: { settings: { commandToExecute: command } },
      virtualMachineProfile: {},
    });
    const file = write('entry.json', { operationName: 'x', properties: { requestbody: body } });
    const { out } = await call(['decode', file]);
    expect(out).toContain('requestbody');
    expect(out).toContain('commandToExecute');
    expect(out).toContain('KUBELET_CONFIG_FILE_CONTENT 31 bytes');
  });
});
