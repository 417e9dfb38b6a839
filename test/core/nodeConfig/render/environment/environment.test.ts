import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EnvironmentOptions, environmentOf, nodeFilesOf } from '../../../../../server/src/core/index.js';
import { analyse } from '../../../../support/analyse.js';
import { configTexts, goodConfigTexts } from '../../../../support/configs.js';
import { expectGolden } from '../../../../support/golden.js';

const sample = readFileSync('test/samples/aks-node-controller-config.json', 'utf8');
const full = readFileSync('test/core/nodeConfig/render/environment/full.node-config.json', 'utf8');
const gpuComponents = new Map([['aks-gpu-cuda-lts', { driverVersion: '580.1', imageSuffix: '20260101' }]]);

function env(text: string, options: EnvironmentOptions = {}, showSecrets = true) {
  const rendered = environmentOf(analyse('a.node-config.json', text, 'node-config'), { ...options, showSecrets });
  if (!rendered.ok) throw new Error(rendered.error.message);
  return rendered.value;
}

function files(text: string, options: EnvironmentOptions = {}, showSecrets = true) {
  const rendered = nodeFilesOf(analyse('a.node-config.json', text, 'node-config'), { ...options, showSecrets });
  if (!rendered.ok) throw new Error(rendered.error.message);
  return rendered.value.files;
}

const anyOptions = fc.record(
  { containerdVersion: fc.constantFrom('1.7.22', '2.1.0', 'x'), gpuComponents: fc.constant(gpuComponents) },
  { requiredKeys: [] },
);

describe('the bootstrap environment', () => {
  it.each([
    ['sample', sample, {}],
    ['full', full, { containerdVersion: '2.1.4', gpuComponents }],
  ])('of the %s config', (name, text, options) => {
    const lines = env(text, options).variables.map((variable) => `${variable.name}=${variable.value}\n`);
    expectGolden(`environment/${name}.env`, lines.join(''));
  });

  it('is rendered for every config that the node accepts, sorted and reproducible', () => {
    fc.assert(
      fc.property(goodConfigTexts, anyOptions, (text, options) => {
        const { variables } = env(text, options);
        const names = variables.map(({ name }) => name);
        expect(names).toEqual([...new Set(names)].sort());
        expect(names.length).toBe(164 + Number(variables.find(({ name }) => name === 'CUSTOM_CA_TRUST_COUNT')?.value));
        expect(env(text, options)).toEqual({ variables, masked: 0 });
        for (const { variable, value } of variables) {
          if (variable.kind === 'bool') expect(value).toMatch(/^(?:true|false)$/);
          if (variable.kind === 'base64-template') expect(Buffer.from(value, 'base64').toString('base64')).toBe(value);
        }
      }),
    );
  });

  it('is rendered for every config that the node accepts or continues with, and for no other', () => {
    fc.assert(
      fc.property(configTexts, fc.boolean(), (text, showSecrets) => {
        const analysis = analyse('a.node-config.json', text, 'node-config');
        const { reading, continued } = analysis.nodeConfig ?? {};
        for (const rendered of [environmentOf(analysis, { showSecrets }), nodeFilesOf(analysis, { showSecrets })]) {
          expect(rendered.ok).toBe(reading?.ok === true || continued !== undefined);
          if (rendered.ok) expect(rendered.value.incomplete === undefined).toBe(reading?.ok);
        }
      }),
    );
  });

  it('is not rendered for other documents', () => {
    const options = { showSecrets: true };
    const code = (name: string, text: string): unknown => {
      const rendered = environmentOf(analyse(name, text), options);
      return rendered.ok ? undefined : rendered.error.code;
    };
    expect(code('a.node-config.json', '{"is_vhd":1}')).toBe('render/refused-by-the-node');
    expect(code('a.yaml', '#cloud-config\n')).toBe('render/not-a-node-config');
  });
});

describe('files in the environment', () => {
  it.each(['1.7.22', '2.1.4'])('of the full config, with containerd %s', (containerdVersion) => {
    const found = files(full, { containerdVersion });
    expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
    const shown = found.map(
      ({ name, path, variable, text }) => `=== ${name} | ${path ?? '?'} | ${variable}\n${text}\n`,
    );
    expectGolden(`environment/node-files.containerd-${containerdVersion.charAt(0)}.txt`, shown.join(''));
  });

  it('are what the variables decode to', () => {
    fc.assert(
      fc.property(goodConfigTexts, anyOptions, (text, options) => {
        const values = new Map(env(text, options).variables.map(({ name, value }) => [name, value]));
        for (const file of files(text, options)) {
          const value = values.get(file.variable) ?? '';
          if (file.variable === 'CONTAINERD_ULIMITS') expect(file.text.trim()).toBe(value.replaceAll(' ', '\n').trim());
          else expect(file.text).toBe(Buffer.from(value, 'base64').toString());
        }
      }),
    );
  });

  it('are left out if the config has none, or not base64 of a text', () => {
    expect(files('{}').map(({ variable }) => variable)).toEqual([
      'SYSCTL_CONTENT',
      'CONTAINERD_CONFIG_CONTENT',
      'CONTAINERD_CONFIG_NO_GPU_CONTENT',
      'KUBENET_TEMPLATE',
    ]);
    const some = files(
      '{"kubernetes_ca_cert":"no base64!","message_of_the_day":"/w==","custom_ca_certs":["?","YQ=="]}',
    );
    expect(some.filter(({ variable }) => /CA_|MESSAGE/.test(variable))).toEqual([
      {
        name: 'custom-ca.1.crt',
        path: '/opt/certs/00000000000000cert1.crt',
        variable: 'CUSTOM_CA_CERT_1',
        text: 'a',
      },
    ]);
  });

  it('have one limit per line', () => {
    const drop = (members: string): string | undefined =>
      files(`{"custom_linux_os_config":{"ulimit_config":{${members}}}}`).find(
        ({ variable }) => variable === 'CONTAINERD_ULIMITS',
      )?.text;
    expect(drop('')).toBe('[Service]\n');
    expect(drop('"no_file":"1024:4096"')).toBe('[Service]\nLimitNOFILE=1024:4096\n');
  });
});

describe('secrets', () => {
  const known = [
    'abcdef.0123456789abcdef',
    'Passw0rd-of-the-principal',
    'Passw0rd-of-the-realm',
    'Passw0rd-of-the-proxy',
    'MIIEvQIBADANBgkq',
  ];
  /** Everything that a text says, in base64 too. */
  const everything = (text: string): string =>
    [
      text,
      ...[...text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)].map(([blob]) => Buffer.from(blob, 'base64').toString()),
    ].join('\n');

  it('are in the environment and its files only on request', () => {
    const told = (showSecrets: boolean): string =>
      everything(
        JSON.stringify([env(full, {}, showSecrets).variables.map(({ value }) => value), files(full, {}, showSecrets)]),
      );
    for (const secret of known) {
      expect(told(true)).toContain(secret);
      expect(told(false)).not.toContain(secret);
    }
    expect(env(full, {}, false).masked).toBe(known.length);
  });

  it('are masked without changing anything else', () => {
    const shown = env(full).variables;
    const masked = env(full, {}, false).variables;
    const changed = shown.filter(({ value }, index) => masked[index]?.value !== value).map(({ name }) => name);
    expect(changed).toEqual([
      'CUSTOM_SEARCH_REALM_PASSWORD',
      'HTTP_PROXY_URLS',
      'KUBELET_CLIENT_CONTENT',
      'PROXY_VARS',
      'SERVICE_PRINCIPAL_FILE_CONTENT',
      'TLS_BOOTSTRAP_TOKEN',
    ]);
    expect(masked.find(({ name }) => name === 'HTTP_PROXY_URLS')?.value).toBe(
      'http://user:********@proxy.contoso.example:3128',
    );
    expect(files(full, {}, false).find(({ name }) => name === 'client.key')?.text).toBe('********');
  });

  it('are found under the names of flags and labels too', () => {
    const text = '{"kubelet_config":{"kubelet_flags":{"--registry-password":"hunter2","--max-pods":"5"}}}';
    expect(env(text, {}, false).variables.find(({ name }) => name === 'KUBELET_FLAGS')?.value).toBe(
      '--max-pods=5 --registry-password=********',
    );
  });

  it.each([
    ['flags', '"kubelet_flags":{"https://bob:Tr0ub4dorPW@h/x":"z"}', 'KUBELET_FLAGS', 'https://bob:********@h/x=z', 1],
    ['labels', '"kubelet_node_labels":{"password=hunter2Qx9":"1"}', 'KUBELET_NODE_LABELS', 'password=********=1', 1],
    [
      'flags with equal masks, in their order',
      '"kubelet_flags":{"password=hunter2Qx9":"a","--x":"b","password=hunter3Qx9":"c","password=********":"d"}',
      'KUBELET_FLAGS',
      '--x=b password=********=******** password=********#2=a password=********#3=c',
      3,
    ],
    [
      'flags whose values are secret, too',
      '"kubelet_flags":{"https://bob:Tr0ub4dorPW@h/password":"hunter2"}',
      'KUBELET_FLAGS',
      'https://bob:********@h/password=********',
      1,
    ],
  ])('are masked in the keys of %s', (_, members, variable, value, masked) => {
    const text = `{"kubelet_config":{${members}}}`;
    const rendered = env(text, {}, false);
    expect(rendered.variables.find(({ name }) => name === variable)?.value).toBe(value);
    expect(rendered.masked).toBe(masked);
  });
});
