import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../server/src/core/nodeConfig/contract/contract.js';
import { convertNames } from '../../../server/src/core/nodeConfig/edits.js';
import { recordPosition } from '../../../server/src/core/record/navigate.js';
import { type ConfigField, givenFields } from '../../../server/src/core/nodeConfig/value.js';
import { customDataDialects, customDataOf } from '../../../server/src/core/index.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { parseJson } from '../../../server/src/core/formats/json/parse.js';
import { analyse } from '../../support/analyse.js';
import { configTexts, goodConfigTexts } from '../../support/configs.js';
import { ragged } from '../../support/jsonTexts.js';
import { runs } from '../../support/runs.js';
import { base64, compare, fieldsOf } from './support.js';
import { masked, unmasked } from '../../support/maskings.js';

const full = readFileSync('test/core/nodeConfig/render/environment/full.node-config.json', 'utf8');

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The same value with the members of every object in the order that `keys` gives them. */
function reordered(value: Json, keys: (names: string[]) => string[]): Json {
  if (Array.isArray(value)) return value.map((item) => reordered(item, keys));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(keys(Object.keys(value)).map((name) => [name, reordered(value[name] ?? null, keys)]));
}

function renamed(text: string, spelling: 'proto' | 'json'): string {
  const { root } = parseJson(text);
  return root?.kind === 'object' ? applyChanges(text, convertNames(root, contract.root, spelling)) : text;
}

const rewritings: Record<string, (text: string) => string> = {
  indented: (text) => JSON.stringify(JSON.parse(text), null, 4),
  'ragged, with CR LF': (text) => ragged(text, ['', '\r\n\t', ' ']),
  'with proto names': (text) => renamed(text, 'proto'),
  'with JSON names': (text) => renamed(text, 'json'),
  'back to front': (text) => JSON.stringify(reordered(JSON.parse(text) as Json, (names) => names.reverse())),
  'with letters escaped': (text) =>
    text.replace(/"([A-Za-z])/g, (_, letter: string) => `"\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'as the node writes it': (text) =>
    analyse('a.json', text, 'node-config').nodeConfig?.verdict(unmasked).marshalled ?? '',
};

describe('a config and itself', () => {
  it.each(Object.entries(rewritings))('%s mean the same', (_, rewrite) => {
    fc.assert(
      fc.property(goodConfigTexts, (text) => {
        const comparison = compare(text, rewrite(text));
        expect([comparison.fields, comparison.variables, comparison.texts, comparison.notes]).toEqual([[], [], [], []]);
        expect(comparison.equal).toBe(true);
      }),
      { numRuns: runs(30) },
    );
  });

  it.each(customDataDialects)('in %s custom data mean the same', (dialect) => {
    fc.assert(
      fc.property(goodConfigTexts, fc.boolean(), (text, decoded) => {
        const rendered = customDataOf(analyse('a.json', text, 'node-config'), dialect, { showSecrets: true });
        fc.pre(rendered.ok);
        const content = decoded ? rendered.value.decoded : rendered.value.customData;
        const comparison = compare(text, { name: 'blob.txt', content });
        expect(fieldsOf(comparison)).toEqual([]);
        expect(comparison.equal).toBe(true);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('a difference of layout, spelling or form', () => {
  it.each([
    ['{"vm_size":"a","is_vhd":true}', '{"isVhd":true,"vmSize":"a"}'],
    ['{"cse_timeout":900}', '{"cse_timeout":9.0e2}'],
    ['{"cse_timeout":900}', '{"cse_timeout":"900"}'],
    ['{"cluster_config":{"vm_type":"VM_TYPE_VMSS"}}', '{"cluster_config":{"vm_type":2}}'],
    ['{"vm_size":""}', '{}'],
    ['{"vm_size":null}', '{}'],
    ['{"http_proxy_config":{"no_proxy_entries":[]}}', '{"http_proxy_config":{}}'],
    ['{"enabled_features":{"A":"1","B":"2"}}', '{"enabled_features":{"B":"2","A":"1"}}'],
    [
      '{"cluster_config":{"cloud_provider_config":{"backoff_jitter":0.10}}}',
      '{"cluster_config":{"cloud_provider_config":{"backoff_jitter":1e-1}}}',
    ],
  ])('%s = %s', (before, after) => {
    expect(compare(before, after)).toMatchObject({ equal: true, fields: [], variables: [], notes: [] });
  });
});

describe('a value that the node refuses', () => {
  const refused = (before: string, after: string) =>
    compare(before, after, { masking: masked() }).fields.map(({ kind, path, before: old, after: now, refused: by }) => {
      return [kind, path, old, now, by];
    });

  it.each<[string, string, unknown[][]]>([
    ['{"enable_ssh":"true"}', '{"enable_ssh":true}', [['changed', 'enable_ssh', 'true', true, { before: true }]]],
    ['{"enableSsh":"true"}', '{}', [['removed', 'enable_ssh', 'true', undefined, { before: true }]]],
    [
      '{"enable_ssh":"true"}',
      '{"enable_ssh":"yes"}',
      [['changed', 'enable_ssh', 'true', 'yes', { before: true, after: true }]],
    ],
    ['{"enable_ssh":"true"}', '{ "enableSsh": "true" }', []],
    [
      '{"kubelet_config":{"kubelet_flags":{"--v":4}}}',
      '{"kubelet_config":{"kubelet_flags":{"--v":"4"}}}',
      [['changed', 'kubelet_config.kubelet_flags', { '--v': 4 }, { '--v': '4' }, { before: true }]],
    ],
    [
      '{"kubelet_config":{"kubelet_flags":{"--a":"1","--v":4}}}',
      '{"kubelet_config":{"kubelet_flags":{"--a":"1","--v":"4"}}}',
      [['changed', 'kubelet_config.kubelet_flags.--v', 4, '4', { before: true }]],
    ],
    [
      '{"custom_ca_certs":["a",1]}',
      '{"custom_ca_certs":["a"]}',
      [['changed', 'custom_ca_certs', ['a', 1], ['a'], { before: true }]],
    ],
    ['{"kubelet_config":"x"}', '{"kubelet_config":{}}', [['changed', 'kubelet_config', 'x', {}, { before: true }]]],
    [
      '{"auth_config":{"service_principal_secret":["hunter2"]}}',
      '{"auth_config":{"service_principal_secret":"hunter2"}}',
      [['changed', 'auth_config.service_principal_secret', ['********'], '********', { before: true }]],
    ],
  ])('is shown as it is written: %s and %s', (before, after, expected) => {
    expect(refused(before, after)).toEqual(expected);
  });
});

describe('differences of fields', () => {
  it.each([
    ['{"vm_size":"a"}', '{"vm_size":"b"}', ['~ vm_size']],
    ['{}', '{"vm_size":"b"}', ['+ vm_size']],
    ['{"is_vhd":true}', '{"is_vhd":false}', ['~ is_vhd']],
    ['{"enable_ssh":false}', '{}', ['- enable_ssh']],
    ['{}', '{"kubelet_config":{}}', ['+ kubelet_config']],
    ['{"kubelet_config":{"kubelet_flags":{"--a":"1"}}}', '{}', ['- kubelet_config']],
    [
      '{"kubelet_config":{"kubelet_flags":{"--a":"1","--b":"2"}}}',
      '{"kubelet_config":{"kubelet_flags":{"--c":"3","--b":"9"}}}',
      [
        '- kubelet_config.kubelet_flags.--a',
        '~ kubelet_config.kubelet_flags.--b',
        '+ kubelet_config.kubelet_flags.--c',
      ],
    ],
    [
      '{"http_proxy_config":{"no_proxy_entries":["a","b","c"]}}',
      '{"http_proxy_config":{"no_proxy_entries":["c","b","a"]}}',
      ['> http_proxy_config.no_proxy_entries'],
    ],
    [
      '{"http_proxy_config":{"no_proxy_entries":["a","b"]}}',
      '{"http_proxy_config":{"no_proxy_entries":["x","a","b"]}}',
      ['+ http_proxy_config.no_proxy_entries.0'],
    ],
    [
      '{"local_dns_profile":{"kube_dns_overrides":{"a.b":{"max_concurrent":1}}}}',
      '{"local_dns_profile":{"kube_dns_overrides":{"a.b":{"max_concurrent":2}}}}',
      ['~ local_dns_profile.kube_dns_overrides.a.b.max_concurrent'],
    ],
    // The order of the contract, not of the documents.
    ['{"vm_size":"a","version":"v0"}', '{"vm_size":"b","version":"v1"}', ['~ version', '~ vm_size']],
  ])('%s and %s', (before, after, expected) => {
    const comparison = compare(before, after);
    expect(fieldsOf(comparison)).toEqual(expected);
    expect(comparison.equal).toBe(false);
  });

  it('report values by name, pointers that are unambiguous for names with dots, and ranges in both documents', () => {
    const before = '{"clusterConfig": {"vmType": 2}}';
    const after = '{"cluster_config": {"vm_type": "VM_TYPE_STANDARD"}}';
    const [found] = compare(before, after).fields;
    expect(found).toMatchObject({
      pointer: '/cluster_config/vm_type',
      before: 'VM_TYPE_VMSS',
      after: 'VM_TYPE_STANDARD',
    });
    const at = (text: string, place: { start: number; end: number } | undefined) =>
      text.slice(place?.start, place?.end);
    expect(at(before, found?.places.before)).toBe('"vmType": 2');
    expect(at(after, found?.places.after)).toBe('"vm_type": "VM_TYPE_STANDARD"');
    const entry = '{"local_dns_profile":{"kube_dns_overrides":{"a.b/c":{}}}}';
    const [added] = compare('{"local_dns_profile":{"kube_dns_overrides":{"d":{}}}}', entry).fields;
    expect(added).toMatchObject({ kind: 'added', pointer: '/local_dns_profile/kube_dns_overrides/a.b~1c' });
  });

  it('have no places behind base64', () => {
    const comparison = compare('{"vm_size":"a"}', { content: base64('{"vm_size":"b","is_vhd":true}') });
    expect(comparison.fields.map(({ places }) => Object.keys(places))).toEqual([['before'], []]);
  });

  it('say what certificates and other encoded values hold', () => {
    const pem = readFileSync('test/fixtures/certificates/root.pem', 'utf8');
    const other = readFileSync('test/fixtures/certificates/leaf.pem', 'utf8');
    const config = (value: string) => JSON.stringify({ kubernetes_ca_cert: value });
    const [found] = compare(config(base64(pem)), config(base64(other))).fields;
    expect(found?.summaries?.before).toMatch(/CN=.*until \d{4}-/);
    expect(found?.summaries?.after).not.toBe(found?.summaries?.before);
    const wrapped = base64(pem).replace(/.{64}/g, '$&\n');
    expect(compare(config(base64(pem)), config(wrapped)).fields[0]?.remark).toMatch(/content is the same/);
  });
});

/** Another value than this one, of the same type. */
function another({ field, value }: ConfigField): Json | undefined {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'number') return undefined;
  if (field.type.kind === 'enum') return value === 1 ? 2 : 1;
  return value === 5 ? 6 : 5;
}

/** A config, and the same with one field taken away or given another value. */
const oneChange = fc
  .tuple(goodConfigTexts, fc.nat(), fc.boolean())
  .map(([text, choice, removes]) => {
    const reading = analyse('a.json', text, 'node-config').nodeConfig?.reading;
    const fields = reading === undefined ? [] : givenFields(reading.value, contract);
    const given = fields[choice % Math.max(1, fields.length)];
    const value = given && another(given);
    if (given === undefined || (!removes && value === undefined)) return undefined;
    const changed = JSON.parse(text) as Record<string, Json>;
    let holder = changed;
    for (const step of given.steps.slice(0, -1)) holder = holder[step] as Record<string, Json>;
    holder[String(given.steps.at(-1))] = removes ? null : (value ?? null);
    return { text, changed: JSON.stringify(changed), path: recordPosition(contract.root, given.steps)?.path ?? '' };
  })
  .filter((change) => change !== undefined);

describe('one change', () => {
  it('is found at its path and nowhere else, and variables lead back to it', () => {
    fc.assert(
      fc.property(oneChange, ({ text, changed, path }) => {
        const comparison = compare(text, changed);
        expect(comparison.fields.map((found) => found.path)).toEqual([path]);
        expect(comparison.equal).toBe(false);
        for (const { name, causes } of comparison.variables) expect(causes, name).toEqual([path]);
      }),
    );
  });
});

describe('two configs', () => {
  it('differ alike from either side, and no variable changes without a cause', () => {
    fc.assert(
      fc.property(goodConfigTexts, goodConfigTexts, (one, other) => {
        const [there, back] = [compare(one, other), compare(other, one)];
        expect(back.equal).toBe(there.equal);
        const swapped = { added: 'removed', removed: 'added', changed: 'changed', moved: 'moved' };
        const outsideLists = ({ fields }: typeof there) => fields.filter(({ pointer }) => !/\/\d+$/.test(pointer));
        expect(outsideLists(back)).toEqual(
          outsideLists(there).map(({ kind, before, after, places, summaries, ...rest }) => ({
            ...rest,
            kind: swapped[kind],
            ...(after !== undefined && { before: after }),
            ...(before !== undefined && { after: before }),
            ...(summaries !== undefined && {
              summaries: {
                ...(summaries.after !== undefined && { before: summaries.after }),
                ...(summaries.before !== undefined && { after: summaries.before }),
              },
            }),
            places: {
              ...(places.after && { before: places.after }),
              ...(places.before && { after: places.before }),
            },
          })),
        );
        for (const { name, causes } of there.variables) expect(causes.length, name).toBeGreaterThan(0);
      }),
    );
  });

  it('with faults never count as equal, unless they are the same text', () => {
    fc.assert(
      fc.property(configTexts, configTexts, (one, other) => {
        const refused = [one, other].some(
          (text) => analyse('a.json', text, 'node-config').nodeConfig?.reading.ok === false,
        );
        const { equal, notes, variables } = compare(one, other);
        if (refused) {
          expect(notes.some(({ severity }) => severity === 'error')).toBe(true);
          expect(variables).toEqual([]);
          expect(equal).toBe(one === other);
        }
        expect(compare(one, one).equal).toBe(true);
      }),
    );
  });
});

describe('on the node', () => {
  const changed = full
    .replace('"1.34.1"', '"1.33.0"')
    .replace('"vm_max_map_count": 262144', '"vm_max_map_count": 65530');

  it('files are compared by lines, and variables name the fields behind them', () => {
    const { variables } = compare(full, changed);
    const sysctl = variables.find(({ name }) => name === 'SYSCTL_CONTENT');
    expect(sysctl?.causes).toEqual(['custom_linux_os_config.sysctl_config.vm_max_map_count']);
    expect(sysctl?.file?.path).toBe('/etc/sysctl.d/999-sysctl-aks.conf');
    const marked = sysctl?.file?.hunks.flatMap(({ lines }) => lines).filter(({ mark }) => mark !== ' ');
    expect(marked).toEqual([
      { mark: '-', text: 'vm.max_map_count=262144' },
      { mark: '+', text: 'vm.max_map_count=65530' },
    ]);
    expect(variables.find(({ name }) => name === 'KUBERNETES_VERSION')).toEqual({
      name: 'KUBERNETES_VERSION',
      before: '1.34.1',
      after: '1.33.0',
      causes: ['kubernetes_version'],
    });
  });

  it('both meet the same containerd', () => {
    const names = (containerdVersion: string) =>
      compare(full, changed, { masking: unmasked, environment: { containerdVersion } }).variables.map(
        ({ name }) => name,
      );
    expect(names('1.7.22')).toEqual(names('2.1.4'));
    expect(compare(full, full, { masking: unmasked, environment: { containerdVersion: '2.1.4' } }).equal).toBe(true);
  });

  it('numbered variables come and go', () => {
    const config = (...texts: string[]) => JSON.stringify({ custom_ca_certs: texts.map(base64) });
    const { variables } = compare(config('a'), config('a', 'b'));
    expect(variables.map(({ name }) => name)).toEqual(['CUSTOM_CA_CERT_1', 'CUSTOM_CA_TRUST_COUNT']);
    expect(variables[0]).toMatchObject({ after: base64('b'), causes: ['custom_ca_certs.1'] });
    expect(variables[0]?.before).toBeUndefined();
  });
});

describe('what the node drops', () => {
  it('is said, and makes no difference', () => {
    const comparison = compare(
      '{"kubeletConfig":{"same":1.0,"other":1,"mine":1},"cluster_config":{"vm_type":"NOPE"}}',
      '{"kubelet_config":{"same":1,"other":2},"cluster_config":{}}',
    );
    expect(comparison.equal).toBe(true);
    expect(comparison.notes).toEqual([
      { severity: 'information', message: 'The node drops kubelet_config.other, whose values differ.' },
      {
        severity: 'information',
        side: 'before',
        message: 'The node drops kubelet_config.mine, which only this side has.',
      },
      {
        severity: 'information',
        side: 'before',
        message: 'The node drops cluster_config.vm_type, which only this side has.',
      },
    ]);
  });
});

describe('secrets', () => {
  const other = full
    .replace('abcdef.0123456789abcdef', 'fedcba.0123456789abcdef')
    .replaceAll('Passw0rd-of-the-proxy', 'An0ther-of-the-proxy')
    .replace('"Passw0rd-of-the-realm"', '"An0ther-of-the-realm"')
    .replace('UGFzc3cwcmQtb2YtdGhlLXByaW5jaXBhbA==', 'QW4wdGhlci1vZi10aGUtcHJpbmNpcGFs');
  const known = ['0123456789abcdef', 'Passw0rd', 'An0ther', 'UGFzc3cwcmQtb2Y', 'QW4wdGhlci1vZi'];
  const everything = (text: string): string =>
    [
      text,
      ...[...text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)].map(([blob]) => Buffer.from(blob, 'base64').toString()),
    ].join();

  it('that changed are said to have changed, without their values', () => {
    const hidden = compare(full, other, { masking: masked() });
    expect(hidden.equal).toBe(false);
    expect(hidden.fields.map(({ path, masked }) => [path, masked])).toEqual(
      compare(full, other).fields.map(({ path }) => [path, true]),
    );
    expect(hidden.variables.map(({ name }) => name)).toEqual(compare(full, other).variables.map(({ name }) => name));
    for (const secret of known) expect(everything(JSON.stringify(hidden))).not.toContain(secret);
    const shown = everything(JSON.stringify(compare(full, other)));
    for (const secret of known) expect(shown).toContain(secret);
  });

  it('in a map are known by their keys', () => {
    const config = (password: string) =>
      JSON.stringify({ kubelet_config: { kubelet_flags: { '--registry-password': password } } });
    expect(compare(config('a1'), config('b2'), { masking: masked() }).fields).toMatchObject([
      { kind: 'changed', before: '********', after: '********#2', masked: true },
    ]);
  });

  it('are hidden in values of maps whose keys are masked, too', () => {
    const config = (password: string) =>
      JSON.stringify({ kubelet_config: { kubelet_flags: { 'https://bob:Tr0ub4dorPW@h/password': password } } });
    const [field] = compare(config('first-Pw1'), config('other-Pw2'), { masking: masked() }).fields;
    expect(field).toMatchObject({ kind: 'changed', masked: true });
    expect(JSON.stringify([field?.before, field?.after])).not.toMatch(/Pw\d/);
  });
});
