import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { limits, validate } from '../../../server/src/core/index.js';
import { analyse, checkProblems } from '../../support/analyse.js';
import { tar } from '../../support/tar.js';
import { decodeReport } from '../../support/decodeReport.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const script = '#!/bin/sh\necho hello\n';
const cloudConfig = '#cloud-config\nhostname: node\n';
const vmss = (customData: unknown): object => ({ virtualMachineProfile: { osProfile: { customData } } });

/** The layers to the main payload, and each payload as pointer and layers. */
function decoded(name: string, content: string | Uint8Array): [string, string[]] {
  const { layers, payloads = [] } = decodeReport(analyse(name, content));
  return [
    layers.join(' '),
    payloads.map(
      (found) =>
        `${found.line === undefined ? '' : `${found.line}:`}${found.pointer} ${found.error ?? found.layers.join(' ')}`,
    ),
  ];
}

const codes = (name: string, content: string | Uint8Array): string[] =>
  validate(analyse(name, content)).problems.map(({ code }) => code);

describe('custom data that source encodes', () => {
  const config = (length: number): string => `${'#cloud-config\nruncmd: [ls]\n# '.padEnd(length - 1, 'a')}\n`;
  const sources: Readonly<Record<string, (text: string) => string>> = {
    'main.tf': (text) =>
      `resource "azurerm_linux_virtual_machine" "a" {\n  custom_data = base64encode(<<EOT\n${text}EOT\n  )\n}\n`,
    'main.bicep': (text) =>
      `resource a 'Microsoft.Compute/virtualMachines@2024-03-01' = {\n  properties: { osProfile: { customData: base64('''${text}''') } }\n}\n`,
    'main.json': (text) =>
      JSON.stringify({
        $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
        resources: [
          {
            type: 'Microsoft.Compute/virtualMachines',
            properties: { osProfile: { customData: `[base64('${text}')]` } },
          },
        ],
      }),
  };
  it.each(Object.keys(sources))('may have 64 KiB in %s', (name) => {
    const found = [65_535, 65_538].map((length) => codes(name, sources[name]?.(config(length)) ?? ''));
    expect(found).toEqual([[], ['vmss/custom-data-too-long']]);
  });
});

describe('JSON in strings', () => {
  const body = JSON.stringify(vmss(b64(script)));
  const event = (requestbody: string): object => ({
    operationName: 'write',
    eventTimestamp: 't',
    properties: { requestbody },
  });
  const at = '/virtualMachineProfile/osProfile/customData';

  it.each<[string, string, string, string[]]>([
    [
      'an entry of the activity log',
      JSON.stringify(event(body)),
      'json json-string base64 shell-script',
      [`/properties/requestbody#${at} base64 shell-script`],
    ],
    [
      'a list with one entry that holds a body',
      JSON.stringify([event(body), event('{}')]),
      'json json-array json-string base64 shell-script',
      [`/0/properties/requestbody#${at} base64 shell-script`],
    ],
    [
      'a list of two bodies, neither of which it is about',
      JSON.stringify([event(body), event(body)]),
      'json json-array json-string',
      [`/0/properties/requestbody#${at} base64 shell-script`, `/1/properties/requestbody#${at} base64 shell-script`],
    ],
    [
      'a log with one object a line',
      `${JSON.stringify(event(body))}\n\n${JSON.stringify(event(body))}\n`,
      'jsonl json json-string',
      [`1:/properties/requestbody#${at} base64 shell-script`, `2:/properties/requestbody#${at} base64 shell-script`],
    ],
    [
      'a whole document as one string',
      JSON.stringify(body),
      'json json-string base64 shell-script',
      [`#${at} base64 shell-script`],
    ],
    [
      'a line of a log',
      `2026-01-02 PUT body=${JSON.stringify(body)} done`,
      'text json-string json base64 shell-script',
      [`#${at} base64 shell-script`],
    ],
    [
      'strings in strings',
      JSON.stringify(event(JSON.stringify({ properties: { inner: body } }))),
      'json json-string json-string base64 shell-script',
      [`/properties/requestbody#/properties/inner#${at} base64 shell-script`],
    ],
  ])('%s', (_, text, layers, payloads) => {
    expect(decoded('x.txt', text)).toEqual([layers, payloads]);
  });

  it('is read up to the position where it is cut off', () => {
    const text = JSON.stringify(event(body.slice(0, -20)));
    expect(decoded('x.json', text)[0]).toBe('json json-string');
    expect(codes('x.json', text)).toContain('json/syntax');
    expect(analyse('x.json', text).root.children[0]?.payload.children[0]?.payload.text).toContain('#!/bin/sh');
  });

  it('keeps exact positions through its escapes', () => {
    const inner = JSON.stringify({ properties: { osProfile: { customData: 'no base64 \u00e9\n' } } });
    const text = JSON.stringify({ operationName: 'x', properties: { requestbody: inner } });
    const [found] = validate(analyse('x.json', text)).problems;
    expect(text.slice(found?.span.start, found?.span.end)).toBe('\\"no base64 \u00e9\\\\n\\"');
  });
});

describe('JSON with its quotes escaped', () => {
  const plain = JSON.stringify({ name: 'a\nb', properties: { osProfile: { customData: b64(script) } } }, null, 1);
  const escaped = JSON.stringify(plain).slice(1, -1);
  it.each([
    ['as copied out of a string', escaped],
    ['twice', JSON.stringify(escaped).slice(1, -1)],
    ['in quotes that are not closed', `"${escaped}`],
    ['in backticks', `\`${escaped}\``],
    ['in a code fence', `\`\`\`json\n${escaped}\n\`\`\``],
    ['where nothing but the quotes was escaped', plain.replaceAll('"', '\\"')],
    ['cut off', escaped.slice(0, -4)],
  ])('%s', (_, text) => {
    const { layers, root } = { layers: decoded('paste.txt', text)[0], root: analyse('paste.txt', text).root };
    expect(layers).toMatch(/^(?:escaped-json-text )+json base64 shell-script$/);
    expect(root.children[0]?.payload.text).toBe(script);
    const { span } = root.children[0] ?? { span: { start: 0, end: 0 } };
    expect(text.slice(span.start, span.end)).toContain(b64(script));
  });
});

describe('JSON that was wrapped in the middle of strings', () => {
  const text = JSON.stringify({ properties: { osProfile: { customData: b64(cloudConfig) } } });
  const wrapped = (given: string): string => given.replace(/([A-Za-z0-9]{20})(?=[A-Za-z0-9])/g, '$1\r\n');

  it('is joined and keeps its positions', () => {
    const content = wrapped(text.replace('"osProfile"', '"osProfile" '));
    const analysis = analyse('paste.txt', content);
    expect(decoded('paste.txt', content)[0]).toBe('json base64 cloud-config');
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['payload/soft-wrapped']);
    const { span } = analysis.root.children[0] ?? { span: { start: 0, end: 0 } };
    expect(content.slice(span.start, span.end).replaceAll('\r\n', '')).toBe(JSON.stringify(b64(cloudConfig)));
    expect(decoded('paste.txt', wrapped(JSON.stringify(text).slice(1, -1)))[0]).toBe(
      'escaped-json-text json base64 cloud-config',
    );
  });

  it('is not joined if the result is invalid or has no payload', () => {
    expect(codes('x.txt', `${wrapped(text)}}`)).toContain('json/syntax');
    expect(codes('x.json', '{"a": "b\nc"}')).toContain('json/syntax');
  });
});

describe('documents as tools write them', () => {
  it.each<[string, string | Uint8Array, string]>([
    [
      'with comments and trailing commas',
      `// a\n{"virtualMachineProfile":{"osProfile":{"customData":"${b64(script)}",}}}`,
      'jsonc base64 shell-script',
    ],
    [
      'with a byte order mark',
      Buffer.from(`\ufeff${JSON.stringify(vmss(b64(script)))}`),
      'utf8-bom json base64 shell-script',
    ],
    [
      'as UTF-16',
      Buffer.from(`\ufeff${JSON.stringify(vmss(b64(script)))}`, 'utf16le'),
      'utf16le-bom json base64 shell-script',
    ],
    [
      'as UTF-16 without a mark',
      Buffer.from(JSON.stringify(vmss(b64(script))), 'utf16le'),
      'utf16le json base64 shell-script',
    ],
  ])('%s', (_, content, layers) => {
    expect(decoded('x.json', content)[0]).toBe(layers);
  });

  it.each<[unknown, string]>([
    [null, 'vmss/payload-null'],
    [' \n', 'payload/empty'],
    [{ a: 1 }, 'vmss/payload-not-a-string'],
    [['x'], 'vmss/payload-not-a-string'],
    ['***REDACTED***', 'vmss/payload-redacted'],
  ])('with customData %j', (value, code) => {
    const report = decodeReport(analyse('x.json', JSON.stringify(vmss(value))));
    const pointer = '/virtualMachineProfile/osProfile/customData';
    expect(report).toMatchObject({
      pointer,
      error: code,
      layers: ['json'],
      payloads: [{ pointer, error: code, layers: [] }],
    });
  });
});

describe('encodings', () => {
  const decodedLayers = (content: Uint8Array): string => decoded('blob.txt', b64(content))[0];
  it.each<[string, Uint8Array, string]>([
    ['bzip2', Buffer.concat([Buffer.from('BZh91AY&SY'), Buffer.alloc(40, 0xf1)]), 'base64 bz2'],
    ['xz', Buffer.concat([Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), Buffer.alloc(40, 0xf1)]), 'base64 xz'],
    ['zlib', deflateSync(Buffer.from(script.repeat(9))), 'base64 zlib'],
    ['zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(40, 0xf1)]), 'base64 zip'],
  ])('reports %s and does not unpack it', (_, bytes, layers) => {
    expect([decodedLayers(bytes), codes('blob.txt', b64(bytes))]).toEqual([
      layers,
      ['payload/unsupported-compression'],
    ]);
  });

  it.each<[string, Uint8Array, string]>([
    ['UTF-16 without a mark', Buffer.from('Write-Host "hi there"\n', 'utf16le'), 'base64 utf16le powershell'],
    ['big endian', Buffer.from('Write-Host "hi there"\n', 'utf16le').swap16(), 'base64 utf16be powershell'],
    ['zero bytes in a script', Buffer.from('#!/bin/sh\necho \0 x\n'), 'base64 shell-script'],
  ])('%s', (_, bytes, layers) => {
    expect(decodedLayers(bytes)).toBe(layers);
  });

  it('reports invisible characters', () => {
    expect(codes('blob.txt', b64('#!/bin/sh\necho \0 x\n'))).toEqual(['payload/control-characters']);
    expect(codes('blob.txt', b64('#!/bin/sh\n# \u202e dlrow olleh\n'))).toEqual(['payload/bidi-controls']);
  });

  it('accepts spaces of web pages after base64', () => {
    expect(decoded('blob.txt', `${b64(script)}\u00a0`)[0]).toBe('base64 shell-script');
  });

  it('shows the outermost layer if there are too many layers', () => {
    let tower: string | Uint8Array = script;
    for (let i = 0; i < limits.payloadDepth; i++) tower = b64(gzipSync(tower));
    expect(decoded('blob.txt', tower)[0]).toBe('base64');
    expect(codes('blob.txt', tower)).toEqual(['payload/limit-depth']);
  });
});

describe('command lines', () => {
  it('have an environment with files in it', () => {
    const kubelet = '{"kind":"KubeletConfiguration"}';
    const text = `LOG=/x; echo $(date) > $LOG; A=1 B=$(id) A=2 C=<nil> KUBELET_CONFIG_FILE_CONTENT="${b64(kubelet)}" SERVICE_PRINCIPAL_FILE_CONTENT="U2VjcmV0" /usr/bin/nohup /bin/bash -c "start it"`;
    const analysis = analyse('cse.txt', text);
    const report = decodeReport(analysis);
    expect(report).toMatchObject({
      kind: 'cse-command',
      layers: ['shell-command'],
      env: { A: '2', B: '$(id)', C: '<nil>' },
      envDynamic: ['B'],
      envDuplicates: ['A'],
      shellVars: { LOG: '/x' },
      command: ['/usr/bin/nohup', '/bin/bash', '-c', 'start it'],
      nested: [
        { at: 'env:KUBELET_CONFIG_FILE_CONTENT', layers: ['base64'], bytes: kubelet.length },
        { at: 'env:SERVICE_PRINCIPAL_FILE_CONTENT', layers: ['base64'], bytes: 6 },
      ],
    });
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['cse/redirection-in-assignment']);
  });

  it('that end in a quote keep the text before it', () => {
    checkProblems('cse.txt', 'A=1 B=⟦"⟧cse/unterminated-quote never closed /bin/bash -c go');
  });

  it.each<[string, string]>([
    [
      `echo ${b64(gzipSync(script))} | base64 --decode | gunzip | A=1 /bin/bash`,
      'shell-command base64 gzip shell-script',
    ],
    [`bash -c "$X"; base64 -d <<< ${b64(script)} | sh`, 'shell-command base64 shell-script'],
    [
      `powershell.exe -NoProfile -EncodedCommand ${b64(Buffer.from('$x = 1\n', 'utf16le'))}`,
      'windows-command-line base64 utf16le powershell',
    ],
    ['powershell.exe -ExecutionPolicy Unrestricted -command "Get-Date"', 'windows-command-line powershell-command'],
    ['KEY=value\nOTHER=value\n', 'text'],
    ['echo of the past; nothing to run', 'text'],
  ])('%.60s', (text, layers) => {
    expect(decoded('cse.txt', text)[0]).toBe(layers);
  });

  it('write files', () => {
    const { root } = analyse('s.sh', `#!/bin/sh\necho ${b64('content\n')} | base64 -d | tee -a /etc/x\n`);
    expect(root.children).toMatchObject([{ is: 'file', path: '/etc/x', append: true }]);
    expect(root.children[0]?.payload.text).toBe('content\n');
  });

  it('of a script that exports everything have an environment', () => {
    const text = `#!/bin/bash\nset -o allexport\nA=1\nKUBE_CA_CRT=${b64('x')}\n/start\n`;
    expect(decodeReport(analyse('karpenter.sh', text))).toMatchObject({
      layers: ['shell-script'],
      env: { A: '1' },
      nested: [{ at: 'env:KUBE_CA_CRT', bytes: 1 }],
    });
  });
});

describe('settings of the script extension', () => {
  it.each<[object, object]>([
    [
      { protectedSettings: { commandToExecute: 'A=1 sh a.sh' }, settings: { fileUris: ['https://x/a.sh'] } },
      {
        layers: ['json', 'cse-settings', 'shell-command'],
        fileUris: ['https://x/a.sh'],
        command: { at: 'protectedSettings.commandToExecute', protected: true, env: { A: '1' } },
      },
    ],
    [
      { type: 'CustomScript', settings: { script: b64(gzipSync(script)) } },
      {
        layers: ['json', 'cse-settings', 'base64', 'gzip'],
        script: { at: 'settings.script', bytes: script.length, contentKind: 'shell-script' },
      },
    ],
    [
      { settings: { script: b64(Buffer.from(`\ufeff${script}`, 'utf16le')) } },
      { layers: ['json', 'cse-settings', 'base64'], script: { layers: ['base64'] } },
    ],
    [
      { type: 'CustomScript', protectedSettingsFromKeyVault: { secretUrl: 'https://v' } },
      { layers: ['json', 'cse-settings'], error: 'vmss/payload-in-key-vault' },
    ],
  ])('%j', (settings, report) => {
    expect(decodeReport(analyse('settings.json', JSON.stringify(settings)))).toMatchObject(report);
  });
});

describe('goal states', () => {
  const settings = { runtimeSettings: [{ handlerSettings: { publicSettings: { commandToExecute: 'sh a && b' } } }] };
  const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

  it('are read from extension configs', () => {
    const config = (inner: string): string =>
      `<?xml version="1.0"?>\n<Extensions><Plugins><Plugin name="x" version="1"/></Plugins><PluginSettings><Plugin name="x"><RuntimeSettings seqNo="0">${inner}</RuntimeSettings></Plugin></PluginSettings></Extensions>`;
    const pointer = '/RuntimeSettings#/runtimeSettings/0/handlerSettings/publicSettings/commandToExecute';
    for (const inner of [xml(JSON.stringify(settings)), `<![CDATA[${JSON.stringify(settings)}]]>`]) {
      expect(decoded('config.xml', config(inner))).toEqual([
        'xml extensions-config json-string',
        [`${pointer} shell-command`],
      ]);
      const [child] = analyse('config.xml', config(inner)).root.children[0]?.payload.children ?? [];
      expect(child?.payload.text).toBe('sh a && b');
      expect(config(inner).slice(child?.span.start, child?.span.end)).toMatch(/sh a &(?:amp;)?&(?:amp;)? b/);
    }
  });

  it('are read from the settings of a machine', () => {
    const text = JSON.stringify({
      hostGAPluginVersion: '1.0',
      extensionGoalStates: [{ name: 'x', settings: [{ publicSettings: '{"commandToExecute":"echo"}' }] }],
    });
    expect(decoded('vm.json', text)).toEqual([
      'json vm-settings json-string',
      ['/extensionGoalStates/0/settings/0/publicSettings#/commandToExecute shell-command'],
    ]);
    expect(decoded('vm.json', text.replace('"1.0"', 'WRONG'))[0]).toBe('json');
  });

  it('are read with custom data, or a word instead of it', () => {
    const ovf = (data: string): string =>
      `<Environment xmlns:wa="w"><wa:ProvisioningSection><LinuxProvisioningConfigurationSet><CustomData>${data}</CustomData></LinuxProvisioningConfigurationSet></wa:ProvisioningSection></Environment>`;
    expect(decoded('ovf-env.xml', ovf(b64(cloudConfig)))).toEqual([
      'xml ovf-env base64 cloud-config',
      ['/CustomData base64 cloud-config'],
    ]);
    expect(decoded('ovf-env.xml', ovf('CustomData'))).toEqual(['xml ovf-env', ['/CustomData payload/base64-invalid']]);
  });
});

describe('Ignition', () => {
  const ignition = (parts: object): string => JSON.stringify({ ignition: { version: '3.4.0' }, ...parts });

  it('shows units, drop-ins and the configs that replace it', () => {
    const inner = ignition({ storage: { files: [{ path: '/inner', contents: { source: 'data:,x' } }] } });
    const replace = { source: `data:;base64,${b64(gzipSync(inner))}`, compression: 'gzip' };
    const text = JSON.stringify({
      ignition: { version: '3.4.0', config: { replace } },
      systemd: {
        units: [{ name: 'a.service', contents: '[Unit]', dropins: [{ name: 'b.conf', contents: '[Service]' }] }],
      },
    });
    expect(decodeReport(analyse('c.ign', text))).toMatchObject({
      ignitionVersion: '3.4.0',
      files: [
        { path: '/etc/systemd/system/a.service', layers: ['systemd-unit'], bytes: 6 },
        { path: '/etc/systemd/system/a.service.d/b.conf', bytes: 9 },
      ],
      configs: [{ via: 'replace', layers: ['data-url', 'base64', 'gzip', 'ignition'], files: [{ path: '/inner' }] }],
    });
  });

  const archive = (bytes: Uint8Array): string =>
    ignition({ storage: { files: [{ path: '/a.tar', contents: { source: `data:;base64,${b64(bytes)}` } }] } });

  it('lists the members of archives', () => {
    const long = `${'d/'.repeat(70)}file`;
    const text = archive(
      tar(
        { path: 'etc/x', content: 'hello', mode: 0o755 },
        { path: 'dir/', type: '5' },
        { path: 'l', type: '2', target: 'x' },
        { path: long, content: 'y' },
      ),
    );
    expect(decodeReport(analyse('c.ign', text)).files).toMatchObject([
      {
        path: '/a.tar',
        contentKind: 'tar',
        members: [
          { path: 'etc/x', mode: '0755', bytes: 5, owner: 'root' },
          { path: 'l', target: 'x' },
          { path: long, bytes: 1 },
        ],
      },
    ]);
    expect(codes('c.ign', text)).toEqual([]);
  });

  it.each([
    ['payload/path-traversal', tar({ path: '../../etc/cron.d/x', content: 'x' })],
    ['payload/path-traversal', tar({ path: '/abs', content: 'x' })],
    ['payload/symlink-escape', tar({ path: 'a/link', type: '2', target: '../../etc' })],
    ['payload/tar-truncated', tar({ path: 'x', content: 'x'.repeat(600) }).subarray(0, 900)],
  ])('%s', (code, bytes) => {
    expect(codes('c.ign', archive(bytes))).toEqual([code]);
  });

  it("reports content that isn't gzip", () => {
    const text = ignition({
      storage: { files: [{ path: '/x', contents: { source: `data:;base64,${b64('plain')}`, compression: 'gzip' } }] },
    });
    expect(decodeReport(analyse('c.ign', text)).files).toMatchObject([
      { error: 'payload/gzip-invalid', layers: ['data-url', 'base64'] },
    ]);
  });
});
