import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { validate } from '../../../server/src/core/index.js';
import { analyse, config } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';
import { b64, script } from './writeBackCases.js';

const cloudConfig = '#cloud-config\nruncmd: [ls]\n';
const indented = (text: string, indent: number): string => text.replace(/^(?=.)/gm, ' '.repeat(indent));

/** The `decode` result of a manifest without errors. */
function decoded(text: string): ReturnType<typeof decodeReport> {
  const analysis = analyse('manifest.yaml', text);
  expect(analysis.kind).toBe('kubernetes');
  expect(validate(analysis).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return decodeReport(analysis);
}

const payloads = (text: string): string[] =>
  (decoded(text).payloads ?? []).map(({ pointer, layers }) => [pointer, ...layers].join(' '));

describe('payloads in resources of Kubernetes', () => {
  it.each<[string, string, string[], string]>([
    [
      'a ConfigMap',
      `apiVersion: v1\nkind: ConfigMap\ndata:\n  user-data: |\n${indented(cloudConfig, 4)}  other: text\nbinaryData:\n  packed: ${b64(gzipSync(cloudConfig))}\n`,
      ['/data/user-data cloud-config', '/binaryData/packed base64 gzip cloud-config'],
      'yaml cloud-config',
    ],
    [
      'a ConfigMap with a node config',
      'apiVersion: v1\nkind: ConfigMap\ndata:\n  aks-node-controller-config.json: |\n    ' + config('') + '\n',
      ['/data/aks-node-controller-config.json json'],
      'yaml json',
    ],
    [
      'a resource of Crossplane',
      `apiVersion: compute.azure.upbound.io/v1beta1\nkind: LinuxVirtualMachine\nspec:\n  forProvider:\n    customData: ${b64(cloudConfig)}\n    userData:\n    customDataSecretRef: {name: a}\n`,
      ['/spec/forProvider/customData base64 cloud-config'],
      'yaml base64 cloud-config',
    ],
    [
      'a resource whose provider accepts text',
      `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nspec:\n  userData: |\n${indented(script, 4)}`,
      ['/spec/userData shell-script'],
      'yaml shell-script',
    ],
    [
      'an AzureMachineTemplate',
      'apiVersion: infrastructure.cluster.x-k8s.io/v1beta1\nkind: AzureMachineTemplate\nmetadata:\n  annotations: {userData: x}\nspec:\n  template:\n    spec:\n      vmExtensions:\n      - name: CustomScript\n        protectedSettings:\n          commandToExecute: bash -c "ls"\n',
      ['/spec/template/spec/vmExtensions/0/protectedSettings/commandToExecute shell-command'],
      'yaml shell-command',
    ],
    [
      'several documents and a list',
      `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  data: {a: "#cloud-config\\n{}\\n"}\n---\napiVersion: v1\nkind: Secret\nstringData:\n  b: "#!/bin/sh\\nls\\n"\n`,
      ['/0/items/0/data/a cloud-config json-in-yaml', '/1/stringData/b shell-script'],
      'yaml kubernetes-secret',
    ],
    [
      'JSON',
      JSON.stringify({
        apiVersion: 'compute.azure.upbound.io/v1beta1',
        kind: 'LinuxVirtualMachine',
        spec: { forProvider: { customData: b64(script) } },
      }),
      ['/spec/forProvider/customData base64 shell-script'],
      'json base64 shell-script',
    ],
  ])('are found in %s', (_, text, found, layers) => {
    expect(payloads(text)).toEqual(found);
    expect(decoded(text).layers.join(' ')).toBe(layers);
  });

  it('are found in a resource of Karpenter', () => {
    const text = `apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nmetadata:\n  name: default\nspec:\n  userData: ${b64(cloudConfig)}\n`;
    const analysis = analyse('class.yaml', text);
    expect(analysis.kind).toBe('karpenter-options');
    expect(analysis.root.children.map(({ payload }) => payload.text)).toEqual([cloudConfig]);
  });

  it('are read with the values of Kubernetes', () => {
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {labels: {a: !custom x, b: &x 1, c: &x 2026-99-99}}\ndata:\n  a: "#cloud-config\\n{}\\n"\n  b: on\n`;
    expect(payloads(text)).toEqual(['/data/a cloud-config json-in-yaml']);
    expect(validate(analyse('a.yaml', text)).problems).toEqual([]);
  });
});

describe('a KubeadmConfig', () => {
  const files = [
    { path: '/etc/a', owner: 'root:root', permissions: '0600', content: 'a\n' },
    { path: '/opt/b.sh', permissions: '0755', encoding: 'base64', content: b64(script) },
    { path: '/opt/c.sh', encoding: 'gzip+base64', content: b64(gzipSync(script)), append: true },
    { path: '/etc/azure.json', contentFrom: { secret: { name: 'azure', key: 'worker.json' } } },
  ];
  const spec = {
    files,
    preKubeadmCommands: ['A=1 /bin/bash /opt/b.sh'],
    postKubeadmCommands: ['ls'],
    joinConfiguration: {},
  };
  const resource = (kind: string, body: object): string =>
    JSON.stringify({ apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta1', kind, metadata: { name: 'a' }, spec: body });

  it.each([
    ['KubeadmConfig', spec, '/spec'],
    ['KubeadmConfigTemplate', { template: { spec } }, '/spec/template/spec'],
    ['KubeadmControlPlane', { kubeadmConfigSpec: spec }, '/spec/kubeadmConfigSpec'],
    [
      'KubeadmControlPlaneTemplate',
      { template: { spec: { kubeadmConfigSpec: spec } } },
      '/spec/template/spec/kubeadmConfigSpec',
    ],
  ])('has files and commands as %s', (kind, body, path) => {
    const report = decoded(resource(kind, body));
    expect(report.layers).toEqual(['json', 'kubeadm-config']);
    expect(report.files).toMatchObject([
      { path: '/etc/a', mode: '0600', owner: 'root:root', bytes: 2, layers: [] },
      { path: '/opt/b.sh', mode: '0755', encoding: 'base64', bytes: script.length, layers: ['base64'] },
      { path: '/opt/c.sh', append: true, layers: ['base64', 'gzip'] },
      { path: '/etc/azure.json', sourceUri: 'secret:azure/worker.json' },
    ]);
    expect(report.commands).toMatchObject([
      { at: `${path}/preKubeadmCommands/0`, layers: ['shell-command'], env: { A: '1' } },
      { at: `${path}/postKubeadmCommands/0`, command: ['ls'] },
    ]);
    expect(report.onDisk).toBeUndefined();
  });

  it('is read as YAML beside other resources', () => {
    const text = `apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\n---\napiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfigTemplate\nspec:\n  template:\n    spec:\n      files:\n      - path: /opt/a.sh\n        permissions: "0755"\n        content: |\n${indented(script, 10)}      joinConfiguration:\n        nodeRegistration:\n          name: '{{ ds.meta_data["local_hostname"] }}'\n`;
    const report = decoded(text);
    expect(report.layers).toEqual(['yaml', 'kubeadm-config']);
    expect(report.files).toMatchObject([{ path: '/opt/a.sh', bytes: script.length }]);
  });

  it('is reported where the content of a file is damaged', () => {
    const text = resource('KubeadmConfig', { files: [{ path: '/a', encoding: 'base64', content: 'YQ' }] });
    expect(validate(analyse('a.json', text)).problems.map(({ code }) => code)).toEqual(['payload/base64-invalid']);
  });
});

describe('other manifests', () => {
  it.each([
    ['a workload', 'apiVersion: apps/v1\nkind: Deployment\nspec: {}\n'],
    ['a ConfigMap without user data', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  key: value\n'],
    ['a Helm template', 'apiVersion: v1\nkind: Secret\nstringData:\n  a: {{ .Values.userData }}\n'],
    ['a file that is none', 'kind: x\ncustomData: y\n'],
  ])('are not recognised: %s', (_, text) => {
    expect(analyse('manifest.yaml', text).kind).toBe('unknown');
  });
});
