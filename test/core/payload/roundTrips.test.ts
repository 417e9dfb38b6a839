import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Payload } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { tar } from '../../support/tar.js';
import { runs } from '../../support/runs.js';

const b64 = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64');
const wrapped = (text: string, width: number): string => text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? '';
const vm = (customData: string): string => JSON.stringify({ osProfile: { customData } });

/** Every kind of layer around a document. */
const envelopes: readonly [string, string, (script: string) => string | Uint8Array][] = [
  ['base64', 'x', (script) => b64(script)],
  ['base64 twice', 'x', (script) => b64(b64(script))],
  ['base64 in lines', 'x', (script) => wrapped(b64(script), 60)],
  ['base64 of URLs', 'x.json', (script) => vm(Buffer.from(script).toString('base64url'))],
  ['gzip', 'x', (script) => gzipSync(script)],
  ['gzip in two members', 'x', (script) => Buffer.concat([gzipSync(script.slice(0, 5)), gzipSync(script.slice(5))])],
  ['gzip in base64', 'x', (script) => b64(gzipSync(script))],
  ['gzip in gzip', 'x', (script) => gzipSync(gzipSync(script))],
  ['UTF-16 with its mark', 'x', (script) => Buffer.from(`\ufeff${script}`, 'utf16le')],
  ['UTF-8 with a mark in base64', 'x', (script) => b64(`\ufeff${script}`)],
  ['a member of JSON', 'x.json', (script) => vm(b64(script))],
  [
    'JSON in a string',
    'x.json',
    (script) => JSON.stringify({ operationName: 'w', properties: { requestbody: vm(b64(script)) } }),
  ],
  ['escaped JSON', 'x.txt', (script) => JSON.stringify(vm(b64(script))).slice(1, -1)],
  [
    'a line of a log',
    'x.jsonl',
    (script) => `{"operationName":"a","properties":{}}\n{"operationName":"a","properties":${vm(b64(script))}}`,
  ],
  [
    'XML',
    'x.xml',
    (script) =>
      `<?xml version="1.0"?><Environment xmlns="http://schemas.dmtf.org/ovf/environment/1"><CustomData>${b64(script)}</CustomData></Environment>`,
  ],
  [
    'an expression',
    'x.json',
    (script) =>
      JSON.stringify({
        $schema: 'https://x/deploymentTemplate.json#',
        resources: [{ osProfile: { customData: `[base64('${script.replaceAll("'", "''")}')]` } }],
      }),
  ],
  [
    'write_files',
    'x',
    (script) =>
      `#cloud-config\nwrite_files:\n- path: /a\n  content: ${JSON.stringify(script).replace(/[\u007f-\u009f]/g, '?')}\n`,
  ],
  [
    'write_files in base64',
    'x',
    (script) => `#cloud-config\nwrite_files:\n- path: /a\n  encoding: b64\n  content: ${b64(script)}\n`,
  ],
  [
    'write_files in gzip',
    'x',
    (script) => `#cloud-config\nwrite_files:\n- path: /a\n  encoding: gz+b64\n  content: ${b64(gzipSync(script))}\n`,
  ],
  [
    '!!binary',
    'x',
    (script) =>
      `#cloud-config\nwrite_files:\n- path: /a\n  encoding: gzip\n  content: !!binary |\n    ${wrapped(b64(gzipSync(script)), 70).replaceAll('\n', '\n    ')}\n`,
  ],
  [
    'tar',
    'x',
    (script) =>
      `#cloud-config\nwrite_files:\n- path: /a.tar\n  encoding: gz+b64\n  content: ${b64(gzipSync(tar({ path: 'a.sh', content: script })))}\n`,
  ],
  [
    'a data URL',
    'x',
    (script) =>
      `{"ignition":{"version":"3.4.0"},"storage":{"files":[{"path":"/a","contents":{"source":"data:;base64,${b64(script)}"}}]}}`,
  ],
  [
    'a data URL in percent-encoding',
    'x',
    (script) =>
      `{"ignition":{"version":"3.4.0"},"storage":{"files":[{"path":"/a","contents":{"source":"data:,${encodeURIComponent(script).replaceAll("'", '%27')}"}}]}}`,
  ],
  [
    'an Ignition config that another one replaces',
    'x',
    (script) => {
      const inner = JSON.stringify({
        ignition: { version: '3.4.0' },
        storage: { files: [{ path: '/a', contents: { source: `data:;base64,${b64(script)}` } }] },
      });
      return JSON.stringify({
        ignition: {
          version: '3.4.0',
          config: { replace: { compression: 'gzip', source: `data:;base64,${b64(gzipSync(inner))}` } },
        },
      });
    },
  ],
  [
    'a part in base64',
    'x',
    (script) =>
      `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="=="\n\n--==\nContent-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\n${wrapped(b64(script), 76)}\n--==--\n`,
  ],
  [
    'a part in quoted-printable',
    'x',
    (script) => {
      const body = [...Buffer.from(script)]
        .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join('');
      return `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="=="\n\n--==\nContent-Type: text/x-shellscript\nContent-Transfer-Encoding: quoted-printable\n\n${wrapped(body, 72).replaceAll('\n', '=\n')}\n--==--\n`;
    },
  ],
  ['a Kubernetes Secret', 'x', (script) => `apiVersion: v1\nkind: Secret\ndata:\n  value: ${b64(script)}\n`],
  ['a variable', 'x', (script) => `A=1 SCRIPT_CONTENT="${b64(script)}" /bin/bash x.sh`],
  ['a pipeline', 'x', (script) => `echo ${b64(gzipSync(script))} | base64 -d | gunzip | bash`],
  ['a here-document', 'x', (script) => `#!/bin/bash\ncat <<'EOF' | base64 -d >/opt/a.sh\n${b64(script)}\nEOF\n`],
  ['an encoded command', 'x', (script) => `powershell.exe -EncodedCommand ${b64(Buffer.from(script, 'utf16le'))}`],
];

function leavesOf(payload: Payload): Payload[] {
  return payload.children.length === 0 ? [payload] : payload.children.flatMap((child) => leavesOf(child.payload));
}

describe('a script in', () => {
  // Letters of several alphabets and whatever the envelopes have to escape.
  const line = fc.string({ unit: fc.constantFrom(...`abcXYZ019 "'\\{}[]<>&=%#$,:;-_äß€Ж`.split('')), maxLength: 30 });
  // A here-document in it would be a leaf of its own.
  const withoutHereDocuments = line.map((text) => text.replaceAll('<<', '<'));
  // PowerShell's UTF-16 has no mark, so it is recognised by its Latin letters.
  const script = fc
    .array(withoutHereDocuments, { minLength: 1, maxLength: 6 })
    .map((lines) => `#!/bin/sh\n# ${'a comment of plain letters. '.repeat(8)}\n${lines.join('\n')}`);

  it.each(envelopes)('%s is decoded to the same text', (_name, file, envelope) => {
    fc.assert(
      fc.property(script, (text) => {
        const leaves = leavesOf(analyse(file, envelope(text)).root);
        expect(leaves.map((leaf) => leaf.text)).toEqual([text]);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('bytes that are packed by no gzip', () => {
  it("aren't decoded", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 64 }), (bytes) => {
        const found = analyse('x.json', vm(b64(deflateRawSync(bytes)))).root.children[0];
        expect(found?.payload.encodings).not.toContain('gzip');
      }),
    );
  });
});
