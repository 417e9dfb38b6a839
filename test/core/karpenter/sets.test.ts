import { describe, expect, it } from 'vitest';
import { karpenterScriptOf } from '../../../server/src/core/index.js';
import { asked, localDns, options, pool, readResources, requiring, valueOf } from '../../support/karpenter.js';

/**
 * Whole sets of resources, and what the provider computes from them (Azure/karpenter-provider-azure 352646f5 with
 * karpenter 1.14.0): decided from its code, each set with several things that work on each other.
 */
interface ResourceSet {
  readonly size?: string;
  readonly requirements?: readonly string[];
  /** Behind the requirements, in the spec of the template. */
  readonly template?: string;
  readonly labels?: string;
  readonly nodeClass?: string;
  readonly version?: string;
  readonly status?: string;
  readonly environment?: string;
  readonly detected?: string;
}

const environment = {
  CLUSTER_NAME: 'shop',
  CLUSTER_ENDPOINT: 'https://shop-dns-1a2b3c4d.hcp.westeurope.azmk8s.io:443',
  KUBELET_BOOTSTRAP_TOKEN: '07401b.f395accd246ae52d',
  AZURE_TENANT_ID: options.tenantID,
  AZURE_SUBSCRIPTION_ID: options.subscriptionID,
  KUBELET_IDENTITY_CLIENT_ID: options.kubeletIdentityClientID,
  LOCATION: 'westeurope',
  AZURE_NODE_RESOURCE_GROUP: 'MC_shop_prod_westeurope',
  VNET_SUBNET_ID: options.subnetID,
  VNET_GUID: 'a519e60a-cac0-40b2-b883-084477fe6f5c',
  DNS_SERVICE_IP: '10.1.0.10',
};

function textOf(set: ResourceSet): string {
  const { size = 'Standard_D4s_v5', requirements = [], template = '', labels = '', nodeClass = '' } = set;
  const sized = size === '' ? [] : [`node.kubernetes.io/instance-type In ${size}`];
  const own = (set.environment ?? '').split(',').map((pair) => pair.trim().split(':', 1)[0]);
  const common = Object.entries(environment)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => `${name}: "${value}"`);
  const given = [...common, ...(set.environment === undefined ? [] : [set.environment])].join(', ');
  const detected = `CABundle: Y2VydGlmaWNhdGU=, networkSecurityGroupName: aks-agentpool-40321617-nsg, memoryMiB: 16384, ${set.detected ?? ''}`;
  return pool({
    spec: requiring(...sized, ...requirements) + template,
    labels,
    nodeClass,
    status: [`kubernetesVersion: ${set.version ?? '1.33.2'}`, ...(set.status === undefined ? [] : [set.status])].join(
      ', ',
    ),
    settings: `environment: {${given}}\ndetected: {${detected}}`,
  });
}

/** Labels without the domains of AKS and Karpenter's provider. */
function labelsOf(set: ResourceSet): Record<string, string> {
  const labels = valueOf(readResources(textOf(set))).labels ?? [];
  return Object.fromEntries([...labels].map(([key, value]) => [shortened(key), value]));
}

function shortened(key: string): string {
  return key.replace(/^kubernetes\.azure\.com\//, 'aks/').replace(/^karpenter\.azure\.com\//, 'azure/');
}

const zone = 'topology.kubernetes.io/zone';
const capacity = 'karpenter.sh/capacity-type';
const priority = 'kubernetes.azure.com/priority';
const scaleSet = 'kubernetes.azure.com/scalesetpriority';
const ultra = 'karpenter.azure.com/sku-storage-ultra-ssd';

describe('labels of a set of resources', () => {
  it.each<[string, ResourceSet, Record<string, string>, readonly string[]]>([
    [
      'bounds and values together',
      { requirements: ['example.com/gen In 3 4 5', 'example.com/gen Gt 3', 'example.com/gen Lte 4'] },
      { 'example.com/gen': '4' },
      [],
    ],
    [
      'a number that bounds leave and NotIn excludes, which the core draws all the same',
      { requirements: ['example.com/gen NotIn 3', 'example.com/gen Gte 3', 'example.com/gen Lte 3'] },
      { 'example.com/gen': '3' },
      [],
    ],
    [
      'words are below no bound',
      { requirements: ['example.com/gen In x 5', 'example.com/gen Gt 1', 'example.com/gen Lt 9'] },
      { 'example.com/gen': '5' },
      [],
    ],
    [
      'numbers keep their spelling',
      { requirements: ['example.com/gen In 05 4', 'example.com/gen Gte 5'] },
      { 'example.com/gen': '05' },
      [],
    ],
    [
      'excluded values',
      { requirements: ['example.com/tier In a b', 'example.com/tier NotIn b'] },
      { 'example.com/tier': 'a' },
      [],
    ],
    [
      'requirements without a value, and with a random one',
      {
        requirements: [
          'example.com/a DoesNotExist',
          'example.com/b Exists',
          'example.com/c Gt 5',
          'example.com/c Lt 5',
        ],
      },
      {},
      ['example.com/a', 'example.com/b', 'example.com/c'],
    ],
    [
      'well-known labels are those of the VM, whatever bounds leave',
      { requirements: ['karpenter.azure.com/sku-cpu Gt 3', 'karpenter.azure.com/sku-cpu Lt 5'] },
      { 'azure/sku-cpu': '4', 'aks/sku-cpu': '4', 'azure/sku-memory': '16384' },
      [],
    ],
    [
      'a spot node by the scale set priority alone',
      { requirements: [`${capacity} In spot on-demand`, `${scaleSet} In spot`] },
      { [capacity]: 'spot', 'aks/scalesetpriority': 'spot', 'aks/priority': 'regular' },
      [],
    ],
    [
      'a spot node by exclusion keeps the default label',
      { requirements: [`${priority} NotIn regular`] },
      { [capacity]: 'spot', 'aks/priority': 'regular', 'aks/scalesetpriority': 'regular' },
      [],
    ],
    [
      'a spot node by a label',
      { labels: `${scaleSet}: spot` },
      { [capacity]: 'spot', 'aks/scalesetpriority': 'spot', 'aks/priority': 'regular' },
      [],
    ],
    ['an on-demand node by exclusion', { requirements: [`${capacity} NotIn spot`] }, { [capacity]: 'on-demand' }, []],
    [
      'a zone under its first name',
      {
        requirements: [
          'failure-domain.beta.kubernetes.io/zone In westeurope-2',
          `${zone} In westeurope-1 westeurope-2`,
        ],
      },
      { [zone]: 'westeurope-2', 'azure/placement-scope': 'zonal' },
      ['failure-domain.beta.kubernetes.io/zone'],
    ],
    [
      'no zone under the name of the disk driver',
      { requirements: ['topology.disk.csi.azure.com/zone In "" westeurope-1', `${zone} NotIn westeurope-1`] },
      { [zone]: '0', 'azure/placement-scope': 'regional' },
      ['topology.disk.csi.azure.com/zone'],
    ],
    [
      'several zones have one scope and no label',
      { requirements: [`${zone} In westeurope-1 westeurope-3`] },
      { 'azure/placement-scope': 'zonal' },
      [zone],
    ],
    [
      'a VM size under its first name',
      { size: '', requirements: ['beta.kubernetes.io/instance-type In Standard_D4s_v5'] },
      { 'node.kubernetes.io/instance-type': 'Standard_D4s_v5', 'azure/sku-name': 'Standard_D4s_v5' },
      ['beta.kubernetes.io/instance-type'],
    ],
    [
      'a label under its first name stays, beside the new one',
      { labels: 'beta.kubernetes.io/arch: amd64' },
      { 'beta.kubernetes.io/arch': 'amd64', 'kubernetes.io/arch': 'amd64' },
      [],
    ],
    [
      'FIPS with Ubuntu',
      { nodeClass: 'fipsMode: FIPS', version: '1.34.1' },
      {
        'aks/fips_enabled': 'true',
        'aks/os-sku': 'Ubuntu',
        'aks/os-sku-requested': 'Ubuntu',
        'aks/os-sku-effective': 'Ubuntu',
      },
      [],
    ],
    [
      'FIPS with Trusted Launch',
      { nodeClass: 'fipsMode: FIPS, security: {trustedLaunch: {secureBoot: true}}', version: '1.34.1' },
      { 'aks/fips_enabled': 'true', 'aks/os-sku-effective': 'Ubuntu2204' },
      [],
    ],
    [
      'FIPS with Azure Linux',
      { nodeClass: 'imageFamily: AzureLinux, fipsMode: FIPS' },
      { 'aks/fips_enabled': 'true', 'aks/os-sku': 'AzureLinux', 'aks/os-sku-effective': 'AzureLinux3' },
      [],
    ],
    [
      'Azure Linux before Kubernetes 1.32',
      { nodeClass: 'imageFamily: AzureLinux, fipsMode: Disabled', version: '1.31.9' },
      { 'aks/os-sku-requested': 'AzureLinux', 'aks/os-sku-effective': 'AzureLinux2' },
      ['aks/fips_enabled'],
    ],
    [
      'Ubuntu from 1.34 on',
      { version: '1.34.0' },
      { 'aks/os-sku-effective': 'Ubuntu2404', 'aks/network-stateless-cni': 'true' },
      [],
    ],
    [
      'Ubuntu before',
      { version: '1.33.9' },
      { 'aks/os-sku-effective': 'Ubuntu2204', 'aks/network-stateless-cni': 'false' },
      [],
    ],
    [
      'an image family with its version',
      { nodeClass: 'imageFamily: Ubuntu2404', version: '1.30.4' },
      { 'aks/os-sku': 'Ubuntu', 'aks/os-sku-requested': 'Ubuntu2404', 'aks/os-sku-effective': 'Ubuntu2404' },
      [],
    ],
    [
      'Trusted Launch that is turned off',
      { nodeClass: 'security: {encryptionAtHost: true, trustedLaunch: {vtpm: false}}', version: '1.35.0' },
      { 'aks/os-sku-effective': 'Ubuntu2404' },
      [],
    ],
    [
      'artifact streaming',
      { nodeClass: 'artifactStreaming: {enabled: true}' },
      { 'aks/artifactstreaming-enabled': 'true', 'aks/localdns-state': 'disabled' },
      [],
    ],
    [
      'artifact streaming on arm64',
      { size: 'Standard_D4ps_v6', nodeClass: 'artifactStreaming: {enabled: true}' },
      { 'kubernetes.io/arch': 'arm64', 'azure/sku-series': 'Dps_v6' },
      ['aks/artifactstreaming-enabled'],
    ],
    ['local DNS that is required', { nodeClass: localDns('Required') }, { 'aks/localdns-state': 'enabled' }, []],
    [
      'local DNS by its status',
      { nodeClass: localDns('Disabled'), status: 'localDNSState: Enabled' },
      { 'aks/localdns-state': 'enabled' },
      [],
    ],
    [
      'local DNS that is preferred',
      { nodeClass: localDns('Preferred'), version: '1.36.0' },
      { 'aks/localdns-state': 'disabled' },
      [],
    ],
    ['ultra disks', { requirements: [`${ultra} NotIn false`] }, { 'azure/sku-storage-ultra-ssd': 'true' }, []],
    [
      'ultra disks that are possible',
      { requirements: [`${ultra} In true false`] },
      { 'azure/sku-storage-ultra-ssd': 'false' },
      [],
    ],
    [
      'ultra disks that must be known',
      { requirements: [`${ultra} Exists`] },
      { 'azure/sku-storage-ultra-ssd': 'false' },
      [],
    ],
    [
      'an NVIDIA size',
      { size: 'Standard_NC24ads_A100_v4' },
      {
        'azure/sku-gpu-manufacturer': 'nvidia',
        'azure/sku-gpu-name': 'A100',
        'azure/sku-series': 'NCads_v4',
        'azure/sku-family': 'N',
      },
      ['azure/sku-gpu-count'],
    ],
    [
      'an AMD size',
      { size: 'Standard_ND96isr_MI300X_v5', nodeClass: 'gpu: {mode: None}' },
      { 'azure/sku-gpu-manufacturer': 'amd', 'azure/sku-gpu-name': 'MI300X', 'azure/sku-version': '5' },
      [],
    ],
    [
      'a size without GPUs',
      { size: 'Standard_E4bds_v5' },
      { 'azure/sku-gpu-count': '0', 'azure/sku-family': 'E', 'azure/sku-series': 'Ebds_v5', 'azure/sku-version': '5' },
      ['azure/sku-gpu-name', 'azure/sku-gpu-manufacturer'],
    ],
    [
      'a size of two letters',
      { size: 'Standard_HB120rs_v3' },
      { 'azure/sku-family': 'H', 'azure/sku-series': 'HBrs_v3', 'azure/sku-cpu': '120' },
      [],
    ],
    ['a mode', { requirements: ['kubernetes.azure.com/mode In system'] }, { 'aks/mode': 'system' }, []],
    [
      'labels of the pool before those of AKS, after those of the VM',
      {
        labels:
          'kubernetes.azure.com/ebpf-dataplane: none, kubernetes.azure.com/cluster: own, kubernetes.azure.com/sku-cpu: "8"',
      },
      { 'aks/ebpf-dataplane': 'none', 'aks/cluster': 'MC_shop_prod_westeurope', 'aks/sku-cpu': '4' },
      [],
    ],
    [
      'labels that a kubelet may set, and others',
      {
        labels:
          'node.kubernetes.io/a: b, kubernetes.io/c: d, node-restriction.kubernetes.io/e: f, x.kubelet.kubernetes.io/g: h',
      },
      { 'node.kubernetes.io/a': 'b', 'x.kubelet.kubernetes.io/g': 'h' },
      ['kubernetes.io/c', 'node-restriction.kubernetes.io/e'],
    ],
    [
      'a network without overlay',
      { environment: 'NETWORK_PLUGIN_MODE: "", NETWORK_DATAPLANE: azure' },
      { 'aks/role': 'agent' },
      [
        'aks/network-subnet',
        'aks/azure-cni-overlay',
        'aks/podnetwork-type',
        'aks/ebpf-dataplane',
        'aks/nodenetwork-vnetguid',
      ],
    ],
    [
      'a subnet of the node class',
      { nodeClass: `vnetSubnetID: ${options.subnetID.replace(/nodes$/, 'gpu')}` },
      { 'aks/network-subnet': 'gpu', 'aks/nodenetwork-vnetguid': 'a519e60a-cac0-40b2-b883-084477fe6f5c' },
      [],
    ],
    [
      'a resource group with brackets',
      { environment: 'AZURE_NODE_RESOURCE_GROUP: MC_shop(prod)_' },
      { 'aks/cluster': 'MC_shop-prod-_z' },
      [],
    ],
    [
      'a resource group that is too long',
      { environment: `AZURE_NODE_RESOURCE_GROUP: ${'a'.repeat(62)}-b` },
      { 'aks/cluster': `${'a'.repeat(62)}z` },
      [],
    ],
  ])('%s', (_, set, expected, absent) => {
    const labels = labelsOf(set);
    expect(labels).toMatchObject(expected);
    for (const key of absent) expect(labels).not.toHaveProperty([key]);
  });
});

describe('options of a set of resources', () => {
  it.each<[string, ResourceSet, object]>([
    [
      'nodes in the subnet',
      { environment: 'NETWORK_PLUGIN_MODE: "", NETWORK_DATAPLANE: azure' },
      { networkPlugin: 'azure', kubeletConfig: { maxPods: 30 } },
    ],
    [
      'nodes in the subnet with Cilium',
      { environment: 'NETWORK_PLUGIN_MODE: ""' },
      { networkPlugin: 'none', kubeletConfig: { maxPods: 30 } },
    ],
    [
      'no plugin',
      { environment: 'NETWORK_PLUGIN: none, NETWORK_PLUGIN_MODE: ""' },
      { networkPlugin: 'none', kubeletConfig: { maxPods: 250 } },
    ],
    ['an overlay', { nodeClass: 'maxPods: 40' }, { networkPlugin: 'none', kubeletConfig: { maxPods: 40 } }],
    [
      'kubelet with nothing in it',
      { nodeClass: 'kubelet: {}' },
      {
        kubeletConfig: {
          cpuManagerPolicy: 'none',
          cpuCFSQuota: true,
          cpuCFSQuotaPeriod: 100_000_000n,
          topologyManagerPolicy: 'none',
          containerLogMaxSize: '50Mi',
          containerLogMaxFiles: 5,
        },
      },
    ],
    [
      'kubelet with settings',
      {
        nodeClass:
          'kubelet: {cpuCFSQuota: false, imageGCHighThresholdPercent: 90, podPidsLimit: 1000, allowedUnsafeSysctls: [kernel.msg*], failSwapOn: false}',
      },
      {
        kubeletConfig: {
          cpuCFSQuota: false,
          imageGCHighThresholdPercent: 90,
          podPidsLimit: 1000n,
          allowedUnsafeSysctls: ['kernel.msg*'],
        },
      },
    ],
    [
      'the sizes of a machine',
      { size: 'Standard_D8s_v5', detected: 'memoryMiB: 32768' },
      {
        kubeletConfig: {
          kubeReserved: new Map([
            ['cpu', '180m'],
            ['memory', '3645Mi'],
          ]),
        },
      },
    ],
    [
      'a graphics size',
      { size: 'Standard_NV36ads_A10_v5' },
      { GPUNode: true, GPUDriverType: 'grid', GPUDriverVersion: '570.211.01' },
    ],
    [
      'an older compute size',
      { size: 'Standard_NC24', detected: 'vCPUs: 24' },
      { GPUNode: true, GPUDriverType: 'cuda', GPUDriverVersion: '470.82.01' },
    ],
    ['a promotional size', { size: 'Standard_NC6s_v3_Promo' }, { GPUNode: true, GPUDriverType: 'cuda-lts' }],
    ['a size without GPUs', {}, { GPUNode: false, GPUDriverType: 'cuda-lts', GPUDriverInstallationEnabled: true }],
    [
      'AMD GPUs',
      { size: 'Standard_NV28adms_V710_v5', nodeClass: 'gpu: {mode: None}' },
      { GPUNode: false, GPUDriverInstallationEnabled: false },
    ],
    ['an address of IPv6', { environment: 'CLUSTER_ENDPOINT: "https://[fd00::1]:443/"' }, { APIServerName: 'fd00::1' }],
    [
      'an endpoint with a path',
      { environment: 'CLUSTER_ENDPOINT: "https://shop.hcp.westeurope.azmk8s.io/a"' },
      { APIServerName: 'shop.hcp.westeurope.azmk8s.io' },
    ],
  ])('%s', (_, set, expected) => {
    const value = valueOf(readResources(textOf(set)));
    expect(value).toMatchObject(expected);
    expect(value.kubeletConfig).not.toHaveProperty('failSwapOn');
  });

  it.each([
    ['', ['karpenter.sh/unregistered:NoExecute']],
    [
      '      startupTaints: [{key: b, value: c, effect: NoExecute}]\n      taints: [{key: a, effect: NoSchedule}]\n',
      ['a:NoSchedule', 'b=c:NoExecute', 'karpenter.sh/unregistered:NoExecute'],
    ],
    [
      '      taints: [{key: karpenter.sh/unregistered, value: x, effect: NoExecute}, {key: a, effect: PreferNoSchedule}]\n',
      ['karpenter.sh/unregistered=x:NoExecute', 'a:PreferNoSchedule'],
    ],
    [
      '      startupTaints: [{key: karpenter.sh/unregistered, effect: NoSchedule}]\n',
      ['karpenter.sh/unregistered:NoSchedule', 'karpenter.sh/unregistered:NoExecute'],
    ],
  ])('taints %j', (template, expected) => {
    const analysis = readResources(textOf({ template, requirements: [`${capacity} In on-demand`] }));
    const rendered = karpenterScriptOf(analysis, { showSecrets: true });
    if (!rendered.ok) throw new Error(rendered.error.message);
    expect(rendered.value.script).toContain(`--register-with-taints=${expected.join(',')} `);
  });

  it.each([
    ['nothing of a size whose name says all', {}, ['capacityType']],
    ['the vCPUs of an older size', { size: 'Standard_M128ms' }, ['vCPUs', 'capacityType']],
    ['the size among several', { size: 'Standard_D4s_v5 Standard_D8s_v5' }, ['vmSize', 'capacityType']],
  ])('ask for %s', (_, set, expected) => {
    expect(asked(readResources(textOf(set)))).toEqual(expected);
  });
});

describe('forms of a set of resources', () => {
  const whole = textOf({ requirements: [`${capacity} In on-demand`], labels: 'team: shop' });
  const scriptOf = (text: string, settings?: string): string => {
    const rendered = karpenterScriptOf(readResources(text, settings === undefined ? {} : { settings }), {
      showSecrets: true,
    });
    if (!rendered.ok) throw new Error(rendered.error.message);
    return rendered.value.script;
  };

  it('have the same script: line endings of Windows, and a list', () => {
    const script = scriptOf(whole);
    expect(scriptOf(whole.replaceAll('\n', '\r\n'))).toBe(script);
    const documents = whole.split(/^---\n/m);
    const item = (text: string): string => text.trim().replace(/^/gm, '    ').replace(/^ {4}/, '  - ');
    const [first = '', second = '', settings = ''] = documents;
    const list = `apiVersion: v1\nkind: List\nitems:\n${item(first)}\n${item(second)}\n`;
    expect(scriptOf(`${list}---\n${settings}`)).toBe(script);
    expect(scriptOf(list, settings)).toBe(script);
  });

  it('have the same script: merge keys, and JSON as kubectl prints it', () => {
    const script = scriptOf(whole);
    const anchored = whole.replace(
      '{group: karpenter.azure.com, kind: AKSNodeClass, name: default}',
      '{<<: &ref {group: karpenter.azure.com, kind: AKSNodeClass}, name: default}',
    );
    expect(scriptOf(anchored)).toBe(script);
    const [, , settings = ''] = whole.split(/^---\n/m);
    const requirements = [
      { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['Standard_D4s_v5'] },
      { key: capacity, operator: 'In', values: ['on-demand'] },
    ];
    const nodeClassRef = { group: 'karpenter.azure.com', kind: 'AKSNodeClass', name: 'default' };
    const list = {
      apiVersion: 'v1',
      kind: 'List',
      items: [
        {
          apiVersion: 'karpenter.azure.com/v1beta1',
          kind: 'AKSNodeClass',
          metadata: { name: 'default', uid: 'a' },
          spec: {},
          status: { kubernetesVersion: '1.33.2', conditions: [] },
        },
        {
          apiVersion: 'karpenter.sh/v1',
          kind: 'NodePool',
          metadata: { name: 'one', resourceVersion: '1' },
          spec: { template: { metadata: { labels: { team: 'shop' } }, spec: { nodeClassRef, requirements } } },
          status: { nodes: 3 },
        },
      ],
    };
    expect(scriptOf(JSON.stringify(list, undefined, 4), settings)).toBe(script);
  });

  it('read flags of a Deployment in both forms', () => {
    const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: karpenter}
spec:
  template:
    spec:
      containers:
      - args: ["--cluster-name", shop, -network-plugin-mode, "", --use-sig, --node-resource-group=MC_shop, "--dns-service-ip", "10.2.0.10"]
`;
    const value = valueOf(readResources(pool(), { settings: deployment }));
    expect(value).toMatchObject({
      clusterName: 'shop',
      resourceGroup: 'MC_shop',
      kubeletConfig: { maxPods: 30, clusterDNSServiceIP: '10.2.0.10' },
    });
  });
});
