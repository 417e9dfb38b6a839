import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replacePayload } from '../../../server/src/core/editor/payloads.js';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { secretsIn } from '../../../server/src/core/documentSecrets.js';
import { type Analysis, redact, validate, wayTo } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';
import { runs } from '../../support/runs.js';
import { b64, replaceCases, script, wrap } from './writeBackCases.js';

const cloudConfig = '#cloud-config\nruncmd: [ls]\n';
const encoded = b64(cloudConfig);
const indented = (text: string, indent: number): string => text.replace(/^(?=.)/gm, ' '.repeat(indent));

/** Each payload with its pointer and layers. */
function found(analysis: Analysis): string[] {
  return (decodeReport(analysis).payloads ?? []).map(({ pointer, layers }) => [pointer, ...layers].join(' '));
}

function checkPayloads(name: string, text: string, layers: string, payloads: readonly string[]): Analysis {
  const analysis = analyse(name, text);
  expect(analysis.kind).toBe('terraform');
  expect(found(analysis)).toEqual(payloads);
  expect(analysis.root.layers.join(' ')).toBe(layers);
  expect(validate(analysis).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return analysis;
}

const json = (value: object): string => JSON.stringify(value, null, 2);
const version = { format_version: '1.2', terraform_version: '1.13.4' };
const state = (attributes: object, more: object = {}): object => ({
  version: 4,
  terraform_version: '1.13.4',
  serial: 3,
  lineage: 'c0a8f4d2',
  outputs: {},
  resources: [
    {
      mode: 'managed',
      type: 'azurerm_linux_virtual_machine',
      name: 'a',
      instances: [{ schema_version: 0, attributes, ...more }],
    },
  ],
});
const change = (before: object | null, after: object | null, more: object = {}): object => ({
  ...version,
  resource_changes: [
    {
      address: 'azurerm_linux_virtual_machine.a',
      type: 'azurerm_linux_virtual_machine',
      name: 'a',
      change: { actions: ['update'], before, after, after_unknown: { id: true, custom_data: true }, ...more },
    },
  ],
});

describe('payloads in what Terraform prints as JSON', () => {
  const at = '/resources/0/instances/0/attributes';
  it.each<[string, object, string, string[]]>([
    [
      'a state',
      state(
        { custom_data: encoded, user_data: null, tags: {} },
        { sensitive_attributes: [[{ type: 'get_attr', value: 'custom_data' }]] },
      ),
      'json terraform-state',
      [`${at}/custom_data base64 cloud-config`],
    ],
    [
      'user data and gzip',
      state({ user_data: b64(gzipSync(cloudConfig)), custom_data_base64: encoded }),
      'json terraform-state',
      [`${at}/user_data base64 gzip cloud-config`, `${at}/custom_data_base64 base64 cloud-config`],
    ],
    [
      'settings of an extension',
      state({ settings: '{"script": "' + b64(script) + '"}', protected_settings: '{"commandToExecute":"ls"}' }),
      'json terraform-state',
      [`${at}/settings#/script base64 shell-script`, `${at}/protected_settings#/commandToExecute shell-command`],
    ],
    [
      'plain text, which some resources accept',
      state({ os_profile: [{ custom_data: cloudConfig }] }),
      'json terraform-state',
      [`${at}/os_profile/0/custom_data cloud-config`],
    ],
    [
      'a rendered cloudinit_config, without its parts',
      state({
        base64_encode: true,
        gzip: true,
        part: [{ content: cloudConfig, content_type: 'text/cloud-config' }],
        rendered: b64(
          gzipSync(
            `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/cloud-config\n\n${cloudConfig}\n--b--\n`,
          ),
        ),
      }),
      'json terraform-state',
      [`${at}/rendered base64 gzip mime-multipart`],
    ],
    [
      'the parts of a cloudinit_config that is not rendered',
      state({ part: [{ content: 'echo hi\n', content_type: 'text/x-shellscript' }], rendered: null }),
      'json terraform-state',
      [`${at}/part/0/content text`],
    ],
    [
      'an output, by its content',
      { ...state({}), outputs: { node_config: { value: encoded, type: 'string' } } },
      'json terraform-state',
      ['/outputs/node_config/value base64 cloud-config'],
    ],
    [
      'an output, by its name',
      { ...state({}), outputs: { custom_data: { value: b64(script), type: 'string' } } },
      'json terraform-state',
      ['/outputs/custom_data/value base64 shell-script'],
    ],
    [
      'a state in modules',
      {
        ...version,
        values: {
          root_module: {
            child_modules: [
              {
                address: 'module.pool',
                resources: [
                  {
                    address: 'module.pool.azurerm_linux_virtual_machine.a',
                    mode: 'managed',
                    type: 'azurerm_linux_virtual_machine',
                    name: 'a',
                    values: { custom_data: encoded },
                    sensitive_values: { custom_data: true },
                  },
                ],
              },
            ],
          },
        },
      },
      'json terraform-state',
      ['/values/root_module/child_modules/0/resources/0/values/custom_data base64 cloud-config'],
    ],
    [
      'a change',
      change({ custom_data: encoded }, { custom_data: b64(script) }, { before_sensitive: { custom_data: true } }),
      'json terraform-plan',
      [
        '/resource_changes/0/change/before/custom_data base64 cloud-config',
        '/resource_changes/0/change/after/custom_data base64 shell-script',
      ],
    ],
    ['a deletion', change({ custom_data: null }, null), 'json terraform-plan', []],
    [
      'planned values, variables and constants of the configuration',
      {
        ...version,
        variables: { user_data: { value: encoded } },
        planned_values: { root_module: { resources: [{ values: { custom_data: encoded } }] } },
        configuration: {
          root_module: {
            resources: [
              { expressions: { custom_data: { constant_value: encoded }, user_data: { references: ['var.a'] } } },
            ],
          },
        },
      },
      'json terraform-plan',
      [
        '/variables/user_data/value base64 cloud-config',
        '/planned_values/root_module/resources/0/values/custom_data base64 cloud-config',
        '/configuration/root_module/resources/0/expressions/custom_data/constant_value base64 cloud-config',
      ],
    ],
    [
      'a resource that jq cut out',
      { mode: 'managed', type: 'azurerm_linux_virtual_machine', name: 'a', values: { custom_data: encoded } },
      'json terraform-state',
      ['/values/custom_data base64 cloud-config'],
    ],
    [
      'a document of a resource of azapi',
      state({ body: JSON.stringify({ properties: { osProfile: { customData: encoded } } }) }),
      'json terraform-state',
      [`${at}/body#/properties/osProfile/customData base64 cloud-config`],
    ],
  ])('are found in %s', (_, value, layers, payloads) => {
    checkPayloads('untitled', json(value), layers, payloads);
  });

  it('are said to be missing if the state only has a hash', () => {
    const analysis = analyse(
      'terraform.tfstate',
      json(state({ custom_data: '0a4d55a8d778e5022fab701977c5d840bbc486d0' })),
    );
    expect(found(analysis)).toEqual([`${at}/custom_data`]);
    expect(validate(analysis).problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['vmss/payload-redacted', 'information'],
    ]);
  });

  it('are validated', () => {
    const analysis = analyse('plan.json', json(change(null, { custom_data: b64('#cloud-config\nhostnme: a\n') })));
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['cloud-config/unknown-key']);
  });
});

describe('payloads in Terraform source', () => {
  const resource = (body: string): string =>
    `resource "azurerm_linux_virtual_machine_scale_set" "pool" {\n${body}\n}\n`;
  const at = '/resource/azurerm_linux_virtual_machine_scale_set/pool';
  it.each<[string, string, string[]]>([
    ['a string', resource(`  custom_data = "${encoded}"`), [`${at}/custom_data base64 cloud-config`]],
    [
      'a here-document',
      resource(`  custom_data = base64encode(<<-EOT\n${indented(cloudConfig, 4)}  EOT\n  )`),
      [`${at}/custom_data base64 cloud-config`],
    ],
    [
      'compressed text',
      resource(`  user_data = base64gzip(<<EOT\n${cloudConfig}EOT\n)`),
      [`${at}/user_data base64 gzip cloud-config`],
    ],
    [
      'a nested block',
      resource(`  os_profile {\n    custom_data = "${encoded}"\n  }`),
      [`${at}/os_profile/custom_data base64 cloud-config`],
    ],
    [
      'one of several blocks',
      resource(
        `  extension {\n    settings = jsonencode({})\n  }\n  extension {\n    protected_settings = jsonencode({\n      "commandToExecute" : "ls"\n    })\n  }`,
      ),
      [`${at}/extension/1/protected_settings#/commandToExecute shell-command`],
    ],
    [
      'JSON in a here-document',
      resource(`  extension {\n    settings = <<SETTINGS\n{"commandToExecute": "ls"}\nSETTINGS\n  }`),
      [`${at}/extension/settings#/commandToExecute shell-command`],
    ],
    ['locals', `locals {\n  a = 1\n  boot = <<EOT\n${cloudConfig}EOT\n}\n`, ['/locals/boot cloud-config']],
    [
      'the default of a variable',
      `variable "custom_data" {\n  type = string\n  default = "${encoded}"\n}\n`,
      ['/variable/custom_data/default base64 cloud-config'],
    ],
    [
      'arguments of a module',
      `module "pool" {\n  source = "./pool"\n  nodes = [{ name = "a", cloud_init = "#cloud-config\\n{}\\n" }]\n}\n`,
      ['/module/pool/nodes/0/cloud_init cloud-config json-in-yaml'],
    ],
    [
      'the parts of a cloudinit_config',
      `data "cloudinit_config" "a" {\n  part {\n    content_type = "text/x-shellscript"\n    content = "echo hi\\n"\n  }\n  part {\n    content = file("a.yaml")\n  }\n}\n`,
      ['/data/cloudinit_config/a/part/0/content text', '/data/cloudinit_config/a/part/1/content'],
    ],
    [
      'an argument of another function',
      resource(`  custom_data = base64encode(chomp(<<EOT\n${cloudConfig}EOT\n))`),
      [`${at}/custom_data base64 cloud-config`],
    ],
    [
      'a local that is used once',
      `locals {\n  text = "#cloud-config\\n{}\\n"\n  encoded = base64encode(local.text)\n}\n${resource('  custom_data = local.encoded')}`,
      [`${at}/custom_data base64 cloud-config json-in-yaml`],
    ],
    [
      'a local that is used twice',
      `locals { text = <<EOT\n${cloudConfig}EOT\n}\n${resource('  custom_data = base64encode(local.text)\n  user_data = base64encode(local.text)')}`,
      ['/locals/text cloud-config', `${at}/custom_data base64`, `${at}/user_data base64`],
    ],
    [
      'locals with the names of attributes',
      `locals { custom_data = base64encode("#cloud-config\\n{}\\n") }\n${resource('  custom_data = local.custom_data')}`,
      [`${at}/custom_data base64 cloud-config json-in-yaml`],
    ],
    [
      'locals that use each other without end',
      `locals {\n  a = base64encode(local.b)\n  b = base64encode(local.a)\n}\n${resource('  custom_data = local.a')}`,
      [`${at}/custom_data`],
    ],
    [
      'a branch of a condition',
      resource(`  custom_data = var.a ? null : base64encode("#cloud-config\\n{}\\n")`),
      [`${at}/custom_data base64 cloud-config json-in-yaml`],
    ],
    [
      'a body of azapi',
      `resource "azapi_resource" "a" {\n  body = {\n    properties = { osProfile = { customData = base64encode("#!/bin/sh\\nls\\n") } }\n  }\n}\n`,
      ['/resource/azapi_resource/a/body/properties/osProfile/customData base64 shell-script'],
    ],
    [
      'a file with comments, numbers, operators and comprehensions',
      `# a = "b\n/* { */\nlocals {\n  n = -1.5e3 // "\n  l = [for x in var.y : { "a" = x }]\n  m = { for k, v in var.z : k => v if v != "" }\n  s = "$\${a} %%{b} \${var.c["d"]} \${join(",", [for s in var.e : "<\${s}>"])}"\n}\n${resource(`  custom_data = "${encoded}"`)}`,
      [`${at}/custom_data base64 cloud-config`],
    ],
  ])('are found in %s', (_, text, payloads) => {
    checkPayloads('main.tf', text, 'hcl', payloads);
  });

  it.each<[string, string, string[]]>([
    [
      'of a variable file',
      `location = "westeurope"\ncustom_data = "${encoded}"\n`,
      ['/custom_data base64 cloud-config'],
    ],
    ['of a single variable', `custom_data = "${encoded}"\n`, ['/custom_data base64 cloud-config']],
    ['under another name', `boot = <<EOT\n${cloudConfig}EOT\n`, ['/boot cloud-config']],
    [
      'in an object',
      `pools = {\n  a = { custom_data = "${encoded}" }\n  b = { user_data = null }\n}\n`,
      ['/pools/a/custom_data base64 cloud-config'],
    ],
    ['in lines', `custom_data = <<EOT\n${wrap(encoded, 20)}\nEOT\n`, ['/custom_data base64 cloud-config']],
    ['without a final line ending', `custom_data = <<EOT\n${cloudConfig}EOT`, ['/custom_data cloud-config']],
    ['that is cut off', `custom_data = <<EOT\n${cloudConfig}`, ['/custom_data cloud-config']],
  ])('are found in the value %s', (_, text, payloads) => {
    checkPayloads('prod.tfvars', text, 'hcl', payloads);
  });

  it('are found by the content of a file without a name', () => {
    checkPayloads('untitled', resource(`  custom_data = "${encoded}"`), 'hcl', [
      `${at}/custom_data base64 cloud-config`,
    ]);
    checkPayloads('untitled', `location = "a"\ncustom_data = "${encoded}"\n`, 'hcl', [
      '/custom_data base64 cloud-config',
    ]);
  });

  it('are found in the JSON syntax', () => {
    const value = { resource: { azurerm_linux_virtual_machine: { a: { custom_data: encoded } } } };
    checkPayloads('untitled', json(value), 'json', [
      '/resource/azurerm_linux_virtual_machine/a/custom_data base64 cloud-config',
    ]);
  });

  it('stay symbolic in the JSON syntax', () => {
    const value = { resource: { azurerm_linux_virtual_machine: { a: { custom_data: '${base64encode(var.a)}' } } } };
    const [payload] = decodeReport(analyse('main.tf.json', json(value))).payloads ?? [];
    expect(payload?.unresolved).toEqual(['${base64encode(var.a)}']);
  });

  it.each([
    ['a template', '#cloud-config\nhostname: a-${var.a}\n', [], ['var.a']],
    ['a function', '${base64encode("#cloud-config\\nhostname: a\\n")}', ['base64', 'cloud-config'], []],
    ['a function of a template', '${base64encode("#!/bin/sh\\necho ${var.a}\\n")}', ['base64'], ['var.a']],
    ['an escaped interpolation', '#!/bin/sh\necho $${a}\n', ['shell-script'], []],
  ])('are found in strings of the JSON syntax: %s', (_, custom_data, layers, expressions) => {
    const text = json({ resource: { azurerm_linux_virtual_machine: { a: { custom_data } } } });
    const [payload] = decodeReport(analyse('main.tf.json', text)).payloads ?? [];
    expect(payload?.layers).toEqual(layers);
    expect(payload?.unresolved ?? []).toEqual(expressions);
  });

  it('are found in a string that is nothing but an expression', () => {
    const text = resource(
      '  custom_data = "${base64encode(join("\\n", ["#cloud-config", var.a]))}"\n  user_data = "${base64encode("#cloud-config\\n{}\\n")}"',
    );
    const [customData, userData] = decodeReport(analyse('main.tf', text)).payloads ?? [];
    expect(customData?.unresolved).toEqual(['join("\\n", ["#cloud-config", var.a])']);
    expect(userData?.layers).toEqual(['base64', 'cloud-config', 'json-in-yaml']);
  });

  it('stay symbolic as far as they have to be evaluated, and name the expressions', () => {
    const text = resource(
      `  custom_data = base64encode(<<-EOT\n    #cloud-config\n    hostname: \${var.name}-\${ count.index }\n    %{ if var.a }\n    runcmd: [ls]\n    %{ endif }\n  EOT\n  )\n  user_data = data.cloudinit_config.a.rendered`,
    );
    const [customData, userData] = decodeReport(analyse('main.tf', text)).payloads ?? [];
    expect(customData?.unresolved).toEqual(['var.name', 'count.index', '%{ if var.a }', '%{ endif }']);
    expect(userData?.unresolved).toEqual(['data.cloudinit_config.a.rendered']);
    expect(validate(analyse('main.tf', text)).problems).toEqual([]);
  });

  it('are read as Terraform reads its strings', () => {
    const texts = (value: string): (string | undefined)[] =>
      analyse('a.tfvars', `custom_data = ${value}\n`).root.children.map(({ payload }) => payload.text);
    expect(texts('<<-EOT\n    #!/bin/sh\n\n      ls\n  \n    EOT')).toEqual(['#!/bin/sh\n\n  ls\n  \n']);
    expect(texts('<<EOT\n  #!/bin/sh\n ls $${A} $$ %{\nEOT')).toEqual(['  #!/bin/sh\n ls ${A} $$ __TF_EXPR_0__']);
    expect(texts(String.raw`"#!/bin/sh\n\t\"\\\u00e9\U0001F600\q"`)).toEqual(['#!/bin/sh\n\t"\\é😀q']);
  });

  it('are validated at their positions', () => {
    const text = resource('  custom_data = base64encode(<<-EOT\n    #cloud-config\n    hostnme: a\n  EOT\n  )');
    const [problem, ...others] = validate(analyse('main.tf', text)).problems;
    expect(others).toEqual([]);
    expect(problem?.code).toBe('cloud-config/unknown-key');
    expect(text.slice(problem?.span.start, problem?.span.end)).toBe('hostnme');
  });

  it('must be base64 where the provider accepts nothing else', () => {
    const codes = (type: string): string[] =>
      validate(
        analyse('main.tf', `resource "${type}" "a" {\n  custom_data = "#cloud-config\\n{}\\n"\n}\n`),
      ).problems.map(({ code }) => code);
    expect(codes('azurerm_linux_virtual_machine')).toEqual(['payload/base64-invalid']);
    expect(codes('azurerm_virtual_machine')).toEqual([]);
  });

  it.each([
    ['a word', 'echo "one"', 'echo "${1} %{2} \\ \t\u0001"'],
    ['a line', '    exit 0\n', '    exit 0\n    echo more\n'],
    ['indentation of all lines', /^/gm, '  '],
    ['the last line ending', /\n$/, ''],
    ['the marker', 'exit 0', 'EOT'],
  ])('keep every other byte if %s changes', (_, from, to) => {
    const before = `# before\n${resource(`  name = "a"\n  custom_data = base64encode(<<-EOT\n${indented(script, 4)}  EOT\n  )\n  sku = "b"`)}`;
    const analysis = analyse('main.tf', before);
    const [child] = analysis.root.children;
    const next = script.replace(
      typeof from === 'string' ? from.replace(/^ {4}/, '') : from,
      to.replace(/^ {4}(?=\w)/gm, ''),
    );
    const result = replacePayload(analysis, child?.payload.steps ?? [], next);
    expect(result.ok).toBe(true);
    const after = result.ok
      ? result.value.reduce(
          (text, { span, newText }) => text.slice(0, span.start) + newText + text.slice(span.end),
          before,
        )
      : '';
    expect(after.startsWith(before.slice(0, child?.span.start))).toBe(true);
    expect(after.endsWith(before.slice(child?.span.end))).toBe(true);
    expect(analyse('main.tf', after).root.children[0]?.payload.text).toBe(next);
  });
});

/** Files that people write, and whose other bytes an edit has to keep. */
const sources = replaceCases.filter(({ name }) =>
  /^(?:main\.tf|prod\.tfvars|config\.yaml|kubeadm\.yaml|vmss\.yaml)$/.test(name),
);

describe.each(sources)('an edit of $what', ({ name, content, inner, oneLine }) => {
  it('keeps every byte outside of its string', () => {
    const analysis = analyse(name, content);
    const target = [...analysis.documents()].find(({ text, steps }) => text === inner && steps.length > 0);
    const [outermost] = wayTo(analysis.root, target?.steps ?? []) ?? [];
    const { start = 0, end = 0 } = outermost?.span ?? {};
    // The header of a block is on the line before it.
    const from = name.endsWith('.yaml') ? content.lastIndexOf('\n', start - 2) + 1 : start;
    const head = /^.*?(?=[|>"'][-+\d]*\s*$|$)/m.exec(content.slice(from, start))?.[0] ?? '';
    fc.assert(
      fc.property(fc.nat(inner.length), fc.string({ maxLength: 8 }), fc.nat(6), (at, put, length) => {
        const next = inner.slice(0, at) + put + inner.slice(at + length);
        fc.pre(oneLine !== true || !/[\r\n]/.test(next));
        const result = replacePayload(analysis, target?.steps ?? [], next);
        if (!result.ok) return;
        const after = result.value.reduce(
          (text, { span, newText }) => text.slice(0, span.start) + newText + text.slice(span.end),
          content,
        );
        expect(after.slice(0, from + head.length)).toBe(content.slice(0, from + head.length));
        expect(after.endsWith(content.slice(end).replace(/^\s+/, ''))).toBe(true);
        expect([...analyse(name, after).documents()].map(({ text }) => text)).toContain(next);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('payloads in a printed plan', () => {
  const plan = (body: string, mark = '+'): string =>
    `Terraform will perform the following actions:\n\n  # azurerm_linux_virtual_machine.a will be changed\n  ${mark} resource "azurerm_linux_virtual_machine" "a" {\n${body}\n    }\n\nPlan: 1 to add, 0 to change, 0 to destroy.\n`;
  const at = '/resource/azurerm_linux_virtual_machine/a';
  it.each<[string, string, string[]]>([
    [
      'a new resource',
      plan(`      + custom_data = "${encoded}"\n      + id          = (known after apply)`),
      [`${at}/custom_data base64 cloud-config`],
    ],
    [
      'a change',
      plan(`      ~ custom_data = "${encoded}" -> "${b64(script)}" # forces replacement\n        name = "a"`, '-/+'),
      [`${at}/custom_data#1 base64 cloud-config`, `${at}/custom_data base64 shell-script`],
    ],
    [
      'lines',
      plan(
        `      + user_data = <<-EOT\n            #cloud-config\n            runcmd:\n              - ls\n        EOT\n      + name = "a"`,
      ),
      [`${at}/user_data cloud-config`],
    ],
    [
      'settings and blocks',
      plan(
        `      + extension {\n          + settings = jsonencode(\n                {\n                  + commandToExecute = "ls"\n                }\n            )\n        }\n      # (1 unchanged block hidden)`,
      ),
      [`${at}/extension/settings#/commandToExecute shell-command`],
    ],
  ])('are found in %s', (_, text, payloads) => {
    checkPayloads('plan.txt', text, 'terraform-plan-text', payloads);
  });

  it('have the lines as they are after the change', () => {
    const text = plan(
      '      ~ user_data = <<-EOT\n            #cloud-config\n          - runcmd: [a]\n          + runcmd: [b]\n            packages: [jq]\n        EOT',
      '~',
    );
    expect(analyse('plan.txt', text).root.children.map(({ payload }) => payload.text)).toEqual([
      '#cloud-config\nruncmd: [b]\npackages: [jq]',
    ]);
  });

  it('are said to be missing', () => {
    const text = plan('      + custom_data = (sensitive value)\n      + user_data = (known after apply)');
    const analysis = analyse('plan.txt', text);
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['vmss/payload-redacted', 'vmss/payload-null']);
    expect(analysis.root.absent.map(({ pointer }) => pointer)).toEqual([`${at}/custom_data`, `${at}/user_data`]);
  });

  it("aren't written back", () => {
    const analysis = analyse('plan.txt', plan(`      + custom_data = "${encoded}"`));
    const result = replacePayload(analysis, analysis.root.children[0]?.payload.steps ?? [], script);
    expect(result).toEqual({ ok: false, error: 'A printed plan is not written back; change the source.' });
  });
});

describe('a stack of Pulumi', () => {
  it('has payloads, but none in encrypted values', () => {
    const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:a' };
    const inputs = { virtualMachineProfile: { osProfile: { customData: encoded, userData: secret } } };
    const analysis = analyse('stack.json', json({ version: 3, deployment: { resources: [{ urn: 'a', inputs }] } }));
    expect(found(analysis)).toEqual([
      '/deployment/resources/0/inputs/virtualMachineProfile/osProfile/customData base64 cloud-config',
      '/deployment/resources/0/inputs/virtualMachineProfile/osProfile/userData',
    ]);
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['vmss/payload-redacted']);
  });
});

describe('secrets of Terraform', () => {
  it.each<[string, string, string]>([
    [
      'a here-document',
      'main.tf',
      'resource "a_b" "c" {\n  admin_password = <<-EOT\n    Tr4verse the gate\n  EOT\n}\n',
    ],
    [
      'a value that changes',
      'plan.txt',
      '  ~ resource "a_b" "c" {\n      ~ password = "old" -> "Tr4verse the gate"\n    }\n',
    ],
    [
      'an output of a state',
      'a.tfstate',
      json({
        terraform_version: '1',
        resources: [],
        outputs: { a: { sensitive: true, value: ['Tr4verse the gate'] } },
      }),
    ],
  ])('are known in %s', (_, name, text) => {
    expect(secretsIn(analyse(name, text)).secrets.map(({ value }) => value)).toContain('Tr4verse the gate');
  });

  it('are those inside of an opened payload that is marked as sensitive, not all of it', () => {
    const text = json(
      state(
        { custom_data: b64('#!/bin/sh\nPASSWORD=Tr4verse-the-gate\n') },
        {
          sensitive_attributes: [[{ type: 'get_attr', value: 'custom_data' }]],
        },
      ),
    );
    for (const content of [text, gzipSync(text)])
      expect(new Set(secretsIn(analyse('a.tfstate', content)).secrets.map(({ value }) => value))).toEqual(
        new Set(['Tr4verse-the-gate']),
      );
  });

  it('are redacted in a here-document without changing its structure', () => {
    const text = `resource "azurerm_linux_virtual_machine" "a" {\n  custom_data = base64encode(<<-EOT\n    #cloud-config\n    password: Tr4verse-the-gate\n  EOT\n  )\n}\n`;
    const { files } = redact([{ name: 'main.tf', content: text }], { platform: nodePlatform, pseudonyms: false });
    const redacted = files[0]?.text ?? '';
    expect(redacted.replace(/(?<=password: ).*/, 'Tr4verse-the-gate')).toBe(text);
    expect(redacted).not.toContain('Tr4verse-the-gate');
  });
});

describe('the kind of other documents', () => {
  it.each([
    ['{"version": 4, "resources": []}', 'unknown'],
    ['{"resource": "a", "data": {"x": 1}}', 'unknown'],
    ['{"values": {"custom_data": 1}, "type": "x"}', 'unknown'],
    ['Use `resource "a" "b" {` in the file.', 'unknown'],
    ['[section]\nname = "a"\n', 'unknown'],
    [
      `  # azurerm_linux_virtual_machine.a will be created\n  + resource "azurerm_linux_virtual_machine" "a" {\n    }\n\nPlan: 1 to add, 0 to change, 0 to destroy.\n\nError: VM has reported a failure when processing extension 'vmssCSE' (publisher 'Microsoft.Azure.Extensions' and type 'CustomScript'). Error message: "Enable failed: failed to execute command: command terminated with exit status=50".\n`,
      'cse-status',
    ],
    ['#!/bin/sh\ncat <<EOF >main.tf\nresource "a_b" "c" {\n}\nEOF\n', 'user-data'],
  ])('of %j is %s', (text, kind) => {
    expect(analyse('untitled', text).kind).toBe(kind);
  });
});
