// Generated from karpenter/description by `npm run generate`; do not edit.

/** The options from which Karpenter's Azure provider renders the bootstrap script of one node. */
export interface BootstrapOptions {
  /** Processor architecture of the node, which follows from the VM size. */
  readonly arch?: string | undefined;
  /** Entra tenant of the cluster's subscription. */
  readonly tenantID?: string | undefined;
  /** Azure subscription that the node is created in. */
  readonly subscriptionID?: string | undefined;
  /** Client ID of the managed identity that the kubelet uses to pull images. */
  readonly kubeletIdentityClientID?: string | undefined;
  /** Azure region of the node. */
  readonly location?: string | undefined;
  /** Resource group of the nodes, which AKS manages. */
  readonly resourceGroup?: string | undefined;
  /** Network security group of the nodes; Karpenter searches their resource group for the one that AKS created. */
  readonly networkSecurityGroupName?: string | undefined;
  /** Route table of the nodes, with the name that AKS gives it. */
  readonly routeTableName?: string | undefined;
  /** Host name of the API server: the cluster endpoint without scheme and port. */
  readonly APIServerName?: string | undefined;
  /** Token with which the kubelet requests its first certificate. Tokens are rotated: with an expired one the node stays unauthorized. */
  readonly kubeletClientTLSBootstrapToken?: string | undefined;
  /** Network plugin that the node sets up itself: `none` if the cluster uses an overlay, Cilium or no plugin, otherwise `azure`. */
  readonly networkPlugin?: string | undefined;
  /** Network policy of the cluster; empty for none. */
  readonly networkPolicy?: string | undefined;
  /** Kubernetes version of the node: three numbers, without v. The minor version determines flags and downloads. */
  readonly kubernetesVersion?: string | undefined;
  /** Name of the cluster. It is not part of the script. */
  readonly clusterName?: string | undefined;
  /** URL of the API server. The script contains only its host name. */
  readonly clusterEndpoint?: string | undefined;
  /** Settings of the kubelet, as flags. */
  readonly kubeletConfig?: KubeletConfiguration | undefined;
  /** Taints and startup taints that the node registers with, and a taint of Karpenter that it removes later. */
  readonly taints?: readonly Taint[] | undefined;
  /** Labels that the node registers with: those of the node pool, its requirements and the VM size, and some that Karpenter adds. */
  readonly labels?: ReadonlyMap<string, string> | undefined;
  /** Base64 of the CA certificates of the API server, taken from Karpenter's own connection to it. */
  readonly CABundle?: string | undefined;
  /** Whether the VM size has NVIDIA GPUs. */
  readonly GPUNode?: boolean | undefined;
  /** Version of the GPU driver for the VM size. */
  readonly GPUDriverVersion?: string | undefined;
  /** Type of the GPU driver for the VM size. */
  readonly GPUDriverType?: string | undefined;
  /** Tag of the image that contains the GPU driver. */
  readonly GPUImageSHA?: string | undefined;
  /** Whether the node installs the GPU driver: true unless the mode is None. Without the driver, a node with GPUs is set up like one without. */
  readonly GPUDriverInstallationEnabled?: boolean | undefined;
  /** Azure ID of the subnet: from the node class, or else from the global settings. An ID in another format is ignored. */
  readonly subnetID?: string | undefined;
}

/** Settings of the kubelet that become flags. Each of them replaces the flag of the script. */
export interface KubeletConfiguration {
  /** Maximum number of pods on the node. If the node class doesn't set it, Karpenter computes it from the network plugin; in a `kubeletConfig` without it, it is 0. */
  readonly maxPods?: number | undefined;
  /** IP address of the cluster DNS service that pods use. */
  readonly clusterDNSServiceIP?: string | undefined;
  /** Resources reserved for the operating system. Karpenter reserves none. */
  readonly systemReserved?: ReadonlyMap<string, string> | undefined;
  /** Resources reserved for the kubelet and the container runtime. Karpenter computes them from the VM size. */
  readonly kubeReserved?: ReadonlyMap<string, string> | undefined;
  /** Thresholds at which the kubelet evicts pods immediately. They replace all three of the script; Karpenter sets one for memory. */
  readonly evictionHard?: ReadonlyMap<string, string> | undefined;
  /** Thresholds at which the kubelet evicts pods after the grace period of their signal. */
  readonly evictionSoft?: ReadonlyMap<string, string> | undefined;
  /** How long a soft threshold must be exceeded before pods are evicted, for each signal. */
  readonly evictionSoftGracePeriod?: ReadonlyMap<string, bigint> | undefined;
  /** Maximum number of seconds that pods get to terminate when a soft threshold evicts them. */
  readonly evictionMaxPodGracePeriod?: number | undefined;
  /** How CPUs are assigned to containers. */
  readonly cpuManagerPolicy?: string | undefined;
  /** Whether the kernel enforces containers' CPU limits. */
  readonly cpuCFSQuota?: boolean | undefined;
  /** Period over which CPU limits are enforced. It is read, but is not part of the script. */
  readonly cpuCFSQuotaPeriod?: bigint | undefined;
  /** Disk usage in percent above which unused images are removed. */
  readonly imageGCHighThresholdPercent?: number | undefined;
  /** Disk usage in percent down to which unused images are removed; must be below the high threshold. */
  readonly imageGCLowThresholdPercent?: number | undefined;
  /** How CPUs and devices of a container are aligned on NUMA nodes. */
  readonly topologyManagerPolicy?: string | undefined;
  /** Unsafe kernel parameters, or patterns of them, that pods may set. */
  readonly allowedUnsafeSysctls?: readonly string[] | undefined;
  /** Size at which the log of a container is rotated. */
  readonly containerLogMaxSize?: string | undefined;
  /** Maximum number of log files of a container. */
  readonly containerLogMaxFiles?: number | undefined;
  /** Maximum number of processes of a pod; -1 sets no limit. */
  readonly podPidsLimit?: bigint | undefined;
}

/** A taint that the node registers with. */
export interface Taint {
  /** Name of the taint. */
  readonly key?: string | undefined;
  /** Value of the taint; it may be empty. */
  readonly value?: string | undefined;
  /** What happens to pods that do not tolerate the taint. */
  readonly effect?: string | undefined;
  /** When a taint was added to a node that exists already. It is not part of the script. */
  readonly timeAdded?: string | undefined;
}
