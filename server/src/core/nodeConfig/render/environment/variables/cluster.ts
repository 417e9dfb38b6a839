import { cloudNameField, isCustomCloud, type MessageValue, numberAt, textAt } from '../../../value.js';
import { formatDouble, toLower, unmarshalText, withoutSpace } from '../go.js';
import { change } from '../../../../values/known/releases.js';
import {
  base64File,
  bool,
  changed,
  computed,
  condition,
  constant,
  emptyConfig,
  enumText,
  integer,
  since,
  type VariableRow,
  type VariableRows,
  verbatim,
} from '../variable.js';

const network = 'cluster_config.cluster_network_config';

/** The cluster and its place in Azure. */
export const clusterVariables: VariableRows = {
  API_SERVER_NAME: verbatim('api_server_config.api_server_name'),
  APISERVER_PUBLIC_KEY: verbatim(
    'api_server_config.api_server_public_key',
    base64File('apiserver.crt', '/etc/kubernetes/certs/apiserver.crt'),
  ),
  KUBE_CA_CRT: verbatim('kubernetes_ca_cert', base64File('ca.crt', '/etc/kubernetes/certs/ca.crt')),
  KUBERNETES_VERSION: verbatim('kubernetes_version'),
  LOCATION: verbatim('cluster_config.location'),
  RESOURCE_GROUP: verbatim('cluster_config.resource_group'),
  VIRTUAL_NETWORK: verbatim(`${network}.vnet_name`),
  VIRTUAL_NETWORK_RESOURCE_GROUP: verbatim(`${network}.vnet_resource_group`),
  SUBNET: verbatim(`${network}.subnet`),
  NETWORK_SECURITY_GROUP: verbatim(`${network}.security_group_name`),
  ROUTE_TABLE: verbatim(`${network}.route_table`),
  VM_TYPE: enumText('cluster_config.vm_type', { VM_TYPE_STANDARD: 'standard', VM_TYPE_VMSS: 'vmss' }),
  PRIMARY_AVAILABILITY_SET: verbatim('cluster_config.primary_availability_set'),
  PRIMARY_SCALE_SET: verbatim('cluster_config.primary_scale_set'),
  USE_INSTANCE_METADATA: bool('cluster_config.use_instance_metadata'),
};

const environmentJson = 'custom_cloud_config.custom_env_json_content';
const repository = 'custom_cloud_config.repo_depot_endpoint';
const location = 'cluster_config.location';

const customCloudFile = '/etc/kubernetes/akscustom.json';
const customCloud = `\`${cloudNameField}\` is \`akscustom\` in any casing`;

type AzureCloud = 'AzurePublicCloud' | 'AzureChinaCloud' | 'AzureGermanCloud' | 'AzureUSGovernmentCloud';

/** The cloud that a region belongs to; white space and case of its name do not count. */
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

/** The Azure cloud that the node is in: the one of its region, or a custom one. */
export const cloudVariables: VariableRows = {
  IS_CUSTOM_CLOUD: condition([cloudNameField], `Whether ${customCloud}.`, isCustomCloud),
  TARGET_ENVIRONMENT: computed(
    [cloudNameField, location],
    `\`akscustom\` if ${customCloud}; else the cloud of the region: China, Germany, US Government or public.`,
    (config) => (isCustomCloud(config) ? 'akscustom' : cloudOfLocation(config)),
  ),
  TARGET_CLOUD: computed(
    [cloudNameField, location],
    `\`AzureStackCloud\` if ${customCloud}; else the cloud of the region: China, Germany, US Government or public.`,
    (config) => (isCustomCloud(config) ? 'AzureStackCloud' : cloudOfLocation(config)),
  ),
  ARM_RESOURCE_ENDPOINT: since(
    'v0.20260511.0',
    8424,
    computed(
      [cloudNameField, environmentJson, location],
      `If ${customCloud}, the last \`resourceManagerEndpoint\` (in any casing) of the JSON in \`${environmentJson}\`, empty if Go cannot read it; else the one of the region's cloud.`,
      resourceManagerOf,
    ),
  ),
  AZURE_ENVIRONMENT_FILEPATH: computed(
    [cloudNameField],
    `\`${customCloudFile}\` if ${customCloud}, else empty.`,
    (config) => (isCustomCloud(config) ? customCloudFile : ''),
  ),
  REPO_DEPOT_ENDPOINT: since(
    'v0.20260720.0',
    8875,
    computed([cloudNameField, repository], `The text of \`${repository}\` if ${customCloud}, else empty.`, (config) =>
      isCustomCloud(config) ? textAt(config, repository) : '',
    ),
  ),
  CUSTOM_ENV_JSON: verbatim(environmentJson, base64File('akscustom.json', customCloudFile)),
  AKS_CUSTOM_CLOUD_CONTAINER_REGISTRY_DNS_SUFFIX: verbatim('custom_cloud_config.container_registry_dns_suffix'),
};

const provider = 'cluster_config.cloud_provider_config';
const loadBalancer = 'cluster_config.load_balancer_config';

/** A fraction, written as Go does. */
function fraction(path: string, absent: number): VariableRow {
  const rule = `The number in \`${path}\` in Go's notation (\`1e+06\`, \`+Inf\`); ${absent} if it is absent.`;
  return computed([path], rule, (config) => formatDouble(numberAt(config, path) ?? absent));
}

const configurable = change(
  'v0.20260312.0',
  8018,
  `The values of \`${provider}\` are passed on; before, they were constants.`,
);

/** A variable that was the constant for an absent field before. */
function configured(of: VariableRow): VariableRow {
  const value = of.render(emptyConfig, {});
  return changed(of, [configurable, constant(String(value), `Always \`${String(value)}\`.`)]);
}

const balancerSku = `${loadBalancer}.load_balancer_sku`;
const skuWithCapitals = enumText(balancerSku, {
  LOAD_BALANCER_SKU_BASIC: 'Basic',
  LOAD_BALANCER_SKU_STANDARD: 'Standard',
});
const skuInLowerCase = enumText(balancerSku, {
  LOAD_BALANCER_SKU_BASIC: 'basic',
  LOAD_BALANCER_SKU_STANDARD: 'standard',
});
const skuWithOneCapital = enumText(balancerSku, {
  LOAD_BALANCER_SKU_BASIC: 'basic',
  LOAD_BALANCER_SKU_STANDARD: 'Standard',
});

/** Retries, rate limits and load balancer of the Azure cloud provider; they end up in `azure.json`. */
export const cloudProviderVariables: VariableRows = {
  CLOUDPROVIDER_BACKOFF: configured(bool(`${provider}.backoff`, true)),
  CLOUDPROVIDER_BACKOFF_MODE: configured(
    computed(
      [`${provider}.backoff_mode`],
      `The text of \`${provider}.backoff_mode\`; \`v2\` if it is empty.`,
      (config) => textAt(config, `${provider}.backoff_mode`) || 'v2',
    ),
  ),
  CLOUDPROVIDER_BACKOFF_RETRIES: configured(integer(`${provider}.backoff_retries`, 6)),
  CLOUDPROVIDER_BACKOFF_EXPONENT: configured(fraction(`${provider}.backoff_exponent`, 0)),
  CLOUDPROVIDER_BACKOFF_DURATION: configured(integer(`${provider}.backoff_duration`, 5)),
  CLOUDPROVIDER_BACKOFF_JITTER: configured(fraction(`${provider}.backoff_jitter`, 0)),
  CLOUDPROVIDER_RATELIMIT: configured(bool(`${provider}.rate_limit`, true)),
  CLOUDPROVIDER_RATELIMIT_QPS: configured(fraction(`${provider}.rate_limit_qps`, 10)),
  CLOUDPROVIDER_RATELIMIT_QPS_WRITE: configured(fraction(`${provider}.rate_limit_qps_write`, 10)),
  CLOUDPROVIDER_RATELIMIT_BUCKET: configured(integer(`${provider}.rate_limit_bucket`, 100)),
  CLOUDPROVIDER_RATELIMIT_BUCKET_WRITE: configured(integer(`${provider}.rate_limit_bucket_write`, 100)),
  LOAD_BALANCER_SKU: changed(
    skuInLowerCase,
    [change('v0.20260127.0', 7698, 'The standard SKU is written `standard` instead of `Standard`.'), skuWithOneCapital],
    [change('v0.20260612.0', 8453, 'SKUs are written with a capital, such as `Standard`.'), skuInLowerCase],
    [change('v0.20260717.0', 8871, 'SKUs are written in lower case again, such as `standard`.'), skuWithCapitals],
  ),
  EXCLUDE_MASTER_FROM_STANDARD_LB: bool(`${loadBalancer}.exclude_master_from_standard_load_balancer`, true),
  MAXIMUM_LOADBALANCER_RULE_COUNT: integer(`${loadBalancer}.max_load_balancer_rule_count`, 148),
  LOAD_BALANCER_DISABLE_OUTBOUND_SNAT: bool(`${loadBalancer}.disable_outbound_snat`),
};
