/**
 * Generates the documents of the benchmark, which are always the same: node configs as JSON and cloud-configs
 * as YAML, of 2 KB to 1 MB, valid and with 20 faults.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

export const sizes = { '2 KB': 2_000, '50 KB': 50_000, '100 KB': 100_000, '1 MB': 1_000_000 };

/** A CA certificate as node configs carry it. */
const certificate = readFileSync(new URL('../fixtures/certificates/root.pem', import.meta.url)).toString('base64');

export const kinds = ['cloud-config', 'node config'];

/**
 * Returns a document of a kind. What is compressed in a cloud-config is data, or scripts, which we check and others don't.
 * Fields or keys can be completed at `cursor`, there is a hover at `hovered`, and at `typing` ends a word that can be continued.
 */
export function documentOf(kind, size, { faulty, compressed = 'data' }) {
  return kind === 'node config' ? nodeConfig(sizes[size], faulty) : cloudConfig(sizes[size], faulty, compressed);
}

/** The offset at which the middle one of the places with a pattern ends. */
function middleOf(text, pattern) {
  const places = [...text.matchAll(pattern)];
  const { index, 0: found } = places[places.length >> 1];
  return index + found.length;
}

function nodeConfig(bytes, faulty) {
  const config = {
    version: 'v1',
    api_server_config: { api_server_name: 'litware.hcp.eastus.azmk8s.io' },
    auth_config: {
      subscription_id: '3b1f6a52-9c0d-4e77-8a31-5d2c9b7e4f10',
      tenant_id: 'a94c8d1e-27b5-4f36-b0e8-6c1d3f5a7b92',
    },
    cluster_config: {
      location: 'eastus',
      resource_group: 'MC_litware',
      vm_type: 'VM_TYPE_VMSS',
      cluster_network_config: { vnet_name: 'vnet', route_table: 'routes', subnet: 'subnet' },
    },
    bootstrapping_config: {
      bootstrapping_auth_method: 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN',
      tls_bootstrapping_token: 'k3m9xq.7h2v5n8p4r6t1w0z',
    },
    kubelet_config: {
      kubelet_flags: { '--max-pods': '110', '--node-status-update-frequency': '10s', '--rotate-certificates': 'true' },
      kubelet_node_labels: {},
      enable_kubelet_config_file: true,
      kubelet_config_file_config: {
        kind: 'KubeletConfiguration',
        api_version: 'kubelet.config.k8s.io/v1beta1',
        cluster_dns: ['10.0.0.10'],
        eviction_hard: { 'memory.available': '100Mi', 'nodefs.available': '10%' },
        feature_gates: { RotateKubeletServerCertificate: true },
        container_log_max_size: '50Mi',
      },
    },
    http_proxy_config: { http_proxy: 'http://proxy.litware.example:3128', no_proxy_entries: [] },
    custom_linux_os_config: { sysctl_config: { net_core_somaxconn: 16384, vm_max_map_count: 262144 } },
    custom_ca_certs: [],
    enabled_features: {},
    kubernetes_version: '1.33.2',
    vm_size: 'Standard_D4s_v5',
    is_vhd: true,
  };
  if (faulty) {
    for (let i = 0; i < 10; i++) config.kubelet_config[`kubelet_flag_${i}`] = i;
    for (let i = 0; i < 10; i++) config.enabled_features[`WRONG_${i}`] = i;
  }
  for (let i = 0; i === 0 || JSON.stringify(config, undefined, 2).length < bytes;) {
    for (let block = Math.max(1, bytes >> 13); block > 0; block--, i++) {
      config.kubelet_config.kubelet_node_labels[`litware.example/label-${i}`] = `value-${i}`;
      config.enabled_features[`FEATURE_${i}`] = 'true';
      config.http_proxy_config.no_proxy_entries.push(`host-${i}.litware.example`);
      if (i % 20 === 19) config.custom_ca_certs.push(certificate);
    }
  }
  const text = JSON.stringify(config, undefined, 2);
  const place = '"cluster_config": {';
  return {
    name: 'bench.node-config.json',
    languageId: 'json',
    text,
    cursor: text.indexOf(place) + place.length,
    hovered: text.indexOf(place) + 3,
    typing: middleOf(text, /value-\d+/g),
  };
}

function cloudConfig(bytes, faulty, compressed) {
  const lines = ['#cloud-config', 'hostname: bench', 'package_update: true', ''];
  if (faulty) for (let i = 0; i < 10; i++) lines.push(`unknown_key_${i}: ${i}`);
  lines.push('packages:');
  for (let i = 0; i < 10; i++) lines.push(`  - package-${i}`);
  lines.push('write_files:');
  if (faulty)
    for (let i = 0; i < 10; i++) lines.push(`  - path: /etc/faulty-${i}`, `    permissions: 0644`, '    content: x');
  let length = lines.join('\n').length;
  for (let i = 0; length < bytes * 0.8; i++) {
    const entry = [
      `  - path: /etc/litware/file-${i}`,
      '    permissions: "0644"',
      '    owner: root:root',
      ...contentOf(i, bytes, compressed),
    ];
    lines.push(...entry);
    length += entry.join('\n').length + 1;
  }
  lines.push('runcmd:');
  for (let i = 0; i === 0 || length < bytes; i++) {
    const entry = `  - [systemctl, restart, "service-${i}"]`;
    lines.push(entry);
    length += entry.length + 1;
  }
  const text = `${lines.join('\n')}\n`;
  return {
    name: 'bench.cloud-config.yaml',
    languageId: 'yaml',
    text,
    cursor: text.indexOf('hostname') + 4,
    hovered: text.indexOf('hostname') + 4,
    typing: middleOf(text, /value of file \d+/g),
  };
}

/** The content of a file: settings, a script, settings, or something compressed. The files of small documents are short. */
function contentOf(i, bytes, compressed) {
  const isShort = bytes < 10_000;
  if (i % 4 === 3) {
    const content = compressed === 'scripts' ? scriptOf(i, 120).join('\n') : dataOf(i, isShort ? 60 : 1_500);
    return ['    encoding: gz+b64', `    content: ${gzipSync(content).toString('base64')}`];
  }
  const settings = Array.from({ length: isShort ? 2 : 8 }, (_, line) => `setting_${line} = value of file ${i}`);
  const lines = i % 4 === 1 ? scriptOf(i, isShort ? 2 : 30) : settings;
  return ['    content: |', ...lines.map((line) => `      ${line}`)];
}

/** A script whose lines differ as much as those of real ones, so that it isn't compressed better. */
function scriptOf(i, lines) {
  const calls = Array.from({ length: lines }, (_, line) => {
    const number = (i * 7_919 + line * 104_729) % 1_000_003;
    return `retry ${line % 7} ${number} install_package "tool-${line}" || exit ${line % 250}`;
  });
  return ['#!/bin/bash', 'set -euo pipefail', ...calls];
}

/** Bytes that aren't text, and that can't be compressed. */
function dataOf(i, length) {
  let state = i;
  return Buffer.from(
    Array.from({ length }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24),
  );
}
