import { type Families, type Family, items, nested, type Value } from '../family.js';

const template = (members: (size: number, value: Value) => object): Family => ({
  name: 'azuredeploy.json',
  write: (size, value) =>
    JSON.stringify({
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
      contentVersion: '1.0.0.0',
      ...members(size, value),
    }),
});
const machine = (customData: string): object => ({
  type: 'Microsoft.Compute/virtualMachines',
  name: 'vm',
  properties: { osProfile: { customData } },
});
const members = (size: number, member: (index: number) => string): Record<string, unknown> =>
  JSON.parse(`{${items(size, member, ',')}}`) as Record<string, unknown>;

const jinja = (write: (size: number, value: Value) => string): Family => ({
  name: 'a.cloud-config.yaml',
  write: (size, value) => `## template: jinja\n#cloud-config\n${write(size, value)}`,
  instanceData: JSON.stringify({ v1: { region: 'eastus', list: [1, 2, 3], a: { a: { a: 'x' } } } }),
});

/** ARM templates and Jinja. */
export const templateFamilies: Families = {
  'ARM: parameters': template((size, value) => ({
    parameters: members(size, (i) => `"p${i}":{"type":"string","defaultValue":"${value(i)}"}`),
    resources: [machine("[base64(concat('#cloud-config\n', parameters('p1')))]")],
  })),
  'ARM: secure parameters': template((size, value) => ({
    parameters: members(size, (i) => `"p${i}":{"type":"securestring","defaultValue":"${value(i)}-${i}"}`),
    resources: [machine("[base64(concat('#cloud-config\n', parameters('p1')))]")],
  })),
  'ARM: variables': template((size, value) => ({
    variables: members(size, (i) => `"v${i}":"${value(i)}"`),
    resources: [machine("[base64(concat('#cloud-config\n', variables('v1')))]")],
  })),
  'ARM: variables that use each other': template((size, value) => ({
    variables: members(
      size,
      (i) => `"v${i}":"${i === 0 ? 'a' : `[concat(variables('v${Math.floor(i / 2)}'), '${value(i)}')]`}"`,
    ),
    resources: [machine("[base64(concat('#cloud-config\n', variables('v40')))]")],
  })),
  'ARM: expressions': template((size, value) => ({
    resources: [JSON.parse(`{${items(size, (i) => `"k${i}":"[concat('${value(i)}', 'b')]"`, ',')}}`), machine('')],
  })),
  'ARM: machines': template((size, value) => ({
    resources: JSON.parse(
      `[${items(size, (i) => JSON.stringify(machine(`[base64(concat('#cloud-config\\nhostname: ', '${value(i)}'))]`)), ',')}]`,
    ) as object[],
  })),
  'ARM: variables of machines': template((size, value) => ({
    variables: members(size / 2, (i) => `"v${i}":"${value(i)}"`),
    resources: JSON.parse(
      `[${items(size / 2, (i) => JSON.stringify(machine(`[base64(concat('#cloud-config\\nhostname: ', variables('V${i % (size / 40)}')))]`)), ',')}]`,
    ) as object[],
  })),
  'ARM: parameters of machines': template((size, value) => ({
    parameters: members(size / 2, (i) => `"p${i}":{"defaultValue":"${value(i)}"}`),
    resources: JSON.parse(
      `[${items(size / 2, (i) => JSON.stringify(machine(`[base64(concat('#cloud-config\\nhostname: ', parameters('P${i % (size / 80)}')))]`)), ',')}]`,
    ) as object[],
  })),
  'ARM: members of an object': template((size, value) => ({
    variables: { o: members(size / 2, (i) => `"v${i}":"${value(i)}"`) },
    resources: JSON.parse(
      `[${items(size / 2, (i) => JSON.stringify(machine(`[base64(concat('#cloud-config\\nhostname: ', variables('o').V${i % (size / 40)}))]`)), ',')}]`,
    ) as object[],
  })),
  'ARM: arguments': template((size, value) => ({
    resources: [machine(`[base64(concat('#cloud-config\n', ${items(size, (i) => `'${value(i)}'`, ', ')}))]`)],
  })),
  'ARM: unresolved arguments': template((size) => ({
    resources: [machine(`[base64(concat('#cloud-config\n', ${items(size, (i) => `reference('r${i}').x`, ', ')}))]`)],
  })),
  'ARM: nested functions': template((size) => ({
    resources: [machine(`[${nested(size, 'concat(', "'a'", ')')}]`)],
  })),
  'ARM: a long string': template((size) => ({
    resources: [machine(`[base64('#!/bin/sh\n${"echo ''a''\n".repeat(size / 11)}')]`)],
  })),
  'ARM: nested templates': template((size, value) => ({
    resources: JSON.parse(
      `[${items(
        size,
        (i) =>
          `{"type":"Microsoft.Resources/deployments","name":"d${i}","properties":{"parameters":{"a":{"value":"${value(i)}"}},"template":{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","parameters":{"a":{"type":"string"}},"resources":[${JSON.stringify(machine("[base64(parameters('a'))]"))}]}}}`,
        ',',
      )}]`,
    ) as object[],
  })),
  'Jinja: expressions': jinja((size, value) => items(size, (i) => `k${i}: {{ v1.region }} ${value(i)}\n`)),
  'Jinja: unknown names': jinja((size) => items(size, (i) => `k${i}: {{ v2.a${i} }}\n`)),
  'Jinja: filters': jinja((size, value) => items(size, (i) => `k${i}: {{ v1.region | upper | lower }} ${value(i)}\n`)),
  'Jinja: a chain of filters': jinja((size) => `a: {{ v1.region${' | lower'.repeat(size / 8)} }}\n`),
  'Jinja: a chain of attributes': jinja((size) => `a: {{ v1${'.a'.repeat(size / 2)} }}\n`),
  'Jinja: a chain of sums': jinja((size) => `a: {{ 1${'+1'.repeat(size / 2)} }}\n`),
  'Jinja: parentheses': jinja((size) => `a: {{ ${nested(size, '(', '1', ')')} }}\n`),
  'Jinja: tags': jinja((size, value) => items(size, (i) => `{% if v1.region %}\nk${i}: ${value(i)}\n{% endif %}\n`)),
  'Jinja: tags, nested': jinja((size) => nested(size, '{% if 1 %}', 'a: b\n', '{% endif %}')),
  'Jinja: tags that never end': jinja((size) => '{% if 1 %}\n'.repeat(size / 11)),
  'Jinja: loops': jinja((size) => items(size, (i) => `{% for x in v1.list %}\nk${i}_{{ x }}: a\n{% endfor %}\n`)),
  'Jinja: assignments': jinja((size, value) => items(size, (i) => `{% set x${i} = '${value(i)}' %}\n`)),
  'Jinja: comments': jinja((size, value) => items(size, (i) => `{# ${value(i)} #}\n`)),
  'Jinja: braces': jinja((size) => `a: ${'{'.repeat(size)}\n`),
  'Jinja: a long string': jinja((size) => `a: {{ "${'\\n'.repeat(size / 2)}" }}\n`),
  'Jinja: text': jinja((size, value) => `a: {{ v1.region }}\nruncmd:\n${items(size, (i) => `- echo ${value(i)}\n`)}`),
  'Instance data: keys': {
    name: 'instance-data.json',
    write: (size, value) => `{"v1":{${items(size, (i) => `"a-${i}":"${value(i)}"`, ',')}}}`,
  },
};
