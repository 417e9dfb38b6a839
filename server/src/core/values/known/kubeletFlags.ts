/**
 * Command line flags of the kubelet on Linux: `cmd/kubelet/app/options` of Kubernetes 1.35 and component-base's logging
 * flags, in our words. A kubelet doesn't start with a flag that is gone; the versions of those are from the Kubernetes
 * changelogs (1.22 to 1.35) and from the pull requests named beside a table.
 *
 * The kubelet calls every flag deprecated that its config file covers. That is not marked here, since AKS
 * passes most settings as flags; `instead` names the field of the contract if there is one.
 */
import { rowsOf } from '../../text/table.js';
import type { KnownName } from './vocabulary.js';

interface FlagRow {
  readonly name: string;
  /** One of `flagTypes`, or the accepted strings with commas between them. */
  readonly type: string;
  readonly since?: string;
  readonly deprecatedIn?: string;
  readonly removedIn?: string;
  readonly example?: string;
  /** A field of `kubelet_config_file_config`, or a phrase with its names in backticks. */
  readonly instead?: string;
  readonly doc: string;
}

/** What the type of a flag says about its value. The kubelet also reads Go's other booleans (`1`, `T`). */
const flagTypes: Readonly<Record<string, Partial<KnownName>>> = {
  bool: { oneOf: ['true', 'false'], example: 'true' },
  duration: { format: 'duration' },
  image: { detail: 'text', format: 'image-reference' },
  int: {},
  'IP address': { detail: 'text', format: 'ip-address' },
  'IP range': { detail: 'text', format: 'cidr' },
  list: {},
  'list of name=value': {},
  'list of signal<threshold': {},
  path: { format: 'absolute-path' },
  quantity: { format: 'quantity' },
  taints: { detail: 'list', format: 'taint-list' },
  text: {},
  URL: { detail: 'text', format: 'url' },
};

function flag({ type, instead, ...facts }: FlagRow): KnownName {
  const ofType = type.includes(', ') ? { detail: 'text', oneOf: type.split(', ') } : flagTypes[type];
  if (ofType === undefined) throw new Error(`${facts.name}: unknown type ${type}`);
  const known: KnownName = { detail: type, ...ofType, ...facts };
  if (instead === undefined) return known;
  return { ...known, instead: instead.includes('`') ? instead : `\`${instead}\` of \`kubelet_config_file_config\`` };
}

const living = rowsOf(`
  name                                           | type                     | since? | deprecatedIn? | example?                                | instead?                                      | doc
  --bootstrap-kubeconfig                         | path                     |        |               | /var/lib/kubelet/bootstrap-kubeconfig   |                                               | Kubeconfig with which the kubelet asks for its first client certificate.
  --config                                       | path                     |        |               | /etc/default/kubeletconfig.json         |                                               | The kubelet's config file; flags on the command line win over it.
  --config-dir                                   | path                     | 1.28   |               | /etc/kubernetes/kubelet.conf.d          |                                               | Folder with \`.conf\` files that are laid over the config file in order of their names.
  --exit-on-lock-contention                      | bool                     |        |               |                                         |                                               | Whether the kubelet ends when another one wants its lock file.
  --experimental-mounter-path                    | path                     |        |               | /usr/local/bin/mounter                  |                                               | Program that mounts volumes in place of the system's \`mount\`.
  --feature-gates                                | list of name=value       |        |               | RotateKubeletServerCertificate=true     | feature_gates                                 | Kubernetes features that are switched on or off on this node.
  --kubeconfig                                   | path                     |        |               | /var/lib/kubelet/kubeconfig             |                                               | Kubeconfig for talking to the API server; without it the kubelet runs on its own.
  --lock-file                                    | path                     |        |               | /var/run/lock/kubelet.lock              |                                               | File that lets only one kubelet run at a time.
  --oom-score-adj                                | int                      |        |               | -999                                    |                                               | How ready the kernel is to kill the kubelet when memory runs out, from -1000 to 1000.
  --max-open-files                               | int                      |        |               | 1000000                                 |                                               | Files that the kubelet process itself may hold open.
  --root-dir                                     | path                     |        |               | /var/lib/kubelet                        |                                               | Folder of the kubelet's own data, pod volumes among them.
  --runonce                                      | bool                     |        |               | false                                   |                                               | Whether the kubelet starts its static pods and ends.
  --cloud-provider                               | text                     |        |               | external                                |                                               | Who looks after the node in the cloud: \`external\` for the cloud controller manager, which is all that is left for Azure from Kubernetes 1.30 on; older kubelets also know \`azure\`.
  --enable-controller-attach-detach              | bool                     |        |               |                                         |                                               | Whether the control plane attaches volumes to the node, and not the kubelet.
  --hostname-override                            | text                     |        |               | aks-nodepool1-12345678-vmss000000       |                                               | Name of the node, where it is not the machine's host name.
  --node-ip                                      | text                     |        |               | 10.224.0.4                              |                                               | Address that the node registers with, or one for each IP family, parted by a comma.
  --node-labels                                  | list of name=value       |        |               | agentpool=pool1,kubernetes.azure.com/mode=user | \`kubelet_node_labels\` of \`kubelet_config\` | Labels that the node registers with. In the namespaces \`kubernetes.io\` and \`k8s.io\` only a few are accepted, and another one keeps the kubelet from starting.
  --node-status-max-images                       | int                      |        |               | 50                                      |                                               | Images that the node's status lists at most; -1 lifts the limit.
  --node-status-update-frequency                 | duration                 |        |               | 10s                                     | node_status_update_frequency                  | How often the kubelet computes the node's status.
  --provider-id                                  | text                     |        |               | azure:///subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/mc_rg/providers/Microsoft.Compute/virtualMachineScaleSets/aks-pool1-vmss/virtualMachines/0 |                                               | The node's identity in the cloud, for the cloud controller manager.
  --register-node                                | bool                     |        |               |                                         |                                               | Whether the kubelet creates the Node object itself.
  --register-with-taints                         | taints                   |        |               | sku=gpu:NoSchedule                      |                                               | Taints that the node registers with, each written \`key=value:effect\`.
  --address                                      | IP address               |        |               | 0.0.0.0                                 | address                                       | IP address that the kubelet's server listens on; \`0.0.0.0\` or \`::\` mean all addresses.
  --anonymous-auth                               | bool                     |        |               | false                                   | authentication.anonymous.enabled              | Whether requests without credentials reach the kubelet as \`system:anonymous\`.
  --authentication-token-webhook                 | bool                     |        |               |                                         | authentication.webhook.enabled                | Whether bearer tokens are checked with the API server.
  --authentication-token-webhook-cache-ttl       | duration                 |        |               | 2m0s                                    | authentication.webhook.cache_ttl              | How long the API server's word about a token holds.
  --authorization-mode                           | AlwaysAllow, Webhook     |        |               | Webhook                                 | authorization.mode                            | What decides which requests to the kubelet are allowed: nothing (\`AlwaysAllow\`) or the API server (\`Webhook\`).
  --authorization-webhook-cache-authorized-ttl   | duration                 |        |               | 5m0s                                    | authorization.webhook.cache_authorized_ttl    | How long a permission granted by the API server holds.
  --authorization-webhook-cache-unauthorized-ttl | duration                 |        |               | 30s                                     | authorization.webhook.cache_unauthorized_ttl  | How long a refusal by the API server holds.
  --cert-dir                                     | path                     |        |               | /var/lib/kubelet/pki                    |                                               | Folder for certificates that the kubelet makes or is given by the cluster.
  --client-ca-file                               | path                     |        |               | /etc/kubernetes/certs/ca.crt            | authentication.x509.client_ca_file            | Certificate authority that client certificates have to be signed by.
  --contention-profiling                         | bool                     |        |               | false                                   |                                               | Whether waits for locks are profiled along with the rest.
  --enable-debugging-handlers                    | bool                     |        |               |                                         |                                               | Whether logs, exec and port-forward are offered by the kubelet's server.
  --enable-server                                | bool                     |        |               |                                         |                                               | Whether the kubelet's server runs at all.
  --healthz-bind-address                         | IP address               |        |               | 127.0.0.1                               |                                               | IP address of the health endpoint.
  --healthz-port                                 | int                      |        |               | 10248                                   |                                               | Port of the health endpoint; 0 switches it off.
  --port                                         | int                      |        |               | 10250                                   |                                               | Port of the kubelet's server.
  --read-only-port                               | int                      |        |               | 0                                       | read_only_port                                | Port of the kubelet's server without authentication; 0 switches it off.
  --rotate-certificates                          | bool                     |        |               |                                         | rotate_certificates                           | Whether the kubelet renews its client certificate before it runs out.
  --rotate-server-certificates                   | bool                     |        |               |                                         | server_tls_bootstrap                          | Whether the kubelet asks the cluster for its serving certificate and renews it.
  --streaming-connection-idle-timeout            | duration                 |        | 1.34          | 4h0m0s                                  | \`stream_idle_timeout\` of the containerd config | How long an idle exec or port-forward connection stayed open. The container runtime decides that by now; the kubelet still reads the flag, and aks-node-controller drops it from Kubernetes 1.34.0 on.
  --tls-cert-file                                | path                     |        |               | /etc/kubernetes/certs/kubeletserver.crt | tls_cert_file                                 | Certificate of the kubelet's server, the intermediate ones behind it.
  --tls-cipher-suites                            | list                     |        |               | TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 | tls_cipher_suites                             | Cipher suites of the kubelet's server, parted by commas, in Go's names.
  --tls-min-version                              | VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13 |        |               | VersionTLS12                            |                                               | Oldest TLS version that the kubelet's server speaks.
  --tls-private-key-file                         | path                     |        |               | /etc/kubernetes/certs/kubeletserver.key | tls_private_key_file                          | Private key that belongs to \`--tls-cert-file\`.
  --allowed-unsafe-sysctls                       | list                     |        |               | net.core.somaxconn,kernel.msg*          | allowed_unsafe_sysctls                        | Unsafe sysctls, or patterns with \`*\` at their end, that pods may set.
  --cluster-dns                                  | list                     |        |               | 10.0.0.10                               | cluster_dns                                   | IP addresses of the DNS servers that pods get.
  --cluster-domain                               | text                     |        |               | cluster.local                           | cluster_domain                                | DNS domain of the cluster, which pods search before the host's.
  --file-check-frequency                         | duration                 |        |               | 20s                                     |                                               | How often the folder of static pods is looked at.
  --hairpin-mode                                 | promiscuous-bridge, hairpin-veth, none |        |               | none                                    |                                               | How a pod reaches itself through its own Service.
  --http-check-frequency                         | duration                 |        |               | 20s                                     |                                               | How often the address in \`--manifest-url\` is asked for pods.
  --make-iptables-util-chains                    | bool                     |        |               |                                         |                                               | Whether the kubelet keeps a few iptables chains of its own on the host.
  --manifest-url                                 | URL                      |        |               | https://example.com/pods.yaml           |                                               | Address from which further static pods are read.
  --manifest-url-header                          | list                     |        |               | X-Pool:pool1                            |                                               | HTTP headers for \`--manifest-url\`, each written \`name:value\`.
  --max-pods                                     | int                      |        |               | 110                                     | max_pods                                      | Pods that the node may run.
  --pod-cidr                                     | IP range                 |        |               | 10.244.0.0/24                           |                                               | Range of the pods' addresses, for a kubelet without an API server only.
  --pod-manifest-path                            | path                     |        |               | /etc/kubernetes/manifests               | static_pod_path                               | Folder whose manifests run as static pods.
  --pod-max-pids                                 | int                      |        |               | -1                                      | pod_pids_limit                                | Processes that one pod may have; -1 leaves it at what the node can give.
  --pods-per-core                                | int                      |        |               | 0                                       |                                               | Pods for each CPU that the node may run, never more than \`--max-pods\`; 0 sets no such limit.
  --resolv-conf                                  | path                     |        |               | /run/systemd/resolve/resolv.conf        | resolv_conf                                   | File that pods with the node's DNS settings get theirs from.
  --seccomp-default                              | bool                     | 1.22   |               |                                         | seccomp_default                               | Whether pods that say nothing run with the runtime's default seccomp profile.
  --sync-frequency                               | duration                 |        |               | 1m0s                                    |                                               | How long it takes at most until running containers are compared with what is wanted.
  --volume-plugin-dir                            | path                     |        |               | /etc/kubernetes/volumeplugins           |                                               | Folder of further volume plugins.
  --volume-stats-agg-period                      | duration                 |        |               | 1m0s                                    |                                               | How long the disk usage of volumes is kept before it is computed anew.
  --cgroup-driver                                | cgroupfs, systemd        |        |               | systemd                                 |                                               | Who writes cgroups, the kubelet or systemd; containerd has to do the same.
  --cgroup-root                                  | text                     |        |               | /                                       |                                               | Cgroup under which the pods' cgroups are made.
  --cgroups-per-qos                              | bool                     |        |               |                                         | cgroups_per_qos                               | Whether each QoS class of pods has a cgroup of its own.
  --cpu-cfs-quota                                | bool                     |        |               |                                         | cpu_cfs_quota                                 | Whether CPU limits of containers are enforced.
  --cpu-cfs-quota-period                         | duration                 |        |               | 100ms                                   | cpu_cfs_quota_period                          | Period over which CPU limits count.
  --cpu-manager-policy                           | none, static             |        |               | static                                  | cpu_manager_policy                            | Whether containers can own whole CPUs: \`static\`, or \`none\`.
  --cpu-manager-policy-options                   | list of name=value       | 1.22   |               | full-pcpus-only=true                    |                                               | Finer choices of the \`static\` CPU policy.
  --cpu-manager-reconcile-period                 | duration                 |        |               | 10s                                     |                                               | How often CPU assignments are put right.
  --enforce-node-allocatable                     | list                     |        |               | pods                                    | enforce_node_allocatable                      | What the reserved resources are enforced on: \`pods\`, and with a cgroup named for it \`system-reserved\` or \`kube-reserved\`.
  --eviction-hard                                | list of signal<threshold |        |               | memory.available<100Mi,nodefs.available<10%,nodefs.inodesFree<5% | eviction_hard                                 | Signals and thresholds at which pods are evicted at once.
  --eviction-max-pod-grace-period                | int                      |        |               | 600                                     | eviction_max_pod_grace_period                 | Seconds that a pod gets at most to end when a soft threshold evicts it.
  --eviction-minimum-reclaim                     | list of name=value       |        |               | imagefs.available=2Gi                   |                                               | How much has to be won back for a signal once eviction has begun.
  --eviction-pressure-transition-period          | duration                 |        |               | 5m0s                                    |                                               | How long a pressure condition stays on the node after the signal has gone.
  --eviction-soft                                | list of signal<threshold |        |               | memory.available<500Mi,nodefs.available<15% | eviction_soft                                 | Signals and thresholds at which pods are evicted after a grace period.
  --eviction-soft-grace-period                   | list of name=value       |        |               | memory.available=1m30s,nodefs.available=1h0m5s | eviction_soft_grace_period                    | How long each signal of \`--eviction-soft\` may stay past its threshold.
  --experimental-allocatable-ignore-eviction     | bool                     |        |               | false                                   |                                               | Whether what pods may use is reckoned without the hard eviction thresholds.
  --fail-cgroupv1                                | bool                     | 1.31   |               |                                         |                                               | Whether the kubelet refuses to start on a host with cgroup v1.
  --fail-swap-on                                 | bool                     |        |               |                                         | fail_swap_on                                  | Whether the kubelet refuses to start on a host with swap.
  --kernel-memcg-notification                    | bool                     |        |               |                                         |                                               | Whether the kernel tells the kubelet of passed memory thresholds, so that it need not poll.
  --kube-reserved                                | list of name=value       |        |               | cpu=100m,memory=1638Mi                  | kube_reserved                                 | Resources kept for the kubelet and the container runtime.
  --kube-reserved-cgroup                         | text                     |        |               | /kubelet.slice                          | kube_reserved_cgroup                          | Cgroup on which \`--kube-reserved\` is enforced.
  --kubelet-cgroups                              | text                     |        |               | /kubelet.slice                          |                                               | Cgroup that the kubelet moves itself into.
  --local-storage-capacity-isolation             | bool                     |        |               |                                         |                                               | Whether local ephemeral storage is counted and limited.
  --memory-manager-policy                        | None, Static             | 1.21   |               | None                                    |                                               | Whether guaranteed pods get their memory from fixed NUMA nodes: \`Static\`, or \`None\`.
  --protect-kernel-defaults                      | bool                     |        |               |                                         | protect_kernel_defaults                       | Whether the kubelet refuses to start where kernel settings differ from what it needs, instead of changing them.
  --qos-reserved                                 | list of name=value       |        |               | memory=50%                              |                                               | Share of requested memory that lower QoS classes may not touch; needs the gate \`QOSReserved\`.
  --reserved-cpus                                | text                     |        |               | 0-1                                     |                                               | CPUs kept for the system and Kubernetes, by number; replaces the CPU counts of the reservations.
  --reserved-memory                              | text                     | 1.21   |               | 0:memory=1Gi                            |                                               | Memory kept on each NUMA node, for the \`Static\` memory policy.
  --runtime-cgroups                              | text                     |        |               | /system.slice/containerd.service        |                                               | Cgroup in which the container runtime runs.
  --system-cgroups                               | text                     |        |               | /system.slice                           |                                               | Cgroup for processes of the system that are in none.
  --system-reserved                              | list of name=value       |        |               | cpu=100m,memory=500Mi                   | system_reserved                               | Resources kept for the operating system.
  --system-reserved-cgroup                       | text                     |        |               | /system.slice                           | system_reserved_cgroup                        | Cgroup on which \`--system-reserved\` is enforced.
  --topology-manager-policy                      | none, best-effort, restricted, single-numa-node |        |               | best-effort                             | topology_manager_policy                       | How strictly CPUs and devices of a pod are taken from the same NUMA node.
  --topology-manager-policy-options              | list of name=value       | 1.26   |               | prefer-closest-numa-nodes=true          |                                               | Finer choices of the topology policy.
  --topology-manager-scope                       | container, pod           |        |               | pod                                     |                                               | Whether the topology policy looks at containers one by one or at whole pods.
  --container-log-max-files                      | int                      |        |               | 5                                       | container_log_max_files                       | Log files kept for a container, at least 2.
  --container-log-max-size                       | quantity                 |        |               | 50M                                     | container_log_max_size                        | Size at which a container's log is rotated.
  --container-runtime-endpoint                   | text                     |        |               | unix:///run/containerd/containerd.sock  |                                               | Socket of the container runtime.
  --image-credential-provider-bin-dir            | path                     | 1.20   |               | /var/lib/kubelet/credential-provider    |                                               | Folder of the programs that fetch registry credentials.
  --image-credential-provider-config             | path                     | 1.20   |               | /var/lib/kubelet/credential-provider-config.yaml |                                               | File that says which program fetches credentials for which registries.
  --image-gc-high-threshold                      | int                      |        |               | 85                                      | image_gc_high_threshold_percent               | Disk usage in percent above which unused images are removed; 100 never removes any.
  --image-gc-low-threshold                       | int                      |        |               | 80                                      | image_gc_low_threshold_percent                | Disk usage in percent down to which unused images are removed, below the high threshold.
  --image-service-endpoint                       | text                     |        |               | unix:///run/containerd/containerd.sock  |                                               | Socket of the image service, where it is not the container runtime's.
  --maximum-dead-containers                      | int                      |        |               | -1                                      | \`--eviction-hard\` or \`--eviction-soft\`    | Ended containers kept on the node; eviction thresholds have taken its place.
  --maximum-dead-containers-per-container        | int                      |        |               | 1                                       | \`--eviction-hard\` or \`--eviction-soft\`    | Earlier instances kept for each container; eviction thresholds have taken its place.
  --minimum-container-ttl-duration               | duration                 |        |               | 1m0s                                    | \`--eviction-hard\` or \`--eviction-soft\`    | How old an ended container has to be before it is removed; eviction thresholds have taken its place.
  --minimum-image-ttl-duration                   | duration                 |        |               | 2m0s                                    |                                               | How old an unused image has to be before it is removed.
  --registry-burst                               | int                      |        |               | 10                                      |                                               | Image pulls that may come at once under \`--registry-qps\`.
  --registry-qps                                 | int                      |        |               | 5                                       |                                               | Image pulls a second; 0 lifts the limit.
  --runtime-request-timeout                      | duration                 |        |               | 15m                                     |                                               | How long the container runtime may take for a request other than pull, logs, exec and attach.
  --serialize-image-pulls                        | bool                     |        |               | false                                   | serialize_image_pulls                         | Whether images are pulled one after the other.
  --event-burst                                  | int                      |        |               | 100                                     |                                               | Events that may come at once under \`--event-qps\`.
  --event-qps                                    | int                      |        |               | 0                                       | event_record_qps                              | Events a second that the kubelet sends.
  --housekeeping-interval                        | duration                 |        |               | 10s                                     |                                               | How often the kubelet's cAdvisor looks at containers.
  --kube-api-burst                               | int                      |        |               | 100                                     |                                               | Requests to the API server that may come at once.
  --kube-api-content-type                        | text                     |        |               | application/vnd.kubernetes.protobuf     |                                               | Media type in which the kubelet talks to the API server.
  --kube-api-qps                                 | int                      |        |               | 50                                      |                                               | Requests a second to the API server.
  --log-flush-frequency                          | duration                 |        |               | 5s                                      |                                               | How long log lines wait at most before they are written.
  --logging-format                               | text, json               |        |               | text                                    |                                               | Form of the log lines.
  --v                                            | int                      |        |               | 2                                       |                                               | How much the kubelet logs; the larger the more.
  --vmodule                                      | list of name=value       |        |               | kubelet_node_status=5                   |                                               | Log levels for single source files, in the text format.
`);

/** kubernetes/kubernetes#106907, #107096: gone with dockershim. */
const dockershim = rowsOf(`
  name                                     | type     | deprecatedIn? | removedIn | instead?                                 | doc
  --cni-bin-dir                            | path     |               | 1.24      | \`bin_dir\` in the CNI section of the containerd config | Folders of CNI plugins for dockershim.
  --cni-cache-dir                          | path     |               | 1.24      |                                          | Folder in which dockershim kept results of CNI plugins.
  --cni-conf-dir                           | path     |               | 1.24      | \`conf_dir\` in the CNI section of the containerd config | Folder of CNI configurations for dockershim.
  --docker-endpoint                        | text     |               | 1.24      | \`--container-runtime-endpoint\`         | Socket of the Docker daemon for dockershim.
  --experimental-dockershim-root-directory | path     |               | 1.24      |                                          | Folder of dockershim's data.
  --image-pull-progress-deadline           | duration |               | 1.24      |                                          | How long an image pull of dockershim could stand still.
  --network-plugin                         | text     |               | 1.24      | \`network_plugin\` of \`network_config\` | Network plugin of dockershim, \`cni\` or \`kubenet\`; containerd always uses CNI.
  --network-plugin-mtu                     | int      |               | 1.24      |                                          | MTU of dockershim's network plugin.
  --non-masquerade-cidr                    | IP range | 1.7           | 1.24      |                                          | Range of addresses that kubenet did not masquerade.
`);

/** kubernetes/kubernetes#97252: cAdvisor's Docker plugin left the kubelet with dockershim. */
const dockerStats = rowsOf(`
  name                            | type | removedIn | doc
  --docker                        | text | 1.24      | Socket of the Docker daemon for the kubelet's statistics.
  --docker-env-metadata-whitelist | list | 1.24      | Environment variables of Docker containers that the statistics carried.
  --docker-only                   | bool | 1.24      | Whether the statistics covered nothing but Docker containers and the root.
  --docker-root                   | path | 1.24      | Docker's data folder, for the statistics.
  --docker-tls                    | bool | 1.24      | Whether the statistics talked to Docker over TLS.
  --docker-tls-ca                 | path | 1.24      | Certificate authority of the Docker daemon's TLS.
  --docker-tls-cert               | path | 1.24      | The statistics' client certificate for Docker.
  --docker-tls-key                | path | 1.24      | Private key of the statistics' client certificate for Docker.
`);

/** kubernetes/kubernetes#112120, KEP 2845. The kubelet logs to standard error, which systemd collects. */
const logging = rowsOf(`
  name                | type | deprecatedIn | removedIn | doc
  --add-dir-header    | bool | 1.23         | 1.26      | Whether log lines named the folder of the source file.
  --alsologtostderr   | bool | 1.23         | 1.26      | Whether log lines went to standard error besides files.
  --log-backtrace-at  | text | 1.23         | 1.26      | Source line whose log lines carried a stack trace.
  --log-dir           | path | 1.23         | 1.26      | Folder that log files were written to.
  --log-file          | path | 1.23         | 1.26      | The one file that the log was written to.
  --log-file-max-size | int  | 1.23         | 1.26      | Size of a log file in megabytes.
  --logtostderr       | bool | 1.23         | 1.26      | Whether the log went to standard error instead of files.
  --one-output        | bool | 1.23         | 1.26      | Whether each log line went to the file of its own severity only.
  --skip-headers      | bool | 1.23         | 1.26      | Whether log lines came without time, place and severity.
  --skip-log-headers  | bool | 1.23         | 1.26      | Whether log files began without a heading.
  --stderrthreshold   | int  | 1.23         | 1.26      | Severity from which log lines also went to standard error.
`);

/**
 * Among them kubernetes/kubernetes#118596 and #122857 (Azure registry), #90408 and #130161 (cloud config), #102966 and
 * #106932 (dynamic config), #133779 (pause image).
 */
const others = rowsOf(`
  name                                     | type  | deprecatedIn? | removedIn | example?                   | instead?                                   | doc
  --azure-container-registry-config        | path  | 1.28          | 1.30      | /etc/kubernetes/azure.json | \`--image-credential-provider-config\` with \`--image-credential-provider-bin-dir\` | Azure credentials for the kubelet's built-in access to Azure Container Registry.
  --chaos-chance                           | text  | 1.19          | 1.22      |                            |                                            | Share of requests that the kubelet let fail, for tests.
  --cloud-config                           | path  | 1.20          | 1.34      | /etc/kubernetes/azure.json |                                            | Settings of the cloud provider that was built into the kubelet.
  --container-runtime                      | text  | 1.24          | 1.27      | remote                     | \`--container-runtime-endpoint\`           | Kind of container runtime, \`docker\` or \`remote\`; every runtime is a remote one now.
  --dynamic-config-dir                     | path  | 1.22          | 1.24      | /var/lib/kubelet           | \`kubelet_config_file_config\`             | Folder for configs that the kubelet took from the cluster while it ran.
  --enable-cadvisor-json-endpoints         | bool  | 1.18          | 1.21      |                            |                                            | Whether cAdvisor's JSON endpoints were served.
  --experimental-bootstrap-kubeconfig      | path  |               | 1.23      |                            | \`--bootstrap-kubeconfig\`                 | The bootstrap kubeconfig under its first name.
  --experimental-check-node-capabilities-before-mount | bool  |               | 1.24      |                            |                                            | Whether the tools for mounting a volume were looked for first.
  --experimental-kernel-memcg-notification | bool  |               | 1.25      |                            | \`--kernel-memcg-notification\`            | The memory notification under its first name.
  --iptables-drop-bit                      | int   | 1.28          | 1.31      |                            |                                            | Bit of the packet mark for packets to drop.
  --iptables-masquerade-bit                | int   | 1.28          | 1.31      |                            |                                            | Bit of the packet mark for packets to masquerade.
  --keep-terminated-pod-volumes            | bool  |               | 1.31      | false                      |                                            | Whether volumes of ended pods stayed mounted.
  --master-service-namespace               | text  |               | 1.27      |                            |                                            | Namespace of the services that pods saw as environment variables.
  --pod-infra-container-image              | image | 1.27          | 1.35      | mcr.microsoft.com/oss/kubernetes/pause:3.6 | \`sandbox_image\` of the containerd config | Image of the pause container, which image cleaning spared. The container runtime knows it by itself.
  --really-crash-for-testing               | bool  | 1.19          | 1.24      |                            |                                            | Whether a panic ended the kubelet, for tests.
  --register-schedulable                   | bool  |               | 1.34      |                            | \`--register-with-taints\`                 | Whether pods could be put on the node as soon as it registered.
  --seccomp-profile-root                   | path  | 1.19          | 1.23      |                            |                                            | Folder of seccomp profiles, which is now always \`seccomp\` under \`--root-dir\`.
`);

export const kubeletFlags: readonly KnownName[] = [...living, ...dockershim, ...dockerStats, ...logging, ...others].map(
  flag,
);
