import { describe, expect, it } from 'vitest';
import { parseNodeImage, validate, type ValidationContext } from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';

const id = (name: string): string => `6f1d2c3b-8a47-4e59-b0c6-00000000000${name}`;

const networks = (vnet: string, subnet: string) => ({
  id: `/subscriptions/${id('1')}/resourceGroups/Contoso-Net/providers/Microsoft.Network/virtualNetworks/${vnet}/subnets/${subnet}`,
});

const scaleSetId = (name: string): string =>
  `/subscriptions/${id('1')}/resourceGroups/MC_Contoso/providers/Microsoft.Compute/virtualMachineScaleSets/${name}`;

const image = (version: string, gallery = 'AKSUbuntu') => ({
  id: `/subscriptions/${id('9')}/resourceGroups/AKS-Ubuntu/providers/Microsoft.Compute/galleries/${gallery}/images/2204gen2containerd/versions/${version}`,
});

/** A config that agrees with `scaleSet`. */
const config = {
  version: 'v1',
  vm_size: 'Standard_D4s_v5',
  kubernetes_version: '1.33.2',
  linux_admin_username: 'azureuser',
  auth_config: { subscription_id: id('1'), assigned_identity_id: id('3') },
  api_server_config: { api_server_name: 'api.example.com' },
  bootstrapping_config: { secure_tls_bootstrapping_user_assigned_identity_id: id('4') },
  cluster_config: {
    location: 'eastus2',
    resource_group: 'MC_contoso',
    primary_scale_set: 'aks-pool1-12345678-vmss',
    cluster_network_config: {
      vnet_name: 'contoso-vnet',
      vnet_resource_group: 'contoso-net',
      subnet: 'nodes',
      route_table: 'contoso-routes',
    },
  },
};

const encoded = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64');

/** A scale set as `az vmss show` prints it. */
function scaleSet(profile: object = {}, members: object = {}, inside: object = config): object {
  const ipConfigurations = [
    { name: 'pods', primary: false, subnet: networks('contoso-vnet', 'pods') },
    { name: 'ipconfig1', primary: true, subnet: networks('Contoso-VNet', 'Nodes') },
  ];
  return {
    id: scaleSetId('AKS-pool1-12345678-vmss'),
    location: 'East US 2',
    name: 'aks-pool1-12345678-vmss',
    identity: {
      type: 'UserAssigned',
      userAssignedIdentities: { '/a/kubelet': { clientId: id('3') }, '/a/other': { clientId: id('4') } },
    },
    plan: null,
    sku: { capacity: 3, name: 'standard_d4s_v5' },
    tags: { 'aks-managed-orchestrator': 'Kubernetes:1.33.2', 'aks-managed-kubeletIdentityClientID': id('3') },
    virtualMachineProfile: {
      networkProfile: { networkInterfaceConfigurations: [{ name: 'nic', primary: true, ipConfigurations }] },
      osProfile: { adminUsername: 'azureuser', customData: encoded(inside) },
      storageProfile: { imageReference: image('202605.27.0') },
      ...profile,
    },
    ...members,
  };
}

function problemsOf(document: object, context?: ValidationContext, name = 'vmss.json') {
  const analysis = analyse(name, JSON.stringify(document), undefined, context);
  const { problems } = validate(analysis);
  return problems
    .filter(({ code }) => /^vmss\/other-|-node-image$|removed-field/.test(code))
    .map(({ code, message, related = [] }) => ({
      code,
      message,
      related: related.map(({ span, message: text }) => `${text}: ${analysis.text.slice(span.start, span.end)}`),
    }));
}

const codesOf = (document: object, context?: ValidationContext): string[] =>
  problemsOf(document, context).map(({ code }) => code);

/** The config with another value at a path. */
function changed(path: string, value: unknown): object {
  const copy = structuredClone(config) as unknown as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at = copy;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  at[last] = value;
  return copy;
}

const clusterNetwork = 'cluster_config.cluster_network_config';

describe('a config in a scale set', () => {
  it('that agrees with it has no problem, whatever the letter case', () => {
    expect(problemsOf(scaleSet())).toEqual([]);
  });

  it.each([
    ['vm_size', 'Standard_D8s_v5', 'vmss/other-vm-size', 'sku.name'],
    ['cluster_config.location', 'eastus', 'vmss/other-location', 'location'],
    ['cluster_config.resource_group', 'MC_shop', 'vmss/other-resource-group', 'id'],
    ['auth_config.subscription_id', id('2'), 'vmss/other-subscription', 'id'],
    ['cluster_config.primary_scale_set', 'aks-pool2-12345678-vmss', 'vmss/other-scale-set', 'id'],
    [`${clusterNetwork}.vnet_name`, 'other-vnet', 'vmss/other-vnet', 'subnet.id'],
    [`${clusterNetwork}.vnet_resource_group`, 'other-net', 'vmss/other-vnet', 'subnet.id'],
    [`${clusterNetwork}.subnet`, 'pods', 'vmss/other-subnet', 'subnet.id'],
    ['auth_config.assigned_identity_id', id('4'), 'vmss/other-identity', 'tags.aks-managed-kubeletIdentityClientID'],
    [
      'bootstrapping_config.secure_tls_bootstrapping_user_assigned_identity_id',
      id('5'),
      'vmss/other-identity',
      'the identity kubelet',
    ],
    ['kubernetes_version', '1.33.1', 'vmss/other-kubernetes-version', 'tags.aks-managed-orchestrator'],
    ['linux_admin_username', 'root2', 'vmss/other-admin-user', 'osProfile.adminUsername'],
  ])('reports another %s, with the place in the model', (path, value, code, source) => {
    const [found, ...more] = problemsOf(scaleSet({}, {}, changed(path, value)));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      code,
      message: expect.stringContaining(
        `${path.split('.').at(-1) ?? ''} is ${value}, but this scale set has `,
      ) as string,
      related: [expect.stringContaining(`${source} of the scale set: `) as string],
    });
  });

  it.each([
    ['an empty value', changed('vm_size', '')],
    ['a placeholder', changed('vm_size', '<size>')],
    ['an expression', changed('vm_size', "[parameters('size')]")],
    ['a version with a v', changed('kubernetes_version', 'v1.33.2')],
  ])('does not compare %s', (_, inside) => {
    expect(codesOf(scaleSet({}, {}, inside))).toEqual([]);
  });

  it.each<[string, object]>([
    ['a template expression', { location: '[resourceGroup().location]', sku: { name: "[parameters('size')]" } }],
    ['several sizes', { sku: { name: 'Mix' } }],
    [
      'removed IDs',
      { id: scaleSetId('aks-pool1-12345678-vmss').replace(id('1'), '00000000-0000-0000-0000-000000000000') },
    ],
    ['no members', { location: null, sku: null, id: null, tags: null, identity: null }],
    ['a tag without a patch version', { tags: { orchestrator: 'Kubernetes:1.33' } }],
    ['an identity of the system, whose client ID is unknown', { tags: {}, identity: { type: 'SystemAssigned' } }],
    ['identities without IDs', { tags: {}, identity: { userAssignedIdentities: { '/a/b': {} } } }],
  ])('does not compare with %s', (_, members) => {
    expect(codesOf(scaleSet({}, members))).toEqual([]);
  });

  it('does not guess which of two interfaces is the primary one', () => {
    const nic = { ipConfigurations: [{ subnet: networks('other', 'other') }] };
    const networkProfile = { networkInterfaceConfigurations: [nic, nic] };
    expect(codesOf(scaleSet({ networkProfile }))).toEqual([]);
  });
});

describe('the model of a machine', () => {
  const wrong = changed('cluster_config.location', 'westeurope');

  it.each<[string, object]>([
    ['in properties', { id: scaleSetId('x'), location: 'eastus2', properties: scaleSet({}, {}, wrong) }],
    ['in a list', { value: [scaleSet(), scaleSet({}, {}, wrong)] }],
    [
      'in a template',
      {
        $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
        resources: [{ type: 'Microsoft.Compute/virtualMachineScaleSets', ...scaleSet({}, {}, wrong) }],
      },
    ],
    [
      'in JSON in a string of an activity log',
      { properties: { requestbody: JSON.stringify(scaleSet({}, {}, wrong)) } },
    ],
  ])('is found %s', (_, document) => {
    expect(codesOf(document)).toEqual(['vmss/other-location']);
  });

  it('may be the one of a VM', () => {
    const vm = {
      location: 'eastus2',
      hardwareProfile: { vmSize: 'Standard_D8s_v5' },
      osProfile: { customData: encoded(config) },
    };
    expect(problemsOf(vm, undefined, 'vm.json')).toMatchObject([
      { code: 'vmss/other-vm-size', related: ['hardwareProfile.vmSize of the VM: Standard_D8s_v5: "Standard_D8s_v5"'] },
    ]);
  });
});

describe('the node image of a scale set', () => {
  const inside = { ...config, cse_timeout: 1200 };
  const withImage = (imageReference: object) => scaleSet({ storageProfile: { imageReference } }, {}, inside);

  it('decides which fields are too new, with the place that names it', () => {
    expect(problemsOf(withImage(image('202601.05.0')))).toEqual([
      {
        code: 'contract/newer-than-node-image',
        message:
          'cse_timeout exists since AgentBaker v0.20260210.0; the node image 202601.05.0 of this scale set is older and drops it silently.',
        related: [`imageReference.id of the scale set: 202601.05.0: "${image('202601.05.0').id}"`],
      },
    ]);
  });

  it.each<[string, object]>([
    ['an exact version', { ...image('latest'), exactVersion: '202601.05.0' }],
    [
      'a community gallery',
      {
        communityGalleryImageId:
          '/CommunityGalleries/AKSUbuntu-38d80f77-467a-481f-a8d4-09b6d4220bd2/images/2204gen2containerd/versions/202601.05.0',
      },
    ],
  ])('may be named by %s', (_, reference) => {
    expect(codesOf(withImage(reference))).toEqual(['contract/newer-than-node-image']);
  });

  it.each<[string, object]>([
    ['an image that is new enough', image('202605.27.0')],
    ['a version that is decided later', image('latest')],
    ['a gallery that is not of AKS', image('202601.05.0', 'ContosoImages')],
    ['an image of the marketplace', { publisher: 'Canonical', offer: 'x', sku: 'y', version: '20.04.202601050' }],
  ])('is not too old: %s', (_, reference) => {
    expect(codesOf(withImage(reference))).toEqual([]);
  });

  it('is that of the config inside, also for who shows the config alone', () => {
    const analysis = analyse('vmss.json', JSON.stringify(withImage(image('202601.05.0'))));
    const inner = [...analysis.documents()].find(({ kind }) => kind === 'node-config');
    expect(inner && analysis.imageOf(inner)?.version).toBe('202601.05.0');
  });

  it('is overruled by the image that the user chose', () => {
    const nodeImage = (version: string): ValidationContext => ({ nodeImage: parseNodeImage(version) });
    expect(codesOf(withImage(image('202601.05.0')), nodeImage('202605.27.0'))).toEqual([]);
    expect(codesOf(withImage(image('202605.27.0')), nodeImage('202601.05.0'))).not.toEqual([]);
  });
});
