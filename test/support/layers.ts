import { deflateSync, gzipSync } from 'node:zlib';
import { tar } from './tar.js';
import { terraformPlan, terraformState } from './terraformDocuments.js';

/** A document, and the name of its file. */
export interface FileDocument {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A document that is text. */
export interface TextDocument {
  readonly name: string;
  readonly content: string;
}

/** One way in which a document is inside a file. */
export interface Layer {
  readonly name: string;
  readonly wrap: (document: TextDocument) => FileDocument;
}

const base64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');
const lines = (text: string, width: number): string => (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join('\n');
const indented = (text: string, indent: number): string => text.replace(/^(?=.)/gm, ' '.repeat(indent));
const percentEncoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

function scaleSet(osProfile: object): string {
  const type = 'Microsoft.Compute/virtualMachineScaleSets';
  return JSON.stringify({ name: 'pool', type, properties: { virtualMachineProfile: { osProfile } } }, null, 2);
}

function machine(osProfile: object): string {
  return JSON.stringify({ name: 'vm', type: 'Microsoft.Compute/virtualMachines', properties: { osProfile } }, null, 2);
}

function quotedPrintable(text: string): string {
  const encoded = text.replace(
    /[^\n -<>-~]/g,
    (character) => `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  // An escape of three characters isn't divided.
  return encoded
    .split('\n')
    .map((line) => (line.match(/(?:=..|[^=]){1,24}/g) ?? []).join('=\n'))
    .join('\n');
}

function message(encoding: string, body: string): string {
  return [
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="==border=="',
    '',
    '--==border==',
    'Content-Type: text/x-shellscript',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    body,
    '--==border==--',
    '',
  ].join('\n');
}

function terraform(customData: string): string {
  return `resource "azurerm_linux_virtual_machine" "a" {\n  name = "a"\n  custom_data = ${customData}\n}\n`;
}

function writeFiles(content: string, encoding = ''): string {
  return `#cloud-config\nwrite_files:\n  - path: /opt/canary\n${encoding}    content: ${content}\nruncmd: [ls]\n`;
}

function ignition(source: string): string {
  const files = [{ path: '/opt/canary', contents: { source } }];
  return JSON.stringify({ ignition: { version: '3.4.0' }, storage: { files } });
}

function template(customData: string, parts: object): string {
  return JSON.stringify({
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    ...parts,
    resources: [{ type: 'Microsoft.Compute/virtualMachines', name: 'a', properties: { osProfile: { customData } } }],
  });
}

/** The literal of a string in an expression. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function event(requestbody: string): object {
  const operationName = { value: 'Microsoft.Compute/virtualMachineScaleSets/write' };
  return { operationName, eventTimestamp: '2026-01-02T03:04:05Z', properties: { requestbody } };
}

/** A layer of documents that are in JSON, under this name. */
function json(name: string, file: string, wrapped: (content: string) => string): Layer {
  return { name, wrap: ({ content }) => ({ name: file, content: wrapped(content) }) };
}

/** Layers for the canary test and for fuzzing; a new one is an entry here. */
export const layers: readonly Layer[] = [
  { name: 'a plain file', wrap: (document) => document },
  { name: 'a file with CRLF', wrap: ({ name, content }) => ({ name, content: content.replaceAll('\n', '\r\n') }) },
  {
    name: 'a UTF-16 file',
    wrap: ({ name, content }) => ({ name, content: Buffer.from(`\ufeff${content}`, 'utf16le') }),
  },
  { name: 'a gzip file', wrap: ({ name, content }) => ({ name: `${name}.gz`, content: gzipSync(content) }) },
  json('custom data of a scale set', 'model.json', (content) => scaleSet({ customData: base64(content) })),
  json('custom data of a VM in gzip', 'vm.json', (content) => machine({ customData: base64(gzipSync(content)) })),
  json('user data in base64url', 'vm.json', (content) =>
    machine({ userData: Buffer.from(content).toString('base64url') }),
  ),
  json('custom data in UTF-16', 'vm.json', (content) =>
    machine({ customData: base64(Buffer.from(`\ufeff${content}`, 'utf16le')) }),
  ),
  json('wrapped base64', 'blob.txt', (content) => `${lines(base64(content), 76)}\n`),
  json('base64 of base64', 'model.json', (content) => scaleSet({ customData: base64(lines(base64(content), 64)) })),
  json('a tar archive in base64', 'model.json', (content) =>
    scaleSet({ customData: base64(gzipSync(tar({ path: 'opt/canary', content }))) }),
  ),
  json('escaped JSON', 'pasted.txt', (content) => JSON.stringify(scaleSet({ customData: base64(content) }))),
  json('escaped JSON without its quotes', 'pasted.txt', (content) =>
    JSON.stringify(scaleSet({ customData: base64(content) })).slice(1, -1),
  ),
  json('JSON twice in JSON strings', 'event.json', (content) =>
    JSON.stringify(event(JSON.stringify({ inner: scaleSet({ customData: base64(content) }) }))),
  ),
  json('the response of an event', 'event.json', (content) =>
    JSON.stringify({
      ...event('{}'),
      properties: { responseBody: scaleSet({ customData: base64(content) }) },
    }),
  ),
  json('a line of JSON', 'events.jsonl', (content) =>
    [event('{}'), event(scaleSet({ customData: base64(content) })), event('{}')]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  ),
  json(
    'a row of CSV',
    'events.csv',
    (content) =>
      `Operation name,Properties\nwrite,"${JSON.stringify(event(scaleSet({ customData: base64(content) })).valueOf()).replaceAll('"', '""')}"\n`,
  ),
  json('a part of a message', 'user-data.txt', (content) => message('7bit', content)),
  json('a part of a message in base64', 'user-data.txt', (content) => message('base64', lines(base64(content), 76))),
  json('a part of a message in quoted-printable', 'user-data.txt', (content) =>
    message('quoted-printable', quotedPrintable(content)),
  ),
  json('a file of write_files', 'cloud-config.yaml', (content) => writeFiles(`|2\n${indented(content, 6).trimEnd()}`)),
  json('a file of write_files in base64', 'cloud-config.yaml', (content) =>
    writeFiles(base64(content), '    encoding: b64\n'),
  ),
  json('a file of write_files in base64 and gzip', 'cloud-config.yaml', (content) =>
    writeFiles(base64(gzipSync(content)), '    encoding: gz+b64\n'),
  ),
  json('a binary scalar', 'cloud-config.yaml', (content) =>
    writeFiles(`!!binary |\n${indented(lines(base64(content), 60), 6)}`),
  ),
  json(
    'an entry of an archive',
    'user-data.txt',
    (content) => `#cloud-config-archive\n- type: text/x-shellscript\n  content: |2\n${indented(content, 4)}\n`,
  ),
  json(
    'a here-document in a boothook',
    'boothook.sh',
    (content) =>
      `#cloud-boothook\n#!/bin/bash\ncat <<'CANARY' >/opt/canary\n${content}\nCANARY\nchmod 0600 /opt/canary\n`,
  ),
  json('a here-document in base64', 'model.json', (content) =>
    scaleSet({
      customData: base64(
        `#cloud-boothook\n#!/bin/bash\ncat <<'CANARY' | base64 -d >/opt/canary\n${lines(base64(content), 76)}\nCANARY\n`,
      ),
    }),
  ),
  json('a command that decodes base64', 'cse.json', (content) =>
    JSON.stringify({ settings: { commandToExecute: `echo ${base64(content)} | base64 -d | bash` } }),
  ),
  json('a variable of a command', 'cse.json', (content) =>
    JSON.stringify({ settings: { commandToExecute: `CONTENT="${base64(content)}" /bin/bash /opt/start.sh` } }),
  ),
  json('a script in protected settings', 'cse.json', (content) =>
    JSON.stringify({ type: 'CustomScript', protectedSettings: { script: base64(gzipSync(content)) } }),
  ),
  json('an Ignition file in base64', 'config.ign', (content) => ignition(`data:;base64,${base64(content)}`)),
  json('an Ignition file in percent-encoding', 'config.ign', (content) => ignition(`data:,${percentEncoded(content)}`)),
  json('the default of a template parameter', 'template.json', (content) =>
    template("[base64(parameters('data'))]", { parameters: { data: { type: 'string', defaultValue: content } } }),
  ),
  json('a variable of a template', 'template.json', (content) =>
    template("[base64(variables('data'))]", { variables: { data: content } }),
  ),
  json('an expression of a template', 'template.json', (content) =>
    template(`[base64(concat(${literal(content)}, parameters('more')))]`, {
      parameters: { more: { type: 'string', defaultValue: '' } },
    }),
  ),
  json(
    'ovf-env.xml',
    'ovf-env.xml',
    (content) =>
      `<?xml version="1.0"?>\n<Environment><wa:ProvisioningSection><LinuxProvisioningConfigurationSet><UserName>a</UserName><CustomData>${base64(content)}</CustomData></LinuxProvisioningConfigurationSet></wa:ProvisioningSection></Environment>`,
  ),
  json('a goal state', 'settings.xml', (content) => {
    const settings = { commandToExecute: `echo ${base64(content)} | base64 -d | bash` };
    const inner = JSON.stringify({ runtimeSettings: [{ handlerSettings: { publicSettings: settings } }] });
    return `<?xml version="1.0"?>\n<Extensions><PluginSettings><Plugin name="x"><RuntimeSettings seqNo="0">${inner}</RuntimeSettings></Plugin></PluginSettings></Extensions>`;
  }),
  json(
    'a Kubernetes Secret',
    'secret.yaml',
    (content) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  value: ${base64(content)}\n  format: ${base64('cloud-config')}\n`,
  ),
  json(
    'a ConfigMap',
    'config.yaml',
    (content) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nbinaryData:\n  user-data: ${base64(content)}\ndata:\n  aks-node-controller-config.json: "{}"\n`,
  ),
  json(
    'a file of a KubeadmConfig',
    'kubeadm.yaml',
    (content) =>
      `apiVersion: v1\nkind: Namespace\n---\napiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfig\nspec:\n  files:\n  - path: /opt/canary\n    encoding: gzip+base64\n    content: ${base64(gzipSync(content))}\n`,
  ),
  json(
    'custom data of a resource of Crossplane',
    'vm.yaml',
    (content) =>
      `apiVersion: compute.azure.upbound.io/v1beta1\nkind: LinuxVirtualMachine\nspec:\n  forProvider:\n    customData: ${base64(content)}\n`,
  ),
  json('a here-document of Terraform', 'main.tf', (content) =>
    terraform(`base64encode(<<-CANARY\n${indented(content.replace(/([$%])\{/g, '$1$1{'), 4)}\n  CANARY\n  )`),
  ),
  json('a string of Terraform', 'main.tf', (content) => terraform(`"${base64(gzipSync(content))}"`)),
  json(
    'a variable file of Terraform',
    'prod.tfvars',
    (content) => `location = "westeurope"\ncustom_data = <<EOT\n${lines(base64(content), 76)}\nEOT\n`,
  ),
  json('a state of Terraform', 'terraform.tfstate', (content) =>
    JSON.stringify(
      terraformState(
        { attributes: { custom_data: base64(content) }, sensitive_attributes: [] },
        'azurerm_linux_virtual_machine',
      ),
    ),
  ),
  json('a plan of Terraform', 'plan.json', (content) =>
    JSON.stringify(terraformPlan({ settings: JSON.stringify({ script: base64(content) }) }, { settings: true })),
  ),
  json(
    'a printed plan of Terraform',
    'plan.txt',
    (content) =>
      `Terraform will perform the following actions:\n\n  # azurerm_linux_virtual_machine.a will be created\n  + resource "azurerm_linux_virtual_machine" "a" {\n      + custom_data = "${base64(content)}"\n      + id          = (known after apply)\n    }\n\nPlan: 1 to add, 0 to change, 0 to destroy.\n`,
  ),
  json('a parameter file', 'main.parameters.json', (content) =>
    JSON.stringify({ $schema: 'deploymentParameters.json#', parameters: { customData: { value: base64(content) } } }),
  ),
  json('an output of a deployment', 'deployment.json', (content) =>
    JSON.stringify({ userData: { type: 'String', value: base64(gzipSync(content)) } }),
  ),
  json(
    'Bicep source',
    'main.bicep',
    (content) =>
      `resource vm 'Microsoft.Compute/virtualMachines@2024-07-01' = {\n  properties: {\n    userData: '${base64(content)}'\n  }\n}\n`,
  ),
  json('a VM in YAML', 'vm.yaml', (content) => `name: vm\nosProfile:\n  customData: ${base64(content)}\n`),
  json('the result of what-if', 'what-if.json', (content) =>
    JSON.stringify({
      changes: [
        {
          changeType: 'Modify',
          delta: [{ path: 'properties.userData', propertyChangeType: 'Create', before: null, after: base64(content) }],
        },
      ],
    }),
  ),
  json('the output of a run command', 'run-command.json', (content) =>
    JSON.stringify({ value: [{ message: `Enable succeeded: \n[stdout]\n${base64(content)}\n[stderr]\n` }] }),
  ),
  json(
    'JSON with colours behind a warning',
    'pasted.txt',
    (content) =>
      `WARNING: in preview\n${scaleSet({ customData: base64(content) }).replace(/"(?=customData|name)/g, '\u001b[94m"')}\n`,
  ),
  json('JSON with HTML entities', 'pasted.txt', (content) =>
    scaleSet({ customData: base64(content) }).replaceAll('"', '&quot;'),
  ),
  json('a hexadecimal dump', 'dump.txt', (content) => lines(Buffer.from(gzipSync(content)).toString('hex'), 60)),
  json('zlib data', 'vm.json', (content) => machine({ customData: base64(deflateSync(content)) })),
  json('the output of an extension', 'view.json', (content) =>
    machine({}).replace(
      '"osProfile": {}',
      `"instanceView": ${JSON.stringify({ extensions: [{ name: 'vmssCSE', type: 'Microsoft.Azure.Extensions.CustomScript', statuses: [{ code: 'ProvisioningState/failed/1', level: 'Error', message: `Enable failed: failed to execute command: command terminated with exit status=50\n[stdout]\n${content}\n[stderr]\n` }] }] })}`,
    ),
  ),
  json('a provision status', 'provision.json', (content) =>
    JSON.stringify({ ExitCode: '50', Output: content, Error: '', ExecDuration: '64' }),
  ),
  json('a journal', 'journal.log', (content) =>
    content
      .split('\n')
      .map((line, index) => `Nov 22 10:00:${String(index % 60).padStart(2, '0')} aks-pool1 cloud-init[1]: ${line}`)
      .join('\n'),
  ),
  json(
    'a log of a script with a failure',
    'cluster-provision.log',
    (content) =>
      `2026-01-02 03:04:05 + echo start\n${content}\n+ exit 50\nVM has reported a failure when processing extension 'vmssCSE'. Error message: "command terminated with exit status=50"\n`,
  ),
  json('a line of a JSON log', 'agent.log', (content) =>
    ['start', content, 'end']
      .map((msg) => JSON.stringify({ time: '2026-01-02T03:04:05Z', level: 'INFO', msg }))
      .join('\n'),
  ),
];
