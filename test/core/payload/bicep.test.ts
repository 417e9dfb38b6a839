import { describe, expect, it } from 'vitest';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const cloudConfig = "#cloud-config\nruncmd:\n- echo 'a'\n";
const vm = (customData: string, more = ''): string =>
  `param name string = 'vm' // ours\n@secure()\nparam adminPassword string\n${more}\nresource vm 'Microsoft.Compute/virtualMachines@2024-07-01' = {\n  name: name\n  properties: {\n    osProfile: {\n      computerName: '\${name}-1'\n      customData: ${customData}\n    }\n    tags: { a: 'b', c: [1, 2] }\n  }\n}\n`;
const pointer = '/resources/vm/properties/osProfile/customData';

interface Read {
  readonly kind: string;
  readonly layers: string;
  readonly pointers: readonly string[];
  readonly text: string | undefined;
  readonly unresolved: readonly string[];
}

function read(text: string, name = 'main.txt'): Read {
  const analysis = analyse(name, text);
  const { kind, layers, payloads = [] } = decodeReport(analysis);
  const [child] = analysis.root.children;
  return {
    kind,
    layers: layers.join(' '),
    pointers: payloads.map((one) => `${one.pointer} ${one.role}`),
    text: child?.payload.text,
    unresolved: child?.payload.details.unresolved ?? [],
  };
}

describe('a payload in Bicep source', () => {
  it.each<[string, string, string]>([
    ['in three quotes without a line break', vm(`base64('''${cloudConfig}''')`), 'bicep base64 cloud-config'],
    ['in three quotes', vm(`base64('''\n${cloudConfig}''')`), 'bicep base64 cloud-config'],
    ['in single quotes', vm(`base64('#cloud-config\\nruncmd:\\n- echo \\'a\\'\\n')`), 'bicep base64 cloud-config'],
    ['in a variable', vm('base64(cloudInit)', `var cloudInit = '''\n${cloudConfig}'''`), 'bicep base64 cloud-config'],
    ['that is encoded already', vm(`'${b64(cloudConfig)}'`), 'bicep base64 cloud-config'],
    ['in concat', vm(`base64(concat('#cloud-config\\n', '''\nruncmd:\n- echo 'a'\n'''))`), 'bicep base64 cloud-config'],
    [
      'in format',
      vm(`base64(format('#cloud-config\\n{0}', rest))`, `var rest = 'runcmd:\\n- echo \\'a\\'\\n'`),
      'bicep base64 cloud-config',
    ],
    [
      'with an interpolation',
      vm("base64('#cloud-config\\n${rest}')", `var rest = 'runcmd:\\n- echo \\'a\\'\\n'`),
      'bicep base64 cloud-config',
    ],
    [
      'encoded in a variable',
      vm('encoded', `var encoded = base64('''\n${cloudConfig}''')`),
      'bicep base64 cloud-config',
    ],
    [
      'behind a condition',
      vm(`base64('''\n${cloudConfig}''')`).replace('= {\n  name: name', '= if (deploy && size > 2) {\n  name: name'),
      'bicep base64 cloud-config',
    ],
    [
      'in a member of a variable',
      vm('base64(boot.init)', `var boot = { init: '''\n${cloudConfig}''' }`),
      'bicep base64 cloud-config',
    ],
    ['with CRLF', vm(`base64('''\n${cloudConfig}''')`).replaceAll('\n', '\r\n'), 'bicep base64 cloud-config'],
  ])('is read: %s', (_what, text, layers) => {
    const found = read(text);
    expect({ ...found, text: found.text?.replaceAll('\r\n', '\n') }).toEqual({
      kind: 'bicep',
      layers,
      pointers: [`${pointer} customData`],
      text: cloudConfig,
      unresolved: [],
    });
  });

  it('has what only a deployment knows as symbols', () => {
    const found = read(vm("base64('#cloud-config\\nhostname: ${name}\\nfqdn: ${vm.id}\\nssh_pwauth: false\\n')"));
    expect(found.unresolved).toEqual(['name', 'vm.id']);
    expect(found.layers).toBe('bicep base64 cloud-config');
  });

  it.each([
    "loadFileAsBase64('cloud-init.yaml')",
    'customData',
    'empty(a) ? null : b',
    'name.a.b',
    'vm.properties.list()',
    'name.a == b.c',
    'self.a',
  ])('is not known in %s', (value) => {
    expect(read(vm(value))).toMatchObject({ pointers: [`${pointer} customData`], unresolved: [value] });
  });

  it('is found in loops, modules, extensions and parameters', () => {
    const text = [
      `resource vms 'Microsoft.Compute/virtualMachines@2024-07-01' = [for i in range(0, 2): {`,
      `  properties: { userData: base64('#!/bin/sh') }`,
      `}]`,
      `module pool './pool.bicep' = {`,
      `  name: 'pool'`,
      `  params: {`,
      `    customData: base64('#!/bin/bash')`,
      `  }`,
      `}`,
      `resource cse 'Microsoft.Compute/virtualMachines/extensions@2024-07-01' = {`,
      `  parent: vm`,
      `  properties: { /* ours */ protectedSettings: { commandToExecute: 'A=1 bash x.sh' } }`,
      `}`,
      `param customData string = '${b64(cloudConfig)}'`,
    ].join('\n');
    expect(read(text).pointers).toEqual([
      '/resources/vms/0/properties/userData userData',
      '/modules/pool/params/customData customData',
      '/resources/cse/properties/protectedSettings/commandToExecute commandToExecute',
      '/parameters/customData customData',
    ]);
  });

  it('is found in a file of parameters', () => {
    expect(
      read(`using './main.bicep'\n\nparam size = 'a'\nparam customData = base64('''\n${cloudConfig}''')\n`),
    ).toMatchObject({
      kind: 'bicep',
      layers: 'bicep base64 cloud-config',
      pointers: ['/parameters/customData customData'],
    });
  });

  it.each([
    ['an object', "resource a 'x@1' = {"],
    ['a list', "resource a 'Microsoft.X/y@1' = { b: ["],
    ['an interpolation', "var a = '${a}'\nresource v 'M/v@1' = {customData: base64(a)}"],
    ['three quotes', "resource a 'x@1' = {customData: '''"],
    ['many lists', `resource a 'x@1' = ${'['.repeat(5_000)}`],
    ['many resources', "resource a 'x@1' = {\n".repeat(5_000)],
    ['many keys', `resource a 'x@1' = ${"{'${".repeat(5_000)}`],
  ])('is read up to where the source ends: %s', (_what, text) => expect(read(text, 'a.bicep').kind).toBe('bicep'));
});
