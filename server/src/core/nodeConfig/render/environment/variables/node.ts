import { boolAt, type MessageValue, numberAt, textAt } from '../../../value.js';
import { tracesOf } from '../../../../record/trace.js';
import { sysctlConfig, sysctlFile, sysctlLines, sysctlSources } from '../files.js';
import {
  base64File,
  bool,
  computed,
  condition,
  constant,
  type EnvironmentVariable,
  template,
  verbatim,
} from '../variable.js';

const admin = 'linux_admin_username';
const ssh = 'enable_ssh';
const size = 'vm_size';
const timeout = 'cse_timeout';

/** The only sizes with Intel SGX that upstream knows, in exactly this casing. */
const sgxSizes: ReadonlySet<string> = new Set(['Standard_DC2s', 'Standard_DC4s']);

/** Six hours, beyond which a timeout counts as a mistake. */
const maxTimeoutSeconds = 21_600;

/** The VM, who may log in to it, and how it is provisioned. */
export const machineVariables: readonly EnvironmentVariable[] = [
  computed(
    'ADMINUSER',
    { from: [admin], rule: `The text of \`${admin}\`; \`azureuser\` where it is empty.` },
    (config) => textAt(config, admin) || 'azureuser',
  ),
  condition(
    'DISABLE_SSH',
    { from: [ssh], rule: `The opposite of \`${ssh}\`; \`false\` where it is absent.` },
    (config) => !boolAt(config, ssh, true),
  ),
  bool('DISABLE_PUBKEY_AUTH', 'disable_pubkey_auth'),
  verbatim('MESSAGE_OF_THE_DAY', 'message_of_the_day', base64File('motd', '/etc/motd')),
  bool('ENABLE_UNATTENDED_UPGRADES', 'enable_unattended_upgrade'),
  bool('IS_VHD', 'is_vhd', true),
  condition(
    'SGX_NODE',
    { from: [size], rule: `Whether \`${size}\` is \`Standard_DC2s\` or \`Standard_DC4s\`, in this casing.` },
    (config) => sgxSizes.has(textAt(config, size)),
  ),
  bool('PRE_PROVISION_ONLY', 'pre_provision_only'),
  computed(
    'CSE_TIMEOUT',
    { from: [timeout], rule: `The number in \`${timeout}\` where it is from 1 to ${maxTimeoutSeconds}, else 900.` },
    (config) => {
      const seconds = numberAt(config, timeout) ?? 0;
      return seconds >= 1 && seconds <= maxTimeoutSeconds ? String(seconds) : '900';
    },
  ),
];

const imagePull = 'service_account_image_pull_profile';

/** Whom the node signs in to Azure as. */
export const identityVariables: readonly EnvironmentVariable[] = [
  verbatim('TENANT_ID', 'auth_config.tenant_id'),
  verbatim('SUBSCRIPTION_ID', 'auth_config.subscription_id'),
  verbatim('SERVICE_PRINCIPAL_CLIENT_ID', 'auth_config.service_principal_id'),
  verbatim('SERVICE_PRINCIPAL_FILE_CONTENT', 'auth_config.service_principal_secret'),
  verbatim('USER_ASSIGNED_IDENTITY_ID', 'auth_config.assigned_identity_id'),
  bool('USE_MANAGED_IDENTITY_EXTENSION', 'auth_config.use_managed_identity_extension'),
  bool('SERVICE_ACCOUNT_IMAGE_PULL_ENABLED', `${imagePull}.enabled`),
  verbatim('SERVICE_ACCOUNT_IMAGE_PULL_DEFAULT_CLIENT_ID', `${imagePull}.default_client_id`),
  verbatim('SERVICE_ACCOUNT_IMAGE_PULL_DEFAULT_TENANT_ID', `${imagePull}.default_tenant_id`),
  verbatim('IDENTITY_BINDINGS_LOCAL_AUTHORITY_SNI', `${imagePull}.local_authority_sni`),
];

/** Where binaries, packages and images come from. */
export const packageVariables: readonly EnvironmentVariable[] = [
  verbatim('KUBE_BINARY_URL', 'kube_binary_config.kube_binary_url'),
  verbatim('CUSTOM_KUBE_BINARY_URL', 'kube_binary_config.custom_kube_binary_url'),
  verbatim('PRIVATE_KUBE_BINARY_URL', 'kube_binary_config.private_kube_binary_url'),
  verbatim('CREDENTIAL_PROVIDER_DOWNLOAD_URL', 'kube_binary_config.linux_credential_provider_url'),
  verbatim('KUBEPROXY_URL', 'kube_proxy_url'),
  verbatim('CONTAINERD_VERSION', 'containerd_config.containerd_version'),
  verbatim('CONTAINERD_PACKAGE_URL', 'containerd_config.containerd_package_url'),
  verbatim('CONTAINERD_DOWNLOAD_URL_BASE', 'containerd_config.containerd_download_url_base'),
  verbatim('RUNC_VERSION', 'runc_config.runc_version'),
  verbatim('RUNC_PACKAGE_URL', 'runc_config.runc_package_url'),
  verbatim('VNET_CNI_PLUGINS_URL', 'network_config.vnet_cni_plugins_url'),
  verbatim('AZURE_PRIVATE_REGISTRY_SERVER', 'azure_private_registry_server'),
  verbatim('BOOTSTRAP_PROFILE_CONTAINER_REGISTRY_SERVER', 'bootstrap_profile_container_registry_server'),
];

const folder = '/opt/azure/containers';

/** What aks-node-controller hands on without looking at the config. */
export const constantVariables: readonly EnvironmentVariable[] = [
  constant('CLI_TOOL', 'ctr', 'Always `ctr`, the client of containerd.'),
  constant('MOBY_VERSION', '', 'Always empty: Docker is not installed any more.'),
  constant('NETWORK_MODE', '', 'Always empty.'),
  constant('NETWORK_ISOLATED_CLUSTER_TEST_MODE', 'false', 'Always `false`.'),
  constant('SKIP_WAAGENT_HOLD', 'true', 'Always `true`: packages of the Azure agent are not held back.'),
  path('PROVISION_OUTPUT', '/var/log/azure/cluster-provision-cse-output.log'),
  path('CSE_HELPERS_FILEPATH', `${folder}/provision_source.sh`),
  path('CSE_DISTRO_HELPERS_FILEPATH', `${folder}/provision_source_distro.sh`),
  path('CSE_INSTALL_FILEPATH', `${folder}/provision_installs.sh`),
  path('CSE_DISTRO_INSTALL_FILEPATH', `${folder}/provision_installs_distro.sh`),
  path('CSE_CONFIG_FILEPATH', `${folder}/provision_configs.sh`),
  path('CUSTOM_SEARCH_DOMAIN_FILEPATH', `${folder}/setup-custom-search-domains.sh`),
  path('DHCPV6_CONFIG_FILEPATH', `${folder}/enable-dhcpv6.sh`),
  path('DHCPV6_SERVICE_FILEPATH', '/etc/systemd/system/dhcpv6.service'),
  path('INIT_AKS_CLOUD_FILEPATH', `${folder}/init-aks-cloud.sh`),
];

/** A path that the node image and the scripts agree on. */
function path(name: string, value: string): EnvironmentVariable {
  return constant(name, value, 'A path of the node image, the same for every config.');
}

const swap = 'custom_linux_os_config.enable_swap_config';
const swapSize = 'custom_linux_os_config.swap_file_size';
const hugePages = 'custom_linux_os_config.transparent_hugepage_support';
const defragmentation = 'custom_linux_os_config.transparent_defrag';

function swapMegabytes(config: MessageValue): number {
  return numberAt(config, swapSize) ?? 0;
}

/** Kernel parameters, swap and huge pages. */
export const kernelVariables: readonly EnvironmentVariable[] = [
  template(
    'SYSCTL_CONTENT',
    {
      from: sysctlSources,
      rule: `Base64 of the kernel parameters in \`${sysctlConfig}\` and of those that AKS always sets, one a line, sorted by name.`,
      file: base64File('999-sysctl-aks.conf', '/etc/sysctl.d/999-sysctl-aks.conf'),
      traces: (config) => tracesOf(sysctlLines(config)),
    },
    sysctlFile,
  ),
  condition(
    'SHOULD_CONFIG_SWAP_FILE',
    { from: [swap, swapSize], rule: `Whether \`${swap}\` is true and \`${swapSize}\` is above 0.` },
    (config) => boolAt(config, swap) && swapMegabytes(config) > 0,
  ),
  computed(
    'SWAP_FILE_SIZE_MB',
    { from: [swapSize], rule: `The number in \`${swapSize}\`, whatever \`${swap}\` says; 0 where it is absent.` },
    (config) => String(swapMegabytes(config)),
  ),
  condition(
    'SHOULD_CONFIG_TRANSPARENT_HUGE_PAGE',
    { from: [hugePages, defragmentation], rule: `Whether \`${hugePages}\` or \`${defragmentation}\` is not empty.` },
    (config) => textAt(config, hugePages) !== '' || textAt(config, defragmentation) !== '',
  ),
  verbatim('THP_ENABLED', hugePages),
  verbatim('THP_DEFRAG', defragmentation),
];
