// Generated from karpenter/description by `npm run generate`; do not edit.

/** The options from which Karpenter's Azure provider renders the bootstrap script of one node. */
export interface BootstrapOptions {
  /** Processor architecture of the node, by the VM size's requirements. */
  readonly arch?: string | undefined;
  /** Entra tenant of the cluster's subscription. */
  readonly tenantID?: string | undefined;
  /** Azure subscription that the node is created in. */
  readonly subscriptionID?: string | undefined;
  /** Client ID of the managed identity that the kubelet pulls images with. */
  readonly kubeletIdentityClientID?: string | undefined;
  /** Azure region of the node. */
  readonly location?: string | undefined;
  /** Resource group of the nodes, which AKS manages. */
  readonly resourceGroup?: string | undefined;
  /** Network security group of the nodes; Karpenter looks for the one of AKS in their resource group. */
  readonly networkSecurityGroupName?: string | undefined;
  /** Route table of the nodes, named after the cluster as AKS does. */
  readonly routeTableName?: string | undefined;
  /** Host name of the API server: the cluster endpoint without scheme and port. */
  readonly APIServerName?: string | undefined;
  /** Token with which the kubelet asks for its first certificate. Tokens are rotated: an old one leaves the node unauthorized. */
  readonly kubeletClientTLSBootstrapToken?: string | undefined;
  /** Network plugin that the node sets up itself: `none` where an overlay, Cilium or no plugin is chosen, else `azure`. */
  readonly networkPlugin?: string | undefined;
  /** Network policy of the cluster; empty for none. */
  readonly networkPolicy?: string | undefined;
  /** Kubernetes version of the node, three numbers without v. The minor version decides on flags and downloads. */
  readonly kubernetesVersion?: string | undefined;
  /** Name of the cluster. It does not get into the script. */
  readonly clusterName?: string | undefined;
  /** URL of the API server. It does not get into the script, which has the host name alone. */
  readonly clusterEndpoint?: string | undefined;
  /** Settings of the kubelet, as flags. */
  readonly kubeletConfig?: KubeletConfiguration | undefined;
  /** Taints and startup taints that the node registers with, and one of Karpenter that it takes off later. */
  readonly taints?: readonly Taint[] | undefined;
  /** Labels that the node registers with: those of the node pool, of its requirements, of the VM size, and some that Karpenter adds. */
  readonly labels?: ReadonlyMap<string, string> | undefined;
  /** Base64 of the certificates that the API server's one is checked with, from Karpenter's own connection to it. */
  readonly CABundle?: string | undefined;
  /** Whether the VM size has NVIDIA GPUs. */
  readonly GPUNode?: boolean | undefined;
  /** Version of the GPU driver, by the VM size. */
  readonly GPUDriverVersion?: string | undefined;
  /** Kind of the GPU driver, by the VM size. */
  readonly GPUDriverType?: string | undefined;
  /** Tag of the image that holds the GPU driver. */
  readonly GPUImageSHA?: string | undefined;
  /** Whether the node installs the GPU driver, which it does where the mode is not None. Without it a node with GPUs is set up like one that has none. */
  readonly GPUDriverInstallationEnabled?: boolean | undefined;
  /** Azure ID of the subnet; without one in the node class the one of the global settings. An ID that is not of the right form is ignored. */
  readonly subnetID?: string | undefined;
}

/** Settings of the kubelet that become flags. Each flag that is given here replaces the one of the script. */
export interface KubeletConfiguration {
  /** Maximum number of pods on the node. If the node class doesn't set it, Karpenter computes it from the network plugin; in a `kubeletConfig` without it, it is 0. */
  readonly maxPods?: number | undefined;
  /** Address of the cluster DNS service that pods ask. */
  readonly clusterDNSServiceIP?: string | undefined;
  /** Resources kept for the operating system. Karpenter keeps none. */
  readonly systemReserved?: ReadonlyMap<string, string> | undefined;
  /** Resources kept for the kubelet and the container runtime. Karpenter computes them from the VM size. */
  readonly kubeReserved?: ReadonlyMap<string, string> | undefined;
  /** Thresholds at which the kubelet evicts pods at once. They replace the three of the script altogether; Karpenter gives one for memory. */
  readonly evictionHard?: ReadonlyMap<string, string> | undefined;
  /** Thresholds at which the kubelet evicts pods after the grace period of their signal. */
  readonly evictionSoft?: ReadonlyMap<string, string> | undefined;
  /** How long a soft threshold must be passed before pods are evicted, for each signal. */
  readonly evictionSoftGracePeriod?: ReadonlyMap<string, bigint> | undefined;
  /** Seconds that pods get at most to end when a soft threshold evicts them. */
  readonly evictionMaxPodGracePeriod?: number | undefined;
  /** How containers are given CPUs. */
  readonly cpuManagerPolicy?: string | undefined;
  /** Whether the kernel enforces containers' CPU limits. */
  readonly cpuCFSQuota?: boolean | undefined;
  /** Over which time CPU limits are counted. It is read, but does not get into the script. */
  readonly cpuCFSQuotaPeriod?: bigint | undefined;
  /** Share of the disk from which on unused images are removed. */
  readonly imageGCHighThresholdPercent?: number | undefined;
  /** Share of the disk down to which unused images are removed; below the high threshold. */
  readonly imageGCLowThresholdPercent?: number | undefined;
  /** How CPUs and devices of one container are kept together. */
  readonly topologyManagerPolicy?: string | undefined;
  /** Kernel parameters, or patterns of them, that pods may set although they are not safe. */
  readonly allowedUnsafeSysctls?: readonly string[] | undefined;
  /** Size at which the log of a container is rotated. */
  readonly containerLogMaxSize?: string | undefined;
  /** How many log files a container keeps. */
  readonly containerLogMaxFiles?: number | undefined;
  /** How many processes a pod may have; -1 sets no limit. */
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
  /** When a taint was added to a node that exists already. It does not get into the script. */
  readonly timeAdded?: string | undefined;
}
