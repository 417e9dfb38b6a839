import { cloudNameField, isCustomCloud, type MessageValue, numberAt, textAt } from '../../../value.js';
import { formatDouble, toLower, unmarshalText, withoutSpace } from '../go.js';
import { base64File, bool, computed, condition, enumText, type EnvironmentVariable, verbatim } from '../variable.js';

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

const environmentJson = 'custom_cloud_config.custom_env_json_content';
const repository = 'custom_cloud_config.repo_depot_endpoint';
const location = 'cluster_config.location';

const customCloudFile = '/etc/kubernetes/akscustom.json';
const customCloud = `\`${cloudNameField}\` is \`akscustom\` in any casing`;

type AzureCloud = 'AzurePublicCloud' | 'AzureChinaCloud' | 'AzureGermanCloud' | 'AzureUSGovernmentCloud';

/** The cloud that a region belongs to; blanks and casing of its name do not count. */
function cloudOfLocation(config: MessageValue): AzureCloud {
  const region = toLower(withoutSpace(textAt(config, location)));
  if (region.startsWith('china')) return 'AzureChinaCloud';
  if (region === 'germanynortheast' || region === 'germanycentral') return 'AzureGermanCloud';
  if (region.startsWith('usgov') || region.startsWith('usdod')) return 'AzureUSGovernmentCloud';
  return 'AzurePublicCloud';
}

/** Upstream has no endpoint of its own for the closed German cloud. */
const resourceManagers: Readonly<Record<AzureCloud, string>> = {
  AzurePublicCloud: 'https://management.azure.com/',
  AzureChinaCloud: 'https://management.chinacloudapi.cn/',
  AzureGermanCloud: 'https://management.azure.com/',
  AzureUSGovernmentCloud: 'https://management.usgovcloudapi.net/',
};

function resourceManagerOf(config: MessageValue): string {
  if (!isCustomCloud(config)) return resourceManagers[cloudOfLocation(config)];
  return unmarshalText(textAt(config, environmentJson), /^resourceManagerEndpoint$/iu) ?? '';
}

/** The Azure cloud that the node is in, which the region tells, or a custom one. */
export const cloudVariables: readonly EnvironmentVariable[] = [
  condition('IS_CUSTOM_CLOUD', { from: [cloudNameField], rule: `Whether ${customCloud}.` }, isCustomCloud),
  computed(
    'TARGET_ENVIRONMENT',
    {
      from: [cloudNameField, location],
      rule: `\`akscustom\` where ${customCloud}; else the cloud of the region: China, Germany, US Government or public.`,
    },
    (config) => (isCustomCloud(config) ? 'akscustom' : cloudOfLocation(config)),
  ),
  computed(
    'TARGET_CLOUD',
    {
      from: [cloudNameField, location],
      rule: `\`AzureStackCloud\` where ${customCloud}; else the cloud of the region: China, Germany, US Government or public.`,
    },
    (config) => (isCustomCloud(config) ? 'AzureStackCloud' : cloudOfLocation(config)),
  ),
  computed(
    'ARM_RESOURCE_ENDPOINT',
    {
      from: [cloudNameField, environmentJson, location],
      rule: `Where ${customCloud}, the last \`resourceManagerEndpoint\` (in any casing) of the JSON in \`${environmentJson}\`, empty where Go cannot read it; else the one of the region's cloud.`,
    },
    resourceManagerOf,
  ),
  computed(
    'AZURE_ENVIRONMENT_FILEPATH',
    { from: [cloudNameField], rule: `\`${customCloudFile}\` where ${customCloud}, else empty.` },
    (config) => (isCustomCloud(config) ? customCloudFile : ''),
  ),
  computed(
    'REPO_DEPOT_ENDPOINT',
    { from: [cloudNameField, repository], rule: `The text of \`${repository}\` where ${customCloud}, else empty.` },
    (config) => (isCustomCloud(config) ? textAt(config, repository) : ''),
  ),
  verbatim('CUSTOM_ENV_JSON', environmentJson, base64File('akscustom.json', customCloudFile)),
  verbatim('AKS_CUSTOM_CLOUD_CONTAINER_REGISTRY_DNS_SUFFIX', 'custom_cloud_config.container_registry_dns_suffix'),
];

const provider = 'cluster_config.cloud_provider_config';
const loadBalancer = 'cluster_config.load_balancer_config';

/** A whole number that is handed on where the config has it, also when it is 0. */
function whole(name: string, path: string, absent: number): EnvironmentVariable {
  const rule = `The number in \`${path}\`, 0 included; ${absent} where it is absent.`;
  return computed(name, { from: [path], rule }, (config) => String(numberAt(config, path) ?? absent));
}

/** A fraction, written as Go does. */
function fraction(name: string, path: string, absent: number): EnvironmentVariable {
  const rule = `The number in \`${path}\` in Go's notation (\`1e+06\`, \`+Inf\`), 0 included; ${absent} where it is absent.`;
  return computed(name, { from: [path], rule }, (config) => formatDouble(numberAt(config, path) ?? absent));
}

/** Retries, rate limits and load balancer of the Azure cloud provider; they end up in `azure.json`. */
export const cloudProviderVariables: readonly EnvironmentVariable[] = [
  bool('CLOUDPROVIDER_BACKOFF', `${provider}.backoff`, true),
  computed(
    'CLOUDPROVIDER_BACKOFF_MODE',
    { from: [`${provider}.backoff_mode`], rule: `The text of \`${provider}.backoff_mode\`; \`v2\` where it is empty.` },
    (config) => textAt(config, `${provider}.backoff_mode`) || 'v2',
  ),
  whole('CLOUDPROVIDER_BACKOFF_RETRIES', `${provider}.backoff_retries`, 6),
  fraction('CLOUDPROVIDER_BACKOFF_EXPONENT', `${provider}.backoff_exponent`, 0),
  whole('CLOUDPROVIDER_BACKOFF_DURATION', `${provider}.backoff_duration`, 5),
  fraction('CLOUDPROVIDER_BACKOFF_JITTER', `${provider}.backoff_jitter`, 0),
  bool('CLOUDPROVIDER_RATELIMIT', `${provider}.rate_limit`, true),
  fraction('CLOUDPROVIDER_RATELIMIT_QPS', `${provider}.rate_limit_qps`, 10),
  fraction('CLOUDPROVIDER_RATELIMIT_QPS_WRITE', `${provider}.rate_limit_qps_write`, 10),
  whole('CLOUDPROVIDER_RATELIMIT_BUCKET', `${provider}.rate_limit_bucket`, 100),
  whole('CLOUDPROVIDER_RATELIMIT_BUCKET_WRITE', `${provider}.rate_limit_bucket_write`, 100),
  enumText('LOAD_BALANCER_SKU', `${loadBalancer}.load_balancer_sku`, {
    LOAD_BALANCER_SKU_BASIC: 'basic',
    LOAD_BALANCER_SKU_STANDARD: 'standard',
  }),
  bool('EXCLUDE_MASTER_FROM_STANDARD_LB', `${loadBalancer}.exclude_master_from_standard_load_balancer`, true),
  whole('MAXIMUM_LOADBALANCER_RULE_COUNT', `${loadBalancer}.max_load_balancer_rule_count`, 148),
  bool('LOAD_BALANCER_DISABLE_OUTBOUND_SNAT', `${loadBalancer}.disable_outbound_snat`),
];
