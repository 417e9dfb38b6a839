import { gzipSync } from 'node:zlib';
import { type FileDocument } from '../support/layers.js';
import { sampleDocuments } from '../support/samples.js';
import { secretPlaces } from '../support/secretPlaces.js';
import { tar } from '../support/tar.js';
import { textPlaces } from '../canary/places.js';
import { problemSamples } from '../core/problems/samples.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

const cloudConfig = `#cloud-config\nwrite_files:\n- path: /a\n  encoding: gz+b64\n  content: ${b64(gzipSync('hello\n'))}\n- path: /b\n  permissions: 0644\n  content: !!binary |\n    ${b64('hi')}\nruncmd: [&x [ls], *x]\n`;
const boothook = `#cloud-boothook\n#!/bin/sh\ncat <<'EOF' | base64 -d >/opt/azure/containers/aks-node-controller-config.json\n${b64('{"version":"v1"}')}\nEOF\n`;
const mime = `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/cloud-boothook\r\n\r\n${boothook}\r\n--b\r\nContent-Type: text/cloud-config\r\nContent-Transfer-Encoding: base64\r\n\r\n${b64(cloudConfig)}\r\n--b--\r\n`;
const command = `P="/x"; echo $(date) > \${P}; A=1 B="\${C:-\`id\`}" KUBELET_CONFIG_FILE_CONTENT="${b64('{"kind":"x"}')}" D=<nil> /usr/bin/nohup /bin/bash -c "go"`;
const vmss = {
  properties: {
    virtualMachineProfile: {
      osProfile: { customData: b64(mime) },
      extensionProfile: { extensions: [{ properties: { protectedSettings: { commandToExecute: command } } }] },
    },
  },
};
const ignition = JSON.stringify({
  ignition: {
    version: '3.4.0',
    config: { replace: { source: `data:;base64,${b64('{"ignition":{"version":"3.4.0"}}')}` } },
  },
  storage: {
    files: [
      {
        path: '/t',
        mode: 420,
        contents: {
          compression: 'gzip',
          source: `data:;base64,${b64(gzipSync(tar({ path: '../x', content: 'y' }, { path: 'l', type: '2', target: '/' })))}`,
        },
      },
    ],
  },
  systemd: { units: [{ name: 'a.service', contents: '[Unit]', dropins: [{ name: 'b', contents: '' }] }] },
});
const template = JSON.stringify({
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
  parameters: { p: { type: 'string', defaultValue: 'd' } },
  variables: {
    v: "[concat('a', variables('w'))]",
    w: "[if(equals(parameters('p'), 'x'), split('a,b', ',')[0], format('{0}', 1))]",
    l: ["[variables('v')]"],
  },
  resources: [
    {
      properties: {
        osProfile: {
          customData: "[base64(concat('#cloud-config\n', variables('v'), variables('l')[0], reference('x').y))]",
        },
      },
    },
  ],
});
const event = JSON.stringify({ operationName: 'x', properties: { requestbody: JSON.stringify(vmss) } });
const goalState = `<Extensions><PluginSettings><Plugin name="x"><RuntimeSettings seqNo="0">{&quot;runtimeSettings&quot;:[{"handlerSettings":{"publicSettings":{"commandToExecute":"ls"}}}]}</RuntimeSettings></Plugin></PluginSettings></Extensions>`;

const jinja = `## template: jinja\n#cloud-config\n{% set region = v1.region | default('none') %}\n{% if region == 'westeurope' and v1.cloud_name %}\nhostname: {{ ds.meta_data.name | replace('_', '-') | upper }}\n{% elif not region %}\nhostname: b\n{% else %}\nhostname: c\n{% endif %}\nruncmd:\n{% for item in v1.items[1:] %}\n  - [echo, "{{ item }} {{ loop.index }}"]\n{% endfor %}\n{# a comment #}\n`;
const archive = `#cloud-config-archive\n- type: text/cloud-config\n  content: |\n    runcmd: [ls]\n- "#!/bin/sh\\nls"\n- {type: text/jinja2, content: "## template: jinja\\n#cloud-config\\n", filename: a.txt}\n`;
const patch = `#cloud-config-jsonp\n[{"op": "add", "path": "/runcmd", "value": ["ls"]}, {"op": "test", "path": "/a~1b", "value": null}]\n`;
const csv = `Correlation id,Operation name,Status,Event initiated by,Time,Properties\nabc,Create or Update Virtual Machine Scale Set,Failed,a@example.org,2026-01-02T03:04:05Z,"{""requestbody"":""{\\""properties\\"":{}}"",""statusMessage"":""exit status=50""}"\n`;
const secret = `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: Opaque\ndata:\n  value: ${b64(cloudConfig)}\n  format: ${b64('cloud-config')}\n`;
const manifest = `apiVersion: v1\nkind: ConfigMap\ndata:\n  user-data: |\n    #cloud-config\n    runcmd: [ls]\n---\napiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfigTemplate\nspec:\n  template:\n    spec:\n      preKubeadmCommands: [A=1 bash -c ls]\n      files:\n      - {path: /a, encoding: gzip+base64, content: ${b64(gzipSync('hello\n'))}}\n      - path: /b\n        contentFrom: {secret: {name: a, key: b}}\n---\napiVersion: compute.azure.upbound.io/v1beta1\nkind: LinuxVirtualMachine\nspec: {forProvider: {customData: ${b64(cloudConfig)}, tags: {a: on, b: 0o17}}}\n`;
const source = `# comment\nlocals {\n  boot = <<-EOT\n    #cloud-config\n    hostname: \${var.name}\n    %{ if var.a ~}\n    runcmd: [ls, $\${HOME}]\n    %{~ endif }\n  EOT\n}\nresource "azurerm_linux_virtual_machine" "a" {\n  custom_data = base64encode(chomp(<<EOF\n${cloudConfig}EOF\n  ))\n  user_data = var.x ? base64gzip("#!/bin/sh\\nls \\u00e9\\n") : null /* none */\n  extension { settings = jsonencode({ "commandToExecute" : "ls", a = [for k, v in var.y : { (k) = v }] }) }\n  extension {\n    protected_settings = <<SETTINGS\n{"script": "${b64('#!/bin/sh\nls\n')}"}\nSETTINGS\n  }\n}\n`;
const terraformState = JSON.stringify({
  version: 4,
  terraform_version: '1.13.4',
  outputs: { a: { sensitive: true, value: 'x' } },
  resources: [
    {
      mode: 'managed',
      type: 'a_b',
      name: 'c',
      instances: [
        {
          attributes: {
            custom_data: b64(mime),
            settings: '{"commandToExecute":"ls"}',
            part: [{ content: cloudConfig }],
          },
          sensitive_attributes: [[{ type: 'get_attr', value: 'custom_data' }]],
        },
      ],
    },
  ],
});
const plan = `Terraform will perform the following actions:\n\n  # a_b.c must be replaced\n-/+ resource "a_b" "c" {\n      ~ custom_data = "${b64(cloudConfig)}" -> "${b64(mime)}" # forces replacement\n      ~ user_data   = <<-EOT\n            #cloud-config\n          - a: b\n          + runcmd: [ls]\n        EOT\n      + settings    = jsonencode(\n            {\n              + commandToExecute = "ls"\n            }\n        )\n      + secret      = (sensitive value)\n    }\n\nPlan: 1 to add.\n`;
const failure = `VM has reported a failure when processing extension 'vmssCSE' (publisher 'Microsoft.Azure.Extensions' and type 'CustomScript'). Error message: 'Enable failed: failed to execute command: command terminated with exit status=50\n[stdout]\n{ "ExitCode": "50", "Output": "+ curl --fail https://mcr.example\\n+ exit 50", "Error": "", "ExecDuration": "64", "KernelStartTime": "Mon 2026-01-02 03:04:05 UTC" }\n[stderr]\n'.`;
const values = `#cloud-config\nbase: &base {a: 1, b: [x, y]}\nmore:\n  <<: [*base, {c: 0o17}]\n  ? [complex, key]\n  : !!set {a, b}\ndates: [2026-01-02, 12:30:45, .inf, ~, yes, 0x1F, 1_000, 0b11]\nfolded: >-\n  one\n  two\n\n  three\nquoted: "a\\u0041\\x41 \\\n  b"\nplain: a\n  b # comment\n`;

/** A contract, and behind it the exit codes of a script. */
const runCommand = JSON.stringify({
  value: [
    {
      code: 'ComponentStatus/StdOut/succeeded',
      message: `Enable succeeded: \n[stdout]\n${boothook}\n[stderr]\nexit status 50\n`,
    },
  ],
});
const deployment = JSON.stringify({
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#',
  contentVersion: '1.0.0.0',
  parameters: { customData: { value: b64(mime) }, settings: { value: { commandToExecute: command } } },
});
const bicep = `param name string = 'a'\nvar boot = '''\n${cloudConfig}'''\nresource vm 'Microsoft.Compute/virtualMachines@2024-07-01' = {\n  name: name\n  properties: {\n    osProfile: {\n      customData: base64(boot)\n      computerName: 'it\\'s \${name} \\u{1F600}'\n    }\n    userData: base64('#!/bin/sh\\nls \${name}\\n')\n  }\n}\n`;
const loading = `var path = 'a.yaml'\nvar text = loadTextContent('./\${path}', 'utf-8')\nparam customData string = base64(text)\nparam userData = loadFileAsBase64(path)\nparam script string = '\${text}\n\${loadTextContent('b.sh')}'\n`;
const reading = `locals {\n  name = "a"\n  boot = base64encode(file("\${path.module}/\${local.name}.yaml"))\n}\nresource "azurerm_linux_virtual_machine" "a" {\n  custom_data = local.boot\n  user_data = filebase64("b.gz")\n}\ndata "cloudinit_config" "b" {\n  part {\n    content = templatefile("c.tftpl", { a = local.name, b = var.b, c = 1 })\n  }\n}\n`;
export const protoText = `syntax = "proto3";\npackage aksnodeconfig.v1;\nenum Mode { MODE_UNSPECIFIED = 0; MODE_A = 1 [deprecated = true]; }\n// All of it.\nmessage Configuration {\n  // The version.\n  string version = 1; // v1\n  map<string, Inner> parts = 2;\n  message Inner { oneof one { Mode mode = 1; bytes raw = 2; } repeated int64 counts = 3 [json_name = "n"]; Inner more = 4; }\n  /* Not\n   * here. */\n  reserved 5, 7 to 9; reserved "vm_size";\n}\nERR_OUT_OF_PAINT=249 # no paint is left\n$global:WINDOWS_CSE_ERROR_PAINT=248\n`;
export const configurationText = `kinds: {"pools/*": node-config}\nnodeImage: 202603.30.0..202608.20.0\ncloudInit:\n  version: "24.3.1"\n  instanceData: {"a/**": b.json}\nproblems:\n  severity: {contract/*: off, contract/no-effect: hint}\n  ignore:\n    "**/old/*": [cloud-config/*, "*"]\n    '[a-z]?{a,b}*': []\ncustomData: {dialect: flatcar} # what\n`;

const files: readonly FileDocument[] = [
  { name: 'cloud-config.yaml', content: cloudConfig },
  { name: 'boothook.sh', content: boothook },
  { name: 'user-data.txt', content: mime },
  { name: 'command.txt', content: command },
  { name: 'config.ign', content: ignition },
  { name: 'template.json', content: template },
  { name: 'event.json', content: event },
  { name: 'settings.xml', content: goalState },
  { name: 'model.json', content: JSON.stringify(vmss) },
  { name: 'blob.txt', content: b64(gzipSync(mime)) },
  { name: 'events.jsonl', content: `${event}\n${event}\n` },
  { name: 'pasted.txt', content: JSON.stringify(JSON.stringify(vmss)) },
  { name: 'pasted.txt', content: JSON.stringify(JSON.stringify(vmss)).slice(1, -1) },
  { name: 'command.txt', content: `powershell.exe -EncodedCommand ${b64(Buffer.from('Get-Date', 'utf16le'))}` },
  { name: 'model.json', content: Buffer.from(`\ufeff${JSON.stringify(vmss)}`, 'utf16le') },
  { name: 'cloud-config.yaml.gz', content: gzipSync(cloudConfig) },
  { name: 'user-data.txt', content: jinja },
  { name: 'user-data.txt', content: archive },
  { name: 'user-data.txt', content: patch },
  { name: 'events.csv', content: csv },
  { name: 'secret.yaml', content: secret },
  { name: 'manifest.yaml', content: manifest },
  { name: 'main.tf', content: source },
  { name: 'main.bicep', content: bicep },
  { name: 'main.bicep', content: loading },
  { name: 'main.tf', content: reading },
  { name: 'parameters.json', content: deployment },
  { name: 'run-command.json', content: runCommand },
  { name: 'terraform.tfstate', content: terraformState },
  { name: 'plan.txt', content: plan },
  { name: 'failure.txt', content: failure },
  { name: 'cloud-config.yaml', content: values },
  { name: 'config.proto', content: protoText },
  { name: '.aks-bootstrap.yaml', content: configurationText },
  ...sampleDocuments,
  ...Object.values(problemSamples).map(({ name, text, base64 = '' }) => ({
    name,
    content: text ?? Buffer.from(base64, 'base64'),
  })),
  ...textPlaces.map(({ document }) => document(['password=Tr0ub4dor-and-3', 'a plain line'])),
  ...secretPlaces.map(({ document }) => {
    const { name, text } = document('Tr0ub4dor-and-3');
    return { name, content: text };
  }),
];

/** Bytes of the largest seed, so that many inputs can be tried; larger samples have tests of their own. */
const maxSeedBytes = 30_000;

/** Documents of every kind, as starting points; a new kind has to be among them. */
export const seeds: readonly FileDocument[] = files.filter(({ content }) => content.length <= maxSeedBytes);

/** Bytes at which mutated documents are cut off. */
export const maxInputBytes = 60_000;

export function seedBytes({ content }: FileDocument): Buffer {
  return Buffer.from(content);
}
