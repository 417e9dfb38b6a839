import { describe, expect, it } from 'vitest';
import { complete, hover, validate } from '../../../server/src/core/index.js';
import { pool, readResources, requiring } from '../../support/karpenter.js';

/** Completions where the `|` stands. */
function offered(marked: string) {
  const offset = marked.indexOf('|');
  return complete(readResources(marked.replace('|', '')), offset);
}

function labelsAt(marked: string): string[] {
  return offered(marked).map(({ label }) => label);
}

function hoverAt(marked: string): string {
  const offset = marked.indexOf('|');
  return hover(readResources(marked.replace('|', '')), offset)?.markdown ?? '';
}

const nodeClass = `apiVersion: karpenter.azure.com/v1beta1
kind: AKSNodeClass
metadata:
  name: default
spec:
`;

const nodePool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: one}
spec:
  template:
    metadata:
      labels:
        team: shop
    spec:
      nodeClassRef:
        group: karpenter.azure.com
        kind: AKSNodeClass
        name: default
      requirements:
`;

describe('hover of fields that older releases do not have', () => {
  it('names the release, also of parts', () => {
    const text = `${nodeClass}  gpu|:\n    mode: None\n  localDNS:\n    mode: Required\n`;
    expect(hoverAt(text)).toContain("Since release v1.12.0 of Karpenter's Azure provider.");
    const trusted = `${nodeClass}  security:\n    trustedLaunch|: {vtpm: true}\n`;
    expect(hoverAt(trusted)).toContain("No release of Karpenter's Azure provider has it yet.");
    const sysctl = `${nodeClass}  linuxOSConfig:\n    sysctls:\n      vmSwappiness|: 10\n`;
    expect(hoverAt(sysctl)).toContain('vm.swappiness');
    expect(hoverAt(sysctl)).toContain('0 to 100');
  });
});

describe('completion in JSON as kubectl prints it', () => {
  const list = (pool: string, nodeClass = '{}'): string => `{
    "apiVersion": "v1",
    "kind": "List",
    "items": [
      {
        "apiVersion": "karpenter.sh/v1",
        "kind": "NodePool",
        "metadata": {"name": "one"},
        "spec": {"template": {"metadata": {"labels": {"team": "shop"}}, "spec": ${pool}}}
      },
      {
        "apiVersion": "karpenter.azure.com/v1beta1",
        "kind": "AKSNodeClass",
        "metadata": {"name": "one"},
        "spec": ${nodeClass}
      }
    ]
  }`;

  it('offers fields and values of the resource around the cursor', () => {
    expect(labelsAt(list('{"requirements": [], |}'))).toEqual(expect.arrayContaining(['nodeClassRef', 'taints']));
    expect(labelsAt(list('{}', '{"imageFamily": "|"}'))).toEqual(['Ubuntu', 'Ubuntu2204', 'Ubuntu2404', 'AzureLinux']);
    expect(labelsAt(list('{}', '{"maxPods": 30, |}'))).not.toContain('maxPods');
    expect(labelsAt(list('{}', '{"linuxOSConfig": {"sysctls": {|}}}'))).toContain('vmSwappiness');
    expect(labelsAt(list('{}').replace('"v1",', '"v1", |'))).toEqual([]);
  });

  it('offers labels, operators and values of requirements', () => {
    expect(labelsAt(list('{"requirements": [{"key": "|"}]}'))).toContain('karpenter.azure.com/sku-family');
    expect(labelsAt(list('{"requirements": [{"operator": "|"}]}'))).toContain('Gte');
    const values = '{"requirements": [{"key": "karpenter.sh/capacity-type", "values": ["|"]}]}';
    expect(labelsAt(list(values))).toEqual(['on-demand', 'spot']);
    expect(labelsAt(list('{}').replace('"team": "shop"', '"team": "shop", |'))).toContain('kubernetes.azure.com/mode');
  });
});

describe('completion in resources', () => {
  it('offers fields of an AKSNodeClass, without those that are there', () => {
    const labels = labelsAt(`${nodeClass}  imageFamily: Ubuntu\n  |`);
    expect(labels).toEqual(expect.arrayContaining(['fipsMode', 'gpu', 'localDNS', 'maxPods']));
    expect(labels).not.toContain('imageFamily');
    expect(labelsAt(`${nodeClass}  gpu:\n    |`)).toEqual(['mode']);
  });

  it('offers values, quoted where YAML would read something else', () => {
    expect(labelsAt(`${nodeClass}  imageFamily: |`)).toEqual(['Ubuntu', 'Ubuntu2204', 'Ubuntu2404', 'AzureLinux']);
    expect(labelsAt(`${nodeClass}  artifactStreaming: {enabled: |}`)).toEqual(['true', 'false']);
    const [first] = offered(
      `${nodePool}        - key: karpenter.azure.com/sku-storage-ultra-ssd\n          operator: In\n          values: [|]`,
    );
    expect(first?.plainText).toBe('"true"');
  });

  it('offers keys, operators and values of requirements', () => {
    const requirement = `${nodePool}        - key: `;
    expect(labelsAt(`${requirement}|`)).toEqual(
      expect.arrayContaining(['karpenter.azure.com/sku-family', 'topology.kubernetes.io/zone']),
    );
    expect(labelsAt(`${requirement}kubernetes.io/arch\n          operator: |`)).toContain('Gte');
    const values = (key: string): string[] =>
      labelsAt(`${requirement}${key}\n          operator: In\n          values: [|]`);
    expect(values('karpenter.sh/capacity-type')).toEqual(['on-demand', 'spot']);
    expect(values('kubernetes.io/arch')).toEqual(['amd64', 'arm64']);
    expect(values('node.kubernetes.io/instance-type')).toContain('Standard_NC24ads_A100_v4');
  });

  it('writes lists and objects on lines of their own', () => {
    const find = (marked: string, label: string) => offered(marked).find((each) => each.label === label)?.plainText;
    expect(find(`${nodeClass}  |`, 'kubelet')).toBe('kubelet:\n  ');
    expect(find(`${nodeClass}  kubelet:\n    |`, 'allowedUnsafeSysctls')).toBe('allowedUnsafeSysctls:\n  - ');
    expect(find(`${nodePool}        - |`, 'values')).toBe('values:\n    - ');
  });

  it('works in each document of a file, in lists and in settings', () => {
    const two = `${nodeClass}  maxPods: 30\n---\n${nodePool}        - |`;
    expect(labelsAt(two)).toEqual(['key', 'operator', 'values', 'minValues']);
    expect(labelsAt(`${nodeClass}  |\n---\n${nodePool}        - {}\n`)).toContain('imageFamily');
    const list =
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: karpenter.azure.com/v1beta1\n  kind: AKSNodeClass\n  spec:\n    |\n';
    expect(labelsAt(list)).toContain('imageFamily');
    const settings = 'apiVersion: aks-bootstrap/v1\nkind: KarpenterSettings\nenvironment:\n  ';
    expect(labelsAt(`${settings}NETWORK_PLUGIN: |`)).toEqual(['azure', 'none']);
    expect(labelsAt(`${settings}|`)).toContain('KUBELET_IDENTITY_CLIENT_ID');
  });

  it('offers nothing in comments and in other documents', () => {
    expect(labelsAt(`${nodeClass}  # |`)).toEqual([]);
    expect(labelsAt(`${nodeClass}  maxPods: 30\n---\nkind: ConfigMap\ndata:\n  |`)).toEqual([]);
  });
});

describe('hover in resources', () => {
  const settings = 'environment: {LOCATION: westeurope}';

  it('shows what a value becomes, where it comes from, and the lines of the provider', () => {
    const markdown = hoverAt(pool({ nodeClass: 'maxPods: 6|1', settings }));
    expect(markdown).toContain('`KUBELET_FLAGS` has `61`');
    expect(markdown).toContain('From spec.maxPods of AKSNodeClass default.');
    expect(markdown).toContain('Upstream: `pkg/utils/utils.go#162-176`');
  });

  it('shows the rule of a label that a requirement becomes', () => {
    const markdown = hoverAt(pool({ spec: requiring('kubernetes.azure.com/scalesetpriority In sp|ot'), settings }));
    expect(markdown).toContain('Upstream: `pkg/providers/labels/labels.go#113`, since release v1.7.0');
    expect(markdown).toContain('`KUBELET_NODE_LABELS`');
  });

  it('describes fields that are not part of the script, and keys of requirements', () => {
    expect(hoverAt(pool({ nodeClass: 'osDisk|SizeGB: 64' }))).toContain('Size of the OS disk.');
    expect(hoverAt(pool({ nodeClass: 'image|Family: Ubuntu' }))).toContain('Operating system.');
    expect(hoverAt(pool({ spec: requiring('karpenter.azure.com/sku-f|amily In D') }))).toContain('instancetype.go#208');
    expect(hoverAt(pool({ spec: requiring('karpenter.azure.com/sku-family I|n D') }))).toContain(
      'How values are compared',
    );
  });
});

describe('output of kubectl', () => {
  const json = JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [
      {
        apiVersion: 'karpenter.sh/v1',
        kind: 'NodePool',
        metadata: { name: 'one' },
        spec: {
          template: {
            spec: {
              nodeClassRef: { group: 'karpenter.azure.com', kind: 'AKSNodeClass', name: 'default' },
              requirements: [{ key: 'kubernetes.io/os', operator: 'In', values: ['windows'] }],
            },
          },
        },
      },
      {
        apiVersion: 'karpenter.azure.com/v1beta1',
        kind: 'AKSNodeClass',
        metadata: { name: 'default' },
        spec: { imageFamily: 'Ubuntu2404', fipsMode: 'FIPS' },
      },
    ],
  });

  it('in JSON has problems and hover like YAML', () => {
    const analysis = readResources(json);
    expect(validate(analysis).problems.map(({ code, pointer }) => [code, pointer])).toEqual(
      expect.arrayContaining([
        ['karpenter/impossible-requirement', '/items/0/spec/template/spec/requirements/0'],
        ['karpenter/refused-node-class', '/items/1/spec/fipsMode'],
      ]),
    );
    expect(hover(analysis, json.indexOf('"imageFamily"') + 3)?.markdown).toContain('Operating system.');
  });
});
