import { describe, expect, it } from 'vitest';
import {
  type Analysis,
  limits,
  replacementError,
  replacePayload,
  type SourceFiles,
  validate,
} from '../../../server/src/core/index.js';
import { failure, success } from '../../../server/src/core/names.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';
import { b64 } from './writeBackCases.js';

const cloudConfig = '#cloud-config\nhostname: a\nruncmd:\n- ls\n';

const bicep = (customData: string, more = ''): string =>
  `${more}\nresource vm 'Microsoft.Compute/virtualMachines@2024-07-01' = {\n  properties: {\n    osProfile: { customData: ${customData} }\n  }\n}\n`;
const hcl = (customData: string, more = ''): string =>
  `${more}\nresource "azurerm_linux_virtual_machine" "vm" {\n  custom_data = ${customData}\n}\n`;

/** A document with the files that it reads; of each, the content or `!` and why it can't be read. */
function withFiles(name: string, text: string, files: Readonly<Record<string, string | Uint8Array>>): Analysis {
  const read: SourceFiles = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' && content.startsWith('!') ? failure(content.slice(1)) : success(content),
    ]),
  );
  const analysis = analyse(name, text).withFiles(read);
  expect(validate(analysis).failures).toEqual([]);
  return analysis;
}

interface Read {
  readonly named: readonly string[];
  readonly payloads: readonly string[];
  readonly texts: readonly (string | undefined)[];
  readonly unresolved: readonly string[];
  readonly problems: readonly string[];
}

function read(name: string, text: string, files: Readonly<Record<string, string | Uint8Array>>): Read {
  const analysis = withFiles(name, text, files);
  const { children } = analysis.root;
  return {
    named: analysis.namedFiles.map(({ path }) => path),
    payloads: (decodeReport(analysis).payloads ?? []).map(({ pointer, layers }) => [pointer, ...layers].join(' ')),
    texts: children.map(({ payload }) => payload.text),
    unresolved: children.flatMap(({ payload }) => payload.details.unresolved ?? []),
    problems: validate(analysis).problems.map(
      ({ code, span }) => `${code} on ${analysis.text.slice(span.start, span.end)}`,
    ),
  };
}

const inBicep = '/resources/vm/properties/osProfile/customData';
const inHcl = '/resource/azurerm_linux_virtual_machine/vm/custom_data';

/** What is read if the only payload is `a.yaml` with the cloud-config; `payload` is its pointer and layers. */
const opened = (payload: string): Read => ({
  named: ['a.yaml'],
  payloads: [payload],
  texts: [cloudConfig],
  unresolved: [],
  problems: [],
});

describe('a file that Bicep source reads', () => {
  const bytes = (text: string, encoding: BufferEncoding): Uint8Array => Buffer.from(text, encoding);
  it.each<[string, string, string, string | Uint8Array, string]>([
    ['as base64', "loadFileAsBase64('a.yaml')", '', cloudConfig, 'base64 file cloud-config'],
    ['as bytes', "loadFileAsBase64('a.yaml')", '', bytes(cloudConfig, 'utf8'), 'base64 file cloud-config'],
    ['as text that is encoded', "base64(loadTextContent('a.yaml'))", '', cloudConfig, 'base64 file cloud-config'],
    ['as text that contains base64', "loadTextContent('a.yaml')", '', b64(cloudConfig), 'file base64 cloud-config'],
    ['in a variable', 'base64(text)', "var text = loadTextContent('a.yaml')", cloudConfig, 'base64 file cloud-config'],
    [
      'through variables',
      'encoded',
      "var encoded = base64(text)\nvar text = loadTextContent(path)\nvar path = './${name}.yaml'\nvar name = 'a'",
      cloudConfig,
      'base64 file cloud-config',
    ],
    [
      'in UTF-8 with a mark',
      "base64(loadTextContent('a.yaml', 'utf-8'))",
      '',
      bytes(`\ufeff${cloudConfig}`, 'utf8'),
      'base64 file cloud-config',
    ],
    [
      'in UTF-16',
      "base64(loadTextContent('a.yaml', 'utf-16'))",
      '',
      bytes(cloudConfig, 'utf16le'),
      'base64 file cloud-config',
    ],
    [
      'in Latin-1',
      "base64(loadTextContent('a.yaml', 'iso-8859-1'))",
      '',
      bytes(cloudConfig, 'latin1'),
      'base64 file cloud-config',
    ],
    [
      'in a member of a variable',
      'base64(boot.parts.first)',
      "var boot = all\nvar all = { parts: { first: loadTextContent('a.yaml') } }",
      cloudConfig,
      'base64 file cloud-config',
    ],
    ['as a part of a text', "base64('${loadTextContent('a.yaml')}')", '', cloudConfig, 'base64 cloud-config'],
    ['in concat', "base64(concat(loadTextContent('a.yaml'), ''))", '', cloudConfig, 'base64 cloud-config'],
    ['in format', "base64(format('{0}', loadTextContent('a.yaml')))", '', cloudConfig, 'base64 cloud-config'],
  ])('is opened %s', (_what, value, more, content, layers) => {
    expect(read('main.bicep', bicep(value, more), { 'a.yaml': content })).toEqual(opened(`${inBicep} ${layers}`));
  });

  it.each([
    "loadFileAsBase64('a.yaml')",
    "replace(loadTextContent('a.yaml'), 'a', 'b')",
    "base64ToString(loadFileAsBase64('a.yaml'))",
    "loadTextContent('a.yaml', 'ebcdic')",
    'loadTextContent(path)',
    'loadTextContent()',
  ])('stays unknown in %s', (value) => {
    const files: Record<string, string> = value.startsWith('loadFile') ? {} : { 'a.yaml': cloudConfig };
    const found = read('main.bicep', bicep(value, 'param path string'), files);
    expect([found.unresolved, found.problems]).toEqual([[value], []]);
  });

  it('needs to be base64 in a resource', () => {
    const problems = (value: string): readonly string[] => {
      const analysis = withFiles('main.bicep', bicep(value), { 'a.yaml': cloudConfig });
      return validate(analysis).problems.map(({ code, message }) => `${code}: ${message}`);
    };
    const plain = 'payload/base64-invalid: customData must be base64; this is plain text.';
    expect(problems("loadTextContent('a.yaml')")).toEqual([`${plain} Read it with loadFileAsBase64.`]);
    expect(problems("'#cloud-config\\n'")).toEqual([`${plain} Write it as base64(…).`]);
    expect(problems("'#cloud-config\\n${name}'")).toEqual([]);
  });

  it.each([
    ["on ? loadFileAsBase64('a.yaml') : null", 'base64 file cloud-config'],
    ["empty(name) || size > 2 ? '' : base64(loadTextContent('a.yaml'))", 'base64 file cloud-config'],
    ["(on ? loadFileAsBase64('a.yaml') : '')", 'base64 file cloud-config'],
    ["data ?? loadFileAsBase64('a.yaml')", 'base64 file cloud-config'],
    ["on ? base64('#cloud-config\\nhostname: a\\nruncmd:\\n- ls\\n') : null", 'base64 cloud-config'],
  ])('is opened if the value may be another one: %s', (value, layers) => {
    const found = read('main.bicep', bicep(value, 'param on bool'), { 'a.yaml': cloudConfig });
    expect(found).toMatchObject({
      payloads: [`${inBicep} ${layers}`],
      texts: [cloudConfig],
      unresolved: [value],
      problems: [],
    });
  });

  it('is opened for each branch of a condition', () => {
    const value = "on ? loadFileAsBase64('a.yaml') : loadFileAsBase64('b.yaml')";
    const found = read('main.bicep', bicep(value), { 'a.yaml': cloudConfig, 'b.yaml': '!there is no such file' });
    expect([found.texts, found.problems]).toEqual([[cloudConfig], ["payload/file-not-read on 'b.yaml'"]]);
  });

  it('is found by the names of a file of parameters', () => {
    const text = "using 'main.bicep'\nparam customData = loadFileAsBase64('a.yaml')\n";
    expect(read('a.bicepparam', text, { 'a.yaml': cloudConfig }).payloads).toEqual([
      '/parameters/customData base64 file cloud-config',
    ]);
  });
});

describe('a file that Terraform source reads', () => {
  it.each<[string, string, string, string]>([
    ['as base64', 'filebase64("a.yaml")', '', 'base64 file cloud-config'],
    ['as text', 'base64encode(file("a.yaml"))', '', 'base64 file cloud-config'],
    ['compressed', 'base64gzip(file("./a.yaml"))', '', 'base64 gzip file cloud-config'],
    ['from the folder of the module', 'filebase64("${path.module}/a.yaml")', '', 'base64 file cloud-config'],
    [
      'by a local name',
      'filebase64("${path.module}/${local.name}.${local.type}")',
      'locals {\n  name = "a"\n  type = local.kind\n  kind = "yaml"\n}',
      'base64 file cloud-config',
    ],
    [
      'in a local value',
      'base64encode(local.text)',
      'locals {\n  text = local.other\n  other = file("a.yaml")\n}',
      'base64 file cloud-config',
    ],
    [
      'encoded in a local value',
      'local.encoded',
      'locals { encoded = filebase64("a.yaml") }',
      'base64 file cloud-config',
    ],
    ['as a template', 'base64encode(templatefile("a.yaml", {}))', '', 'base64 file cloud-config'],
  ])('is opened %s', (_what, value, more, layers) => {
    expect(read('main.tf', hcl(value, more), { 'a.yaml': cloudConfig })).toEqual(opened(`${inHcl} ${layers}`));
  });

  it.each([
    ['var.on ? filebase64("a.yaml") : null', 'base64 file cloud-config'],
    ['var.on ? base64encode(file("a.yaml")) : base64encode(file("none.yaml"))', 'base64 file cloud-config'],
    ['base64encode(replace(file("a.yaml"), "a", "b"))', 'base64 file cloud-config'],
    ['coalesce(var.data, filebase64("a.yaml"))', 'base64 file cloud-config'],
  ])('is opened if the value may be another one: %s', (value, layers) => {
    const found = read('main.tf', hcl(value), { 'a.yaml': cloudConfig });
    expect(found.payloads).toEqual([`${inHcl} ${layers}`]);
    expect([found.texts, found.problems]).toEqual([[cloudConfig], []]);
    expect(found.unresolved.map((one) => value.includes(one))).toEqual([true]);
  });

  it('is opened for each branch of a condition', () => {
    const found = read('main.tf', hcl('var.on ? filebase64("a.yaml") : filebase64("b.yaml")'), {
      'a.yaml': cloudConfig,
      'b.yaml': '!there is no such file',
    });
    expect([found.texts, found.problems]).toEqual([[cloudConfig], ['payload/file-not-read on "b.yaml"']]);
  });

  it('is a part of cloudinit_config', () => {
    const text =
      'data "cloudinit_config" "a" {\n  part {\n    content_type = "text/cloud-config"\n    content = file("a.yaml")\n  }\n}\n';
    expect(read('main.tf', text, { 'a.yaml': cloudConfig }).payloads).toEqual([
      '/data/cloudinit_config/a/part/content file cloud-config',
    ]);
  });

  it('is found by its content if nothing else says what it is', () => {
    const text = 'module "pool" {\n  boot = file("a.yaml")\n  key = file("key.pub")\n  other = file("none")\n}\n';
    const files = { 'a.yaml': cloudConfig, 'key.pub': 'ssh-rsa AAAA', none: '!there is no such file' };
    expect(read('main.tf', text, files)).toMatchObject({
      payloads: ['/module/pool/boot file cloud-config'],
      problems: [],
    });
  });

  it.each([
    'file("${path.root}/a.yaml")',
    'file("${path.cwd}/a.yaml")',
    'file("${var.name}.yaml")',
    'file(var.name)',
    'replace(file("a.yaml"), "a", "b")',
    'local.loop',
  ])('stays unknown in %s', (value) => {
    const more = 'locals { loop = local.loop }\nvariable "name" { default = "a" }';
    const found = read('main.tf', hcl(value, more), { 'a.yaml': cloudConfig });
    expect([found.unresolved, found.problems]).toEqual([[value], []]);
  });

  it('needs to be base64 for a machine', () => {
    expect(read('main.tf', hcl('file("a.yaml")'), { 'a.yaml': cloudConfig }).problems).toEqual([
      'payload/base64-invalid on "a.yaml"',
    ]);
    expect(read('main.tf', hcl('file("a.b64")'), { 'a.b64': b64(cloudConfig) })).toMatchObject({
      payloads: [`${inHcl} file base64 cloud-config`],
      problems: [],
    });
  });

  it('needs to be UTF-8 unless it is encoded', () => {
    const gzip = new Uint8Array([0x1f, 0x8b, 8, 0, 0xff]);
    expect(read('main.tf', hcl('file("a.gz")'), { 'a.gz': gzip }).problems).toEqual([
      'payload/file-not-read on "a.gz"',
    ]);
    expect(read('main.tf', hcl('filebase64("a.gz")'), { 'a.gz': gzip }).problems).not.toContain(
      'payload/file-not-read on "a.gz"',
    );
  });
});

describe('a template of Terraform', () => {
  const template = (text: string, variables: string, more = ''): Read =>
    read('main.tf', hcl(`base64encode(templatefile("a.tftpl", ${variables}))`, more), { 'a.tftpl': text });

  it('has the literals that it is given', () => {
    const text = '#cloud-config\nhostname: ${name}\nfqdn: ${ name }.${local_zone}\nmanage_etc_hosts: ${flag}\n';
    const found = template(
      `${text}ssh_pwauth: $\${no}\n`,
      '{ name = "a", local_zone = local.zone, flag = true, more = 1 }',
      'locals { zone = "b${local.end}"\n end = ".c" }',
    );
    expect(found.texts).toEqual([
      '#cloud-config\nhostname: a\nfqdn: a.b.c\nmanage_etc_hosts: true\nssh_pwauth: ${no}\n',
    ]);
    expect(found.unresolved).toEqual([]);
    expect(found.problems).toEqual(['cloud-config/deprecated-key on "a.tftpl"']);
  });

  it('has names for what only Terraform knows', () => {
    const found = template(
      '#cloud-config\nhostname: ${name}\nfqdn: ${upper(zone)}\n%{ for a in list ~}\n- ${a}\n%{ endfor }\nuser: ${~ zone}\n',
      '{ name = var.name, zone = "b" }',
    );
    expect(found.unresolved).toEqual(['name', 'upper(zone)', 'a', 'zone', '%{ for a in list ~}']);
    expect(found.texts[0]).toContain(
      'hostname: __TF_EXPR_0__\nfqdn: __TF_EXPR_1__\n%{ for a in list ~}\n- __TF_EXPR_2__\n%{ endfor }\n',
    );
    expect(found.problems).toEqual([]);
  });

  it('is also what data.template_file reads', () => {
    const text = 'data "template_file" "t" {\n  template = file("a.tftpl")\n  vars = { name = "b" }\n}\n';
    const found = read('main.tf', text, { 'a.tftpl': '#cloud-config\nhostname: ${name}\n%{ if more }\n%{ endif }\n' });
    expect([found.payloads, found.unresolved, found.problems]).toEqual([
      ['/data/template_file/t/template file cloud-config'],
      ['%{ if more }'],
      [],
    ]);
  });

  it('has none of the variables that are computed as a whole', () => {
    expect(template('#cloud-config\nhostname: ${name}\n', 'merge(local.a, { name = "b" })').unresolved).toEqual([
      'name',
    ]);
  });

  it('does not grow without end', () => {
    const long = 'x'.repeat(limits.armTextLength / 2);
    const found = template(`#cloud-config\n${'${a}\n'.repeat(10)}`, `{ a = "${long}" }`);
    expect(found.texts[0]?.length).toBeLessThan(limits.armTextLength * 1.1);
    expect(found.unresolved.length).toBeGreaterThan(5);
  });
});

describe('a file that is read', () => {
  it('has its problems at the argument that names it', () => {
    const analysis = withFiles('main.bicep', bicep("loadFileAsBase64('a.yaml')"), {
      'a.yaml': '#cloud-config\nhostname: a\nruncdm: [ls]\n',
    });
    const [found] = validate(analysis).problems;
    expect([found?.code, analysis.text.slice(found?.span.start, found?.span.end), found?.layers.at(-1)]).toEqual([
      'cloud-config/unknown-key',
      "'a.yaml'",
      'file',
    ]);
    expect(found?.document.name).toBe('a.yaml');
    expect(found?.document.text?.slice(found.inner?.start, found.inner?.end)).toBe('runcdm');
    expect(found?.fixes).toBeUndefined();
  });

  it.each([
    ['main.bicep', bicep("loadFileAsBase64('b/a.yaml')"), "'b/a.yaml'", ''],
    [
      'main.tf',
      hcl('filebase64("b/a.yaml")'),
      '"b/a.yaml"',
      ' Terraform looks for it in the folder that it runs in; begin the path with ${path.module}/ for the folder of this file.',
    ],
    ['main.tf', hcl('filebase64("${path.module}/b/a.yaml")'), '"${path.module}/b/a.yaml"', ''],
  ])('is reported once if it cannot be read: %s', (name, text, at, hint) => {
    const twice = text + text.replace(/\bvm\b/, 'other');
    for (const [source, times] of [
      [text, 1],
      [twice, 2],
    ] as const) {
      const analysis = withFiles(name, source, { 'b/a.yaml': '!there is no such file' });
      expect(
        validate(analysis).problems.map(({ code, severity, message, span, layers }) => [
          code,
          severity,
          message,
          analysis.text.slice(span.start, span.end),
          layers.length,
        ]),
      ).toEqual(
        Array(times).fill([
          'payload/file-not-read',
          'warning',
          `b/a.yaml can't be read: there is no such file.${hint}`,
          at,
          0,
        ]),
      );
    }
  });

  it('is edited only itself, with everything inside it', () => {
    const file = `#cloud-config\nwrite_files:\n- path: /a.txt\n  content: |\n    text\n`;
    for (const [name, text] of [
      ['main.bicep', bicep("loadFileAsBase64('a.yaml')")],
      ['main.tf', hcl('filebase64("a.yaml")')],
    ] as const) {
      const analysis = withFiles(name, text, { 'a.yaml': file });
      const [child] = analysis.root.children;
      expect(child?.file).toBe('a.yaml');
      const inner = child?.payload.children[0]?.payload;
      expect(inner?.text).toBe('text\n');
      for (const payload of [child?.payload, inner]) {
        const reason = 'This text is read from a.yaml. Edit that file.';
        expect(replacementError(analysis, payload?.steps ?? [])).toBe(reason);
        expect(replacePayload(analysis, payload?.steps ?? [], 'other\n')).toEqual(failure(reason));
      }
    }
  });

  it('does not keep other payloads of its document from being edited', () => {
    const text = `${bicep("loadFileAsBase64('a.yaml')")}param customData string = '${b64(cloudConfig)}'\n`;
    const analysis = withFiles('main.bicep', text, { 'a.yaml': cloudConfig });
    const other = analysis.root.children[1]?.payload;
    const written = replacePayload(analysis, other?.steps ?? [], '#cloud-config\nhostname: b\n');
    expect(written.ok && written.value.length).toBe(1);
  });

  it('is not looked for by a document inside another one', () => {
    const inner = hcl('filebase64("a.yaml")');
    const archive = `#cloud-config\nwrite_files:\n- path: /main.tf\n  content: |\n${inner.replace(/^(?=.)/gm, '    ')}`;
    const analysis = withFiles('a.yaml', archive, { 'a.yaml': cloudConfig });
    expect(analysis.namedFiles).toEqual([]);
    expect([...analysis.documents()].some(({ steps }) => steps.includes('file'))).toBe(false);
  });

  it('cannot make a document larger than all layers may be', () => {
    const large = `#cloud-config\n# ${'x'.repeat(1_000_000)}\n`;
    const count = Math.ceil(limits.decodedBytes / large.length) + 1;
    const text = Array.from({ length: count }, (_, index) => `param customData string = loadTextContent('${index}')`);
    const files = Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index), large]));
    const found = read('main.bicep', text.join('\n'), files);
    expect(found.problems).toContain(`payload/limit-output on '${count - 2}'`);
  });
});
