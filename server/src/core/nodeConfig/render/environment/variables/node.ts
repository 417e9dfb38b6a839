import { boolAt, type MessageValue, numberAt, textAt } from '../../../value.js';
import { change } from '../../../../values/known/releases.js';
import { sgxSizes } from '../../../../values/known/vmSizes.js';
import { joined, tracesOf } from '../../../../record/trace.js';
import { sysctlConfig, sysctlLineEnd, sysctlLines, sysctlSources } from '../files.js';
import {
  base64File,
  base64Of,
  bool,
  changed,
  computed,
  condition,
  constant,
  since,
  template,
  until,
  type VariableRow,
  type VariableRows,
  verbatim,
} from '../variable.js';

const admin = 'linux_admin_username';
const ssh = 'enable_ssh';
const size = 'vm_size';
const timeout = 'cse_timeout';

/** Six hours, beyond which a timeout counts as a mistake. */
const maxTimeoutSeconds = 21_600;

/** The VM, who may log in to it, and how it is provisioned. */
export const machineVariables: VariableRows = {
  ADMINUSER: computed(
    [admin],
    `The text of \`${admin}\`; \`azureuser\` if it is empty.`,
    (config) => textAt(config, admin) || 'azureuser',
  ),
  DISABLE_SSH: condition(
    [ssh],
    `The opposite of \`${ssh}\`; \`false\` if it is absent.`,
    (config) => !boolAt(config, ssh, true),
  ),
  DISABLE_PUBKEY_AUTH: since('v0.20251003.0', 7059, bool('disable_pubkey_auth')),
  MESSAGE_OF_THE_DAY: verbatim('message_of_the_day', base64File('motd', '/etc/motd')),
  ENABLE_UNATTENDED_UPGRADES: bool('enable_unattended_upgrade'),
  IS_VHD: bool('is_vhd', true),
  SGX_NODE: condition(
    [size],
    `Whether \`${size}\` is \`Standard_DC2s\` or \`Standard_DC4s\`, in this case.`,
    (config) => sgxSizes.includes(textAt(config, size)),
  ),
  PRE_PROVISION_ONLY: bool('pre_provision_only'),
  CSE_TIMEOUT: since(
    'v0.20260210.0',
    7766,
    computed([timeout], `The number in \`${timeout}\` if it is from 1 to ${maxTimeoutSeconds}, else 900.`, (config) => {
      const seconds = numberAt(config, timeout) ?? 0;
      return seconds >= 1 && seconds <= maxTimeoutSeconds ? String(seconds) : '900';
    }),
  ),
};

const imagePull = 'service_account_image_pull_profile';
const principalSecret = 'auth_config.service_principal_secret';
const sinceImagePull = (of: VariableRow): VariableRow => since('v0.20260122.0', 7596, of);

/** The identity that the node signs in to Azure with. */
export const identityVariables: VariableRows = {
  TENANT_ID: verbatim('auth_config.tenant_id'),
  SUBSCRIPTION_ID: verbatim('auth_config.subscription_id'),
  SERVICE_PRINCIPAL_CLIENT_ID: verbatim('auth_config.service_principal_id'),
  SERVICE_PRINCIPAL_FILE_CONTENT: changed(verbatim(principalSecret), [
    change('v0.20260127.0', 7698, 'The secret is passed on as it is in the config; before, it was encoded as base64.'),
    computed(
      [principalSecret],
      `Base64 of \`${principalSecret}\`.`,
      (config) => base64Of(textAt(config, principalSecret)),
      { secret: true },
    ),
  ]),
  USER_ASSIGNED_IDENTITY_ID: verbatim('auth_config.assigned_identity_id'),
  USE_MANAGED_IDENTITY_EXTENSION: bool('auth_config.use_managed_identity_extension'),
  SERVICE_ACCOUNT_IMAGE_PULL_ENABLED: sinceImagePull(bool(`${imagePull}.enabled`)),
  SERVICE_ACCOUNT_IMAGE_PULL_DEFAULT_CLIENT_ID: sinceImagePull(verbatim(`${imagePull}.default_client_id`)),
  SERVICE_ACCOUNT_IMAGE_PULL_DEFAULT_TENANT_ID: sinceImagePull(verbatim(`${imagePull}.default_tenant_id`)),
  IDENTITY_BINDINGS_LOCAL_AUTHORITY_SNI: sinceImagePull(verbatim(`${imagePull}.local_authority_sni`)),
};

/** Where binaries, packages and images come from. */
export const packageVariables: VariableRows = {
  KUBE_BINARY_URL: verbatim('kube_binary_config.kube_binary_url'),
  CUSTOM_KUBE_BINARY_URL: verbatim('kube_binary_config.custom_kube_binary_url'),
  PRIVATE_KUBE_BINARY_URL: verbatim('kube_binary_config.private_kube_binary_url'),
  CREDENTIAL_PROVIDER_DOWNLOAD_URL: verbatim('kube_binary_config.linux_credential_provider_url'),
  KUBEPROXY_URL: verbatim('kube_proxy_url'),
  CONTAINERD_VERSION: verbatim('containerd_config.containerd_version'),
  CONTAINERD_PACKAGE_URL: verbatim('containerd_config.containerd_package_url'),
  CONTAINERD_DOWNLOAD_URL_BASE: verbatim('containerd_config.containerd_download_url_base'),
  RUNC_VERSION: verbatim('runc_config.runc_version'),
  RUNC_PACKAGE_URL: verbatim('runc_config.runc_package_url'),
  VNET_CNI_PLUGINS_URL: verbatim('network_config.vnet_cni_plugins_url'),
  AZURE_PRIVATE_REGISTRY_SERVER: verbatim('azure_private_registry_server'),
  BOOTSTRAP_PROFILE_CONTAINER_REGISTRY_SERVER: verbatim('bootstrap_profile_container_registry_server'),
};

const folder = '/opt/azure/containers';

const untilDocker = (of: VariableRow): VariableRow =>
  until('v0.20251015.0', 7173, 'The constant was removed: there is only containerd.', of);

/** What aks-node-controller passes on without reading the config. */
export const constantVariables: VariableRows = {
  CLI_TOOL: constant('ctr', 'Always `ctr`, the client of containerd.'),
  MOBY_VERSION: constant('', 'Always empty: Docker is not installed any more.'),
  CONTAINER_RUNTIME: untilDocker(constant('containerd', 'Always `containerd`.')),
  NEEDS_CONTAINERD: untilDocker(constant('true', 'Always `true`.')),
  NEEDS_DOCKER_LOGIN: untilDocker(constant('false', 'Always `false`.')),
  NETWORK_MODE: changed(constant('', 'Always empty.'), [
    change('v0.20260612.0', 8453, 'The mode is empty instead of `transparent`.'),
    constant('transparent', 'Always `transparent`.'),
  ]),
  NETWORK_ISOLATED_CLUSTER_TEST_MODE: since('v0.20260612.0', 8453, constant('false', 'Always `false`.')),
  SKIP_WAAGENT_HOLD: since(
    'v0.20260324.0',
    8082,
    constant('true', 'Always `true`: packages of the Azure agent are not held back.'),
  ),
  PROVISION_OUTPUT: changed(path('/var/log/azure/cluster-provision-cse-output.log'), [
    change('v0.20260612.0', 8453, 'The log of the scripts has a name of its own.'),
    path('/var/log/azure/cluster-provision.log'),
  ]),
  CSE_HELPERS_FILEPATH: path(`${folder}/provision_source.sh`),
  CSE_DISTRO_HELPERS_FILEPATH: path(`${folder}/provision_source_distro.sh`),
  CSE_INSTALL_FILEPATH: path(`${folder}/provision_installs.sh`),
  CSE_DISTRO_INSTALL_FILEPATH: path(`${folder}/provision_installs_distro.sh`),
  CSE_CONFIG_FILEPATH: path(`${folder}/provision_configs.sh`),
  CUSTOM_SEARCH_DOMAIN_FILEPATH: path(`${folder}/setup-custom-search-domains.sh`),
  DHCPV6_CONFIG_FILEPATH: path(`${folder}/enable-dhcpv6.sh`),
  DHCPV6_SERVICE_FILEPATH: path('/etc/systemd/system/dhcpv6.service'),
  INIT_AKS_CLOUD_FILEPATH: since('v0.20260720.0', 8875, path(`${folder}/init-aks-cloud.sh`)),
};

/** A path that the node image and the scripts agree on. */
function path(value: string): VariableRow {
  return constant(value, 'A path of the node image, the same for every config.');
}

const swap = 'custom_linux_os_config.enable_swap_config';
const swapSize = 'custom_linux_os_config.swap_file_size';
const hugePages = 'custom_linux_os_config.transparent_hugepage_support';
const defragmentation = 'custom_linux_os_config.transparent_defrag';

function swapMegabytes(config: MessageValue): number {
  return numberAt(config, swapSize) ?? 0;
}

/** Kernel parameters, swap and huge pages. */
export const kernelVariables: VariableRows = {
  SYSCTL_CONTENT: changed(
    template(
      sysctlSources,
      `Base64 of the kernel parameters in \`${sysctlConfig}\` and of those that AKS always sets, one per line, sorted by name.`,
      base64File('999-sysctl-aks.conf', '/etc/sysctl.d/999-sysctl-aks.conf'),
      (config, { controller }) => joined(sysctlLines(config, controller)),
      { traces: (config) => tracesOf(sysctlLines(config)) },
    ),
    sysctlLineEnd,
  ),
  SHOULD_CONFIG_SWAP_FILE: condition(
    [swap, swapSize],
    `Whether \`${swap}\` is true and \`${swapSize}\` is above 0.`,
    (config) => boolAt(config, swap) && swapMegabytes(config) > 0,
  ),
  SWAP_FILE_SIZE_MB: computed(
    [swapSize],
    `The number in \`${swapSize}\`, with any \`${swap}\`; 0 if it is absent.`,
    (config) => String(swapMegabytes(config)),
  ),
  SHOULD_CONFIG_TRANSPARENT_HUGE_PAGE: condition(
    [hugePages, defragmentation],
    `Whether \`${hugePages}\` or \`${defragmentation}\` is not empty.`,
    (config) => textAt(config, hugePages) !== '' || textAt(config, defragmentation) !== '',
  ),
  THP_ENABLED: verbatim(hugePages),
  THP_DEFRAG: verbatim(defragmentation),
};
