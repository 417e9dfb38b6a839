/**
 * Generates the documents of the benchmark, which are always the same: node configs as JSON and cloud-configs
 * as YAML, of 2 KB to 1 MB, valid and with 20 faults.
 */
import { readFileSync } from 'node:fs';

export const sizes = { '2 KB': 2_000, '50 KB': 50_000, '100 KB': 100_000, '1 MB': 1_000_000 };

/** A CA certificate as node configs carry it. */
const certificate = readFileSync(new URL('../fixtures/certificates/root.pem', import.meta.url)).toString('base64');

/** Returns `{text, cursor, name}`; at `cursor`, a field or key can be completed. */
export function document(language, size, faulty) {
  return language === 'json' ? nodeConfig(sizes[size], faulty) : cloudConfig(sizes[size], faulty);
}

function nodeConfig(bytes, faulty) {
  const config = {
    version: 'v1',
    api_server_config: { api_server_name: 'contoso.hcp.eastus.azmk8s.io' },
    auth_config: {
      subscription_id: '00000000-0000-0000-0000-000000000001',
      tenant_id: '00000000-0000-0000-0000-000000000002',
    },
    cluster_config: {
      location: 'eastus',
      resource_group: 'MC_contoso',
      vm_type: 'VM_TYPE_VMSS',
      cluster_network_config: { vnet_name: 'vnet', route_table: 'routes', subnet: 'subnet' },
    },
    bootstrapping_config: {
      bootstrapping_auth_method: 'BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN',
      tls_bootstrapping_token: 'abcdef.0123456789abcdef',
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
    http_proxy_config: { http_proxy: 'http://proxy.contoso.example:3128', no_proxy_entries: [] },
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
  for (let i = 0; JSON.stringify(config, undefined, 2).length < bytes;) {
    for (let block = Math.max(1, bytes >> 13); block > 0; block--, i++) {
      config.kubelet_config.kubelet_node_labels[`contoso.example/label-${i}`] = `value-${i}`;
      config.enabled_features[`FEATURE_${i}`] = 'true';
      config.http_proxy_config.no_proxy_entries.push(`host-${i}.contoso.example`);
      if (i % 20 === 19) config.custom_ca_certs.push(certificate);
    }
  }
  const text = JSON.stringify(config, undefined, 2);
  const place = '"cluster_config": {';
  return { text, cursor: text.indexOf(place) + place.length, name: 'bench.node-config.json' };
}

function cloudConfig(bytes, faulty) {
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
      `  - path: /etc/contoso/file-${i}.conf`,
      '    permissions: "0644"',
      '    owner: root:root',
      '    content: |',
      ...Array.from({ length: 8 }, (_, line) => `      setting_${line} = value of file ${i}`),
    ];
    lines.push(...entry);
    length += entry.join('\n').length + 1;
  }
  lines.push('runcmd:');
  for (let i = 0; length < bytes; i++) {
    const entry = `  - [systemctl, restart, "service-${i}"]`;
    lines.push(entry);
    length += entry.length + 1;
  }
  const text = `${lines.join('\n')}\n`;
  return { text, cursor: text.indexOf('hostname') + 4, name: 'bench.cloud-config.yaml' };
}
