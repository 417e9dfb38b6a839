import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { outline, type OutlineEntry } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

/** An outline as indented lines. */
function lines(entries: readonly OutlineEntry[], indent = ''): string[] {
  return entries.flatMap(({ name, detail, deprecated, children }) => [
    `${indent}${name}${detail === '' ? '' : `: ${detail}`}${deprecated ? ' (deprecated)' : ''}`,
    ...lines(children, `${indent}  `),
  ]);
}

const ofConfig = (config: unknown): string[] =>
  lines(outline(analyse('a.node-config.json', typeof config === 'string' ? config : JSON.stringify(config))));

describe('outline of a node config', () => {
  it('shows types with short values, and the sizes of lists and maps', () => {
    expect(
      ofConfig({
        version: 'v1',
        cluster_config: { vm_type: 'VM_TYPE_VMSS', cloud_provider_config: { backoff_exponent: 1.5 } },
        custom_ca_certs: ['LS0t'],
        is_vhd: true,
        cse_timeout: 900,
        kubelet_config: { kubelet_node_labels: { agentpool: 'a', 'b/c': 'd' }, kubelet_flags: {} },
        local_dns_profile: { vnet_dns_overrides: { '.': { protocol: 'PreferUDP' } } },
      }),
    ).toEqual([
      'version: string "v1"',
      'cluster_config: ClusterConfig',
      '  vm_type: VmType "VM_TYPE_VMSS"',
      '  cloud_provider_config: CloudProviderConfig',
      '    backoff_exponent: double 1.5',
      'custom_ca_certs: list of string, 1 entry',
      '  0: "LS0t"',
      'is_vhd: bool true',
      'cse_timeout: int32 900',
      'kubelet_config: KubeletConfig',
      '  kubelet_node_labels: map of string to string, 2 entries',
      '    agentpool: "a"',
      '    b/c: "d"',
      '  kubelet_flags: map of string to string, 0 entries',
      'local_dns_profile: LocalDnsProfile',
      '  vnet_dns_overrides: map of string to LocalDnsOverrides, 1 entry',
      '    .: LocalDnsOverrides',
      '      protocol: string "PreferUDP"',
    ]);
  });

  it('masks values that are secret by the contract, by name or by format', () => {
    const pem = Buffer.from(
      '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----',
    ).toString('base64');
    const shown = ofConfig({
      auth_config: { service_principal_secret: 'hunter2' },
      bootstrapping_config: { tls_bootstrapping_token: '' },
      kubelet_config: {
        kubelet_client_key: 'a2V5',
        kubelet_flags: { '--token': 'hunter3', '--x': 'abcdef.0123456789abcdef' },
      },
      message_of_the_day: pem,
      enabled_features: { A: 'https://u:hunter4@a.example' },
      api_token: ['hunter6'],
    }).join('\n');
    expect(shown).toContain('service_principal_secret: string ********');
    expect(shown).toContain('tls_bootstrapping_token: string ""');
    expect(shown).toContain('kubelet_client_key: string ********');
    expect(shown).toContain('--token: ********');
    expect(shown).toContain('--x: "********"');
    for (const secret of ['hunter2', 'hunter3', 'hunter4', 'hunter6', 'abcdef.', 'a2V5', pem.slice(40, 80)])
      expect(shown).not.toContain(secret);
  });

  it('masks the value of a misspelt secret field, whatever its type', () => {
    expect(
      ofConfig({ auth_config: { servicePrincipalSecrt: 'changeme', service_principal_secret: 12345678 } }),
    ).toEqual([
      'auth_config: AuthConfig',
      '  servicePrincipalSecrt: ********',
      '  service_principal_secret: string ********',
    ]);
  });

  it('shortens long values', () => {
    const [line = ''] = ofConfig({ vm_size: 'x'.repeat(5_000) });
    expect(line).toBe(`vm_size: string "${'x'.repeat(60)}…"`);
  });

  it('marks deprecated fields', () => {
    expect(
      ofConfig({
        kubelet_config: { kubelet_config_file_config: { streaming_connection_idle_timeout: '4h', max_pods: 1 } },
      }),
    ).toEqual([
      'kubelet_config: KubeletConfig',
      '  kubelet_config_file_config: KubeletConfigFileConfig',
      '    streaming_connection_idle_timeout: string "4h" (deprecated)',
      '    max_pods: int32 1',
    ]);
  });

  it.each([
    [
      '{"cluster_config":{"vm_type":2},"unknown":{"a":null},"vm_size":{}}',
      ['cluster_config: ClusterConfig', '  vm_type: VmType 2', 'unknown', '  a: null', 'vm_size: string'],
    ],
    ['{"version":"v1","vm_size":', ['version: string "v1"', 'vm_size: string']],
    [
      '{"custom_ca_certs":"a","kubelet_config":[',
      ['custom_ca_certs: list of string "a"', 'kubelet_config: KubeletConfig'],
    ],
    ['{"version":"v1","":1," ":2}', ['version: string "v1"', '"": 1', '" ": 2']],
    ['[', []],
  ])('works for wrong and unfinished text: %s', (text, expected) => {
    expect(ofConfig(text)).toEqual(expected);
  });
});

describe('outline of encoded content', () => {
  it('shows how it is encoded in place of its letters, and texts as they are', () => {
    const gzip = Buffer.from(gzipSync('#!/bin/sh\necho hi\n')).toString('base64');
    const files = [
      `{path: /a, encoding: gz+b64, content: ${gzip}}`,
      '{path: /b, content: !!binary IyEvYmluL3NoCg==}',
      '{path: /c, content: "#!/bin/sh\\n"}',
    ];
    const shown = lines(outline(analyse('a.yaml', `#cloud-config\nwrite_files:\n- ${files.join('\n- ')}\n`)));
    expect(shown.filter((line) => line.includes('content'))).toEqual([
      '    content: base64 › gzip › shell-script, 18 bytes',
      '    content: yaml-binary › shell-script, 10 bytes',
      '    content: "#!/bin/sh\\n"',
    ]);
    expect(shown.join('\n')).not.toContain(gzip.slice(0, 10));
  });
});

describe('outline of other documents', () => {
  it('shows payloads in other documents', () => {
    const entries = outline(analyse('vmss.json', readFileSync('test/samples/vmss.json', 'utf8')));
    expect(entries.map((entry) => entry.name)).toEqual(['customData', 'commandToExecute', 'script']);
  });
});

describe('outline of a cloud-config with secrets', () => {
  it('masks passwords of accounts, and those in commands that are lists', () => {
    const text =
      '#cloud-config\nchpasswd:\n  list: ["root:changeme", "app:RANDOM"]\npasswrod: changeme\npassword: changeme\nruncmd:\n  - [tool, --password, changeme]\n';
    expect(lines(outline(analyse('cloud-config.yaml', text)))).toEqual([
      'chpasswd: Set Passwords',
      '  list (deprecated)',
      '    ********',
      '    app:RANDOM',
      'passwrod: ********',
      'password: ********, Set Passwords',
      'runcmd: tool --password ********',
      '  tool --password ********',
    ]);
  });
});

describe('outline of a large document', () => {
  it('has its outer entries first, and says that there are more', () => {
    const entries = Array.from({ length: 3_000 }, (_, index) => `- {path: /etc/${index}, content: a, append: true}\n`);
    const all = outline(
      analyse('a.cloud-config.yaml', `#cloud-config\nwrite_files:\n${entries.join('')}hostname: a\n`),
    );
    const [files, host, rest] = all;
    expect(all.map(({ name }) => name)).toEqual(['write_files', 'hostname', 'More than 5,000 entries']);
    expect(files?.children).toHaveLength(3_000);
    expect(host?.detail).not.toBe('');
    // 5,000 entries are kept: these two, all files, and the keys of the first files.
    expect(files?.children.map(({ children }) => children.length).filter((count) => count > 0)).toHaveLength(666);
    expect(rest?.span.start).toBe(rest?.span.end);
  });
});
