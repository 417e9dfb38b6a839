import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Analysis,
  type CustomDataDialect,
  originsOf,
  placeInPreview,
  previewHover,
  previewOf,
  type PreviewView,
  usesOf,
} from '../../../../server/src/core/index.js';
import { analyse, config } from '../../../support/analyse.js';
import { goodConfigTexts } from '../../../support/configs.js';
import { runs } from '../../../support/runs.js';

const options = { showSecrets: false };
const sample = readFileSync('test/samples/aks-node-controller-config.json', 'utf8');
const node = (text: string): Analysis => analyse('a.node-config.json', text, 'node-config');

const text = config(
  [
    '"kubernetes_version":"1.33.2"',
    '"kubelet_config":{"kubelet_flags":{"--max-pods":"110","--cluster-dns":"10.0.0.10"},"kubeletNodeLabels":{"kubernetes.azure.com/mode":"user"},"enable_kubelet_config_file":true,"kubelet_config_file_config":{"max_pods":110,"authentication":{"webhook":{"enabled":true}},"tls_cipher_suites":["A","B"],"eviction_hard":{"memory.available":"1"}}}',
    '"custom_linux_os_config":{"sysctl_config":{"net_core_somaxconn":1024,"net_ipv4_ip_local_port_range":"32768 65535"},"ulimit_config":{}}',
    '"custom_ca_certs":["QQ==","Qg=="]',
    '"http_proxy_config":{"http_proxy":"http://p:1","no_proxy_entries":["a.b","c.d"]}',
    '"local_dns_profile":{"enable_local_dns":true,"critical_fqdns":["  ","e.f"],"vnet_dns_overrides":{"cluster.local":{"max_concurrent":1}}}',
    '"enabled_features":{"LATER":"yes"}',
  ].join(','),
);

/** What the config gives for the place behind a needle in a preview. */
function origins(source: string, view: PreviewView, needle: string): string[] {
  const analysis = node(source);
  const rendered = previewOf(analysis, view, options);
  if (!rendered.ok) throw new Error(rendered.error.message);
  const at = rendered.value.text.indexOf(needle);
  expect(at, `${needle} is not in the preview`).toBeGreaterThanOrEqual(0);
  const place = placeInPreview(rendered.value, at + 1);
  if (place === undefined) return [];
  return originsOf(analysis, place).flatMap(({ place: given }) =>
    given === undefined ? [] : [source.slice(given.name.start, given.name.end)],
  );
}

/** What of the previews a place in the config ends in. */
function uses(source: string, needle: string, dialect: CustomDataDialect = 'cloud-init'): Record<string, string[]> {
  const at = source.indexOf(needle);
  expect(at, `${needle} is not in the config`).toBeGreaterThanOrEqual(0);
  return Object.fromEntries(
    usesOf(node(source), at + 1, options, dialect).map(({ view, preview, spans }) => [
      view.what === 'node-file' ? view.file : 'part' in view ? 'config' : view.what,
      spans.map((span) => preview.text.slice(span.start, span.end)),
    ]),
  );
}

/** The same without the config on the node, in which every field is. */
function otherUses(source: string, needle: string): Record<string, string[]> {
  const { config: _, ...others } = uses(source, needle);
  return others;
}

describe('going from a preview to the config', () => {
  const env = { what: 'env' } as const;
  const files = { what: 'node-files' } as const;
  const kubelet = { what: 'node-file', file: 'kubeletconfig.json' } as const;
  const sysctl = { what: 'node-file', file: '999-sysctl-aks.conf' } as const;

  it.each<[PreviewView, string, string[]]>([
    [env, 'KUBELET_FLAGS', ['"kubelet_flags"', '"kubernetes_version"']],
    [env, '--max-pods=110', ['"--max-pods"']],
    [env, 'kubernetes.azure.com/mode', ['"kubernetes.azure.com/mode"']],
    [env, 'c.d', ['"c.d"']],
    [env, 'e.f', ['"e.f"']],
    [env, 'CUSTOM_CA_CERT_1', ['"Qg=="']],
    [env, 'CUSTOM_CA_TRUST_COUNT', ['"custom_ca_certs"']],
    [env, 'KUBELET_CONFIG_FILE_CONTENT', ['"kubelet_config_file_config"', '"kubernetes_version"']],
    // Only whether the message is there counts.
    [env, 'SHOULD_CONFIG_CONTAINERD_ULIMITS', ['"ulimit_config"']],
    [env, 'CLI_TOOL', []],
    [env, 'VM_TYPE', []],
    [kubelet, '"maxPods"', ['"max_pods"']],
    [kubelet, '"enabled"', ['"enabled"']],
    [kubelet, '"B"', ['"B"']],
    [kubelet, '"memory.available"', ['"memory.available"']],
    [sysctl, 'net.core.somaxconn', ['"net_core_somaxconn"']],
    [sysctl, 'net.ipv4.ip_local_reserved_ports', ['"net_ipv4_ip_local_port_range"']],
    // A default of AKS, and what no config changes.
    [sysctl, 'net.ipv4.tcp_max_syn_backlog', []],
    [sysctl, 'net.ipv4.tcp_retries2', ['"net_core_somaxconn"', '"net_ipv4_ip_local_port_range"']],
    [files, 'net.core.somaxconn', ['"net_core_somaxconn"']],
    [files, '=== /etc/containerd/config.toml', ['"kubernetes_version"']],
    [files, 'cluster.local:53', ['"enable_local_dns"', '"vnet_dns_overrides"']],
    [{ what: 'vmss' }, '"customData"', ['{']],
    [{ what: 'custom-data', dialect: 'cloud-init' }, 'LATER=yes', ['"LATER"']],
    [{ what: 'cse' }, 'aks-node-controller', []],
  ])('%j, %s', (view, needle, expected) => {
    expect(origins(text, view, needle)).toEqual(expected);
  });

  it('finds each field from the config on the node', () => {
    const part = [
      'base64',
      'mime-multipart',
      'part:0',
      'heredoc:/opt/azure/containers/aks-node-controller-config.json',
    ];
    const view = { what: 'custom-data', dialect: 'cloud-init', part } as const;
    expect(origins(text, view, '"kubelet_node_labels"')).toEqual(['"kubeletNodeLabels"']);
    expect(origins(text, view, '"a.b"')).toEqual(['"a.b"']);
  });

  it.each(['cloud-init', 'flatcar', 'write-files'] as const)(
    'of the encoded config in %s leads to its beginning',
    (dialect) => {
      const analysis = node(text);
      const rendered = previewOf(analysis, { what: 'custom-data', dialect }, options);
      const blob = rendered.ok ? (/[A-Za-z0-9+/]{200,}/.exec(rendered.value.text)?.[0] ?? '') : '';
      expect(origins(text, { what: 'custom-data', dialect }, blob)).toEqual(['{']);
    },
  );
});

describe('going from the config to the previews', () => {
  it.each<[string, Record<string, string[]>]>([
    ['"--max-pods"', { env: ['--max-pods=110'] }],
    ['"kubelet_flags"', { env: ['KUBELET_FLAGS'] }],
    ['"kubernetes.azure.com/mode"', { env: ['kubernetes.azure.com/mode=user'] }],
    ['"max_pods"', { env: ['KUBELET_CONFIG_FILE_CONTENT'], 'kubeletconfig.json': ['"maxPods": 110'] }],
    ['"B"', { env: ['KUBELET_CONFIG_FILE_CONTENT'], 'kubeletconfig.json': ['"B"'] }],
    ['"net_core_somaxconn"', { env: ['SYSCTL_CONTENT'], '999-sysctl-aks.conf': ['net.core.somaxconn=1024'] }],
    [
      '"net_ipv4_ip_local_port_range"',
      {
        env: ['SYSCTL_CONTENT'],
        '999-sysctl-aks.conf': ['net.ipv4.ip_local_port_range=32768 65535', 'net.ipv4.ip_local_reserved_ports=65330'],
      },
    ],
    [
      '"ulimit_config"',
      { env: ['CONTAINERD_ULIMITS', 'SHOULD_CONFIG_CONTAINERD_ULIMITS'], 'set_ulimits.conf': ['[Service]'] },
    ],
    [
      '"Qg=="',
      {
        env: ['CUSTOM_CA_CERT_1', 'CUSTOM_CA_TRUST_COUNT', 'SHOULD_CONFIGURE_CUSTOM_CA_TRUST'],
        'custom-ca.1.crt': ['B'],
      },
    ],
    ['"c.d"', { env: ['c.d', 'PROXY_VARS'] }],
    ['"e.f"', { env: ['e.f'] }],
    // A blank name is left out.
    ['"  "', {}],
    ['"enabled_features"', {}],
    ['"LATER"', { 'custom-data': ['LATER=yes'] }],
    ['"version"', {}],
  ])('%s', (needle, expected) => {
    const found = otherUses(text, needle);
    for (const list of [...Object.values(found), ...Object.values(expected)]) list.sort();
    expect(found).toEqual(expected);
  });

  it.each(['cloud-init', 'flatcar'] as const)('leads to the field in the config on the node: %s', (dialect) => {
    expect(uses(text, '"--max-pods"', dialect).config).toEqual(['"--max-pods": "110"']);
    expect(uses(text, '"Qg=="', dialect).config).toEqual(['"Qg=="']);
    expect(uses(text, '"version"', dialect)).toEqual({ config: ['"version": "v1"'] });
    expect(uses(text, '"LATER"', dialect)).toEqual({
      config: ['"LATER": "yes"'],
      ...(dialect === 'cloud-init' && { 'custom-data': ['LATER=yes'] }),
    });
  });

  it('omits fields that the node drops', () => {
    const flags = (version: string): string =>
      config(
        `"kubernetes_version":"${version}","kubelet_config":{"kubelet_flags":{"--streaming-connection-idle-timeout":"4h"}}`,
      );
    expect(otherUses(flags('1.33.0'), '"--streaming')).toEqual({ env: ['--streaming-connection-idle-timeout=4h'] });
    expect(otherUses(flags('1.34.0'), '"--streaming')).toEqual({});
  });

  it('finds nothing outside fields or in a rejected config', () => {
    expect(usesOf(node(text), 0, options, 'cloud-init')).toEqual([]);
    expect(usesOf(node('{"vm_size":"a","is_vhd":1}'), 3, options, 'cloud-init')).toEqual([]);
    expect(usesOf(analyse('a.yaml', '#cloud-config\nruncmd: [ls]\n'), 20, options, 'cloud-init')).toEqual([]);
  });

  const part = ['base64', 'mime-multipart', 'part:0', 'heredoc:/opt/azure/containers/aks-node-controller-config.json'];
  it.each<[string, PreviewView]>([
    ['the environment', { what: 'env' }],
    ['the config on the node', { what: 'custom-data', dialect: 'cloud-init', part }],
  ])('finds every part of %s again that was reached from it', (_, wanted) => {
    fc.assert(
      fc.property(goodConfigTexts, (source) => {
        const analysis = node(source);
        const rendered = previewOf(analysis, wanted, options);
        if (!rendered.ok) throw new Error(rendered.error.message);
        for (const section of rendered.value.sections) {
          for (const trace of section.traces ?? []) {
            const [origin] = originsOf(analysis, { section, trace });
            if (origin?.place === undefined) throw new Error(`${trace.from.join('.')} is nowhere`);
            const found = usesOf(analysis, origin.place.name.start + 1, options, 'cloud-init');
            const spans = found.flatMap(({ preview, spans: own }) => (preview.name === rendered.value.name ? own : []));
            expect(spans).toContainEqual(trace.span);
          }
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

it('goes from whole lines of kernel parameters to their fields', () => {
  fc.assert(
    fc.property(goodConfigTexts, (source) => {
      const rendered = previewOf(node(source), { what: 'node-file', file: '999-sysctl-aks.conf' }, options);
      const { text: file, sections } = rendered.ok ? rendered.value : { text: '', sections: [] };
      for (const { span } of sections.flatMap(({ traces }) => traces ?? [])) {
        expect(file.slice(span.start, span.end)).toMatch(/^[\w.-]+=/);
        expect(span.start === 0 || file[span.start - 1] === '\n').toBe(true);
        expect(file[span.end]).toBe('\n');
      }
    }),
    { numRuns: runs(40) },
  );
});

describe('hover in a preview', () => {
  const hover = (view: PreviewView, needle: string): string => {
    const analysis = node(sample);
    const rendered = previewOf(analysis, view, options);
    if (!rendered.ok) throw new Error(rendered.error.message);
    return previewHover(analysis, rendered.value, rendered.value.text.indexOf(needle) + 1)?.markdown ?? '';
  };

  it('shows source, rule and default', () => {
    const about = hover({ what: 'env' }, 'CSE_TIMEOUT');
    expect(about).toContain('**CSE_TIMEOUT**');
    expect(about).toContain('`cse_timeout`, line 60');
    expect(about).toMatch(/from 1 to 21600, else 900/);
    expect(about).toContain('With an empty config it is `900`.');
  });

  it('lists given fields before absent ones', () => {
    const about = hover({ what: 'env' }, 'SYSCTL_CONTENT');
    expect(about).toContain('`/etc/sysctl.d/999-sysctl-aks.conf`');
    expect(about.indexOf('vm_max_map_count`, line')).toBeLessThan(about.indexOf('which the config does not give'));
    expect(about).toMatch(/- and \d+ more/);
  });

  it('shows the source of a part', () => {
    expect(hover({ what: 'env' }, '--max-pods')).toContain(
      'From `kubelet_config.kubelet_flags["--max-pods"]`, line 42.',
    );
    expect(hover({ what: 'vmss' }, '"customData"')).toBe('From the whole config, line 1.');
    expect(hover({ what: 'env' }, 'CLI_TOOL')).toContain('No config changes it.');
    expect(hover({ what: 'env' }, 'ENABLE_MANAGED_GPU_DRA')).toContain(
      'In AgentBaker since v0.20260714.0, changed with v0.20260820.0.',
    );
  });

  it('never shows a secret', () => {
    expect(hover({ what: 'env' }, 'TLS_BOOTSTRAP_TOKEN')).not.toContain('abcdef');
  });
});
