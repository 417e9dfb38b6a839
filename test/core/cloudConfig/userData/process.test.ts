import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../../server/src/adapters/nodePlatform.js';
import { includedUrls, processUserData } from '../../../../server/src/core/cloudConfig/userData/process.js';
import { typeByBeginning } from '../../../../server/src/core/cloudConfig/userData/contentTypes.js';
import { analyse } from '../../../support/analyse.js';
import { decodeReport } from '../../../support/decodeReport.js';

type Parts = [type: string, filename: string, content: string][];

/** The parts with their bytes as Latin-1, or `failed`. */
function processed(content: string | Uint8Array): Parts | 'failed' {
  const { parts, failed } = processUserData(Buffer.from(content), nodePlatform, 1 << 20);
  if (failed) return 'failed';
  return parts.map(({ contentType, filename, bytes }) => [
    contentType,
    filename,
    Buffer.from(bytes).toString('latin1'),
  ]);
}

const multipart = (...parts: string[]): string =>
  `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`;
const b64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');

describe('types by the beginning', () => {
  it.each([
    ['#cloud-config\n', 'text/cloud-config'],
    ['\n\t #Cloud-Config-Archive', 'text/cloud-config-archive'],
    ['#cloud-config-jsonp', 'text/cloud-config-jsonp'],
    ['#cloud-configX', 'text/cloud-config'],
    ['#include-once\n', 'text/x-include-once-url'],
    ['#includes', 'text/x-include-url'],
    ['## template: jinja', 'text/jinja2'],
    ['##template: jinja', undefined],
    ['#upstart-job\n', undefined],
    ['\ufeff#cloud-config\n', undefined],
    ['\u0085#!sh', 'text/x-shellscript'],
    ['text/x-shellscript-per-boot', 'text/x-shellscript-per-boot'],
    ['', undefined],
  ])('%j', (text, type) => {
    expect(typeByBeginning(text)).toBe(type);
  });
});

// What cloud-init makes of the same bytes (22.4.2 and 26.2 agree).
describe('user data', () => {
  it.each<[string, string | Uint8Array, Parts | 'failed']>([
    ['nothing', '', [['text/x-not-multipart', 'part-001', '']]],
    ['a script', '#!/bin/sh\nls\n', [['text/x-shellscript', 'part-001', '#!/bin/sh\nls\n']]],
    ['an unknown type', 'a: b\n', [['text/x-not-multipart', 'part-001', 'a: b\n']]],
    ['gzip', gzipSync('#!x'), [['text/x-shellscript', 'part-001', '#!x']]],
    [
      'gzip in gzip',
      gzipSync(gzipSync('#!x')),
      [['text/x-not-multipart', 'part-001', Buffer.from(gzipSync('#!x')).toString('latin1')]],
    ],
    ['base64', b64('#!x'), [['text/x-not-multipart', 'part-001', 'IyF4']]],
    ['bytes beyond UTF-8', Buffer.from('#!x\xe9', 'latin1'), [['text/x-shellscript', 'part-001', '#!x\xe9']]],
    ['a message beyond UTF-8', Buffer.from('Mime-Version: 1\n\n\xe9', 'latin1'), 'failed'],
    [
      'no MIME-Version',
      'Content-Type: text/plain\n\n#!x',
      [['text/x-not-multipart', 'part-001', 'Content-Type: text/plain\n\n#!x']],
    ],
    [
      'names and vague types',
      multipart(
        'Content-Type: text/plain; name=n\n\n#!x',
        'Content-Type: text/cloud-config; name=n\n\na: b',
        'Content-Disposition: attachment; filename="f g"\n\n#cloud-config\n',
        'Content-Type: text/x-mine\n\n#!x',
      ),
      [
        // The name goes with the type that is replaced.
        ['text/x-shellscript', 'part-001', '#!x'],
        ['text/cloud-config', 'n', 'a: b'],
        ['text/cloud-config', 'f g', '#cloud-config\n'],
        ['text/x-mine', 'part-004', '#!x'],
      ],
    ],
    ['characters in an unencoded part', multipart('\n#!é€'), [['text/x-shellscript', 'part-001', '#!\xe9\\u20ac']]],
    [
      'characters in base64',
      multipart(`Content-Transfer-Encoding: base64\n\n${b64('#!é')}`),
      [['text/x-shellscript', 'part-001', '#!\xc3\xa9']],
    ],
    [
      'a compressed part',
      multipart(`Content-Type: application/x-gzip\nContent-Transfer-Encoding: base64\n\n${b64(gzipSync('#!é'))}`),
      [['text/x-shellscript', 'part-001', '#!\xe9']],
    ],
    ['a compressed part that is none', multipart('Content-Type: application/gzip\n\nno'), 'failed'],
    ['an empty compressed part', multipart('Content-Type: application/gzip\n'), [['text/plain', 'part-001', '']]],
    [
      'a message in a part, which is handed on twice',
      multipart('Content-Type: message/rfc822\n\nA: b\n\n#!x'),
      [
        ['message/rfc822', 'part-001', ''],
        ['text/x-shellscript', 'part-002', '#!x'],
        ['text/x-shellscript', 'part-002', '#!x'],
      ],
    ],
    ['an include', multipart('\n#include\nhttp://a.test/', '\n#!x'), [['text/x-shellscript', 'part-001', '#!x']]],
  ])('%s', (_, content, wanted) => {
    expect(processed(content)).toEqual(wanted);
  });

  it.each<[string, Parts | 'failed']>([
    [
      '- "#!x"\n- 5\n- "y"\n',
      [
        ['text/x-shellscript', 'part-001', '#!x'],
        ['text/cloud-config', 'part-002', 'y'],
      ],
    ],
    ['a: b\n', []],
    ['- [\n', []],
    ['- {content: é, type: text/x, filename: 7}\n', [['text/x', '7', '\xc3\xa9']]],
    ['- {content: é, type: application/x}\n', [['application/x', 'part-001', '\xe9']]],
    ['- {content: !!binary 6Q==}\n', [['application/octet-stream', 'part-001', '\xe9']]],
    ['- {content: !!binary 6Q==, type: text/x}\n', 'failed'],
    ['- {content: !!binary IyF4}\n', [['text/x-shellscript', 'part-001', '#!x']]],
    ['- {content: 1}\n', 'failed'],
    ['- {content: 2001-01-01}\n', 'failed'],
    ['- {content: ~}\n', 'failed'],
    ['- {content: ~, type: text/x}\n', 'failed'],
    ['- {content: ~, type: a/b}\n', [['a/b', 'part-001', '']]],
    ['- {content: 1, type: a/b}\n', 'failed'],
    ['- {content: [a], type: multipart/mixed}\n', 'failed'],
    ['- {content: 1, type: Multipart/mixed}\n- x\n', [['text/cloud-config', 'part-002', 'x']]],
    ['- {content: "\\ud83d\\ude00"}\n', 'failed'],
    ['- {content: x, type: 1}\n', 'failed'],
    ['- {content: x, type: shell}\n', 'failed'],
    ['- {content: x, launch-index: 1, Content-Type: 7}\n', [['text/cloud-config', 'part-001', 'x']]],
    ['- {content: x, other: 1}\n', 'failed'],
    ['- {content: x, 1: a}\n', 'failed'],
    ['- {content: eHk=, type: a/b, Content-Transfer-Encoding: base64}\n', [['a/b', 'part-001', 'xy']]],
    ['- {content: x, type: a/b/c}\n', [['text/plain', 'part-001', 'x']]],
    ['- {}\n', [['text/cloud-config', 'part-001', '']]],
    ['- "#cloud-config-archive\\n- x"\n', [['text/cloud-config-archive', 'part-001', '#cloud-config-archive\n- x']]],
    [
      '- &a {content: x}\n- *a\n',
      [
        ['text/cloud-config', 'part-001', 'x'],
        ['text/cloud-config', 'part-002', 'x'],
      ],
    ],
  ])('archive %j', (items, wanted) => {
    expect(processed(`#cloud-config-archive\n${items}`)).toEqual(wanted);
  });

  it('does not decompress beyond its limit', () => {
    const packed = gzipSync(`#!${'x'.repeat(5_000)}`);
    expect(processUserData(packed, nodePlatform, 100).parts[0]?.contentType).toBe('text/x-not-multipart');
  });
});

describe('includes', () => {
  it('lists addresses after and below the header', () => {
    const text = '#include http://a\n# no\n\n http://b \u2028#include-once http://c\n#INCLUDE # no\nhttp://d#x\n # e';
    expect(includedUrls(text)).toEqual(['http://a', 'http://b', 'http://c', 'http://d#x', '# e']);
  });
});

describe('the decode result', () => {
  const types = (name: string, content: string | Uint8Array, kind?: 'custom-data'): (string | null)[][] | undefined =>
    decodeReport(analyse(name, content, kind)).userDataParts?.map(({ contentType, handler }) => [contentType, handler]);
  const script = ['text/x-shellscript', 'ShellScriptPartHandler'];
  const unknown = ['text/x-not-multipart', null];

  it.each<[string, string, string | Uint8Array, (string | null)[][] | undefined]>([
    ['a file as it stands', 'x.txt', b64('#!/bin/sh\necho hello world\n'), [unknown]],
    ['binary data', 'x.bin', Buffer.from([0, 1, 2]), [unknown]],
    ['custom data behind base64', 'vm.json', `{"osProfile":{"customData":"${b64('#!/bin/sh\n')}"}}`, [script]],
    [
      'custom data behind base64 and gzip',
      'vm.json',
      `{"osProfile":{"customData":"${b64(gzipSync('#!/bin/sh\n'))}"}}`,
      [script],
    ],
    [
      'base64 in base64',
      'vm.json',
      `{"osProfile":{"customData":"${b64(b64('#!/bin/sh\necho hello world\n'))}"}}`,
      [unknown],
    ],
    ['Ignition', 'vm.json', `{"osProfile":{"customData":"${b64('{"ignition":{"version":"3.4.0"}}')}"}}`, undefined],
    ['a node config', 'aks-node-controller-config.json', '{"version":"v1"}', undefined],
  ])('%s', (_, name, content, wanted) => {
    expect(types(name, content)).toEqual(wanted);
  });

  it('decodes base64 if the input is declared as custom data', () => {
    expect(types('x.txt', b64('#!/bin/sh\n'), 'custom-data')).toEqual([script]);
  });
});
