import { validate } from '../../../../server/src/core/validate.js';
import { describe, expect, it } from 'vitest';
import type { Fix } from '../../../../server/src/core/index.js';
import { linkContract } from '../../../../server/src/core/nodeConfig/contract/contract.js';
import { readContract } from '../../../../server/src/core/nodeConfig/read.js';
import { applyChanges } from '../../../../server/src/core/formats/tree/changes.js';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import { base64EncodeFix } from '../../../../server/src/core/record/fixes.js';
import { nodeConfigInput } from '../../../../server/src/core/nodeConfig/rules/input.js';
import { readingFaults } from '../../../../server/src/core/nodeConfig/rules/reading.js';
import { analyse, checkProblems, config, requiredFields } from '../../../support/analyse.js';
import { readMarks } from '../../../support/markers.js';

const name = 'a.node-config.json';

/** Every fix of a text's problems with its effect. */
function fixesOf(text: string): { title: string; result: string; safe: boolean }[] {
  const fixes = new Set<Fix>(validate(analyse(name, text)).problems.flatMap((found) => found.fixes ?? []));
  return [...fixes].map(({ title, changes, safe }) => ({ title, safe, result: applyChanges(text, changes) }));
}

describe('values that the node accepts, although they were probably not intended', () => {
  it.each([
    config('"cse_timeout":⟦"900"⟧contract/numeric-string'),
    config('"cse_timeout":⟦"7 apples"⟧contract/numeric-string'),
    config('"cluster_config_":1')
      .replace('"cluster_config_":1', '"cseTimeout":⟦"9e2"⟧contract/numeric-string')
      .replace('"cseTimeout"', '⟦"cseTimeout"⟧contract/mixed-names'),
    config('"network_config":{"network_policy":⟦1⟧contract/enum-number}'),
    config('"network_config":{"network_policy":⟦1.0⟧contract/enum-number}'),
    config('"network_config":{"network_policy":⟦0⟧contract/enum-number}'),
    config('"network_config":{"network_policy":⟦77⟧contract/unknown-enum-number}'),
    config('"network_config":{"network_policy":⟦-1⟧contract/unknown-enum-number}'),
    config('"cse_timeout":⟦900.0⟧contract/unusual-integer'),
    config('"cse_timeout":⟦9e2⟧contract/unusual-integer'),
    config('"cse_timeout":⟦⟦-0⟧contract/unusual-integer⟧contract/value-replaced'),
    config('"cse_timeout":⟦9e⟧json/incomplete-exponent'),
    config('⟦"vmSize"⟧contract/mixed-names:"Standard_D4s_v5"'),
    config('"runc_config":{⟦"runcVersion"⟧contract/mixed-names:"1.1.12"}'),
    '⟦{⟧contract/missing-required-field"vmSize":"Standard_D4s_v5","runcConfig":{⟦"runc_version"⟧contract/mixed-names:"1.1.12"},"version":"v1"}',
  ])('%s', (source) => {
    checkProblems(name, source);
  });

  it.each([
    config('"cse_timeout":900,"is_vhd":true,"network_config":{"network_plugin":"NETWORK_PLUGIN_AZURE"}'),
    // Doubles have a point and an exponent where they want, and some values need quotes.
    config('"cse_timeout":1').replace(
      '"cluster_config":{',
      '"cluster_config":{"cloud_provider_config":{"backoff_jitter":1.0,"backoff_exponent":1e2,"rate_limit_qps":"Infinity"},',
    ),
    // Names of map entries are data, and a field given twice is another problem.
    config('"enabled_features":{"vmSize":"a","cseTimeout":"1"}'),
  ])('says nothing about %s', (text) => {
    checkProblems(name, text);
  });

  it('are reported with the pointer of the field', () => {
    const text = config('"local_dns_profile":{"vnet_dns_overrides":{"a/b":{"maxConcurrent":"1"}}}');
    const odd = validate(analyse(name, text)).problems.filter(({ code }) => /mixed|numeric/.test(code));
    expect(odd.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['contract/mixed-names', '/local_dns_profile/vnet_dns_overrides/a~1b/maxConcurrent'],
      ['contract/numeric-string', '/local_dns_profile/vnet_dns_overrides/a~1b/maxConcurrent'],
    ]);
  });
});

describe('fixes of single values', () => {
  it.each([
    // What is taken oddly.
    ['"cse_timeout":⟦"900"⟧', '900', true],
    ['"cse_timeout":⟦"9e2"⟧', '900', true],
    ['"cse_timeout":⟦"7 apples"⟧', '7', false],
    ['"cse_timeout":⟦900.0⟧', '900', true],
    ['"cse_timeout":⟦9e⟧', '9', true],
    ['"network_config":{"network_plugin":⟦2⟧}', '"NETWORK_PLUGIN_AZURE"', true],
    ['"network_config":{"network_plugin":⟦0⟧}', '"NETWORK_PLUGIN_UNSPECIFIED"', true],
    ['⟦"vmSize"⟧:"a"', '"vm_size"', true],
    // Values of the wrong type.
    ['"is_vhd":⟦"True"⟧', 'true', true],
    ['"is_vhd":⟦" false "⟧', 'false', true],
    ['"is_vhd":⟦1⟧', 'true', false],
    ['"vm_size":⟦1.50⟧', '"1.50"', true],
    ['"cse_timeout":⟦" 900\\n"⟧', '900', true],
    ['"cse_timeout":⟦" 9e2"⟧', '900', true],
    ['"custom_ca_certs":["a",⟦true⟧]', '"true"', true],
    ['"enabled_features":{"a":⟦1⟧}', '"1"', true],
    ['"enabled_features":{"a":⟦1.0⟧}', '"1.0"', false],
    ['"custom_ca_certs":⟦"a"⟧', '["a"]', false],
    ['"custom_ca_certs":⟦5⟧', '["5"]', false],
    // Names.
    ['"workload_runtime":⟦"OCI_CONTAINER"⟧', '"WORKLOAD_RUNTIME_OCI_CONTAINER"', false],
    ['"workload_runtime":⟦"1"⟧', '"WORKLOAD_RUNTIME_OCI_CONTAINER"', false],
    // What stands where it must not.
    ['"custom_ca_certs":["a"⟦, null⟧]', '', false],
    ['"custom_ca_certs":[⟦null⟧]', '', false],
    ['"enabled_features":{⟦"a":null, ⟧"b":"1"}', '', false],
    ['"vm_size":"a"⟦,"vmSize":"b"⟧', '', false],
    ['"vm_size":"a"⟦,"vmSize":"a"⟧', '', true],
    ['"runc_config":{"runc_version":"1"}⟦,"runc_config":{"runc_version":"1"}⟧', '', true],
    ['"enabled_features":{"a":"1"⟦,"a":"1"⟧}', '', true],
    ['"enabled_features":{"a":"1"⟦,"a":"2"⟧}', '', false],
    ['⟦"teleport_config":{},⟧"vm_size":"a"', '', false],
    // What says nothing.
    ['⟦"provision_output":"/a",⟧"is_vhd":true', '', false],
    ['"custom_linux_os_config":{⟦"swap_file_size":1500⟧}', '', false],
    // What was not encoded.
    ['"message_of_the_day":⟦"Welcome!"⟧', '"V2VsY29tZSE="', false],
    [
      '"kubelet_config":{"kubelet_client_key":⟦"-----BEGIN RSA PRIVATE KEY-----"⟧}',
      '"LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ=="',
      false,
    ],
    ['"vm_size":"a"⟦,⟧', '', true],
  ])('%s', (members, newText, safe) => {
    const source = config(members);
    const { text, marks } = readMarks(source);
    const [mark] = marks;
    if (mark === undefined) throw new Error('nothing is marked');
    const result = text.slice(0, mark.start) + newText + text.slice(mark.end);
    expect(fixesOf(text)).toEqual([expect.objectContaining({ result, safe })]);
  });

  it('are written out in the message of a single value in place of a list', () => {
    const [found] = validate(analyse(name, config('"custom_ca_certs":"a"'))).problems;
    expect(found?.message).toMatch(/must be a list of strings: write \["a"\], not "a"/);
  });

  it.each([
    '"cse_timeout":"many"',
    '"cse_timeout":"+1"',
    '"cse_timeout":" 3000000000"',
    '"cse_timeout":1.5',
    '"is_vhd":"yes"',
    '"is_vhd":2',
    '"runc_config":"a"',
    '"runc_config":[{}]',
    '"enabled_features":["a"]',
    '"custom_ca_certs":{}',
    '"network_config":{"network_plugin":77}',
    '"workload_runtime":"SOMETHING_ELSE"',
  ])('there is none if the intended value is unclear: %s', (members) => {
    const text = config(members);
    expect(validate(analyse(name, text)).problems).not.toEqual([]);
    expect(fixesOf(text)).toEqual([]);
  });

  it.each([
    ['"vm_sise":"a"', ['"vm_size":"a"', '']],
    ['"tenant_identifier":1', ['']],
    [
      '"kubelet_config":{"node_labels":{"a":"b"}}',
      ['"kubelet_config":{"kubelet_node_labels":{"a":"b"}}', '"kubelet_config":{}'],
    ],
    ['"completely_other":1', ['']],
  ])('unknown fields have the nearest name, if there is one, and a removal: %s', (members, results) => {
    const rest = '"is_vhd":true';
    const written = (one: string): string => config([...(one === '' ? [] : [one]), rest].join(','));
    expect(fixesOf(written(members)).map(({ result, safe }) => [result, safe])).toEqual(
      results.map((one) => [written(one), false]),
    );
  });

  it.each([
    ['Nothing took its place.', true],
    ['See `other`.', false],
  ])('has a removal of a removed field, which is safe without a successor in the hint: %j: %j', (hint, safe) => {
    const small = linkContract('Root', {
      Root: { doc: '', fields: { 'string kept = 1': '' }, removed: { gone: hint } },
    });
    const text = '{"kept":"a","gone":1}';
    const tree = parseJson(text);
    const input = nodeConfigInput(text, tree, small, readContract(tree, small.root), {});
    const [found] = [...readingFaults.check(input)];
    expect(found).toMatchObject({ code: 'contract/removed-field', fixes: [{ safe }] });
    expect(applyChanges(text, found?.fixes?.[0]?.changes ?? [])).toBe('{"kept":"a"}');
  });

  it('do not contain secrets in their titles', () => {
    const text = config('"bootstrapping_config":{"tls_bootstrapping_token":424242}');
    const titles = fixesOf(text).map(({ title }) => title);
    expect(titles).toHaveLength(1);
    expect(titles.join()).not.toContain('424242');
  });
});

describe('mixed names in one file', () => {
  it('are converted one by one or all at once', () => {
    const text = config('"vmSize":"a","runcConfig":{"runcVersion":"1"}');
    const all = config('"vm_size":"a","runc_config":{"runc_version":"1"}');
    const fixes = fixesOf(text);
    expect(fixes.map(({ title, safe }) => [title, safe])).toEqual([
      ['Rename to vm_size', true],
      ['Convert all names of the file to proto names', false],
      ['Rename to runc_config', true],
      ['Rename to runc_version', true],
    ]);
    expect(fixes[1]?.result).toBe(all);
  });
});

describe('required fields', () => {
  const [apiServer = '', auth = ''] = requiredFields.split(/,(?=")/);

  it('are inserted in the order of the contract', () => {
    const text = '{\n  "cluster_config": {\n    "location": "l"\n  },\n  "vm_size": "a"\n}\n';
    const fixes = fixesOf(text);
    expect(fixes.map(({ title, safe }) => [title, safe])).toEqual([
      ['Insert version, api_server_name and subscription_id', false],
      ['Insert all required fields', false],
      ['Insert vnet_name, route_table and resource_group', false],
    ]);
    expect(fixes[1]?.result).toBe(
      [
        '{',
        '  "version": "v1",',
        '  "api_server_config": {',
        '    "api_server_name": ""',
        '  },',
        '  "cluster_config": {',
        '    "cluster_network_config": {',
        '      "vnet_name": "",',
        '      "route_table": ""',
        '    },',
        '    "resource_group": "",',
        '    "location": "l"',
        '  },',
        '  "auth_config": {',
        '    "subscription_id": ""',
        '  },',
        '  "vm_size": "a"',
        '}',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['{}', '{\n  "version": "v1",\n  "api_server_config": {\n    "api_server_name": ""\n  },'],
    [
      '{\r\n\t"version": "v1"\r\n}',
      '{\r\n\t"version": "v1",\r\n\t"api_server_config": {\r\n\t\t"api_server_name": ""\r\n\t},',
    ],
    [
      '{"vmSize":"a"}',
      '{"version":"v1","apiServerConfig":{"apiServerName":""},"clusterConfig":{"clusterNetworkConfig":{"vnetName":"","routeTable":""},',
    ],
    ['{"version": "v1", ', '{"version": "v1", "api_server_config": {"api_server_name": ""},'],
    [
      '{"version": "v1", "api_server_config": {',
      '{"version": "v1", "cluster_config": {"cluster_network_config": {"vnet_name": "",',
    ],
  ])('into %j', (text, beginning) => {
    const [first, second] = fixesOf(text);
    const results = [first?.result, second?.result];
    expect(
      results.some((result) => result?.startsWith(beginning)),
      results.join('\n'),
    ).toBe(true);
  });

  it('are complete after the fix, except for their values', () => {
    for (const text of [
      '{}',
      '{"cluster_config": null, "version": null}',
      '{\n  "cluster_config": {}\n}',
      '{"clusterConfig":{"clusterNetworkConfig":null}}',
      `{${auth},\n${apiServer}}`,
    ]) {
      const fix = fixesOf(text).find(({ title }) => title.startsWith('Insert all')) ?? fixesOf(text).at(0);
      const result = fix?.result ?? '';
      expect(parseJson(result).problems, result).toEqual([]);
      const left = validate(analyse(name, result)).problems;
      expect(
        left.every(({ code, message }) => code === 'contract/missing-required-field' && message.endsWith('is empty.')),
        result,
      ).toBe(true);
    }
  });

  it('replace null, but no other value', () => {
    expect(fixesOf(config('').replace(/"auth_config":\{.*?\}/, '"auth_config":null'))).toEqual([
      {
        title: 'Insert subscription_id',
        safe: false,
        result: config('').replace('"subscription_id":"6f1d2c3b-8a47-4e59-b0c6-000000000001"', '"subscription_id":""'),
      },
    ]);
    expect(fixesOf(config('').replace(/"auth_config":\{.*?\}/, '"auth_config":5'))).toEqual([]);
    expect(fixesOf(config('').replace('"version":"v1"', '"version":""'))).toEqual([
      { title: 'Write "v1"', safe: false, result: config('') },
    ]);
    expect(fixesOf(config('').replace('"location":"l"', '"location":""'))).toEqual([]);
  });

  it('leave a field alone that a later member of its name replaces', () => {
    const text = config('"gpu_config":{"enable_managed_gpu":true},"gpu_config":{"config_gpu_driver":false}');
    const titles = validate(analyse(name, text)).problems.flatMap(({ code, fixes = [] }) =>
      code === 'contract/no-effect' ? fixes.map(({ title }) => title) : [],
    );
    expect(titles).toEqual([]);
  });
});

describe('a plain value in a base64 field', () => {
  it.each([
    ['"a\\u00e9\\n"', '"YcOpCg=="'],
    ['""', '""'],
  ])('%s is encoded', (text, result) => {
    const { root } = parseJson(text);
    if (root?.kind !== 'string') throw new Error('no text');
    const fix = base64EncodeFix(root);
    expect(applyChanges(text, fix.changes)).toBe(result);
    expect(fix.safe).toBe(false);
  });
});
