import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();

const sample = 'test/samples/aks-node-controller-config.json';
const gpuNode = file('gpu.node-config.json', '{"vm_size":"Standard_NC24ads_A100_v4","is_kata":true}');
const refused = file('refused.node-config.json', '{"is_vhd":1}');

interface Result {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly { name: string; path?: string; variable: string; text: string }[];
  readonly model: { properties: { virtualMachineProfile: { osProfile: { customData: string } } } };
  readonly error?: { code: string; message: string };
}

async function results(...args: string[]): Promise<readonly Result[]> {
  const { out } = await call([...args, '--format', 'json']);
  const parsed = JSON.parse(out) as { version: number; results: Result[] };
  expect(parsed.version).toBe(1);
  return parsed.results;
}

describe('render env', () => {
  it('prints sorted lines', async () => {
    const { status, out, err } = await call(['render', 'env', '--show-secrets', sample]);
    const names = out
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, line.indexOf('=')));
    expect(names).toEqual([...names].sort());
    expect(out).toBe(readFileSync('test/golden/environment/sample.env', 'utf8'));
    expect([status, err]).toEqual([0, '']);
  });

  it('says how many secrets are masked', async () => {
    const { out, err } = await call(['render', 'env', sample]);
    expect(out).toContain('\nTLS_BOOTSTRAP_TOKEN=********\n');
    expect(err).toBe(`aks-bootstrap: ${sample}: 1 secret is masked, use --show-secrets for the real values\n`);
  });

  it('prints an object for each file, with failures in order', async () => {
    const [first, second, third] = await results('render', 'env', gpuNode, refused, sample);
    expect(first).toMatchObject({ file: gpuNode, env: { IS_KATA: 'true', GPU_DRIVER_VERSION: '' } });
    expect(second).toEqual({
      file: refused,
      error: { code: 'render/refused-by-the-node', message: expect.any(String) as string },
    });
    expect(third?.env.KUBERNETES_VERSION).toBe('1.33.2');
    expect((await call(['render', 'env', gpuNode, refused])).status).toBe(1);
  });

  it('accepts a version of containerd with the revision of its package', async () => {
    for (const version of ['v2.0.0-6.azl3', '1.6.24-11-ubuntu1~24.04.1'])
      expect((await call(['render', 'env', '--containerd', version, sample])).status).toBe(0);
  });

  it("uses the node's components from options", async () => {
    const list = file('gpu.json', '{"aks-gpu-cuda-lts":"580.1-2026"}');
    const [result] = await results('render', 'env', '--containerd', '2.1.0', '--gpu-components', list, gpuNode);
    expect(result?.env).toMatchObject({ GPU_DRIVER_VERSION: '580.1', GPU_IMAGE_SHA: '2026' });
    expect(Buffer.from(result?.env.CONTAINERD_CONFIG_CONTENT ?? '', 'base64').toString()).toContain('cri.v1.images');
  });

  it.each([
    [['--containerd', 'two'], '--containerd must be a version such as 1.7.22, not "two"'],
    [['--containerd', '2.0'], '--containerd must be a version such as 1.7.22, not "2.0"'],
    [['--gpu-components', join(folder, 'nowhere.json')], 'nowhere.json cannot be read: there is no such file'],
    [['--gpu-components', folder], 'cannot be read: it is a directory'],
    [['--gpu-components', file('broken.json', '{')], "isn't a list of GPU components. It is not valid JSON"],
    [['--gpu-components', file('other.json', '{"a":1}')], '"a" has no version of a driver and an image'],
    [['--gpu-components', file('binary.json', Uint8Array.of(0xff, 0, 1))], "isn't a list of GPU components"],
  ])('%j is wrong usage', async (options, message) => {
    const { status, out, err } = await call(['render', 'env', ...options, sample]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });
});

describe('a config with an error', () => {
  const partly = file('partly.node-config.json', '{"version":"v1","linux_admin_username":"bob",\n"cse_timeout":"x"}');
  const message =
    'The node stops reading this config at line 2, and continues with what comes before it: wrong type at /cse_timeout';

  it.each([
    ['env', 'ADMINUSER=bob\n'],
    ['node-files', '=== /etc/containerd/config.toml (CONTAINERD_CONFIG_CONTENT)\n'],
    ['boot-command', '/bin/bash\n-c\n'],
  ])('is rendered as far as the node continues with it, with the error: render %s', async (what, text) => {
    const { status, out, err } = await call(['render', what, partly]);
    expect([status, err]).toEqual([1, `aks-bootstrap: ${partly}: ${message}\n`]);
    expect(out).toContain(text);
    const [result] = await results('render', what, partly);
    expect(result).toMatchObject({ file: partly, incomplete: message });
    expect(result?.error).toBeUndefined();
  });

  it('has its secrets masked in the error', async () => {
    const key = 'https://bob:Tr0ub4dorPW@h/x';
    const { status, err } = await call([
      ...['render', 'env'],
      file('key.node-config.json', JSON.stringify({ version: 'v1', kubelet_config: { kubelet_flags: { [key]: 1 } } })),
    ]);
    expect([status, err]).toEqual([1, expect.stringContaining('/kubelet_flags/https:~1~1bob:********@h~1x')]);
  });

  it.each([
    ['env', ['--release', 'v0.20250826.1']],
    ['custom-data', []],
    ['vmss', []],
    ['cse', []],
  ])('is not rendered if the node or the producer fails with it: render %s %j', async (what, options) => {
    const { status, out, err } = await call(['render', what, ...options, partly]);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('(render/refused-by-the-node)');
  });
});

describe('render node-files', () => {
  it('prints each file behind its path and variable', async () => {
    const { status, out } = await call(['render', 'node-files', gpuNode, sample]);
    expect(status).toBe(0);
    expect(out).toMatch(
      /^# .*gpu\.node-config\.json\n=== \/etc\/sysctl\.d\/999-sysctl-aks\.conf \(SYSCTL_CONTENT\)\nnet\.core\.message_burst=80\n/,
    );
    expect(out).toContain('\n\n=== /etc/containerd/config.toml (CONTAINERD_CONFIG_CONTENT)\nversion = 2\n');
  });

  it('prints files as JSON', async () => {
    const [first, second] = await results('render', 'node-files', '--containerd', '2.0.0', gpuNode, refused);
    expect(first?.files.map(({ name, path, variable }) => [name, path, variable])).toContainEqual([
      'containerd.toml',
      '/etc/containerd/config.toml',
      'CONTAINERD_CONFIG_CONTENT',
    ]);
    expect(first?.files.find(({ name }) => name === 'containerd.toml')?.text).toContain('cri.v1.images');
    expect(second?.error?.code).toBe('render/refused-by-the-node');
    expect((await call(['render', 'node-files', '--containerd', '', gpuNode])).status).toBe(2);
  });
});

describe('render vmss', () => {
  it('prints a model that decodes to the config', async () => {
    const { status, out, err } = await call(['render', 'vmss', sample]);
    expect(status).toBe(0);
    expect(err).toContain('1 secret is masked, use --show-secrets for the real model');
    const [result] = await results('render', 'vmss', sample);
    expect(JSON.parse(out)).toEqual(result?.model);
    const decoded = await call(['decode', file('model.json', out)]);
    expect(decoded.out).toContain('aks-node-controller-config.json');
    expect(decoded.out).toContain('commandToExecute');
  });

  it("gives the reason if it can't be rendered", async () => {
    const { status, err } = await call(['render', 'vmss', refused]);
    expect(status).toBe(1);
    expect(err).toContain('cannot be rendered');
  });
});
