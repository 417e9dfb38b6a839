import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Case } from '../../server/src/core/index.js';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { zip } from '../support/zip.js';

const { path: root } = temporaryFolder();
const folder = join(root, 'repository');
const config = '{\n  "version": "v0",\n  "kubelet_config": {},\n  "cluster_configg": {}\n}\n';

/** Writes files below the repository, which exists only during a test. */
function given(files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, '.git'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a call prints, with paths from the repository; paths to it begin with `@/`. */
async function run(...args: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const { status, out, err } = await call(args.map((arg) => arg.replaceAll('@/', `${folder}/`)));
  const plain = (text: string): string => text.replaceAll(`${relative('.', folder)}/`, '').replaceAll(`${folder}/`, '');
  return { status, out: plain(out), err: plain(err) };
}

async function codesOf(...args: readonly string[]): Promise<string[]> {
  const { out } = await run('validate', '--format', 'json', ...args);
  const { results } = JSON.parse(out) as { results: { problems: { severity: string; code: string }[] }[] };
  return results.flatMap(({ problems }) => problems.map(({ severity, code }) => `${severity} ${code}`));
}

const deprecatedOff = 'problems: {severity: {contract/deprecated-version: off}}\n';

describe('the nearest configuration file', () => {
  it('counts alone, up to the root of the repository', async () => {
    given({ 'a/b/x.json': config, 'x.json': config, '.aks-bootstrap.yaml': deprecatedOff });
    writeFileSync(join(root, '.aks-bootstrap.yaml'), 'broken: [');
    const missing = 'error contract/missing-required-field';
    expect(await codesOf('--select', 'contract/deprecated-version', '@/a/b/x.json')).toEqual([]);
    given({ 'a/.aks-bootstrap.json': '{"problems": {"severity": {"contract/missing-required-field": "hint"}}}' });
    expect(await codesOf('@/x.json')).toContain(missing);
    const near = await codesOf('@/a/b/x.json');
    expect(near).toContain('warning contract/deprecated-version');
    expect(near).toContain('hint contract/missing-required-field');
    rmSync(join(root, '.aks-bootstrap.yaml'));
  });

  it('hides problems in the tree of decode and in the report on a case, also of files in archives', async () => {
    given({ 'case/x.json': config });
    writeFileSync(join(folder, 'case.zip'), zip([{ path: 'x.json', content: Buffer.from(config) }]));
    const counts = async (): Promise<unknown[]> => {
      const { out: tree } = await run('decode', '@/case/x.json');
      const cases = await Promise.all(
        ['@/case', '@/case.zip'].map(async (path) => {
          const { out } = await run('explain', '--format', 'json', path);
          return (JSON.parse(out) as { case: Case }).case.configs.map(({ errorCount }) => errorCount);
        }),
      );
      return [tree.split(' error ').length - 1, ...cases];
    };
    expect(await counts()).toEqual([2, [2], [2]]);
    given({ '.aks-bootstrap.yaml': 'problems: {severity: {contract/unknown-field: off}}\n' });
    expect(await counts()).toEqual([1, [1], [1]]);
  });

  it('chooses kinds, and what nodes are, by globs from its folder', async () => {
    given({
      'pools/a.txt': config,
      'b.txt': 'hello',
      'i.yaml': '## template: jinja\n#cloud-config\nhostname: {{ v1.region }}\n',
      'data/i.json': '{"v1": {"region": "westeurope"}}',
      '.aks-bootstrap.yaml':
        'kinds: {"pools/*": node-config}\ncloudInit: {version: "18.1", instanceData: data/i.json}\nnodeImage: 202601.01.0\n',
    });
    const { out } = await run('validate', '@/pools/a.txt', '@/b.txt', '@/i.yaml');
    expect(out).toMatch(/pools\/a\.txt: AKS node config, \d+ problems/);
    expect(out).toContain('b.txt: not recognised');
    expect(out).toContain('i.yaml: cloud-config, no problems');
    expect(await codesOf('--config', 'none', '@/i.yaml')).toContain('error user-data/no-instance-data');
    expect(await codesOf('--kind', 'cloud-config', '@/pools/a.txt')).toContain('error cloud-config/header');
  });

  it('decides what is rendered', async () => {
    given({
      'a.json': '{"version": "v1", "location": "x"}',
      '.aks-bootstrap.yaml': 'customData: {dialect: flatcar}\npreview: {containerdVersion: 2.0.0}\n',
    });
    const rendered = async (...args: readonly string[]): Promise<string> =>
      (await run('render', ...args, '@/a.json')).out;
    expect(await rendered('custom-data', '--decoded')).toContain('"ignition"');
    expect(await rendered('custom-data', '--decoded', '--dialect', 'cloud-init')).toContain('MIME-Version');
    expect(await rendered('env')).toBe(await rendered('env', '--config', 'none', '--containerd', '2.0.0'));
    expect(await rendered('env')).not.toBe(await rendered('env', '--config', 'none'));
  });
});

describe('severities and ignored codes', () => {
  const files = { 'old/x.json': config, '.aks-bootstrap.yaml': deprecatedOff };

  it('of options override those of the file', async () => {
    given(files);
    expect(await codesOf('--severity', 'contract/*=hint', '@/old/x.json')).toContain(
      'hint contract/deprecated-version',
    );
    expect(await codesOf('--severity', 'contract/*=off,contract/unknown-field=error', '@/old/x.json')).toEqual([
      'error contract/unknown-field',
    ]);
  });

  it('decide the exit status in every format, and what is left out is counted', async () => {
    given({ ...files, '.aks-bootstrap.yaml': 'problems: {ignore: {"old/*": ["*"]}}\n' });
    const all = (await codesOf('--config', 'none', '@/old/x.json')).length;
    for (const format of ['text', 'concise', 'summary', 'github', 'sarif', 'json']) {
      const { status, out } = await run('validate', '--format', format, '@/old/x.json');
      expect([format, status]).toEqual([format, 0]);
      if (format === 'sarif') {
        const log = JSON.parse(out) as { runs: { results: { suppressions: unknown }[] }[] };
        expect(log.runs[0]?.results.map(({ suppressions }) => suppressions)).toEqual(
          Array.from({ length: all }, () => [{ kind: 'external' }]),
        );
      } else if (format === 'json') expect(out).toContain(`"ignored": {\n      ".aks-bootstrap.yaml": ${all}`);
      else if (format !== 'github') expect(out).toContain(`${all} ignored by .aks-bootstrap.yaml`);
    }
  });

  it('can be ignored for files that match a glob', async () => {
    given({ ...files, 'new/x.json': config });
    const counts = [];
    for (const file of ['@/old/x.json', '@/new/x.json'])
      counts.push((await codesOf('--ignore', '**/old/*:contract/*,json/*', '--ignore', 'json/empty', file)).length);
    expect(counts).toEqual([0, 2]);
  });

  it.each([
    [['--severity', 'contract/x'], /--severity must be CODE=LEVEL with one of error, .*not "contract\/x"/],
    [
      ['--severity', 'contract/unknwon-field=off'],
      /--severity: There is no code .* Did you mean contract\/unknown-field\?/,
    ],
    [['--severity', 'json/*=of'], /must be CODE=LEVEL/],
    [['--ignore', 'a:nothing/*'], /--ignore: There is no code nothing\/\*/],
    [['--config', '@/absent.yaml'], /absent\.yaml cannot be read: there is no such file/],
  ])('%j is wrong usage', async (options, expected) => {
    given(files);
    const { status, err } = await run('validate', ...options, '@/old/x.json');
    expect(status).toBe(2);
    expect(err).toMatch(expected);
  });
});

describe('a configuration that is not used', () => {
  it('is reported once with positions, and its files are not processed', async () => {
    given({
      'a/x.json': config,
      'a/y.json': config,
      'b.json': config,
      'a/.aks-bootstrap.yaml': `${deprecatedOff}nodeImge: x\n`,
    });
    const { status, out, err } = await run('validate', '--format', 'concise', '@/a/x.json', '@/a/y.json', '@/b.json');
    expect(status).toBe(2);
    expect(out).not.toContain('x.json:');
    expect(out).toContain('b.json:2:14 warning contract/deprecated-version');
    expect(err.split('\n')).toEqual([
      expect.stringMatching(
        /^aks-bootstrap: a\/\.aks-bootstrap\.yaml:2:1 error configuration\/unknown-key .*nodeImage\?$/,
      ),
      'aks-bootstrap: a/x.json cannot be read: its configuration a/.aks-bootstrap.yaml has mistakes',
      'aks-bootstrap: a/y.json cannot be read: its configuration a/.aks-bootstrap.yaml has mistakes',
      '',
    ]);
    const inFolder = await run('validate', '@/a');
    expect([inFolder.status, inFolder.err.split('\n').length]).toEqual([2, 2]);
  });

  it.each(['validate', 'decode', 'render env', 'explain', 'diff'])('ends %s with 2', async (command) => {
    given({ 'x.json': config, '.aks-bootstrap.yaml': '5' });
    const { status, err } = await run(...command.split(' '), '@/x.json', ...(command === 'diff' ? ['@/x.json'] : []));
    expect([status, err]).toEqual([2, expect.stringContaining('configuration/wrong-type')]);
  });

  it('is itself validated without configuration', async () => {
    given({ '.aks-bootstrap.yaml': 'problems: {severity: {configuration/*: off}, baseline: 5}\n' });
    const { status, out } = await run('validate', '@/.aks-bootstrap.yaml');
    expect(status).toBe(1);
    expect(out).toContain('error configuration/wrong-type');
  });
});

describe('a configuration of somebody else', () => {
  const secret = 'instance data outside';

  it.each([
    ['../outside.json', /Only what is in the folder of \.aks-bootstrap\.yaml is read/],
    ['@/../outside.json', /Only what is in the folder/],
    ['data/link.json', /It cannot be read/],
    ['linked/outside.json', /it is outside of the folder/],
    ['data', /it is a directory/],
    ['data/fifo', /it is not a regular file/],
    ['/dev/zero', /Only what is in the folder/],
    ['absent.json', /There is no such file/],
  ])('makes no other file be read: %s', async (name, expected) => {
    given({
      'x.yaml': '## template: jinja\n#cloud-config\nhostname: {{ v1.region }}\n',
      'data/a.json': '{}',
      '.aks-bootstrap.yaml': `cloudInit: {instanceData: ${JSON.stringify(name.replace('@/', `${folder}/`))}}\n`,
    });
    writeFileSync(join(root, 'outside.json'), JSON.stringify({ v1: { region: secret } }));
    symlinkSync(join(root, 'outside.json'), join(folder, 'data/link.json'));
    symlinkSync(root, join(folder, 'linked'));
    execFileSync('mkfifo', [join(folder, 'data/fifo')]);
    const { status, out, err } = await run('validate', '@/x.yaml');
    expect([status, err]).toEqual([2, expect.stringMatching(expected)]);
    expect(err).toContain('cloudInit.instanceData of .aks-bootstrap.yaml names');
    expect(out + err).not.toContain(secret);
  });

  it('names files anywhere if the user chose it', async () => {
    given({
      'x.yaml': '## template: jinja\n#cloud-config\nhostname: {{ v1.region }}\n',
      'ci.yaml': 'cloudInit: {instanceData: ../outside.json}\n',
    });
    writeFileSync(join(root, 'outside.json'), '{"v1": {"region": "r"}}');
    expect(await codesOf('--config', '@/ci.yaml', '@/x.yaml')).toEqual([]);
  });

  it.each([
    ['a link', () => symlinkSync('other.yaml', join(folder, '.aks-bootstrap.yaml')), 'it is a link'],
    ['a folder', () => mkdirSync(join(folder, '.aks-bootstrap.yaml')), 'it is a directory'],
    ['a FIFO', () => execFileSync('mkfifo', [join(folder, '.aks-bootstrap.yaml')]), 'it is not a regular file'],
    [
      'too large',
      () => writeFileSync(join(folder, '.aks-bootstrap.yaml'), '#'.repeat(70_000)),
      'it is larger than 65536 bytes',
    ],
  ])('is not read if it is %s', async (_, make, reason) => {
    given({ 'x.json': config, 'other.yaml': 'problems: {ignore: {"*": ["*"]}}\n' });
    make();
    const { status, err } = await run('validate', '@/x.json');
    expect([status, err]).toEqual([2, expect.stringContaining(`.aks-bootstrap.yaml cannot be read: ${reason}`)]);
  });

  it('compares its globs in linear time', async () => {
    const globs = Array.from({ length: 60 }, (_, index) => `"${'*a'.repeat(490)}${index}": ["*"]`);
    given({
      [`${'a'.repeat(200)}/x.json`]: config,
      '.aks-bootstrap.yaml': `problems: {ignore: {${globs.join(', ')}}}\n`,
    });
    const start = performance.now();
    expect((await codesOf(`@/${'a'.repeat(200)}/x.json`)).length).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe('config', () => {
  const settings =
    "kinds: {'a/*': node-config, 'b/*': unknown}\nproblems:\n  severity: {contract/*: warning, json/syntax: off}\n  ignore: {'a/*': [yaml/tab]}\ncloudInit:\n  instanceData: data.json\n";

  it('prints what holds for a file, and where it comes from', async () => {
    given({ 'a/x.json': config, '.aks-bootstrap.yaml': settings });
    const options = ['--severity', 'json/syntax=error', '--node-image', '202605.27.0', '--ignore', 'yaml/*'];
    const { status, out } = await run('config', ...options, '@/a/x.json');
    expect(status).toBe(0);
    const rows = out.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(rows).toEqual([
      ['a/x.json: .aks-bootstrap.yaml'],
      ['kinds', 'a/*: node-config', '.aks-bootstrap.yaml:1'],
      ['kinds', 'b/*: unknown', '.aks-bootstrap.yaml:1 (not for this file)'],
      ['nodeImage', '202605.27.0', '--node-image'],
      ['cloudInit.version', '26.1', 'default'],
      ['cloudInit.instanceData', '**: data.json', '.aks-bootstrap.yaml:6'],
      ['karpenter.settings', 'not set'],
      ['karpenter.release', 'not set'],
      ['contract', 'not set'],
      ['problems.severity', 'contract/*: warning', '.aks-bootstrap.yaml:3'],
      ['problems.severity', 'json/syntax: error', '--severity'],
      ['problems.ignore', 'a/*: yaml/tab', '.aks-bootstrap.yaml:4'],
      ['problems.ignore', '**: yaml/*', '--ignore'],
      ['problems.baseline', 'not set'],
      ['customData.dialect', 'cloud-init', 'default'],
      ['preview.containerdVersion', 'not set'],
      ['preview.gpuComponents', 'not set'],
      [''],
      [''],
    ]);
  });

  it('prints the settings of a folder, and of none', async () => {
    given({ 'a/x.json': config, '.aks-bootstrap.yaml': settings });
    expect((await run('config', '@/a')).out).not.toContain('not for this file');
    const { out } = await run('config', '--format', 'json', '--config', 'none', '--kind', 'mime', '@/a', '@/a/x.json');
    const { results } = JSON.parse(out) as { results: { configuration: unknown; settings: object[] }[] };
    expect(results.map(({ configuration }) => configuration)).toEqual([null, null]);
    expect(results[1]?.settings[0]).toEqual({
      key: 'kinds',
      entry: '**',
      value: 'mime',
      source: '--kind',
      applies: true,
    });
  });

  it('marks the entry by globs that decides, and only that', async () => {
    given({
      'a/x.json': config,
      '.aks-bootstrap.yaml': "kinds: {'*.json': mime, 'a/*': node-config, '**/y': unknown}\n",
    });
    const { out } = await run('config', '--format', 'json', '@/a/x.json');
    const { results } = JSON.parse(out) as {
      results: { settings: { key: string; entry?: string; applies?: boolean }[] }[];
    };
    const kinds = results[0]?.settings.filter(({ key }) => key === 'kinds');
    expect(kinds?.map(({ entry, applies }) => [entry, applies])).toEqual([
      ['*.json', false],
      ['a/*', true],
      ['**/y', false],
    ]);
  });

  it('ends with 2 for a configuration with mistakes and for wrong options', async () => {
    given({ 'x.json': config, '.aks-bootstrap.yaml': 'nodeImge: x\n' });
    const { status, out, err } = await run('config', '@/x.json');
    expect([status, out, err]).toEqual([2, '', expect.stringContaining('configuration/unknown-key')]);
    expect((await run('config', '--node-image', 'latest', '@/x.json')).status).toBe(2);
  });
});

describe('the rest of the command line', () => {
  it('decodes with the severities and ignored codes of the configuration', async () => {
    given({ 'x.json': config, '.aks-bootstrap.yaml': deprecatedOff });
    const { out } = await run('decode', '--format', 'json', '--ignore', 'contract/missing-*', '@/x.json');
    const { results } = JSON.parse(out) as { results: { problems: { code: string }[] }[] };
    expect(results[0]?.problems.map(({ code }) => code)).toEqual(['contract/unknown-field']);
  });

  it('explains exit codes with the checkout of the configuration', async () => {
    given({
      'AgentBaker/aks-node-controller/proto/aksnodeconfig/v1/a.proto':
        'syntax = "proto3";\npackage aksnodeconfig.v1;\nmessage Configuration { string version = 1; }\n',
      'AgentBaker/parts/linux/cloud-init/artifacts/cse_helpers.sh': 'ERR_OUT_OF_PAINT=249 # no paint is left\n',
      'case/error.txt': 'VMExtensionProvisioningError: ... Enable failed: failed to execute command: exit status=249',
      '.aks-bootstrap.yaml': 'contract: AgentBaker\n',
    });
    expect((await run('explain', '@/case/error.txt')).out).toContain('ERR_OUT_OF_PAINT');
    expect((await run('explain', '@/case')).out).toContain('ERR_OUT_OF_PAINT');
    expect((await run('explain', '--config', 'none', '@/case/error.txt')).out).not.toContain('ERR_OUT_OF_PAINT');
    given({ '.aks-bootstrap.yaml': 'contract: ../AgentBaker\n' });
    mkdirSync(join(root, 'AgentBaker'), { recursive: true });
    const { status, err } = await run('explain', '@/case');
    expect([status, err]).toEqual([2, expect.stringContaining('Only what is in the folder of')]);
  });
});
