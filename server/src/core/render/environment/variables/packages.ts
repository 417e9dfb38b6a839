import { type EnvironmentVariable, verbatim } from '../variable.js';

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
