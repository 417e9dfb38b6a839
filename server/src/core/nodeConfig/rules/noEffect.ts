import { pointerOf } from '../../formats/tree/paths.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { fieldRemovalFix } from '../../record/fixes.js';
import { isAtLeast } from '../../values/goVersions.js';
import { replacements } from '../required.js';
import {
  boolAt,
  type ConfigField,
  enumNameAt,
  isCustomCloud,
  isMessage,
  type MessageValue,
  textAt,
  valueAt,
} from '../value.js';
import { type NodeConfigInput, PathTable } from './input.js';

/** Settings that have no effect because of another one. */
interface Dependence {
  /** Fields by their paths, `*` for a map key. */
  readonly fields: readonly string[];
  /** Whether the other setting lets them have an effect; `holder` is the message around the field. */
  readonly needs: (config: MessageValue, holder: MessageValue) => boolean;
  /** The state of the other setting, as a clause. */
  readonly because: string;
}

/**
 * How the bootstrap environment and the provisioning scripts combine settings (AgentBaker
 * 06836ee230: `parser`, `cse_main.sh`, `cse_config.sh`), and what kubelet and the cloud provider do.
 */
const dependences: readonly Dependence[] = [
  {
    fields: ['custom_linux_os_config.swap_file_size'],
    needs: (config) => boolAt(config, 'custom_linux_os_config.enable_swap_config'),
    because: '`enable_swap_config` is not true',
  },
  {
    fields: [
      'local_dns_profile.cpu_limit_in_milli_cores',
      'local_dns_profile.memory_limit_in_mb',
      'local_dns_profile.vnet_dns_overrides',
      'local_dns_profile.kube_dns_overrides',
      'local_dns_profile.enable_hosts_plugin',
      // These two reach the environment all the same, but nothing runs that would read them.
      'local_dns_profile.critical_fqdns',
      'local_dns_profile.hosts_plugin_refresh_interval_in_seconds',
    ],
    needs: (config) => boolAt(config, 'local_dns_profile.enable_local_dns'),
    because: '`enable_local_dns` is not true',
  },
  {
    fields: ['local_dns_profile.critical_fqdns', 'local_dns_profile.hosts_plugin_refresh_interval_in_seconds'],
    needs: (config) =>
      !boolAt(config, 'local_dns_profile.enable_local_dns') || boolAt(config, 'local_dns_profile.enable_hosts_plugin'),
    because: '`enable_hosts_plugin` is not true',
  },
  {
    fields: [
      'local_dns_profile.vnet_dns_overrides.*.health_check.no_rec',
      'local_dns_profile.vnet_dns_overrides.*.health_check.domain',
      'local_dns_profile.kube_dns_overrides.*.health_check.no_rec',
      'local_dns_profile.kube_dns_overrides.*.health_check.domain',
    ],
    needs: (_, healthCheck) => textAt(healthCheck, 'duration') !== '',
    because: 'the health check has no `duration`',
  },
  {
    fields: [
      'gpu_config.gpu_instance_profile',
      'gpu_config.mig_strategy',
      'gpu_config.mig_profile_layout',
      'gpu_config.enable_managed_gpu',
      'gpu_config.enable_managed_gpu_dra',
    ],
    needs: (config) => boolAt(config, 'gpu_config.enable_nvidia'),
    because: '`enable_nvidia` is not true, so this is not a GPU node',
  },
  {
    fields: ['gpu_config.mig_strategy', 'gpu_config.mig_profile_layout'],
    needs: (config) =>
      !boolAt(config, 'gpu_config.enable_nvidia') || textAt(config, 'gpu_config.gpu_instance_profile') !== '',
    because: '`gpu_instance_profile` is empty, and it alone makes a MIG node',
  },
  {
    fields: ['http_proxy_config.no_proxy_entries', 'http_proxy_config.proxy_trusted_ca'],
    needs: (config) =>
      textAt(config, 'http_proxy_config.http_proxy') !== '' || textAt(config, 'http_proxy_config.https_proxy') !== '',
    because: 'neither `http_proxy` nor `https_proxy` is given',
  },
  {
    fields: [
      'bootstrapping_config.secure_tls_bootstrapping_aad_resource',
      'bootstrapping_config.secure_tls_bootstrapping_user_assigned_identity_id',
      'bootstrapping_config.secure_tls_bootstrapping_custom_client_download_url',
      'bootstrapping_config.secure_tls_bootstrapping_validate_kubeconfig_timeout',
      'bootstrapping_config.secure_tls_bootstrapping_get_access_token_timeout',
      'bootstrapping_config.secure_tls_bootstrapping_get_instance_data_timeout',
      'bootstrapping_config.secure_tls_bootstrapping_get_nonce_timeout',
      'bootstrapping_config.secure_tls_bootstrapping_get_attested_data_timeout',
      'bootstrapping_config.secure_tls_bootstrapping_get_credential_timeout',
    ],
    needs: (config) =>
      enumNameAt(config, 'bootstrapping_config.bootstrapping_auth_method') ===
      'BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING',
    because: '`bootstrapping_auth_method` is not secure TLS bootstrapping',
  },
  {
    fields: ['kubelet_config.kubelet_config_file_config'],
    needs: (config) => boolAt(config, 'kubelet_config.enable_kubelet_config_file'),
    because: '`enable_kubelet_config_file` is not true, so kubelet never reads the file',
  },
  {
    fields: ['kubelet_config.kubelet_config_file_config.eviction_max_pod_grace_period'],
    needs: (config) => valueAt(config, 'kubelet_config.kubelet_config_file_config.eviction_soft') !== undefined,
    because: '`eviction_soft` is empty',
  },
  {
    fields: ['kubelet_config.kubelet_config_file_config.authorization.webhook'],
    needs: (config) => textAt(config, 'kubelet_config.kubelet_config_file_config.authorization.mode') !== 'AlwaysAllow',
    because: '`mode` is `AlwaysAllow`, so the API server is not asked',
  },
  {
    // aks-node-controller leaves it out of the file for such a kubelet.
    fields: ['kubelet_config.kubelet_config_file_config.streaming_connection_idle_timeout'],
    needs: (config) => !isAtLeast(textAt(config, 'kubernetes_version'), '1.34.0'),
    because: 'kubelet has no such setting from Kubernetes 1.34.0 on, and the node leaves it out',
  },
  {
    fields: ['custom_cloud_config.repo_depot_endpoint'],
    needs: isCustomCloud,
    because: '`custom_cloud_env_name` is not `akscustom`',
  },
  {
    fields: [
      'cluster_config.cloud_provider_config.backoff_mode',
      'cluster_config.cloud_provider_config.backoff_retries',
      'cluster_config.cloud_provider_config.backoff_exponent',
      'cluster_config.cloud_provider_config.backoff_duration',
      'cluster_config.cloud_provider_config.backoff_jitter',
    ],
    needs: (config) => valueAt(config, 'cluster_config.cloud_provider_config.backoff') !== false,
    because: '`backoff` is false',
  },
  {
    fields: [
      'cluster_config.cloud_provider_config.rate_limit_qps',
      'cluster_config.cloud_provider_config.rate_limit_qps_write',
      'cluster_config.cloud_provider_config.rate_limit_bucket',
      'cluster_config.cloud_provider_config.rate_limit_bucket_write',
    ],
    needs: (config) => valueAt(config, 'cluster_config.cloud_provider_config.rate_limit') !== false,
    because: '`rate_limit` is false',
  },
  {
    fields: ['disable_pubkey_auth'],
    needs: (config) => valueAt(config, 'enable_ssh') !== false,
    because: '`enable_ssh` is false, so sshd does not run',
  },
  {
    fields: ['imds_restriction_config.insert_imds_restriction_rule_to_mangle_table'],
    needs: (config) => boolAt(config, 'imds_restriction_config.enable_imds_restriction'),
    because: '`enable_imds_restriction` is not true',
  },
  {
    fields: [
      'service_account_image_pull_profile.default_client_id',
      'service_account_image_pull_profile.default_tenant_id',
      'service_account_image_pull_profile.local_authority_sni',
    ],
    needs: (config) => boolAt(config, 'service_account_image_pull_profile.enabled'),
    because: '`enabled` is not true',
  },
  {
    fields: ['cluster_config.primary_scale_set'],
    needs: (config) => enumNameAt(config, 'cluster_config.vm_type') !== 'VM_TYPE_STANDARD',
    because: '`vm_type` is a VM of its own, which is in no scale set',
  },
  {
    fields: ['cluster_config.primary_availability_set'],
    needs: (config) => enumNameAt(config, 'cluster_config.vm_type') !== 'VM_TYPE_VMSS',
    because: '`vm_type` is a scale set, which is in no availability set',
  },
];

/** Zones whose upstream server is fixed (AgentBaker 06836ee230, corefile template). */
interface FixedDestination {
  readonly field: string;
  readonly fixed: (zone: string) => boolean;
  readonly always: string;
  readonly because: string;
}

const fixedDestinations: readonly FixedDestination[] = [
  {
    field: 'local_dns_profile.vnet_dns_overrides.*.forward_destination',
    fixed: (zone) => zone === '.',
    always: 'VnetDNS',
    because: 'the root zone of the virtual network always goes to Azure DNS',
  },
  {
    field: 'local_dns_profile.vnet_dns_overrides.*.forward_destination',
    fixed: (zone) => zone.endsWith('cluster.local'),
    always: 'ClusterCoreDNS',
    because: 'a zone that ends in `cluster.local` always goes to CoreDNS',
  },
  {
    field: 'local_dns_profile.kube_dns_overrides.*.forward_destination',
    fixed: (zone) => zone.endsWith('cluster.local'),
    always: 'ClusterCoreDNS',
    because: 'a zone that ends in `cluster.local` always goes to CoreDNS',
  },
];

/** Fields that no variable of the bootstrap environment carries (AgentBaker 06836ee230, `parser`). */
const unusedFields: readonly string[] = [
  'bootstrapping_config.cluster_join_method',
  'gpu_config.enable_amd_gpu',
  'network_config.cni_plugins_url',
  'provision_output',
  'workload_runtime',
  'disable_custom_data',
];

/** Reports a field without effect; undefined if it has one. */
type EffectCheck = (given: ConfigField, input: NodeConfigInput) => Problem | undefined;

/** Only the first problem of a field is reported. */
const effectChecks = new PathTable<EffectCheck>([
  ...unusedFields.map((path) => [path, unused] as const),
  ...dependences.flatMap((dependence) => {
    const check: EffectCheck = (given, input) => dependent(dependence, given, input);
    return dependence.fields.map((path) => [path, check] as const);
  }),
  ...fixedDestinations.map((destination) => {
    const check: EffectCheck = (given, input) => misdirected(destination, given, input);
    return [destination.field, check] as const;
  }),
]);

/** Settings that are read, but have no effect. */
export const noEffect: Rule<NodeConfigInput> = {
  name: 'node-config/no-effect',
  *check(input): Generator<Problem> {
    for (const given of input.fields) {
      for (const check of effectChecks.of(given)) {
        const found = check(given, input);
        if (found === undefined) continue;
        yield found;
        break;
      }
    }
  },
};

function unused(given: ConfigField, input: NodeConfigInput): Problem {
  const message = `Nothing on the node reads ${given.field.name}: no script variable carries it.`;
  return faded('contract/unused-field', given, message, input);
}

function dependent({ needs, because }: Dependence, given: ConfigField, input: NodeConfigInput): Problem | undefined {
  const works = isSwitchedOff(given) || needs(input.reading.value, given.holder);
  return works ? undefined : withoutEffect(given, because, input);
}

function misdirected(
  { fixed, always, because }: FixedDestination,
  given: ConfigField,
  input: NodeConfigInput,
): Problem | undefined {
  if (isSwitchedOff(given) || given.value === always) return undefined;
  return fixed(String(given.steps.at(-2))) ? withoutEffect(given, because, input) : undefined;
}

function withoutEffect(given: ConfigField, because: string, input: NodeConfigInput): Problem {
  return faded('contract/no-effect', given, `${given.field.name} has no effect, because ${because}.`, input);
}

/** A switch that is off and an empty message aren't expected to have an effect. */
function isSwitchedOff({ value }: ConfigField): boolean {
  return value === false || value === '' || (isMessage(value) && value.fields.size === 0);
}

function faded(
  code: 'contract/no-effect' | 'contract/unused-field',
  given: ConfigField,
  message: string,
  { text, tree }: NodeConfigInput,
): Problem {
  return problem(code, given.member.key.span, message, {
    pointer: pointerOf(given.steps),
    unnecessary: true,
    fixes: fieldRemovalFix(text, tree.root, given),
  });
}

/** Values that the node silently replaces. */
export const replacedValues: Rule<NodeConfigInput> = {
  name: 'node-config/replaced-values',
  *check({ fields }): Generator<Problem> {
    for (const { field, path, value, member, steps } of fields) {
      const replacement = replacements.find((candidate) => candidate.field === path);
      const taken = replacement?.taken(value);
      if (replacement === undefined || taken === undefined) continue;
      yield problem(
        'contract/value-replaced',
        member.value?.span ?? member.span,
        `${field.name} is silently replaced by ${taken} on the node. ${replacement.accepted}.`,
        { pointer: pointerOf(steps) },
      );
    }
  },
};
