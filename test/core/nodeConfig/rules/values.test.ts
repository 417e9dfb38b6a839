import { validate } from '../../../../server/src/core/validate.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyse, checkProblems, config } from '../../../support/analyse.js';

const name = 'a.node-config.json';
const kubernetes = (version: string, members: string): string =>
  config(`"kubernetes_version":"${version}","kubelet_config":{${members}}`);
const flags = (members: string, version = '1.33.2'): string => kubernetes(version, `"kubelet_flags":{${members}}`);
const file = (members: string, version = '1.33.2'): string =>
  kubernetes(
    version,
    `"enable_kubelet_config_file":true,"kubelet_config_file_config":{"kind":"KubeletConfiguration","api_version":"kubelet.config.k8s.io/v1beta1",${members}}`,
  );
const network = (members: string): string => config('').replace('"vnet_name":"v"', `"vnet_name":"v",${members}`);
const os = (members: string): string => config(`"custom_linux_os_config":{${members}}`);
const sysctl = (members: string): string => os(`"sysctl_config":{${members}}`);

function check(sources: readonly string[]): void {
  it.each(sources)('%#', (source) => {
    checkProblems(name, source);
  });
}

describe('the format of strings', () => {
  check([
    network('"core_dns_service_ip":⟦"10.0.0"⟧contract/invalid-ip-address'),
    network('"core_dns_service_ip":"10.0.0.10"'),
    file('"cluster_dns":["10.0.0.10",⟦"kube-dns"⟧contract/invalid-ip-address]'),
    config('').replace('"api_server_name":"a"', '"api_server_name":"⟦https://⟧contract/invalid-host-name‖a.example"'),
    config(
      '"local_dns_profile":{"enable_hosts_plugin":false,⟦"critical_fqdns"⟧contract/no-effect:[" mcr.microsoft.com ",""]}',
    ),
    config('"http_proxy_config":{"http_proxy":⟦"proxy:3128"⟧contract/invalid-url}'),
    config('"http_proxy_config":{"http_proxy":"http://${PROXY}:3128"}'),
    file('"node_status_update_frequency":⟦"10"⟧contract/invalid-duration'),
    file('"container_log_max_size":"50⟦MB⟧contract/invalid-quantity"'),
    file('"eviction_hard":{"memory.available":⟦"lots"⟧contract/invalid-quantity,"nodefs.available":"10%"}'),
    config('"kubernetes_version":⟦"1.34.0.0"⟧contract/invalid-version'),
    network('"subnet":"my⟦ ⟧contract/invalid-name‖subnet"'),
    config('"linux_admin_username":⟦"root"⟧contract/invalid-name'),
    config('').replace(
      '"auth_config":{',
      '"auth_config":{"tenant_id":"f⟦l⟧contract/invalid-uuid‖eet.onmicrosoft.com",',
    ),
    kubernetes(
      '1.33.2',
      '"kubelet_node_labels":{"team":"data⟦ ⟧contract/invalid-label‖& ml",⟦""⟧contract/invalid-label:"x"}',
    ),
    flags('"--register-with-taints":"⟦sku=gpu:noschedule⟧contract/invalid-taint"'),
    flags('"--node-status-update-frequency":⟦"10"⟧contract/invalid-duration'),
    sysctl('"net_ipv4_ip_local_port_range":⟦"32768-60999"⟧contract/invalid-port-range'),
    config('"message_of_the_day":"Welcome⟦!⟧contract/invalid-base64"'),
    kubernetes('1.33.2', '"container_data_dir":⟦"mnt/containers"⟧contract/invalid-path'),
    config(
      '"kube_binary_config":{"pod_infra_container_image_url":"⟦https://⟧contract/invalid-image-reference‖mcr.microsoft.com/pause:3.6"}',
    ),
    config('"bootstrapping_config":{"tls_bootstrapping_token":⟦"abc"⟧contract/invalid-token}'),
    config('"custom_cloud_config":{"custom_env_json_content":⟦"{\\"a\\":"⟧contract/invalid-json-text}'),
    os('"ulimit_config":{"no_file":⟦"unlimited"⟧contract/invalid-limit}'),
    file('"allowed_unsafe_sysctls":[⟦"net.core."⟧contract/invalid-sysctl,"net.core.*"]'),
    config(
      '"enabled_features":{"enable⟦-⟧contract/dropped-feature‖cache":"true","B":⟦"a\\nb"⟧contract/dropped-feature}',
    ),
  ]);

  it('is fixed if the intended value is clear', () => {
    const [found] = validate(analyse(name, file('"node_status_update_frequency":"10"'))).problems;
    expect(found?.fixes?.map(({ title, safe }) => [title, safe])).toEqual([['Change to "10s"', false]]);
  });

  it('is reported without secrets', () => {
    const [found] = validate(
      analyse(name, config('"bootstrapping_config":{"tls_bootstrapping_token":"hunter2hunter2"}')),
    ).problems;
    expect(found?.code).toBe('contract/invalid-token');
    // The document that a problem names is never printed with it.
    expect(JSON.stringify({ ...found, document: undefined })).not.toContain('hunter2');
  });

  it('is reported on the part of the string that is wrong', () => {
    const text = config('"message_of_the_day":"V2Vs?G8="');
    const [found] = validate(analyse(name, text)).problems;
    expect(found && text.slice(found.span.start, found.span.end)).toBe('?');
  });
});

describe('known values', () => {
  check([
    os('"transparent_hugepage_support":⟦"allways"⟧contract/unknown-value'),
    os('"transparent_hugepage_support":⟦"Always"⟧contract/unknown-value'),
    config(
      '"gpu_config":{"enable_nvidia":true,"gpu_instance_profile":"MIG1g","mig_strategy":⟦"mixed"⟧contract/unknown-value}',
    ),
    file('"tls_cipher_suites":[⟦"TLS_RSA_WITH_RC4"⟧contract/unknown-value]'),
    flags('"--rotate-certificates":⟦"yes"⟧contract/unknown-value,"--anonymous-auth":"False"'),
    config('').replace('"location":"l"', '"location":⟦"eastuss"⟧contract/unknown-value'),
    config('').replace('"location":"l"', '"location":"East US 2"'),
    config('').replace('"location":"l"', '"location":"marsnorth"'),
    config('"vm_size":⟦"standard_dc2s"⟧contract/unknown-value'),
    config('"vm_size":"Standard_New9_v9"'),
  ]);
});

describe('ranges', () => {
  check([
    sysctl('"net_ipv4_tcp_keepalive_probes":⟦300⟧contract/value-out-of-range'),
    file('"read_only_port":⟦70000⟧contract/value-out-of-range'),
    file('"pod_pids_limit":⟦-2⟧contract/value-out-of-range'),
    // What the node replaces is one problem, not two.
    config('"cse_timeout":⟦-5⟧contract/value-replaced'),
  ]);
});

describe('kubelet flags', () => {
  check([
    flags('⟦"max-pods"⟧contract/unknown-kubelet-flag:"110"'),
    flags('⟦"--max-pod"⟧contract/unknown-kubelet-flag:"110"'),
    flags('"--max_pods":"110"'),
    flags('"-v":"4"'),
    flags('⟦"-w"⟧contract/unknown-kubelet-flag:"4"'),
    flags('⟦"--network-plugin"⟧contract/unsupported-kubelet-flag:"cni"'),
    flags('"--network-plugin":"cni"', '1.23.5'),
    flags('⟦"--config-dir"⟧contract/unsupported-kubelet-flag:"/etc/kubelet.d"', '1.27.9'),
    flags('"--network-plugin":"cni"', '').replace('"kubernetes_version":"",', ''),
    flags('"--node-labels":⟦"a=b, c=d"⟧contract/broken-flag-value'),
    file('⟦"max_pods"⟧contract/no-effect:30').replace(
      '"enable_kubelet',
      '"kubelet_flags":{"--max-pods":"110"},"enable_kubelet',
    ),
    file('⟦"server_tls_bootstrap"⟧contract/no-effect:true').replace(
      '"enable_kubelet',
      '"kubelet_flags":{"--rotate-server-certificates":"true"},"enable_kubelet',
    ),
  ]);

  it('are renamed to the nearest known flag', () => {
    const [found] = validate(analyse(name, flags('"max-pods":"110"'))).problems;
    expect(found?.fixes?.[0]).toMatchObject({ title: 'Rename to --max-pods', changes: [{ newText: '"--max-pods"' }] });
  });
});

describe('feature gates', () => {
  check([
    file('"feature_gates":{⟦"GracefulNodeShutdwn"⟧contract/unknown-feature-gate:true}'),
    file('"feature_gates":{"SomethingElseEntirely":true}'),
    file('"feature_gates":{⟦"DynamicKubeletConfig"⟧contract/unsupported-feature-gate:false}'),
    file('"feature_gates":{"DynamicKubeletConfig":false}', '1.22.6'),
    flags(
      '"--feature-gates":⟦"DynamicKubeletConfig=false,CustomCPUCFSQuotaPeriod=true"⟧contract/unsupported-feature-gate',
    ),
    file('"feature_gates":{⟦"CPUManagerPolicyOptions"⟧contract/unsupported-feature-gate:false}'),
    file('"feature_gates":{"CPUManagerPolicyOptions":true}'),
    file('"feature_gates":{"CPUManagerPolicyOptions":false}', '1.32.0'),
  ]);
});

describe('node labels', () => {
  check([
    kubernetes('1.33.2', '"kubelet_node_labels":{⟦"kubernetes.io/role"⟧contract/forbidden-label:"agent"}'),
    kubernetes(
      '1.33.2',
      '"kubelet_node_labels":{"kubernetes.azure.com/mode":"user","node.kubernetes.io/x":"y","a":"b"}',
    ),
  ]);
});

describe('GPUs', () => {
  const gpu = (size: string, members: string): string => config(`"vm_size":"${size}","gpu_config":{${members}}`);
  check([
    gpu('Standard_D4s_v5', '⟦"enable_nvidia"⟧contract/gpu-mismatch:true'),
    gpu('Standard_NV4as_v4', '⟦"enable_nvidia"⟧contract/gpu-mismatch:true'),
    gpu('Standard_NC4as_T4_v3', '"enable_nvidia":true,⟦"gpu_instance_profile"⟧contract/gpu-mismatch:"MIG1g"'),
    gpu('Standard_NC24ads_A100_v4', '"enable_nvidia":true,"gpu_instance_profile":"MIG1g","mig_strategy":"Single"'),
    config('"vm_size":⟦"Standard_NC24ads_A100_v4"⟧contract/gpu-not-enabled'),
    config('"gpu_config":{"enable_nvidia":true}'),
  ]);
});

describe('certificates', () => {
  const pem = (of: string): string => readFileSync(`test/fixtures/certificates/${of}.pem`, 'utf8');
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const now = Date.UTC(2026, 10, 21);
  const value = (field: string, text: string, code = ''): string =>
    config(`"${field}":${code === '' ? JSON.stringify(text) : `⟦${JSON.stringify(text)}⟧${code}`}`);

  it.each([
    value('kubernetes_ca_cert', base64(pem('root'))),
    // The server's own certificate is right where no authority is wanted.
    config(`"kubelet_config":{"kubelet_client_cert_content":"${base64(pem('leaf'))}"}`),
    value('kubernetes_ca_cert', base64(pem('leaf')), 'contract/certificate-not-a-ca'),
    value('kubernetes_ca_cert', base64(pem('expired')), 'contract/certificate-expired'),
    value('kubernetes_ca_cert', base64(pem('future')), 'contract/certificate-not-yet-valid'),
    value('kubernetes_ca_cert', pem('root'), 'contract/invalid-certificate'),
    value(
      'kubernetes_ca_cert',
      base64('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'),
      'contract/invalid-certificate',
    ),
    // aks-node-controller takes line ends out of these, so wrapping them is fine.
    config(`"custom_ca_certs":[${JSON.stringify(base64(pem('root')).replace(/.{76}/g, '$&\r\n'))}]`),
  ])('%#', (source) => {
    checkProblems(name, source, undefined, { now });
  });

  it('are not checked for expiry without a current time', () => {
    checkProblems(name, value('kubernetes_ca_cert', base64(pem('expired'))));
  });

  it('as PEM have a fix that encodes them', () => {
    const [found] = validate(analyse(name, value('kubernetes_ca_cert', pem('root')))).problems;
    expect(found?.fixes?.[0]?.changes[0]?.newText).toBe(JSON.stringify(base64(pem('root'))));
  });
});
