import type { ProblemCode } from '../../problems/codes.js';
import type { Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { replaceFix } from '../../record/fixes.js';
import { stringsOf } from '../../record/given.js';
import { enumerated } from '../../text/strings.js';
import { gpuClassOf, sgxSizes } from '../../values/known/vmSizes.js';
import {
  boolAt,
  cloudNameField,
  type ConfigField,
  enumNameAt,
  isCustomCloud,
  kubeletFile,
  messageMapAt,
  type MessageValue,
  numberAt,
  textAt,
  textMapAt,
  valueAt,
} from '../value.js';
import { type NodeConfigInput, problemOnKey, problemOnString, problemOnValue } from './input.js';

/** Functions that return the messages about a field, by its path. */
type MessagesByPath = Readonly<Record<string, (given: ConfigField, config: MessageValue) => readonly string[]>>;

/** Settings that need another one. */
const companionships: MessagesByPath = {
  // kubelet (`ParseThresholdConfig`) ends with an error for a soft threshold without grace period.
  [`${kubeletFile}.eviction_soft`]: ({ value, holder }) =>
    keysMissing(value, valueAt(holder, 'eviction_soft_grace_period')).map(
      (signal) =>
        `eviction_soft has ${signal}, but eviction_soft_grace_period doesn't: kubelet doesn't start without a grace period for it.`,
    ),
  [`${kubeletFile}.eviction_soft_grace_period`]: ({ value, holder }) =>
    keysMissing(value, valueAt(holder, 'eviction_soft')).map(
      (signal) =>
        `eviction_soft_grace_period has ${signal}, but eviction_soft doesn't: add a threshold for it, or remove the grace period.`,
    ),
  // kubelet's validation of KubeletConfiguration v1beta1.
  [`${kubeletFile}.enforce_node_allocatable`]: ({ value, holder }) =>
    ['kube-reserved', 'system-reserved']
      .map((group) => ({ group, field: `${group.replace('-', '_')}_cgroup` }))
      .filter(({ group, field }) => Array.isArray(value) && value.includes(group) && textAt(holder, field) === '')
      .map(
        ({ group, field }) =>
          `enforce_node_allocatable lists ${group}, so kubelet doesn't start without ${field}: set it.`,
      ),
  [`${kubeletFile}.cpu_manager_policy`]: ({ value, holder }) =>
    messageIf(
      value === 'static' && !['system_reserved', 'kube_reserved'].some((field) => textMapAt(holder, field).has('cpu')),
      'The static CPU manager needs reserved CPU: set `cpu` in system_reserved or kube_reserved, or kubelet does not start.',
    ),
  'bootstrapping_config.bootstrapping_auth_method': ({ holder }) =>
    messageIf(
      enumNameAt(holder, 'bootstrapping_auth_method') === 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN' &&
        textAt(holder, 'tls_bootstrapping_token') === '',
      'The bootstrap token method needs tls_bootstrapping_token, which is empty.',
    ),
  // AgentBaker 06836ee230: HAS_CUSTOM_SEARCH_DOMAIN needs all three.
  custom_search_domain_config: ({ value }) => {
    const names = ['domain_name', 'realm_user', 'realm_password'];
    const empty = emptyIn(value, names);
    const are = `${enumerated(empty, 'and')} ${empty.length === 1 ? 'is' : 'are'} empty`;
    return messageIf(empty.length > 0, `A search domain needs ${enumerated(names, 'and')}; ${are}.`);
  },
  // AgentBaker 06836ee230: SHOULD_CONFIG_SWAP_FILE needs a size above 0.
  'custom_linux_os_config.enable_swap_config': ({ value, holder }) =>
    messageIf(
      value === true && (numberAt(holder, 'swap_file_size') ?? 0) <= 0,
      'enable_swap_config creates no swap file unless swap_file_size is above 0.',
    ),
  'kubelet_config.enable_kubelet_config_file': ({ value, holder }) =>
    messageIf(
      value === true && valueAt(holder, 'kubelet_config_file_config') === undefined,
      'enable_kubelet_config_file is true, but kubelet_config_file_config is missing, so the file is empty.',
    ),
  // kubelet decodes the file as a versioned object; without kind and version it does not start.
  [kubeletFile]: ({ value, holder }) => {
    const empty = emptyIn(value, ['kind', 'api_version']);
    return messageIf(
      boolAt(holder, 'enable_kubelet_config_file') && empty.length > 0,
      `${enumerated(empty, 'and')} must be set: kubelet rejects a config file without ${pronounOf(empty)}.`,
    );
  },
  [cloudNameField]: ({ holder }, config) =>
    messageIf(
      isCustomCloud(config) && textAt(holder, 'custom_env_json_content') === '',
      "A custom cloud's ARM endpoint comes from custom_env_json_content, which is empty.",
    ),
  'local_dns_profile.enable_local_dns': ({ value, holder }) =>
    ['vnet_dns_overrides', 'kube_dns_overrides']
      .filter((field) => value === true && !messageMapAt(holder, field).has('.'))
      .map(
        (field) =>
          `${field} has no zone \`.\`, so the local DNS cache only answers these queries for the listed zones.`,
      ),
  'local_dns_profile.vnet_dns_overrides': missingZoneNumbers,
  'local_dns_profile.kube_dns_overrides': missingZoneNumbers,
};

/** Numbers of a zone that are written to the corefile as `<nil>` if they are absent (AgentBaker 06836ee230). */
function missingZoneNumbers({ holder, field }: ConfigField): string[] {
  if (!boolAt(holder, 'enable_local_dns')) return [];
  return [...messageMapAt(holder, field.name)].flatMap(([zone, settings]) => {
    const isStale = ['Verify', 'Immediate'].includes(textAt(settings, 'serve_stale'));
    const needed = ['max_concurrent', 'cache_duration_in_seconds'];
    if (isStale) needed.push('serve_stale_duration_in_seconds');
    const absent = needed.filter((name) => valueAt(settings, name) === undefined);
    return messageIf(
      absent.length > 0,
      `The zone ${zone} needs ${enumerated(absent, 'and')}: without ${pronounOf(absent)} the corefile contains \`<nil>\`, which CoreDNS rejects.`,
    );
  });
}

/** The keys of a map that another one doesn't have. */
function keysMissing(map: unknown, other: unknown): string[] {
  return keysOf(map).filter((key) => !keysOf(other).includes(key));
}

function keysOf(value: unknown): string[] {
  return value instanceof Map ? [...(value as ReadonlyMap<string, unknown>).keys()] : [];
}

function emptyIn(message: unknown, names: readonly string[]): string[] {
  const given = message as MessageValue;
  return names.filter((name) => textAt(given, name) === '');
}

function messageIf(condition: boolean, message: string): string[] {
  return condition ? [message] : [];
}

function pronounOf(names: readonly string[]): string {
  return names.length === 1 ? 'it' : 'them';
}

/** Settings that don't work together. */
const contradictions: MessagesByPath = {
  // kubelet's default is to refuse a node with swap (`failSwapOn`, kubelet.config.k8s.io/v1beta1).
  'custom_linux_os_config.enable_swap_config': ({ value }, config) =>
    messageIf(
      value === true && !allowsSwap(config),
      'enable_swap_config creates a swap file, but kubelet does not start on a node with swap: set fail_swap_on in its config file (or the flag --fail-swap-on) to false.',
    ),
  // AgentBaker 06836ee230, `configureManagedGPUExperience`: provisioning ends with an error.
  'gpu_config.enable_managed_gpu_dra': ({ value, holder }) =>
    messageIf(
      value === true && boolAt(holder, 'enable_managed_gpu'),
      'enable_managed_gpu and enable_managed_gpu_dra exclude each other: provisioning fails if both are true.',
    ),
  [`${kubeletFile}.authentication.anonymous.enabled`]: ({ value }, config) =>
    messageIf(
      value === true && textAt(config, `${kubeletFile}.authorization.mode`) === 'AlwaysAllow',
      'Anonymous requests together with the mode AlwaysAllow give full control to anyone who can reach the kubelet.',
    ),
  'auth_config.assigned_identity_id': ({ holder }) =>
    messageIf(
      !boolAt(holder, 'use_managed_identity_extension') &&
        !['', 'msi'].includes(textAt(holder, 'service_principal_id')),
      'A service principal and an assigned identity are given, and use_managed_identity_extension is not true: the cloud provider signs in with the service principal.',
    ),
  'network_config.network_policy': ({ holder }) =>
    messageIf(
      enumNameAt(holder, 'network_plugin') === 'NETWORK_PLUGIN_KUBENET' &&
        enumNameAt(holder, 'network_policy') === 'NETWORK_POLICY_AZURE',
      'The Azure policy manager needs Azure CNI; with kubenet only Calico enforces network policies.',
    ),
};

/** Whether kubelet starts on a node with swap; the flag overrides the config file. */
function allowsSwap(config: MessageValue): boolean {
  const flag = textMapAt(config, 'kubelet_config.kubelet_flags').get('--fail-swap-on');
  if (flag !== undefined) return flag === 'false';
  return (
    boolAt(config, 'kubelet_config.enable_kubelet_config_file') &&
    valueAt(config, `${kubeletFile}.fail_swap_on`) === false
  );
}

export const companions = ruleOf('node-config/companions', 'contract/missing-companion', companionships);
export const contradiction = ruleOf('node-config/contradictions', 'contract/contradiction', contradictions);

function ruleOf(name: string, code: ProblemCode, messages: MessagesByPath): Rule<NodeConfigInput> {
  return {
    name,
    check: ({ fields, reading }) =>
      fields.flatMap((given) =>
        (messages[given.path]?.(given, reading.value) ?? []).map((message) => problemOnKey(given, code, message)),
      ),
  };
}

/**
 * GPU settings against the VM size. The node itself never compares them: it is a GPU node by `enable_nvidia` alone, and
 * the size only selects the driver (AgentBaker 06836ee230, `pkg/gpu`).
 */
export const gpu: Rule<NodeConfigInput> = {
  name: 'node-config/gpu',
  *check({ at, reading }): Generator<Problem> {
    const vmSize = at('vm_size');
    const size = textAt(reading.value, 'vm_size');
    if (vmSize === undefined || !/^(?:standard|basic)_/i.test(size)) return;
    const found = gpuClassOf(size);
    const enabled = at('gpu_config.enable_nvidia');
    if (enabled?.value !== true) {
      const message = `${size} has NVIDIA GPUs, but enable_nvidia is not true, so the node is set up without GPUs.`;
      if (found?.vendor === 'nvidia') yield problemOnValue(vmSize, 'contract/gpu-not-enabled', message);
      return;
    }
    const mismatch = (given: ConfigField, message: string): Problem =>
      problemOnKey(given, 'contract/gpu-mismatch', message);
    if (found === undefined)
      yield mismatch(enabled, `${size} has no GPU, but enable_nvidia makes provisioning install a GPU driver.`);
    else if (found.vendor !== 'nvidia')
      yield mismatch(enabled, `${size} has AMD GPUs, but enable_nvidia installs an NVIDIA driver.`);
    for (const name of ['gpu_instance_profile', 'mig_profile_layout', 'mig_strategy']) {
      const given = at(`gpu_config.${name}`);
      if (given !== undefined && found?.mig === false)
        yield mismatch(given, `The GPUs of ${size} cannot be split into MIG instances.`);
    }
  },
};

/** Sizes with SGX in different case: Azure accepts them, but the node doesn't recognise SGX. */
export const sgxSize: Rule<NodeConfigInput> = {
  name: 'node-config/sgx-size',
  *check({ at }): Generator<Problem> {
    const given = at('vm_size');
    for (const value of given === undefined ? [] : stringsOf(given)) {
      const { text, node } = value;
      const meant = sgxSizes.find((size) => size !== text && size.toLowerCase() === text.toLowerCase());
      const message = `vm_size must be ${meant ?? ''} in this case: for ${text} the node is set up without SGX.`;
      if (meant !== undefined)
        yield problemOnString(value, 'contract/unknown-value', message, { fixes: [replaceFix(node.span, meant)] });
    }
  },
};
