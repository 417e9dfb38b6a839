import { cloudNameField, isCustomCloud } from '../../../contract/customCloud.js';
import { type MessageValue, textAt } from '../../../contract/value.js';
import { unmarshalText } from '../go/json.js';
import { toLower, withoutSpace } from '../go/text.js';
import { base64File } from '../hiddenFile.js';
import { computed, condition, type EnvironmentVariable, verbatim } from '../variable.js';

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
