import { gzipSync } from 'node:zlib';
import type { DocumentKind } from '../../server/src/core/index.js';
import { config } from './analyse.js';
import { terraformPlan, terraformState } from './terraformDocuments.js';

/** A place in a document where a line of text with a secret can be. */
interface SecretPlaceCase {
  readonly name: string;
  /** The kind that the document is recognised as. */
  readonly kind: DocumentKind;
  /** Whether any value is a secret here, whatever it looks like; else only what its format, name or command line shows. */
  readonly isSecret: boolean;
  /** A document with one line of text at this place. */
  readonly document: (secretText: string) => { readonly name: string; readonly text: string };
}

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cloudConfig = (body: string): string => `#cloud-config\n${body}\n`;

function place(
  name: string,
  kind: DocumentKind,
  file: string,
  text: (secretText: string) => string,
  isSecret = false,
): SecretPlaceCase {
  return { name, kind, isSecret, document: (secretText) => ({ name: file, text: text(secretText) }) };
}

function cloudConfigPlace(name: string, body: (secretText: string) => string, isSecret = false): SecretPlaceCase {
  return place(name, 'cloud-config', 'cloud-config.yaml', (secretText) => cloudConfig(body(secretText)), isSecret);
}

function nodeConfigPlace(name: string, members: (secretText: string) => string, isSecret = false): SecretPlaceCase {
  const file = 'aks-node-controller-config.json';
  return place(name, 'node-config', file, (secretText) => config(members(secretText)), isSecret);
}

function scaleSetPlace(name: string, profile: (secretText: string) => object, isSecret = false): SecretPlaceCase {
  const model = (secretText: string): object => ({
    type: 'Microsoft.Compute/virtualMachineScaleSets',
    name: 'aks-pool1',
    properties: { virtualMachineProfile: profile(secretText) },
  });
  return place(name, 'vmss-json', 'vmss.json', (secretText) => json(model(secretText)), isSecret);
}

function customDataPlace(name: string, customData: (secretText: string) => string | Buffer): SecretPlaceCase {
  return scaleSetPlace(name, (secretText) => ({
    osProfile: { customData: Buffer.from(customData(secretText)).toString('base64') },
  }));
}

function extensionPlace(name: string, settings: (secretText: string) => object, isSecret = false): SecretPlaceCase {
  return scaleSetPlace(
    name,
    (secretText) => ({
      extensionProfile: {
        extensions: [
          {
            name: 'vmssCSE',
            properties: {
              publisher: 'Microsoft.Azure.Extensions',
              type: 'CustomScript',
              typeHandlerVersion: '2.0',
              ...settings(secretText),
            },
          },
        ],
      },
    }),
    isSecret,
  );
}

function templatePlace(name: string, parts: (secretText: string) => object, isSecret = false): SecretPlaceCase {
  const template = (secretText: string): object => ({
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    resources: [
      {
        type: 'Microsoft.Compute/virtualMachines',
        apiVersion: '2024-07-01',
        name: 'vm1',
        properties: { osProfile: { customData: "[base64(concat('#!/bin/sh\n', parameters('bootLine')))]" } },
      },
    ],
    ...parts(secretText),
  });
  return place(name, 'arm-template', 'template.json', (secretText) => json(template(secretText)), isSecret);
}

/** Places of all kinds of documents, for tests that put secrets of all formats everywhere and look for them in outputs. */
export const secretPlaces: readonly SecretPlaceCase[] = [
  cloudConfigPlace('a command of runcmd', (secretText) => `runcmd:\n  - ${JSON.stringify(secretText)}`),
  cloudConfigPlace(
    'a word of a list in runcmd',
    (secretText) => `runcmd:\n  - [sh, -c, ${JSON.stringify(secretText)}]`,
  ),
  cloudConfigPlace(
    'the words of a list in runcmd',
    (secretText) => `runcmd:\n  - ${JSON.stringify(wordsOf(secretText))}`,
  ),
  cloudConfigPlace('a command of bootcmd', (secretText) => `bootcmd:\n  - ${JSON.stringify(secretText)}`),
  cloudConfigPlace(
    'the content of a file',
    (secretText) => `write_files:\n  - path: /etc/app.env\n    content: |\n      # settings\n      ${secretText}`,
  ),
  cloudConfigPlace(
    'the content of a file in base64',
    (secretText) =>
      `write_files:\n  - path: /etc/app.env\n    encoding: b64\n    content: ${base64(`# settings\n${secretText}\n`)}`,
  ),
  cloudConfigPlace(
    'the compressed content of a file',
    (secretText) =>
      `write_files:\n  - path: /etc/app.env\n    encoding: gz+b64\n    content: ${gzipSync(`# settings\n${secretText}\n`).toString('base64')}`,
  ),
  cloudConfigPlace(
    'a line of chpasswd.list',
    (secretText) => `chpasswd:\n  expire: false\n  list: |\n    root:${secretText}`,
    true,
  ),
  cloudConfigPlace(
    'an item of chpasswd.list',
    (secretText) => `chpasswd:\n  list:\n    - ${JSON.stringify(`root:${secretText}`)}`,
    true,
  ),
  cloudConfigPlace(
    'a misspelt password of a user',
    (secretText) => `users:\n  - name: admin\n    plain_text_paswd: ${JSON.stringify(secretText)}`,
    true,
  ),
  cloudConfigPlace(
    'the configuration of WireGuard',
    (secretText) =>
      `wireguard:\n  interfaces:\n    - name: wg0\n      config_path: /etc/wireguard/wg0.conf\n      content: ${JSON.stringify(secretText)}`,
    true,
  ),
  cloudConfigPlace('a comment', (secretText) => `# ${secretText}\nhostname: node1`),
  cloudConfigPlace(
    'a here-document in a command',
    (secretText) => `runcmd:\n  - |\n    cat >/etc/app.env <<'EOF'\n    ${secretText}\n    EOF`,
  ),
  nodeConfigPlace(
    'a string of a node config',
    (secretText) => `"custom_cloud_config":{"custom_env_json_content":${JSON.stringify(secretText)}}`,
  ),
  nodeConfigPlace(
    'the secret of a node config',
    (secretText) => `"bootstrapping_config":{"tls_bootstrapping_token":${JSON.stringify(secretText)}}`,
    true,
  ),
  nodeConfigPlace(
    'a misspelt secret of a node config',
    (secretText) => `"bootstrapping_config":{"tls_bootstrapping_tokn":${JSON.stringify(secretText)}}`,
    true,
  ),
  nodeConfigPlace(
    'an unknown field of a node config',
    (secretText) => `"boot_notes":{"lines":[${JSON.stringify(secretText)}]}`,
  ),
  extensionPlace('protectedSettings.commandToExecute', (secretText) => ({
    protectedSettings: { commandToExecute: secretText },
  })),
  extensionPlace(
    'any other string of protectedSettings',
    (secretText) => ({ protectedSettings: { commandToExecute: '/bin/sh run.sh', storage: secretText } }),
    true,
  ),
  extensionPlace('settings.script', (secretText) => ({ settings: { script: base64(`#!/bin/sh\n${secretText}\n`) } })),
  extensionPlace('settings.commandToExecute', (secretText) => ({ settings: { commandToExecute: secretText } })),
  scaleSetPlace(
    'the password of an administrator',
    (secretText) => ({ osProfile: { adminUsername: 'azureuser', adminPassword: secretText } }),
    true,
  ),
  scaleSetPlace('a tag', (secretText) => ({ osProfile: { computerNamePrefix: 'aks' }, tags: { note: secretText } })),
  scaleSetPlace('the message of a status', (secretText) => ({
    instanceView: {
      extensions: [
        {
          name: 'vmssCSE',
          statuses: [
            {
              code: 'ProvisioningState/failed/50',
              level: 'Error',
              message: `Enable failed: failed to execute command: command terminated with exit status=50\n[stdout]\n${secretText}\n[stderr]\n`,
            },
          ],
        },
      ],
    },
  })),
  customDataPlace('a script in custom data', (secretText) => `#!/bin/sh\n${secretText}\n`),
  customDataPlace('a compressed script in custom data', (secretText) => gzipSync(`#!/bin/sh\n${secretText}\n`)),
  customDataPlace(
    'a part of a MIME message',
    (secretText) =>
      `Content-Type: multipart/mixed; boundary="b"\nMIME-Version: 1.0\n\n--b\nContent-Type: text/x-shellscript\n\n#!/bin/sh\n${secretText}\n\n--b--\n`,
  ),
  customDataPlace('a file of an Ignition config', (secretText) =>
    json({
      ignition: { version: '3.4.0' },
      storage: {
        files: [{ path: '/etc/app.env', contents: { source: `data:,${encodeURIComponent(`${secretText}\n`)}` } }],
      },
    }),
  ),
  place('the contents of a file of Ignition', 'ignition', 'config.ign', (secretText) =>
    json({
      ignition: { version: '3.4.0' },
      storage: {
        files: [{ path: '/etc/app.env', contents: { source: `data:;base64,${base64(`${secretText}\n`)}` } }],
      },
    }),
  ),
  place(
    'a password hash of Ignition',
    'ignition',
    'config.ign',
    (secretText) =>
      json({ ignition: { version: '3.4.0' }, passwd: { users: [{ name: 'core', passwordHash: secretText }] } }),
    true,
  ),
  templatePlace(
    'the default of a secure parameter of a template',
    (secretText) => ({ parameters: { bootLine: { type: 'securestring', defaultValue: secretText } } }),
    true,
  ),
  templatePlace('the default of a parameter of a template', (secretText) => ({
    parameters: { bootLine: { type: 'string', defaultValue: secretText } },
  })),
  templatePlace('a variable of a template', (secretText) => ({
    parameters: { bootLine: { type: 'string', defaultValue: "[variables('line')]" } },
    variables: { line: secretText },
  })),
  place(
    'the data of a Kubernetes Secret',
    'kubernetes',
    'secret.yaml',
    (secretText) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ntype: Opaque\nstringData:\n  note: ${JSON.stringify(secretText)}\n`,
    true,
  ),
  place(
    'the data of a Kubernetes Secret in base64',
    'kubernetes',
    'secret.yaml',
    (secretText) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ntype: Opaque\ndata:\n  note: ${base64(secretText)}\n`,
    true,
  ),
  place(
    'protected settings in a resource of Kubernetes',
    'kubernetes',
    'machine.yaml',
    (secretText) =>
      `apiVersion: infrastructure.cluster.x-k8s.io/v1beta1\nkind: AzureMachineTemplate\nspec:\n  template:\n    spec:\n      vmExtensions:\n      - name: a\n        protectedSettings:\n          note: ${JSON.stringify(secretText)}\n`,
    true,
  ),
  place(
    'a command of a KubeadmConfig',
    'kubernetes',
    'kubeadm.yaml',
    (secretText) =>
      `apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfig\nspec:\n  preKubeadmCommands:\n  - ${JSON.stringify(secretText)}\n`,
  ),
  place(
    'protected settings in Terraform source',
    'terraform',
    'main.tf',
    (secretText) =>
      `resource "azurerm_virtual_machine_extension" "a" {\n  protected_settings = jsonencode({\n    note = ${hclString(secretText)}\n    commandToExecute = "ls"\n  })\n}\n`,
    true,
  ),
  place(
    'protected settings as JSON in Terraform source',
    'terraform',
    'main.tf',
    (secretText) =>
      `resource "azurerm_virtual_machine_extension" "a" {\n  protected_settings = <<JSON\n${json({ note: secretText, commandToExecute: 'ls' }).replace(/([$%])\{/g, '$1$1{')}\nJSON\n}\n`,
    true,
  ),
  place(
    'a sensitive variable of Terraform',
    'terraform',
    'variables.tf',
    (secretText) =>
      `variable "note" {\n  type      = string\n  sensitive = true\n  default   = ${hclString(secretText)}\n}\n`,
    true,
  ),
  place(
    'a line of a here-document of Terraform',
    'terraform',
    'main.tf',
    (secretText) => `locals {\n  note = <<EOT\n${secretText.replace(/([$%])\{/g, '$1$1{')}\nEOT\n}\n`,
  ),
  place(
    'a sensitive attribute in a state of Terraform',
    'terraform',
    'terraform.tfstate',
    (secretText) =>
      json(
        terraformState({
          attributes: { notes: [{ text: secretText }] },
          sensitive_attributes: [
            [
              { type: 'get_attr', value: 'notes' },
              { type: 'index', value: { value: 0, type: 'number' } },
              { type: 'get_attr', value: 'text' },
            ],
          ],
        }),
      ),
    true,
  ),
  place(
    'a sensitive value in a plan of Terraform',
    'terraform',
    'plan.json',
    (secretText) => json(terraformPlan({ notes: [{ text: secretText }] }, { notes: [{ text: true }] })),
    true,
  ),
  place(
    'protected settings in a state of Terraform',
    'terraform',
    'terraform.tfstate',
    (secretText) =>
      json(
        terraformState({
          attributes: { protected_settings: JSON.stringify({ commandToExecute: 'ls', note: secretText }) },
        }),
      ),
    true,
  ),
  place('the custom data of ovf-env.xml', 'goal-state', 'ovf-env.xml', (secretText) =>
    ovfEnvironment(base64(`#!/bin/sh\n${secretText}\n`), 'node1'),
  ),
  place('a host name of ovf-env.xml', 'goal-state', 'ovf-env.xml', (secretText) => ovfEnvironment('', secretText)),
  place(
    'the password of ovf-env.xml',
    'goal-state',
    'ovf-env.xml',
    (secretText) => ovfEnvironment('', 'node1', secretText),
    true,
  ),
  place(
    'a line of a log',
    'provision-log',
    'cluster-provision.log',
    (secretText) =>
      `+ echo start\n2026-11-22T10:00:00.000Z ${secretText}\n+ exit 50\n2026-11-22T10:00:01.000Z CSE failed with exit code 50\n`,
  ),
  place(
    'a line of a script',
    'user-data',
    'boot.sh',
    (secretText) => `#!/bin/bash\n${secretText}\nsystemctl start app\n`,
  ),
  place(
    'a line of an environment file',
    'unknown',
    'app.env',
    (secretText) => `# settings\nREGION=westeurope\n${secretText}\n`,
  ),
];

/** A string of Terraform. */
function hclString(text: string): string {
  return JSON.stringify(text).replace(/([$%])\{/g, '$1$1{');
}

/** The words of a command; a text with quotes or brackets is one word. */
function wordsOf(text: string): readonly string[] {
  return /["'{[]/.test(text) ? [text] : text.split(' ');
}

function ovfEnvironment(customData: string, hostName: string, password = ''): string {
  const section = [
    '<wa:Version>1.0</wa:Version>',
    '<LinuxProvisioningConfigurationSet xmlns="http://schemas.microsoft.com/windowsazure">',
    '<ConfigurationSetType>LinuxProvisioningConfiguration</ConfigurationSetType>',
    `<HostName>${xml(hostName)}</HostName>`,
    '<UserName>azureuser</UserName>',
    ...(password === '' ? [] : [`<UserPassword>${xml(password)}</UserPassword>`]),
    ...(customData === '' ? [] : [`<CustomData>${customData}</CustomData>`]),
    '</LinuxProvisioningConfigurationSet>',
  ].join('\n');
  return `<?xml version="1.0" encoding="utf-8"?>\n<Environment xmlns="http://schemas.dmtf.org/ovf/environment/1" xmlns:wa="http://schemas.microsoft.com/windowsazure">\n<wa:ProvisioningSection>\n${section}\n</wa:ProvisioningSection>\n</Environment>\n`;
}
