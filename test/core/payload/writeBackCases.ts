import { gzipSync } from 'node:zlib';
import type { DocumentKind } from '../../../server/src/core/index.js';

/** A file with a payload in it that is to get another text. */
export interface ReplaceCase {
  readonly what: string;
  readonly name: string;
  readonly content: string;
  /** The text of the payload. */
  readonly inner: string;
  readonly kind?: DocumentKind;
  /** Set where the payload can only be text of lines that all end. */
  readonly wholeLines?: true;
  /** Set where the new text must stay on one line. */
  readonly oneLine?: true;
}

export const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
export const wrap = (text: string, width: number, lineEnd = '\n'): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(lineEnd);
export const vmss = (customData: string): string =>
  `${JSON.stringify({ name: 'pool', properties: { virtualMachineProfile: { osProfile: { customData, userData: b64('#cloud-config\nruncmd: [ls]\n') } } } }, null, 2)}\n`;

/** A text that is the only one of its kind in every case. */
export const script = '#!/bin/sh\n# a script that is edited\necho "one <two> & three"\nexit 0\n';
const config = '{\n  "version": "v1",\n  "vm_size": "Standard_D4s_v5"\n}\n';
export const configPath = '/opt/azure/containers/aks-node-controller-config.json';
export const mime = (boothook: string, lineEnd = '\n', more = ''): string =>
  [
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="==border=="',
    '',
    '--==border==',
    `Content-Type: text/cloud-boothook${more}`,
    '',
    boothook,
    '--==border==',
    'Content-Type: text/cloud-config',
    '',
    '#cloud-config',
    'runcmd: [echo, second]',
    '--==border==--',
    '',
  ].join(lineEnd);
export const hereDocument = (body: string, filter = ''): string =>
  `#cloud-boothook\n#!/bin/bash\nmkdir -p /opt/azure/containers\ncat <<'EOF' ${filter}>${configPath}\n${body}EOF\nchmod 0600 ${configPath}\n`;
const writeFiles = (content: string, more = ''): string =>
  `#cloud-config\nwrite_files:\n  - path: /opt/first.sh\n    content: first\n  - path: /opt/edited.sh\n    permissions: "0755"\n${more}    content: ${content}\n  - path: /opt/last.sh\n    content: last\nruncmd: [ls] # said at the end\n`;
const indented = (text: string, indent: number): string => text.replace(/^(?=.)/gm, ' '.repeat(indent));
const ignition = (source: string, compression = ''): string =>
  JSON.stringify({
    ignition: { version: '3.4.0' },
    storage: {
      files: [
        { path: '/etc/other', contents: { source: 'data:,other%20file' } },
        { path: '/opt/edited.sh', mode: 493, contents: { source, ...(compression === '' ? {} : { compression }) } },
      ],
    },
  });
const machineTf = (customData: string): string =>
  `resource "azurerm_linux_virtual_machine" "a" {\n  name = "a" # said\n  custom_data = ${customData}\n  user_data = base64encode("#cloud-config\\n{}\\n")\n}\n`;
const kubeadmConfig = (content: string): string =>
  `apiVersion: v1\nkind: Namespace\n---\napiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfigTemplate\nspec:\n  template:\n    spec:\n      preKubeadmCommands: [echo first, echo second]\n      files:\n      - path: /opt/first.sh\n        content: first\n      - path: /opt/edited.sh\n        permissions: "0755"\n        ${content.replaceAll('\n      ', '\n        ')}`;
const settings = (commandToExecute: string): string =>
  JSON.stringify({ publisher: 'Microsoft.Azure.Extensions', settings: { commandToExecute } }, null, 1);
const named = (packed: Buffer): Buffer =>
  // The same data with a time, a system and a file name in their header.
  Buffer.concat([Buffer.from([31, 139, 8, 8, 1, 2, 3, 4, 2, 255]), Buffer.from('a.sh\0'), packed.subarray(10)]);

export const replaceCases: readonly ReplaceCase[] = [
  { what: 'base64 on one line', name: 'vmss.json', content: vmss(b64(script)), inner: script },
  {
    what: 'a parameter file',
    name: 'main.parameters.json',
    content: JSON.stringify(
      {
        $schema: 'deploymentParameters.json#',
        parameters: { size: { value: 'a' }, customData: { value: b64(script) } },
      },
      null,
      2,
    ),
    inner: script,
  },
  {
    what: 'Bicep source between three quotes',
    name: 'main.bicep',
    content: `resource a 'Microsoft.Compute/virtualMachines@2024-07-01' = {\n  properties: {\n    osProfile: { customData: base64('''\n${script}''') }\n    userData: base64('x') // more\n  }\n}\n`,
    inner: script,
  },
  {
    what: 'a variable of Bicep in quotes',
    name: 'main.bicep',
    content: `var script = '${script.replaceAll('\n', '\\n')}'\nresource a 'Microsoft.Compute/virtualMachines@2024-07-01' = {\n  userData: base64(script)\n}\n`,
    inner: script,
  },
  {
    what: 'base64 in Bicep source',
    name: 'main.bicep',
    content: `resource a 'Microsoft.Compute/virtualMachines@2024-07-01' = {\n  userData: '${b64(script)}'\n}\n`,
    inner: script,
  },
  {
    what: 'a VM in YAML',
    name: 'vm.yaml',
    content: `name: vm # ours\nosProfile:\n  customData: ${b64(script)}\n  userName: 'a'\nuserData: "${b64('#!/bin/sh\nls\n')}"\n`,
    inner: script,
  },
  {
    what: 'JSON with colours behind a warning',
    name: 'pasted.txt',
    content: `WARNING: in preview\n${vmss(b64(script)).replace(/"(?=customData|name)/g, '\u001b[94m"')}\n`,
    inner: script,
  },
  {
    what: 'URL-safe base64 without padding',
    name: 'vmss.json',
    content: vmss(Buffer.from(`${script}# ???>>>~~~`).toString('base64url')),
    inner: `${script}# ???>>>~~~`,
  },
  { what: 'base64 of base64', name: 'vmss.json', content: vmss(b64(wrap(b64(script), 64))), inner: script },
  {
    what: 'a wrapped base64 file',
    name: 'blob.txt',
    content: `  ${wrap(b64(script), 60, '\r\n  ')}\r\n`,
    inner: script,
  },
  { what: 'gzip', name: 'vmss.json', content: vmss(b64(gzipSync(script))), inner: script },
  { what: 'gzip with a named header', name: 'vmss.json', content: vmss(b64(named(gzipSync(script)))), inner: script },
  { what: 'a byte order mark', name: 'vmss.json', content: vmss(b64(`\ufeff${script}`)), inner: script },
  {
    what: 'UTF-16 with a byte order mark',
    name: 'vmss.json',
    content: vmss(b64(Buffer.from(`\ufeff${script}`, 'utf16le'))),
    inner: script,
  },
  {
    what: 'an encoded command',
    name: 'cse.json',
    content: settings(
      `powershell.exe -ExecutionPolicy Unrestricted -EncodedCommand ${b64(Buffer.from('Write-Host "one"; Get-Item C:\\AzureData\n', 'utf16le'))} > C:\\log.txt`,
    ),
    inner: 'Write-Host "one"; Get-Item C:\\AzureData\n',
  },
  { what: 'a part of a message', name: 'vmss.json', content: vmss(b64(mime(script))), inner: script },
  {
    what: 'a part of a message with CRLF',
    name: 'mail.eml',
    content: mime(script.replaceAll('\n', '\r\n'), '\r\n'),
    inner: script.replaceAll('\n', '\r\n'),
  },
  {
    what: 'a part in wrapped base64',
    name: 'mail.eml',
    content: mime(`${wrap(b64(script), 76)}\n`, '\n', '\nContent-Transfer-Encoding: base64'),
    inner: script,
  },
  {
    what: 'a part in quoted-printable',
    name: 'mail.eml',
    content: mime('#!/bin/sh\necho =22caf=C3=A9=22 =\nend\n', '\n', '\nContent-Transfer-Encoding: quoted-printable'),
    inner: '#!/bin/sh\necho "café" end\n',
  },
  { what: 'a here-document', name: 'hook.sh', content: hereDocument(config), inner: config, wholeLines: true },
  {
    what: 'a config behind all layers',
    name: 'vmss.json',
    content: vmss(b64(mime(hereDocument(`${wrap(b64(config), 76)}\n`, '| base64 -d ')))),
    inner: config,
  },
  {
    what: 'a literal block',
    name: 'cloud-config.yaml',
    content: writeFiles(`|\n${indented(script, 8)}`.trimEnd()),
    inner: script,
  },
  {
    what: 'a literal block without a final line ending',
    name: 'cloud-config.yaml',
    content: writeFiles(`|-   # said\n${indented('a: 1\n\n  b', 6)}`),
    inner: 'a: 1\n\n  b',
  },
  {
    what: 'a literal block that keeps line endings',
    name: 'cloud-config.yaml',
    content: writeFiles(`|+\n${indented('a: 1\n\n  b\n\n', 6)}`),
    inner: 'a: 1\n\n  b\n\n\n',
  },
  {
    what: 'a literal block with an indentation digit',
    name: 'cloud-config.yaml',
    content: writeFiles(`|2-\n${indented('  a: 1\nb', 6)}`),
    inner: '  a: 1\nb',
  },
  {
    what: 'a literal block with CRLF',
    name: 'cloud-config.yaml',
    content: writeFiles(`|\n${indented(script, 8)}`.trimEnd()).replaceAll('\n', '\r\n'),
    inner: script,
  },
  {
    what: 'a folded block',
    name: 'cloud-config.yaml',
    content: writeFiles('>\n      one\n      two\n\n      three'),
    inner: 'one two\nthree\n',
  },
  { what: 'a plain scalar', name: 'cloud-config.yaml', content: writeFiles('one two'), inner: 'one two' },
  { what: 'a scalar in single quotes', name: 'cloud-config.yaml', content: writeFiles("'it''s'"), inner: "it's" },
  {
    what: 'a scalar in double quotes',
    name: 'cloud-config.yaml',
    content: writeFiles('"one\\n\\u00e9\\ttwo"'),
    inner: 'one\né\ttwo',
  },
  {
    what: 'a scalar in a flow mapping',
    name: 'cloud-config.yaml',
    content: '#cloud-config\nwrite_files: [{path: /opt/edited.sh, content: one two}, {path: /b, content: x}]\n',
    inner: 'one two',
  },
  {
    what: 'a file in base64',
    name: 'cloud-config.yaml',
    content: writeFiles(`|\n${indented(wrap(b64(script), 40), 8)}`, '    encoding: b64\n'),
    inner: script,
  },
  {
    what: 'a file in base64 and gzip',
    name: 'cloud-config.yaml',
    content: writeFiles(b64(gzipSync(script)), '    encoding: gz+b64\n'),
    inner: script,
  },
  {
    what: 'a binary scalar',
    name: 'cloud-config.yaml',
    content: writeFiles(`!!binary |\n${indented(wrap(b64(script), 40), 6)}`),
    inner: script,
  },
  {
    what: 'a binary scalar with gzip',
    name: 'cloud-config.yaml',
    content: writeFiles(`!!binary ${b64(gzipSync(script))}`, '    encoding: gzip\n'),
    inner: script,
  },
  {
    what: 'JSON in a cloud-config',
    name: 'cloud-config.yaml',
    content: `#cloud-config\n{"write_files": [{"path": "/opt/edited.sh", "content": "a\\/b \\u00e9\\n"}]}\n`,
    inner: 'a/b é\n',
  },
  {
    what: 'an entry of an archive',
    name: 'user-data',
    content: `#cloud-config-archive\n- type: text/x-shellscript\n  content: |\n${indented(script, 4)}- type: text/cloud-config\n  content: |\n    #cloud-config\n    runcmd: [ls]\n`,
    inner: script,
  },
  {
    what: 'a data URL with percent signs',
    name: 'config.ign',
    content: ignition('data:text/plain;charset=utf-8,%23!/bin/sh%0Aecho%20100%25%c3%a9'),
    inner: '#!/bin/sh\necho 100%é',
  },
  { what: 'a data URL in base64', name: 'config.ign', content: ignition(`data:;base64,${b64(script)}`), inner: script },
  {
    what: 'a compressed data URL',
    name: 'config.ign',
    content: ignition(`data:;base64,${b64(gzipSync(script))}`, 'gzip'),
    inner: script,
  },
  {
    what: 'a unit',
    name: 'config.ign',
    content: JSON.stringify({
      ignition: { version: '3.4.0' },
      systemd: { units: [{ name: 'a.service', contents: '[Unit]\nDescription=a\n' }] },
    }),
    inner: '[Unit]\nDescription=a\n',
  },
  {
    what: 'a variable of a command',
    name: 'cse.json',
    content: settings(
      `ADMIN=azureuser SYSCTL_CONTENT="${b64('vm.max_map_count=262144\n')}" /usr/bin/nohup /bin/bash -c "/bin/bash /opt/start.sh"`,
    ),
    inner: 'vm.max_map_count=262144\n',
  },
  {
    what: 'a printed text',
    name: 'cse.json',
    content: settings(`echo '${b64(gzipSync(script))}' | base64 -d | gunzip | bash`),
    inner: script,
  },
  {
    what: 'a command',
    name: 'cse.json',
    content: '{"settings": {"commandToExecute": "FOO=bar bash -c \\"echo \\u003c one\\""}}',
    inner: 'FOO=bar bash -c "echo < one"',
    oneLine: true,
  },
  {
    what: 'JSON in a string',
    name: 'log.json',
    content: JSON.stringify({
      properties: { requestbody: JSON.stringify({ properties: { osProfile: { customData: b64(script) } } }) },
    }),
    inner: script,
  },
  {
    what: 'JSON that was copied with its escapes',
    name: 'copied.txt',
    content: JSON.stringify(vmss(b64(script))).slice(1, -1),
    inner: script,
  },
  { what: 'one JSON string', name: 'copied.txt', content: JSON.stringify(vmss(b64(script))), inner: script },
  {
    what: 'JSON in a line of a log',
    name: 'some.txt',
    content: `2026-01-01 request body: ${JSON.stringify(JSON.stringify(JSON.parse(vmss(b64(script)))))} was sent\n`,
    inner: script,
  },
  {
    what: 'a line of many objects',
    name: 'activity.jsonl',
    content: `${oneLine(vmss(b64(script)))}\n${oneLine(vmss(b64('#cloud-config\n{}\n')))}\n`,
    inner: script,
    kind: 'activity-log',
  },
  {
    what: 'JSON that a terminal wrapped',
    name: 'vmss.json',
    content: wrapped(vmss(b64(script.repeat(3))), 80),
    inner: script.repeat(3),
  },
  {
    what: 'text of an XML element',
    name: 'ovf-env.xml',
    content: `<?xml version="1.0"?>\n<Environment xmlns="http://schemas.dmtf.org/ovf/environment/1"><ProvisioningSection><LinuxProvisioningConfigurationSet xmlns="http://schemas.microsoft.com/windowsazure"><HostName>a</HostName><CustomData>${b64(script)}</CustomData></LinuxProvisioningConfigurationSet></ProvisioningSection></Environment>\n`,
    inner: script,
  },
  {
    what: 'a config in a config',
    name: 'config.ign',
    content: JSON.stringify({
      ignition: { version: '3.4.0', config: { merge: [{ source: `data:;base64,${b64(ignition('data:,one'))}` }] } },
    }),
    inner: 'one',
  },
  {
    what: 'a cell of a table',
    name: 'activity.csv',
    content: `Operation name,Properties\nwrite,"${oneLine(vmss(b64(script))).replaceAll('"', '""')}"\n`,
    inner: script,
  },
  {
    what: 'an expression alone',
    name: 'pasted.txt',
    content: "[base64('#!/bin/sh one two')]",
    inner: '#!/bin/sh one two',
    oneLine: true,
  },
  {
    what: 'a member of a Kubernetes Secret',
    name: 'secret.yaml',
    content: `apiVersion: v1\nkind: Secret\ndata:\n  format: ${b64('cloud-config')}\n  value: ${b64(script)}\n  other: ${b64('#cloud-config\n{}\n')}\n`,
    inner: script,
  },
  {
    what: 'a member of a Kubernetes Secret in lines, in a list',
    name: 'secrets.yaml',
    content: `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Secret\n  data:\n    value: |\n${indented(wrap(b64(script), 40), 6)}\n`,
    inner: script,
  },
  {
    what: 'text in a Kubernetes Secret',
    name: 'secret.yaml',
    content: `apiVersion: v1\nkind: Secret\nstringData:\n  a: |\n${indented(script, 4)}  b: "#!/bin/sh"\n---\napiVersion: v1\nkind: Namespace\n`,
    inner: script,
  },
  {
    what: 'a member of a Kubernetes Secret as JSON',
    name: 'secret.json',
    content: JSON.stringify({ apiVersion: 'v1', kind: 'Secret', data: { value: b64(script) } }),
    inner: script,
  },
  {
    what: 'a here-document of Terraform',
    name: 'main.tf',
    content: machineTf(`base64encode(<<-EOT\n${indented(script, 4)}  EOT\n  )`),
    inner: script,
  },
  {
    what: 'a here-document of Terraform without indentation',
    name: 'main.tf',
    content: machineTf(`base64encode(<<EOT\n${script}EOT\n  )`),
    inner: script,
  },
  {
    what: 'a here-document of Terraform with CRLF',
    name: 'main.tf',
    content: machineTf(`base64encode(<<-EOT\n${indented(script, 4)}  EOT\n  )`).replaceAll('\n', '\r\n'),
    inner: script.replaceAll('\n', '\r\n'),
  },
  {
    what: 'a string of Terraform',
    name: 'main.tf',
    content: machineTf(`base64encode(${JSON.stringify(script)})`),
    inner: script,
  },
  {
    what: 'escapes of a string of Terraform',
    name: 'main.tf',
    content: machineTf('base64encode("#!/bin/sh\\necho \\u00e9 $${HOME} 100%%{}\\t\\\\ \\"x\\"\\n")'),
    inner: '#!/bin/sh\necho é ${HOME} 100%{}\t\\ "x"\n',
  },
  {
    what: 'base64 and gzip in a string of Terraform',
    name: 'main.tf',
    content: machineTf(`"${b64(gzipSync(script))}"`),
    inner: script,
  },
  {
    what: 'base64 in a here-document of Terraform',
    name: 'main.tf',
    content: machineTf(`<<-EOT\n${indented(wrap(b64(script), 40), 6)}\n  EOT`),
    inner: script,
  },
  {
    what: 'a text of Terraform around interpolations',
    name: 'main.tf',
    content: machineTf(`base64encode(<<-EOT\n${indented(script, 4).replace('two', '${var.two}')}  EOT\n  )`),
    inner: script.replace('two', '__TF_EXPR_0__'),
  },
  {
    what: 'a variable of Terraform',
    name: 'prod.tfvars',
    content: `location = "westeurope"\ncustom_data = <<EOT\n${script}EOT\nuser_data = "${b64('#cloud-config\n{}\n')}" # other\n`,
    inner: script,
  },
  {
    what: 'settings of an extension in Terraform',
    name: 'main.tf',
    content: `resource "azurerm_virtual_machine_extension" "a" {\n  protected_settings = <<JSON\n  {\n    "script": "${b64(script)}", "timestamp": 1\n  }\nJSON\n}\n`,
    inner: script,
  },
  {
    what: 'encoded settings of an extension in Terraform',
    name: 'main.tf',
    content: `resource "azurerm_virtual_machine_extension" "a" {\n  settings = jsonencode({\n    "script" = base64encode(<<-EOT\n${indented(script, 6)}    EOT\n    )\n  })\n}\n`,
    inner: script,
  },
  {
    what: 'a variable file of Terraform as JSON',
    name: 'prod.tfvars.json',
    content: JSON.stringify({ location: 'westeurope', custom_data: b64(script) }, null, 2),
    inner: script,
  },
  {
    what: 'a ConfigMap',
    name: 'config.yaml',
    content: `apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n${indented(script, 4)}  b: "#cloud-config\\n{}\\n"\n  c: yes\n`,
    inner: script,
  },
  {
    what: 'a file of a KubeadmConfig',
    name: 'kubeadm.yaml',
    content: kubeadmConfig(`content: |\n${indented(script, 10)}`),
    inner: script,
  },
  {
    what: 'a file of a KubeadmConfig in base64 and gzip',
    name: 'kubeadm.yaml',
    content: kubeadmConfig(`encoding: gzip+base64\n      content: ${b64(gzipSync(script))}\n`),
    inner: script,
  },
  {
    what: 'a command of a KubeadmConfig',
    name: 'kubeadm.yaml',
    content: kubeadmConfig('content: a\n').replace('echo first', 'FOO=bar bash -c "echo one"'),
    inner: 'FOO=bar bash -c "echo one"',
    oneLine: true,
  },
  {
    what: 'a file of a KubeadmConfig as JSON',
    name: 'kubeadm.json',
    content: JSON.stringify({
      apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta1',
      kind: 'KubeadmConfig',
      spec: { files: [{ path: '/opt/edited.sh', encoding: 'base64', content: b64(script) }] },
    }),
    inner: script,
  },
  {
    what: 'custom data of a resource of Crossplane',
    name: 'vmss.yaml',
    content: `apiVersion: compute.azure.upbound.io/v1beta1\nkind: LinuxVirtualMachineScaleSet\nspec:\n  forProvider:\n    customData: ${b64(script)}\n    location: West Europe # said\n`,
    inner: script,
  },
  {
    what: 'a literal of an expression',
    name: 'template.json',
    content: template("[base64('#!/bin/sh\necho ''one'' \\\\ two\n')]"),
    inner: "#!/bin/sh\necho 'one' \\\\ two\n",
  },
];

/** A template of one machine, and of another one beside it. */
export function template(customData: string, variables: object = {}): string {
  const machine = (data: string): object => ({
    type: 'Microsoft.Compute/virtualMachines',
    properties: { osProfile: { customData: data } },
  });
  return JSON.stringify(
    {
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
      variables,
      resources: [machine(customData), machine(b64('#cloud-config\nruncmd: [ls]\n'))],
    },
    null,
    2,
  );
}

function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrap(line, width))
    .join('\n');
}

function oneLine(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
