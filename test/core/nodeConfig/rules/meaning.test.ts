import { describe, expect, it } from 'vitest';
import { parseNodeImage, validate } from '../../../../server/src/core/index.js';
import { analyse, checkProblems, config } from '../../../support/analyse.js';

const name = 'a.node-config.json';
const kubeletFile = (members: string, others = ''): string =>
  config(
    `"kubelet_config":{${others}"enable_kubelet_config_file":true,"kubelet_config_file_config":{"kind":"KubeletConfiguration","api_version":"kubelet.config.k8s.io/v1beta1",${members}}}`,
  );
const zone = '{"max_concurrent":1000,"cache_duration_in_seconds":60,"serve_stale":"Disable"}';
const localDns = (members: string): string => config(`"local_dns_profile":{${members}}`);

describe('settings without effect', () => {
  it.each([
    config('"custom_linux_os_config":{⟦"swap_file_size"⟧contract/no-effect:1500}'),
    config('"custom_linux_os_config":{"swap_file_size":0}'),
    localDns(
      `⟦"kube_dns_overrides"⟧contract/no-effect:{".":${zone}},⟦"critical_fqdns"⟧contract/no-effect:["mcr.microsoft.com"]`,
    ),
    localDns(
      `"enable_local_dns":true,"vnet_dns_overrides":{".":${zone}},"kube_dns_overrides":{".":${zone}},⟦"critical_fqdns"⟧contract/no-effect:["a.b"]`,
    ),
    localDns(
      `"enable_local_dns":true,"vnet_dns_overrides":{".":{"max_concurrent":1,"cache_duration_in_seconds":1,⟦"forward_destination"⟧contract/no-effect:"ClusterCoreDNS"}},"kube_dns_overrides":{".":{"max_concurrent":1,"cache_duration_in_seconds":1,"forward_destination":"ClusterCoreDNS","health_check":{⟦"no_rec"⟧contract/no-effect:true}}}`,
    ),
    localDns(
      `"enable_local_dns":true,"vnet_dns_overrides":{".":${zone}},"kube_dns_overrides":{".":${zone},"cluster.local":{"max_concurrent":1,"cache_duration_in_seconds":1,⟦"forward_destination"⟧contract/no-effect:"VnetDNS"}}`,
    ),
    localDns(
      `"enable_local_dns":true,"vnet_dns_overrides":{".":{"max_concurrent":1,"cache_duration_in_seconds":1,"forward_destination":"VnetDNS"},"x.cluster.local":{"max_concurrent":1,"cache_duration_in_seconds":1,⟦"forward_destination"⟧contract/no-effect:"VnetDNS"}},"kube_dns_overrides":{".":${zone}}`,
    ),
    config(
      '"gpu_config":{⟦"gpu_instance_profile"⟧contract/no-effect:"MIG1g",⟦"mig_strategy"⟧contract/no-effect:"Single"}',
    ),
    config('"gpu_config":{"enable_nvidia":true,⟦"mig_strategy"⟧contract/no-effect:"Single"}'),
    config('"gpu_config":{"config_gpu_driver":true,"gpu_device_plugin":true}'),
    config(
      '"http_proxy_config":{⟦"proxy_trusted_ca"⟧contract/no-effect:⟦"LS0t"⟧contract/invalid-certificate,⟦"no_proxy_entries"⟧contract/no-effect:["a"]}',
    ),
    config('"http_proxy_config":{"https_proxy":"http://p:1","no_proxy_entries":["a"]}'),
    config('"bootstrapping_config":{⟦"secure_tls_bootstrapping_aad_resource"⟧contract/no-effect:"r"}'),
    config(
      '"bootstrapping_config":{"bootstrapping_auth_method":"BOOTSTRAPPING_AUTH_METHOD_SECURE_TLS_BOOTSTRAPPING","secure_tls_bootstrapping_aad_resource":"r"}',
    ),
    config('"kubelet_config":{⟦"kubelet_config_file_config"⟧contract/no-effect:{"max_pods":30}}'),
    config('"kubelet_config":{"kubelet_config_file_config":{}}'),
    config(
      '"kubelet_config":{"kubelet_config_file_config":{"server_tls_bootstrap":true,⟦"max_pods"⟧contract/no-effect:30,⟦"authentication"⟧contract/no-effect:{"anonymous":{"enabled":true}}}}',
    ),
    ...['1.34.0', '1.35.1'].map((version) =>
      kubeletFile('⟦"streaming_connection_idle_timeout"⟧contract/no-effect:"4h0m0s"').replace(
        '"version":"v1"',
        `"version":"v1","kubernetes_version":"${version}"`,
      ),
    ),
    kubeletFile('"streaming_connection_idle_timeout":"4h0m0s"').replace(
      '"version":"v1"',
      '"version":"v1","kubernetes_version":"1.33.9"',
    ),
    kubeletFile('⟦"eviction_max_pod_grace_period"⟧contract/no-effect:30'),
    kubeletFile('"authorization":{"mode":"AlwaysAllow",⟦"webhook"⟧contract/no-effect:{"cache_authorized_ttl":"5m"}}'),
    config('"custom_cloud_config":{⟦"repo_depot_endpoint"⟧contract/no-effect:"https://a"}'),
    config(
      '"custom_cloud_config":{"custom_cloud_env_name":"AKSCustom","custom_env_json_content":"{}","repo_depot_endpoint":"https://a"}',
    ),
    config('"disable_pubkey_auth":true,"enable_ssh":true'),
    config('⟦"disable_pubkey_auth"⟧contract/no-effect:true,"enable_ssh":false'),
    config('"imds_restriction_config":{⟦"insert_imds_restriction_rule_to_mangle_table"⟧contract/no-effect:true}'),
    config(
      '"service_account_image_pull_profile":{⟦"default_client_id"⟧contract/no-effect:"6f1d2c3b-8a47-4e59-b0c6-000000000001"}',
    ),
    config(
      '⟦"provision_output"⟧contract/unused-field:"/a","gpu_config":{⟦"enable_amd_gpu"⟧contract/unused-field:true}',
    ),
  ])('%#', (source) => {
    checkProblems(name, source);
  });
});

describe('settings that need another one', () => {
  it.each([
    kubeletFile('⟦"eviction_soft"⟧contract/missing-companion:{"memory.available":"500Mi"}'),
    kubeletFile('"eviction_soft":{"memory.available":"500Mi"},"eviction_soft_grace_period":{"memory.available":"1m"}'),
    kubeletFile('⟦"eviction_soft_grace_period"⟧contract/missing-companion:{"memory.available":"1m"}'),
    kubeletFile('⟦"enforce_node_allocatable"⟧contract/missing-companion:["pods","kube-reserved"]'),
    kubeletFile('"enforce_node_allocatable":["pods","kube-reserved"],"kube_reserved_cgroup":"/kube.slice"'),
    kubeletFile('⟦"cpu_manager_policy"⟧contract/missing-companion:"static"'),
    kubeletFile('"cpu_manager_policy":"static","kube_reserved":{"cpu":"100m"}'),
    config(
      '"bootstrapping_config":{⟦"bootstrapping_auth_method"⟧contract/missing-companion:"BOOTSTRAPPING_AUTH_METHOD_BOOTSTRAP_TOKEN"}',
    ),
    config('⟦"custom_search_domain_config"⟧contract/missing-companion:{"domain_name":"a.b"}'),
    config('"custom_linux_os_config":{⟦⟦"enable_swap_config"⟧contract/missing-companion⟧contract/contradiction:true}'),
    config('"kubelet_config":{⟦"enable_kubelet_config_file"⟧contract/missing-companion:true}'),
    config('"custom_cloud_config":{⟦"custom_cloud_env_name"⟧contract/missing-companion:"akscustom"}'),
    localDns(`⟦⟦"enable_local_dns"⟧contract/missing-companion⟧contract/missing-companion:true`),
    localDns(
      `"enable_local_dns":true,"vnet_dns_overrides":{".":${zone}},⟦"kube_dns_overrides"⟧contract/missing-companion:{".":{"serve_stale":"Verify"}}`,
    ),
  ])('%#', (source) => {
    checkProblems(name, source);
  });
});

describe('settings that contradict each other', () => {
  const swap = '"custom_linux_os_config":{"enable_swap_config":true,"swap_file_size":1500}';
  it.each([
    config(swap.replace('"enable_swap_config"', '⟦"enable_swap_config"⟧contract/contradiction')),
    config(
      `${swap},"kubelet_config":{"enable_kubelet_config_file":true,"kubelet_config_file_config":{"kind":"KubeletConfiguration","api_version":"kubelet.config.k8s.io/v1beta1","fail_swap_on":false}}`,
    ),
    config(`${swap},"kubelet_config":{"kubelet_flags":{"--fail-swap-on":"false"}}`),
    config(
      '"gpu_config":{"enable_nvidia":true,"enable_managed_gpu":true,⟦"enable_managed_gpu_dra"⟧contract/contradiction:true}',
    ),
    kubeletFile(
      '"authentication":{"anonymous":{⟦"enabled"⟧contract/contradiction:true}},"authorization":{"mode":"AlwaysAllow"}',
    ),
    config(
      '"network_config":{"network_plugin":"NETWORK_PLUGIN_KUBENET",⟦"network_policy"⟧contract/contradiction:"NETWORK_POLICY_AZURE"}',
    ),
    config(
      '"custom_linux_os_config":{"sysctl_config":{"net_ipv4_neigh_default_gc_thresh1":⟦10000⟧contract/contradiction}}',
    ),
    config(
      '"custom_linux_os_config":{"sysctl_config":{"net_core_rmem_default":5000,"net_core_rmem_max":⟦4000⟧contract/contradiction}}',
    ),
    kubeletFile('"image_gc_low_threshold_percent":⟦85⟧contract/contradiction'),
    kubeletFile('"image_gc_low_threshold_percent":70,"image_gc_high_threshold_percent":71'),
  ])('%#', (source) => {
    checkProblems(name, source);
  });
});

describe('values that the node replaces', () => {
  it.each([
    config('"cse_timeout":⟦0⟧contract/value-replaced'),
    config('"cse_timeout":⟦21601⟧contract/value-replaced'),
    config('"cse_timeout":21600'),
    localDns(
      `"enable_local_dns":true,"cpu_limit_in_milli_cores":⟦0⟧contract/value-replaced,"vnet_dns_overrides":{".":${zone}},"kube_dns_overrides":{".":${zone}}`,
    ),
  ])('%#', (source) => {
    checkProblems(name, source);
  });
});

describe('fields that are newer than the node image', () => {
  const image = (version: string) => ({ nodeImage: parseNodeImage(version) });

  it.each([
    ['202602.09.0', config('⟦"cse_timeout"⟧contract/newer-than-node-image:1200')],
    ['202602.10.0', config('"cse_timeout":1200')],
    // What is inside a dropped field is not reported on its own.
    [
      '202509.10.0',
      localDns(`"enable_local_dns":true,"vnet_dns_overrides":{".":${zone}},"kube_dns_overrides":{".":${zone}}`).replace(
        '"local_dns_profile"',
        '⟦"local_dns_profile"⟧contract/newer-than-node-image',
      ),
    ],
    [
      '202509.11.0',
      localDns(
        `"enable_local_dns":true,⟦"enable_hosts_plugin"⟧contract/newer-than-node-image:true,"vnet_dns_overrides":{".":${zone}},"kube_dns_overrides":{".":${zone}}`,
      ),
    ],
  ])('%s: %#', (version, source) => {
    checkProblems(name, source, undefined, image(version));
  });

  it.each([
    ['202506.23.0', 'warning', /the node image 202506\.23\.0 still reads it/],
    ['202506.24.0', 'error', /the node image 202506\.24\.0 fails with an error/],
    [
      undefined,
      'error',
      /was removed from workload_runtime with AgentBaker v0\.20250624\.0; the node drops it silently/,
    ],
  ])('or older, for what was removed: %s', (version, severity, message) => {
    const text = config('"workload_runtime":"WORKLOAD_RUNTIME_WASM_WASI"');
    const found = validate(analyse(name, text, undefined, version === undefined ? {} : image(version))).problems;
    expect(found.find(({ code }) => code === 'contract/removed-field')).toMatchObject({
      severity,
      message: expect.stringMatching(message) as string,
    });
  });

  it('are not reported without a node image', () => {
    checkProblems(name, config('"cse_timeout":1200'));
  });
});

describe('secrets in files under version control', () => {
  const kept = { underVersionControl: true };
  const token = (value: string): string => config(`"bootstrapping_config":{"tls_bootstrapping_token":${value}}`);

  it('are reported', () => {
    checkProblems(name, token('⟦"07401b.f395accd246ae52d"⟧contract/plain-secret'), undefined, kept);
    checkProblems(
      name,
      config('"http_proxy_config":{"http_proxy":⟦"http://user:hunter2@proxy:3128"⟧contract/plain-secret}'),
      undefined,
      kept,
    );
    checkProblems(name, token('"07401b.f395accd246ae52d"'));
  });

  it.each(['"${BOOTSTRAP_TOKEN}"', '"{{ token }}"', '"********"', '""'])(
    'but not %s, which stands for one',
    (value) => {
      checkProblems(name, token(value), undefined, kept);
    },
  );

  it.each(['"<token>"', '"changeme"'])('but not %s, which is only still an example', (value) => {
    checkProblems(name, token(`⟦${value}⟧contract/example-value`), undefined, kept);
  });
});
