import { base64File } from '../hiddenFile.js';
import { bool, type EnvironmentVariable, enumText, verbatim } from '../variable.js';

const network = 'cluster_config.cluster_network_config';

/** The cluster and its place in Azure. */
export const clusterVariables: readonly EnvironmentVariable[] = [
  verbatim('API_SERVER_NAME', 'api_server_config.api_server_name'),
  verbatim(
    'APISERVER_PUBLIC_KEY',
    'api_server_config.api_server_public_key',
    base64File('apiserver.crt', '/etc/kubernetes/certs/apiserver.crt'),
  ),
  verbatim('KUBE_CA_CRT', 'kubernetes_ca_cert', base64File('ca.crt', '/etc/kubernetes/certs/ca.crt')),
  verbatim('KUBERNETES_VERSION', 'kubernetes_version'),
  verbatim('LOCATION', 'cluster_config.location'),
  verbatim('RESOURCE_GROUP', 'cluster_config.resource_group'),
  verbatim('VIRTUAL_NETWORK', `${network}.vnet_name`),
  verbatim('VIRTUAL_NETWORK_RESOURCE_GROUP', `${network}.vnet_resource_group`),
  verbatim('SUBNET', `${network}.subnet`),
  verbatim('NETWORK_SECURITY_GROUP', `${network}.security_group_name`),
  verbatim('ROUTE_TABLE', `${network}.route_table`),
  enumText('VM_TYPE', 'cluster_config.vm_type', { VM_TYPE_STANDARD: 'standard', VM_TYPE_VMSS: 'vmss' }),
  verbatim('PRIMARY_AVAILABILITY_SET', 'cluster_config.primary_availability_set'),
  verbatim('PRIMARY_SCALE_SET', 'cluster_config.primary_scale_set'),
  bool('USE_INSTANCE_METADATA', 'cluster_config.use_instance_metadata'),
];
