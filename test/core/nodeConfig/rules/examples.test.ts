import { describe, expect, it } from 'vitest';
import { validate } from '../../../../server/src/core/index.js';
import { templates } from '../../../../server/src/core/nodeConfig/editing/templates.js';
import { renderTemplate } from '../../../../server/src/core/nodeConfig/editing/templateStops.js';
import { analyse, checkProblems, config } from '../../../support/analyse.js';

const name = 'a.node-config.json';
const network = (members: string): string => config('').replace('"vnet_name":"v"', `"vnet_name":"v",${members}`);
const auth = (members: string): string => config('').replace('"auth_config":{', `"auth_config":{${members},`);

/** Every node of these templates has a value of its own in these fields. */
const needed = [
  '/api_server_config/api_server_name',
  '/kubernetes_ca_cert',
  '/auth_config/tenant_id',
  '/auth_config/subscription_id',
  '/auth_config/assigned_identity_id',
  '/bootstrapping_config/tls_bootstrapping_token',
  '/cluster_config/resource_group',
  '/cluster_config/primary_scale_set',
  '/cluster_config/cluster_network_config/vnet_name',
  '/cluster_config/cluster_network_config/vnet_resource_group',
  '/cluster_config/cluster_network_config/security_group_name',
  '/cluster_config/cluster_network_config/route_table',
  '/kubelet_config/kubelet_node_labels/kubernetes.azure.com~1cluster',
];

function examplesIn(text: string): string[] {
  return validate(analyse(name, text))
    .problems.filter(({ code }) => code === 'contract/example-value')
    .map(({ pointer }) => pointer);
}

describe('values that are still examples', () => {
  it.each(templates)('are all in a new document of the template $label', (template) => {
    const text = `{${renderTemplate(template).plainText.join('\n')}}`;
    const found = examplesIn(text);
    expect(found).toEqual(expect.arrayContaining(needed));
    const others = found.filter((pointer) => !needed.includes(pointer));
    expect(others.every((pointer) => /^\/(?:custom_cloud_config|http_proxy_config)\//.test(pointer))).toBe(true);
  });

  it('disappear one by one as the author replaces them', () => {
    const [template] = templates;
    if (template === undefined) throw new Error('no template');
    const text = `{${renderTemplate(template).plainText.join('\n')}}`;
    const before = examplesIn(text);
    expect(examplesIn(text.replace('abcdef.0123456789abcdef', '07401b.f395accd246ae52d'))).toHaveLength(
      before.length - 1,
    );
  });

  it.each([
    auth('"tenant_id":⟦"00000000-0000-0000-0000-000000000000"⟧contract/example-value'),
    auth('"tenant_id":⟦"11111111-2222-3333-4444-555555555555"⟧contract/example-value'),
    auth('"tenant_id":⟦"<tenant>"⟧contract/example-value'),
    network('"route_table":⟦"aks-agentpool-12345678-routetable"⟧contract/example-value').replace(
      ',"route_table":"t"',
      '',
    ),
    network('"subnet":⟦"Fabrikam-subnet"⟧contract/example-value'),
    network('"core_dns_service_ip":⟦"203.0.113.10"⟧contract/example-value'),
    config(
      '"http_proxy_config":{"http_proxy":"http://10.1.2.3:3128","no_proxy_entries":[".svc",⟦".example.com"⟧contract/example-value]}',
    ),
    config('"kubernetes_ca_cert":⟦""⟧contract/example-value'),
  ])('are those that documentation uses: %#', (source) => {
    checkProblems(name, source);
  });

  it.each([
    auth('"tenant_id":"72f988bf-86f1-41af-91ab-2d7cd011db47"'),
    auth('"tenant_id":"00000000-0000-4000-8000-0123456789ab"'),
    auth('"tenant_id":"${TENANT}"'),
    auth('"tenant_id":"{{ tenant }}"'),
    network('"subnet":"aks-subnet","core_dns_service_ip":"10.0.0.10"'),
    network('"subnet":"contosoland"'),
    network('"subnet":"example.community"'),
    network('"security_group_name":"aks-agentpool-123456789-nsg"'),
    config('"http_proxy_config":{"no_proxy_entries":["10.224.0.0/12","1192.0.2.1"],"proxy_trusted_ca":""}'),
    config('"vm_size":"Standard_D4s_v5","kubernetes_version":"1.33.2"'),
    config('"bootstrapping_config":{"tls_bootstrapping_token":"<redacted>"}'),
  ])('are not usual values, placeholders of a producer or redacted values: %#', (source) => {
    expect(examplesIn(source)).toEqual([]);
  });

  it('never repeat a secret', () => {
    const text = config('"bootstrapping_config":{"tls_bootstrapping_token":"contoso-s3cret"}');
    const messages = validate(analyse(name, text)).problems.map(({ message }) => message);
    expect(messages.join('\n')).toContain(
      'tls_bootstrapping_token is still an example: contoso is a company of examples',
    );
    expect(messages.join('\n')).not.toContain('s3cret');
  });
});
