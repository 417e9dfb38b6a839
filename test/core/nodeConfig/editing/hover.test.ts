import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hover } from '../../../../server/src/core/index.js';
import { analyse, config } from '../../../support/analyse.js';
import { readMarks } from '../../../support/markers.js';

function at(source: string): string {
  const { text, cursor } = readMarks(source);
  return hover(analyse('a.node-config.json', text), cursor)?.markdown ?? '';
}

const root = readFileSync('test/fixtures/certificates/root.pem').toString('base64');

describe('hover on a node config', () => {
  it.each([
    // Type, range, unit, default, age.
    ['"cse_ti¦meout":1200', /`optional int32`[^]*Accepts 1 to 21600 seconds\.[^]*Default: `900`[^]*v0\.20260210\.0/],
    ['"custom_linux_os_config":{"transparent_defr¦ag":"never"}', /Accepts `always`, `defer`, [^]*or `never`/],
    ['"kubelet_config":{"kubelet_config_file_config":{"cpu_cfs_quota_peri¦od":"100ms"}}', /Accepts a duration\./],
    // What becomes of it, with the value of this config.
    ['"cse_ti¦meout":1200', /On the node:[^]*`CSE_TIMEOUT` = `1200`/],
    ['"cse_ti¦meout":99999', /`CSE_TIMEOUT` = `900`/],
    ['"cse_timeout":12¦00', /`CSE_TIMEOUT` = `1200`/],
    ['"vm_si¦ze":"Standard_NC24ads_A100_v4"', /`GPU_DRIVER_TYPE` = `cuda-lts`/],
    [
      '"custom_linux_os_config":{"sysctl_config":{"vm_swappi¦ness":10}}',
      /`SYSCTL_CONTENT`: the file `\/etc\/sysctl\.d\/999-sysctl-aks\.conf`/,
    ],
    // Known names.
    ['"kubelet_config":{"kubelet_flags":{"--max-p¦ods":"110"}}', /\*\*--max-pods\*\* \(int\)[^]*`KUBELET_FLAGS`/],
    ['"kubelet_config":{"kubelet_flags":{"--network-plu¦gin":"cni"}}', /Removed in Kubernetes 1\.24\./],
    ['"vm_size":"Standard_NC24ads_A100_v4¦"', /A100/],
    [
      '"network_config":{"network_plugin":"NETWORK_PLUGIN_AZ¦URE"}',
      /\*\*NETWORK_PLUGIN_AZURE\*\* = 2[^]*`NETWORK_PLUGIN` = `azure`/,
    ],
    // What is encoded.
    [
      `"kubernetes_ca_cert":"${root.slice(0, 9)}¦${root.slice(9)}"`,
      /Base64 of a certificate[^]*CN=[^]*issued by itself[^]*certificate authority/,
    ],
    ['"message_of_the_day":"SGVsbG8g¦d29ybGQK"', /Base64 of text, 12 bytes/],
  ])('%s', (members, expected) => {
    expect(at(config(members))).toMatch(expected);
  });

  it('never shows a secret, neither in the value nor in a variable', () => {
    const token = 'hunter.2hunter2hunter2hu';
    for (const source of [
      `"tls_bootstrapping_tok¦en":"${token}"`,
      `"tls_bootstrapping_token":"hun¦${token.slice(3)}"`,
    ]) {
      const markdown = at(config(`"bootstrapping_config":{${source}}`));
      expect(markdown).toContain('`TLS_BOOTSTRAP_TOKEN`');
      expect(markdown).not.toContain('2hunter2');
    }
    const proxy = at(config('"http_proxy_config":{"http_pro¦xy":"http://me:hunter2@proxy:3128"}'));
    expect(proxy).toContain('`HTTP_PROXY_URLS`');
    expect(proxy).not.toContain('hunter2');
  });

  it('names the successor of a removed field', () => {
    expect(at(config('"kubelet_config":{"tai¦nts":[]}'))).toMatch(
      /removed from the contract with AgentBaker v0\.20250226\.0[^]*--register-with-taints/,
    );
  });

  it('escapes Markdown in values', () => {
    expect(at(config('"message_of_the_day":"","kube_proxy_¦url":"a`b](http://x)"'))).toContain(
      '= `` a`b](http://x) ``',
    );
  });
});
