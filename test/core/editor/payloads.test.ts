import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codeLenses, hover, textToDecode } from '../../../server/src/core/index.js';
import { limits } from '../../../server/src/core/limits.js';
import { analyse } from '../../support/analyse.js';
import { readMarks } from '../../support/markers.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const boothook = "#cloud-boothook\ncat <<'EOF' | base64 -d >/etc/a\naGVsbG8gdGhlcmUsIHdvcmxk\nEOF\n";
const mime = [
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/cloud-boothook',
  '',
  boothook.trimEnd(),
  '--b',
  'Content-Type: text/cloud-config',
  '',
  '#cloud-config',
  'runcmd: [ls]',
  '--b--',
  '',
].join('\n');

const titles = (name: string, text: string): string[] => codeLenses(analyse(name, text)).map(({ title }) => title);

describe('lenses on payloads', () => {
  it('show layers, parts and size, one per string of the document', () => {
    const vm = JSON.stringify({
      properties: {
        osProfile: { customData: base64(mime) },
        extensions: [{ properties: { type: 'CustomScript', settings: { commandToExecute: 'ls' } } }],
      },
    });
    expect(titles('vm.json', vm)).toEqual([
      `Decode customData: base64 › mime-multipart, 2 parts, ${mime.length} bytes`,
    ]);
  });

  it('are shown on unencoded payloads only if opening them shows more', () => {
    expect(titles('m.txt', mime)).toEqual([
      expect.stringMatching(/^Open text\/cloud-boothook: cloud-boothook, 1 file, \d+ bytes$/),
      'Decode a: shell-heredoc › base64 › text, 18 bytes',
      'Open text/cloud-config: cloud-config, 26 bytes',
    ]);
    const packed = gzipSync('x').toString('base64');
    const entries = [
      '- path: /plain\n  content: x',
      '- path: /plain.sh\n  content: |\n    #!/bin/sh\n    ls',
      `- path: /packed\n  encoding: gz+b64\n  content: ${packed}`,
    ];
    expect(titles('c.yaml', `#cloud-config\nwrite_files:\n${entries.join('\n')}\n`)).toEqual([
      'Decode packed: base64 › gzip › text, 1 byte',
    ]);
  });

  it('are shown on payloads inside JSON strings', () => {
    const request = JSON.stringify({ properties: { osProfile: { customData: base64('#cloud-config\na: b\n') } } });
    const log = JSON.stringify([{ operationName: { value: 'w' }, properties: { requestbody: request } }]);
    expect(titles('log.json', log).map((title) => title.split(':')[0])).toEqual([
      'Decode requestbody',
      'Decode customData',
    ]);
  });

  it('are one for a file that is itself encoded', () => {
    expect(titles('a.txt', base64(mime))).toEqual([`Decode: base64 › mime-multipart, 2 parts, ${mime.length} bytes`]);
  });

  it('are limited in number', () => {
    const one = { properties: { osProfile: { customData: base64('#cloud-config\n') } } };
    const many = JSON.stringify(Array.from({ length: limits.payloadLenses + 1 }, () => one));
    expect(titles('vms.json', many)).toHaveLength(limits.payloadLenses);
  });
});

describe('hovers on payloads', () => {
  const at = (name: string, marked: string, payloads = true): string | undefined => {
    const { text, cursor } = readMarks(marked);
    return hover(analyse(name, text), cursor, { payloads })?.markdown;
  };
  const vm = (customData: string): string => `{"properties":{"osProfile":{"customData":"¦${customData}"}}}`;

  it('show the content and its beginning, with secrets masked', () => {
    const shown = at('vm.json', vm(base64(`#!/bin/bash\nTOKEN=abcdef.0123456789abcdef\n${'x\n'.repeat(20)}`)));
    expect(shown).toMatch(
      /^\*\*customData\*\*: base64 › shell-script, \d+ bytes\n\n```sh\n#!\/bin\/bash\nTOKEN=\*{8}\nx/,
    );
    expect(shown?.split('\n').filter((line) => line === 'x')).toHaveLength(limits.shownLines - 2);
    expect(shown).toMatch(/\n…\n```$/);
    expect(at('vm.json', vm(base64(mime)))).toMatch(
      /2 parts[^]*- `text\/cloud-boothook` \d+ bytes\n {2}- `\/etc\/a` 18 bytes/,
    );
  });

  it('cut long lines, and close code blocks whatever they contain', () => {
    const shown = at('vm.json', vm(base64(`#!/bin/sh\n\`\`\`\n${'y'.repeat(500)}\n`))) ?? '';
    expect(shown).toContain('\n````sh\n');
    expect(shown).toContain(`\n${'y'.repeat(limits.shownLineLength)}…\n`);
  });

  it('describe the innermost string, and can be turned off', () => {
    const request = JSON.stringify({ properties: { osProfile: { customData: base64('#cloud-config\na: b\n') } } });
    const [before, after] = JSON.stringify([
      { operationName: { value: 'w' }, properties: { requestbody: request } },
    ]).split('I2Ns');
    const log = `${before ?? ''}¦I2Ns${after ?? ''}`;
    expect(at('log.json', log)).toMatch(/^\*\*customData\*\*/);
    expect(at('log.json', log, false)).toBeUndefined();
  });
});

describe('hovers on names of Azure', () => {
  const document = (marked: string): string | undefined => {
    const { text, cursor } = readMarks(`{"virtualMachineProfile":{},${marked}}`);
    return hover(analyse('vmss.json', text), cursor)?.markdown;
  };

  it.each([
    [
      '"id":"/subscriptions/s/resourceGroups/AKS-Ubuntu/providers/Microsoft.Compute/galleries/AKSUbuntu/ima¦ges/2204gen2containerd/versions/202605.27.0"',
      '**AKS node image**: Ubuntu 22.04, x64, VM generation 2\n\nVersion `202605.27.0`, built 2026-05-27.',
    ],
    ['"computerName":"aks-pool1-12345678-vmss00¦000b"', '**AKS node** of the node pool `pool1`: instance **11** of'],
    [
      '"id":"/subscriptions/s/resourceGroups/MC_shop¦_prod_westeurope/x"',
      '**AKS node resource group** in the region `westeurope`',
    ],
    [
      '"e":[{"name":"vmss¦CSE","properties":{"publisher":"Microsoft.Azure.Extensions","type":"CustomScript"}}]',
      'provisions the nodes of a scale set.\n\n**Microsoft.Azure.Extensions CustomScript**\n\nThe custom script',
    ],
    [
      '"e":[{"name":"x","properties":{"publisher":"Microsoft.AKS","type":"Compute.AKS.¦Linux.AKSNode"}}]',
      'The AKS Linux extension',
    ],
    [
      '"e":[{"name":"x","publisher":"Microsoft.AK¦S","type":"Microsoft.Compute/x","typePropertiesType":"Compute.AKS.Linux.Billing"}]',
      'for billing',
    ],
  ])('%s', (marked, expected) => {
    expect(document(marked)).toContain(expected);
  });

  it.each([
    '"name":"aks-¦pool"',
    '"e":[{"name":"¦x","properties":{"publisher":"Contoso","type":"Mine"}}]',
    '"type":"Custom¦Script"',
  ])('are not shown on %s', (marked) => {
    expect(document(marked)).toBeUndefined();
  });

  it('come before the description of the field in a node config', () => {
    const { text, cursor } = readMarks(
      '{"version":"v1","cluster_config":{"primary_scale_set":"aks-¦pool1-12345678-vmss"}}',
    );
    const found = hover(analyse('a.node-config.json', text), cursor);
    expect(found?.markdown).toMatch(/^\*\*AKS scale set\*\* of the node pool `pool1`[^]*\n---\n[^]*primary_scale_set/);
  });

  it('are not shown in documents of an unknown kind', () => {
    const { text, cursor } = readMarks('{"node":"aks-pool1-1234¦5678-vmss000000"}');
    expect(hover(analyse('a.json', text), cursor)).toBeUndefined();
  });
});

describe('the string around a cursor', () => {
  it.each<[string, string, string, boolean]>([
    ['a.json', '{"a":"x\\ny¦"}', 'x\ny', false],
    ['a.json', '{"a":"eH¦g="}', 'eHg=', true],
    ['a.sh', 'KUBELET_CONFIG="eyJh¦Ijoxfo=" ls', 'eyJhIjoxfo=', true],
    ['a.sh', 'KUBELET_CONFIG=eyJh¦Ijoxfo= ls', 'eyJhIjoxfo=', true],
    [
      'a.txt',
      'see:\n  aGVsbG8gdGhlcmUsIHdvcmxk\n  aGVsbG8gdGhl¦cmUsIHdvcmxk\n  aGVs\nend.',
      'aGVsbG8gdGhlcmUsIHdvcmxk\n  aGVsbG8gdGhlcmUsIHdvcmxk\n  aGVs',
      true,
    ],
  ])('of %s: %j', (name, marked, text, verbatim) => {
    const { text: content, cursor } = readMarks(marked);
    const found = textToDecode(analyse(name, content), cursor);
    expect({ ...found, text: found?.text.trim() }).toEqual({ text, verbatim });
  });

  it.each<[string, string, string]>([
    ['on the second line', '\nAAAAAAAA¦AAAAAAAA', 'AAAAAAAAAAAAAAAA'],
    ['at the beginning of the second line', '\n¦AAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAA'],
    ['behind several empty lines', '\n\n\nAAAAAAAAAAAAAAAA\nAAAA¦AAAAAAAAAAAA', 'AAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAA'],
    ['with CRLF', '\r\nAAAAAAAAAAAAAAAA\r\nAAAA¦AAAAAAAAAAAA', 'AAAAAAAAAAAAAAAA\r\nAAAAAAAAAAAAAAAA'],
  ])('is found in a document that begins with an empty line: %s', (_, marked, text) => {
    const { text: content, cursor } = readMarks(marked);
    expect(textToDecode(analyse('a.txt', content), cursor)).toEqual({ text, verbatim: true });
  });

  it('is not found on an empty first line above base64', () => {
    expect(textToDecode(analyse('a.txt', '\nAAAAAAAAAAAAAAAA'), 0)).toBeUndefined();
  });

  it('can be wrapped over 20,000 lines', () => {
    const wrapped = `${'A'.repeat(76)}\n`.repeat(20_000);
    expect(textToDecode(analyse('a.txt', `\n${wrapped}`), wrapped.length / 2)?.text).toBe(wrapped.trimEnd());
  });

  it('is not found between spaces', () => {
    expect(textToDecode(analyse('a.txt', 'a  b'), 2)).toBeUndefined();
  });
});
