import { describe, expect, it } from 'vitest';
import { applyChanges, type ProviderRelease, validate } from '../../../server/src/core/index.js';
import { localDns, pool, readResources, requiring } from '../../support/karpenter.js';

/** Refusals as code, text in the document and message. */
function refused(text: string, settings?: string): [code: string, place: string, message: string][] {
  const analysis = readResources(text, settings === undefined ? {} : { settings });
  const codes = new Set(['setting', 'node-class', 'pool'].map((part) => `karpenter/refused-${part}`));
  const others = ['karpenter/no-script', 'karpenter/impossible-requirement', 'karpenter/size-never-offered'];
  return validate(analysis)
    .problems.filter(({ code }) => codes.has(code) || others.includes(code))
    .map(({ code, span, message }) => [code, analysis.text.slice(span.start, span.end), message]);
}

const environment = (text: string): string => pool({ settings: `environment: {${text}}` });

describe('settings that Karpenter refuses', () => {
  it.each([
    ['NETWORK_PLUGIN: kubenet', 'kubenet', 'azure or none', '79-81'],
    ['NETWORK_PLUGIN_MODE: vnet', 'vnet', 'overlay or empty', '82-84'],
    ['NETWORK_DATAPLANE: calico', 'calico', 'azure or cilium or empty', '85-87'],
    ['NETWORK_PLUGIN: none', 'none', 'NETWORK_PLUGIN_MODE must be empty', '89-91'],
    ['NETWORK_PLUGIN: none, NETWORK_PLUGIN_MODE: overlay', 'overlay', 'NETWORK_PLUGIN_MODE must be empty', '89-91'],
    ['VNET_SUBNET_ID: /subscriptions/a', '/subscriptions/a', 'the ID of a subnet', '95-101'],
    ['DNS_SERVICE_IP: 10.0.0.300', '10.0.0.300', 'an IP address', '55-62'],
    ['VNET_GUID: a519e60a', 'a519e60a', 'a UUID', '64-69'],
    ['KUBELET_IDENTITY_CLIENT_ID: abc', 'abc', 'a UUID', '71-76'],
    ['CLUSTER_ENDPOINT: shop.hcp.azmk8s.io', 'shop.hcp.azmk8s.io', 'a URL with a host', '103-111'],
    ['SSH_PUBLIC_KEY: ""', '""', 'must not be empty', '161-181'],
    ['PROVISION_MODE: scripted', 'scripted', 'aksscriptless or bootstrappingclient', '120-123'],
    ['VM_MEMORY_OVERHEAD_PERCENT: "-0.1"', '"-0.1"', 'must not be negative', '113-118'],
    ['LINUX_ADMIN_USERNAME: 1admin', '1admin', 'begin with a letter', '202-217'],
    ['ADDITIONAL_TAGS: "a=b,A=c"', '"a=b,A=c"', 'a name twice', '224-243'],
    ['NODE_OSDISK_DISKENCRYPTIONSET_ID: /subscriptions/a', '/subscriptions/a', 'disk encryption set', '252-283'],
    ['USE_SIG: "true", SIG_ACCESS_TOKEN_SERVER_URL: "https://a.b"', '"true"', 'SIG_SUBSCRIPTION_ID', '194-196'],
    ['USE_SIG: "true", SIG_SUBSCRIPTION_ID: a', '"true"', 'SIG_ACCESS_TOKEN_SERVER_URL', '184-192'],
  ])('%s', (setting, place, reason, lines) => {
    const [first, ...more] = refused(environment(setting));
    expect([first?.[0], first?.[1], more]).toEqual(['karpenter/refused-setting', place, []]);
    expect(first?.[2]).toContain(reason);
    expect(first?.[2]).toContain(`options_validation.go#${lines}`);
  });

  it.each([
    ['NETWORK_PLUGIN: none, NETWORK_PLUGIN_MODE: ""'],
    ['NETWORK_PLUGIN_MODE: "", NETWORK_DATAPLANE: ""'],
    ['DNS_SERVICE_IP: "fd00::a"'],
    ['VNET_GUID: ""'],
    ['USE_SIG: "false"'],
    ['ADDITIONAL_TAGS: "team=shop,stage=test"'],
    ['KUBELET_IDENTITY_CLIENT_ID: acdd72a7-3385-48ef-bd42-f606fba81ae7'],
    ['CLUSTER_ENDPOINT: "https://shop.hcp.azmk8s.io:443"'],
  ])('but not %s', (setting) => {
    expect(refused(environment(setting))).toEqual([]);
  });

  it('are reported once, without other rules about the same value', () => {
    const analysis = readResources(environment('NETWORK_PLUGIN: kubenet, VNET_GUID: a'));
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(Array(2).fill('karpenter/refused-setting'));
  });

  it('are reported at the beginning of the file if they are in another one', () => {
    const outside = 'apiVersion: aks-bootstrap/v1\nkind: KarpenterSettings\nenvironment: {NETWORK_PLUGIN: kubenet}\n';
    expect(refused(pool(), outside).map(([code, place]) => [code, place])).toEqual([
      ['karpenter/refused-setting', 'a'],
    ]);
  });

  it('contain the name of another network security group, and modes without a script', () => {
    expect(refused(pool({ settings: 'detected: {networkSecurityGroupName: own-nsg}' }))[0]?.[0]).toBe(
      'karpenter/refused-setting',
    );
    const sig = 'AKS_MACHINES_POOL_NAME: a, USE_SIG: "true", SIG_SUBSCRIPTION_ID: a';
    expect(refused(environment(`PROVISION_MODE: aksmachineapi, ${sig}`)).map(([code]) => code)).toEqual([
      'karpenter/no-script',
    ]);
    expect(refused(environment('PROVISION_MODE: aksmachineapi')).map(([code]) => code)).toEqual([
      'karpenter/no-script',
      'karpenter/refused-setting',
      'karpenter/refused-setting',
    ]);
  });
});

describe('resources that are refused', () => {
  it.each([
    ['imageFamily: Ubuntu2004', 'Ubuntu2004'],
    ['imageFamily: Ubuntu2404, fipsMode: FIPS', 'FIPS'],
    ['imageFamily: Ubuntu2204, fipsMode: FIPS', 'FIPS'],
    ['imageFamily: AzureLinux, fipsMode: FIPS, security: {trustedLaunch: {vtpm: true}}', 'FIPS'],
    ['osDiskSizeGB: 20', '20'],
    ['vnetSubnetID: /subscriptions/a', '/subscriptions/a'],
    ['linuxOSConfig: {swapFileSize: 1Gi}', '1Gi'],
    [localDns('Always'), 'Always'],
    ['imageFamly: AzureLinux', 'imageFamly'],
    ['osDiskSizeGB: "30"', '"30"'],
    ['kubelet: {containerLogMaxSize: 0.5Gi}', '0.5Gi'],
    ['tags: {"a<b": c}', 'c'],
    ['linuxOSConfig: {sysctls: {vmSwappiness: 200}}', '200'],
    ['linuxOSConfig: {sysctls: {netCoreRmemDefault: 400000, netCoreRmemMax: 300000}}', '400000'],
    ['linuxOSConfig: {sysctls: {netIPv4IPLocalPortRange: 80 60999}}', '80 60999'],
    ['localDNS: {mode: Required}', '{mode: Required}'],
  ])('AKSNodeClass {%s}', (nodeClass, place) => {
    expect(refused(pool({ nodeClass })).map(([code, at]) => [code, at])).toEqual([
      ['karpenter/refused-node-class', place],
    ]);
  });

  it.each([
    ['fipsMode: FIPS'],
    ['imageFamily: Ubuntu2204, fipsMode: FIPS, security: {trustedLaunch: {vtpm: true}}'],
    ['linuxOSConfig: {swapFileSize: 1Gi}, kubelet: {failSwapOn: false}'],
    ['linuxOSConfig: {sysctls: {netIPv4IPLocalPortRange: 32768 60999, netIPv4TCPTwReuse: true}}'],
    ['tags: {team: shop}, osDiskSizeGB: 2048, maxPods: 250'],
    [localDns('Preferred')],
  ])('but not {%s}', (nodeClass) => {
    expect(refused(pool({ nodeClass }))).toEqual([]);
  });

  it.each([
    ['example.com/a Is b', 'Is'],
    ['example.com/a In', '[]'],
    ['example.com/a Gt a', '["a"]'],
    ['example.com/a Lte -1', '["-1"]'],
    ['example.com/a Gte 1 2', '["1", "2"]'],
    ['karpenter.sh/capacity-type In reserved', '["reserved"]'],
    ['kubernetes.azure.com/scalesetpriority In Spot', '["Spot"]'],
    ['karpenter.azure.com/sku-hyperv-generation In 2', 'karpenter.azure.com/sku-hyperv-generation'],
    ['karpenter.sh/nodepool In a', 'karpenter.sh/nodepool'],
    ['agentpool In a', 'agentpool'],
    ['kubernetes.azure.com/agentpool In a', 'kubernetes.azure.com/agentpool'],
    ['example.com/a/b In c', 'example.com/a/b'],
    ['example.com/a In b c_', '"c_"'],
    ['kubernetes.io/hostname In a', 'kubernetes.io/hostname'],
  ])('requirement %s', (requirement, place) => {
    const found = refused(pool({ spec: requiring(requirement) })).filter(([code]) => code === 'karpenter/refused-pool');
    expect(found.map(([, at]) => at)).toEqual([place]);
  });

  it('values without quotes and reserved labels', () => {
    const spec = '      requirements:\n        - {key: example.com/a, operator: In, values: [4]}\n';
    expect(refused(pool({ spec }))[0]?.slice(0, 2)).toEqual(['karpenter/refused-pool', '4']);
    expect(refused(pool({ labels: 'karpenter.sh/own: a' }))[0]?.[2]).toContain('reserved for Karpenter');
    expect(refused(pool({ labels: 'kubernetes.azure.com/own: a' }))[0]?.[2]).toContain('only mode, scalesetpriority');
    expect(refused(pool({ labels: 'kubernetes.azure.com/network-policy: calico' }))).toEqual([]);
  });
});

describe('NodePools that are refused', () => {
  const text = (spec: string, template = ''): string =>
    pool({ spec: `      requirements: []\n${template}` }).replace('spec:\n  template', `spec:\n${spec}  template`);

  it.each([
    ['  weight: 200\n', '', '200', 'weight must be 1 to 100'],
    ['  replicas: 2\n  weight: 10\n', '', '10', 'has no weight'],
    ['  replicas: 2\n  limits: {cpu: 4}\n', '', '{cpu: 4}', 'may only limit nodes'],
    [
      '  disruption: {consolidationPolicy: WhenEmpty}\n',
      '',
      '{consolidationPolicy: WhenEmpty}',
      'needs consolidateAfter',
    ],
    ['  disruption: {consolidateAfter: soon}\n', '', 'soon', '5m or Never'],
    [
      '  disruption: {consolidateAfter: 5m, budgets: [{nodes: 10%, schedule: "@daily"}]}\n',
      '',
      '[{nodes: 10%, schedule: "@daily"}]',
      'needs a duration',
    ],
    ['  ttlSecondsAfterEmpty: 30\n', '', 'ttlSecondsAfterEmpty', 'no field "ttlSecondsAfterEmpty"'],
    ['', '      expireAfter: 30d\n', '30d', '720h or Never'],
    ['', '      taint: []\n', 'taint', 'Did you mean taints?'],
  ])('%s%s', (spec, template, place, reason) => {
    const [first, ...more] = refused(text(spec, template));
    expect([first?.[0], first?.[1], more]).toEqual(['karpenter/refused-pool', place, []]);
    expect(first?.[2]).toContain(reason);
  });

  it('but not those with everything that a NodePool may have', () => {
    const budgets = '[{nodes: 10%}, {nodes: "0", schedule: "@daily", duration: 8h, reasons: [Drifted]}]';
    const disruption = `{consolidationPolicy: WhenEmpty, consolidateAfter: 5m, budgets: ${budgets}}`;
    const spec = `  weight: 10\n  limits: {cpu: 4, memory: 8Gi}\n  disruption: ${disruption}\n`;
    expect(refused(text(spec, '      expireAfter: 720h\n      terminationGracePeriod: 1h\n'))).toEqual([]);
  });

  it('without requirements, of old versions, and of other providers', () => {
    expect(refused(pool({ spec: '' }))[0]?.[2]).toContain('spec needs requirements');
    const old = pool().replace('karpenter.sh/v1', 'karpenter.sh/v1beta1');
    expect(refused(old).map(([code, place]) => [code, place])).toEqual([
      ['karpenter/refused-pool', 'karpenter.sh/v1beta1'],
    ]);
    const alpha = pool().replace('karpenter.azure.com/v1beta1', 'karpenter.azure.com/v1alpha2');
    expect(validate(readResources(alpha)).problems.map(({ code }) => code)).toEqual(['karpenter/deprecated-version']);
    const other = pool().replace(
      'group: karpenter.azure.com, kind: AKSNodeClass',
      'group: karpenter.k8s.aws, kind: EC2NodeClass',
    );
    expect(refused(other)[0]?.[2]).toContain('creates no node for EC2NodeClass');
  });

  it('with fewer values than minValues', () => {
    const requirement =
      '{key: node.kubernetes.io/instance-type, operator: In, values: [Standard_D4s_v5], minValues: 2}';
    const [first] = refused(pool({ spec: `      requirements: [${requirement}]` }));
    expect([first?.[1], first?.[2]]).toEqual(['2', expect.stringContaining('has only 1 that counts')]);
  });
});

describe('unknown fields', () => {
  const resources = (pool: string, nodeClass: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: one}
spec:
  ${pool}
  template:
    spec:
      nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: default}
      requirements: []
---
apiVersion: karpenter.azure.com/v1beta1
kind: AKSNodeClass
metadata: {name: default}
spec:
  imageFamily: Ubuntu2204
  ${nodeClass}
`;

  it.each([
    ['NodePool', 'wieght: 10', 'Rename to weight', 'weight: 10'],
    ['NodePool', 'xyzzy: 10', undefined, undefined],
    ['AKSNodeClass', 'osDiskSizeGb: 100', 'Rename to osDiskSizeGB', 'osDiskSizeGB: 100'],
    ['AKSNodeClass', 'xyzzy: {a: 1}', undefined, undefined],
    // An option, which Karpenter ignores.
    ['AKSNodeClass', 'kubelet:\n    xyzzy: 10 # ten\n    cpuManagerPolicy: static', undefined, undefined],
  ])('of %s can be renamed or removed: %s', (kind, field, rename, renamed) => {
    const isPool = kind === 'NodePool';
    const textOf = (one: string): string => (isPool ? resources(one, 'tags: {}') : resources('limits: {}', one));
    const text = textOf(field);
    const problems = validate(readResources(text)).problems;
    const found = problems.filter(({ message }) => /has no (?:field|option)/.test(message));
    const fixes = found.flatMap(({ fixes: all = [] }) =>
      all.map(({ title, changes, safe }) => [title, applyChanges(text, changes), safe]),
    );
    expect(found).toHaveLength(1);
    const name = field.includes('xyzzy') ? 'xyzzy' : field.slice(0, field.indexOf(':'));
    expect(fixes).toEqual([
      ...(renamed === undefined ? [] : [[rename, textOf(renamed), false]]),
      [`Remove ${name}`, text.replace(new RegExp(`^ *${name}.*\\n`, 'm'), ''), false],
    ]);
  });

  it('have no fix if a merge key brings them, or all that merge them would change', () => {
    const text = resources(
      'limits: {}',
      'localDNS: &shared\n    xyzzy: 1\n    mode: Preferred\n  security: {<<: *shared}',
    );
    const found = validate(readResources(text)).problems.filter(({ message }) => message.includes('xyzzy'));
    expect(found).toHaveLength(2);
    expect(found.flatMap(({ fixes = [] }) => fixes)).toEqual([]);
  });
});

describe('what older releases refuse', () => {
  const inRelease = (release: ProviderRelease, changes: Parameters<typeof pool>[0]): string[] =>
    validate(readResources(pool(changes), { release })).problems.map(({ message }) => message);

  it.each([
    ['v1.6.3', { spec: requiring('example.com/a Gte 4') }, 'The operator must be'],
    ['v1.7.2', { labels: 'kubernetes.io/own: a' }, 'reserved before v1.10.0'],
    ['v1.13.0', { labels: 'kubernetes.azure.com/network-policy: calico' }, 'only mode'],
    ['v1.14.2', { nodeClass: 'imageFamily: Ubuntu2204, fipsMode: FIPS' }, 'not supported for Ubuntu2204 in v1.14.2'],
    [
      'v1.14.2',
      { nodeClass: 'security: {trustedLaunch: {vtpm: true}}' },
      'has no field trustedLaunch, which no release has yet',
    ],
    ['v1.10.2', { nodeClass: 'gpu: {mode: None}' }, 'has no field gpu, which v1.12.0 adds'],
    ['v1.6.2', { nodeClass: 'imageFamily: Ubuntu2404' }, 'has no image family'],
    ['v1.6.8', { settings: 'environment: {PROVISION_MODE: aksmachineapi}' }, 'aksscriptless or bootstrappingclient,'],
  ] as const)('%s: %j', (release, changes, reason) => {
    const messages = inRelease(release, changes).filter((message) => !message.includes('left out of the script'));
    expect(messages).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['v1.12.2', { labels: 'kubernetes.azure.com/own: a' }],
    ['v1.12.2', { spec: requiring('kubernetes.azure.com/mode In system2') }],
    ['v1.7.1', { settings: 'environment: {KUBELET_IDENTITY_CLIENT_ID: abc}' }],
    ['v1.7.2', { labels: 'node.kubernetes.io/own: a' }],
  ] as const)('but not %s: %j', (release, changes) => {
    expect(inRelease(release, changes).filter((message) => message.includes('Rule:'))).toEqual([]);
  });
});

describe('nodes that are impossible', () => {
  const size = (name: string): string => `node.kubernetes.io/instance-type In ${name}`;

  it.each([
    [['kubernetes.io/os In windows'], 'linux'],
    [['kubernetes.io/arch In arm64', size('Standard_D4s_v5')], 'kubernetes.io/arch amd64'],
    [['karpenter.azure.com/sku-cpu Gt 4', size('Standard_D4s_v5')], 'karpenter.azure.com/sku-cpu 4'],
    [['karpenter.azure.com/sku-cpu In 8', size('Standard_D4s_v5')], 'karpenter.azure.com/sku-cpu 4'],
    [['karpenter.azure.com/sku-family In E', size('Standard_D4s_v5')], 'karpenter.azure.com/sku-family D'],
    [['kubernetes.azure.com/sku-cpu In 2', size('Standard_D4s_v5')], 'kubernetes.azure.com/sku-cpu 4'],
    [['karpenter.azure.com/sku-series In Dds_v5', size('Standard_D4s_v5')], 'karpenter.azure.com/sku-series Ds_v5'],
    [['karpenter.azure.com/sku-gpu-manufacturer Exists', size('Standard_D4s_v5')], 'does not have the label'],
    [['karpenter.azure.com/sku-gpu-count Gt 0', size('Standard_D4s_v5')], 'sku-gpu-count 0'],
    [['kubernetes.azure.com/os-sku In AzureLinux'], 'os-sku Ubuntu'],
    [['kubernetes.azure.com/fips_enabled In true'], 'does not have the label'],
    [['topology.kubernetes.io/zone In eastus-1 eastus-2'], 'westeurope-1'],
    [['topology.kubernetes.io/region In eastus'], 'westeurope'],
    [['karpenter.sh/capacity-type In spot', 'kubernetes.azure.com/priority In regular'], 'neither'],
    [['example.com/a In b', 'example.com/a In c'], 'nodes do not get the label'],
    [['kubernetes.io/arch In arm64', 'kubernetes.io/arch NotIn arm64'], 'no VM meets them'],
  ])('%j', (requirements, reason) => {
    const text = pool({ spec: requiring(...requirements), settings: 'environment: {LOCATION: westeurope}' });
    const [first, ...more] = refused(text);
    expect([first?.[0], more]).toEqual(['karpenter/impossible-requirement', []]);
    expect(first?.[2]).toContain(reason);
  });

  it.each([
    [['topology.kubernetes.io/zone In eastus-1 westeurope-1']],
    [['topology.kubernetes.io/zone In 0']],
    [['example.com/a DoesNotExist']],
    [['karpenter.azure.com/sku-gpu-manufacturer DoesNotExist', size('Standard_D4s_v5')]],
    [['karpenter.azure.com/sku-gpu-name NotIn T4', size('Standard_D4s_v5')]],
    [['kubernetes.azure.com/fips_enabled NotIn true', 'kubernetes.azure.com/os-sku NotIn AzureLinux']],
    [['kubernetes.io/os Exists', size('Standard_D4s_v5')]],
  ])('but not %j', (requirements) => {
    const text = pool({ spec: requiring(...requirements), settings: 'environment: {LOCATION: westeurope}' });
    expect(refused(text)).toEqual([]);
  });

  it.each([
    ['Standard_NV4ads_V710_v5', '', 'gpu.mode None'],
    ['Standard_NC36ds_xl_RTXPRO6000BSE_v6', 'imageFamily: AzureLinux', 'not with AzureLinux'],
    ['Standard_NV4as_v4', '', "not in Karpenter's list"],
    ['Standard_D2s_v5', localDns('Required'), '4 vCPUs'],
    ['Standard_D4ps_v6', 'artifactStreaming: {enabled: true}', 'arm64'],
    ['Standard_E8-2s_v5', '', 'constrained'],
    ['Standard_DC4as_v5', '', 'confidential'],
    ['Standard_B1ms', '', 'AKS does not support'],
    ['Basic_A4', '', 'AKS does not support'],
    ['Standard_E64is_v3', '', 'list of sizes with known problems'],
  ])('VM size %s with {%s}', (name, nodeClass, reason) => {
    const [first, ...more] = refused(pool({ spec: requiring(size(name)), nodeClass }));
    expect([first?.[0], first?.[1], more]).toEqual(['karpenter/size-never-offered', JSON.stringify(name), []]);
    expect(first?.[2]).toContain(reason);
    expect(first?.[2]).toMatch(/Rule: pkg\/providers\/instancetype\/\S+\.go#\d+-\d+\.$/);
  });

  it('VM sizes with what is known about them', () => {
    const spec = requiring(size('Standard_DS1_v2'));
    expect(refused(pool({ spec, settings: 'detected: {vCPUs: 1}' }))[0]?.[2]).toContain('fewer than 2 vCPUs');
    const small = 'detected: {vmSize: Standard_B2als_v2, memoryMiB: 2048}';
    expect(refused(pool({ settings: small }))[0]?.[2]).toContain('3.5 GiB');
    expect(refused(pool({ spec, settings: 'detected: {vCPUs: 2}' }))).toEqual([]);
  });

  it('but not sizes of which one is offered', () => {
    const spec = requiring(size('Standard_NV4ads_V710_v5 Standard_D4s_v5'));
    expect(refused(pool({ spec }))).toEqual([]);
    const amd = requiring(size('Standard_NV4ads_V710_v5'));
    expect(refused(pool({ spec: amd, nodeClass: 'gpu: {mode: None}' }))).toEqual([]);
  });
});
