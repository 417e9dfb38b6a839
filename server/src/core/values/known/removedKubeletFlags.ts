/**
 * Flags that a kubelet of Kubernetes 1.35 no longer knows; it does not start with one of them. The versions are
 * those of the Kubernetes changelogs (1.22 to 1.35) and of the pull requests named beside a group.
 */
import { flag } from './kubelet.js';
import type { KnownName } from './vocabulary.js';

/** kubernetes/kubernetes#106907, #107096: gone with dockershim. */
const dockershim = [
  flag('--cni-bin-dir', 'path', 'Folders of CNI plugins for dockershim.', {
    removedIn: '1.24',
    instead: '`bin_dir` in the CNI section of the containerd config',
  }),
  flag('--cni-cache-dir', 'path', 'Folder in which dockershim kept results of CNI plugins.', { removedIn: '1.24' }),
  flag('--cni-conf-dir', 'path', 'Folder of CNI configurations for dockershim.', {
    removedIn: '1.24',
    instead: '`conf_dir` in the CNI section of the containerd config',
  }),
  flag('--docker-endpoint', 'text', 'Socket of the Docker daemon for dockershim.', {
    removedIn: '1.24',
    instead: '`--container-runtime-endpoint`',
  }),
  flag('--experimental-dockershim-root-directory', 'path', "Folder of dockershim's data.", { removedIn: '1.24' }),
  flag('--image-pull-progress-deadline', 'duration', 'How long an image pull of dockershim could stand still.', {
    removedIn: '1.24',
  }),
  flag('--network-plugin', 'text', 'Network plugin of dockershim, `cni` or `kubenet`; containerd always uses CNI.', {
    removedIn: '1.24',
    instead: '`network_plugin` of `network_config`',
  }),
  flag('--network-plugin-mtu', 'int', "MTU of dockershim's network plugin.", { removedIn: '1.24' }),
  flag('--non-masquerade-cidr', 'text', 'Range of addresses that kubenet did not masquerade.', {
    format: 'cidr',
    deprecatedIn: '1.7',
    removedIn: '1.24',
  }),
];

/** kubernetes/kubernetes#97252: cAdvisor's Docker plugin left the kubelet with dockershim. */
const dockerStats = [
  flag('--docker', 'text', "Socket of the Docker daemon for the kubelet's statistics.", { removedIn: '1.24' }),
  flag(
    '--docker-env-metadata-whitelist',
    'list',
    'Environment variables of Docker containers that the statistics carried.',
    { removedIn: '1.24' },
  ),
  flag('--docker-only', 'bool', 'Whether the statistics covered nothing but Docker containers and the root.', {
    removedIn: '1.24',
  }),
  flag('--docker-root', 'path', "Docker's data folder, for the statistics.", { removedIn: '1.24' }),
  flag('--docker-tls', 'bool', 'Whether the statistics talked to Docker over TLS.', { removedIn: '1.24' }),
  flag('--docker-tls-ca', 'path', "Certificate authority of the Docker daemon's TLS.", { removedIn: '1.24' }),
  flag('--docker-tls-cert', 'path', "The statistics' client certificate for Docker.", { removedIn: '1.24' }),
  flag('--docker-tls-key', 'path', "Private key of the statistics' client certificate for Docker.", {
    removedIn: '1.24',
  }),
];

/** kubernetes/kubernetes#112120, KEP 2845. The kubelet logs to standard error, which systemd collects. */
const logging = [
  flag('--add-dir-header', 'bool', 'Whether log lines named the folder of the source file.', {
    deprecatedIn: '1.23',
    removedIn: '1.26',
  }),
  flag('--alsologtostderr', 'bool', 'Whether log lines went to standard error besides files.', {
    deprecatedIn: '1.23',
    removedIn: '1.26',
  }),
  flag('--log-backtrace-at', 'text', 'Source line whose log lines carried a stack trace.', {
    deprecatedIn: '1.23',
    removedIn: '1.26',
  }),
  flag('--log-dir', 'path', 'Folder that log files were written to.', { deprecatedIn: '1.23', removedIn: '1.26' }),
  flag('--log-file', 'path', 'The one file that the log was written to.', { deprecatedIn: '1.23', removedIn: '1.26' }),
  flag('--log-file-max-size', 'int', 'Size of a log file in megabytes.', { deprecatedIn: '1.23', removedIn: '1.26' }),
  flag('--logtostderr', 'bool', 'Whether the log went to standard error instead of files.', {
    deprecatedIn: '1.23',
    removedIn: '1.26',
  }),
  flag('--one-output', 'bool', 'Whether each log line went to the file of its own severity only.', {
    deprecatedIn: '1.23',
    removedIn: '1.26',
  }),
  flag('--skip-headers', 'bool', 'Whether log lines came without time, place and severity.', {
    deprecatedIn: '1.23',
    removedIn: '1.26',
  }),
  flag('--skip-log-headers', 'bool', 'Whether log files began without a heading.', {
    deprecatedIn: '1.23',
    removedIn: '1.26',
  }),
  flag('--stderrthreshold', 'int', 'Severity from which log lines also went to standard error.', {
    deprecatedIn: '1.23',
    removedIn: '1.26',
  }),
];

/** Among them kubernetes/kubernetes#118596 and #122857 (Azure registry), #90408 and #130161 (cloud config), #102966 and #106932 (dynamic config), #133779 (pause image). */
const others = [
  flag(
    '--azure-container-registry-config',
    'path',
    "Azure credentials for the kubelet's built-in access to Azure Container Registry.",
    {
      example: '/etc/kubernetes/azure.json',
      deprecatedIn: '1.28',
      removedIn: '1.30',
      instead: '`--image-credential-provider-config` with `--image-credential-provider-bin-dir`',
    },
  ),
  flag('--chaos-chance', 'text', 'Share of requests that the kubelet let fail, for tests.', {
    deprecatedIn: '1.19',
    removedIn: '1.22',
  }),
  flag('--cloud-config', 'path', 'Settings of the cloud provider that was built into the kubelet.', {
    example: '/etc/kubernetes/azure.json',
    deprecatedIn: '1.20',
    removedIn: '1.34',
  }),
  flag(
    '--container-runtime',
    'text',
    'Kind of container runtime, `docker` or `remote`; every runtime is a remote one now.',
    {
      example: 'remote',
      deprecatedIn: '1.24',
      removedIn: '1.27',
      instead: '`--container-runtime-endpoint`',
    },
  ),
  flag('--dynamic-config-dir', 'path', 'Folder for configs that the kubelet took from the cluster while it ran.', {
    example: '/var/lib/kubelet',
    deprecatedIn: '1.22',
    removedIn: '1.24',
    instead: '`kubelet_config_file_config`',
  }),
  flag('--enable-cadvisor-json-endpoints', 'bool', "Whether cAdvisor's JSON endpoints were served.", {
    deprecatedIn: '1.18',
    removedIn: '1.21',
  }),
  flag('--experimental-bootstrap-kubeconfig', 'path', 'The bootstrap kubeconfig under its first name.', {
    removedIn: '1.23',
    instead: '`--bootstrap-kubeconfig`',
  }),
  flag(
    '--experimental-check-node-capabilities-before-mount',
    'bool',
    'Whether the tools for mounting a volume were looked for first.',
    { removedIn: '1.24' },
  ),
  flag('--experimental-kernel-memcg-notification', 'bool', 'The memory notification under its first name.', {
    removedIn: '1.25',
    instead: '`--kernel-memcg-notification`',
  }),
  flag('--iptables-drop-bit', 'int', 'Bit of the packet mark for packets to drop.', {
    deprecatedIn: '1.28',
    removedIn: '1.31',
  }),
  flag('--iptables-masquerade-bit', 'int', 'Bit of the packet mark for packets to masquerade.', {
    deprecatedIn: '1.28',
    removedIn: '1.31',
  }),
  flag('--keep-terminated-pod-volumes', 'bool', 'Whether volumes of ended pods stayed mounted.', {
    example: 'false',
    removedIn: '1.31',
  }),
  flag('--master-service-namespace', 'text', 'Namespace of the services that pods saw as environment variables.', {
    removedIn: '1.27',
  }),
  flag(
    '--pod-infra-container-image',
    'text',
    'Image of the pause container, which image cleaning spared. The container runtime knows it by itself.',
    {
      example: 'mcr.microsoft.com/oss/kubernetes/pause:3.6',
      format: 'image-reference',
      deprecatedIn: '1.27',
      removedIn: '1.35',
      instead: '`sandbox_image` of the containerd config',
    },
  ),
  flag('--really-crash-for-testing', 'bool', 'Whether a panic ended the kubelet, for tests.', {
    deprecatedIn: '1.19',
    removedIn: '1.24',
  }),
  flag('--register-schedulable', 'bool', 'Whether pods could be put on the node as soon as it registered.', {
    removedIn: '1.34',
    instead: '`--register-with-taints`',
  }),
  flag(
    '--seccomp-profile-root',
    'path',
    'Folder of seccomp profiles, which is now always `seccomp` under `--root-dir`.',
    { deprecatedIn: '1.19', removedIn: '1.23' },
  ),
];

export const removedKubeletFlags: readonly KnownName[] = [...dockershim, ...dockerStats, ...logging, ...others];
