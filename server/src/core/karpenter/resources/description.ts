import type { RecordType } from '../../record/model.js';
import { object, option, originText } from '../options/describe.js';
import { nodeClassKubeletOptions, taint } from '../options/description.js';
import { rowsOf } from '../../text/table.js';
import type { Resource } from './model.js';
import { availableSince, unreleased } from './release.js';
import { settingsDocument } from './settings.js';

/** What the resources contain, for completion, hover and what the API server refuses. */

/** A fact of fields that older releases don't have. */
const from = (since: string) => ({ since, availability: availableSince(since) });

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
    needed: true,
  }),
  option('string operator', 'How values are compared. Bounds accept one whole number.', {
    oneOf: ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte'],
    example: 'In',
    needed: true,
  }),
  option('string[] values', 'Values as strings. A single one becomes a label of the node.', { example: ['amd64'] }),
  option('int32 minValues', 'How many different values Karpenter must be able to choose from.', { example: 2 }),
]);

const nodeClassRef = object('nodeClassRef', 'The AKSNodeClass of the nodes.', [
  option('string group', 'Always `karpenter.azure.com`.', { oneOf: ['karpenter.azure.com'], needed: true }),
  option('string kind', 'Always `AKSNodeClass`.', { oneOf: ['AKSNodeClass'], needed: true }),
  option('string name', 'Name of the AKSNodeClass; the nodes have it as a label.', {
    example: 'default',
    needed: true,
  }),
]);

const specOfNode = [
  option('object nodeClassRef', nodeClassRef.doc, { of: nodeClassRef, needed: true }),
  option('object[] requirements', requirement.doc, { of: requirement, needed: true }),
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
];

const templateSpec = object('spec of a node', 'What nodes are made of.', specOfNode);

const resources = object('resources', 'What the pods of the node need. Karpenter writes it.', [
  option('map<quantity> requests', 'Resources that the VM must have at least.', { example: { cpu: '2' } }),
]);

const claimSpec = object('spec of NodeClaim', templateSpec.doc, [
  ...specOfNode,
  option('object resources', resources.doc, { of: resources }),
]);

const template = object('template', 'What all nodes of the pool have.', [
  option('object metadata', templateMetadata.doc, { of: templateMetadata }),
  option('object spec', templateSpec.doc, { of: templateSpec, needed: true }),
]);

const budget = object('budget', 'How many nodes Karpenter may replace at once.', [
  option('string nodes', 'A number of nodes, or a share of them in percent.', { example: '10%', needed: true }),
  option('string[] reasons', 'The reasons that the budget is for; without them, all.', {
    oneOf: ['Underutilized', 'Empty', 'Drifted'],
  }),
  option('string schedule', 'When the budget begins to count, in the format of cron; it needs a duration.', {
    example: '0 9 * * mon-fri',
  }),
  option('string duration', 'How long the budget counts, in hours and minutes; it needs a schedule.', {
    example: '8h',
  }),
]);

const disruption = object('disruption', 'When Karpenter replaces nodes. It is not part of the script.', [
  option('string consolidationPolicy', 'Which nodes may be replaced.', {
    oneOf: ['WhenEmpty', 'WhenEmptyOrUnderutilized', 'Balanced'],
  }),
  option('string consolidateAfter', 'How long a node must be unchanged before.', { example: '5m', needed: true }),
  option('object[] budgets', budget.doc, { of: budget }),
]);

const poolSpec = object('spec of NodePool', 'Nodes and how many there may be.', [
  option('object template', template.doc, { of: template, needed: true }),
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
  option('object trustedLaunch', trustedLaunch.doc, { of: trustedLaunch, ...from(unreleased) }),
]);

const zoneOverride = object(
  'override of a DNS zone',
  'How names of a DNS zone are resolved. It is not part of the script.',
  [
    option('string zone', 'The zone: `.` for all names, `cluster.local` for those of the cluster.', {
      example: 'cluster.local',
      needed: true,
    }),
    option('string queryLogging', 'What is logged of queries.', { oneOf: ['Error', 'Log'], needed: true }),
    option('string protocol', 'How the upstream server is asked.', { oneOf: ['PreferUDP', 'ForceTCP'], needed: true }),
    option('string forwardDestination', 'The upstream server.', { oneOf: ['ClusterCoreDNS', 'VnetDNS'], needed: true }),
    option('string forwardPolicy', 'Which of several upstream servers is asked.', {
      oneOf: ['Sequential', 'RoundRobin', 'Random'],
      needed: true,
    }),
    option('int32 maxConcurrent', 'Most queries that are under way at once.', {
      example: 1_000,
      range: { min: 0 },
      needed: true,
    }),
    option('string cacheDuration', 'How long answers are kept.', { example: '1h', needed: true }),
    option('string serveStaleDuration', 'How long old answers may be given.', { example: '1h', needed: true }),
    option('string serveStale', 'When old answers are given.', {
      oneOf: ['Verify', 'Immediate', 'Disable'],
      needed: true,
    }),
  ],
);

const localDns = object('localDNS', 'DNS on the node itself.', [
  option('string mode', 'Whether DNS is answered on the node. With Required, the VM needs 4 vCPUs.', {
    oneOf: ['Preferred', 'Required', 'Disabled'],
    needed: true,
  }),
  option('object[] vnetDNSOverrides', 'For names that pods with the dnsPolicy Default and the kubelet ask for.', {
    of: zoneOverride,
    needed: true,
  }),
  option('object[] kubeDNSOverrides', 'For names that pods with the dnsPolicy ClusterFirst ask for.', {
    of: zoneOverride,
    needed: true,
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

const sysctl = (name: string): string => `Kernel parameter \`${name}\`.`;

const sysctls = object('sysctls', 'Kernel parameters of the node.', [
  ...rowsOf(`
    field                          | parameter                            | min    | max
    fsAioMaxNr                     | fs.aio-max-nr                        | 65536  | 6553500
    fsFileMax                      | fs.file-max                          | 8192   | 12000500
    fsInotifyMaxUserWatches        | fs.inotify.max_user_watches          | 781250 | 2097152
    fsNrOpen                       | fs.nr_open                           | 8192   | 20000500
    kernelThreadsMax               | kernel.threads-max                   | 20     | 513785
    netCoreNetdevMaxBacklog        | net.core.netdev_max_backlog          | 1000   | 3240000
    netCoreOptmemMax               | net.core.optmem_max                  | 20480  | 4194304
    netCoreRmemDefault             | net.core.rmem_default                | 212992 | 134217728
    netCoreRmemMax                 | net.core.rmem_max                    | 212992 | 134217728
    netCoreSomaxconn               | net.core.somaxconn                   | 4096   | 3240000
    netCoreWmemDefault             | net.core.wmem_default                | 212992 | 134217728
    netCoreWmemMax                 | net.core.wmem_max                    | 212992 | 134217728
    netIPv4NeighDefaultGcThresh1   | net.ipv4.neigh.default.gc_thresh1    | 128    | 80000
    netIPv4NeighDefaultGcThresh2   | net.ipv4.neigh.default.gc_thresh2    | 512    | 90000
    netIPv4NeighDefaultGcThresh3   | net.ipv4.neigh.default.gc_thresh3    | 1024   | 100000
    netIPv4TCPFinTimeout           | net.ipv4.tcp_fin_timeout             | 5      | 120
    netIPv4TCPKeepaliveIntvl       | net.ipv4.tcp_keepalive_intvl         | 10     | 90
    netIPv4TCPKeepaliveProbes      | net.ipv4.tcp_keepalive_probes        | 1      | 15
    netIPv4TCPKeepaliveTime        | net.ipv4.tcp_keepalive_time          | 30     | 432000
    netIPv4TCPMaxSynBacklog        | net.ipv4.tcp_max_syn_backlog         | 128    | 3240000
    netIPv4TCPMaxTwBuckets         | net.ipv4.tcp_max_tw_buckets          | 8000   | 1440000
    netNetfilterNfConntrackBuckets | net.netfilter.nf_conntrack_buckets   | 65536  | 524288
    netNetfilterNfConntrackMax     | net.netfilter.nf_conntrack_max       | 131072 | 2097152
    vmMaxMapCount                  | vm.max_map_count                     | 65530  | 262144
    vmSwappiness                   | vm.swappiness                        | 0      | 100
    vmVfsCachePressure             | vm.vfs_cache_pressure                | 0      | 100
  `).map(({ field, parameter, min, max }) =>
    option(`int32 ${field}`, sysctl(parameter), { range: { min: Number(min), max: Number(max) } }),
  ),
  option('string netIPv4IPLocalPortRange', sysctl('net.ipv4.ip_local_port_range'), { example: '32768 60999' }),
  option('bool netIPv4TCPTwReuse', sysctl('net.ipv4.tcp_tw_reuse')),
]);

const osConfig = object('linuxOSConfig', 'Settings of the operating system. They are not part of the script.', [
  option('string swapFileSize', 'Size of the swap file; it needs `kubelet.failSwapOn: false`.', { example: '1Gi' }),
  option('object sysctls', sysctls.doc, { of: sysctls }),
  option('string transparentHugePageEnabled', 'When the kernel uses huge pages.', {
    oneOf: ['always', 'madvise', 'never'],
  }),
  option('string transparentHugePageDefrag', 'When the kernel makes room for huge pages.', {
    oneOf: ['always', 'defer', 'defer+madvise', 'madvise', 'never'],
  }),
]);

const kubelet = object('kubelet', 'Settings of the kubelet. If it is there at all, the API server adds defaults.', [
  ...nodeClassKubeletOptions,
  option('bool failSwapOn', 'Whether the kubelet refuses to start if the node swaps. It is not part of the script.', {
    ...from('v1.10.0'),
  }),
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
    option('string fipsMode', 'Whether the image has FIPS cryptography.', {
      oneOf: ['FIPS', 'Disabled'],
      ...from('v1.6.2'),
    }),
    option('int32 maxPods', 'Maximum number of pods; the default depends on the network.', {
      range: { min: 10, max: 250 },
      example: 110,
    }),
    option('object kubelet', kubelet.doc, { of: kubelet }),
    option('object gpu', gpu.doc, { of: gpu, ...from('v1.12.0') }),
    option('object security', security.doc, { of: security, ...from('v1.6.5') }),
    option('object localDNS', localDns.doc, { of: localDns, ...from('v1.6.7') }),
    option('object artifactStreaming', artifactStreaming.doc, { of: artifactStreaming, ...from('v1.10.0') }),
    option('object linuxOSConfig', osConfig.doc, { of: osConfig, ...from('v1.10.0') }),
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
