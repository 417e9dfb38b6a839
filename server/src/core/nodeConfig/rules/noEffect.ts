import type { Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { fieldRemovalFix } from '../../record/fixes.js';
import { isAtLeast } from '../../values/goVersions.js';
import { Controller } from '../../values/known/releases.js';
import { contract } from '../contract/contract.js';
import { isInBootCommand } from '../render/bootCommand.js';
import { replacements } from '../required.js';
import {
  boolAt,
  type ConfigField,
  enumNameAt,
  isCustomCloud,
  isMessage,
  kubeletFile,
  type MessageValue,
  textAt,
  valueAt,
} from '../value.js';
import { type NodeConfigInput, problemOnKey, problemOnValue, type TargetImage } from './input.js';
import { addToList } from '../../text/strings.js';

/** What of a field decides whether it has an effect. */
type EffectField = Pick<ConfigField, 'field' | 'holder' | 'path' | 'steps' | 'value'>;

/** Fields of one message that have no effect because of another setting. */
interface Dependence {
  /** The path of the message, `*` for a map key; empty for the root. */
  readonly message: string;
  readonly fields: readonly string[];
  /** Whether the other setting lets a given field have an effect. */
  readonly needs: (given: EffectField, config: MessageValue) => boolean;
  /** The state of the other setting, as a clause. */
  readonly because: string;
}

/** Fields that have an effect only if a field beside them is true. */
function switchedOnBy(name: string, message: string, fields: readonly string[], so = ''): Dependence {
  return { message, fields, needs: ({ holder }) => boolAt(holder, name), because: `\`${name}\` is not true${so}` };
}

/** Fields that have no effect if a field beside them is false. */
function switchedOffBy(name: string, message: string, fields: readonly string[], so = ''): Dependence {
  return {
    message,
    fields,
    needs: ({ holder }) => valueAt(holder, name) !== false,
    because: `\`${name}\` is false${so}`,
  };
}

const unreadFile = '`enable_kubelet_config_file` is not true, so kubelet never reads the file';
const fileFields = (contract.messages.get('KubeletConfigFileConfig')?.fields ?? []).map(({ name }) => name);
const provider = 'cluster_config.cloud_provider_config';
const vnetZone = 'local_dns_profile.vnet_dns_overrides.*';
const kubeZone = 'local_dns_profile.kube_dns_overrides.*';

/**
 * How the bootstrap environment and the provisioning scripts combine settings (AgentBaker
 * 06836ee230: `parser`, `cse_main.sh`, `cse_config.sh`), and what kubelet and the cloud provider do.
 */
const dependences: readonly Dependence[] = [
  switchedOnBy('enable_swap_config', 'custom_linux_os_config', ['swap_file_size']),
  switchedOnBy('enable_local_dns', 'local_dns_profile', [
    'cpu_limit_in_milli_cores',
    'memory_limit_in_mb',
    'vnet_dns_overrides',
    'kube_dns_overrides',
    'enable_hosts_plugin',
    // These two reach the environment all the same, but nothing runs that would read them.
    'critical_fqdns',
    'hosts_plugin_refresh_interval_in_seconds',
  ]),
  switchedOnBy('enable_hosts_plugin', 'local_dns_profile', [
    'critical_fqdns',
    'hosts_plugin_refresh_interval_in_seconds',
  ]),
  ...[vnetZone, kubeZone].flatMap((zone): Dependence[] => [
    {
      message: `${zone}.health_check`,
      fields: ['no_rec', 'domain'],
      needs: ({ holder }) => textAt(holder, 'duration') !== '',
      because: 'the health check has no `duration`',
    },
    // The corefile template fixes the upstream server of some zones.
    {
      message: zone,
      fields: ['forward_destination'],
      needs: (given) => zone !== vnetZone || zoneOf(given) !== '.' || given.value === 'VnetDNS',
      because: 'the root zone of the virtual network always goes to Azure DNS',
    },
    {
      message: zone,
      fields: ['forward_destination'],
      needs: (given) => !zoneOf(given).endsWith('cluster.local') || given.value === 'ClusterCoreDNS',
      because: 'a zone that ends in `cluster.local` always goes to CoreDNS',
    },
  ]),
  switchedOnBy(
    'enable_nvidia',
    'gpu_config',
    ['gpu_instance_profile', 'mig_strategy', 'mig_profile_layout', 'enable_managed_gpu', 'enable_managed_gpu_dra'],
    ', so this is not a GPU node',
  ),
  {
    message: 'gpu_config',
    fields: ['mig_strategy', 'mig_profile_layout'],
    needs: ({ holder }) => textAt(holder, 'gpu_instance_profile') !== '',
    because: '`gpu_instance_profile` is empty, and it alone makes a MIG node',
  },
  {
    message: 'http_proxy_config',
    fields: ['no_proxy_entries', 'proxy_trusted_ca'],
    needs: ({ holder }) => textAt(holder, 'http_proxy') !== '' || textAt(holder, 'https_proxy') !== '',
    because: 'neither `http_proxy` nor `https_proxy` is given',
  },
  {
    message: 'bootstrapping_config',
    fields: [
      'secure_tls_bootstrapping_aad_resource',
      'secure_tls_bootstrapping_user_assigned_identity_id',
      'secure_tls_bootstrapping_custom_client_download_url',
      'secure_tls_bootstrapping_validate_kubeconfig_timeout',
      'secure_tls_bootstrapping_get_access_token_timeout',
      'secure_tls_bootstrapping_get_instance_data_timeout',
      'secure_tls_bootstrapping_get_nonce_timeout',
      'secure_tls_bootstrapping_get_attested_data_timeout',
      'secure_tls_bootstrapping_get_credential_timeout',
    ],
    needs: ({ holder }) =>
      enumNameAt(holder, 'bootstrapping_auth_method') === 'BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING',
    because: '`bootstrapping_auth_method` is not secure TLS bootstrapping',
  },
  {
    message: 'kubelet_config',
    fields: ['kubelet_config_file_config'],
    needs: ({ holder }) =>
      boolAt(holder, 'enable_kubelet_config_file') || boolAt(holder, 'kubelet_config_file_config.server_tls_bootstrap'),
    because: unreadFile,
  },
  {
    // The scripts get it in a variable of its own (`parser.go`, ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION).
    message: kubeletFile,
    fields: fileFields.filter((name) => name !== 'server_tls_bootstrap'),
    needs: ({ holder }, config) =>
      boolAt(config, 'kubelet_config.enable_kubelet_config_file') || !boolAt(holder, 'server_tls_bootstrap'),
    because: unreadFile,
  },
  {
    message: kubeletFile,
    fields: ['eviction_max_pod_grace_period'],
    needs: ({ holder }) => valueAt(holder, 'eviction_soft') !== undefined,
    because: '`eviction_soft` is empty',
  },
  {
    message: `${kubeletFile}.authorization`,
    fields: ['webhook'],
    needs: ({ holder }) => textAt(holder, 'mode') !== 'AlwaysAllow',
    because: '`mode` is `AlwaysAllow`, so the API server is not asked',
  },
  {
    message: kubeletFile,
    fields: ['streaming_connection_idle_timeout'],
    needs: (_, config) => !isAtLeast(textAt(config, 'kubernetes_version'), '1.34.0'),
    because: 'kubelet has no such setting from Kubernetes 1.34.0 on',
  },
  {
    message: 'custom_cloud_config',
    fields: ['repo_depot_endpoint'],
    needs: (_, config) => isCustomCloud(config),
    because: '`custom_cloud_env_name` is not `akscustom`',
  },
  switchedOffBy('backoff', provider, [
    'backoff_mode',
    'backoff_retries',
    'backoff_exponent',
    'backoff_duration',
    'backoff_jitter',
  ]),
  switchedOffBy('rate_limit', provider, [
    'rate_limit_qps',
    'rate_limit_qps_write',
    'rate_limit_bucket',
    'rate_limit_bucket_write',
  ]),
  switchedOffBy('enable_ssh', '', ['disable_pubkey_auth'], ', so sshd does not run'),
  switchedOnBy('enable_imds_restriction', 'imds_restriction_config', ['insert_imds_restriction_rule_to_mangle_table']),
  switchedOnBy('enabled', 'service_account_image_pull_profile', [
    'default_client_id',
    'default_tenant_id',
    'local_authority_sni',
  ]),
  {
    message: 'cluster_config',
    fields: ['primary_scale_set'],
    needs: ({ holder }) => enumNameAt(holder, 'vm_type') !== 'VM_TYPE_STANDARD',
    because: '`vm_type` is a VM of its own, which is in no scale set',
  },
  {
    message: 'cluster_config',
    fields: ['primary_availability_set'],
    needs: ({ holder }) => enumNameAt(holder, 'vm_type') !== 'VM_TYPE_VMSS',
    because: '`vm_type` is a scale set, which is in no availability set',
  },
];

const dependencesOf = new Map<string, Dependence[]>();
for (const dependence of dependences) {
  for (const name of dependence.fields) {
    const path = dependence.message === '' ? name : `${dependence.message}.${name}`;
    addToList(dependencesOf, path, dependence);
  }
}

/** Fields that no variable of the bootstrap environment carries (AgentBaker 06836ee230, `parser`). */
const unusedFields: ReadonlySet<string> = new Set([
  'bootstrapping_config.cluster_join_method',
  'gpu_config.enable_amd_gpu',
  'network_config.cni_plugins_url',
  'provision_output',
  'workload_runtime',
  'disable_custom_data',
]);

/** Why a field changes nothing on the node. */
export interface NoEffect {
  readonly code: 'contract/no-effect' | 'contract/unused-field';
  /** A sentence. */
  readonly message: string;
}

/** Why a field of a config changes nothing, although the node reads it; empty if it may have an effect. */
export function causesOfNoEffect(given: EffectField, config: MessageValue, image?: TargetImage): NoEffect[] {
  const { name } = given.field;
  const causes: NoEffect[] = [];
  if (
    unusedFields.has(given.path) &&
    image?.images.some((one) => isInBootCommand(given.path, new Controller(one))) !== true
  )
    causes.push({
      code: 'contract/unused-field',
      message: `Nothing on the node reads ${name}: no script variable carries it.`,
    });
  const missing = isSwitchedOff(given)
    ? undefined
    : dependencesOf.get(given.path)?.find(({ needs }) => !needs(given, config));
  if (missing !== undefined)
    causes.push({ code: 'contract/no-effect', message: `${name} has no effect, because ${missing.because}.` });
  return causes;
}

/** Settings that are read, but have no effect. */
export const noEffect: Rule<NodeConfigInput> = {
  name: 'node-config/no-effect',
  *check({ fields, reading, text, tree, image }): Generator<Problem> {
    for (const given of fields)
      for (const { code, message } of causesOfNoEffect(given, reading.value, image))
        yield problemOnKey(given, code, message, { unnecessary: true, fixes: fieldRemovalFix(text, tree.root, given) });
  },
};

/** The key of the map entry around a field. */
function zoneOf({ steps }: EffectField): string {
  return String(steps.at(-2));
}

/** A switch that is off and an empty message aren't expected to have an effect. */
function isSwitchedOff({ value }: EffectField): boolean {
  return value === false || value === '' || (isMessage(value) && value.fields.size === 0);
}

/** Values that the node silently replaces. */
export const replacedValues: Rule<NodeConfigInput> = {
  name: 'node-config/replaced-values',
  *check({ fields }): Generator<Problem> {
    for (const given of fields) {
      const replacement = replacements.get(given.path);
      const taken = replacement?.taken(given.value);
      if (replacement === undefined || taken === undefined) continue;
      const message = `${given.field.name} is silently replaced by ${taken} on the node. ${replacement.accepted}.`;
      yield problemOnValue(given, 'contract/value-replaced', message);
    }
  },
};
