import { describe, expect, it } from 'vitest';
import { findOutCommand } from '../../../server/src/core/karpenter/resources/findOut.js';
import { settings } from '../../../server/src/core/karpenter/resources/settings.js';
import { karpenterScriptOf, readKarpenterSettings } from '../../../server/src/core/index.js';
import { asked, pool, readResources, requiring, valueOf } from '../../support/karpenter.js';

const deployment = `apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: karpenter}
  spec:
    template:
      spec:
        containers:
        - name: controller
          args: [--cluster-name=shop, --node-resource-group=MC_shop, "--log-level=debug", run]
          env:
          - {name: CLUSTER_NAME, value: other}
          - {name: CLUSTER_ENDPOINT, value: "https://shop.hcp.westeurope.azmk8s.io:443"}
          - {name: NETWORK_PLUGIN_MODE, value: ""}
          - {name: NETWORK_DATAPLANE}
          - {name: KUBELET_BOOTSTRAP_TOKEN, valueFrom: {secretKeyRef: {name: token, key: token}}}
          - {name: AZURE_TENANT_ID, value: ""}
          - {name: ARM_TENANT_ID, value: " 72f988bf-86f1-41af-91ab-2d7cd011db47 "}
          - {name: LOCATION, value: westeurope}
          - {name: UNRELATED, value: a}
`;

const values = `controller:
  env:
    - {name: LOCATION, value: northeurope}
    - {name: VNET_GUID, value: "\${VNET_GUID}"}
settings:
  clusterName: shop
  clusterEndpoint: ""
`;

describe("Karpenter's settings", () => {
  it('come from its Deployment as kubectl prints it, where flags replace variables', () => {
    const analysis = readResources(pool(), { settings: deployment });
    expect(valueOf(analysis)).toMatchObject({
      clusterName: 'shop',
      resourceGroup: 'MC_shop',
      APIServerName: 'shop.hcp.westeurope.azmk8s.io',
      tenantID: '72f988bf-86f1-41af-91ab-2d7cd011db47',
      location: 'westeurope',
      networkPlugin: 'azure',
      kubeletConfig: { maxPods: 30 },
    });
    expect(asked(analysis)).toContain('KUBELET_BOOTSTRAP_TOKEN');
    expect(asked(analysis)).not.toContain('VNET_GUID');
  });

  it('come from a Pod', () => {
    const pod = 'kind: Pod\nspec: {containers: [{env: [{name: LOCATION, value: eastus}]}]}\n';
    expect(valueOf(readResources(pool(), { settings: pod })).location).toBe('eastus');
  });

  it('come from Helm values, in which placeholders are missing', () => {
    const analysis = readResources(pool(), { settings: values });
    expect(valueOf(analysis)).toMatchObject({ clusterName: 'shop', location: 'northeurope' });
    expect(asked(analysis)).toEqual(expect.arrayContaining(['VNET_GUID', 'CLUSTER_ENDPOINT']));
  });

  it('of KarpenterSettings override those of a Deployment, and a document outside those of the file', () => {
    const both = `${deployment}---\napiVersion: aks-bootstrap/v1\nkind: KarpenterSettings\nenvironment: {LOCATION: eastus}\n`;
    expect(valueOf(readResources(pool(), { settings: both })).location).toBe('eastus');
    const inFile = `${pool()}---\n${deployment}`;
    expect(valueOf(readResources(inFile)).location).toBe('westeurope');
    expect(valueOf(readResources(inFile, { settings: values })).location).toBe('northeurope');
  });

  it('are not read from other documents', () => {
    expect(readKarpenterSettings(deployment.replaceAll('Deployment', 'StatefulSet'))).toBeUndefined();
    expect(readKarpenterSettings('controller: {env: [{name: LOG_LEVEL, value: debug}]}')).toBeUndefined();
    expect(readKarpenterSettings('{"kind":"Deployment"}')).toBeUndefined();
    expect(readKarpenterSettings(`${values}: :`)).toBeUndefined();
  });

  it.each([
    ['{AZURE_TENANT_ID: a1, ARM_TENANT_ID: b2}', 'a1'],
    ['{AZURE_TENANT_ID: " ", ARM_TENANT_ID: b2}', 'b2'],
    ['{ARM_TENANT_ID: b2}', 'b2'],
  ])('prefer the names of Azure: %s', (environment, expected) => {
    expect(valueOf(readResources(pool({ settings: `environment: ${environment}` }))).tenantID).toBe(expected);
  });

  it('ask for the address of the DNS service instead of assuming one', () => {
    expect(asked(readResources(pool()))).toContain('DNS_SERVICE_IP');
    const given = readResources(pool({ settings: 'environment: {DNS_SERVICE_IP: 10.1.0.10}' }));
    expect(valueOf(given).kubeletConfig?.clusterDNSServiceIP).toBe('10.1.0.10');
    expect(asked(given)).not.toContain('DNS_SERVICE_IP');
  });

  it.each([
    ['aks-agentpool-40321617-nsg', 'aks-agentpool-40321617-routetable'],
    ['AKS-AgentPool-12345678-NSG', 'aks-agentpool-12345678-routetable'],
    ['aks-agentpool-1234-nsg', undefined],
  ])('lead from the network security group %s to the route table %s', (group, expected) => {
    const settings = `detected: {networkSecurityGroupName: ${group}}`;
    expect(valueOf(readResources(pool({ settings }))).routeTableName).toBe(expected);
  });
});

describe('missing settings', () => {
  const known = (name: string): string | undefined =>
    new Map([
      ['CLUSTER_NAME', 'shop'],
      ['LOCATION', '$(reboot)'],
    ]).get(name);

  it('have commands with what is known, except for what could be a command', () => {
    expect(findOutCommand('LOCATION', known)).toContain("[?name=='shop'].location");
    expect(findOutCommand('memoryMiB', known)).toContain('--location <LOCATION> ');
    expect(findOutCommand('labels["example.com/ring"]', known)).toBe(
      'kubectl get nodes -L example.com/ring,karpenter.sh/nodepool',
    );
    expect(findOutCommand('labels["a`b`"]', known)).toBeUndefined();
  });

  it('name the VM size that a requirement chooses', () => {
    const spec = requiring('node.kubernetes.io/instance-type In Standard_D4s_v5');
    const { missingInputs = [] } = readResources(pool({ spec })).karpenter?.reading.computed ?? {};
    expect(missingInputs.find(({ name }) => name === 'memoryMiB')?.command).toContain("[?name=='Standard_D4s_v5']");
  });

  it('have a command each if they are asked for', () => {
    const bare = readResources(pool());
    for (const { name, command } of bare.karpenter?.reading.computed?.missingInputs ?? [])
      expect(command, name).toBeDefined();
    expect(settings.length).toBeGreaterThan(30);
  });

  it('are marked in a script with gaps, and masked secrets stay masked', () => {
    const analysis = readResources(
      pool({
        spec: requiring('node.kubernetes.io/instance-type In Standard_D4s_v5'),
        settings: 'environment: {KUBELET_BOOTSTRAP_TOKEN: 07401b.f395accd246ae52d}',
      }),
    );
    const rendered = karpenterScriptOf(analysis, { showSecrets: false, gaps: true });
    if (!rendered.ok) throw new Error(rendered.error.message);
    const { script, lines } = rendered.value;
    expect(script).toContain('Flags and downloads are those of Kubernetes 1.35');
    expect(script).toContain('KUBERNETES_VERSION=<kubernetesVersion>\n');
    expect(script).toContain('--kube-reserved=cpu=<vCPUs>,memory=<memoryMiB>');
    expect(script).not.toContain('07401b');
    for (const { span, variable } of lines) expect(script.slice(span.start)).toMatch(new RegExp(`^${variable.name}=`));
  });
});
