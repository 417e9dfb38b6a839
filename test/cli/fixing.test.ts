import { spawnSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixed, writeFixed } from '../../server/src/cli/fixing.js';
import { limits, validate } from '../../server/src/core/index.js';
import { analyse } from '../support/analyse.js';
import { call as run } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();

const deprecated = '#cloud-config\napt_update: true\n';
const current = '#cloud-config\npackage_update: true\n';
const encoded = (text: string): string => Buffer.from(text).toString('base64');
const scaleSet = (customData: string): string =>
  `${JSON.stringify({ virtualMachineProfile: { osProfile: { customData: encoded(customData) } } }, undefined, 2)}\n`;

/** The result of a call, with the folder left out. */
async function validated(...args: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const { status, out, err } = await run(['validate', ...args]);
  return { status, out: out.replaceAll(`${folder}/`, ''), err: err.replaceAll(`${folder}/`, '') };
}

describe('validate --fix', () => {
  it('writes all safe fixes, also into payloads, and reports what is left', async () => {
    const plain = file('plain.yaml', `${deprecated}packges: [jq]\n`);
    const outer = file('vmss.json', scaleSet(deprecated));
    const { status, out } = await validated('--fix', '--format', 'concise', plain, outer);
    expect(readFileSync(plain, 'utf8')).toBe(`${current}packges: [jq]\n`);
    expect(readFileSync(outer, 'utf8')).toBe(scaleSet(current));
    expect(out).toMatch(/^plain\.yaml:3:1 \w+ cloud-config\/unknown-key .*\n2 files, 1 error, 0 warnings, 2 fixed\n$/);
    expect(status).toBe(1);
    expect(await validated('--fix', '--format', 'concise', outer)).toEqual({
      status: 0,
      out: '1 file, 0 errors, 0 warnings, 0 fixed\n',
      err: '',
    });
  });

  it('writes as many files as others are spread over threads', () => {
    mkdirSync(join(folder, 'many'));
    const paths = Array.from({ length: limits.filesInProcess + 1 }, (_, index) =>
      file(`many/${index}.yaml`, deprecated),
    );
    const run = spawnSync(
      process.execPath,
      ['dist/cli.js', 'validate', '--fix', '--format', 'concise', join(folder, 'many')],
      { encoding: 'utf8' },
    );
    expect(run.stdout).toBe(`${paths.length} files, 0 errors, 0 warnings, ${paths.length} fixed\n`);
    expect(run.stderr).toBe('');
    for (const path of paths) expect(readFileSync(path, 'utf8')).toBe(current);
  });

  it('fixes only selected problems', async () => {
    const text = '{"version": "v0",}';
    const path = file('selected.node-config.json', text);
    await validated('--fix', '--select', 'json/*', path);
    expect(readFileSync(path, 'utf8')).toBe('{"version": "v0"}');
  });

  it('counts the fixes in JSON', async () => {
    const { out } = await run(['validate', '--fix', '--format', 'json', file('json.yaml', deprecated)]);
    expect(JSON.parse(out)).toMatchObject({ results: [{ fixed: 1, problems: [] }], summary: { fixed: 1 } });
  });

  it.skipIf(process.platform === 'win32')('keeps the permissions of a file', async () => {
    const path = file('mode.yaml', deprecated);
    chmodSync(path, 0o640);
    await validated('--fix', path);
    expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8')]).toEqual([0o640, current]);
  });

  it.skipIf(process.platform === 'win32')("doesn't write through links", async () => {
    const target = file('target.yaml', deprecated);
    const symbolic = join(folder, 'symbolic.yaml');
    symlinkSync(target, symbolic);
    const linked = await validated('--fix', '--format', 'concise', symbolic);
    expect(linked).toMatchObject({ status: 2, err: expect.stringContaining('symbolic.yaml is not fixed: ') as string });
    const hard = join(folder, 'hard.yaml');
    linkSync(target, hard);
    expect(await validated('--fix', hard)).toMatchObject({ status: 2 });
    expect(readFileSync(target, 'utf8')).toBe(deprecated);
  });

  it.skipIf(process.platform === 'win32')('writes no file that changed meanwhile or is read-only', () => {
    const path = file('other.yaml', deprecated);
    const before = analyse('other.yaml', deprecated);
    const { analysis } = fixed(before, (any) => validate(any).problems);
    writeFileSync(path, `${deprecated}packages: []\n`);
    expect(() => {
      writeFixed(path, before, analysis);
    }).toThrow('it was changed meanwhile');
    chmodSync(file('read-only.yaml', deprecated), 0o444);
    if (process.getuid?.() !== 0)
      expect(() => {
        writeFixed(join(folder, 'read-only.yaml'), before, analysis);
      }).toThrow('EACCES');
    expect(readFileSync(path, 'utf8')).toBe(`${deprecated}packages: []\n`);
  });

  it("doesn't change the encoding of a file", async () => {
    const path = file('utf16.yaml', '');
    const bytes = Buffer.from(`\ufeff${deprecated}`, 'utf16le');
    writeFileSync(path, bytes);
    const { status, err } = await validated('--fix', path);
    expect([status, err]).toEqual([2, "aks-bootstrap: utf16.yaml is not fixed: it isn't text in UTF-8\n"]);
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('refuses standard input, which it could not write', async () => {
    expect((await run(['validate', '--fix', '-'], deprecated)).status).toBe(2);
  });
});

describe('validate --diff', () => {
  it('prints what --fix would change, in the decoded text of payloads, and writes nothing', async () => {
    const plain = file('a.yaml', deprecated);
    const outer = file('b.json', scaleSet(deprecated));
    const { status, out } = await validated('--diff', plain, outer);
    const hunk = '@@ -1,2 +1,2 @@\n #cloud-config\n-apt_update: true\n+package_update: true\n';
    const payload = 'b.json › customData';
    expect(out).toBe(
      `--- a.yaml\n+++ a.yaml\n${hunk}--- ${payload}\n+++ ${payload}\n${hunk}2 fixes in 2 files, nothing written\n`,
    );
    expect(status).toBe(1);
    expect([readFileSync(plain, 'utf8'), readFileSync(outer, 'utf8')]).toEqual([deprecated, scaleSet(deprecated)]);
    expect(await validated('--diff', file('good.yaml', current))).toMatchObject({
      status: 0,
      out: '0 fixes in 0 files, nothing written\n',
    });
  });

  it('masks secrets, also those that a fix changes', async () => {
    const text = '{"version": "v1", "bootstrapping_config": {"tls_bootstrapping_token": 7261930455182}}\n';
    const { out } = await validated('--diff', file('token.node-config.json', text));
    expect(out).not.toContain('7261930455182');
    expect(out).toContain('+{"version": "v1", "bootstrapping_config": {"tls_bootstrapping_token": "********"}}\n');
  });

  it('shows the fixes of standard input, and accepts no other format', async () => {
    expect((await run(['validate', '--diff', '--name', 'a.yaml', '-'], deprecated)).out).toContain('+package_update');
    expect((await run(['validate', '--diff', '--format', 'json', '-'], deprecated)).status).toBe(2);
  });
});
