import { b64, type Carrier, command, gz64, harvest, indented, json, orchard } from './carrier.js';

const manifest = (kind: string, body: string, apiVersion = 'v1'): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: orchard\n  namespace: farm\n${body}`;
const block = (text: string, indent: number): string => `|\n${indented(text, indent)}`;

export const kubernetesCarriers: readonly Carrier[] = [
  {
    what: 'a Secret of Cluster API',
    name: 'secret.yaml',
    content: manifest(
      'Secret',
      `type: cluster.x-k8s.io/secret\ndata:\n  format: ${b64('cloud-config')}\n  value: ${b64(orchard)}\n`,
    ),
    holds: [orchard],
  },
  {
    what: 'a Secret as JSON',
    name: 'secret.json',
    content: json({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { userData: b64(harvest) } }),
    holds: [harvest],
  },
  {
    what: 'a Secret with plain text',
    name: 'secret.yaml',
    content: manifest('Secret', `stringData:\n  custom-data: ${block(orchard, 4)}type: Opaque\n`),
    holds: [orchard],
  },
  {
    what: 'a Secret whose base64 is in a block',
    name: 'secret.yaml',
    content: manifest(
      'Secret',
      `data:\n  userData: |\n${indented((b64(orchard).match(/.{1,76}/g) ?? []).join('\n'), 4)}\ntype: Opaque\n`,
    ),
    holds: [orchard],
  },
  {
    what: 'a ConfigMap with a script',
    name: 'map.yaml',
    content: manifest('ConfigMap', `data:\n  user-data: ${block(harvest, 4)}  rows: "12"\n`),
    holds: [harvest],
  },
  {
    what: 'a ConfigMap with binary data',
    name: 'map.yaml',
    content: manifest('ConfigMap', `binaryData:\n  init.gz: ${gz64(orchard)}\n`),
    holds: [orchard],
  },
  {
    what: 'a list of Secrets',
    name: 'secrets.json',
    content: json({
      apiVersion: 'v1',
      kind: 'List',
      items: [
        { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { userData: b64(harvest) } },
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'b' },
          data: { value: b64(orchard), format: b64('cloud-config') },
        },
      ],
    }),
    holds: [harvest, orchard],
  },
  {
    what: 'a KubeadmConfig with files',
    name: 'kubeadm.yaml',
    content: manifest(
      'KubeadmConfig',
      `spec:\n  preKubeadmCommands:\n    - ${command}\n  files:\n    - path: /opt/harvest.sh\n      permissions: "0755"\n      encoding: base64\n      content: ${b64(harvest)}\n    - path: /etc/orchard.yaml\n      contentFrom:\n        secret:\n          name: orchard\n          key: yaml\n`,
      'bootstrap.cluster.x-k8s.io/v1beta1',
    ),
    holds: [harvest, command],
  },
  {
    what: 'a KubeadmConfigTemplate with gzip',
    name: 'template.yaml',
    content: manifest(
      'KubeadmConfigTemplate',
      `spec:\n  template:\n    spec:\n      files:\n        - path: /opt/harvest.sh\n          encoding: gzip+base64\n          content: ${gz64(harvest)}\n        - path: /opt/prune.sh\n          content: ${block(harvest.replace('harvest', 'prune'), 12)}`,
      'bootstrap.cluster.x-k8s.io/v1beta2',
    ),
    holds: [harvest, harvest.replace('harvest', 'prune')],
  },
  {
    what: 'a KubeadmConfigTemplate as JSON',
    name: 'template.json',
    content: json({
      apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta1',
      kind: 'KubeadmConfigTemplate',
      metadata: { name: 'a' },
      spec: {
        template: { spec: { files: [{ path: '/opt/a.sh', content: harvest }], postKubeadmCommands: [command] } },
      },
    }),
    holds: [harvest, command],
  },
  {
    what: 'an AzureMachineTemplate with an extension',
    name: 'machine.yaml',
    content: manifest(
      'AzureMachineTemplate',
      `spec:\n  template:\n    spec:\n      vmSize: Standard_D2s_v5\n      vmExtensions:\n        - name: prune\n          publisher: Microsoft.Azure.Extensions\n          version: "2.1"\n          protectedSettings:\n            commandToExecute: ${command}\n`,
      'infrastructure.cluster.x-k8s.io/v1beta1',
    ),
    holds: [command],
  },
  {
    what: 'an AKSNodeClass behind a ConfigMap',
    name: 'all.yaml',
    content: `${manifest('ConfigMap', `data:\n  user-data: ${block(orchard, 4)}`)}---\n${manifest('AKSNodeClass', 'spec:\n  imageFamily: Ubuntu2204\n  osDiskSizeGB: 128\n', 'karpenter.azure.com/v1beta1')}`,
    holds: [orchard],
  },
  {
    what: 'several resources with comments between them',
    name: 'all.yaml',
    content: `# farm\n---\n# first\n${manifest('Namespace', '')}---\n${manifest('Secret', `data:\n  user-data: "${b64(orchard)}" # kept\n`)}...\n---\n${manifest('Secret', `stringData:\n  userData: ${block(harvest, 4)}`)}`,
    holds: [orchard, harvest],
  },
  {
    what: 'a scale set of Crossplane',
    name: 'crossplane.yaml',
    content: manifest(
      'LinuxVirtualMachineScaleSet',
      `spec:\n  forProvider:\n    instances: 2\n    customDataSecretRef:\n      name: a\n      key: b\n      namespace: c\n    userData: ${b64(orchard)}\n  providerConfigRef:\n    name: default\n`,
      'compute.azure.upbound.io/v1beta1',
    ),
    holds: [orchard],
  },
  {
    what: 'an extension of Crossplane',
    name: 'crossplane.yaml',
    content: manifest(
      'VirtualMachineExtension',
      `spec:\n  forProvider:\n    publisher: Microsoft.Azure.Extensions\n    type: CustomScript\n    settings: |-\n      {\n        "commandToExecute": "${command}"\n      }\n`,
      'compute.azure.upbound.io/v1beta1',
    ),
    holds: [command],
  },
  {
    what: 'a composition of Crossplane',
    name: 'composition.yaml',
    content: manifest(
      'Composition',
      `spec:\n  resources:\n    - name: vm\n      base:\n        apiVersion: compute.azure.upbound.io/v1beta1\n        kind: LinuxVirtualMachine\n        spec:\n          forProvider:\n            customData: ${b64(orchard)}\n`,
      'apiextensions.crossplane.io/v1',
    ),
    holds: [orchard],
  },
  {
    what: 'a VMSS of Azure Service Operator',
    name: 'aso.yaml',
    content: manifest(
      'VirtualMachineScaleSet',
      `spec:\n  virtualMachineProfile:\n    osProfile:\n      computerNamePrefix: orchard\n      customData: ${b64(orchard)}\n    extensionProfile:\n      extensions:\n        - name: prune\n          type: CustomScript\n          settings:\n            commandToExecute: ${command}\n`,
      'compute.azure.com/v1api20220301',
    ),
    holds: [orchard, command],
  },
  {
    what: 'a machine in a ConfigMap',
    name: 'config.yaml',
    content: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: orchard\ndata:\n  vm.json: |\n    {"osProfile": {"customData": "${b64(orchard)}"}}\nbinaryData:\n  other.json: ${b64(`{"osProfile": {"customData": "${b64(harvest)}"}}`)}\n`,
    holds: [orchard, harvest],
  },
  {
    what: 'user data of OpenShift that begins like no user data',
    name: 'secret.yaml',
    content: `apiVersion: v1\nkind: Secret\nmetadata:\n  name: worker-user-data\ndata:\n  userData: ${b64('rows = 12\n')}\n`,
    holds: ['rows = 12\n'],
  },
];
