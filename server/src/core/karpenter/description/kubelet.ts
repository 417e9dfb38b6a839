import {
  bool,
  duration,
  int32,
  int64,
  listOf,
  mapOf,
  type ObjectDescription,
  type OptionDescription,
  option,
  string,
} from './describe.js';

const percent = { min: 0, max: 100 };

/** Fields of Karpenter's own struct. */
const own: readonly OptionDescription[] = [
  option(
    'maxPods',
    int32,
    'aks-node-class',
    'How many pods the node takes. Without it in the node class Karpenter computes it from the network plugin; in a `kubeletConfig` that lacks it, it is 0.',
    { setting: 'spec.maxPods', example: 110, range: { min: 10, max: 250 } },
  ),
  option('clusterDNSServiceIP', string, 'global-settings', 'Address of the cluster DNS service that pods ask.', {
    setting: 'DNS_SERVICE_IP',
    example: '10.0.0.10',
    format: 'ip-address',
    default: '10.0.0.10',
  }),
  option(
    'systemReserved',
    mapOf(string),
    'hardcoded',
    'Resources kept for the operating system. Karpenter keeps none.',
    { example: { cpu: '0', memory: '0' }, format: 'quantity', knownKeys: 'reservable-resource' },
  ),
  option(
    'kubeReserved',
    mapOf(string),
    'computed',
    'Resources kept for the kubelet and the container runtime. Karpenter computes them from the VM size.',
    { example: { cpu: '140m', memory: '1638Mi' }, format: 'quantity', knownKeys: 'reservable-resource' },
  ),
  option(
    'evictionHard',
    mapOf(string),
    'hardcoded',
    'Thresholds at which the kubelet evicts pods at once. They replace the three of the script altogether; Karpenter gives one for memory.',
    {
      example: { 'memory.available': '750Mi' },
      format: 'eviction-threshold',
      knownKeys: 'eviction-signal',
      default: 'memory.available<750Mi,nodefs.available<10%,nodefs.inodesFree<5%',
    },
  ),
  option(
    'evictionSoft',
    mapOf(string),
    'unset',
    'Thresholds at which the kubelet evicts pods after the grace period of their signal.',
    { example: { 'memory.available': '1Gi' }, format: 'eviction-threshold', knownKeys: 'eviction-signal' },
  ),
  option(
    'evictionSoftGracePeriod',
    mapOf(duration),
    'unset',
    'How long a soft threshold must be passed before pods are evicted, for each signal.',
    { example: { 'memory.available': '1m30s' }, format: 'duration', knownKeys: 'eviction-signal' },
  ),
  option(
    'evictionMaxPodGracePeriod',
    int32,
    'unset',
    'Seconds that pods get at most to end when a soft threshold evicts them.',
    { example: 60, nullable: true },
  ),
];

/** Fields that come from `spec.kubelet` of the node class (`v1beta1.KubeletConfiguration`). */
const ofNodeClass: readonly OptionDescription[] = [
  option('cpuManagerPolicy', string, 'aks-node-class', 'How containers are given CPUs.', {
    setting: 'spec.kubelet.cpuManagerPolicy',
    example: 'static',
    oneOf: ['none', 'static'],
    nullable: true,
  }),
  option('cpuCFSQuota', bool, 'aks-node-class', "Whether the kernel enforces containers' CPU limits.", {
    setting: 'spec.kubelet.cpuCFSQuota',
    example: true,
    nullable: true,
  }),
  option(
    'cpuCFSQuotaPeriod',
    duration,
    'aks-node-class',
    'Over which time CPU limits are counted. It is read, but does not get into the script.',
    { setting: 'spec.kubelet.cpuCFSQuotaPeriod', example: '100ms', format: 'duration' },
  ),
  option(
    'imageGCHighThresholdPercent',
    int32,
    'aks-node-class',
    'Share of the disk from which on unused images are removed.',
    {
      setting: 'spec.kubelet.imageGCHighThresholdPercent',
      example: 85,
      range: percent,
      default: '85',
      nullable: true,
    },
  ),
  option(
    'imageGCLowThresholdPercent',
    int32,
    'aks-node-class',
    'Share of the disk down to which unused images are removed; below the high threshold.',
    {
      setting: 'spec.kubelet.imageGCLowThresholdPercent',
      example: 80,
      range: percent,
      default: '80',
      nullable: true,
    },
  ),
  option(
    'topologyManagerPolicy',
    string,
    'aks-node-class',
    'How CPUs and devices of one container are kept together.',
    {
      setting: 'spec.kubelet.topologyManagerPolicy',
      example: 'best-effort',
      oneOf: ['none', 'best-effort', 'restricted', 'single-numa-node'],
      nullable: true,
    },
  ),
  option(
    'allowedUnsafeSysctls',
    listOf(string),
    'aks-node-class',
    'Kernel parameters, or patterns of them, that pods may set although they are not safe.',
    { setting: 'spec.kubelet.allowedUnsafeSysctls', example: ['kernel.msg*'], format: 'sysctl-pattern' },
  ),
  option('containerLogMaxSize', string, 'aks-node-class', 'Size at which the log of a container is rotated.', {
    setting: 'spec.kubelet.containerLogMaxSize',
    example: '50Mi',
    format: 'quantity',
    nullable: true,
  }),
  option('containerLogMaxFiles', int32, 'aks-node-class', 'How many log files a container keeps.', {
    setting: 'spec.kubelet.containerLogMaxFiles',
    example: 5,
    range: { min: 2 },
    nullable: true,
  }),
  option('podPidsLimit', int64, 'aks-node-class', 'How many processes a pod may have; -1 sets no limit.', {
    setting: 'spec.kubelet.podPidsLimit',
    example: 1024,
    default: '-1',
    nullable: true,
  }),
];

/** The kubelet's settings of one node. */
export const kubeletConfig: ObjectDescription = {
  name: 'KubeletConfiguration',
  doc: 'Settings of the kubelet that become flags. Each flag that is given here replaces the one of the script.',
  options: [...own, ...ofNodeClass],
};
