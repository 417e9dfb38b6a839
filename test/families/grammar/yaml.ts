import { base64, type Families, type Family, items, nested, type Value } from '../family.js';

const cloudConfig = (write: (size: number, value: Value) => string): Family => ({
  name: 'a.cloud-config.yaml',
  write: (size, value) => `#cloud-config\n${write(size, value)}`,
});

const files = (entry: (index: number, value: string) => string): Family =>
  cloudConfig((size, value) => `write_files:\n${items(size, (i) => `- path: /f${i}\n${entry(i, value(i))}`)}`);

/** Cloud-configs and other YAML. */
export const yamlFamilies: Families = {
  'YAML: unknown top-level keys': cloudConfig((size, value) => items(size, (i) => `unknown_${i}: ${value(i)}\n`)),
  'YAML: keys like known ones': cloudConfig((size, value) => items(size, (i) => `package_upd${i}: ${value(i)}\n`)),
  'YAML: duplicate keys': cloudConfig((size, value) => items(size, (i) => `hostname: ${value(i)}\n`)),
  'YAML: keys of a map': cloudConfig((size, value) => `mounts_a:\n${items(size, (i) => `  k${i}: ${value(i)}\n`)}`),
  'YAML: entries of a list': cloudConfig((size, value) => `runcmd:\n${items(size, (i) => `- echo ${value(i)}\n`)}`),
  'YAML: packages': cloudConfig((size, value) => `packages:\n${items(size, (i) => `- ${value(i)}${i}\n`)}`),
  'YAML: users': cloudConfig(
    (size, value) => `users:\n${items(size, (i) => `- name: u${i}\n  passwd: ${value(i)}${i}\n  sudo: false\n`)}`,
  ),
  'YAML: values of a wrong type': cloudConfig(
    (size, value) => `write_files:\n${items(size, (i) => `- path: [${value(i)}]\n  permissions: 0644\n`)}`,
  ),
  'YAML: anchors': cloudConfig((size, value) => `runcmd:\n${items(size, (i) => `- &a${i} echo ${value(i)}\n`)}`),
  'YAML: aliases of one anchor': cloudConfig(
    (size, value) => `runcmd:\n- &a echo ${value(0)}\n${items(size, () => `- *a\n`)}`,
  ),
  'YAML: aliases of a list in which the last contains all': cloudConfig((size) => {
    const count = Math.floor(size / 24);
    return `${items(size, (i) => `a${i}: &a${i} [x${i === 0 ? '' : `, *a${i - 1}`}]\n`)}runcmd: [*a${Math.min(count, 9)}]\n`;
  }),
  'YAML: unknown aliases': cloudConfig((size) => `runcmd:\n${items(size, (i) => `- *a${i}\n`)}`),
  'YAML: a chain of merges': cloudConfig((size, value) =>
    items(size, (i) => `a${i}: &a${i} {${i === 0 ? '' : `<<: *a${i - 1}, `}k${i}: ${value(i)}}\n`),
  ),
  'YAML: merges of one map': cloudConfig(
    (size, value) => `a: &a {b: 1, c: 2}\nd:\n${items(size, (i) => `- {<<: *a, d: ${value(i)}}\n`)}`,
  ),
  'YAML: a merge of many maps': cloudConfig(
    (size, value) => `d: {<<: [${items(size, (i) => `{k${i}: ${value(i)}}`, ', ')}]}\n`,
  ),
  'YAML: literal block scalars': files((_, value) => `  content: |\n    echo ${value}\n`),
  'YAML: lines of a literal block scalar': cloudConfig(
    (size, value) => `write_files:\n- path: /a\n  content: |\n${items(size, (i) => `    echo ${value(i)}\n`)}`,
  ),
  'YAML: empty lines of a literal block scalar': cloudConfig(
    (size) => `write_files:\n- path: /a\n  content: |\n    a\n${'\n'.repeat(size)}`,
  ),
  'YAML: empty lines inside a literal block scalar': cloudConfig(
    (size) => `write_files:\n- path: /a\n  content: |+\n    a\n${'\n'.repeat(size)}    b\n`,
  ),
  'YAML: lines of a folded block scalar': cloudConfig(
    (size, value) => `write_files:\n- path: /a\n  content: >\n${items(size, (i) => `    echo ${value(i)}\n`)}`,
  ),
  'YAML: an indented block scalar': cloudConfig(
    (size) => `write_files:\n- path: /a\n  content: |\n${items(size, (i) => `    ${' '.repeat(i % 40)}a\n`)}`,
  ),
  'YAML: a flow list': cloudConfig((size, value) => `runcmd: [${items(size, (i) => `${value(i)} `, ', ')}]\n`),
  'YAML: a flow map': cloudConfig((size, value) => `a: {${items(size, (i) => `k${i}: ${value(i)}`, ', ')}}\n`),
  'YAML: nested flow lists': cloudConfig((size) => `a: ${nested(size, '[', '1', ']')}\n`),
  'YAML: unclosed flow lists': cloudConfig((size) => `a: ${'['.repeat(size)}\n`),
  'YAML: nested maps': cloudConfig((size) => {
    const levels = Math.floor(Math.sqrt(size * 2));
    return items(size, (i) => `${' '.repeat(i % levels)}k:\n`);
  }),
  'YAML: nested lists on one line': cloudConfig((size) => `a:\n${'- '.repeat(size / 2)}x\n`),
  'YAML: nested lists': cloudConfig((size) => `a:\n${items(size, (i) => `${'- '.repeat(i % 100)}x\n`)}`),
  'YAML: a plain scalar on many lines': cloudConfig((size, value) => `a: b\n${items(size, (i) => `  ${value(i)}\n`)}`),
  'YAML: a quoted scalar on many lines': cloudConfig(
    (size, value) => `a: "b\n${items(size, (i) => `  ${value(i)} \\\n`)}"\n`,
  ),
  'YAML: a single-quoted scalar': cloudConfig((size) => `a: '${"''".repeat(size / 2)}'\n`),
  'YAML: escapes': cloudConfig((size) => `a: "${'\\x41\\n\\t'.repeat(size / 8)}"\n`),
  'YAML: quotes that never end': cloudConfig((size) => items(size, (i) => `a${i}: "b\n`)),
  'YAML: spaces behind values': cloudConfig((size) => items(size, (i) => `a${i}: b${' '.repeat(200)}\n`)),
  'YAML: spaces in a line': cloudConfig((size) => `a: b${' '.repeat(size)}c\n`),
  'YAML: empty lines': cloudConfig((size) => `a: b\n${'\n'.repeat(size)}c: d\n`),
  'YAML: lines of spaces': cloudConfig((size) => `runcmd:\n- a\n${'  \n'.repeat(size / 3)}- b\n`),
  'YAML: tabs': cloudConfig((size) => items(size, (i) => `a${i}:\tb\n\t\n`)),
  'YAML: documents': cloudConfig((size, value) => items(size, (i) => `---\na: ${value(i)}\n`)),
  'YAML: directives': {
    name: 'a.cloud-config.yaml',
    write: (size) => `#cloud-config\n${'%TAG !a! b\n'.repeat(size / 11)}---\na: b\n`,
  },
  'YAML: tags': cloudConfig((size, value) => `runcmd:\n${items(size, (i) => `- !!str ${value(i)}\n`)}`),
  'YAML: unknown tags': cloudConfig((size, value) => `runcmd:\n${items(size, (i) => `- !t${i} ${value(i)}\n`)}`),
  'YAML: binary values': files((_, value) => `  content: !!binary |\n    ${base64(value)}\n`),
  'YAML: comments': cloudConfig((size, value) => `runcmd:\n- a\n${items(size, (i) => `# ${value(i)}\n`)}- b\n`),
  'YAML: comments with Windows line endings': {
    name: 'a.cloud-config.yaml',
    write: (size, value) =>
      `#cloud-config\r\nruncmd:\r\n- a\r\nwrite_files:\r\n${items(size, (i) => `  # ${value(i)}\r\n`)}- path: /a\r\n`,
  },
  'YAML: comments behind values': cloudConfig((size, value) => items(size, (i) => `a${i}: b # ${value(i)}\n`)),
  'YAML: ignore comments': cloudConfig((size) =>
    items(size, (i) => `# aks-bootstrap: ignore cloud-config/unknown-key\nunknown_${i}: b\n`),
  ),
  'YAML: Windows line endings': {
    name: 'a.cloud-config.yaml',
    write: (size, value) => `#cloud-config\r\nruncmd:\r\n${items(size, (i) => `- echo ${value(i)}\r\n`)}`,
  },
  'YAML: single carriage returns': {
    name: 'a.cloud-config.yaml',
    write: (size, value) => `#cloud-config\rruncmd:\r${items(size, (i) => `- echo ${value(i)}\r`)}`,
  },
  'YAML: broken lines': cloudConfig((size, value) => items(size, (i) => `a${i}: b: ${value(i)}\n`)),
  'YAML: control characters': cloudConfig((size) => items(size, (i) => `a${i}: b\u0001\n`)),
  'YAML: long keys': cloudConfig((size) => items(size, (i) => `? ${'k'.repeat(1_100)}${i}\n: b\n`)),
  'YAML: values of YAML 1.1': cloudConfig((size) =>
    items(size, (i) => `a${i}: ${['yes', '0o17', '1:30', '1_000', '~'][i % 5]}\n`),
  ),
  'YAML: files to write': files((_, value) => `  content: ${value}\n`),
  'YAML: files with one path': cloudConfig(
    (size, value) => `write_files:\n${items(size, (i) => `- {path: /a, content: ${value(i)}}\n`)}`,
  ),
  'YAML: files in base64': files((_, value) => `  encoding: b64\n  content: ${base64(value)}\n`),
  'YAML: dots in a path': cloudConfig((size) => `write_files:\n- path: /${'.'.repeat(size)}\n  content: a\n`),
  'YAML: folders in a path': cloudConfig(
    (size) => `write_files:\n- path: /${'a/../'.repeat(size / 5)}\n  content: a\n`,
  ),
  'NodePool: requirements': {
    name: 'pools.yaml',
    write: (size, value) =>
      nodePool(
        `      requirements:\n${items(size, (i) => `      - {key: example.com/k${i}, operator: In, values: [${value(i)}]}\n`)}`,
      ),
  },
  'NodePool: requirements for one key': {
    name: 'pools.yaml',
    write: (size, value) =>
      nodePool(
        `      requirements:\n${items(size, (i) => `      - {key: kubernetes.io/arch, operator: NotIn, values: [${value(i)}]}\n`)}`,
      ),
  },
  'NodePool: values of a requirement': {
    name: 'pools.yaml',
    write: (size, value) =>
      nodePool(
        `      requirements:\n      - {key: node.kubernetes.io/instance-type, operator: In, values: [${items(size, (i) => `${value(i)}${i}`, ', ')}]}\n`,
      ),
  },
  'NodePool: taints': {
    name: 'pools.yaml',
    write: (size, value) =>
      nodePool(
        `      taints:\n${items(size, (i) => `      - {key: k${i}, value: ${value(i)}, effect: NoSchedule}\n`)}`,
      ),
  },
  'NodePool: labels': {
    name: 'pools.yaml',
    write: (size, value) =>
      `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n  template:\n    metadata:\n      labels:\n${items(size, (i) => `        l${i}: ${value(i)}\n`)}    spec: {}\n`,
  },
  'NodePool: pools': {
    name: 'pools.yaml',
    write: (size, value) =>
      items(
        size,
        (i) =>
          `---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p${i}}\nspec: {template: {metadata: {labels: {a: ${value(i)}}}, spec: {nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: c}}}}\n`,
      ),
  },
  'NodePool: pools and classes': {
    name: 'pools.yaml',
    write: (size, value) =>
      items(
        size,
        (i) =>
          `---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p${i}}\nspec: {template: {spec: {nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: c${i}}}}}\n---\napiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nmetadata: {name: c${i}}\nspec: {imageFamily: ${value(i)}}\n`,
      ),
  },
  'Kubernetes: files and commands': {
    name: 'kubeadm.yaml',
    write: (size, value) =>
      `apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfig\nspec:\n  files:\n${items(size / 2, (i) => `  - {path: /etc/f${i}, encoding: base64, content: ${base64(value(i))}}\n`)}  preKubeadmCommands:\n${items(size / 2, (i) => `  - echo ${value(i)} ${i}\n`)}`,
  },
  'Kubernetes: maps': {
    name: 'maps.yaml',
    write: (size, value) =>
      items(
        size,
        (i) =>
          `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m${i}}\ndata:\n  user-data: |\n    #cloud-config\n    hostname: ${value(i)}\n`,
      ),
  },
  'Kubernetes: secrets': {
    name: 'secrets.yaml',
    write: (size, value) =>
      items(
        size,
        (i) =>
          `---\napiVersion: v1\nkind: Secret\nmetadata: {name: s${i}}\ndata: {userData: ${base64(`#cloud-config\nhostname: ${value(i)}\n`)}}\n`,
      ),
  },
};

function nodePool(spec: string): string {
  return `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: default}\n${spec}`;
}
