/**
 * The documents of the benchmark, made anew and always the same: node configs as JSON and cloud-configs as
 * YAML, of 2 KB, 50 KB and 1 MB, valid and with 20 faults.
 */
export const sizes = { '2 KB': 2_000, '50 KB': 50_000, '1 MB': 1_000_000 };

/** Returns `{text, cursor, name}`; `cursor` stands where a field or key may be completed. */
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
    kubelet_config: { kubelet_flags: { '--max-pods': '110' }, kubelet_node_labels: {} },
    custom_linux_os_config: { sysctl_config: { net_core_somaxconn: 16384, vm_max_map_count: 262144 } },
    enabled_features: {},
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
