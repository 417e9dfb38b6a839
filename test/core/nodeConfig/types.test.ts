import { validate } from '../../../server/src/core/validate.js';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

describe('the types of the contract', () => {
  it('allow a config that the reader accepts', () => {
    const config: Configuration = {
      version: 'v1',
      api_server_config: { api_server_name: 'a' },
      auth_config: { subscription_id: '6f1d2c3b-8a47-4e59-b0c6-000000000001' },
      cluster_config: {
        resource_group: 'r',
        location: 'l',
        vm_type: 'VM_TYPE_VMSS',
        cluster_network_config: { vnet_name: 'v', route_table: 't' },
      },
      http_proxy_config: { http_proxy: 'http://proxy:3128', no_proxy_entries: ['localhost'] },
      custom_linux_os_config: { sysctl_config: { net_core_somaxconn: 16384 } },
      kubelet_config: {
        enable_kubelet_config_file: true,
        kubelet_config_file_config: {
          kind: 'KubeletConfiguration',
          api_version: 'kubelet.config.k8s.io/v1beta1',
          cluster_dns: ['10.0.0.10'],
        },
      },
    };
    expect(validate(analyse('a.node-config.json', JSON.stringify(config))).problems).toEqual([]);
  });
});
