import { b64, type Carrier, command, gz64, harvest, indented, json, orchard } from './carrier.js';

const machine = (attributes: string): string =>
  `resource "azurerm_linux_virtual_machine_scale_set" "orchard" {\n  name      = "orchard"\n  instances = 2\n${indented(attributes, 2)}\n}\n`;
const state = (attributes: object, type = 'azurerm_linux_virtual_machine'): string =>
  json({
    version: 4,
    terraform_version: '1.9.5',
    serial: 7,
    lineage: '0f5f2c64-73b7-4f0e-a3e6-1f5d1b4b8a11',
    outputs: {},
    resources: [
      {
        mode: 'managed',
        type,
        name: 'orchard',
        provider: 'provider["registry.terraform.io/hashicorp/azurerm"]',
        instances: [{ schema_version: 0, attributes: { id: '/subscriptions/1', name: 'orchard', ...attributes } }],
      },
    ],
  });
const change = (before: object | null, after: object | null, more: object = {}): object => ({
  address: 'azurerm_linux_virtual_machine.orchard',
  mode: 'managed',
  type: 'azurerm_linux_virtual_machine',
  name: 'orchard',
  change: { actions: ['update'], before, after, after_unknown: {}, ...more },
});
const plan = (...resource_changes: object[]): string =>
  json({ format_version: '1.2', terraform_version: '1.9.5', planned_values: {}, resource_changes, configuration: {} });

export const terraformCarriers: readonly Carrier[] = [
  {
    what: 'a state with custom data in gzip',
    name: 'terraform.tfstate',
    content: state({ custom_data: gz64(orchard), user_data: null }),
    holds: [orchard],
  },
  {
    what: 'a state of an extension whose settings are JSON',
    name: 'terraform.tfstate.backup',
    content: state(
      {
        type: 'CustomScript',
        settings: '{"timestamp":7}',
        protected_settings: JSON.stringify({ commandToExecute: command }),
      },
      'azurerm_virtual_machine_extension',
    ),
    holds: [command],
  },
  {
    what: 'a state of azapi with a body',
    name: 'state.json',
    content: state(
      {
        body: { properties: { osProfile: { customData: b64(harvest) } } },
        type: 'Microsoft.Compute/virtualMachines@2024-03-01',
      },
      'azapi_resource',
    ),
    holds: [harvest],
  },
  {
    what: 'a state of azapi with a body in a string',
    name: 'state.json',
    content: state(
      { body: JSON.stringify({ properties: { osProfile: { customData: b64(harvest) } } }) },
      'azapi_resource',
    ),
    holds: [harvest],
  },
  {
    what: 'a state with a cloudinit_config',
    name: 'terraform.tfstate',
    content: json({
      version: 4,
      terraform_version: '1.9.5',
      serial: 1,
      lineage: 'a',
      resources: [
        {
          mode: 'data',
          type: 'cloudinit_config',
          name: 'orchard',
          provider: 'provider["registry.terraform.io/hashicorp/cloudinit"]',
          instances: [
            {
              attributes: {
                base64_encode: false,
                gzip: false,
                part: [
                  { content: harvest, content_type: 'text/x-shellscript', filename: 'harvest.sh', merge_type: null },
                ],
              },
            },
          ],
        },
      ],
    }),
    holds: [harvest],
  },
  {
    what: 'a plan that changes custom data',
    name: 'plan.json',
    content: plan(change({ custom_data: b64(harvest) }, { custom_data: b64(orchard) })),
    holds: [harvest, orchard],
  },
  {
    what: 'a plan in which custom data is only known later',
    name: 'plan.json',
    content: plan(change(null, { name: 'orchard', user_data: b64(orchard) }, { after_unknown: { custom_data: true } })),
    holds: [orchard],
  },
  {
    what: 'a here-document in base64encode',
    name: 'main.tf',
    content: machine(`custom_data = base64encode(<<-EOT\n${indented(orchard, 4)}  EOT\n)`),
    holds: [orchard],
  },
  {
    what: 'a here-document without indentation',
    name: 'main.tf',
    content: `resource "azurerm_linux_virtual_machine" "a" {\n  user_data = base64encode(<<EOF\n${harvest.replaceAll('${', () => '$${')}EOF\n  )\n}\n`,
    holds: [harvest],
  },
  {
    what: 'an extension with jsonencode',
    name: 'extension.tf',
    content: `resource "azurerm_virtual_machine_extension" "prune" {\n  name                 = "prune"\n  publisher            = "Microsoft.Azure.Extensions"\n  type                 = "CustomScript"\n  type_handler_version = "2.1"\n  settings = jsonencode({\n    skipDos2Unix     = true\n    commandToExecute = "${command}"\n  })\n}\n`,
    holds: [command],
  },
  {
    what: 'an extension whose settings are a here-document',
    name: 'extension.tf',
    content: `resource "azurerm_virtual_machine_extension" "prune" {\n  protected_settings = <<SETTINGS\n    {\n      "commandToExecute": "${command}"\n    }\nSETTINGS\n}\n`,
    holds: [command],
  },
  {
    what: 'an extension whose settings are a script',
    name: 'extension.tf',
    content: `resource "azurerm_virtual_machine_extension" "harvest" {\n  settings = jsonencode({ "script" = "${b64(harvest)}" })\n}\n`,
    holds: [harvest],
  },
  {
    what: 'a local value that is used',
    name: 'main.tf',
    content: `locals {\n  orchard_init = <<-EOT\n${indented(orchard, 4)}  EOT\n}\n\n${machine('custom_data = base64encode(local.orchard_init)')}`,
    holds: [orchard],
  },
  {
    what: 'a local value that is encoded before it is used',
    name: 'main.tf',
    content: `locals {\n  data = base64encode(local.text)\n  text = "${orchard.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"\n}\n${machine('user_data = local.data')}`,
    holds: [orchard],
  },
  {
    what: 'values of variables',
    name: 'prod.tfvars',
    content: `location = "northeurope"\ncustom_data = "${b64(harvest)}"\npools = {\n  blue = { user_data = "${b64(orchard)}" }\n}\n`,
    holds: [harvest, orchard],
  },
  {
    what: 'values of variables as JSON',
    name: 'prod.auto.tfvars.json',
    content: json({ location: 'northeurope', custom_data: b64(orchard) }),
    holds: [orchard],
  },
  {
    what: 'the default of a variable',
    name: 'variables.tf',
    content: `variable "user_data" {\n  type        = string\n  description = "What the orchard runs"\n  default     = <<-SH\n${indented(
      harvest.replaceAll('${', () => '$${'),
      4,
    )}  SH\n}\n`,
    holds: [harvest],
  },
  {
    what: 'source of CDK for Terraform',
    name: 'cdk.tf.json',
    content: json({
      '//': { metadata: { backend: 'local', stackName: 'orchard', version: '0.20.8' }, outputs: {} },
      provider: { azurerm: [{ features: [{}] }] },
      resource: {
        azurerm_linux_virtual_machine: {
          orchard: {
            '//': { metadata: { path: 'orchard/vm', uniqueId: 'orchard' } },
            custom_data: b64(orchard),
            name: 'orchard',
          },
        },
      },
      terraform: { required_providers: { azurerm: { source: 'hashicorp/azurerm', version: '4.1.0' } } },
    }),
    holds: [orchard],
  },
  {
    what: 'a cloudinit_config with two parts',
    name: 'init.tf',
    content: `data "cloudinit_config" "orchard" {\n  gzip          = true\n  base64_encode = true\n\n  part {\n    filename     = "orchard.yaml"\n    content_type = "text/cloud-config"\n    content      = <<-YAML\n${indented(orchard, 6)}    YAML\n  }\n\n  part {\n    content_type = "text/x-shellscript"\n    content      = "${harvest
      .replaceAll('"', '\\"')
      .replaceAll('\n', '\\n')
      .replaceAll('${', () => '$${')}"\n  }\n}\n`,
    holds: [orchard, harvest],
  },
  {
    what: 'what terraform state show prints',
    name: 'orchard.txt',
    content: `# azurerm_linux_virtual_machine.orchard:\nresource "azurerm_linux_virtual_machine" "orchard" {\n    admin_username = "pear"\n    user_data      = "${b64(orchard)}"\n}\n`,
    holds: [orchard],
  },
  {
    what: 'the JSON syntax as CDK for Terraform writes it',
    name: 'cdk.tf.json',
    content: json({
      resource: {
        azurerm_linux_virtual_machine: {
          orchard: {
            custom_data: `\${base64encode(${JSON.stringify(orchard)})}`,
            user_data: `\${base64encode(${JSON.stringify(harvest.replaceAll('${', () => '$${'))})}`,
          },
        },
      },
    }),
    holds: [orchard, harvest],
  },
];
