import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { options } from '../../support/karpenter.js';

/** The values that are examples: the path, and the message up to its advice. */
function examplesIn(name: string, text: string): Record<string, string> {
  const found = validate(analyse(name, text)).problems.filter(({ code }) => code === 'karpenter/example-value');
  expect(found.every(({ severity, message }) => severity === 'information' && message.endsWith('own value.'))).toBe(
    true,
  );
  return Object.fromEntries(
    found.map(({ pointer, message }) => [pointer, message.replace(' Write your own value.', '')]),
  );
}

const settings = (lines: string): string => `apiVersion: aks-bootstrap/v1\nkind: KarpenterSettings\n${lines}`;

describe('values that are still examples', () => {
  it('are what a template leaves empty in settings', () => {
    const text = settings(`nodePool:
environment:
  CLUSTER_NAME:
  LOCATION: ~
  VNET_GUID: ""
detected:
  vCPUs:
  labels:
    karpenter.azure.com/sku-cpu:
    karpenter.azure.com/sku-storage-ephemeralos-maxsize: ""
`);
    expect(examplesIn('settings.yaml', text)).toEqual({
      '/0/nodePool': 'nodePool is still empty, as in the template.',
      '/0/environment/CLUSTER_NAME': 'CLUSTER_NAME is still empty, as in the template.',
      '/0/environment/LOCATION': 'LOCATION is still empty, as in the template.',
      '/0/detected/vCPUs': 'vCPUs is still empty, as in the template.',
      '/0/detected/labels/karpenter.azure.com~1sku-cpu':
        'karpenter.azure.com/sku-cpu is still empty, as in the template.',
    });
  });

  it('are values of documentation in settings, also of a Deployment', () => {
    const text = settings(`environment:
  CLUSTER_ENDPOINT: https://contoso-dns-1a2b3c4d.hcp.westeurope.azmk8s.io:443
  KUBELET_BOOTSTRAP_TOKEN: abcdef.0123456789abcdef
  AZURE_TENANT_ID: 00000000-0000-0000-0000-000000000000
  LOCATION: westeurope
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: karpenter}
spec:
  template:
    spec:
      containers:
      - name: controller
        env:
        - {name: VNET_SUBNET_ID, value: /subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/net}
        - {name: CLUSTER_NAME, value: "\${CLUSTER_NAME}"}
`);
    const found = examplesIn('settings.yaml', text);
    expect(Object.values(found)).toEqual([
      'CLUSTER_ENDPOINT is still an example: contoso is a company of examples.',
      "KUBELET_BOOTSTRAP_TOKEN is still an example: it is the bootstrap token of Kubernetes' documentation.",
      'AZURE_TENANT_ID is still an example: no ID in Azure looks like this.',
      'VNET_SUBNET_ID is still an example: no ID in Azure looks like this.',
    ]);
  });

  it('are values of documentation in bootstrap options', () => {
    const text = JSON.stringify({
      ...options,
      clusterEndpoint: 'https://fabrikam.hcp.westeurope.azmk8s.io',
      labels: { team: 'example.com' },
    });
    expect(examplesIn('pool.bootstrap-options.json', text)).toEqual({
      '/clusterEndpoint': 'clusterEndpoint is still an example: fabrikam is a company of examples.',
      '/labels/team': 'labels["team"] is still an example: example.com is a domain for examples.',
    });
  });

  it.each(['shop.bootstrap-options.json', 'shop.karpenter-settings.yaml', 'shop.node-pools.yaml'])(
    'are not in the sample %s',
    (name) => {
      expect(examplesIn(name, readFileSync(`test/samples/${name}`, 'utf8'))).toEqual({});
    },
  );

  it('are not labels and taints of a NodePool, which may have any domain', () => {
    const text = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: one}
spec:
  template:
    metadata: {labels: {team: example.com}}
    spec:
      taints: [{key: example.com/gpu, effect: NoSchedule}]
      requirements: []
`;
    expect(examplesIn('pool.yaml', text)).toEqual({});
  });
});
