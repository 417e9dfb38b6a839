import { constant, type EnvironmentVariable } from '../variable.js';

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
