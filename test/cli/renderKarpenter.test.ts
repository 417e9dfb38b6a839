import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';
import { expectGolden } from '../support/golden.js';
import { options } from '../support/karpenter.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { file } = temporaryFolder();

const sample = 'test/samples/shop.bootstrap-options.json';

interface Result {
  readonly file: string;
  readonly script?: string;
  readonly containerdConfig?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly missing?: readonly { readonly name: string; readonly decidedBy: string }[];
}

async function results(...args: string[]): Promise<{ status: number; results: readonly Result[] }> {
  const { out, status } = await call(['render', 'karpenter', '--format', 'json', ...args]);
  return { status, results: (JSON.parse(out) as { results: Result[] }).results };
}

describe('render karpenter', () => {
  it('prints the script', async () => {
    const { status, out, err } = await call(['render', 'karpenter', '--show-secrets', sample]);
    expectGolden('karpenter/shop.sh', out);
    expect([status, err]).toEqual([0, '']);
  });

  it('masks the bootstrap token and says so', async () => {
    const { out, err } = await call(['render', 'karpenter', sample]);
    expect(out).toContain('\nTLS_BOOTSTRAP_TOKEN="********"\n');
    expect(out).not.toContain('07401b');
    expect(err).toBe(`aks-bootstrap: ${sample}: 1 secret is masked, use --show-secrets for the real script\n`);
  });

  it('masks secrets under other names, too', async () => {
    const labels = { 'example.com/password': 'hunter22' };
    const path = file('labels.json', JSON.stringify({ ...options, labels }));
    const [masked] = (await results(path)).results;
    expect(masked?.script).not.toContain('hunter22');
    const [shown] = (await results('--show-secrets', path)).results;
    expect(shown?.script).toContain('KUBELET_NODE_LABELS="example.com/password=hunter22"');
  });

  it('prints script and containerd config as JSON', async () => {
    const { results: found } = await results(sample);
    expect(found).toEqual([
      {
        file: sample,
        script: expect.stringMatching(/^#!\/bin\/bash\n/) as string,
        containerdConfig: expect.stringContaining('nvidia-container-runtime') as string,
        missing: [],
      },
    ]);
  });

  it('reads any JSON file as options, and lists what prevents rendering', async () => {
    const { status, results: found } = await results(
      file('some.json', JSON.stringify({ kubernetesVersion: '1.33.2', CABundle: '' })),
      file('panics.json', JSON.stringify({ ...options, kubernetesVersion: 'v1.33.2' })),
      file('list.json', '[]'),
      file('type.json', '{"taints":"a"}'),
      file('broken.json', '{"arch":'),
      file('marked.json', `\ufeff${JSON.stringify(options)}`),
    );
    expect(status).toBe(1);
    expect(found.map(({ error }) => error?.code)).toEqual([
      undefined,
      'render/karpenter-panics',
      'render/unreadable-options',
      'render/unreadable-options',
      'render/unreadable-options',
      'render/unreadable-options',
    ]);
    expect(found[1]?.error?.message).toBe(
      'kubernetesVersion has "v1" for its major number: Karpenter panics. Write a version such as 1.33.2.',
    );
  });

  const pools = 'test/samples/shop.node-pools.yaml';
  const settings = ['--karpenter-settings', 'test/samples/shop.karpenter-settings.yaml'];

  it('makes the script of a pool from resources and settings', async () => {
    const { status, out, err } = await call([
      'render',
      'karpenter',
      '--show-secrets',
      ...settings,
      '--node-pool',
      'arm',
      pools,
    ]);
    expectGolden('karpenter/pool-arm.sh', out);
    expect([status, err]).toEqual([0, '']);
  });

  it('reports labels that are left out', async () => {
    const open = file(
      'open.yaml',
      readFileSync(pools, 'utf8').replace('operator: NotIn\n          values: [test]', 'operator: Exists'),
    );
    const { err } = await call(['render', 'karpenter', '--show-secrets', ...settings, '--node-pool', 'arm', open]);
    expect(err).toBe(`aks-bootstrap: ${open}: left out because no setting contains it: labels["example.com/stage"]\n`);
  });

  it('lists missing values, and prints what is known', async () => {
    const { status, results: found } = await results('--node-pool', 'general', pools);
    expect([status, found[0]?.error?.code]).toEqual([1, 'render/unanswered']);
    expect(found[0]?.error?.message).toContain('AZURE_TENANT_ID');
    expect(found[0]?.missing).toContainEqual({
      name: 'DNS_SERVICE_IP',
      about: 'IP address of the cluster DNS service that pods use.',
      decidedBy: 'settings',
      command: "kubectl get service kube-dns -n kube-system -o jsonpath='{.spec.clusterIP}'",
      blocks: true,
    });
    const optional = found[0]?.missing?.find(({ name }) => name.includes('sku-hyperv-generation'));
    expect(optional).toMatchObject({ decidedBy: 'azure', blocks: false });
    const {
      status: fine,
      out,
      err,
    } = await call(['render', 'karpenter', '--options', '--node-pool', 'general', pools]);
    expect(fine).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ arch: 'amd64', kubeletConfig: { maxPods: 250 } });
    expect(err).toContain('AZURE_TENANT_ID');
  });

  it('reports missing values with the commands that find them out', async () => {
    const { status, out, err } = await call(['render', 'karpenter', '--node-pool', 'general', pools]);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('Add these settings: AZURE_TENANT_ID,');
    expect(err).toContain(
      "- DNS_SERVICE_IP\n    IP address of the cluster DNS service that pods use. Karpenter's settings have it.\n    kubectl get service",
    );
    expect(err).toContain('- KUBELET_BOOTSTRAP_TOKEN\n    Token with which the kubelet');
    expect(err).not.toContain('sku-hyperv-generation');
  });

  it('prints a document to fill in, with which nothing is missing', async () => {
    const { status, out } = await call(['render', 'karpenter', '--template', '--node-pool', 'general', pools]);
    expect(status).toBe(0);
    expect(out).toContain('  # kubectl get service kube-dns');
    // What is still to be filled in is reported, so that the document doesn't look finished.
    const { out: checked } = await call(['validate', '--format', 'concise', file('fresh.yaml', out)]);
    const toFill = out.split('\n').filter((line) => line.endsWith(': '));
    expect(toFill.length).toBeGreaterThan(10);
    expect(checked.match(/information karpenter\/example-value /g)).toHaveLength(toFill.length);
    const { status: empty } = await call(['render', 'karpenter', ...filled(out), '--node-pool', 'general', pools]);
    expect(empty).toBe(1);
    const given = [
      'render',
      'karpenter',
      '--format',
      'json',
      ...filled(out, '"1.33.2"'),
      '--node-pool',
      'general',
      pools,
    ];
    const { out: rendered } = await call(given);
    const [found] = (JSON.parse(rendered) as { results: Result[] }).results;
    expect(found?.missing).toEqual([]);
    const { out: none } = await call([
      'render',
      'karpenter',
      '--template',
      ...settings,
      '--node-pool',
      'general',
      pools,
    ]);
    expect(none).toBe('# No setting is missing.\n');
  });

  /** The option with a template in which each setting has a value, sizes a number. */
  function filled(template: string, value = ''): string[] {
    const text = template.replace(/^( +([\w./-]+):) ?$/gm, (line, head: string, name: string) =>
      name === 'labels' ? line : `${head} ${value !== '' && /vCPUs|memoryMiB/.test(name) ? '4' : value}`,
    );
    return ['--karpenter-settings', file('filled.yaml', text)];
  }

  it('prints a script with gaps, and how to close them', async () => {
    const { status, out, err } = await call(['render', 'karpenter', '--gaps', '--node-pool', 'general', pools]);
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^# This script has gaps/);
    expect(out).toContain('#     kubectl get service kube-dns -n kube-system');
    expect(out).toContain('LOCATION=<LOCATION>\n');
    expect(out).toContain('--cluster-dns=<DNS_SERVICE_IP> ');
    expect(out).toContain('karpenter.azure.com/sku-networking-accelerated=<unknown>');
    const { out: whole } = await call(['render', 'karpenter', '--gaps', ...settings, '--node-pool', 'general', pools]);
    expect(whole).toMatch(/^#!\/bin\/bash\n/);
  });

  it('validates resources as a release and its settings have them', async () => {
    const path = file('amd.yaml', readFileSync(pools, 'utf8').replace('mode: Driver', 'mode: None'));
    const args = ['validate', ...settings];
    expect((await call([...args, path])).out).not.toContain('has no field gpu');
    expect((await call([...args, '--karpenter', 'v1.10.2', path])).out).toContain('v1.10.2 has no field gpu');
  });

  it("reads Karpenter's Deployment as settings", async () => {
    const deployment = file(
      'deployment.json',
      JSON.stringify({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'karpenter' },
        spec: { template: { spec: { containers: [{ env: [{ name: 'LOCATION', value: 'westeurope' }] }] } } },
      }),
    );
    const args = ['--options', '--karpenter-settings', deployment, '--node-pool', 'general', pools];
    const { out } = await call(['render', 'karpenter', ...args]);
    expect(JSON.parse(out)).toMatchObject({ location: 'westeurope' });
  });

  it("rejects files that aren't settings", async () => {
    const { status, err } = await call(['render', 'karpenter', '--karpenter-settings', pools, pools]);
    expect(status).toBe(2);
    expect(err).toContain("isn't a KarpenterSettings document");
  });

  it('compares a script with the current script of its pool', async () => {
    const before = file(
      'vm.sh',
      readFileSync('test/golden/karpenter/pool-gpu.sh', 'utf8').replace('--max-pods=60', '--max-pods=30'),
    );
    const args = ['diff', '--format', 'json', ...settings, '--node-pool', 'gpu', before, pools];
    const { out } = await call(args);
    const { results: found } = JSON.parse(out) as { results: readonly { variables: unknown; notes: unknown }[] };
    expect(found[0]?.variables).toEqual([
      {
        name: 'KUBELET_FLAGS',
        before: '--max-pods=30',
        after: '--max-pods=60',
        causes: ['spec.maxPods of AKSNodeClass gpu'],
      },
    ]);
    expect(found[0]?.notes).toEqual([]);
  });

  it('says if Karpenter would create no such node', async () => {
    const refused = file('refused.yaml', readFileSync(pools, 'utf8').replace('Standard_D4s_v5', 'Standard_DC4as_v5'));
    const { out, err } = await call(['render', 'karpenter', ...settings, '--node-pool', 'general', refused]);
    expect(out).toContain('Standard_DC4as_v5');
    expect(err).toContain('no node is like this. Karpenter never offers Standard_DC4as_v5: confidential VMs');
  });

  it('compares two pools of a file', async () => {
    const names = ['--node-pool', 'general', '--other-node-pool', 'gpu'];
    const { out, status } = await call(['diff', ...settings, ...names, pools, pools]);
    expect(status).toBe(0);
    expect(out).toContain('--max-pods=60');
    expect(out).toContain('taints of NodePool gpu');
  });

  it('names the kind of an unsuitable document', async () => {
    const { results: found } = await results('--kind', 'cloud-config', 'test/samples/cloud-config.yaml');
    expect(found[0]?.error).toEqual({
      code: 'render/not-bootstrap-options',
      message: "Karpenter's script is made from bootstrap options; this is a cloud-config document.",
    });
  });
});
