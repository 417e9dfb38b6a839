/**
 * Feature gates that matter on a node. Stages of living gates: `pkg/features/kube_features.go` of Kubernetes 1.35;
 * of removed ones: the feature gate pages of kubernetes/website, whose `toVersion` is the last release with the
 * gate, and the changelogs of 1.24, 1.28 and 1.33. A kubelet that is given a gate it no longer knows does not start,
 * nor does one that is told to switch a locked gate.
 */
import { rowsOf } from '../../text/table.js';
import type { KnownName } from './vocabulary.js';

interface GateRow extends Pick<KnownName, 'name' | 'removedIn' | 'instead' | 'doc'> {
  /**
   * The gate's history: for each change the Kubernetes minor, the stage and whether the gate is on by default, such as
   * `1.22 alpha off, 1.28 beta on, 1.30 GA locked on`.
   */
  readonly stages: string;
}

function gate({ stages, ...facts }: GateRow): KnownName {
  const since = /^\S+ (?!deprecated)/.exec(stages)?.[0].trim();
  const deprecatedIn = /(?<!\S)(\S+) deprecated/.exec(stages)?.[1];
  const [, lockedIn, lockedTo] = /(?<!\S)(\S+) (?:GA|deprecated) locked (on|off)/.exec(stages) ?? [];
  return {
    ...facts,
    detail: stages,
    example: 'true',
    oneOf: ['true', 'false'],
    ...(since === undefined ? {} : { since }),
    ...(deprecatedIn === undefined ? {} : { deprecatedIn }),
    ...(lockedIn === undefined ? {} : { locked: { in: lockedIn, value: lockedTo === 'on' } }),
  };
}

const gates = rowsOf(`
  name                                           | stages                                                  | removedIn? | instead?                               | doc
  AllowOverwriteTerminationGracePeriodSeconds    | 1.32 deprecated off, 1.35 deprecated locked off         |            |                                        | Lets a forced eviction extend a pod's grace period, as older versions did.
  CustomCPUCFSQuotaPeriod                        | 1.12 alpha off                                          |            |                                        | Lets the kubelet enforce CPU limits over another period than 100 ms.
  CPUManagerPolicyAlphaOptions                   | 1.23 alpha off                                          |            |                                        | Opens the experimental options of the static CPU policy.
  CPUManagerPolicyBetaOptions                    | 1.23 beta on                                            |            |                                        | Opens the better tested options of the static CPU policy.
  CPUManagerPolicyOptions                        | 1.22 alpha off, 1.23 beta on, 1.33 GA locked on         |            |                                        | Lets the static CPU policy be tuned by options.
  ChangeContainerStatusOnKubeletRestart          | 1.35 deprecated off                                     |            |                                        | Brings back that containers count as not ready after a restart of the kubelet.
  ClusterTrustBundleProjection                   | 1.29 alpha off, 1.33 beta off                           |            |                                        | Lets pods mount trust bundles of the cluster as files.
  ContainerCheckpoint                            | 1.25 alpha off, 1.30 beta on                            |            |                                        | Opens the endpoint with which a running container is written to disk.
  ContainerRestartRules                          | 1.34 alpha off, 1.35 beta on                            |            |                                        | Lets a container have a restart policy and rules of its own.
  ContainerStopSignals                           | 1.33 alpha off                                          |            |                                        | Lets a pod name the signal that stops its containers.
  DisableCPUQuotaWithExclusiveCPUs               | 1.33 beta on                                            |            |                                        | Takes the CPU quota off containers that own whole CPUs.
  DisableNodeKubeProxyVersion                    | 1.29 alpha off, 1.31 deprecated off, 1.33 deprecated on |            |                                        | Leaves the version of kube-proxy out of the node's status.
  DynamicResourceAllocation                      | 1.26 alpha off, 1.32 beta off, 1.34 GA on, 1.35 GA locked on |            |                                        | Lets pods claim devices such as GPUs through resource claims.
  EnvFiles                                       | 1.34 alpha off, 1.35 beta on                            |            |                                        | Lets containers read environment variables from a file on a volume.
  EventedPLEG                                    | 1.26 alpha off                                          |            |                                        | Has the container runtime report container events instead of being asked again and again.
  ExecProbeTimeout                               | 1.20 GA on, 1.35 GA locked on                           |            |                                        | Holds exec probes to their timeout.
  GitRepoVolumeDriver                            | 1.33 deprecated off                                     |            |                                        | Brings back volumes of the type gitRepo.
  GracefulNodeShutdown                           | 1.20 alpha off, 1.21 beta on                            |            |                                        | Ends pods in order before the node shuts down.
  GracefulNodeShutdownBasedOnPodPriority         | 1.23 alpha off, 1.24 beta on                            |            |                                        | Gives pods time at shutdown by their priority.
  HostnameOverride                               | 1.34 alpha off, 1.35 beta on                            |            |                                        | Lets a pod have any host name.
  ImageMaximumGCAge                              | 1.29 alpha off, 1.30 beta on, 1.35 GA locked on         |            |                                        | Removes images that haven't been used for a long time, even if the disk has space.
  ImageVolume                                    | 1.31 alpha off, 1.33 beta off, 1.35 beta on             |            |                                        | Lets pods mount an image as a volume.
  InPlacePodVerticalScaling                      | 1.27 alpha off, 1.33 beta on, 1.35 GA locked on         |            |                                        | Changes CPU and memory of a running container without a restart.
  InPlacePodVerticalScalingExclusiveCPUs         | 1.32 alpha off                                          |            |                                        | Extends resizing in place to pods that own whole CPUs.
  KubeletCgroupDriverFromCRI                     | 1.28 alpha off, 1.31 beta on, 1.34 GA locked on         |            |                                        | Takes the cgroup driver from the container runtime.
  KubeletCrashLoopBackOffMax                     | 1.32 alpha off, 1.35 beta on                            |            |                                        | Lets the node cap the wait between restarts of a crashing container.
  KubeletEnsureSecretPulledImages                | 1.33 alpha off, 1.35 beta on                            |            |                                        | Checks a pod's right to a private image that is already on the node.
  KubeletFineGrainedAuthz                        | 1.32 alpha off, 1.33 beta on                            |            |                                        | Asks for narrower permissions on the kubelet's endpoints.
  KubeletInUserNamespace                         | 1.22 alpha off                                          |            |                                        | Lets the kubelet run inside a user namespace.
  KubeletPSI                                     | 1.33 alpha off, 1.34 beta on                            |            |                                        | Adds the kernel's pressure stall figures to the statistics.
  KubeletPodResourcesDynamicResources            | 1.27 alpha off, 1.34 beta on                            |            |                                        | Shows dynamically allocated devices on the pod resources endpoint.
  KubeletPodResourcesGet                         | 1.27 alpha off, 1.34 beta on                            |            |                                        | Lets a client of the pod resources endpoint ask for one pod.
  KubeletPodResourcesListUseActivePods           | 1.34 deprecated on                                      |            |                                        | Leaves ended pods out of the list of pod resources.
  KubeletRegistrationGetOnExistsOnly             | 1.32 deprecated off                                     |            |                                        | Brings back that a registering kubelet first reads its Node.
  KubeletSeparateDiskGC                          | 1.29 alpha off, 1.31 beta on                            |            |                                        | Lets images and writable layers lie on different disks.
  KubeletServiceAccountTokenForCredentialProviders | 1.33 alpha off, 1.34 beta on                            |            |                                        | Hands a pod's service account token to image credential providers.
  KubeletTracing                                 | 1.25 alpha off, 1.27 beta on, 1.34 GA locked on         |            |                                        | Lets the kubelet send OpenTelemetry traces.
  LocalStorageCapacityIsolationFSQuotaMonitoring | 1.15 alpha off, 1.31 beta off                           |            |                                        | Measures ephemeral storage by project quotas instead of walking folders.
  MemoryManager                                  | 1.21 alpha off, 1.22 beta on, 1.32 GA locked on         |            |                                        | Gives pods memory from fixed NUMA nodes.
  MemoryQoS                                      | 1.22 alpha off                                          |            |                                        | Sets memory protection and throttling with cgroup v2.
  NodeLogQuery                                   | 1.27 alpha off, 1.30 beta off                           |            |                                        | Opens an endpoint for logs of the node's services.
  NodeSwap                                       | 1.22 alpha off, 1.28 beta off, 1.30 beta on, 1.34 GA locked on |            |                                        | Lets pods use swap where the node has some.
  PodAndContainerStatsFromCRI                    | 1.23 alpha off                                          |            |                                        | Takes statistics of pods from the container runtime instead of cAdvisor.
  PodLevelResources                              | 1.32 alpha off, 1.34 beta on                            |            |                                        | Allows requests and limits on the pod as a whole.
  PodLifecycleSleepAction                        | 1.29 alpha off, 1.30 beta on, 1.34 GA locked on         |            |                                        | Adds sleeping to what a lifecycle hook can do.
  PodReadyToStartContainersCondition             | 1.28 alpha off, 1.29 beta on                            |            |                                        | Says in a pod's conditions that its sandbox and network are ready.
  PreventStaticPodAPIReferences                  | 1.34 beta on                                            |            |                                        | Refuses static pods that refer to objects of the API.
  ProcMountType                                  | 1.12 alpha off, 1.31 beta off, 1.33 beta on             |            |                                        | Lets containers have an unmasked /proc.
  QOSReserved                                    | 1.11 alpha off                                          |            |                                        | Keeps requested memory from lower QoS classes.
  RecursiveReadOnlyMounts                        | 1.30 alpha off, 1.31 beta on, 1.33 GA locked on         |            |                                        | Makes mounts below a read-only mount read-only too.
  ReduceDefaultCrashLoopBackOffDecay             | 1.33 alpha off                                          |            |                                        | Restarts crashing containers sooner.
  RelaxedDNSSearchValidation                     | 1.32 alpha off, 1.33 beta on, 1.34 GA locked on         |            |                                        | Takes underscores and a single dot in a pod's search domains.
  RelaxedEnvironmentVariableValidation           | 1.30 alpha off, 1.32 beta on, 1.34 GA locked on         |            |                                        | Takes nearly every printable character in names of environment variables.
  ReloadKubeletServerCertificateFile             | 1.31 beta on                                            |            |                                        | Reads the serving certificate anew when its file changes.
  ResourceHealthStatus                           | 1.31 alpha off                                          |            |                                        | Shows the health of devices in the pod's status.
  RotateKubeletServerCertificate                 | 1.7 alpha off, 1.12 beta on                             |            |                                        | Renews the serving certificate through the cluster; aks-node-controller switches it on with server TLS bootstrapping.
  SELinuxMount                                   | 1.30 alpha off, 1.33 beta off                           |            |                                        | Mounts volumes with their SELinux label instead of relabelling each file.
  SELinuxMountReadWriteOncePod                   | 1.25 alpha off, 1.27 beta off, 1.28 beta on             |            |                                        | Mounts volumes that one pod alone can use with their SELinux label.
  SidecarContainers                              | 1.28 alpha off, 1.29 beta on, 1.33 GA locked on         |            |                                        | Keeps init containers running as sidecars.
  SupplementalGroupsPolicy                       | 1.31 alpha off, 1.33 beta on, 1.35 GA locked on         |            |                                        | Lets a pod leave out groups from the image's group file.
  SystemdWatchdog                                | 1.32 beta on, 1.35 GA locked on                         |            |                                        | Lets systemd restart a kubelet that hangs.
  TopologyManagerPolicyAlphaOptions              | 1.26 alpha off                                          |            |                                        | Opens the experimental options of the topology policy.
  TopologyManagerPolicyBetaOptions               | 1.26 beta off, 1.28 beta on                             |            |                                        | Opens the better tested options of the topology policy.
  TopologyManagerPolicyOptions                   | 1.26 alpha off, 1.28 beta on, 1.32 GA on                |            |                                        | Lets the topology policy be tuned by options.
  UserNamespacesSupport                          | 1.25 alpha off, 1.30 beta off, 1.33 beta on             |            |                                        | Lets pods run with users of their own.
  AppArmor                                       | 1.4 beta on, 1.31 GA on                                 | 1.33       |                                        | Let pods name AppArmor profiles, which every kubelet now does.
  AppArmorFields                                 | 1.30 beta on, 1.31 GA on                                | 1.33       |                                        | Moved AppArmor profiles from annotations to fields of the pod.
  BoundServiceAccountTokenVolume                 | 1.13 alpha off, 1.21 beta on, 1.22 GA on                | 1.24       |                                        | Gave pods tokens that expire.
  CPUManager                                     | 1.8 alpha off, 1.10 beta on, 1.26 GA on                 | 1.33       |                                        | Let containers own whole CPUs, which the CPU policy alone decides now.
  CRIContainerLogRotation                        | 1.10 alpha off, 1.11 beta on, 1.21 GA on                | 1.23       |                                        | Rotated container logs in the kubelet.
  CSIInlineVolume                                | 1.15 alpha off, 1.16 beta on, 1.25 GA on                | 1.27       |                                        | Let pods carry CSI volumes inside their own description.
  CSIMigration                                   | 1.14 alpha off, 1.17 beta on, 1.25 GA on                | 1.27       |                                        | Sent volumes of built-in drivers to CSI drivers.
  CSIMigrationAzureDisk                          | 1.15 alpha off, 1.19 beta off, 1.23 beta on, 1.24 GA on | 1.27       |                                        | Sent Azure disks to their CSI driver.
  CSIMigrationAzureDiskComplete                  | 1.17 alpha off, 1.21 deprecated off                     | 1.22       |                                        | Left the built-in Azure disk driver out of the kubelet.
  CSIMigrationAzureFile                          | 1.15 alpha off, 1.21 beta off, 1.24 beta on, 1.26 GA on | 1.30       |                                        | Sent Azure file shares to their CSI driver.
  CSIMigrationAzureFileComplete                  | 1.17 alpha off, 1.21 deprecated off                     | 1.22       |                                        | Left the built-in Azure file driver out of the kubelet.
  CloudDualStackNodeIPs                          | 1.27 alpha off, 1.29 beta on, 1.30 GA on                | 1.32       |                                        | Took addresses of both IP families in \`--node-ip\` beside an external cloud provider.
  ConfigurableFSGroupPolicy                      | 1.18 alpha off, 1.20 beta on, 1.23 GA on                | 1.26       |                                        | Let pods say when the group of a volume is changed.
  DevicePluginCDIDevices                         | 1.28 alpha off, 1.29 beta on, 1.31 GA on                | 1.34       |                                        | Let device plugins name devices by the Container Device Interface.
  DevicePlugins                                  | 1.8 alpha off, 1.10 beta on, 1.26 GA on                 | 1.28       |                                        | Let device plugins register with the kubelet.
  DisableAcceleratorUsageMetrics                 | 1.19 alpha off, 1.20 beta on, 1.25 GA on                | 1.28       |                                        | Stopped cAdvisor's GPU figures; AKS set it to false before Kubernetes 1.25.
  DisableCloudProviders                          | 1.22 alpha off, 1.29 beta on, 1.31 GA on                | 1.33       |                                        | Switched off the built-in cloud providers, which are gone altogether.
  DisableKubeletCloudCredentialProviders         | 1.23 alpha off, 1.29 beta on, 1.31 GA on                | 1.33       |                                        | Switched off the built-in registry credentials, which are gone altogether.
  DownwardAPIHugePages                           | 1.20 alpha off, 1.21 beta off, 1.22 beta on, 1.27 GA on | 1.29       |                                        | Showed huge pages in the downward API.
  DynamicKubeletConfig                           | 1.4 alpha off, 1.11 beta on, 1.22 deprecated off        | 1.24       |                                        | Let the kubelet take its config from the cluster; aks-node-controller takes the gate away from Kubernetes 1.24 on.
  EphemeralContainers                            | 1.16 alpha off, 1.23 beta on, 1.25 GA on                | 1.27       |                                        | Let containers be added to running pods for debugging.
  ExpandCSIVolumes                               | 1.14 alpha off, 1.16 beta on, 1.24 GA on                | 1.27       |                                        | Let CSI volumes grow.
  ExpandInUsePersistentVolumes                   | 1.11 alpha off, 1.15 beta on, 1.24 GA on                | 1.27       |                                        | Let volumes grow while a pod uses them.
  ExpandPersistentVolumes                        | 1.8 alpha off, 1.11 beta on, 1.24 GA on                 | 1.27       |                                        | Let persistent volumes grow.
  ExpandedDNSConfig                              | 1.22 alpha off, 1.26 beta on, 1.28 GA on                | 1.30       |                                        | Took longer lists of search domains.
  ExperimentalHostUserNamespaceDefaulting        | 1.5 beta off, 1.28 deprecated off                       | 1.30       |                                        | Gave some containers the host's user namespace.
  GRPCContainerProbe                             | 1.23 alpha off, 1.24 beta on, 1.27 GA on                | 1.29       |                                        | Added probes over gRPC.
  GenericEphemeralVolume                         | 1.19 alpha off, 1.21 beta on, 1.23 GA on                | 1.25       |                                        | Let pods bring claims that live as long as they do.
  HugePageStorageMediumSize                      | 1.18 alpha off, 1.19 beta on, 1.22 GA on                | 1.25       |                                        | Let one pod use huge pages of several sizes.
  IPTablesOwnershipCleanup                       | 1.25 alpha off, 1.27 beta on, 1.28 GA on                | 1.30       |                                        | Stopped the kubelet from making iptables rules that it did not use.
  IPv6DualStack                                  | 1.15 alpha off, 1.21 beta on, 1.23 GA on                | 1.25       |                                        | Gave pods and Services addresses of both IP families.
  InTreePluginAzureDiskUnregister                | 1.21 alpha off                                          | 1.31       |                                        | Kept the built-in Azure disk driver from registering.
  InTreePluginAzureFileUnregister                | 1.21 alpha off                                          | 1.31       |                                        | Kept the built-in Azure file driver from registering.
  KubeletCredentialProviders                     | 1.20 alpha off, 1.24 beta on, 1.26 GA on                | 1.28       |                                        | Let programs fetch registry credentials, which their two flags alone decide now.
  KubeletPodResources                            | 1.13 alpha off, 1.15 beta on, 1.28 GA on                | 1.30       |                                        | Opened the pod resources endpoint.
  KubeletPodResourcesGetAllocatable              | 1.21 alpha off, 1.23 beta on, 1.28 GA on                | 1.30       |                                        | Showed what can be allocated on the pod resources endpoint.
  LocalStorageCapacityIsolation                  | 1.7 alpha off, 1.10 beta on, 1.25 GA on                 | 1.27       | \`--local-storage-capacity-isolation\` | Counted and limited ephemeral storage.
  NewVolumeManagerReconstruction                 | 1.25 alpha off, 1.27 beta on, 1.30 GA on                | 1.32       |                                        | Found mounted volumes again in a new way when the kubelet started.
  NodeDisruptionExclusion                        | 1.16 alpha off, 1.19 beta on, 1.21 GA on                | 1.23       |                                        | Left labelled nodes out of the reckoning when a zone failed.
  NodeLease                                      | 1.12 alpha off, 1.14 beta on, 1.17 GA on                | 1.24       |                                        | Reported the health of nodes by leases.
  PodHasNetworkCondition                         | 1.25 alpha off                                          | 1.28       | \`PodReadyToStartContainersCondition\` | Said in a pod's conditions that its network is ready.
  PodHostIPs                                     | 1.28 alpha off, 1.29 beta on, 1.30 GA on                | 1.32       |                                        | Put all of a node's addresses into the status of its pods.
  PodOverhead                                    | 1.16 alpha off, 1.18 beta on, 1.24 GA on                | 1.26       |                                        | Counted what a sandbox itself uses.
  PodPriority                                    | 1.8 alpha off, 1.11 beta on, 1.14 GA on                 | 1.19       |                                        | Ordered pods by priority.
  PodSecurity                                    | 1.22 alpha off, 1.23 beta on, 1.25 GA on                | 1.28       |                                        | Switched on the pod security admission plugin.
  ProbeTerminationGracePeriod                    | 1.21 alpha off, 1.22 beta off, 1.25 beta on, 1.28 GA on | 1.29       |                                        | Let a probe have a grace period of its own.
  ReadWriteOncePod                               | 1.22 alpha off, 1.27 beta on, 1.29 GA on                | 1.31       |                                        | Added the access mode for volumes that one pod alone can use.
  RotateKubeletClientCertificate                 | 1.8 beta on, 1.19 GA on                                 | 1.22       | \`--rotate-certificates\`              | Renewed the client certificate, which a setting of its own decides.
  RuntimeClass                                   | 1.12 alpha off, 1.14 beta on, 1.20 GA on                | 1.25       |                                        | Let pods choose a container runtime.
  SeccompDefault                                 | 1.22 alpha off, 1.25 beta on, 1.27 GA on                | 1.29       | \`--seccomp-default\`                  | Allowed a default seccomp profile, which a setting of its own decides now.
  ServiceNodeExclusion                           | 1.8 alpha off, 1.19 beta on, 1.21 GA on                 | 1.23       |                                        | Left labelled nodes out of load balancers.
  SetHostnameAsFQDN                              | 1.19 alpha off, 1.20 beta on, 1.22 GA on                | 1.25       |                                        | Let a pod have its full domain name as host name.
  SizeMemoryBackedVolumes                        | 1.20 alpha off, 1.22 beta on, 1.32 GA locked on         | 1.35       |                                        | Sized volumes in memory by the limits of the pod.
  StreamingProxyRedirects                        | 1.5 beta off, 1.6 beta on, 1.18 deprecated on, 1.22 deprecated off | 1.25       |                                        | Sent streaming requests past the kubelet.
  SupportNodePidsLimit                           | 1.14 alpha off, 1.15 beta on, 1.20 GA on                | 1.24       |                                        | Reserved process IDs on the node.
  SupportPodPidsLimit                            | 1.10 alpha off, 1.14 beta on, 1.20 GA on                | 1.24       | \`--pod-max-pids\`                     | Limited processes of a pod.
  Sysctls                                        | 1.11 beta on, 1.21 GA on                                | 1.23       |                                        | Let pods set kernel parameters.
  TTLAfterFinished                               | 1.12 alpha off, 1.21 beta on, 1.23 GA on                | 1.25       |                                        | Removed ended jobs after a while.
  TokenRequestProjection                         | 1.11 alpha off, 1.12 beta on, 1.20 GA on                | 1.22       |                                        | Mounted requested service account tokens into pods.
  TopologyManager                                | 1.16 alpha off, 1.18 beta on, 1.27 GA on                | 1.29       |                                        | Aligned CPUs and devices, which the topology policy alone decides now.
  UserNamespacesStatelessPodsSupport             | 1.25 alpha off                                          | 1.28       | \`UserNamespacesSupport\`              | Let pods without volumes run with users of their own.
  VolumeSubpath                                  | 1.10 GA on                                              | 1.25       |                                        | Let pods mount a folder of a volume.
`);

export const featureGates: readonly KnownName[] = gates.map(gate);
