import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../../server/src/core/nodeConfig/contract/contract.js';
import type { Field, RecordType } from '../../../../../server/src/core/record/model.js';
import { environmentVariables, variablesFedBy } from '../../../../../server/src/core/index.js';
import { renderVariable } from '../../../../../server/src/core/nodeConfig/render/environment/environment.js';
import { emptyConfig } from '../../../../../server/src/core/nodeConfig/render/environment/variable.js';
import { partAt } from '../../../../../server/src/core/nodeConfig/value.js';
import { analyse } from '../../../../support/analyse.js';
import { configTexts } from '../../../../support/configs.js';
import { environment } from '../../../../support/environment.js';
import { expectEach } from '../../../../support/expectEach.js';

interface Place {
  /** Proto names; a map's entries have the key `k`. */
  readonly path: string;
  readonly field: Field;
}

/** Every field of the contract that holds no other fields. */
function leaves(message: RecordType = contract.root, prefix = ''): Place[] {
  return message.fields.flatMap((field) => {
    const path = prefix + field.name;
    if (field.type.kind !== 'object') return [{ path, field }];
    return leaves(field.type.of, `${path}.${field.label === 'map' ? 'k.' : ''}`);
  });
}

/** A value of a field that is not its default. */
function valueFor({ field }: Place): unknown {
  const { type, label } = field;
  const scalars: Readonly<Record<string, unknown>> = { string: '32768 65535', bool: true, int32: 7, double: 7.5 };
  const one = type.kind === 'enum' ? type.of.values[2]?.number : type.kind === 'scalar' ? scalars[type.scalar] : {};
  return label === 'list' ? [one] : label === 'map' ? { key: one } : one;
}

/** Two configs that differ in nothing but one field: without it, and with it. */
function configsAround(place: Place): [string, string] {
  const steps = place.path.split('.');
  const last = steps.pop() ?? '';
  const around = (inner: object): string =>
    JSON.stringify(steps.reduceRight<object>((content, step) => ({ [step]: content }), inner));
  return [around({}), around({ [last]: valueFor(place) })];
}

/** Fields that no variable depends on (AgentBaker 06836ee230). */
const unseen = [
  'version',
  'bootstrapping_config.cluster_join_method',
  'gpu_config.enable_amd_gpu',
  'network_config.cni_plugins_url',
  'provision_output',
  'workload_runtime',
  'disable_custom_data',
  'enabled_features',
];

describe('the table of variables', () => {
  const names = environmentVariables.map(({ name }) => name);

  it('lists each variable once, and one pattern for certificates', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))).toEqual(['CUSTOM_CA_CERT_<n>']);
  });

  it('explains every variable by fields of the contract', () => {
    const paths = leaves().map(({ path }) => path);
    expectEach(
      environmentVariables,
      ({ name }) => name,
      ({ rule, sources, presence, kind }) => {
        expect(rule).toMatch(/^[A-Z`].*\.$/s);
        for (const source of [...sources, ...presence]) {
          expect(
            paths.some((path) => path === source || path.startsWith(`${source}.`)),
            source,
          ).toBe(true);
        }
        expect(sources.length + presence.length === 0).toBe(kind === 'constant');
      },
    );
  });

  it('has the values for an empty config as defaults', () => {
    const empty = environment('{}');
    for (const variable of environmentVariables) expect(variable.default, variable.name).toBe(empty[variable.name]);
  });

  it('has a secret variable for each secret field', () => {
    const secretFields = leaves().filter(({ field }) => field.secret === true);
    const secret = environmentVariables.filter((variable) => variable.secret);
    expect(secret.map(({ sources }) => sources).sort()).toEqual(secretFields.map(({ path }) => [path]).sort());
    expect(secret.map(({ name }) => name)).toContain('CUSTOM_SEARCH_REALM_PASSWORD');
  });

  it('has different names for all files', () => {
    const files = environmentVariables.flatMap(({ file }) => file?.name ?? []);
    expect(new Set(files).size).toBe(files.length);
  });
});

describe('the sources of variables', () => {
  // What a field changes by itself is what the table says that it feeds; some variables need more than one.
  it('include every field that changes them', () => {
    const check = (place: Place): void => {
      const [without, withIt] = configsAround(place).map((text) => environment(text));
      const names = Object.keys({ ...without, ...withIt });
      const changed = names.filter((name) => without?.[name] !== withIt?.[name]);
      const fed = variablesFedBy(place.path).map(({ name }) => name);
      expect(fed).toEqual(expect.arrayContaining(changed.map((name) => name.replace(/(CUSTOM_CA_CERT_)\d+/, '$1<n>'))));
      expect(fed.length === 0, fed.join()).toBe(unseen.includes(place.path));
    };
    expectEach(leaves(), ({ path }) => path, check);
  });

  it('are all that a variable is made of', () => {
    fc.assert(
      fc.property(configTexts, (text) => {
        const config = analyse('a.node-config.json', text, 'node-config').nodeConfig?.reading.value ?? emptyConfig;
        for (const variable of environmentVariables) {
          const part = partAt(config, [...variable.sources, ...variable.presence]);
          expect(renderVariable(variable, part, {})).toEqual(renderVariable(variable, config, {}));
        }
      }),
    );
  });

  it.each([
    ['kubelet_config.kubelet_flags', ['KUBELET_FLAGS']],
    ['kubelet_config.kubelet_flags.--max-pods', ['KUBELET_FLAGS']],
    ['kubelet_config.kubelet_config_file_config.max_pods', ['KUBELET_CONFIG_FILE_CONTENT']],
    ['kubelet_config.kubelet_config_file_config.authentication.webhook.enabled', ['KUBELET_CONFIG_FILE_CONTENT']],
    [
      'local_dns_profile.vnet_dns_overrides.cluster.local.protocol',
      ['LOCALDNS_GENERATED_COREFILE', 'LOCALDNS_COREFILE_BASE', 'LOCALDNS_COREFILE_WITH_HOSTS'],
    ],
    ['custom_linux_os_config.ulimit_config', ['SHOULD_CONFIG_CONTAINERD_ULIMITS', 'CONTAINERD_ULIMITS']],
    ['custom_linux_os_config.ulimit_config.no_file', ['CONTAINERD_ULIMITS']],
    ['runc_config', ['RUNC_VERSION', 'RUNC_PACKAGE_URL']],
    ['custom_ca_certs.0', ['SHOULD_CONFIGURE_CUSTOM_CA_TRUST', 'CUSTOM_CA_TRUST_COUNT', 'CUSTOM_CA_CERT_<n>']],
    ['enabled_features.A', []],
    ['runc_configuration', []],
    ['', []],
  ])('of %j and its descendants are found', (path, expected) => {
    expect(variablesFedBy(path).map(({ name }) => name)).toEqual(expected);
  });

  it('of a message are those of all its fields', () => {
    const below = leaves().filter(({ path }) => path.startsWith('cluster_config.'));
    const expected = new Set(below.flatMap(({ path }) => variablesFedBy(path)));
    expect(new Set(variablesFedBy('cluster_config'))).toEqual(expected);
  });
});
