import { enumerated } from '../../../contract/explain.js';
import { cloudNameField, isCustomCloudName } from '../../../contract/customCloud.js';
import { boolAt, enumNameAt } from '../../../contract/fields.js';
import { isMessage, type MessageValue, textAt, valueAt } from '../../../contract/value.js';
import type { GivenField } from '../../../contract/walk.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { PathTable } from './pathTable.js';

/** A setting that does not work alone. */
interface Companionship {
  /** The field that asks for company, by its path. */
  readonly field: string;
  /** What is missing beside it or in it, as sentences; nothing where all is there. */
  readonly missing: (given: GivenField) => Iterable<string>;
}

const kubeletFile = 'kubelet_config.kubelet_config_file_config';

const companionships: readonly Companionship[] = [
  {
    // kubelet (`ParseThresholdConfig`) ends with an error for a soft threshold without grace period.
    field: `${kubeletFile}.eviction_soft`,
    *missing({ value, holder }) {
      for (const signal of keysOf(value)) {
        if (!keysOf(valueAt(holder, 'eviction_soft_grace_period')).includes(signal))
          yield `eviction_soft has ${signal}, but eviction_soft_grace_period has not; kubelet refuses to start without it.`;
      }
    },
  },
  {
    field: `${kubeletFile}.eviction_soft_grace_period`,
    *missing({ value, holder }) {
      for (const signal of keysOf(value)) {
        if (!keysOf(valueAt(holder, 'eviction_soft')).includes(signal))
          yield `eviction_soft_grace_period has ${signal}, but eviction_soft has no threshold for it.`;
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
          yield `enforce_node_allocatable lists ${group}, so kubelet needs ${field} to start.`;
      }
    },
  },
  {
    field: `${kubeletFile}.cpu_manager_policy`,
    *missing({ value, holder }) {
      if (value !== 'static') return;
      const reserved = ['system_reserved', 'kube_reserved'].flatMap((field) => keysOf(valueAt(holder, field)));
      if (!reserved.includes('cpu'))
        yield 'The static CPU manager needs reserved CPU: kubelet refuses to start without `cpu` in system_reserved or kube_reserved.';
    },
  },
  {
    field: 'bootstrapping_config.bootstrapping_auth_method',
    *missing({ holder }) {
      const method = enumNameAt(holder, 'bootstrapping_auth_method');
      if (method === 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN' && textAt(holder, 'tls_bootstrapping_token') === '')
        yield 'The bootstrap token method is chosen, but tls_bootstrapping_token is empty.';
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
        yield `A search domain takes effect only with all of ${enumerated(names, 'and')}; ${enumerated(empty, 'and')} ${empty.length === 1 ? 'is' : 'are'} empty.`;
    },
  },
  {
    // AgentBaker 06836ee230: SHOULD_CONFIG_SWAP_FILE wants a size above 0.
    field: 'custom_linux_os_config.enable_swap_config',
    *missing({ value, holder }) {
      const size = valueAt(holder, 'swap_file_size');
      if (value === true && !(typeof size === 'number' && size > 0))
        yield 'enable_swap_config makes no swap file without a swap_file_size above 0.';
    },
  },
  {
    field: 'kubelet_config.enable_kubelet_config_file',
    *missing({ value, holder }) {
      if (value === true && valueAt(holder, 'kubelet_config_file_config') === undefined)
        yield 'kubelet gets a config file, but kubelet_config_file_config is absent, so the file says nothing.';
    },
  },
  {
    // kubelet decodes the file as a versioned object; without kind and version it does not start.
    field: kubeletFile,
    *missing({ value, holder }) {
      if (!boolAt(holder, 'enable_kubelet_config_file') || !isMessage(value)) return;
      const absent = ['kind', 'api_version'].filter((name) => textAt(value, name) === '');
      if (absent.length > 0) yield `kubelet refuses a config file without ${enumerated(absent, 'and')}.`;
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
          yield `${field} has no zone \`.\`, so the local DNS cache answers none of these queries but for the zones that are listed.`;
      }
    },
  },
  ...['vnet_dns_overrides', 'kube_dns_overrides'].map((field) => zoneNumbers(`local_dns_profile.${field}`)),
];

/** Numbers of a zone that are written to the corefile as `<nil>` where they are absent (AgentBaker 06836ee230). */
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
          yield `The zone ${zone} lacks ${enumerated(absent, 'and')}; the corefile then says \`<nil>\`, which CoreDNS refuses.`;
      }
    },
  };
}

const companionshipsOf = new PathTable(companionships.map((entry) => [entry.field, entry]));

/** Settings that need another one beside them. */
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
