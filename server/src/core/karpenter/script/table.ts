import type { TracedText } from '../../record/trace.js';
import {
  azureCniUrl,
  cniPluginsUrl,
  containerdConfig,
  credentialProviderUrl,
  kubeBinaryUrl,
  kubeletFlags,
  sortedByKey,
  sysctlFile,
} from './values.js';
import {
  base64File,
  base64Of,
  computed,
  constant,
  constants,
  type OptionPlace,
  type ScriptContext,
  type ScriptVariable,
  verbatim,
} from './variable.js';

const kubeBinary = computed(
  'bare',
  'KUBE_BINARY_URL',
  {
    from: ['kubernetesVersion', 'arch'],
    rule: 'Download of the kubelet of this version; empty from Kubernetes 1.34 on. The script sets it twice.',
  },
  kubeBinaryUrl,
);

const subnetPart = (name: string, what: string, part: keyof NonNullable<ScriptContext['subnet']>): ScriptVariable =>
  computed(
    'bare',
    name,
    { from: ['subnetID'], rule: `${what} in \`subnetID\`; empty where that is no ID of a subnet.` },
    ({ subnet }) => [{ text: subnet?.[part] ?? '', from: ['subnetID'] }],
  );

const gpuSources = ['GPUNode', 'GPUDriverInstallationEnabled'] as const;

const gpuFlag = (name: string, rule: string): ScriptVariable =>
  computed('bare', name, { from: gpuSources, rule }, ({ gpu }) => [{ text: String(gpu) }]);

const gpuText = (name: string, option: 'GPUImageSHA' | 'GPUDriverVersion' | 'GPUDriverType'): ScriptVariable =>
  computed(
    'quoted',
    name,
    {
      from: [option, ...gpuSources],
      rule: `The text of \`${option}\` on a node that installs a GPU driver, else empty.`,
    },
    ({ gpu, options }) => (gpu ? [{ text: options[option] ?? '', from: [option] }] : []),
  );

/** Labels in no fixed order upstream; here they are sorted. */
const labels = ({ options }: ScriptContext): readonly TracedText[] =>
  sortedByKey(
    [...(options.labels ?? [])].map(([key, value]) => ({
      key,
      pieces: [{ text: `${key}=${value}`, from: ['labels', key] }],
    })),
    ',',
  );

const account = [
  ...constants('ADMINUSER=azureuser', 'MOBY_VERSION='),
  verbatim('bare', 'TENANT_ID', 'tenantID'),
  verbatim('bare', 'KUBERNETES_VERSION', 'kubernetesVersion'),
  ...constants('HYPERKUBE_URL='),
  kubeBinary,
  ...constants('CUSTOM_KUBE_BINARY_URL='),
  computed(
    'bare',
    'CREDENTIAL_PROVIDER_DOWNLOAD_URL',
    {
      from: ['kubernetesVersion', 'arch'],
      rule: 'Download of the program that gives the kubelet credentials for registries, by minor version; empty below Kubernetes 1.30.',
    },
    credentialProviderUrl,
  ),
  ...constants('KUBEPROXY_URL=', 'APISERVER_PUBLIC_KEY='),
  verbatim('bare', 'SUBSCRIPTION_ID', 'subscriptionID'),
  verbatim('bare', 'RESOURCE_GROUP', 'resourceGroup'),
  verbatim('bare', 'LOCATION', 'location'),
];

const network = [
  ...constants('VM_TYPE=standard'),
  subnetPart('SUBNET', 'Name of the subnet', 'subnet'),
  verbatim('bare', 'NETWORK_SECURITY_GROUP', 'networkSecurityGroupName'),
  subnetPart('VIRTUAL_NETWORK', 'Name of the virtual network', 'virtualNetwork'),
  subnetPart('VIRTUAL_NETWORK_RESOURCE_GROUP', 'Resource group', 'resourceGroup'),
  verbatim('bare', 'ROUTE_TABLE', 'routeTableName'),
  ...constants('PRIMARY_AVAILABILITY_SET=', 'PRIMARY_SCALE_SET=', 'SERVICE_PRINCIPAL_CLIENT_ID=msi'),
  verbatim('bare', 'NETWORK_PLUGIN', 'networkPlugin'),
  verbatim('quoted', 'NETWORK_POLICY', 'networkPolicy'),
  computed(
    'bare',
    'VNET_CNI_PLUGINS_URL',
    { from: ['arch'], rule: "Download of Azure's network plugin, of one fixed version." },
    azureCniUrl,
  ),
  computed(
    'bare',
    'CNI_PLUGINS_URL',
    { from: ['arch'], rule: 'Download of the common network plugins, of one fixed version.' },
    cniPluginsUrl,
  ),
];

const cloudProvider = constants(
  'CLOUDPROVIDER_BACKOFF=true',
  'CLOUDPROVIDER_BACKOFF_MODE=v2',
  'CLOUDPROVIDER_BACKOFF_RETRIES=6',
  'CLOUDPROVIDER_BACKOFF_EXPONENT=0',
  'CLOUDPROVIDER_BACKOFF_DURATION=5',
  'CLOUDPROVIDER_BACKOFF_JITTER=0',
  'CLOUDPROVIDER_RATELIMIT=true',
  'CLOUDPROVIDER_RATELIMIT_QPS=10',
  'CLOUDPROVIDER_RATELIMIT_QPS_WRITE=10',
  'CLOUDPROVIDER_RATELIMIT_BUCKET=100',
  'CLOUDPROVIDER_RATELIMIT_BUCKET_WRITE=100',
  'LOAD_BALANCER_DISABLE_OUTBOUND_SNAT=false',
  'USE_MANAGED_IDENTITY_EXTENSION=true',
  'USE_INSTANCE_METADATA=true',
  'LOAD_BALANCER_SKU=Standard',
  'EXCLUDE_MASTER_FROM_STANDARD_LB=true',
  'MAXIMUM_LOADBALANCER_RULE_COUNT=250',
);

const machine = [
  ...constants('CONTAINER_RUNTIME=containerd', 'CLI_TOOL=ctr', 'CONTAINERD_DOWNLOAD_URL_BASE=', 'NETWORK_MODE='),
  kubeBinary,
  verbatim('bare', 'USER_ASSIGNED_IDENTITY_ID', 'kubeletIdentityClientID'),
  verbatim('bare', 'API_SERVER_NAME', 'APIServerName'),
  ...constants('IS_VHD=true'),
  gpuFlag(
    'GPU_NODE',
    'Whether the node has GPUs and installs their driver; without the driver it counts as one without GPUs.',
  ),
  ...constants('SGX_NODE=false', 'MIG_NODE=false'),
  gpuFlag('CONFIG_GPU_DRIVER_IF_NEEDED', 'Whether the node has GPUs and installs their driver.'),
  ...constants(
    'ENABLE_GPU_DEVICE_PLUGIN_IF_NEEDED=false',
    'TELEPORTD_PLUGIN_DOWNLOAD_URL=',
    'CONTAINERD_VERSION=',
    'CONTAINERD_PACKAGE_URL=',
    'RUNC_VERSION=',
    'RUNC_PACKAGE_URL=',
    'ENABLE_HOSTS_CONFIG_AGENT="false"',
    'DISABLE_SSH="false"',
    'NEEDS_CONTAINERD="true"',
    'TELEPORT_ENABLED="false"',
    'SHOULD_CONFIGURE_HTTP_PROXY="false"',
    'SHOULD_CONFIGURE_HTTP_PROXY_CA="false"',
    'HTTP_PROXY_TRUSTED_CA=""',
    'SHOULD_CONFIGURE_CUSTOM_CA_TRUST="false"',
    'CUSTOM_CA_TRUST_COUNT="0"',
  ),
];

const features = [
  ...constants(
    'IS_KRUSTLET="false"',
    'GPU_NEEDS_FABRIC_MANAGER="false"',
    'NEEDS_DOCKER_LOGIN="false"',
    'IPV6_DUAL_STACK_ENABLED="false"',
    'OUTBOUND_COMMAND="curl -v --insecure --proxy-insecure https://mcr.microsoft.com/v2/"',
    'ENABLE_UNATTENDED_UPGRADES="false"',
    'ENSURE_NO_DUPE_PROMISCUOUS_BRIDGE="false"',
    'SHOULD_CONFIG_SWAP_FILE="false"',
    'SHOULD_CONFIG_TRANSPARENT_HUGE_PAGE="false"',
    'TARGET_CLOUD="AzurePublicCloud"',
    'TARGET_ENVIRONMENT="AzurePublicCloud"',
    'CUSTOM_ENV_JSON=""',
    'IS_CUSTOM_CLOUD="false"',
    'CSE_HELPERS_FILEPATH="/opt/azure/containers/provision_source.sh"',
    'CSE_DISTRO_HELPERS_FILEPATH="/opt/azure/containers/provision_source_distro.sh"',
    'CSE_INSTALL_FILEPATH="/opt/azure/containers/provision_installs.sh"',
    'CSE_DISTRO_INSTALL_FILEPATH="/opt/azure/containers/provision_installs_distro.sh"',
    'CSE_CONFIG_FILEPATH="/opt/azure/containers/provision_configs.sh"',
    'AZURE_PRIVATE_REGISTRY_SERVER=""',
    'HAS_CUSTOM_SEARCH_DOMAIN="false"',
    'CUSTOM_SEARCH_DOMAIN_FILEPATH="/opt/azure/containers/setup-custom-search-domains.sh"',
    'HTTP_PROXY_URLS=""',
    'HTTPS_PROXY_URLS=""',
    'NO_PROXY_URLS=""',
    'ENABLE_TLS_BOOTSTRAPPING="true"',
    'ENABLE_SECURE_TLS_BOOTSTRAPPING="false"',
    'ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION="false"',
    'DHCPV6_SERVICE_FILEPATH=""',
    'DHCPV6_CONFIG_FILEPATH=""',
    'THP_ENABLED=""',
    'THP_DEFRAG=""',
  ),
  constant('quoted', 'SERVICE_PRINCIPAL_FILE_CONTENT', base64Of('msi')),
  ...constants(
    'KUBELET_CLIENT_CONTENT=""',
    'KUBELET_CLIENT_CERT_CONTENT=""',
    'KUBELET_CONFIG_FILE_ENABLED="false"',
    'KUBELET_CONFIG_FILE_CONTENT=""',
    'SWAP_FILE_SIZE_MB="0"',
  ),
];

const node = [
  gpuText('GPU_IMAGE_SHA', 'GPUImageSHA'),
  gpuText('GPU_DRIVER_VERSION', 'GPUDriverVersion'),
  gpuText('GPU_DRIVER_TYPE', 'GPUDriverType'),
  ...constants(
    'GPU_INSTANCE_PROFILE=""',
    'CUSTOM_SEARCH_DOMAIN_NAME=""',
    'CUSTOM_SEARCH_REALM_USER=""',
    'CUSTOM_SEARCH_REALM_PASSWORD=""',
    'MESSAGE_OF_THE_DAY=""',
    'HAS_KUBELET_DISK_TYPE="false"',
    'NEEDS_CGROUPV2="true"',
  ),
  base64File(
    'SYSCTL_CONTENT',
    { from: [], rule: 'Base64 of the kernel parameters, the same in every script.' },
    { name: '999-sysctl-aks.conf', path: '/etc/sysctl.d/999-sysctl-aks.conf' },
    () => sysctlFile,
  ),
  verbatim('quoted', 'TLS_BOOTSTRAP_TOKEN', 'kubeletClientTLSBootstrapToken'),
  computed(
    'quoted',
    'KUBELET_FLAGS',
    {
      from: ['kubernetesVersion', 'taints', 'kubeletConfig'],
      rule: 'The flags of every node, those that this version of Kubernetes knows, the taints, and what `kubeletConfig` sets. Karpenter writes them in no fixed order.',
    },
    kubeletFlags,
  ),
  computed(
    'quoted',
    'KUBELET_NODE_LABELS',
    { from: ['labels'], rule: 'All `labels` with commas between them. Karpenter writes them in no fixed order.' },
    labels,
  ),
  ...constants('AZURE_ENVIRONMENT_FILEPATH=""'),
  verbatim('quoted', 'KUBE_CA_CRT', 'CABundle'),
  base64File(
    'CONTAINERD_CONFIG_CONTENT',
    { from: gpuSources, rule: "Base64 of containerd's configuration, of which there is one for GPUs and one without." },
    { name: 'config.toml', path: '/etc/containerd/config.toml' },
    containerdConfig,
  ),
  ...constants(
    'IS_KATA="false"',
    'MCR_REPOSITORY_BASE="mcr.microsoft.com"',
    'ENABLE_IMDS_RESTRICTION=false',
    'INSERT_IMDS_RESTRICTION_RULE_TO_MANGLE_TABLE=false',
    'CSE_TIMEOUT=15m',
  ),
];

/** Every variable as often and in the order in which the script sets it, in its two blocks. */
export const scriptBlocks: readonly (readonly ScriptVariable[])[] = [
  [...account, ...network, ...cloudProvider, ...machine],
  [...features, ...node],
];

/** Every variable of the script once. */
export const scriptVariables: readonly ScriptVariable[] = [...new Set(scriptBlocks.flat())];

const byName: ReadonlyMap<string, ScriptVariable> = new Map(scriptVariables.map((row) => [row.name, row]));

/** The variable of that name; undefined where the script sets none. */
export function scriptVariable(name: string): ScriptVariable | undefined {
  return byName.get(name);
}

/** The variables that an option gets into. */
export function scriptVariablesFedBy(option: OptionPlace): readonly ScriptVariable[] {
  return scriptVariables.filter(({ sources }) => sources.includes(option));
}
