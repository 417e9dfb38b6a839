import { describe, expect, it } from 'vitest';
import { contract } from '../../../server/src/core/nodeConfig/contract/contract.js';
import type { Field, RecordType } from '../../../server/src/core/record/model.js';
import { expectEach } from '../../support/expectEach.js';

const messages = [...contract.messages.values()];
const enums = [...contract.enums.values()];
const fields = messages.flatMap((owner) => owner.fields.map((field) => ({ owner, field, path: pathOf(owner, field) })));

function pathOf(owner: RecordType, field: Field): string {
  return `${owner.name}.${field.name}`;
}

/** The single values in an example: the entries of a list, the values of a map. */
function elements(field: Field, example: unknown): unknown[] {
  if (field.label === 'list') return example as unknown[];
  return field.label === 'map' ? Object.values(example as Record<string, unknown>) : [example];
}

describe('the descriptions of the contract', () => {
  const sentences: [string, string][] = [
    ...messages.map(({ name, doc }): [string, string] => [name, doc]),
    ...fields.map(({ path, field }): [string, string] => [path, field.doc]),
    ...enums.flatMap(({ name, doc, values }): [string, string][] => [
      [name, doc],
      ...values.map((value): [string, string] => [value.name, value.doc]),
    ]),
  ];

  it('are sentences of at most 300 characters on one line', () => {
    expectEach(
      sentences,
      ([name]) => name,
      ([, doc]) => {
        expect(doc).toMatch(/^[`A-Zk][^\n]*[^ .]\.$/);
        expect(doc.length).toBeLessThanOrEqual(300);
        // They are put into block comments, and backticks enclose names.
        expect(doc).not.toContain('*/');
        expect((doc.match(/`/g) ?? []).length % 2).toBe(0);
      },
    );
  });

  it('are not repeated', () => {
    const owners = new Map<string, string[]>();
    for (const [name, doc] of sentences) owners.set(doc, [...(owners.get(doc) ?? []), name]);
    expect([...owners.values()].filter((names) => names.length > 1)).toEqual([]);
  });

  it('use the names of the contract for fields and values', () => {
    const names = new Set([
      ...fields.map(({ field }) => field.name),
      ...enums.flatMap(({ values }) => values.map(({ name }) => name)),
    ]);
    const unknown = sentences.flatMap(([name, doc]) =>
      [...doc.matchAll(/`([a-z0-9]+(?:_[a-z0-9]+)+|[A-Z_]+_TYPE_[A-Z_]+|NETWORK_[A-Z]+_[A-Z]+)`/g)]
        .map((match) => match[1] ?? '')
        .filter((quoted) => !names.has(quoted) && !notFields.has(quoted))
        .map((quoted) => `${name}: ${quoted}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('kernel parameters', () => {
  it('are described by the names that the kernel uses', () => {
    const letters = (text: string) => text.replace(/[^a-z0-9]/g, '');
    const misnamed = (contract.messages.get('SysctlConfig')?.fields ?? []).filter(
      ({ doc, name }) => letters(/^`([a-z0-9._-]+)`: /.exec(doc)?.[1] ?? '') !== letters(name),
    );
    expect(misnamed.map(({ name }) => name)).toEqual([]);
  });
});

/** Quoted names in the form of a field or enum value that are something else on the node. */
const notFields = new Set(['sandbox_image', 'HAS_KUBELET_DISK_TYPE']);

describe('the facts of the contract', () => {
  it('fit the type of each field', () => {
    expectEach(
      fields,
      ({ path }) => path,
      ({ field }) => {
        const scalar = field.type.kind === 'scalar' ? field.type.scalar : undefined;
        const text = scalar === 'string';
        const number = scalar === 'int32' || scalar === 'double';
        if (field.format !== undefined || field.oneOf !== undefined || field.known !== undefined)
          expect(text).toBe(true);
        if (field.range !== undefined || field.unit !== undefined) expect(number).toBe(true);
        if (field.keyFormat !== undefined || field.knownKeys !== undefined) expect(field.label).toBe('map');
        if (field.oneOf !== undefined) {
          expect(new Set(field.oneOf).size).toBe(field.oneOf.length);
          // The choices are the whole truth; a form or a list of known texts beside them could only contradict.
          expect([field.format, field.known]).toEqual([undefined, undefined]);
        }
        if (field.range !== undefined) {
          const { min = -2147483648, max = 2147483647 } = field.range;
          expect(min).toBeLessThan(max);
        }
        for (const example of field.examples ?? []) {
          expect(elements(field, example).length).toBeGreaterThan(0);
          for (const element of elements(field, example)) expectFits(field, element);
        }
        if (field.default !== undefined) {
          expect(field.label === 'single' || field.label === 'optional').toBe(true);
          expectFits(field, field.default);
          expect([0, '', false]).not.toContain(field.default);
        }
      },
    );
  });

  /** Whether a value has the field's type, is one of its choices and lies in its range. */
  function expectFits(field: Field, value: unknown): void {
    if (field.type.kind !== 'scalar') {
      expect(field.type.kind === 'object' && typeof value === 'object').toBe(true);
      return;
    }
    const types: Readonly<Record<string, string>> = {
      string: 'string',
      bool: 'boolean',
      int32: 'number',
      double: 'number',
    };
    expect(typeof value).toBe(types[field.type.scalar]);
    if (field.oneOf !== undefined) expect(field.oneOf).toContain(value);
    if (typeof value === 'number') {
      if (field.type.scalar === 'int32') expect(Number.isInteger(value)).toBe(true);
      expect(value).toBeGreaterThanOrEqual(field.range?.min ?? value);
      expect(value).toBeLessThanOrEqual(field.range?.max ?? value);
    }
  }

  it('give examples of messages in maps that have known fields with values of their types', () => {
    const walk = (message: RecordType, value: Record<string, unknown>): void => {
      for (const [key, member] of Object.entries(value)) {
        const field = message.fieldByKey(key);
        if (field === undefined) throw new Error(`${message.name} has no field ${key}`);
        expectFits(field, member);
      }
    };
    for (const { field } of fields) {
      if (field.type.kind !== 'object') continue;
      for (const example of field.examples ?? []) {
        for (const element of elements(field, example)) walk(field.type.of, element as Record<string, unknown>);
      }
    }
  });

  it('give every string field a format, choices or known values, except for those listed as free', () => {
    const free = fields
      .filter(
        ({ field }) =>
          field.type.kind === 'scalar' &&
          field.type.scalar === 'string' &&
          field.format === undefined &&
          field.oneOf === undefined &&
          field.known === undefined,
      )
      .map(({ path }) => path);
    expect(free.sort()).toEqual(Object.keys(freeTexts).sort());
  });

  it('mark the secret fields', () => {
    expect(fields.flatMap(({ field, path }) => (field.secret === true ? [path] : [])).sort()).toEqual([
      'AuthConfig.service_principal_secret',
      'BootstrappingConfig.tls_bootstrapping_token',
      'CustomSearchDomainConfig.realm_password',
      'KubeletConfig.kubelet_client_key',
    ]);
  });
});

/** Text fields that take anything, or one of several forms, and why. */
const freeTexts: Readonly<Record<string, string>> = {
  'AuthConfig.assigned_identity_id': 'the cloud provider takes a client ID or a resource ID',
  'AuthConfig.service_principal_id': 'a GUID or the word msi',
  'BootstrappingConfig.secure_tls_bootstrapping_aad_resource': 'a GUID or a URI',
  'BootstrappingConfig.secure_tls_bootstrapping_user_assigned_identity_id': 'handed to the client as it is',
  'CloudProviderConfig.backoff_mode': 'every text but v2 stands for the older policy',
  'Configuration.enabled_features': 'values of shell variables',
  'Configuration.outbound_command': 'a shell command',
  'Configuration.private_egress_proxy_address': 'only logged',
  'CustomCloudConfig.custom_cloud_env_name': 'a name of choice; akscustom is compared without regard to case',
  'CustomSearchDomainConfig.realm_password': 'a password',
  'CustomSearchDomainConfig.realm_user': 'an account name of the realm, whose rules the node does not know',
  'KubeBinaryConfig.custom_kube_binary_url': 'a URL or a registry reference',
  'KubeBinaryConfig.kube_binary_url': 'a URL or a registry reference',
  'KubeBinaryConfig.linux_credential_provider_url': 'a URL or a registry reference',
  'KubeBinaryConfig.private_kube_binary_url': 'only its last part is read',
  'KubeletConfig.kubelet_flags': 'each flag has a form of its own, which the list of known flags says',
  'KubeletConfigFileConfig.kube_reserved_cgroup': 'a cgroup name, with or without its slash',
  'KubeletConfigFileConfig.system_reserved_cgroup': 'a cgroup name, with or without its slash',
};

/** AgentBaker releases and the fields that each knows first; `*` is every field of a message that no other line has. */
const firstReleases: Readonly<Record<string, readonly string[]>> = {
  'v0.20250209.0': ['GpuConfig.enable_amd_gpu'],
  'v0.20250326.0': [
    'KubeletAnonymousAuthentication.*',
    'KubeletAuthentication.*',
    'KubeletAuthorization.*',
    'KubeletConfig.kubelet_config_file_config',
    'KubeletConfigFileConfig.*',
    'KubeletWebhookAuthentication.*',
    'KubeletWebhookAuthorization.*',
    'KubeletX509Authentication.*',
  ],
  'v0.20250729.0': ['Configuration.pre_provision_only'],
  'v0.20250911.0': [
    'ClusterNetworkConfig.core_dns_service_ip',
    'Configuration.local_dns_profile',
    'LocalDnsOverrides.*',
    'LocalDnsProfile.*',
  ],
  'v0.20251003.0': ['Configuration.disable_pubkey_auth'],
  'v0.20251015.0': [
    'BootstrappingConfig.secure_tls_bootstrapping_aad_resource',
    'BootstrappingConfig.secure_tls_bootstrapping_custom_client_download_url',
    'BootstrappingConfig.secure_tls_bootstrapping_user_assigned_identity_id',
  ],
  'v0.20251029.0': ['GpuConfig.managed_gpu_experience_afec_enabled'],
  'v0.20260122.0': ['Configuration.service_account_image_pull_profile', 'ServiceAccountImagePullProfile.*'],
  'v0.20260127.0': ['GpuConfig.enable_managed_gpu', 'GpuConfig.mig_strategy'],
  'v0.20260210.0': ['Configuration.cse_timeout'],
  'v0.20260312.0': ['CloudProviderConfig.*', 'ClusterConfig.cloud_provider_config'],
  'v0.20260414.0': [
    'BootstrappingConfig.secure_tls_bootstrapping_get_access_token_timeout',
    'BootstrappingConfig.secure_tls_bootstrapping_get_attested_data_timeout',
    'BootstrappingConfig.secure_tls_bootstrapping_get_credential_timeout',
    'BootstrappingConfig.secure_tls_bootstrapping_get_instance_data_timeout',
    'BootstrappingConfig.secure_tls_bootstrapping_get_nonce_timeout',
    'BootstrappingConfig.secure_tls_bootstrapping_validate_kubeconfig_timeout',
  ],
  'v0.20260508.0': ['LocalDnsProfile.critical_fqdns', 'LocalDnsProfile.enable_hosts_plugin'],
  'v0.20260603.0': [
    'KubeletConfigFileConfig.eviction_max_pod_grace_period',
    'KubeletConfigFileConfig.eviction_soft',
    'KubeletConfigFileConfig.eviction_soft_grace_period',
    'KubeletConfigFileConfig.kube_reserved_cgroup',
    'KubeletConfigFileConfig.system_reserved_cgroup',
  ],
  'v0.20260616.0': ['NetworkConfig.standard_secondary_nic_count'],
  'v0.20260717.0': ['Configuration.enabled_features', 'LocalDnsProfile.hosts_plugin_refresh_interval_in_seconds'],
  'v0.20260803.0': ['GpuConfig.mig_profile_layout'],
  'v0.20260813.0': [
    'LocalDnsHealthCheck.*',
    'LocalDnsOverrides.failfast_all_unhealthy_upstreams',
    'LocalDnsOverrides.health_check',
  ],
  'v0.20260820.0': ['GpuConfig.enable_managed_gpu_dra'],
};

/** The releases of AgentBaker that dropped a field. */
const removals: Readonly<Record<string, string>> = {
  'BootstrappingConfig.custom_aad_client_id': 'v0.20251015.0',
  'BootstrappingConfig.custom_aad_resource': 'v0.20251015.0',
  'BootstrappingConfig.secure_tls_bootstrapping_deadline': 'v0.20260707.0',
  'Configuration.teleport_config': 'v0.20260324.0',
  'KubeletConfig.kubelet_cmd_flags': 'v0.20260210.0',
  'KubeletConfig.kubelet_config_file_content': 'v0.20250326.0',
  'KubeletConfig.startup_taints': 'v0.20250226.0',
  'KubeletConfig.taints': 'v0.20250226.0',
};

describe('the history of the contract, according to the tags of Azure/AgentBaker', () => {
  it('gives the first release of every field that was added later', () => {
    const listed = new Map(
      Object.entries(firstReleases).flatMap(([release, paths]) => paths.map((path) => [path, release] as const)),
    );
    for (const { owner, field, path } of fields) {
      expect([path, field.since]).toEqual([path, listed.get(path) ?? listed.get(`${owner.name}.*`)]);
    }
    const known = new Set(fields.flatMap(({ owner, path }) => [path, `${owner.name}.*`]));
    expect([...listed.keys()].filter((path) => !known.has(path))).toEqual([]);
  });

  it('lists removed fields with their replacements', () => {
    const gone = messages.flatMap((owner) =>
      owner.removed.map((field) => [`${owner.name}.${field.name}`, field.removedIn] as const),
    );
    expect(Object.fromEntries(gone)).toEqual(removals);
    for (const owner of messages) {
      for (const { name, hint } of owner.removed) {
        expect(owner.fieldByKey(name), `${name} is back`).toBeUndefined();
        expect(hint).toMatch(/^[A-Z].*\.$/);
      }
    }
  });
});
