import { base64, type Families, type Family, items, nested, type Value } from '../family.js';

const source = (write: (size: number, value: Value) => string): Family => ({ name: 'main.tf', write });
const json = (name: string, write: (size: number, value: Value) => object): Family => ({
  name,
  write: (size, value) => JSON.stringify(write(size, value)),
});
const customData = (value: string): string => base64(`#cloud-config\nhostname: ${value}\n`);
const list = (size: number, item: (index: number) => string): object[] =>
  JSON.parse(`[${items(size, item, ',')}]`) as object[];

/** Terraform: source, states and plans. */
export const terraformFamilies: Families = {
  'Terraform: resources': source((size, value) =>
    items(
      size,
      (i) =>
        `resource "azurerm_linux_virtual_machine" "vm${i}" {\n  custom_data = base64encode(<<-EOT\n    #cloud-config\n    hostname: ${value(i)}\n  EOT\n  )\n}\n`,
    ),
  ),
  'Terraform: blocks': source(
    (size, value) =>
      `resource "a_b" "c" {\n${items(size, (i) => `  extension {\n    settings = jsonencode({ commandToExecute = "${value(i)}" })\n  }\n`)}}\n`,
  ),
  'Terraform: nested blocks': source((size) => nested(size, 'a {\n', 'custom_data = "x"\n', '}\n')),
  'Terraform: nested lists': source((size) => `a = ${nested(size, '[', '', ']')}\n`),
  'Terraform: lines of a here-document': source(
    (size, value) =>
      `resource "a_b" "c" {\n  custom_data = <<-EOT\n    #cloud-config\n    runcmd:\n${items(size, (i) => `      - echo ${value(i)}\n`)}  EOT\n}\n`,
  ),
  'Terraform: interpolations': source(
    (size, value) =>
      `resource "a_b" "c" {\n  custom_data = <<-EOT\n    #cloud-config\n    runcmd:\n${items(size, (i) => `      - echo ${value(i)} \${var.v${i}}\n`)}  EOT\n}\n`,
  ),
  'Terraform: open interpolations': source((size) => `custom_data = "${'${"'.repeat(size / 3)}`),
  'Terraform: escapes': source((size) => `custom_data = "#cloud-config\\n# ${'\\u00e9'.repeat(size / 6)}\\n"\n`),
  'Terraform: operands': source((size, value) => `custom_data = ${items(size, (i) => `"${value(i)}"`, ' + ')}\n`),
  'Terraform: files': source((size, value) =>
    items(size, (i) => `custom_data = base64encode(templatefile("\${path.module}/${value(i)}", { a = local.b }))\n`),
  ),
  'Terraform: locals': source((size, value) =>
    items(
      size,
      (i) =>
        `locals {\n  a${i} = local.a${i + 1}\n  b${i} = "\${local.b${i + 1}} ${value(i)}"\n}\ncustom_data = local.a${i}\nuser_data = file("\${local.b${i}}")\n`,
    ),
  ),
  'Terraform: variables': {
    name: 'prod.tfvars',
    write: (size, value) => items(size, (i) => `v${i} = "${customData(value(i))}"\n`),
  },
  'Terraform: a state': json('terraform.tfstate', (size, value) => ({
    version: 4,
    terraform_version: '1.13.4',
    resources: list(
      size,
      (i) =>
        `{"mode":"managed","type":"a_b","name":"c${i}","instances":[{"attributes":{"custom_data":"${customData(value(i))}"},"sensitive_attributes":[[{"type":"get_attr","value":"custom_data"}]]}]}`,
    ),
  })),
  'Terraform: a plan': json('plan.json', (size, value) => ({
    format_version: '1.2',
    resource_changes: list(
      size,
      (i) =>
        `{"address":"a.b${i}","change":{"actions":["update"],"before":{"note":"x"},"after":{"note":"${value(i)}"},"after_sensitive":{"note":true}}}`,
    ),
  })),
  'Terraform: a printed plan': {
    name: 'plan.txt',
    write: (size, value) =>
      `Terraform will perform the following actions:\n\n${items(size, (i) => `  # a_b.c${i} will be updated in-place\n  ~ resource "a_b" "c${i}" {\n      ~ custom_data = "${customData('old')}" -> "${customData(value(i))}"\n    }\n\n`)}Plan: 0 to add.\n`,
  },
};
