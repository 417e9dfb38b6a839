import { describe, expect, it } from 'vitest';
import { environment, nodeFile } from '../../../../support/environment.js';

type Expected = Readonly<Record<string, string>>;

/** What a case expects of some variables; the others are not looked at. */
function check(members: string, expected: Expected): void {
  const rendered = environment(`{${members}}`);
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, rendered[name]]))).toEqual(expected);
}

function cases(title: string, rows: readonly (readonly [string, Expected])[]): void {
  describe(title, () => {
    it.each(rows)('{%s}', check);
  });
}

cases('the cloud', [
  [
    '"cluster_config":{"location":"China North 3"}',
    {
      TARGET_CLOUD: 'AzureChinaCloud',
      TARGET_ENVIRONMENT: 'AzureChinaCloud',
      ARM_RESOURCE_ENDPOINT: 'https://management.chinacloudapi.cn/',
      LOCATION: 'China North 3',
    },
  ],
  [
    '"cluster_config":{"location":"USDoD Central"}',
    {
      TARGET_CLOUD: 'AzureUSGovernmentCloud',
      ARM_RESOURCE_ENDPOINT: 'https://management.usgovcloudapi.net/',
      IS_CUSTOM_CLOUD: 'false',
    },
  ],
  [
    '"cluster_config":{"location":"Germany Central"}',
    { TARGET_CLOUD: 'AzureGermanCloud', ARM_RESOURCE_ENDPOINT: 'https://management.azure.com/' },
  ],
  ['"cluster_config":{"location":"germanycentral2"}', { TARGET_CLOUD: 'AzurePublicCloud' }],
  ['"cluster_config":{"location":"southchina"}', { TARGET_CLOUD: 'AzurePublicCloud' }],
  [
    '"custom_cloud_config":{"custom_cloud_env_name":"A\u212aSCu\u017ftom","repo_depot_endpoint":"https://d/","custom_env_json_content":"{\\"RESOURCEMANAGERENDPOINT\\":\\"https://m/\\"}"},"cluster_config":{"location":"chinaeast2"}',
    {
      IS_CUSTOM_CLOUD: 'true',
      TARGET_CLOUD: 'AzureStackCloud',
      TARGET_ENVIRONMENT: 'akscustom',
      ARM_RESOURCE_ENDPOINT: 'https://m/',
      AZURE_ENVIRONMENT_FILEPATH: '/etc/kubernetes/akscustom.json',
      REPO_DEPOT_ENDPOINT: 'https://d/',
    },
  ],
  [
    '"custom_cloud_config":{"custom_cloud_env_name":"akscustom ","repo_depot_endpoint":"https://d/","custom_env_json_content":"{\\"resourceManagerEndpoint\\":\\"https://m/\\"}"}',
    {
      IS_CUSTOM_CLOUD: 'false',
      ARM_RESOURCE_ENDPOINT: 'https://management.azure.com/',
      AZURE_ENVIRONMENT_FILEPATH: '',
      REPO_DEPOT_ENDPOINT: '',
    },
  ],
  [
    '"custom_cloud_config":{"custom_cloud_env_name":"akscustom","custom_env_json_content":"{\\"resourceManagerEndpoint\\":[]}"}',
    { ARM_RESOURCE_ENDPOINT: '' },
  ],
]);

cases('the cloud provider', [
  [
    '"cluster_config":{"cloud_provider_config":{"backoff":false,"backoff_mode":"v1","backoff_retries":0,"backoff_exponent":1e6,"backoff_jitter":"-Infinity","rate_limit_qps":-0.0,"rate_limit_bucket_write":-7}}',
    {
      CLOUDPROVIDER_BACKOFF: 'false',
      CLOUDPROVIDER_BACKOFF_MODE: 'v1',
      CLOUDPROVIDER_BACKOFF_RETRIES: '0',
      CLOUDPROVIDER_BACKOFF_DURATION: '5',
      CLOUDPROVIDER_BACKOFF_EXPONENT: '1e+06',
      CLOUDPROVIDER_BACKOFF_JITTER: '-Inf',
      CLOUDPROVIDER_RATELIMIT: 'true',
      CLOUDPROVIDER_RATELIMIT_QPS: '-0',
      CLOUDPROVIDER_RATELIMIT_QPS_WRITE: '10',
      CLOUDPROVIDER_RATELIMIT_BUCKET: '100',
      CLOUDPROVIDER_RATELIMIT_BUCKET_WRITE: '-7',
    },
  ],
  [
    '"cluster_config":{"vm_type":7,"load_balancer_config":{"load_balancer_sku":"LOAD_BALANCER_SKU_BASIC","exclude_master_from_standard_load_balancer":false,"max_load_balancer_rule_count":0}}',
    {
      VM_TYPE: '',
      LOAD_BALANCER_SKU: 'basic',
      EXCLUDE_MASTER_FROM_STANDARD_LB: 'false',
      MAXIMUM_LOADBALANCER_RULE_COUNT: '0',
    },
  ],
  [
    '"cluster_config":{"vm_type":"VM_TYPE_VMSS","load_balancer_config":{}}',
    { VM_TYPE: 'vmss', EXCLUDE_MASTER_FROM_STANDARD_LB: 'true', MAXIMUM_LOADBALANCER_RULE_COUNT: '148' },
  ],
]);

cases('the machine', [
  [
    '"linux_admin_username":"operator","enable_ssh":false,"is_vhd":false,"vm_size":"Standard_DC4s"',
    { ADMINUSER: 'operator', DISABLE_SSH: 'true', IS_VHD: 'false', SGX_NODE: 'true' },
  ],
  ['"enable_ssh":true,"vm_size":"standard_dc4s"', { DISABLE_SSH: 'false', SGX_NODE: 'false', IS_VHD: 'true' }],
  ['"cse_timeout":1', { CSE_TIMEOUT: '1' }],
  ['"cse_timeout":21600', { CSE_TIMEOUT: '21600' }],
  ['"cse_timeout":21601', { CSE_TIMEOUT: '900' }],
  ['"cse_timeout":-5', { CSE_TIMEOUT: '900' }],
]);

cases('kubelet', [
  [
    '"kubelet_config":{"kubelet_flags":{"--b":"","--\ud83d\ude00":"x","--\uffee":"y","--a":"1=2 3"},"kubelet_node_labels":{"b":"2","a":""}}',
    // By UTF-8 bytes, where UTF-16 would have the emoji first.
    { KUBELET_FLAGS: '--a=1=2 3 --b= --\uffee=y --\u{1f600}=x', KUBELET_NODE_LABELS: 'a=,b=2' },
  ],
  [
    '"kubernetes_version":"1.34","kubelet_config":{"kubelet_flags":{"--streaming-connection-idle-timeout":"4h","--x":"1"}}',
    { KUBELET_FLAGS: '--x=1' },
  ],
  [
    '"kubernetes_version":"1.34.0-rc.1","kubelet_config":{"kubelet_flags":{"--streaming-connection-idle-timeout":"4h"}}',
    { KUBELET_FLAGS: '--streaming-connection-idle-timeout=4h' },
  ],
  ['"kubelet_config":{"kubelet_disk_type":1}', { HAS_KUBELET_DISK_TYPE: 'false', KUBELET_CONFIG_FILE_CONTENT: 'e30=' }],
  ['"kubelet_config":{"kubelet_disk_type":2,"kubelet_config_file_config":{}}', { HAS_KUBELET_DISK_TYPE: 'true' }],
  ['', { KUBELET_CONFIG_FILE_CONTENT: '', ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION: 'false' }],
  [
    '"bootstrapping_config":{"bootstrapping_auth_method":2,"tls_bootstrapping_token":"a.b"}',
    { ENABLE_SECURE_TLS_BOOTSTRAPPING: 'true', TLS_BOOTSTRAP_TOKEN: 'a.b' },
  ],
  ['"bootstrapping_config":{"bootstrapping_auth_method":9}', { ENABLE_SECURE_TLS_BOOTSTRAPPING: 'false' }],
]);

cases('network', [
  [
    '"network_config":{"network_plugin":"NETWORK_PLUGIN_KUBENET","network_policy":"NETWORK_POLICY_CALICO"}',
    { NETWORK_PLUGIN: 'kubenet', NETWORK_POLICY: 'calico', ENSURE_NO_DUPE_PROMISCUOUS_BRIDGE: 'false' },
  ],
  [
    '"network_config":{"network_plugin":3,"network_policy":77}',
    { NETWORK_PLUGIN: 'kubenet', NETWORK_POLICY: '', ENSURE_NO_DUPE_PROMISCUOUS_BRIDGE: 'true' },
  ],
  [
    '"network_config":{"network_plugin":"NETWORK_PLUGIN_NONE","standard_secondary_nic_count":-1}',
    { NETWORK_PLUGIN: 'none', STANDARD_SECONDARY_NIC_COUNT: '-1', ENSURE_NO_DUPE_PROMISCUOUS_BRIDGE: 'false' },
  ],
]);

cases('proxy and trust', [
  [
    '"http_proxy_config":{"http_proxy":"http://p","https_proxy":"http://s","no_proxy_entries":["a","b c"]}',
    {
      SHOULD_CONFIGURE_HTTP_PROXY: 'true',
      NO_PROXY_URLS: 'a,b c',
      PROXY_VARS: 'export NO_PROXY="a,b c"; export HTTPS_PROXY="http://s"; export http_proxy="http://p";',
    },
  ],
  [
    '"http_proxy_config":{"no_proxy_entries":[""]}',
    { SHOULD_CONFIGURE_HTTP_PROXY: 'false', PROXY_VARS: 'export NO_PROXY=""; ' },
  ],
  ['"http_proxy_config":{"http_proxy":"$(x)","no_proxy_entries":[]}', { PROXY_VARS: 'export http_proxy="$(x)";' }],
  [
    '"http_proxy_config":{"proxy_trusted_ca":"\\r\\n"}',
    { SHOULD_CONFIGURE_HTTP_PROXY_CA: 'true', HTTP_PROXY_TRUSTED_CA: '' },
  ],
  [
    '"custom_ca_certs":["a\\nb\\r\\n",""]',
    {
      SHOULD_CONFIGURE_CUSTOM_CA_TRUST: 'true',
      CUSTOM_CA_TRUST_COUNT: '2',
      CUSTOM_CA_CERT_0: 'ab',
      CUSTOM_CA_CERT_1: '',
    },
  ],
  [
    '"custom_search_domain_config":{"domain_name":"d","realm_user":"u"}',
    { HAS_CUSTOM_SEARCH_DOMAIN: 'false', CUSTOM_SEARCH_DOMAIN_NAME: 'd' },
  ],
  [
    '"custom_search_domain_config":{"domain_name":"d","realm_user":"u","realm_password":"p"}',
    { HAS_CUSTOM_SEARCH_DOMAIN: 'true', CUSTOM_SEARCH_REALM_PASSWORD: 'p' },
  ],
]);

cases('kernel and limits', [
  [
    '"custom_linux_os_config":{"enable_swap_config":true,"swap_file_size":-1,"transparent_defrag":"defer"}',
    { SHOULD_CONFIG_SWAP_FILE: 'false', SWAP_FILE_SIZE_MB: '-1', SHOULD_CONFIG_TRANSPARENT_HUGE_PAGE: 'true' },
  ],
  ['"custom_linux_os_config":{"swap_file_size":5}', { SHOULD_CONFIG_SWAP_FILE: 'false', SWAP_FILE_SIZE_MB: '5' }],
  [
    '"custom_linux_os_config":{}',
    { SHOULD_CONFIG_CONTAINERD_ULIMITS: 'false', CONTAINERD_ULIMITS: '', SHOULD_CONFIG_TRANSPARENT_HUGE_PAGE: 'false' },
  ],
  [
    '"custom_linux_os_config":{"ulimit_config":{}}',
    { SHOULD_CONFIG_CONTAINERD_ULIMITS: 'true', CONTAINERD_ULIMITS: '[Service] ' },
  ],
  [
    '"custom_linux_os_config":{"ulimit_config":{"no_file":"1","max_locked_memory":""}}',
    { CONTAINERD_ULIMITS: '[Service] LimitMEMLOCK= LimitNOFILE=1 ' },
  ],
]);

cases('local DNS', [
  [
    '"local_dns_profile":{"enable_local_dns":true,"cpu_limit_in_milli_cores":1505,"memory_limit_in_mb":-3}',
    { LOCALDNS_CPU_LIMIT: '150.5%', LOCALDNS_MEMORY_LIMIT: '-3M', SHOULD_ENABLE_HOSTS_PLUGIN: 'false' },
  ],
  [
    '"local_dns_profile":{"cpu_limit_in_milli_cores":1505,"memory_limit_in_mb":64,"enable_hosts_plugin":true,"critical_fqdns":["\u0085a\u3000","","b"],"hosts_plugin_refresh_interval_in_seconds":9}',
    {
      LOCALDNS_CPU_LIMIT: '200.0%',
      LOCALDNS_MEMORY_LIMIT: '128M',
      SHOULD_ENABLE_LOCALDNS: 'false',
      SHOULD_ENABLE_HOSTS_PLUGIN: 'false',
      LOCALDNS_COREFILE_BASE: '',
      LOCALDNS_CRITICAL_FQDNS: 'a,b',
      LOCALDNS_HOSTS_PLUGIN_REFRESH_INTERVAL_IN_SECONDS: '9',
    },
  ],
  [
    '"local_dns_profile":{"enable_local_dns":true,"enable_hosts_plugin":true,"cpu_limit_in_milli_cores":0,"memory_limit_in_mb":0,"hosts_plugin_refresh_interval_in_seconds":-1}',
    {
      LOCALDNS_CPU_LIMIT: '200.0%',
      LOCALDNS_MEMORY_LIMIT: '128M',
      SHOULD_ENABLE_HOSTS_PLUGIN: 'true',
      LOCALDNS_HOSTS_PLUGIN_REFRESH_INTERVAL_IN_SECONDS: '',
    },
  ],
]);

describe('GPUs', () => {
  const gpuComponents = new Map(
    ['aks-gpu-cuda-lts', 'aks-gpu-cuda', 'aks-gpu-grid', 'aks-gpu-grid-v20'].map((image, index) => [
      image,
      { driverVersion: `${index}.0`, imageSuffix: `suffix-of-${image}` },
    ]),
  );

  it.each([
    // size, type, version, image, fabric manager
    ['Standard_NC24lds_xl_RTXPRO6000BSE_v6', 'grid-v20', '3.0', 'aks-gpu-grid-v20', 'false'],
    ['STANDARD_NV6ADS_A10_V5', 'grid', '2.0', 'aks-gpu-grid', 'false'],
    ['Standard_NC6', 'cuda', 'cuda-470.82.01', 'aks-gpu-cuda-lts', 'false'],
    ['standard_ncanything', 'cuda', 'cuda-470.82.01', 'aks-gpu-cuda-lts', 'false'],
    ['Standard_NC6s_v3', 'cuda-lts', '0.0', 'aks-gpu-cuda-lts', 'false'],
    ['Standard_ND96isr_H100_v5', 'cuda-lts', '0.0', 'aks-gpu-cuda-lts', 'true'],
    [' Standard_ND96isr_H100_v5', 'cuda-lts', '0.0', 'aks-gpu-cuda-lts', 'false'],
    ['Standard_D4s_v5', 'cuda-lts', '0.0', 'aks-gpu-cuda-lts', 'false'],
    ['', 'cuda-lts', '0.0', 'aks-gpu-cuda-lts', 'false'],
  ])('of %j', (size, type, version, image, fabric) => {
    const config = JSON.stringify({ vm_size: size });
    expect(environment(config, { gpuComponents })).toMatchObject({
      GPU_NODE: 'false',
      GPU_DRIVER_TYPE: type,
      GPU_DRIVER_VERSION: version,
      GPU_IMAGE_SHA: `suffix-of-${image}`,
      GPU_NEEDS_FABRIC_MANAGER: fabric,
    });
    expect(environment(config)).toMatchObject({
      GPU_DRIVER_TYPE: type,
      GPU_DRIVER_VERSION: type === 'cuda' ? version : '',
      GPU_IMAGE_SHA: '',
    });
  });

  it('have no driver version if the list does not contain it', () => {
    const list = new Map([['aks-gpu-cuda', { driverVersion: '1', imageSuffix: '2' }]]);
    expect(environment('{}', { gpuComponents: list })).toMatchObject({ GPU_DRIVER_VERSION: '', GPU_IMAGE_SHA: '' });
  });

  it('are partitioned by the profile alone', () => {
    check('"gpu_config":{"mig_profile_layout":["a","b"]}', { MIG_NODE: 'false', NVIDIA_MIG_PROFILE_LAYOUT: 'a,b' });
    check('"gpu_config":{"gpu_instance_profile":" "}', { MIG_NODE: 'true', GPU_INSTANCE_PROFILE: ' ' });
  });
});

describe('the kubelet config file', () => {
  const file = (members: string, version = ''): string | undefined =>
    nodeFile(
      `{"kubernetes_version":"${version}","kubelet_config":{"kubelet_config_file_config":{${members}}}}`,
      'KUBELET_CONFIG_FILE_CONTENT',
    );

  it('has JSON names in the order of the contract, and escapes HTML', () => {
    expect(
      file(
        '"seccomp_default":true,"feature_gates":{"b":false,"a":true},"clusterDNS":["<10.0.0.10>","&\u2028"],"authentication":{"anonymous":{}},"server_tls_bootstrap":true,"event_record_qps":0,"kind":"\\b\\u0001\\""',
      ),
    ).toBe(`{
    "kind": "\\b\\u0001\\"",
    "serverTLSBootstrap": true,
    "authentication": {
        "anonymous": {}
    },
    "eventRecordQPS": 0,
    "clusterDNS": [
        "\\u003c10.0.0.10\\u003e",
        "\\u0026\\u2028"
    ],
    "featureGates": {
        "a": true,
        "b": false
    },
    "seccompDefault": true
}`);
  });

  it('has no idle timeout from Kubernetes 1.34 on', () => {
    const members = '"streaming_connection_idle_timeout":"4h","max_pods":1';
    expect(file(members, '1.33.9')).toContain('"streamingConnectionIdleTimeout": "4h"');
    expect(file(members, 'v1.34.0')).toBe('{\n    "maxPods": 1\n}');
    expect(file('"streaming_connection_idle_timeout":"4h"', '1.35')).toBe('{}');
  });
});

describe('kernel parameters', () => {
  const file = (members: string): string =>
    nodeFile(`{"custom_linux_os_config":{"sysctl_config":{${members}}}}`, 'SYSCTL_CONTENT') ?? '';

  it.each([
    ['1 65331', true],
    ['+1 +65535', true],
    ['01 065535', true],
    ['1 9223372036854775807', true],
    ['1 65330', false],
    ['65535 65535', false],
    ['0 65535', false],
    ['-5 65535', false],
    ['1  65535', false],
    ['1 65535 ', false],
    ['1\\t65535', false],
    ['65535', false],
    ['1 2 65535', false],
    ['1 9223372036854775808', false],
    ['1 6_5535', false],
  ])('a port range of "%s" reserves ports: %s', (range, reserved) => {
    const text = file(`"net_ipv4_ip_local_port_range":"${range}"`);
    expect(text).toContain(`net.ipv4.ip_local_port_range=${JSON.parse(`"${range}"`) as string}\n`);
    expect(text.includes('net.ipv4.ip_local_reserved_ports=65330\n')).toBe(reserved);
  });

  it('include zeros and false, but not absent values', () => {
    const text = file('"net_core_somaxconn":0,"net_ipv4_tcp_tw_reuse":false,"net_ipv4_ip_local_port_range":""');
    expect(text).toContain('net.core.somaxconn=0\n');
    expect(text).toContain('net.ipv4.tcp_tw_reuse=0\n');
    expect(text).not.toMatch(/port_range|swappiness/);
    expect(text.split('\n')).toEqual(text.split('\n').sort((a, b) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1)));
  });
});

describe('corefiles', () => {
  const file = (overrides: string, variable = 'LOCALDNS_COREFILE_BASE', more = ''): string =>
    nodeFile(`{"local_dns_profile":{"enable_local_dns":true,${overrides}}${more}}`, variable) ?? '';
  const vnet = (zones: string): string => file(`"vnet_dns_overrides":{${zones}}`);

  it('contain absent numbers as Go prints nil', () => {
    expect(vnet('"x":{"serve_stale":"Verify","max_concurrent":0}')).toMatch(
      /max_concurrent 0\n[^]*cache <nil> \{\n[^]*serve_stale <nil>s verify\n/,
    );
  });

  it.each([
    // vnet or kube, zone, destination, upstream
    ['vnet', '.', 'ClusterCoreDNS', '168.63.129.16'],
    ['kube', '.', 'ClusterCoreDNS', '10.9.9.9'],
    ['kube', '.', 'VnetDNS', '168.63.129.16'],
    ['vnet', 'contoso.example', 'ClusterCoreDNS', '10.9.9.9'],
    ['vnet', 'contoso.example', 'clustercoredns', '168.63.129.16'],
    ['vnet', 'my-cluster.local', 'VnetDNS', '10.9.9.9'],
    ['kube', 'CLUSTER.LOCAL', '', '168.63.129.16'],
  ])('forward %s zone %s to %s at %s', (side, zone, destination, upstream) => {
    const more = ',"cluster_config":{"cluster_network_config":{"core_dns_service_ip":"10.9.9.9"}}';
    const text = file(
      `"${side}_dns_overrides":{"${zone}":{"forward_destination":"${destination}"}}`,
      'LOCALDNS_COREFILE_BASE',
      more,
    );
    expect(text).toContain(`forward . ${upstream} {\n`);
    expect(text).toContain(side === 'vnet' ? 'nsid localdns\n' : 'nsid localdns-pod\n');
  });

  it('have the hosts file in root zones only, with any setting of the plugin', () => {
    const overrides = '"vnet_dns_overrides":{".":{},"a.example":{}},"kube_dns_overrides":{".":{}}';
    expect(file(overrides)).not.toContain('hosts /etc');
    expect(file(overrides, 'LOCALDNS_COREFILE_WITH_HOSTS').match(/hosts \/etc\/localdns\/hosts \{/g)).toHaveLength(2);
    expect(file(overrides, 'LOCALDNS_GENERATED_COREFILE')).toBe(file(overrides));
  });

  it('list zones in the order of their bytes', () => {
    const text = vnet('"b":{},"\ud83d\ude00":{},"\uffee":{},".":{},"B":{}');
    expect([...text.matchAll(/^(\S+):53 \{$/gm)].map((match) => match[1])).toEqual([
      'health-check.localdns.local',
      '.',
      'B',
      'b',
      '\uffee',
      '\u{1f600}',
    ]);
  });

  it('probe upstream servers only if there is an interval', () => {
    expect(vnet('"x":{"health_check":{"domain":"d","no_rec":true}}')).not.toContain('health_check');
    expect(vnet('"x":{"health_check":{"duration":"5s","domain":"d"}}')).toContain('health_check 5s domain d\n');
    expect(vnet('"x":{"health_check":{"duration":"5s","no_rec":true}}')).toContain('health_check 5s no_rec\n');
  });
});

describe('the containerd config', () => {
  it.each([
    [undefined, 1],
    ['1.7.22', 1],
    ['not a version', 1],
    ['v2.1', 1],
    ['2.0.0', 2],
    ['2.0.0-rc.1', 2],
  ])('for %j has the form of generation %d', (containerdVersion, generation) => {
    const text = nodeFile('{"containerd_config":{"containerd_version":"2.2.0"}}', 'CONTAINERD_CONFIG_CONTENT', {
      containerdVersion,
    });
    expect(text?.includes('io.containerd.grpc.v1.cri')).toBe(generation === 1);
    expect(text?.includes('io.containerd.cri.v1.runtime')).toBe(generation === 2);
  });

  it('has the folder of registry hosts from Kubernetes 1.22 on', () => {
    const folder = (version: string): boolean =>
      nodeFile(`{"kubernetes_version":"${version}"}`, 'CONTAINERD_CONFIG_CONTENT')?.includes('certs.d') ?? false;
    expect(['1.22.0', '1.21.9', '1.22.0-beta', '', ' 1.30.0', '1.30'].map(folder)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('uses cgroup v2 if the config needs it, and always with containerd 2', () => {
    const wants = (config: string, containerdVersion: string): boolean =>
      nodeFile(config, 'CONTAINERD_CONFIG_CONTENT', { containerdVersion })?.includes('SystemdCgroup = true') ?? false;
    expect(wants('{"needs_cgroupv2":true}', '1.7.0')).toBe(true);
    expect(wants('{"needs_cgroupv2":false}', '1.7.0')).toBe(false);
    expect(wants('{}', '2.0.0')).toBe(true);
  });
});
