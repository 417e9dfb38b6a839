import type { TextDocument } from '../support/layers.js';

/** A place in a document that any text can be at. */
export interface TextPlace {
  readonly name: string;
  /** The document with each of these texts at the place. A text can have several lines. */
  readonly document: (texts: readonly string[]) => TextDocument;
}

const quoted = (text: string): string => JSON.stringify(text);
const each = (texts: readonly string[], written: (text: string, index: number) => string, between = '\n'): string =>
  texts.map(written).join(between);
const indented = (text: string, indent: number): string => text.replace(/^(?=.)/gm, ' '.repeat(indent));
const json = (name: string, value: unknown): TextDocument => ({ name, content: JSON.stringify(value, null, 2) });

const required = {
  version: 'v1',
  api_server_config: { api_server_name: 'a.example' },
  auth_config: { subscription_id: '6f1d2c3b-8a47-4e59-b0c6-000000000001' },
  cluster_config: {
    resource_group: 'r',
    location: 'eastus',
    cluster_network_config: { vnet_name: 'v', route_table: 't' },
  },
};

/** The places of the canary test that any text can be at; a new one is an entry here. */
export const textPlaces: readonly TextPlace[] = [
  {
    name: 'lines of a script',
    document: (texts) => ({ name: 'script.sh', content: `#!/bin/bash\nset -e\n${texts.join('\n')}\nexit 0\n` }),
  },
  {
    name: 'comments of a script',
    document: (texts) => ({
      name: 'script.sh',
      content: `#!/bin/bash\n${each(texts, (text) => text.replace(/^/gm, '# '))}\nexit 0\n`,
    }),
  },
  { name: 'a text', document: (texts) => ({ name: 'notes.txt', content: `Notes\n\n${texts.join('\n\n')}\n` }) },
  {
    name: 'the text around a document in a ticket',
    document: (texts) => {
      const [before, behind] = [texts.slice(0, texts.length / 2), texts.slice(texts.length / 2)];
      const machine = JSON.stringify({ osProfile: { customData: 'I2Nsb3VkLWNvbmZpZwpydW5jbWQ6IFtsc10K' } });
      return {
        name: 'ticket.txt',
        content: `It fails:\n\n${before.join('\n\n')}\n\n${machine}\n\nMore:\n\n${behind.join('\n\n')}\n`,
      };
    },
  },
  {
    name: 'the error output behind a document that a run command printed',
    document: (texts) => ({
      name: 'run-command.txt',
      content: `Enable succeeded: \n[stdout]\n#cloud-config\nruncmd: [ls]\n\n[stderr]\n${texts.join('\n\n')}\n`,
    }),
  },
  {
    name: 'lines of a log',
    document: (texts) => ({
      name: 'cluster-provision.log',
      content: `${each(texts, (text, index) => `2026-01-02T03:04:${String(index % 60).padStart(2, '0')}Z INFO ${text}`)}\n`,
    }),
  },
  {
    name: 'runcmd of a cloud-config',
    document: (texts) => ({
      name: 'cloud-config.yaml',
      content: `#cloud-config\nruncmd:\n${each(texts, (text) => `  - ${quoted(text)}`)}\n`,
    }),
  },
  {
    name: 'arguments in bootcmd',
    document: (texts) => ({
      name: 'cloud-config.yaml',
      content: `#cloud-config\nbootcmd:\n${each(texts, (text) => `  - [sh, -c, ${quoted(text)}]`)}\n`,
    }),
  },
  {
    name: 'files of a cloud-config',
    document: (texts) => ({
      name: 'cloud-config.yaml',
      content: `#cloud-config\nwrite_files:\n${each(texts, (text, index) => `  - path: /opt/canary-${index}\n    content: |2\n${indented(text, 6)}`)}\n`,
    }),
  },
  {
    name: 'comments of a cloud-config',
    document: (texts) => ({
      name: 'cloud-config.yaml',
      content: `#cloud-config\n${each(texts, (text) => text.replace(/^/gm, '# '))}\nruncmd: [ls]\n`,
    }),
  },
  {
    name: 'wrong values of a cloud-config',
    document: (texts) => ({
      name: 'cloud-config.yaml',
      content: `#cloud-config\nusers: ${quoted(texts.slice(0, 3).join('\n'))}\nntp:\n  servers:\n${each(texts, (text) => `    - {a: ${quoted(text)}}`)}\n`,
    }),
  },
  {
    name: 'strings of a node config',
    document: (texts) =>
      json('aks-node-controller-config.json', {
        ...required,
        kubelet_config: {
          kubelet_flags: Object.fromEntries(texts.map((text, index) => [`--flag-${index}`, text])),
        },
      }),
  },
  {
    name: 'keys of maps in a node config',
    document: (texts) => {
      const entries = <T>(value: T): Record<string, T> => Object.fromEntries(texts.map((text) => [text, value]));
      return json('aks-node-controller-config.json', {
        ...required,
        enabled_features: entries('1'),
        kubelet_config: { kubelet_flags: entries('2'), kubelet_node_labels: entries('3') },
        local_dns_profile: { enable_local_dns: true, vnet_dns_overrides: entries({ query_logging: 'Log' }) },
      });
    },
  },
  {
    name: 'unknown and wrong fields of a node config',
    document: (texts) =>
      json('aks-node-controller-config.json', {
        ...required,
        vm_size: [texts[0]],
        enable_ssh: texts[1],
        ...Object.fromEntries(texts.map((text, index) => [`unknown_${index}`, text])),
      }),
  },
  {
    name: 'a command of CSE settings',
    document: (texts) =>
      json('cse.json', { settings: { commandToExecute: `bash -c ${quoted(texts.join('\n'))}`, timestamp: 1 } }),
  },
  {
    name: 'tags and properties of a VM',
    document: (texts) =>
      json('vm.json', {
        type: 'Microsoft.Compute/virtualMachines',
        tags: Object.fromEntries(texts.map((text, index) => [`tag${index}`, text])),
        properties: { osProfile: { computerName: 'a', adminUsername: 'b' }, notes: texts },
      }),
  },
  {
    name: 'the message of an extension',
    document: (texts) =>
      json('view.json', {
        vmAgent: { statuses: [] },
        statuses: [],
        extensions: texts.map((text, index) => ({
          name: `vmssCSE${index}`,
          type: 'Microsoft.Azure.Extensions.CustomScript',
          statuses: [
            {
              code: 'ProvisioningState/failed/50',
              level: 'Error',
              message: `Enable failed: failed to execute command: command terminated with exit status=50\n[stdout]\n${text}\n[stderr]\n${text}\n`,
            },
          ],
        })),
      }),
  },
  {
    name: 'strings of unknown JSON',
    document: (texts) => json('data.json', { a: 1, list: texts, b: { c: texts[0] } }),
  },
  {
    name: 'files and units of Ignition',
    document: (texts) =>
      json('config.ign', {
        ignition: { version: '3.4.0' },
        storage: {
          files: texts.map((text, index) => ({
            path: `/opt/canary-${index}`,
            contents: { source: `data:,${encodeURIComponent(text)}` },
          })),
        },
        systemd: {
          units: texts.map((text, index) => ({ name: `a${index}.service`, contents: `[Service]\n${text}\n` })),
        },
      }),
  },
];
