import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execPath, versions } from 'node:process';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import { newestRelease } from '../../server/src/core/values/known/releases.js';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const folder = temporaryFolder();

/** Runs the built command line in the folder. */
function run(cli: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(execPath, [cli, ...args], { cwd: folder.path, encoding: 'utf8' });
}

describe('aks-bootstrap doctor', () => {
  it('shows versions, what is known, and that everything works', async () => {
    const { status, out, err } = await call(['doctor']);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain(`ok      aks-bootstrap  ${manifest.version}\n`);
    expect(out).toContain(versions.node);
    expect(out).toContain(`${newestRelease.version} (AgentBaker`);
    expect(out).toMatch(/ok {6}self-check {5}a sample is validated, rendered and decoded\n/);
    expect(out).not.toContain('failed');
  });

  it('prints the same as JSON', async () => {
    const { results } = JSON.parse((await call(['doctor', '--format', 'json'])).out) as {
      results: { name: string; ok: boolean; value: string }[];
    };
    expect(results.every(({ ok, value }) => ok && value !== '')).toBe(true);
    expect(results.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Node', 'cloud-init', 'Karpenter', 'limits']),
    );
  });

  it('fails if the configuration file of the working folder has mistakes', () => {
    const cli = resolve('dist/cli.js');
    expect(run(cli, 'doctor').stdout).toMatch(/ok {6}configuration {2}none\n/);
    folder.file('.aks-bootstrap.yaml', 'problems:\n  severity:\n    contract/deprecated-version: off\n');
    expect(run(cli, 'doctor')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('.aks-bootstrap.yaml\n') as string,
    });
    folder.file('.aks-bootstrap.yaml', 'problms: {}\n');
    const { status, stdout } = run(cli, 'doctor');
    expect(status).toBe(1);
    expect(stdout).toMatch(/failed {2}configuration {2}\.aks-bootstrap\.yaml can't be used: .*problms/);
  });

  it.each([[[]], [['--format', 'json']]])('says so if the core is missing: %j', (args) => {
    const alone = join(folder.path, 'cli.js');
    for (const name of ['cli.js', 'commands.js']) copyFileSync(join('dist', name), join(folder.path, name));
    const { status, stdout, stderr } = run(alone, 'doctor', ...args);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toContain('dist/core.js cannot be loaded');
  });

  it('accepts no file', async () => {
    expect(await call(['doctor', 'x'])).toMatchObject({ status: 2, out: '' });
  });
});
