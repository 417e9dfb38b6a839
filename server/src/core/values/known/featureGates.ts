/**
 * Feature gates that matter on a node. Stages of living gates: `pkg/features/kube_features.go` of Kubernetes 1.35;
 * of removed ones: the feature gate pages of kubernetes/website, whose `toVersion` is the last release with the
 * gate, and the changelogs of 1.24, 1.28 and 1.33. A kubelet that is given a gate it no longer knows does not start,
 * nor does one that is told to switch a locked gate.
 */
import type { KnownName } from './vocabulary.js';

/**
 * `stages` is the gate's history: for each change the Kubernetes minor, the stage and whether the gate is on by
 * default, such as `1.22 alpha off, 1.28 beta on, 1.30 GA locked on`.
 */
function gate(
  name: string,
  stages: string,
  doc: string,
  facts: Pick<KnownName, 'removedIn' | 'instead'> = {},
): KnownName {
  const first = /^\S+ (?!deprecated)/.exec(stages)?.[0].trim();
  const deprecated = /(\S+) deprecated/.exec(stages)?.[1];
  const [, lockedIn, lockedTo] = /(\S+) (?:GA|deprecated) locked (on|off)/.exec(stages) ?? [];
  return {
    name,
    detail: stages,
    doc,
    example: 'true',
    oneOf: ['true', 'false'],
    ...(first === undefined ? {} : { since: first }),
    ...(deprecated === undefined ? {} : { deprecatedIn: deprecated }),
    ...(lockedIn === undefined ? {} : { locked: { in: lockedIn, value: lockedTo === 'on' } }),
    ...facts,
  };
}

const living = [
  gate(
    'AllowOverwriteTerminationGracePeriodSeconds',
    '1.32 deprecated off, 1.35 deprecated locked off',
    "Lets a forced eviction extend a pod's grace period, as older versions did.",
  ),
  gate(
    'CustomCPUCFSQuotaPeriod',
    '1.12 alpha off',
    'Lets the kubelet enforce CPU limits over another period than 100 ms.',
  ),
  gate('CPUManagerPolicyAlphaOptions', '1.23 alpha off', 'Opens the experimental options of the static CPU policy.'),
  gate('CPUManagerPolicyBetaOptions', '1.23 beta on', 'Opens the better tested options of the static CPU policy.'),
  gate(
    'CPUManagerPolicyOptions',
    '1.22 alpha off, 1.23 beta on, 1.33 GA locked on',
    'Lets the static CPU policy be tuned by options.',
  ),
  gate(
    'ChangeContainerStatusOnKubeletRestart',
    '1.35 deprecated off',
    'Brings back that containers count as not ready after a restart of the kubelet.',
  ),
  gate(
    'ClusterTrustBundleProjection',
    '1.29 alpha off, 1.33 beta off',
    'Lets pods mount trust bundles of the cluster as files.',
  ),
  gate(
    'ContainerCheckpoint',
    '1.25 alpha off, 1.30 beta on',
    'Opens the endpoint with which a running container is written to disk.',
  ),
  gate(
    'ContainerRestartRules',
    '1.34 alpha off, 1.35 beta on',
    'Lets a container have a restart policy and rules of its own.',
  ),
  gate('ContainerStopSignals', '1.33 alpha off', 'Lets a pod name the signal that stops its containers.'),
  gate('DisableCPUQuotaWithExclusiveCPUs', '1.33 beta on', 'Takes the CPU quota off containers that own whole CPUs.'),
  gate(
    'DisableNodeKubeProxyVersion',
    '1.29 alpha off, 1.31 deprecated off, 1.33 deprecated on',
    "Leaves the version of kube-proxy out of the node's status.",
  ),
  gate(
    'DynamicResourceAllocation',
    '1.26 alpha off, 1.32 beta off, 1.34 GA on, 1.35 GA locked on',
    'Lets pods claim devices such as GPUs through resource claims.',
  ),
  gate(
    'EnvFiles',
    '1.34 alpha off, 1.35 beta on',
    'Lets containers read environment variables from a file on a volume.',
  ),
  gate(
    'EventedPLEG',
    '1.26 alpha off',
    'Has the container runtime report container events instead of being asked again and again.',
  ),
  gate('ExecProbeTimeout', '1.20 GA on, 1.35 GA locked on', 'Holds exec probes to their timeout.'),
  gate('GitRepoVolumeDriver', '1.33 deprecated off', 'Brings back volumes of the type gitRepo.'),
  gate('GracefulNodeShutdown', '1.20 alpha off, 1.21 beta on', 'Ends pods in order before the node shuts down.'),
  gate(
    'GracefulNodeShutdownBasedOnPodPriority',
    '1.23 alpha off, 1.24 beta on',
    'Gives pods time at shutdown by their priority.',
  ),
  gate('HostnameOverride', '1.34 alpha off, 1.35 beta on', 'Lets a pod have any host name.'),
  gate(
    'ImageMaximumGCAge',
    '1.29 alpha off, 1.30 beta on, 1.35 GA locked on',
    "Removes images that haven't been used for a long time, even if the disk has space.",
  ),
  gate('ImageVolume', '1.31 alpha off, 1.33 beta off, 1.35 beta on', 'Lets pods mount an image as a volume.'),
  gate(
    'InPlacePodVerticalScaling',
    '1.27 alpha off, 1.33 beta on, 1.35 GA locked on',
    'Changes CPU and memory of a running container without a restart.',
  ),
  gate(
    'InPlacePodVerticalScalingExclusiveCPUs',
    '1.32 alpha off',
    'Extends resizing in place to pods that own whole CPUs.',
  ),
  gate(
    'KubeletCgroupDriverFromCRI',
    '1.28 alpha off, 1.31 beta on, 1.34 GA locked on',
    'Takes the cgroup driver from the container runtime.',
  ),
  gate(
    'KubeletCrashLoopBackOffMax',
    '1.32 alpha off, 1.35 beta on',
    'Lets the node cap the wait between restarts of a crashing container.',
  ),
  gate(
    'KubeletEnsureSecretPulledImages',
    '1.33 alpha off, 1.35 beta on',
    "Checks a pod's right to a private image that is already on the node.",
  ),
  gate(
    'KubeletFineGrainedAuthz',
    '1.32 alpha off, 1.33 beta on',
    "Asks for narrower permissions on the kubelet's endpoints.",
  ),
  gate('KubeletInUserNamespace', '1.22 alpha off', 'Lets the kubelet run inside a user namespace.'),
  gate('KubeletPSI', '1.33 alpha off, 1.34 beta on', "Adds the kernel's pressure stall figures to the statistics."),
  gate(
    'KubeletPodResourcesDynamicResources',
    '1.27 alpha off, 1.34 beta on',
    'Shows dynamically allocated devices on the pod resources endpoint.',
  ),
  gate(
    'KubeletPodResourcesGet',
    '1.27 alpha off, 1.34 beta on',
    'Lets a client of the pod resources endpoint ask for one pod.',
  ),
  gate(
    'KubeletPodResourcesListUseActivePods',
    '1.34 deprecated on',
    'Leaves ended pods out of the list of pod resources.',
  ),
  gate(
    'KubeletRegistrationGetOnExistsOnly',
    '1.32 deprecated off',
    'Brings back that a registering kubelet first reads its Node.',
  ),
  gate(
    'KubeletSeparateDiskGC',
    '1.29 alpha off, 1.31 beta on',
    'Lets images and writable layers lie on different disks.',
  ),
  gate(
    'KubeletServiceAccountTokenForCredentialProviders',
    '1.33 alpha off, 1.34 beta on',
    "Hands a pod's service account token to image credential providers.",
  ),
  gate(
    'KubeletTracing',
    '1.25 alpha off, 1.27 beta on, 1.34 GA locked on',
    'Lets the kubelet send OpenTelemetry traces.',
  ),
  gate(
    'LocalStorageCapacityIsolationFSQuotaMonitoring',
    '1.15 alpha off, 1.31 beta off',
    'Measures ephemeral storage by project quotas instead of walking folders.',
  ),
  gate('MemoryManager', '1.21 alpha off, 1.22 beta on, 1.32 GA locked on', 'Gives pods memory from fixed NUMA nodes.'),
  gate('MemoryQoS', '1.22 alpha off', 'Sets memory protection and throttling with cgroup v2.'),
  gate('NodeLogQuery', '1.27 alpha off, 1.30 beta off', "Opens an endpoint for logs of the node's services."),
  gate(
    'NodeSwap',
    '1.22 alpha off, 1.28 beta off, 1.30 beta on, 1.34 GA locked on',
    'Lets pods use swap where the node has some.',
  ),
  gate(
    'PodAndContainerStatsFromCRI',
    '1.23 alpha off',
    'Takes statistics of pods from the container runtime instead of cAdvisor.',
  ),
  gate('PodLevelResources', '1.32 alpha off, 1.34 beta on', 'Allows requests and limits on the pod as a whole.'),
  gate(
    'PodLifecycleSleepAction',
    '1.29 alpha off, 1.30 beta on, 1.34 GA locked on',
    'Adds sleeping to what a lifecycle hook can do.',
  ),
  gate(
    'PodReadyToStartContainersCondition',
    '1.28 alpha off, 1.29 beta on',
    "Says in a pod's conditions that its sandbox and network are ready.",
  ),
  gate('PreventStaticPodAPIReferences', '1.34 beta on', 'Refuses static pods that refer to objects of the API.'),
  gate('ProcMountType', '1.12 alpha off, 1.31 beta off, 1.33 beta on', 'Lets containers have an unmasked /proc.'),
  gate('QOSReserved', '1.11 alpha off', 'Keeps requested memory from lower QoS classes.'),
  gate(
    'RecursiveReadOnlyMounts',
    '1.30 alpha off, 1.31 beta on, 1.33 GA locked on',
    'Makes mounts below a read-only mount read-only too.',
  ),
  gate('ReduceDefaultCrashLoopBackOffDecay', '1.33 alpha off', 'Restarts crashing containers sooner.'),
  gate(
    'RelaxedDNSSearchValidation',
    '1.32 alpha off, 1.33 beta on, 1.34 GA locked on',
    "Takes underscores and a single dot in a pod's search domains.",
  ),
  gate(
    'RelaxedEnvironmentVariableValidation',
    '1.30 alpha off, 1.32 beta on, 1.34 GA locked on',
    'Takes nearly every printable character in names of environment variables.',
  ),
  gate(
    'ReloadKubeletServerCertificateFile',
    '1.31 beta on',
    'Reads the serving certificate anew when its file changes.',
  ),
  gate('ResourceHealthStatus', '1.31 alpha off', "Shows the health of devices in the pod's status."),
  gate(
    'RotateKubeletServerCertificate',
    '1.7 alpha off, 1.12 beta on',
    'Renews the serving certificate through the cluster; aks-node-controller switches it on with server TLS bootstrapping.',
  ),
  gate(
    'SELinuxMount',
    '1.30 alpha off, 1.33 beta off',
    'Mounts volumes with their SELinux label instead of relabelling each file.',
  ),
  gate(
    'SELinuxMountReadWriteOncePod',
    '1.25 alpha off, 1.27 beta off, 1.28 beta on',
    'Mounts volumes that one pod alone can use with their SELinux label.',
  ),
  gate(
    'SidecarContainers',
    '1.28 alpha off, 1.29 beta on, 1.33 GA locked on',
    'Keeps init containers running as sidecars.',
  ),
  gate(
    'SupplementalGroupsPolicy',
    '1.31 alpha off, 1.33 beta on, 1.35 GA locked on',
    "Lets a pod leave out groups from the image's group file.",
  ),
  gate('SystemdWatchdog', '1.32 beta on, 1.35 GA locked on', 'Lets systemd restart a kubelet that hangs.'),
  gate('TopologyManagerPolicyAlphaOptions', '1.26 alpha off', 'Opens the experimental options of the topology policy.'),
  gate(
    'TopologyManagerPolicyBetaOptions',
    '1.26 beta off, 1.28 beta on',
    'Opens the better tested options of the topology policy.',
  ),
  gate(
    'TopologyManagerPolicyOptions',
    '1.26 alpha off, 1.28 beta on, 1.32 GA on',
    'Lets the topology policy be tuned by options.',
  ),
  gate(
    'UserNamespacesSupport',
    '1.25 alpha off, 1.30 beta off, 1.33 beta on',
    'Lets pods run with users of their own.',
  ),
];

const removed = [
  gate('AppArmor', '1.4 beta on, 1.31 GA on', 'Let pods name AppArmor profiles, which every kubelet now does.', {
    removedIn: '1.33',
  }),
  gate('AppArmorFields', '1.30 beta on, 1.31 GA on', 'Moved AppArmor profiles from annotations to fields of the pod.', {
    removedIn: '1.33',
  }),
  gate('BoundServiceAccountTokenVolume', '1.13 alpha off, 1.21 beta on, 1.22 GA on', 'Gave pods tokens that expire.', {
    removedIn: '1.24',
  }),
  gate(
    'CPUManager',
    '1.8 alpha off, 1.10 beta on, 1.26 GA on',
    'Let containers own whole CPUs, which the CPU policy alone decides now.',
    { removedIn: '1.33' },
  ),
  gate(
    'CRIContainerLogRotation',
    '1.10 alpha off, 1.11 beta on, 1.21 GA on',
    'Rotated container logs in the kubelet.',
    { removedIn: '1.23' },
  ),
  gate(
    'CSIInlineVolume',
    '1.15 alpha off, 1.16 beta on, 1.25 GA on',
    'Let pods carry CSI volumes inside their own description.',
    { removedIn: '1.27' },
  ),
  gate('CSIMigration', '1.14 alpha off, 1.17 beta on, 1.25 GA on', 'Sent volumes of built-in drivers to CSI drivers.', {
    removedIn: '1.27',
  }),
  gate(
    'CSIMigrationAzureDisk',
    '1.15 alpha off, 1.19 beta off, 1.23 beta on, 1.24 GA on',
    'Sent Azure disks to their CSI driver.',
    { removedIn: '1.27' },
  ),
  gate(
    'CSIMigrationAzureDiskComplete',
    '1.17 alpha off, 1.21 deprecated off',
    'Left the built-in Azure disk driver out of the kubelet.',
    { removedIn: '1.22' },
  ),
  gate(
    'CSIMigrationAzureFile',
    '1.15 alpha off, 1.21 beta off, 1.24 beta on, 1.26 GA on',
    'Sent Azure file shares to their CSI driver.',
    { removedIn: '1.30' },
  ),
  gate(
    'CSIMigrationAzureFileComplete',
    '1.17 alpha off, 1.21 deprecated off',
    'Left the built-in Azure file driver out of the kubelet.',
    { removedIn: '1.22' },
  ),
  gate(
    'CloudDualStackNodeIPs',
    '1.27 alpha off, 1.29 beta on, 1.30 GA on',
    'Took addresses of both IP families in `--node-ip` beside an external cloud provider.',
    { removedIn: '1.32' },
  ),
  gate(
    'ConfigurableFSGroupPolicy',
    '1.18 alpha off, 1.20 beta on, 1.23 GA on',
    'Let pods say when the group of a volume is changed.',
    { removedIn: '1.26' },
  ),
  gate(
    'DevicePluginCDIDevices',
    '1.28 alpha off, 1.29 beta on, 1.31 GA on',
    'Let device plugins name devices by the Container Device Interface.',
    { removedIn: '1.34' },
  ),
  gate('DevicePlugins', '1.8 alpha off, 1.10 beta on, 1.26 GA on', 'Let device plugins register with the kubelet.', {
    removedIn: '1.28',
  }),
  gate(
    'DisableAcceleratorUsageMetrics',
    '1.19 alpha off, 1.20 beta on, 1.25 GA on',
    "Stopped cAdvisor's GPU figures; AKS set it to false before Kubernetes 1.25.",
    { removedIn: '1.28' },
  ),
  gate(
    'DisableCloudProviders',
    '1.22 alpha off, 1.29 beta on, 1.31 GA on',
    'Switched off the built-in cloud providers, which are gone altogether.',
    { removedIn: '1.33' },
  ),
  gate(
    'DisableKubeletCloudCredentialProviders',
    '1.23 alpha off, 1.29 beta on, 1.31 GA on',
    'Switched off the built-in registry credentials, which are gone altogether.',
    { removedIn: '1.33' },
  ),
  gate(
    'DownwardAPIHugePages',
    '1.20 alpha off, 1.21 beta off, 1.22 beta on, 1.27 GA on',
    'Showed huge pages in the downward API.',
    { removedIn: '1.29' },
  ),
  gate(
    'DynamicKubeletConfig',
    '1.4 alpha off, 1.11 beta on, 1.22 deprecated off',
    'Let the kubelet take its config from the cluster; aks-node-controller takes the gate away from Kubernetes 1.24 on.',
    { removedIn: '1.24' },
  ),
  gate(
    'EphemeralContainers',
    '1.16 alpha off, 1.23 beta on, 1.25 GA on',
    'Let containers be added to running pods for debugging.',
    { removedIn: '1.27' },
  ),
  gate('ExpandCSIVolumes', '1.14 alpha off, 1.16 beta on, 1.24 GA on', 'Let CSI volumes grow.', { removedIn: '1.27' }),
  gate(
    'ExpandInUsePersistentVolumes',
    '1.11 alpha off, 1.15 beta on, 1.24 GA on',
    'Let volumes grow while a pod uses them.',
    { removedIn: '1.27' },
  ),
  gate('ExpandPersistentVolumes', '1.8 alpha off, 1.11 beta on, 1.24 GA on', 'Let persistent volumes grow.', {
    removedIn: '1.27',
  }),
  gate('ExpandedDNSConfig', '1.22 alpha off, 1.26 beta on, 1.28 GA on', 'Took longer lists of search domains.', {
    removedIn: '1.30',
  }),
  gate(
    'ExperimentalHostUserNamespaceDefaulting',
    '1.5 beta off, 1.28 deprecated off',
    "Gave some containers the host's user namespace.",
    { removedIn: '1.30' },
  ),
  gate('GRPCContainerProbe', '1.23 alpha off, 1.24 beta on, 1.27 GA on', 'Added probes over gRPC.', {
    removedIn: '1.29',
  }),
  gate(
    'GenericEphemeralVolume',
    '1.19 alpha off, 1.21 beta on, 1.23 GA on',
    'Let pods bring claims that live as long as they do.',
    { removedIn: '1.25' },
  ),
  gate(
    'HugePageStorageMediumSize',
    '1.18 alpha off, 1.19 beta on, 1.22 GA on',
    'Let one pod use huge pages of several sizes.',
    { removedIn: '1.25' },
  ),
  gate(
    'IPTablesOwnershipCleanup',
    '1.25 alpha off, 1.27 beta on, 1.28 GA on',
    'Stopped the kubelet from making iptables rules that it did not use.',
    { removedIn: '1.30' },
  ),
  gate(
    'IPv6DualStack',
    '1.15 alpha off, 1.21 beta on, 1.23 GA on',
    'Gave pods and Services addresses of both IP families.',
    { removedIn: '1.25' },
  ),
  gate('InTreePluginAzureDiskUnregister', '1.21 alpha off', 'Kept the built-in Azure disk driver from registering.', {
    removedIn: '1.31',
  }),
  gate('InTreePluginAzureFileUnregister', '1.21 alpha off', 'Kept the built-in Azure file driver from registering.', {
    removedIn: '1.31',
  }),
  gate(
    'KubeletCredentialProviders',
    '1.20 alpha off, 1.24 beta on, 1.26 GA on',
    'Let programs fetch registry credentials, which their two flags alone decide now.',
    { removedIn: '1.28' },
  ),
  gate('KubeletPodResources', '1.13 alpha off, 1.15 beta on, 1.28 GA on', 'Opened the pod resources endpoint.', {
    removedIn: '1.30',
  }),
  gate(
    'KubeletPodResourcesGetAllocatable',
    '1.21 alpha off, 1.23 beta on, 1.28 GA on',
    'Showed what can be allocated on the pod resources endpoint.',
    { removedIn: '1.30' },
  ),
  gate(
    'LocalStorageCapacityIsolation',
    '1.7 alpha off, 1.10 beta on, 1.25 GA on',
    'Counted and limited ephemeral storage.',
    { removedIn: '1.27', instead: '`--local-storage-capacity-isolation`' },
  ),
  gate(
    'NewVolumeManagerReconstruction',
    '1.25 alpha off, 1.27 beta on, 1.30 GA on',
    'Found mounted volumes again in a new way when the kubelet started.',
    { removedIn: '1.32' },
  ),
  gate(
    'NodeDisruptionExclusion',
    '1.16 alpha off, 1.19 beta on, 1.21 GA on',
    'Left labelled nodes out of the reckoning when a zone failed.',
    { removedIn: '1.23' },
  ),
  gate('NodeLease', '1.12 alpha off, 1.14 beta on, 1.17 GA on', 'Reported the health of nodes by leases.', {
    removedIn: '1.24',
  }),
  gate('PodHasNetworkCondition', '1.25 alpha off', "Said in a pod's conditions that its network is ready.", {
    removedIn: '1.28',
    instead: '`PodReadyToStartContainersCondition`',
  }),
  gate(
    'PodHostIPs',
    '1.28 alpha off, 1.29 beta on, 1.30 GA on',
    "Put all of a node's addresses into the status of its pods.",
    { removedIn: '1.32' },
  ),
  gate('PodOverhead', '1.16 alpha off, 1.18 beta on, 1.24 GA on', 'Counted what a sandbox itself uses.', {
    removedIn: '1.26',
  }),
  gate('PodPriority', '1.8 alpha off, 1.11 beta on, 1.14 GA on', 'Ordered pods by priority.', { removedIn: '1.19' }),
  gate('PodSecurity', '1.22 alpha off, 1.23 beta on, 1.25 GA on', 'Switched on the pod security admission plugin.', {
    removedIn: '1.28',
  }),
  gate(
    'ProbeTerminationGracePeriod',
    '1.21 alpha off, 1.22 beta off, 1.25 beta on, 1.28 GA on',
    'Let a probe have a grace period of its own.',
    { removedIn: '1.29' },
  ),
  gate(
    'ReadWriteOncePod',
    '1.22 alpha off, 1.27 beta on, 1.29 GA on',
    'Added the access mode for volumes that one pod alone can use.',
    { removedIn: '1.31' },
  ),
  gate(
    'RotateKubeletClientCertificate',
    '1.8 beta on, 1.19 GA on',
    'Renewed the client certificate, which a setting of its own decides.',
    { removedIn: '1.22', instead: '`--rotate-certificates`' },
  ),
  gate('RuntimeClass', '1.12 alpha off, 1.14 beta on, 1.20 GA on', 'Let pods choose a container runtime.', {
    removedIn: '1.25',
  }),
  gate(
    'SeccompDefault',
    '1.22 alpha off, 1.25 beta on, 1.27 GA on',
    'Allowed a default seccomp profile, which a setting of its own decides now.',
    { removedIn: '1.29', instead: '`--seccomp-default`' },
  ),
  gate(
    'ServiceNodeExclusion',
    '1.8 alpha off, 1.19 beta on, 1.21 GA on',
    'Left labelled nodes out of load balancers.',
    { removedIn: '1.23' },
  ),
  gate(
    'SetHostnameAsFQDN',
    '1.19 alpha off, 1.20 beta on, 1.22 GA on',
    'Let a pod have its full domain name as host name.',
    { removedIn: '1.25' },
  ),
  gate(
    'SizeMemoryBackedVolumes',
    '1.20 alpha off, 1.22 beta on, 1.32 GA locked on',
    'Sized volumes in memory by the limits of the pod.',
    { removedIn: '1.35' },
  ),
  gate(
    'StreamingProxyRedirects',
    '1.5 beta off, 1.6 beta on, 1.18 deprecated on, 1.22 deprecated off',
    'Sent streaming requests past the kubelet.',
    { removedIn: '1.25' },
  ),
  gate('SupportNodePidsLimit', '1.14 alpha off, 1.15 beta on, 1.20 GA on', 'Reserved process IDs on the node.', {
    removedIn: '1.24',
  }),
  gate('SupportPodPidsLimit', '1.10 alpha off, 1.14 beta on, 1.20 GA on', 'Limited processes of a pod.', {
    removedIn: '1.24',
    instead: '`--pod-max-pids`',
  }),
  gate('Sysctls', '1.11 beta on, 1.21 GA on', 'Let pods set kernel parameters.', { removedIn: '1.23' }),
  gate('TTLAfterFinished', '1.12 alpha off, 1.21 beta on, 1.23 GA on', 'Removed ended jobs after a while.', {
    removedIn: '1.25',
  }),
  gate(
    'TokenRequestProjection',
    '1.11 alpha off, 1.12 beta on, 1.20 GA on',
    'Mounted requested service account tokens into pods.',
    { removedIn: '1.22' },
  ),
  gate(
    'TopologyManager',
    '1.16 alpha off, 1.18 beta on, 1.27 GA on',
    'Aligned CPUs and devices, which the topology policy alone decides now.',
    { removedIn: '1.29' },
  ),
  gate(
    'UserNamespacesStatelessPodsSupport',
    '1.25 alpha off',
    'Let pods without volumes run with users of their own.',
    { removedIn: '1.28', instead: '`UserNamespacesSupport`' },
  ),
  gate('VolumeSubpath', '1.10 GA on', 'Let pods mount a folder of a volume.', { removedIn: '1.25' }),
];

export const featureGates: readonly KnownName[] = [...living, ...removed];
