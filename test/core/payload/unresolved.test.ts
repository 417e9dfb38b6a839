import { describe, expect, it } from 'vitest';
import { validate } from '../../../server/src/core/index.js';
import { analyse, checkProblems } from '../../support/analyse.js';

/** Terraform with a cloud-config as custom data. */
const terraform = (lines: readonly string[]): string =>
  `resource "azurerm_linux_virtual_machine" "a" {\n  custom_data = base64encode(<<EOT\n${lines.join('\n')}\nEOT\n  )\n}\n`;

const nodeConfig = '/opt/azure/containers/aks-node-controller-config.json';

describe('a text with unresolved expressions', () => {
  it.each<[string, readonly string[]]>([
    ['keys', ['#cloud-config', '⟦hostnme⟧cloud-config/unknown-key: ${var.name}']],
    ['other values', ['#cloud-config', 'hostname: a${var.name}', 'runcmd: ⟦ls⟧cloud-config/wrong-type']],
    ['syntax in other lines', ['#cloud-config', 'hostname: ${var.name}', 'runcmd: ⟦[⟧yaml/syntax ls']],
  ])('is checked for %s', (_, lines) => {
    checkProblems('main.tf', terraform(lines));
  });

  it('is checked in the files that it writes', () => {
    const config = '{"sshStatus": 1, "kubernetesVersion": "${var.version}", "location": "${var.location}"}';
    const text = terraform(['#cloud-config', 'write_files:', `- path: ${nodeConfig}`, `  content: '${config}'`]);
    const marked = validate(analyse('main.tf', text)).problems.map(({ span }) => text.slice(span.start, span.end));
    expect(marked).toContain('"sshStatus"');
    expect(marked.filter((one) => one.includes('var.'))).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['a value', ['#cloud-config', 'runcmd: ${jsonencode(var.commands)}', 'hostname: ${var.number}']],
    ['a part of a value', ['#cloud-config', 'write_files:', '- path: a${var.path}', '  permissions: "${var.mode}"']],
    ['a key', ['#cloud-config', '${var.key}: a', 'b: c']],
    ['lines', ['#cloud-config', 'hostnme: a', '${yamlencode(local.more)}', 'runcmd: ls']],
    ['what is around the text', []],
  ])('is not accused where the expression is %s', (_, lines) => {
    checkProblems(
      'main.tf',
      lines.length > 0
        ? terraform(lines)
        : 'resource "a" "b" {\n  custom_data = base64encode(replace("#cloud-config\\nhostnme: a\\n", "nme", "name"))\n}\n',
    );
  });

  it('is checked in expressions of templates and Bicep, too', () => {
    const text = '#cloud-config\\nhostnme: ${name}\\nruncmd: ls\\n';
    const bicep = `resource vm 'Microsoft.Compute/virtualMachines@2024-03-01' = {\n  properties: { osProfile: { customData: base64('${text}') } }\n}\n`;
    const found = validate(analyse('main.bicep', bicep)).problems;
    expect(found.map(({ code, span }) => [code, bicep.slice(span.start, span.end)])).toEqual([
      ['cloud-config/unknown-key', 'hostnme'],
      ['cloud-config/wrong-type', 'ls'],
    ]);
  });
});
