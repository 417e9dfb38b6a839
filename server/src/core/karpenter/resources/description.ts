import type { RecordType } from '../../record/model.js';
import { object, option, originText } from '../options/describe.js';
import { nodeClassKubeletOptions, taint } from '../options/description.js';
import type { Resource } from './model.js';
import { settingsDocument } from './settings.js';

/** What the resources contain, as far as a node depends on it, for completion and hover. */

const kubernetesNames = object('metadata', 'Name, labels and annotations.', [
  option('string name', 'Name of the resource.', { example: 'default' }),
  option('map<label-value> labels', 'Labels of the resource itself.', {
    knownKeys: 'node-label',
    keyFormat: 'label-key',
  }),
  option('map<string> annotations', 'Annotations of the resource.'),
]);

const templateMetadata = object('metadata of a template', 'Labels and annotations of the nodes.', [
  option('map<label-value> labels', 'Labels that all nodes of the pool get, except those that a kubelet may not set.', {
    knownKeys: 'node-label',
    keyFormat: 'label-key',
    example: { team: 'shop' },
  }),
  option('map<string> annotations', 'Annotations of the nodes; they are not part of the script.'),
]);

const requirement = object('requirement', 'What a node must have. All requirements of a key hold together.', [
  option('label-key key', 'Name of a label. Older names stand for the current ones.', {
    example: 'node.kubernetes.io/instance-type',
    known: 'node-label',
  }),
  option('string operator', 'How values are compared. Bounds accept one whole number.', {
    oneOf: ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte'],
    example: 'In',
  }),
  option('string[] values', 'Values as strings. A single one becomes a label of the node.', { example: ['amd64'] }),
  option('int32 minValues', 'How many different values Karpenter must be able to choose from.', { example: 2 }),
]);

const nodeClassRef = object('nodeClassRef', 'The AKSNodeClass of the nodes.', [
  option('string group', 'Always `karpenter.azure.com`.', { oneOf: ['karpenter.azure.com'] }),
  option('string kind', 'Always `AKSNodeClass`.', { oneOf: ['AKSNodeClass'] }),
  option('string name', 'Name of the AKSNodeClass; the nodes have it as a label.', { example: 'default' }),
]);

const claimSpec = object('spec of a node', 'What nodes are made of.', [
  option('object nodeClassRef', nodeClassRef.doc, { of: nodeClassRef }),
  option('object[] requirements', requirement.doc, { of: requirement }),
  option('object[] taints', 'Taints that the node registers with.', { of: taint }),
  option(
    'object[] startupTaints',
    'Taints that something else removes when the node is ready; they follow the others.',
    {
      of: taint,
    },
  ),
  option('string expireAfter', 'Age at which Karpenter replaces the node.', { example: '720h' }),
  option('string terminationGracePeriod', 'How long pods may take to end when the node is removed.', { example: '1h' }),
]);

const template = object('template', 'What all nodes of the pool have.', [
  option('object metadata', templateMetadata.doc, { of: templateMetadata }),
  option('object spec', claimSpec.doc, { of: claimSpec }),
]);

const disruption = object('disruption', 'When Karpenter replaces nodes. It is not part of the script.', [
  option('string consolidationPolicy', 'Which nodes may be replaced.', {
    oneOf: ['WhenEmpty', 'WhenEmptyOrUnderutilized'],
  }),
  option('string consolidateAfter', 'How long a node must be unchanged before.', { example: '5m' }),
]);

const poolSpec = object('spec of NodePool', 'Nodes and how many there may be.', [
  option('object template', template.doc, { of: template }),
  option('object disruption', disruption.doc, { of: disruption }),
  option('map<quantity> limits', 'Resources that all nodes of the pool together may have.', { example: { cpu: '64' } }),
  option('int32 weight', 'Pools with more weight are preferred.', { example: 10, range: { min: 1, max: 100 } }),
  option('int32 replicas', 'A fixed number of nodes.', { range: { min: 0 } }),
]);

const trustedLaunch = object('trustedLaunch', 'Trusted Launch of the VM; it changes the image of the family Ubuntu.', [
  option('bool vtpm', 'Virtual TPM.', { example: true }),
  option('bool secureBoot', 'Secure boot.', { example: true }),
]);

const security = object('security', 'Security of the VM.', [
  option('bool encryptionAtHost', 'Encryption of disks at the host; only some VM sizes are offered with it.', {
    example: true,
  }),
  option('object trustedLaunch', trustedLaunch.doc, { of: trustedLaunch }),
]);

const localDns = object('localDNS', 'DNS on the node itself.', [
  option('string mode', 'Whether DNS is answered on the node. With Required, the VM needs 4 vCPUs.', {
    oneOf: ['Preferred', 'Required', 'Disabled'],
  }),
]);

const gpu = object('gpu', 'GPUs of the node.', [
  option('string mode', 'Whether the driver is installed. VM sizes with AMD GPUs need None.', {
    oneOf: ['Driver', 'None'],
  }),
]);

const artifactStreaming = object('artifactStreaming', 'Images that are loaded while they are used.', [
  option('bool enabled', 'Whether images are streamed; arm64 is not offered with it.', { example: true }),
]);

const osConfig = object('linuxOSConfig', 'Settings of the operating system. They are not part of the script.', [
  option('string swapFileSize', 'Size of the swap file; it needs `kubelet.failSwapOn: false`.', { example: '1Gi' }),
]);

const kubelet = object('kubelet', 'Settings of the kubelet. If it is there at all, the API server adds defaults.', [
  ...nodeClassKubeletOptions,
  option('bool failSwapOn', 'Whether the kubelet refuses to start if the node swaps. It is not part of the script.'),
]);

const classSpec = object(
  'spec of AKSNodeClass',
  'What nodes of this class have.',
  [
    option('string imageFamily', 'Operating system. Ubuntu is 24.04 from Kubernetes 1.34 on, else 22.04.', {
      oneOf: ['Ubuntu', 'Ubuntu2204', 'Ubuntu2404', 'AzureLinux'],
      default: 'Ubuntu',
    }),
    option('string vnetSubnetID', 'Subnet of the nodes, instead of the one in the settings.'),
    option('int32 osDiskSizeGB', 'Size of the OS disk.', { range: { min: 30, max: 2048 }, default: '128' }),
    option('string fipsMode', 'Whether the image has FIPS cryptography.', { oneOf: ['FIPS', 'Disabled'] }),
    option('int32 maxPods', 'Maximum number of pods; the default depends on the network.', {
      range: { min: 10, max: 250 },
      example: 110,
    }),
    option('object kubelet', kubelet.doc, { of: kubelet }),
    option('object gpu', gpu.doc, { of: gpu }),
    option('object security', security.doc, { of: security }),
    option('object localDNS', localDns.doc, { of: localDns }),
    option('object artifactStreaming', artifactStreaming.doc, { of: artifactStreaming }),
    option('object linuxOSConfig', osConfig.doc, { of: osConfig }),
    option('map<string> tags', "Tags of the node's Azure resources."),
  ].map((field) => ({ ...field, origin: originText('aks-node-class', `spec.${field.name}`) })),
);

const classStatus = object('status of AKSNodeClass', 'What Karpenter writes.', [
  option('kubernetes-version kubernetesVersion', 'Version of new nodes: the one of the API server.', {
    example: '1.33.2',
  }),
  option('string localDNSState', 'Whether new nodes answer DNS themselves.', { oneOf: ['Enabled', 'Disabled'] }),
]);

function resource(kind: string, version: string, doc: string, spec: RecordType, status?: RecordType): RecordType {
  return object(kind, doc, [
    option('string apiVersion', `Always \`${version}\`.`, { oneOf: [version] }),
    option('string kind', `Always \`${kind}\`.`, { oneOf: [kind] }),
    option('object metadata', kubernetesNames.doc, { of: kubernetesNames }),
    option('object spec', spec.doc, { of: spec }),
    ...(status === undefined ? [] : [option('object status', status.doc, { of: status })]),
  ]);
}

export const resourceDescriptions: Readonly<Record<Resource['kind'], RecordType>> = {
  NodePool: resource('NodePool', 'karpenter.sh/v1', 'Nodes that Karpenter may create.', poolSpec),
  NodeClaim: resource('NodeClaim', 'karpenter.sh/v1', 'A node that Karpenter creates.', claimSpec),
  AKSNodeClass: resource(
    'AKSNodeClass',
    'karpenter.azure.com/v1beta1',
    'Azure settings of nodes.',
    classSpec,
    classStatus,
  ),
  KarpenterSettings: settingsDocument,
};
