import { pointerOf } from '../../formats/tree/paths.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { gpuClassOf } from '../../values/known/index.js';
import { enumerated } from '../../text/strings.js';
import {
  boolAt,
  cloudNameField,
  type ConfigField,
  enumNameAt,
  isCustomCloudName,
  isMessage,
  type MessageValue,
  textAt,
  valueAt,
} from '../value.js';
import { type NodeConfigInput, PathTable } from './input.js';
import { stringsOf } from '../../record/given.js';
import { replaceFix } from '../../record/fixes.js';

/** A setting that needs another one. */
interface Companionship {
  /** The path of the field that needs others. */
  readonly field: string;
  /** A message for each missing field. */
  readonly missing: (given: ConfigField) => Iterable<string>;
}

const kubeletFile = 'kubelet_config.kubelet_config_file_config';

const companionships: readonly Companionship[] = [
  {
    // kubelet (`ParseThresholdConfig`) ends with an error for a soft threshold without grace period.
    field: `${kubeletFile}.eviction_soft`,
    *missing({ value, holder }) {
      for (const signal of keysOf(value)) {
        if (!keysOf(valueAt(holder, 'eviction_soft_grace_period')).includes(signal))
          yield `eviction_soft has ${signal}, but eviction_soft_grace_period doesn't: kubelet doesn't start without a grace period for it.`;
      }
    },
  },
  {
    field: `${kubeletFile}.eviction_soft_grace_period`,
    *missing({ value, holder }) {
      for (const signal of keysOf(value)) {
        if (!keysOf(valueAt(holder, 'eviction_soft')).includes(signal))
          yield `eviction_soft_grace_period has ${signal}, but eviction_soft doesn't: add a threshold for it, or remove the grace period.`;
      }
    },
  },
  {
    // kubelet's validation of KubeletConfiguration v1beta1.
    field: `${kubeletFile}.enforce_node_allocatable`,
    *missing({ value, holder }) {
      for (const group of ['kube-reserved', 'system-reserved']) {
        const field = `${group.replace('-', '_')}_cgroup`;
        if (Array.isArray(value) && value.includes(group) && textAt(holder, field) === '')
          yield `enforce_node_allocatable lists ${group}, so kubelet doesn't start without ${field}: set it.`;
      }
    },
  },
  {
    field: `${kubeletFile}.cpu_manager_policy`,
    *missing({ value, holder }) {
      if (value !== 'static') return;
      const reserved = ['system_reserved', 'kube_reserved'].flatMap((field) => keysOf(valueAt(holder, field)));
      if (!reserved.includes('cpu'))
        yield 'The static CPU manager needs reserved CPU: set `cpu` in system_reserved or kube_reserved, or kubelet does not start.';
    },
  },
  {
    field: 'bootstrapping_config.bootstrapping_auth_method',
    *missing({ holder }) {
      const method = enumNameAt(holder, 'bootstrapping_auth_method');
      if (method === 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN' && textAt(holder, 'tls_bootstrapping_token') === '')
        yield 'The bootstrap token method needs tls_bootstrapping_token, which is empty.';
    },
  },
  {
    // AgentBaker 06836ee230: HAS_CUSTOM_SEARCH_DOMAIN wants all three.
    field: 'custom_search_domain_config',
    *missing({ value }) {
      if (!isMessage(value)) return;
      const names = ['domain_name', 'realm_user', 'realm_password'];
      const empty = names.filter((name) => textAt(value, name) === '');
      if (empty.length > 0)
        yield `A search domain needs ${enumerated(names, 'and')}; ${enumerated(empty, 'and')} ${empty.length === 1 ? 'is' : 'are'} empty.`;
    },
  },
  {
    // AgentBaker 06836ee230: SHOULD_CONFIG_SWAP_FILE wants a size above 0.
    field: 'custom_linux_os_config.enable_swap_config',
    *missing({ value, holder }) {
      const size = valueAt(holder, 'swap_file_size');
      if (value === true && !(typeof size === 'number' && size > 0))
        yield 'enable_swap_config creates no swap file unless swap_file_size is above 0.';
    },
  },
  {
    field: 'kubelet_config.enable_kubelet_config_file',
    *missing({ value, holder }) {
      if (value === true && valueAt(holder, 'kubelet_config_file_config') === undefined)
        yield 'enable_kubelet_config_file is true, but kubelet_config_file_config is missing, so the file is empty.';
    },
  },
  {
    // kubelet decodes the file as a versioned object; without kind and version it does not start.
    field: kubeletFile,
    *missing({ value, holder }) {
      if (!boolAt(holder, 'enable_kubelet_config_file') || !isMessage(value)) return;
      const absent = ['kind', 'api_version'].filter((name) => textAt(value, name) === '');
      if (absent.length > 0)
        yield `${enumerated(absent, 'and')} must be set: kubelet rejects a config file without ${absent.length === 1 ? 'it' : 'them'}.`;
    },
  },
  {
    field: cloudNameField,
    *missing({ value, holder }) {
      if (typeof value !== 'string' || !isCustomCloudName(value)) return;
      if (textAt(holder, 'custom_env_json_content') === '')
        yield "A custom cloud's ARM endpoint comes from custom_env_json_content, which is empty.";
    },
  },
  {
    field: 'local_dns_profile.enable_local_dns',
    *missing({ value, holder }) {
      if (value !== true) return;
      for (const field of ['vnet_dns_overrides', 'kube_dns_overrides']) {
        if (!keysOf(valueAt(holder, field)).includes('.'))
          yield `${field} has no zone \`.\`, so the local DNS cache only answers these queries for the listed zones.`;
      }
    },
  },
  ...['vnet_dns_overrides', 'kube_dns_overrides'].map((field) => zoneNumbers(`local_dns_profile.${field}`)),
];

/** Numbers of a zone that are written to the corefile as `<nil>` if they are absent (AgentBaker 06836ee230). */
function zoneNumbers(field: string): Companionship {
  return {
    field,
    *missing({ value, holder }) {
      if (!boolAt(holder, 'enable_local_dns') || !(value instanceof Map)) return;
      for (const [zone, settings] of value as ReadonlyMap<string, MessageValue>) {
        const stale = ['Verify', 'Immediate'].includes(textAt(settings, 'serve_stale'));
        const wanted = [
          'max_concurrent',
          'cache_duration_in_seconds',
          ...(stale ? ['serve_stale_duration_in_seconds'] : []),
        ];
        const absent = wanted.filter((name) => valueAt(settings, name) === undefined);
        if (absent.length > 0)
          yield `The zone ${zone} needs ${enumerated(absent, 'and')}: without ${absent.length === 1 ? 'it' : 'them'} the corefile contains \`<nil>\`, which CoreDNS rejects.`;
      }
    },
  };
}

const companionshipsOf = new PathTable(companionships.map((entry) => [entry.field, entry]));

/** Settings that need another one. */
export const companions: Rule<NodeConfigInput> = {
  name: 'node-config/companions',
  *check({ fields }): Generator<Problem> {
    for (const given of fields) {
      for (const { missing } of companionshipsOf.of(given)) {
        for (const message of missing(given)) {
          yield problem('contract/missing-companion', given.member.key.span, message, {
            pointer: pointerOf(given.steps),
          });
        }
      }
    }
  },
};

function keysOf(value: unknown): string[] {
  return value instanceof Map ? [...(value as ReadonlyMap<string, unknown>).keys()] : [];
}

/** Settings that don't work together. */
interface Contradiction {
  /** The field that the problem is shown on. */
  readonly field: string;
  readonly holds: (config: MessageValue, holder: MessageValue) => boolean;
  readonly message: string;
}

const contradictions: readonly Contradiction[] = [
  {
    // kubelet's default is to refuse a node with swap (`failSwapOn`, kubelet.config.k8s.io/v1beta1).
    field: 'custom_linux_os_config.enable_swap_config',
    holds: (config) => boolAt(config, 'custom_linux_os_config.enable_swap_config') && !allowsSwap(config),
    message:
      'enable_swap_config creates a swap file, but kubelet does not start on a node with swap: set fail_swap_on in its config file (or the flag --fail-swap-on) to false.',
  },
  {
    // AgentBaker 06836ee230, `configureManagedGPUExperience`: provisioning ends with an error.
    field: 'gpu_config.enable_managed_gpu_dra',
    holds: (config) =>
      boolAt(config, 'gpu_config.enable_managed_gpu') && boolAt(config, 'gpu_config.enable_managed_gpu_dra'),
    message: 'enable_managed_gpu and enable_managed_gpu_dra exclude each other: provisioning fails if both are true.',
  },
  {
    field: `${kubeletFile}.authentication.anonymous.enabled`,
    holds: (config) =>
      boolAt(config, `${kubeletFile}.authentication.anonymous.enabled`) &&
      textAt(config, `${kubeletFile}.authorization.mode`) === 'AlwaysAllow',
    message:
      'Anonymous requests together with the mode AlwaysAllow give full control to anyone who can reach the kubelet.',
  },
  {
    field: 'auth_config.assigned_identity_id',
    holds: (config) =>
      textAt(config, 'auth_config.assigned_identity_id') !== '' &&
      !boolAt(config, 'auth_config.use_managed_identity_extension') &&
      textAt(config, 'auth_config.service_principal_id') !== '' &&
      textAt(config, 'auth_config.service_principal_id') !== 'msi',
    message:
      'A service principal and an assigned identity are given, and use_managed_identity_extension is not true: the cloud provider signs in with the service principal.',
  },
  {
    field: 'network_config.network_policy',
    holds: (config) =>
      enumNameAt(config, 'network_config.network_plugin') === 'NETWORK_PLUGIN_KUBENET' &&
      enumNameAt(config, 'network_config.network_policy') === 'NETWORK_POLICY_AZURE',
    message: 'The Azure policy manager needs Azure CNI; with kubenet only Calico enforces network policies.',
  },
];

/** Whether kubelet starts on a node with swap; the flag overrides the config file. */
function allowsSwap(config: MessageValue): boolean {
  const flags = valueAt(config, 'kubelet_config.kubelet_flags');
  const flag = flags instanceof Map ? (flags as ReadonlyMap<string, unknown>).get('--fail-swap-on') : undefined;
  if (flag !== undefined) return flag === 'false';
  return (
    boolAt(config, 'kubelet_config.enable_kubelet_config_file') &&
    valueAt(config, `${kubeletFile}.fail_swap_on`) === false
  );
}

const contradictionsOf = new PathTable(contradictions.map((entry) => [entry.field, entry]));

/** Settings that contradict each other. */
export const contradiction: Rule<NodeConfigInput> = {
  name: 'node-config/contradictions',
  *check({ fields, reading }): Generator<Problem> {
    for (const given of fields) {
      const found = contradictionsOf.of(given).find(({ holds }) => holds(reading.value, given.holder));
      if (found !== undefined) yield problemOn(given, found.message);
    }
  },
};

function problemOn({ member, steps }: ConfigField, message: string): Problem {
  return problem('contract/contradiction', member.key.span, message, { pointer: pointerOf(steps) });
}

/** Settings that only have an effect if `enable_nvidia` makes the node a GPU node. */
const migFields: ReadonlySet<string> = new Set([
  'gpu_config.gpu_instance_profile',
  'gpu_config.mig_profile_layout',
  'gpu_config.mig_strategy',
]);

/**
 * GPU settings against the VM size. The node itself never compares them: it is a GPU node by
 * `enable_nvidia` alone, and the size only picks the driver (AgentBaker 06836ee230, `pkg/gpu`).
 */
export const gpu: Rule<NodeConfigInput> = {
  name: 'node-config/gpu',
  *check({ fields, reading }): Generator<Problem> {
    const size = textAt(reading.value, 'vm_size');
    if (!/^(?:standard|basic)_/i.test(size)) return;
    const found = gpuClassOf(size);
    const nvidia = boolAt(reading.value, 'gpu_config.enable_nvidia');
    for (const given of fields) {
      if (given.path === 'gpu_config.enable_nvidia' && nvidia) {
        if (found === undefined)
          yield mismatch(given, `${size} has no GPU, but enable_nvidia makes provisioning install a GPU driver.`);
        else if (found.vendor !== 'nvidia')
          yield mismatch(given, `${size} has AMD GPUs, but enable_nvidia installs an NVIDIA driver.`);
      }
      if (nvidia && found?.mig === false && migFields.has(given.path))
        yield mismatch(given, `The GPUs of ${size} cannot be split into MIG instances.`);
      if (given.path === 'vm_size' && found?.vendor === 'nvidia' && !nvidia)
        yield problem(
          'contract/gpu-not-enabled',
          given.member.value?.span ?? given.member.span,
          `${size} has NVIDIA GPUs, but enable_nvidia is not true, so the node is set up without GPUs.`,
          { pointer: pointerOf(given.steps) },
        );
    }
  },
};

function mismatch({ member, steps }: ConfigField, message: string): Problem {
  return problem('contract/gpu-mismatch', member.key.span, message, { pointer: pointerOf(steps) });
}

/** The sizes with SGX, which aks-node-controller compares exactly (AgentBaker 06836ee230, `helpers`). */
const sgxSizes = ['Standard_DC2s', 'Standard_DC4s'];

/** Sizes with SGX in different case: Azure accepts them, but the node doesn't recognise SGX. */
export const sgxSize: Rule<NodeConfigInput> = {
  name: 'node-config/sgx-size',
  *check({ at }): Generator<Problem> {
    const given = at('vm_size');
    for (const { text, node, pointer } of given === undefined ? [] : stringsOf(given)) {
      const meant = sgxSizes.find((size) => size !== text && size.toLowerCase() === text.toLowerCase());
      if (meant === undefined) continue;
      yield problem(
        'contract/unknown-value',
        node.span,
        `vm_size must be ${meant} in this case: for ${text} the node is set up without SGX.`,
        { pointer, fixes: [replaceFix(node.span, meant)] },
      );
    }
  },
};
