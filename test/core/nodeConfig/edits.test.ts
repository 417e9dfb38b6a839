import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../server/src/core/nodeConfig/contract/contract.js';
import { convertNames, removeDefaults, sortFields } from '../../../server/src/core/nodeConfig/edits.js';
import { marshal } from '../../../server/src/core/nodeConfig/marshal.js';
import { contractObjects } from '../../../server/src/core/nodeConfig/value.js';
import { readContract } from '../../../server/src/core/nodeConfig/read.js';
import { pathOf } from '../../../server/src/core/nodeConfig/required.js';
import { prevailingSpelling, spellingOf } from '../../../server/src/core/nodeConfig/navigate.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { parseJson } from '../../../server/src/core/formats/json/parse.js';
import type { ObjectNode } from '../../../server/src/core/formats/tree/node.js';
import { configTexts, goodConfigTexts } from '../../support/configs.js';

function objectOf(text: string): ObjectNode {
  const { root } = parseJson(text);
  if (root?.kind !== 'object') throw new Error('no object');
  return root;
}

const edits = {
  'proto names': (text: string) => applyChanges(text, convertNames(objectOf(text), contract.root, 'proto')),
  'JSON names': (text: string) => applyChanges(text, convertNames(objectOf(text), contract.root, 'json')),
  'contract order': (text: string) =>
    applyChanges(text, sortFields(text, { node: objectOf(text), message: contract.root })),
  'no defaults': (text: string) =>
    applyChanges(text, removeDefaults(text, { node: objectOf(text), message: contract.root })),
};

/** What the node makes of a text, whatever it departs from. */
function meaning(text: string): { marshalled: string; errors: string[] } {
  const reading = readContract(parseJson(text), contract.root);
  const errors = reading.notes.map(({ error, field, message }) => `${error} ${field?.name ?? message.name}`);
  return { marshalled: marshal(reading.value, { encoder: 'protojson' }), errors: errors.sort() };
}

/** Configs in several layouts, some with a field of the root given once more. */
const texts = fc
  .tuple(
    configTexts,
    fc.constantFrom<string | number>(0, 2, '\t'),
    fc.boolean(),
    fc.option(fc.constantFrom(...contract.root.fields)),
  )
  .map(([compact, unit, windows, again]) => {
    const twice = again === null ? compact : compact.replace(/^\{(?!\})/, `{"${again.jsonName}":null,`);
    const text =
      unit === 0
        ? twice
        : again === null
          ? JSON.stringify(JSON.parse(compact), null, unit)
          : twice.replace('{', '{\n\t');
    return windows ? text.replaceAll('\n', '\r\n') : text;
  });

describe.each(Object.entries(edits))('an edit to %s', (_, edit) => {
  it('keeps what the node reads, and changes nothing the second time', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const result = edit(text);
        expect(parseJson(result).problems).toEqual([]);
        expect(meaning(result)).toEqual(meaning(text));
        expect(edit(result)).toBe(result);
      }),
    );
  });
});

describe('converting names', () => {
  it.each([
    [
      'proto names',
      '{"vmSize":"a","runcConfig":{"runcVersion":"1"}}',
      '{"vm_size":"a","runc_config":{"runc_version":"1"}}',
    ],
    ['JSON names', '{"vm_size":"a","version":"v1"}', '{"vmSize":"a","version":"v1"}'],
    ['JSON names', '{"\\u0076m_size":"a"}', '{"vmSize":"a"}'],
    // JSON names of their own.
    [
      'JSON names',
      '{"kubelet_config":{"kubelet_config_file_config":{"server_tls_bootstrap":true}}}',
      '{"kubeletConfig":{"kubeletConfigFileConfig":{"serverTLSBootstrap":true}}}',
    ],
    // Map keys are data, unknown names are nobody's.
    [
      'JSON names',
      '{"enabled_features":{"vm_size":"a"},"no_field":{"vm_size":1}}',
      '{"enabledFeatures":{"vm_size":"a"},"no_field":{"vm_size":1}}',
    ],
    // Messages inside maps are not.
    [
      'proto names',
      '{"localDnsProfile":{"vnetDnsOverrides":{"maxConcurrent":{"queryLogging":"Log"}}}}',
      '{"local_dns_profile":{"vnet_dns_overrides":{"maxConcurrent":{"query_logging":"Log"}}}}',
    ],
    // A field given twice is left to its author.
    ['proto names', '{"vm_size":"a","vmSize":"b","runcConfig":{}}', '{"vm_size":"a","vmSize":"b","runc_config":{}}'],
  ] as const)('%s: %s', (kind, text, result) => {
    expect(edits[kind](text)).toBe(result);
  });

  it('leaves only one spelling', () => {
    fc.assert(
      fc.property(configTexts, fc.constantFrom('proto', 'json'), (text, spelling) => {
        const root = objectOf(edits[spelling === 'proto' ? 'proto names' : 'JSON names'](text));
        for (const { node, message } of contractObjects(root, contract.root)) {
          for (const { key } of node.members) {
            const field = message.fieldByKey(key.name);
            if (field !== undefined) expect([spelling, undefined]).toContain(spellingOf(key.name, field));
          }
        }
      }),
    );
  });

  it.each([
    ['{"vmSize":"a","isVhd":true,"runc_config":{}}', 'json'],
    ['{"vmSize":"a","is_vhd":true}', 'proto'],
    ['{"version":"v1"}', 'proto'],
    ['{"version":"v1","runcConfig":{"runcVersion":"1"},"vm_size":""}', 'json'],
    ['[]', 'proto'],
  ])('of %s are mostly %s names', (text, spelling) => {
    expect(prevailingSpelling(readContract(parseJson(text), contract.root).spellings)).toBe(spelling);
  });
});

describe('sorting fields in contract order', () => {
  it('sorts all messages, and keeps maps, lists and lines', () => {
    expect(
      edits['contract order'](
        '{\n  "vm_size": "a",\n  "zzz": 1,\n\n  "enabled_features": { "b": "1", "a": "2" },\n  "runc_config": {\n    "runc_version": "1"\n  },\n  "cluster_config": {\n    "location": "l", "resourceGroup": "r"\n  },\n  "version": "v1"\n}\n',
      ),
    ).toBe(
      '{\n  "version": "v1",\n  "cluster_config": {\n    "resourceGroup": "r", "location": "l"\n  },\n\n  "runc_config": {\n    "runc_version": "1"\n  },\n  "vm_size": "a",\n  "enabled_features": { "b": "1", "a": "2" },\n  "zzz": 1\n}\n',
    );
  });

  it('gives the order of the marshalled text', () => {
    fc.assert(
      fc.property(configTexts, (text) => {
        const order = (of: ObjectNode) => of.members.map(({ key }) => contract.root.fieldByKey(key.name)?.name);
        const sorted = order(objectOf(edits['contract order'](text)));
        const marshalled = order(objectOf(meaning(text).marshalled));
        expect(sorted.filter((name) => marshalled.includes(name))).toEqual(marshalled);
      }),
    );
  });
});

describe('removing fields at their default', () => {
  it.each([
    // Nothing to the node.
    ['{"vm_size":"","enable_hosts_config_agent":false,"workload_runtime":0}', '{}'],
    ['{"workload_runtime":"WORKLOAD_RUNTIME_UNSPECIFIED","is_kata":true}', '{"is_kata":true}'],
    ['{"custom_ca_certs":[],"enabled_features":{},"runc_config":null,"is_vhd":null,"vm_size":"a"}', '{"vm_size":"a"}'],
    ['{"runc_config":{"runc_version":""}}', '{"runc_config":{}}'],
    [
      '{"local_dns_profile":{"kube_dns_overrides":{"a":{"query_logging":""}}}}',
      '{"local_dns_profile":{"kube_dns_overrides":{"a":{}}}}',
    ],
    // Something to the node, or to its author.
    ['{"runc_config":{}}', '{"runc_config":{}}'],
    ['{"is_vhd":false,"cse_timeout":0}', '{"is_vhd":false,"cse_timeout":0}'],
    ['{"custom_ca_certs":[""],"enabled_features":{"a":""}}', '{"custom_ca_certs":[""],"enabled_features":{"a":""}}'],
    ['{"version":"","cluster_config":{"location":""}}', '{"version":"","cluster_config":{"location":""}}'],
    // Faults are not defaults.
    ['{"workload_runtime":"NONE","zzz":null,"vm_size":0}', '{"workload_runtime":"NONE","zzz":null,"vm_size":0}'],
    ['{"vm_size":"","vmSize":"b"}', '{"vm_size":"","vmSize":"b"}'],
  ])('%s becomes %s', (text, result) => {
    expect(edits['no defaults'](text)).toBe(result);
  });

  it('leaves only what the node writes', () => {
    const paths = (value: unknown, path: string): string[] =>
      typeof value === 'object' && value !== null
        ? [path, ...Object.entries(value).flatMap(([key, item]) => paths(item, `${path}.${key}`))]
        : [path];
    const required = new Set(contract.required.map((way) => `.${pathOf(way)}`));
    fc.assert(
      fc.property(goodConfigTexts, (text) => {
        const left = paths(JSON.parse(edits['proto names'](edits['no defaults'](text))), '');
        const written = paths(JSON.parse(meaning(text).marshalled), '');
        expect(left.filter((path) => !required.has(path)).sort()).toEqual(
          written.filter((path) => !required.has(path)).sort(),
        );
      }),
    );
  });
});
