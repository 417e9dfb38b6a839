import { describe, expect, it } from 'vitest';
import { contract } from '../../../server/src/core/nodeConfig/contract/contract.js';
import { marshal } from '../../../server/src/core/nodeConfig/marshal.js';
import { readContract } from '../../../server/src/core/nodeConfig/read.js';
import { missingRequired, pathOf } from '../../../server/src/core/nodeConfig/required.js';
import { parseJson } from '../../../server/src/core/formats/json/parse.js';

const read = (text: string) => readContract(parseJson(text), contract.root);
const marshalled = (text: string) => marshal(read(text).value, { encoder: 'protojson' });

/** A value for a field of each type, written in the place of VALUE. */
const places = {
  int32: (value: string) => `{"cse_timeout":${value}}`,
  bool: (value: string) => `{"is_vhd":${value}}`,
  string: (value: string) => `{"vm_size":${value}}`,
  enum: (value: string) => `{"workload_runtime":${value}}`,
  double: (value: string) => `{"cluster_config":{"cloud_provider_config":{"backoff_jitter":${value}}}}`,
  list: (value: string) => `{"custom_ca_certs":${value}}`,
  map: (value: string) => `{"enabled_features":${value}}`,
  message: (value: string) => `{"runc_config":${value}}`,
} as const;

describe('what the node accepts (protobuf-go 1.36.11)', () => {
  it.each([
    ['int32', '7', '7'],
    ['int32', '7.0', '7'],
    ['int32', '70e-1', '7'],
    ['int32', '7E0', '7'],
    ['int32', '"7"', '7'],
    ['int32', '"7e2"', '700'],
    ['int32', '"7 apples"', '7'],
    ['int32', '7e', '7'],
    ['int32', '-0.0', '0'],
    ['int32', '-2147483648', '-2147483648'],
    ['bool', 'false', 'false'],
    ['string', '"\\ud83d\\ude00\\u0041"', '"😀A"'],
    ['enum', '1', '"WORKLOAD_RUNTIME_OCI_CONTAINER"'],
    ['enum', '77', '77'],
    ['enum', '1.0', '"WORKLOAD_RUNTIME_OCI_CONTAINER"'],
    ['double', '0', '0'],
    ['double', '-0', '-0'],
    ['double', '"1.5"', '1.5'],
    ['double', '1e-7', '1e-7'],
    ['double', '1e21', '1e+21'],
    ['double', '"NaN"', '"NaN"'],
    ['double', '"-Infinity"', '"-Infinity"'],
    ['list', '["a",""]', '["a",""]'],
    ['map', '{"b":"1","a":"2"}', '{"a":"2","b":"1"}'],
    ['map', '{"\\uffee":"1","\\ud83d\\ude00":"2","B":"3"}', '{"B":"3","￮":"1","😀":"2"}'],
    ['message', '{}', '{}'],
  ] as const)('%s %s is read as %s', (type, value, result) => {
    const reading = read(places[type](value));
    expect(reading.error).toBeNull();
    expect(marshal(reading.value, { encoder: 'protojson' })).toBe(places[type](result));
  });

  it.each([
    ['string', '""'],
    ['enum', '0'],
    ['list', '[]'],
    ['map', '{}'],
  ] as const)('%s %s says as much as nothing', (type, value) => {
    expect(marshalled(places[type](value))).toBe('{}');
  });

  it.each(Object.keys(places))('reads null as absent: %s', (type) => {
    const reading = read(places[type as keyof typeof places]('null'));
    expect(reading.ok).toBe(true);
    expect(reading.notes).toEqual([]);
  });

  it('reads both names of a field, also mixed', () => {
    expect(marshalled('{"vmSize":"a","cluster_config":{"resourceGroup":"r","location":"l"}}')).toBe(
      '{"cluster_config":{"resource_group":"r","location":"l"},"vm_size":"a"}',
    );
  });

  it('reads explicit JSON names, and not their usual lowerCamelCase', () => {
    const file = (name: string) => `{"kubelet_config":{"kubelet_config_file_config":{"${name}":true}}}`;
    expect(read(file('serverTLSBootstrap')).notes).toEqual([]);
    expect(read(file('serverTlsBootstrap')).notes).toMatchObject([{ error: 'unknown-field' }]);
  });
});

describe('what the node drops silently', () => {
  it.each([
    ['{"vm_sizes":"a","vm_size":"b"}', 'unknown-field', '/vm_sizes', '{"vm_size":"b"}'],
    ['{"workload_runtime":"OCI"}', 'unknown-enum-value', '/workload_runtime', '{}'],
    ['{"workload_runtime":"1"}', 'unknown-enum-value', '/workload_runtime', '{}'],
    ['{"VM_SIZE":"a"}', 'unknown-field', '/VM_SIZE', '{}'],
    ['{"a":{"b":[1,{"c":null}]}}', 'unknown-field', '/a', '{}'],
  ])('%s', (text, error, pointer, left) => {
    const reading = read(text);
    expect(reading.ok).toBe(true);
    expect(reading.notes).toMatchObject([{ error, pointer, rejected: false }]);
    expect(marshal(reading.value, { encoder: 'protojson' })).toBe(left);
  });
});

describe('what the node rejects', () => {
  it.each([
    ['int32', '1.5', 'wrong-type'],
    ['int32', '2147483648', 'number-out-of-range'],
    ['int32', '1e10', 'number-out-of-range'],
    ['int32', '" 1"', 'wrong-type'],
    ['int32', '"+1"', 'wrong-type'],
    ['int32', '"01"', 'wrong-type'],
    ['int32', '"1e"', 'wrong-type'],
    ['int32', 'true', 'wrong-type'],
    ['bool', '"true"', 'wrong-type'],
    ['bool', '1', 'wrong-type'],
    ['string', '1', 'wrong-type'],
    ['enum', '1.5', 'wrong-type'],
    ['enum', '2147483648', 'number-out-of-range'],
    ['double', '1e400', 'number-out-of-range'],
    ['double', '"inf"', 'wrong-type'],
    ['list', '"a"', 'wrong-type'],
    ['list', '[null]', 'null-value'],
    ['list', '[1]', 'wrong-type'],
    ['map', '["a"]', 'wrong-type'],
    ['map', '{"a":null}', 'null-value'],
    ['map', '{"a":"1","a":"2"}', 'duplicate-map-key'],
    ['message', '[]', 'wrong-type'],
  ] as const)('%s %s: %s', (type, value, error) => {
    const reading = read(places[type](value));
    expect(reading.ok).toBe(false);
    expect(reading.notes).toMatchObject([{ error, rejected: true }]);
  });

  it.each([
    '{"vm_size":"a","vm_size":"b"}',
    '{"vm_size":"a","vmSize":"b"}',
    '{"vm_size":null,"vmSize":"b"}',
    '{"vm_size":"a","\\u0076m_size":"b"}',
    '{"workload_runtime":"NOPE","workload_runtime":1}',
  ])('rejects a field that is given twice: %s', (text) => {
    expect(read(text)).toMatchObject({
      ok: false,
      notes: expect.arrayContaining([expect.objectContaining({ error: 'duplicate-field' })]) as unknown,
    });
  });

  it.each(['{"a":"1","a":"2"}', '{"a":null,"a":"2"}', '{"b":"","a":1,"a":"2"}'])(
    'rejects a key that is given twice: %s',
    (map) => {
      const [note] = read(`{"enabled_features":${map}}`).notes.filter(({ error }) => error === 'duplicate-map-key');
      expect(note).toMatchObject({ pointer: '/enabled_features/a', earlier: { key: { name: 'a' } } });
      // The member that it repeats is the one in front of it.
      expect(note?.earlier?.span.end).toBeLessThan(note?.span.start ?? 0);
    },
  );

  it.each(['', '[]', '1', '{}x', '{"a":1,}', '{"a":01}', '{/**/}'])(
    'rejects a text that is not an object: %j',
    (text) => {
      expect(read(text).ok).toBe(false);
    },
  );

  it('rejects nesting at the same depth as Go', () => {
    const nested = (depth: number) => `{"zzz":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(read(nested(9_999)).ok).toBe(true);
    expect(read(nested(10_000)).ok).toBe(false);
  });

  it('continues after an error, to find all errors at once', () => {
    const reading = read('{"is_vhd":1,"cse_timeout":"x","vm_size":"kept"}');
    expect(reading.notes.map(({ pointer }) => pointer)).toEqual(['/is_vhd', '/cse_timeout']);
    expect(marshal(reading.value, { encoder: 'protojson' })).toBe('{"vm_size":"kept"}');
  });
});

describe('marshalling', () => {
  it('writes fields in declaration order', () => {
    expect(marshalled('{"vm_size":"a","version":"v1","cluster_config":{},"api_server_config":{}}')).toBe(
      '{"version":"v1","api_server_config":{},"cluster_config":{},"vm_size":"a"}',
    );
  });

  it("writes Go's plain JSON with numbers for enums and HTML escaped", () => {
    const { value } = read('{"workload_runtime":1,"message_of_the_day":"<a>&\\u2028\\b\\f\\u0001\\n"}');
    expect(marshal(value, { encoder: 'go-json' })).toBe(
      '{"message_of_the_day":"\\u003ca\\u003e\\u0026\\u2028\\b\\f\\u0001\\n","workload_runtime":1}',
    );
  });

  it('indents with the requested number of spaces', () => {
    expect(marshal(read('{"custom_ca_certs":["a"],"runc_config":{}}').value, { encoder: 'protojson', indent: 2 })).toBe(
      '{\n  "runc_config": {},\n  "custom_ca_certs": [\n    "a"\n  ]\n}',
    );
  });
});

describe('required fields', () => {
  it('are the same seven as upstream', () => {
    expect(contract.required.map(pathOf).sort()).toEqual([
      'api_server_config.api_server_name',
      'auth_config.subscription_id',
      'cluster_config.cluster_network_config.route_table',
      'cluster_config.cluster_network_config.vnet_name',
      'cluster_config.location',
      'cluster_config.resource_group',
      'version',
    ]);
  });

  it('count as given if they contain only a space', () => {
    expect(missingRequired(contract, read('{"version":" "}').value)).not.toContain('version');
    expect(missingRequired(contract, read('{"version":""}').value)).toContain('version');
  });
});
