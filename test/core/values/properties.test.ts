import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCertificates } from '../../../server/src/core/values/certificates.js';
import { checkFormat, type FormatName } from '../../../server/src/core/values/check.js';
import { base64Summary } from '../../../server/src/core/values/encoded.js';

/** Every format with a text that has it, so that a new one cannot be forgotten. */
const examples: Readonly<Record<FormatName, string>> = {
  'absolute-path': '/etc/kubernetes/certs/ca.crt',
  base64: 'aGVsbG8h',
  'base64-certificates': '',
  'base64-private-key': '',
  'bootstrap-token': 'abcdef.0123456789abcdef',
  cidr: '10.0.0.0/16',
  'dns-name': 'mcr.microsoft.com',
  'dns-suffix': '.azurecr.io',
  'dns-zone': 'cluster.local',
  duration: '1h30m',
  'eviction-threshold': '10%',
  'feature-name': 'ENABLE_IMDS_CACHE',
  host: 'contoso.hcp.eastus.azmk8s.io',
  'image-reference': 'mcr.microsoft.com/oss/kubernetes/pause:3.6',
  'ip-address': '10.0.0.10',
  'json-object': '{"a": [1, {"b": "c"}]}',
  'kubernetes-version': '1.33.2',
  'label-key': 'kubernetes.azure.com/mode',
  'label-value': 'user',
  'linux-user-name': 'azureuser',
  location: 'East US 2',
  'no-proxy-entry': '*.contoso.example:443',
  percentage: '2.5%',
  'port-range': '32768 60999',
  'proxy-url': 'http://proxy.contoso.example:3128/',
  quantity: '1.5Gi',
  'registry-host': 'contoso.azurecr.io:443/mirror',
  'resource-group-name': 'MC_contoso_pool_eastus',
  'resource-name': 'aks-vnet-12345678',
  'semantic-version': 'v1.2.3-rc.1+x',
  'sysctl-pattern': 'net.ipv4.tcp_*',
  'systemd-limit': '65536:infinity',
  'taint-list': 'sku=gpu:NoSchedule,a:NoExecute',
  url: 'https://packages.contoso.example/a.tgz',
  uuid: '00000000-0000-0000-0000-000000000001',
  'vm-size': 'Standard_D4s_v5',
};
const formats = Object.keys(examples) as FormatName[];

/** Texts that are near to having some form: pieces of examples, put together and spiced. */
const nearly = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Object.values(examples)),
      fc.constantFrom(...Object.values(examples).flatMap((example) => example.split(/(?<=\W)|(?=\W)/))),
      fc.constantFrom(
        ' ',
        '\n',
        '\r',
        '-',
        '.',
        '/',
        ':',
        '%',
        '+',
        ',',
        '=',
        '@',
        '[',
        ']',
        '{',
        '}',
        '"',
        '\\n',
        '*',
        '$',
        '\ufeff',
        '\ud800',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

it('points at the slash of a range that ends with it', () => {
  expect(checkFormat('cidr', '10.0.0.10/')?.part).toEqual({ start: 9, end: 10 });
});

describe('every format', () => {
  it.each(formats)('%s answers for any text, and suggests only what it takes itself', (name) => {
    fc.assert(
      fc.property(nearly, (text) => {
        const fault = checkFormat(name, text);
        if (fault === undefined) return;
        const { reason, part, suggestion } = fault;
        expect(reason).toMatch(
          /^(?:cannot|contains|has|is|holds|begins|ends|does|stands|lacks|names|leaves|labels) [^\n\r]*[^\n\r.]$/,
        );
        expect(reason.length).toBeLessThan(400);
        // The empty text has no part to point at.
        if (part !== undefined && text !== '') {
          expect(part.start).toBeGreaterThanOrEqual(0);
          expect(part.end).toBeGreaterThan(part.start);
          expect(part.end).toBeLessThanOrEqual(text.length);
        }
        if (suggestion === undefined) return;
        expect(suggestion).not.toBe(text);
        expect(checkFormat(name, suggestion)).toBeUndefined();
      }),
    );
  });

  it.each(formats.filter((name) => examples[name] !== ''))(
    '%s accepts its example, and suggests it if there is space around it',
    (name) => {
      expect(checkFormat(name, examples[name])).toBeUndefined();
      const fault = checkFormat(name, `\n${examples[name]} `);
      if (fault === undefined || name === 'bootstrap-token') return;
      expect(fault.suggestion).toBe(examples[name]);
    },
  );

  it.each(formats)('%s does not choke on the empty text', (name) => {
    expect(() => checkFormat(name, '')).not.toThrow();
  });

  it.each(formats)('%s gets through hostile texts', (name) => {
    // Each of these makes a careless regular expression take quadratic time or run out of stack.
    const runs = [
      'a',
      '1',
      '.',
      '-',
      ' ',
      '\n',
      '%',
      '=',
      '/',
      ':',
      'a.',
      '1.',
      '1h',
      'a:',
      '${',
      '::',
      '"a",',
      '[',
      '{"a":',
      'a,',
      'QQ==',
      '\\n',
      '-----BEGIN ',
    ];
    for (const run of runs) {
      for (const tail of ['', '!', '\u0000']) {
        const text = run.repeat(100_000 / run.length) + tail;
        expect(() => checkFormat(name, text)).not.toThrow();
      }
    }
  });
});

describe('certificates and summaries', () => {
  it('answer for any text', () => {
    fc.assert(
      fc.property(nearly, (text) => {
        expect(readCertificates(text).certificates).toEqual([]);
        base64Summary(text);
      }),
    );
  });

  it('terminate quickly for hostile strings', () => {
    const block = '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n';
    for (const run of [block, '-----BEGIN CERTIFICATE-----\n', '-----BEGIN ', '-----', 'MIII', 'a:\n', '\\n']) {
      const text = run.repeat(200_000 / run.length);
      expect(readCertificates(text).certificates).toEqual([]);
      expect(readCertificates(`-----BEGIN CERTIFICATE-----\n${text}`).certificates).toEqual([]);
      base64Summary(Buffer.from(text).toString('base64'));
    }
  });
});

describe('durations', () => {
  it('that Go prints are taken', () => {
    const units = [
      [3_600_000_000_000n, 'h'],
      [60_000_000_000n, 'm'],
    ] as const;
    const print = (nanoseconds: bigint): string => {
      let rest = nanoseconds;
      let text = '';
      for (const [unit, name] of units) {
        if (text !== '' || rest >= unit) text += `${rest / unit}${name}`;
        rest %= unit;
      }
      const seconds = `${rest / 1_000_000_000n}.${String(rest % 1_000_000_000n).padStart(9, '0')}`.replace(
        /\.?0+$/,
        '',
      );
      return `${text}${seconds === '' ? '0' : seconds}s`;
    };
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }), (nanoseconds) => {
        expect(checkFormat('duration', print(nanoseconds))).toBeUndefined();
        expect(checkFormat('duration', `${nanoseconds}ns`)).toBeUndefined();
      }),
    );
  });
});

describe('addresses', () => {
  it('of either kind are taken', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        expect(checkFormat('ip-address', address)).toBeUndefined();
        expect(checkFormat('host', address)).toBeUndefined();
        expect(checkFormat('no-proxy-entry', address)).toBeUndefined();
        expect(checkFormat('cidr', `${address}/${address.includes(':') ? 64 : 8}`)).toBeUndefined();
      }),
    );
  });

  it('are the same as in Node', () => {
    const piece = fc.constantFrom(
      '0',
      '1',
      '10',
      '255',
      '256',
      '01',
      'ffff',
      'fe80',
      'g',
      '12345',
      '.',
      ':',
      '::',
      '1.2.3.4',
      '',
    );
    const text = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));
    const colons = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(':'));
    fc.assert(
      fc.property(fc.oneof(text, colons), (candidate) => {
        expect(checkFormat('ip-address', candidate) === undefined).toBe(isIP(candidate) !== 0);
      }),
    );
  });
});

describe('JSON objects', () => {
  it('are the same as for JSON.parse', () => {
    const bent = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', '\\', '0', '.', ' ', '\n', '\u0000'))
      .map(([json, at, character]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + character + json.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), bent), (text) => {
        expect(checkFormat('json-object', `{"a": ${text}}`) === undefined).toBe(parses(`{"a": ${text}}`));
      }),
    );
  });
});

function parses(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
