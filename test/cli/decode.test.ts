import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { tar } from '../support/tar.js';

const folder = mkdtempSync(join(tmpdir(), 'decode-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | object): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

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

  it('take values from a parameters file, or defaults where that is asked for', async () => {
    const parameters = write('parameters.json', { parameters: { name: { value: 'from-file' } } });
    expect((await decode(template))?.unresolved).toEqual(["parameters('name')"]);
    const known = await Promise.all([decode('--arm-defaults', template), decode('--parameters', parameters, template)]);
    expect(known.map((result) => [result?.unresolved, result?.document?.bytes])).toEqual([
      [undefined, '#cloud-config\nhostname: default'.length],
      [undefined, '#cloud-config\nhostname: from-file'.length],
    ]);
  });

  it('with a parameters file that cannot be read are wrong usage', async () => {
    const { status, err } = await call(['decode', '--parameters', join(folder, 'nowhere.json'), template]);
    expect(status).toBe(2);
    expect(err).toContain('nowhere.json cannot be read: there is no such file');
  });
});

describe('secrets', () => {
  it('in an environment are shown only where they are asked for', async () => {
    const file = write(
      'cse.txt',
      'A=1 SERVICE_PRINCIPAL_FILE_CONTENT="U2VjcmV0" TLS_BOOTSTRAP_TOKEN="abcdef.0123456789abcdef" /bin/go x',
    );
    expect((await decode(file))?.env).toEqual({
      A: '1',
      SERVICE_PRINCIPAL_FILE_CONTENT: '********',
      TLS_BOOTSTRAP_TOKEN: '********',
    });
    expect((await decode('--show-secrets', file))?.env).toMatchObject({ SERVICE_PRINCIPAL_FILE_CONTENT: 'U2VjcmV0' });
  });

  it('that a Windows command line hands over are masked, too', async () => {
    const file = write('windows.txt', `powershell.exe -command "a.ps1 -AADClientSecret ''U2VjcmV0''"`);
    expect((await decode(file))?.parameters).toEqual({ AADClientSecret: '********' });
  });
});

describe('--extract', () => {
  it('keeps members of archives below its folder, whatever they are called', async () => {
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
    expect(status).toBe(1);
    const entries = readdirSync(target, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([]);
    expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toContain('outside');
    expect(readdirSync(folder)).not.toContain('outside');
    expect(readdirSync(folder)).not.toContain('behind');
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
