import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const cloudConfig =
  '#cloud-config\nwrite_files:\n- path: /etc/shop.conf\n  content: |\n    color=blue\n    size=12 && "x"\nruncmd:\n- [systemctl, restart, shop]\n';
const customData = b64(cloudConfig);
const vmss = {
  name: 'shop',
  virtualMachineProfile: { osProfile: { adminUsername: 'azureuser', customData }, priority: 'Regular' },
};
const json = JSON.stringify(vmss, null, 2);
const deepest = (text: string | Uint8Array, name = 'x.txt'): string | undefined => {
  let { root: payload } = analyse(name, text);
  for (let child = payload.children[0]; child !== undefined && payload.kind !== 'cloud-config';) {
    payload = child.payload;
    [child] = payload.children;
  }
  return payload.text;
};
const layers = (text: string | Uint8Array): string => decodeReport(analyse('x.txt', text)).layers.join(' ');
const entities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const coloured = (text: string, escape = '\u001b'): string =>
  text
    .replace(/"[^"]*"/g, (string) => `${escape}[33m${string}${escape}[39;49;00m`)
    .replace(/,$/gm, `,${escape}[37m${escape}[39;49;00m`);
const pieces = (text: string, width: number): string[] => text.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
const hex = (bytes: Buffer): string[] => pieces(bytes.toString('hex'), 2);
const rows = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => bytes.subarray(16 * row, 16 * row + 16));
const shown = (row: Buffer): string => row.toString('latin1').replace(/[^ -~]/g, '.');
const offset = (row: number, digits = 8, base = 16): string => (16 * row).toString(base).padStart(digits, '0');
const xxd = (bytes: Buffer): string =>
  rows(bytes)
    .map((row, at) => `${offset(at)}: ${pieces(row.toString('hex'), 4).join(' ').padEnd(39)}  ${shown(row)}\n`)
    .join('');
const hexdump = (bytes: Buffer): string =>
  `${rows(bytes)
    .map((row, at) => {
      const [left, right] = [hex(row.subarray(0, 8)), hex(row.subarray(8))];
      return `${offset(at)}  ${left.join(' ').padEnd(23)}  ${right.join(' ').padEnd(23)}  |${shown(row)}|\n`;
    })
    .join('')}${bytes.length.toString(16).padStart(8, '0')}\n`;
const words = (bytes: Buffer): string =>
  `${rows(bytes)
    .map((row, at) => `${offset(at, 7)} ${pieces(row.toString('hex'), 4).map(swapped).join(' ')}\n`)
    .join('')}${bytes.length.toString(16).padStart(7, '0')}\n`;
const swapped = (word: string): string => word.slice(2) + word.slice(0, 2);
const od = (bytes: Buffer): string =>
  `${rows(bytes)
    .map((row, at) => `${offset(at, 7, 8)} ${hex(row).join(' ')}\n`)
    .join('')}${bytes.length.toString(8).padStart(7, '0')}\n`;
const gz = gzipSync(cloudConfig);

const vmssLayers = 'json base64 cloud-config';

describe('a document that was copied', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['with the colours of a terminal', coloured(json), `ansi-colours ${vmssLayers}`],
    ['with colours whose escape is shown', coloured(json, '^['), `ansi-colours ${vmssLayers}`],
    ['with colours whose escape is lost', coloured(json, ''), `ansi-colours ${vmssLayers}`],
    ['behind warnings', `WARNING: This is in preview.\nWARNING: See https://aka.ms/x\n${json}\n`, `text ${vmssLayers}`],
    ['behind a prompt', `me@shell:~$ az vmss show -g shop -n shop\n${json}\nme@shell:~$ \n`, `text ${vmssLayers}`],
    ['behind a prompt of PowerShell', `PS C:\\> az vmss show\r\n${json}\r\nPS C:\\>`, `text ${vmssLayers}`],
    ['before a prompt', `${json}\nme@shell:~$ `, `text ${vmssLayers}`],
    [
      'as base64 behind a prompt',
      `root@vm:/var/lib# base64 -w0 user-data.txt\n${customData}\n`,
      'text base64 cloud-config',
    ],
    [
      'with colours behind a warning',
      `\u001b[33mWARNING: a\u001b[0m\n${coloured(json)}`,
      `ansi-colours text ${vmssLayers}`,
    ],
    ['in a code fence between sentences', `Hello,\n\n\`\`\`json\n${json}\n\`\`\`\n\nThanks\n`, `text ${vmssLayers}`],
    ['in a code fence as YAML', `See:\n\n\`\`\`yaml\n${cloudConfig}\`\`\`\n`, 'text cloud-config'],
    ['as entities of a page', entities(json), `html-entities ${vmssLayers}`],
    ['as numbered entities of a page', json.replaceAll('"', '&#34;'), `html-entities ${vmssLayers}`],
    ['from a mail', json.replace(/^/gm, '> '), `line-prefixes ${vmssLayers}`],
    [
      'with line numbers',
      json
        .split('\n')
        .map((line, at) => `${String(at + 1).padStart(4)}  ${line}`)
        .join('\n'),
      `line-prefixes ${vmssLayers}`,
    ],
    [
      'with line numbers and bars',
      json
        .split('\n')
        .map((line, at) => `${at + 1} | ${line}`)
        .join('\n'),
      `line-prefixes ${vmssLayers}`,
    ],
    ['with curly quotes', json.replace(/"([^"]*)"/g, '\u201c$1\u201d'), `typography ${vmssLayers}`],
    ['as a cell of a table', `"${json.replaceAll('"', '""')}"\n`, `csv ${vmssLayers}`],
    ['with no-break spaces', json.replaceAll('  ', '\u00a0 '), `typography ${vmssLayers}`],
    ['as a data URL', `data:text/cloud-config;base64,${customData}`, 'data-url base64 cloud-config'],
    [
      'as a percent-encoded data URL',
      `data:,${encodeURIComponent(cloudConfig)}`,
      'data-url percent-encoding cloud-config',
    ],
    [
      'as base64 in joined strings',
      pieces(customData, 40)
        .map((piece) => `  "${piece}"`)
        .join(' +\n'),
      'quoted-text base64 cloud-config',
    ],
    ['as base64 in continued lines', pieces(customData, 40).join('\\\n'), 'quoted-text base64 cloud-config'],
    [
      'as base64 in pieces with padding',
      [0, 40, 80, 120].map((at) => b64(cloudConfig.slice(at, at === 120 ? undefined : at + 40))).join('\n'),
      'base64',
    ],
    ['as a dump of xxd', xxd(Buffer.from(cloudConfig)), 'hex-dump cloud-config'],
    ['as a dump of xxd with CRLF', xxd(Buffer.from(cloudConfig)).replaceAll('\n', '\r\n'), 'hex-dump cloud-config'],
    ['as words of hexdump', words(Buffer.from(cloudConfig)), 'hex-dump cloud-config'],
    ['as a dump of od', od(Buffer.from(cloudConfig)), 'hex-dump cloud-config'],
    ['as a dump of hexdump -C', hexdump(Buffer.from(cloudConfig)), 'hex-dump cloud-config'],
    [
      'as plain hexadecimal digits',
      pieces(Buffer.from(cloudConfig).toString('hex'), 60).join('\n'),
      'hex-dump cloud-config',
    ],
    ['as a dump of gzip data', xxd(gz), 'hex-dump gzip cloud-config'],
    [
      'as a dump behind a prompt',
      `$ xxd user-data.txt\n${xxd(Buffer.from(cloudConfig))}$ `,
      'text hex-dump cloud-config',
    ],
    ['as gzip in base64', b64(gz), 'base64 gzip cloud-config'],
    [
      'as the message of a run command',
      `Enable succeeded: \n[stdout]\n${cloudConfig}\n[stderr]\n`,
      'run-command-output cloud-config',
    ],
  ])('%s is read', (_what, text, expected) => {
    expect(layers(text)).toBe(expected);
    expect(deepest(text)).toBe(cloudConfig);
    const { problems } = validate(analyse('x.txt', text));
    expect(problems.filter(({ severity, code }) => severity === 'error' && code !== 'payload/base64-invalid')).toEqual(
      [],
    );
  });

  it('as a dump with lines left out has as many bytes as its text may stand for', () => {
    const line = (at: number): string =>
      `${at.toString(16).padStart(8, '0')}: 2321 2f62 696e 2f73 680a 2020 2020 200a\n`;
    const text = Array.from({ length: 500 }, (_, at) => line(at * 0x10_000)).join('*\n');
    expect(layers(text).split(' ')).not.toContain('hex-dump');
    expect(layers(`${line(0)}*\n${line(0x10_000)}`).split(' ')[0]).toBe('hex-dump');
  });

  it('as zlib data is read, and the node reads none of it', () => {
    const text = b64(deflateSync(cloudConfig));
    expect(deepest(text)).toBe(cloudConfig);
    expect(layers(text)).toBe('base64 zlib');
    expect(validate(analyse('x.txt', text)).problems.map(({ code }) => code)).toEqual([
      'payload/unsupported-compression',
    ]);
  });

  it.each([
    ['a log', 'WARNING: a\nWARNING: b\n'],
    ['a coloured log', '\u001b[33mWARN\u001b[0m starting\n\u001b[32mOK\u001b[0m done\n'],
    ['prose with JSON', 'The answer was:\n{"a": 1}\n'],
    ['a report of a failure', `Enable failed: command terminated with exit status=50\n[stdout]\n{"a": 1}\n[stderr]\n`],
    ['a list of numbers', '1  one\n2  two\n'],
    ['a quotation', '> one\n> two\n'],
  ])('is not %s', (_what, text) => {
    expect(decodeReport(analyse('x.txt', text)).layers.slice(0, -1)).toEqual([]);
  });
});
