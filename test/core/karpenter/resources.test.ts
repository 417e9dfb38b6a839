import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { karpenterScriptOf, validate } from '../../../server/src/core/index.js';
import { readOptions } from '../../../server/src/core/karpenter/options/read.js';
import { goScalar } from '../../../server/src/core/karpenter/resources/tree.js';
import { kubeReserved, sizeName } from '../../../server/src/core/karpenter/resources/machine.js';
import { documentsOf } from '../../../server/src/core/karpenter/resources/model.js';
import { joined } from '../../../server/src/core/record/trace.js';
import { optionsDocument } from '../../../server/src/core/karpenter/options/write.js';
import { parseJson } from '../../../server/src/core/formats/json/parse.js';
import { expectGolden } from '../../support/golden.js';
import { asked, pool, readResources as read, requiring, valueOf } from '../../support/karpenter.js';

const pools = readFileSync('test/samples/shop.node-pools.yaml', 'utf8');
const settings = readFileSync('test/samples/shop.karpenter-settings.yaml', 'utf8');

describe('options from resources', () => {
  it.each(['general', 'gpu', 'arm'])('go from the resources of the pool %s to its script', (nodePool) => {
    const rendered = karpenterScriptOf(read(pools, { settings, nodePool }), { showSecrets: true });
    if (!rendered.ok) throw new Error(rendered.error.message);
    expectGolden(`karpenter/pool-${nodePool}.sh`, rendered.value.script);
  });

  it('are the same when they are read back from their document', () => {
    for (const nodePool of ['general', 'gpu', 'arm']) {
      const value = valueOf(read(pools, { settings, nodePool }));
      const again = readOptions(parseJson(joined(optionsDocument(value))));
      expect(again.ok).toBe(true);
      expect(again.value).toEqual(value);
    }
  });

  it('ask by name for missing settings, and invent nothing', () => {
    const bare = read(pool({ spec: requiring('node.kubernetes.io/instance-type In Standard_D4s_v5') }));
    expect(asked(bare)).toEqual([
      'memoryMiB',
      'capacityType',
      'AZURE_TENANT_ID',
      'AZURE_SUBSCRIPTION_ID',
      'KUBELET_IDENTITY_CLIENT_ID',
      'LOCATION',
      'AZURE_NODE_RESOURCE_GROUP',
      'networkSecurityGroupName',
      'KUBELET_BOOTSTRAP_TOKEN',
      'kubernetesVersion',
      'CABundle',
      'VNET_SUBNET_ID',
      'CLUSTER_ENDPOINT',
      'DNS_SERVICE_IP',
      'VNET_GUID',
    ]);
    expect(asked(bare, false)).toContain('labels["karpenter.azure.com/sku-storage-premium-capable"]');
    expect(valueOf(bare).kubeletConfig?.kubeReserved).toBeUndefined();
    const rendered = karpenterScriptOf(bare, { showSecrets: false });
    expect(rendered).toMatchObject({ ok: false, error: { code: 'render/unanswered' } });
  });

  it('ask for the pool if there are several, and for a node class that is in another file', () => {
    expect(asked(read(pools, { settings }))).toEqual(['nodePool']);
    expect(asked(read(pools, { settings, nodePool: 'none' }))).toEqual(['nodePool']);
    const [alone = ''] = pools.split('\n---');
    expect(asked(read(alone, { settings }))).toContain('AKSNodeClass');
  });

  it('do not choose the value of a label from several', () => {
    const stage = `      requirements:
        - {key: example.com/stage, operator: In, values: [test, prod]}
        - {key: example.com/stage, operator: NotIn, values: [prod]}
        - {key: example.com/ring, operator: Exists}
        - {key: example.com/none, operator: DoesNotExist}
        - {key: example.com/number, operator: In, values: ["3", "5"]}
        - {key: example.com/number, operator: Gt, values: ["4"]}
`;
    const analysis = read(pool({ spec: stage }));
    const labels = valueOf(analysis).labels ?? new Map<string, string>();
    expect(labels.get('example.com/stage')).toBe('test');
    expect(labels.get('example.com/number')).toBe('5');
    expect(asked(analysis, false)).toContain('labels["example.com/ring"]');
    const chosen = read(pool({ spec: stage, settings: 'detected: {labels: {example.com/ring: outer}}' }));
    expect(valueOf(chosen).labels?.get('example.com/ring')).toBe('outer');
    expect(asked(chosen, false)).not.toContain('labels["example.com/ring"]');
  });

  it.each([
    ['', 250, 'none'],
    ['environment: {NETWORK_PLUGIN: none}', 250, 'none'],
    ['environment: {NETWORK_PLUGIN_MODE: "", NETWORK_DATAPLANE: azure}', 30, 'azure'],
    ['environment: {NETWORK_PLUGIN_MODE: ""}', 30, 'none'],
    ['environment: {NETWORK_PLUGIN: kubenet}', 110, 'azure'],
  ])('with the settings %j have %d pods and the plugin %s', (given, maxPods, networkPlugin) => {
    const value = valueOf(read(pool({ settings: given })));
    expect(value.kubeletConfig?.maxPods).toBe(maxPods);
    expect(value.networkPlugin).toBe(networkPlugin);
  });

  it('have the defaults of the API server if the node class has kubelet, and keep its own values', () => {
    const given = valueOf(read(pool({ nodeClass: 'maxPods: 40, kubelet: {cpuManagerPolicy: static}' }))).kubeletConfig;
    expect(given).toMatchObject({ maxPods: 40, cpuManagerPolicy: 'static', containerLogMaxSize: '50Mi' });
    expect(valueOf(read(pool())).kubeletConfig?.containerLogMaxSize).toBeUndefined();
  });

  it('install no driver if the node class disables it', () => {
    const spec = requiring('node.kubernetes.io/instance-type In Standard_NC24ads_A100_v4');
    expect(valueOf(read(pool({ spec }))).GPUDriverInstallationEnabled).toBe(true);
    const none = read(pool({ spec, nodeClass: 'gpu: {mode: None}' }));
    expect(valueOf(none)).toMatchObject({ GPUNode: true, GPUDriverInstallationEnabled: false });
    expect(
      valueOf(read(pool({ spec: requiring('node.kubernetes.io/instance-type In Standard_NV4ads_V710_v5') }))).GPUNode,
    ).toBe(false);
  });

  it('have the taint of Karpenter once, behind the others', () => {
    const taints = `      startupTaints: [{key: b, effect: NoExecute}]
      taints: [{key: a, value: x, effect: NoSchedule}]
`;
    expect(valueOf(read(pool({ spec: taints }))).taints).toEqual([
      { key: 'a', value: 'x', effect: 'NoSchedule' },
      { key: 'b', effect: 'NoExecute' },
      { key: 'karpenter.sh/unregistered', effect: 'NoExecute' },
    ]);
    const own = '      taints: [{key: karpenter.sh/unregistered, effect: NoExecute}]\n';
    expect(valueOf(read(pool({ spec: own }))).taints).toHaveLength(1);
  });

  it('come from a NodeClaim, too, and from a list as kubectl prints it', () => {
    const claim = `apiVersion: v1
kind: List
items:
- apiVersion: karpenter.sh/v1
  kind: NodeClaim
  metadata:
    name: one-x7f2k
    labels: {karpenter.sh/nodepool: one, node.kubernetes.io/instance-type: Standard_D8ps_v6}
  spec:
    nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: default}
- apiVersion: karpenter.azure.com/v1beta1
  kind: AKSNodeClass
  metadata: {name: default}
  spec: {maxPods: 33}
`;
    const value = valueOf(read(claim));
    expect(value).toMatchObject({ arch: 'arm64', kubeletConfig: { maxPods: 33 } });
    expect(value.labels?.get('karpenter.sh/nodepool')).toBe('one');
    const json = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [
        {
          apiVersion: 'karpenter.azure.com/v1beta1',
          kind: 'AKSNodeClass',
          metadata: { name: 'a' },
          spec: { maxPods: 44 },
        },
      ],
    });
    expect(valueOf(read(json)).kubeletConfig?.maxPods).toBe(44);
  });

  it.each([
    ['kind: NodePool\napiVersion: karpenter.sh/v1\nspec: {template: {spec: {nodeClassRef: {kind: EC2NodeClass}}}}'],
    ['apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  names:\n    kind: AKSNodeClass'],
    ['apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nmetadata:\n  name: {{ .Values.name }}'],
    ['# AKSNodeClass\na: 1'],
  ])('are not looked for in %j', (text) => {
    expect(read(text).kind).toBe('unknown');
  });
});

describe('YAML as Kubernetes reads it', () => {
  it.each([
    ['y', 'boolean'],
    ['Off', 'boolean'],
    ['~', 'null'],
    ['12:30:45', 'string'],
    ['2026-11-21', 'string'],
    ['1.33.2', 'string'],
    ['yes please', 'string'],
    ['1e3', 'string'],
    ['-', 'string'],
    ['.inf', 'string'],
  ])('takes %s for a %s', (source, is) => {
    expect(goScalar(source).is).toBe(is);
  });

  it.each([
    ['0o17', '15'],
    ['017', '15'],
    ['08', '8'],
    ['0x1F', '31'],
    ['-0b11', '-3'],
    ['1_000', '1000'],
    ['1.5e+3', '1500'],
    ['9223372036854775807', '9223372036854775807'],
  ])('reads %s as %s', (source, json) => {
    expect(goScalar(source)).toEqual({ is: 'number', json });
  });

  it('splits a stream at all lines of dashes', () => {
    const text = '---\na: 1\n--- # next\nb: |\n  x\n---   \n\n---\nc: 1\n----\n';
    expect(documentsOf(text).map(({ start, end }) => text.slice(start, end).trim())).toEqual([
      'a: 1',
      'b: |\n  x',
      'c: 1\n----',
    ]);
  });

  it('reads labels without quotes as the API server would refuse them', () => {
    const analysis = read(pool({ labels: 'on: "1", build: 017, day: 2026-11-21, ok: y' }));
    expect(
      validate(analysis).problems.map(({ code, span }) => [code, analysis.text.slice(span.start, span.end)]),
    ).toEqual([
      ['karpenter/wrong-type', '017'],
      ['karpenter/wrong-type', 'y'],
    ]);
    expect(valueOf(analysis).labels?.get('day')).toBe('2026-11-21');
  });

  it('follows aliases and merge keys, and does not let them grow', () => {
    const text = `apiVersion: karpenter.azure.com/v1beta1
kind: AKSNodeClass
metadata: {name: a}
x: &base {maxPods: 55}
spec: {<<: *base}
`;
    expect(valueOf(read(text)).kubeletConfig?.maxPods).toBe(55);
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, at) => {
        const before = 'abcdefghi'[at] ?? '';
        return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
      }),
    ].join('\n');
    expect(read(`apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\n${bomb}\n`).kind).toBe(
      'karpenter-options',
    );
  });
});

describe('mistakes in resources', () => {
  function found(text: string): [code: string, place: string, pointer: string][] {
    const analysis = read(text);
    return validate(analysis).problems.map(({ code, span, pointer }) => [
      code,
      analysis.text.slice(span.start, span.end),
      pointer,
    ]);
  }

  it.each([
    ['a subnet', { nodeClass: 'vnetSubnetID: /subscriptions/a/' }, 'karpenter/refused-node-class', '/subscriptions/a/'],
    ['too many pods', { nodeClass: 'maxPods: 300' }, 'karpenter/value-out-of-range', '300'],
    ['a policy', { nodeClass: 'kubelet: {cpuManagerPolicy: statik}' }, 'karpenter/unknown-value', 'statik'],
    ['a mode', { nodeClass: 'gpu: {mode: Drivers}' }, 'karpenter/unknown-value', 'Drivers'],
    [
      'thresholds',
      { nodeClass: 'kubelet: {imageGCLowThresholdPercent: 90}' },
      'karpenter/contradiction',
      'imageGCLowThresholdPercent',
    ],
    [
      'a name in another casing',
      { nodeClass: 'kubelet: {CPUCFSQuota: true}' },
      'karpenter/unknown-option',
      'CPUCFSQuota',
    ],
    ['a duration', { nodeClass: 'kubelet: {cpuCFSQuotaPeriod: 100}' }, 'karpenter/wrong-type', '100'],
    ['an effect', { spec: '      taints: [{key: a, effect: NoRun}]\n' }, 'karpenter/invalid-taint', 'NoRun'],
    ['a taint without one', { spec: '      startupTaints: [{key: a}]\n' }, 'karpenter/invalid-taint', '{key: a}'],
    ['a label', { labels: 'team: shop floor' }, 'karpenter/invalid-label', ' '],
    ['what the script breaks on', { labels: 'team: "a$b"' }, 'karpenter/unsafe-in-script', '$'],
    ['a number for a label', { labels: 'build: 8' }, 'karpenter/wrong-type', '8'],
    [
      'a kept label',
      { labels: 'node-restriction.kubernetes.io/a: b' },
      'karpenter/label-not-passed',
      'node-restriction.kubernetes.io/a',
    ],
    ['the kubelet of old', { spec: '      kubelet: {maxPods: 60}\n' }, 'karpenter/dropped-setting', 'kubelet'],
    ['a setting', { settings: 'environment: {LOKATION: a}' }, 'karpenter/unknown-option', 'LOKATION'],
    ["a setting's form", { settings: 'environment: {AZURE_TENANT_ID: abc}' }, 'karpenter/invalid-value', 'abc'],
    ['a version', { settings: 'detected: {kubernetesVersion: v1.33.2}' }, 'karpenter/version-panics', 'v1.33.2'],
  ])('are found at their place: %s', (_, changes, code, place) => {
    expect(found(pool(changes)).map(([own, at]) => [own, at])).toContainEqual([code, place]);
  });

  it('are said of every pool, and once of what pools share', () => {
    const [other = ''] = pool().split('\n---');
    const two = `${pool({ nodeClass: 'maxPods: 300' })}---\n${other.replace('one', 'two')}\n`;
    expect(found(two).filter(([code]) => code === 'karpenter/value-out-of-range')).toHaveLength(1);
    const alone = 'apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nspec: {maxPods: 300}\n';
    expect(found(`${alone}---\n${alone}`).map(([code]) => code)).toEqual(Array(2).fill('karpenter/value-out-of-range'));
  });

  it('are none in the samples, but for the label', () => {
    expect(found(pools).map(([code, , pointer]) => [code, pointer])).toEqual([
      ['karpenter/label-not-passed', '/0/spec/template/metadata/labels/node-restriction.kubernetes.io~1tier'],
    ]);
    expect(found(settings)).toEqual([]);
  });

  it('have fixes that change YAML in its own words', () => {
    const analysis = read(pool({ settings: 'environment: {LOKATION: a}' }));
    const [rename] = validate(analysis).problems.flatMap(({ fixes = [] }) => fixes);
    expect(rename?.title).toBe('Rename to LOCATION');
    expect(rename?.changes.map(({ newText }) => newText)).toEqual(['LOCATION']);
  });
});

describe('what Karpenter computes', () => {
  it.each([
    [1, 2, '60m', '512Mi'],
    [2, 8, '100m', '1843Mi'],
    [4, 16, '140m', '2662Mi'],
    [8, 32, '180m', '3645Mi'],
    [2, 4, '100m', '1Gi'],
    [64, 256, '740m', '12165Mi'],
    [96, 672, '1060m', '20684Mi'],
  ])('keeps of %d vCPUs and %d GiB %s and %s', (vCPUs, memory, cpu, reserved) => {
    expect([...kubeReserved(vCPUs, memory)]).toEqual([
      ['cpu', cpu],
      ['memory', reserved],
    ]);
  });

  it.each([
    ['Standard_D4s_v5', 'D', 'Ds_v5', '5', undefined, 4, 'amd64'],
    ['Standard_D8ps_v6', 'D', 'Dps_v6', '6', undefined, 8, 'arm64'],
    ['Standard_DS3_v2', 'D', 'DS_v2', '2', undefined, undefined, 'amd64'],
    ['Standard_E8-2s_v5', 'E', 'Es_v5', '5', undefined, undefined, 'amd64'],
    ['Standard_NC24ads_A100_v4', 'N', 'NCads_v4', '4', 'A100', 24, 'amd64'],
    ['Standard_NC6s_v3', 'N', 'NCs_v3', '3', undefined, 6, 'amd64'],
    ['Standard_ND128isr_NDR_GB200_v6', 'N', 'NDisr_v6', '6', 'GB200', 128, undefined],
    ['Standard_NC288ds_xl_RTXPRO6000BSE_v6', 'N', 'NCds_v6', '6', 'RTXPRO6000BSE', 288, 'amd64'],
    ['Standard_NV6_Promo', 'N', 'NV', '1', undefined, undefined, 'amd64'],
  ])('reads %s', (name, family, series, version, accelerator, vCPUs, arch) => {
    expect(sizeName(name)).toEqual({ family, series, version, accelerator, vCPUs, arch });
  });

  it.each(['D4s_v5', 'standard_D4s_v5', 'Standard_d4s', ''])('does not read %j', (name) => {
    expect(sizeName(name)).toBeUndefined();
  });
});
