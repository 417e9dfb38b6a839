import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: root } = temporaryFolder();
const folder = join(root, 'repository');
const baseline = join(folder, 'ci/baseline.json');
const config =
  '{\n  "version": "v0",\n  "kubelet_config": {},\n  "x": 1,\n  "bootstrapping_config": {"token": "hunter2"}\n}\n';

function given(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function problemsWith(...args: readonly string[]): Promise<{ status: number; codes: string[]; summary: object }> {
  const { status, out } = await call(['validate', '--format', 'json', ...args]);
  const { results, summary } = JSON.parse(out) as {
    results: { problems: { code: string }[] }[];
    summary: object;
  };
  return { status, codes: results.flatMap(({ problems }) => problems.map(({ code }) => code)), summary };
}

describe('a baseline', () => {
  it('accepts the problems of today, and new ones are reported', async () => {
    const [a, b] = [given('a.json', config), given('sub/b.yaml', '#cloud-config\nhostnme: x\n')];
    const { codes: before } = await problemsWith(a, b);
    const written = await call(['validate', '--write-baseline', baseline, a, b]);
    expect(written.status).toBe(0);
    expect(written.err).toContain(`accepts ${before.length} problems in 2 files`);
    const { status, codes, summary } = await problemsWith('--baseline', baseline, folder);
    expect([status, codes, Object.values((summary as { ignored: object }).ignored)]).toEqual([0, [], [before.length]]);
    expect((await call(['validate', '--baseline', baseline, b])).out).toContain(', no problems (1 ignored by ');
    // Other lines, and a further problem.
    given('a.json', config.replace('"x": 1', '\n  "y": 1,\n\n  "x": 1'));
    given('sub/b.yaml', '#cloud-config\n# a\n# b\nhostnme: x\n');
    expect(await problemsWith('--baseline', baseline, folder)).toMatchObject({
      status: 1,
      codes: ['contract/unknown-field'],
    });
    // A problem less.
    given('sub/b.yaml', '#cloud-config\nhostname: x\n');
    given('a.json', config);
    expect(await problemsWith('--baseline', baseline, folder)).toMatchObject({ codes: [], summary: { stale: 1 } });
    const { out } = await call(['validate', '--baseline', baseline, folder]);
    expect(out).toMatch(/\d+ ignored by .*baseline\.json, 1 stale entry in the baseline\n$/);
  });

  it('has one order, paths from its folder, and no text of the files', async () => {
    const [a, b] = [given('a.json', config), given('sub/b.yaml', '#cloud-config\nhostnme: x\n')];
    await call(['validate', '--write-baseline', baseline, a, b]);
    const text = readFileSync(baseline, 'utf8');
    await call(['validate', '--write-baseline', baseline, b, a]);
    expect(readFileSync(baseline, 'utf8')).toBe(text);
    const { files } = JSON.parse(text) as { files: Record<string, string[]> };
    expect(Object.keys(files)).toEqual(['../a.json', '../sub/b.yaml']);
    expect(Object.values(files).flat()).toEqual(
      Object.values(files).flatMap((problems) =>
        problems.map(() => expect.stringMatching(/^[a-z-]+\/[a-z-]+ [0-9a-f]{32}:\d+$/) as string),
      ),
    );
    expect(text).not.toContain('hunter2');
  });

  it('can be named by the configuration', async () => {
    const a = given('a.json', config);
    given('.git/HEAD', '');
    await call(['validate', '--write-baseline', baseline, a]);
    given('.aks-bootstrap.yaml', 'problems: {baseline: ci/baseline.json}\n');
    expect(await problemsWith(a)).toMatchObject({ status: 0, codes: [] });
    expect((await problemsWith('--config', 'none', a)).status).toBe(1);
    given('.aks-bootstrap.yaml', 'problems: {baseline: ../x.json}\n');
    const { status, err } = await call(['validate', folder]);
    expect(status).toBe(2);
    expect(err).toContain('problems.baseline of ');
    expect(err.split('\n')).toHaveLength(2);
  });

  it.each([
    ['absent.json', undefined, 'There is no such file'],
    ['a.txt', 'hello', "isn't valid JSON"],
    ['b.json', '{"version": 2, "files": {}}', "isn't a baseline of version 1"],
  ])('that can not be used is wrong usage: %s', async (name, text, reason) => {
    const path = text === undefined ? join(folder, name) : given(name, text);
    const { status, err } = await call(['validate', '--baseline', path, given('x/a.json', config)]);
    expect([status, err]).toEqual([2, expect.stringContaining(reason)]);
  });

  it('is not written through links, or if a file could not be read', async () => {
    const a = given('a.json', config);
    given('target.json', 'kept');
    symlinkSync('target.json', join(folder, 'link.json'));
    const linked = await call(['validate', '--write-baseline', join(folder, 'link.json'), a]);
    expect([linked.status, linked.err]).toEqual([
      2,
      expect.stringContaining('is not written: link.json already exists'),
    ]);
    expect(readFileSync(join(folder, 'target.json'), 'utf8')).toBe('kept');
    const partly = await call(['validate', '--write-baseline', baseline, a, join(folder, 'absent.json')]);
    expect([partly.status, partly.err]).toEqual([2, expect.stringContaining('not all files could be read')]);
    expect(existsSync(baseline)).toBe(false);
  });
});
