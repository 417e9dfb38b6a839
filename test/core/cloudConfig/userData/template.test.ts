import { describe, expect, it } from 'vitest';
import { type InstanceData, readInstanceData } from '../../../../server/src/core/index.js';
import { analyse, checkProblems } from '../../../support/analyse.js';
import { unmasked } from '../../../support/maskings.js';

const data = readInstanceData(
  JSON.stringify({
    v1: { local_hostname: 'n1', region: 'westeurope', 'availability-zone': '1' },
    ds: { meta_data: { 'public-hostname': 'n1.example.org', count: 3, list: ['a', 'b'] } },
    vendordata: null,
  }),
);
const head = '## template: jinja\n#cloud-config\n';

describe('instance data', () => {
  it('reads only JSON objects', () => {
    expect(readInstanceData('[]')).toBeUndefined();
    expect(readInstanceData('{not json')).toBeUndefined();
    const names = [...(data?.keys() ?? [])].map(String).sort();
    expect(names.join(' ')).toBe('availability-zone availability_zone ds local_hostname region v1 vendordata');
  });
});

describe('values of instance data', () => {
  it('are exact', () => {
    const big = readInstanceData('{"v1": {"big": 12345678901234567890, "float": 1.0, "small": -3}}');
    const { cloudConfig } = analyse(
      'm.txt',
      `${head}runcmd: [a{{ v1.big }} {{ big }} {{ float }} {{ small }}]\n`,
      undefined,
      {
        instanceData: big,
      },
    );
    expect(cloudConfig?.verdict(unmasked)?.parsed).toEqual({
      runcmd: ['a12345678901234567890 12345678901234567890 1.0 -3'],
    });
  });
});

describe('templates with instance data', () => {
  const check = (source: string): void => {
    checkProblems('m.txt', source, undefined, { instanceData: data });
  };
  it.each([
    [`${head}hostname: {{ v1.local_hostname }}\n`],
    [`${head}hostname: ⟦{{ v1.nope }}⟧user-data/unknown-variable\n`],
    [`${head}⟦hostnam⟧cloud-config/unknown-key: {{ v1.local_hostname }}\n`],
    [`${head}hostname: ⟦{{ ds.meta_data.count }}⟧cloud-config/wrong-type\n`],
    [
      `${head}{% for x in ds.meta_data.list %}\n⟦⟦k{{ x }}⟧cloud-config/unknown-key⟧cloud-config/unknown-key: 1\n{% endfor %}\n`,
    ],
    [`${head}hostname: ⟦{{ v1.x⟧user-data/template-syntax\n`],
    [`${head}hostname: {{ ⟦v1.nope.x⟧user-data/template-fails }}\n`],
    [`${head}hostname: {{ ⟦public-hostname⟧user-data/template-fails }}\n`],
    [`${head}{% ⟦foo⟧user-data/template-syntax %}\n`],
    [`${head}hostname: {{ v1.region | ⟦nofilter⟧user-data/template-syntax }}\n`],
    [`${head}hostname: {{ ⟦v1.region | urlize⟧user-data/template-not-rendered }}\n`],
    ['⟦## template: jinja⟧user-data/template-fails'],
    ['## template: jinja\n⟦runcmd: [ls]⟧user-data/unhandled-part\n'],
    ['## template: jinja\n⟦#include⟧user-data/unhandled-part\nhttp://a\n'],
    ['## template: jinja\n⟦#cloud-config-jsonp⟧user-data/unhandled-part\n[]\n'],
    ['## template: jinja\n⟦text/x-shellscript-per-boot⟧user-data/unhandled-part\n#!/bin/sh\n'],
    ['## template: jinja\n#!/bin/sh\necho {{ v1.region }}\n'],
    ['## template: jinja\n\n⟦#!/bin/sh⟧user-data/missing-shebang\n'],
    ['## template: jinja\n#cloud-boothook\n#!/bin/sh\n'],
    ['## template: jinja\n\n⟦#cloud-boothook⟧user-data/missing-shebang\n#!/bin/sh\n'],
    ['\n⟦## template: jinja⟧user-data/template-header\n#cloud-config\n'],
    ['⟦## template: jinja2⟧user-data/template-header\n#cloud-config\n'],
  ])('%j', check);
});

describe('templates without instance data', () => {
  it.each([
    [`${head}hostname: {{ v1.local_hostname }}\n`],
    [`${head}hostname: "{{ v1['local-hostname'] }}"\nfqdn: {{ ds.meta_data.x }}.example\n`],
    [`${head}{{ ds.key }}: {{ ds.value }}\nphone_home: {{ ds.all }}\n`],
    [`${head}hostname: {{ ⟦v1.local_hostnam⟧user-data/unknown-variable }}\n`],
    [`${head}hostname: {{ ⟦hostnam⟧user-data/unknown-variable }}\n`],
    [`${head}hostname: {{ v1.nope | default('x') }}\n{% if nope is defined %}\n{% endif %}\n`],
    [`${head}{% set x = 1 %}\nhostname: a{{ x }}\n{% for y in ds.list %}\n# {{ y }} {{ loop.index }}\n{% endfor %}\n`],
    [`${head}⟦hostnam⟧cloud-config/unknown-key: {{ v1.local_hostname }}\n`],
    [`${head}packages: ⟦3⟧cloud-config/wrong-type\nhostname: {{ v1.region }}\n`],
    [`${head}{% if v1.distro == "ubuntu" %}\nhostname: a\n{% else %}\nhostname: b\n{% endif %}\n`],
    [`${head}{% if v1.distro == "ubuntu" %}\n⟦hostnam⟧cloud-config/unknown-key: a\n{% endif %}\n`],
    [`${head}hostname: ⟦{{ v1.x⟧user-data/template-syntax\n`],
    [`${head}hostname: a\r\n⟦fqd⟧cloud-config/unknown-key: {{ v1.region }}\r\n`],
  ])('%j', (source) => {
    checkProblems('m.txt', source);
  });

  it('keeps the original characters in written files', () => {
    const source = `${head}write_files:\n- path: /{{ v1.region }}\n  content: |\n    {% if v1.distro == 'x' %}\n    a: {{ v1.region }}\n    {% endif %}\n    é\n`;
    const [file] = analyse('m.txt', source).root.children;
    expect(file?.is === 'file' && [file.path, file.payload.text]).toEqual([
      '/{{ v1.region }}',
      "{% if v1.distro == 'x' %}\na: {{ v1.region }}\n{% endif %}\né\n",
    ]);
  });

  it('shows the format of a template', () => {
    const { root } = analyse('m.txt', `${head}hostname: {{ x }}\n`);
    expect([root.kind, root.layers]).toEqual(['cloud-config', ['jinja-template', 'cloud-config']]);
  });
});

describe("cloud-init's verdict", () => {
  const verdict = (text: string, instanceData?: InstanceData) =>
    analyse('m.txt', text, 'cloud-config', { instanceData }).cloudConfig?.verdict(unmasked);

  it.each([
    [`${head}hostname: {{ v1.local_hostname }}\n`, 'valid', 'text/cloud-config', { hostname: 'n1' }],
    [`${head}hostname: {{ ds.meta_data.count }}\n`, 'invalid', 'text/cloud-config', { hostname: 3 }],
    ['## template: jinja\n#!/bin/sh\n', 'not-validated', 'text/x-shellscript', null],
    ['## template: jinja\nhostname: a\n', 'invalid', null, null],
    [`${head}hostname: {{ v1.nope.x }}\n`, 'invalid', 'text/jinja2', null],
    [`${head}hostname: {{ v1.region|urlize }}\n`, 'not-validated', 'text/jinja2', null],
  ])('%j', (text, wanted, contentType, parsed) => {
    expect(verdict(text, data)).toEqual({ verdict: wanted, contentType, parsed });
  });

  it('is invalid without instance data only if a problem says so', () => {
    const verdictWith = (text: string, instanceDataFault?: string) =>
      analyse('m.txt', text, 'cloud-config', { instanceDataFault }).cloudConfig?.verdict(unmasked)?.verdict;
    expect(verdictWith(`${head}hostname: a\n`)).toBe('not-validated');
    expect(verdictWith(`${head}hostname: a\n`, 'There is none.')).toBe('invalid');
    expect(verdictWith(`${head}hostname: {{ a\n`)).toBe('invalid');
  });
});
