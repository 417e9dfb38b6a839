import { textAt } from '../../../contract/value.js';
import { numberAt } from '../../../contract/fields.js';
import { formatDouble } from '../go/number.js';
import { bool, computed, type EnvironmentVariable, enumText } from '../variable.js';

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
