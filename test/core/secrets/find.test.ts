import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets, replaceSecrets } from '../../../server/src/core/secrets/find.js';
import { mayHoldSecret } from '../../../server/src/core/secrets/signs.js';
import { expectEach } from '../../support/expectEach.js';
import { runs } from '../../support/runs.js';
import { secretKinds } from '../../support/secretKinds.js';

const inflate = (bytes: Uint8Array): Uint8Array => gunzipSync(bytes);
const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const masked = (text: string): string => replaceSecrets(text, findSecrets(text, { inflate }));

/** Characters beside a secret that may be masked: quotes, and what tests put in front of it. */
const tolerance = 8;

describe('secrets', () => {
  it('in a short data URL are found', () => {
    const encoded = base64('password: Aa1-Bb2');
    expect(encoded.length).toBeLessThan(40);
    expect(masked(`{"source": "data:;base64,${encoded}"}`)).toBe(
      `{"source": "data:;base64,${base64('password: ********')}"}`,
    );
  });

  it.each([
    ['a URL', '/a/https:~1~1bob:Tr0ub4dorPW@h~1x', '/a/https:~1~1bob:********@h~1x'],
    ['a tilde', '/a/password=hunter~0Qx9', '/a/password=********'],
    ['an element', '/a/<UserPassword>Tr0ub4dorPW<~1UserPassword>', '/a/<UserPassword>********<~1UserPassword>'],
  ])('in a JSON Pointer are found, in %s', (_, pointer, shown) => {
    expect(masked(pointer)).toBe(shown);
    expect(mayHoldSecret(pointer)).toBe(true);
  });

  it('in two lists of passwords on one line are found', () => {
    const list = 'chpasswd:\n  list:\n    - root:';
    expect(masked(`${list}Tr0ub4dorPW is wrong at /a/${list}Tr0ub4dorPW`)).not.toContain('PW');
  });

  const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const urlOf = (text: string): string => `data:,${encodeURIComponent(text)}`;
  const inEachLine = (prefix: string, texts: readonly string[]): string => texts.join('\n').replaceAll(/^/gm, prefix);
  it.each<[string, (before: string, own: string) => string]>([
    ['lines', (before, own) => `x\n${before}\n${own}\ny\n`],
    ['members of JSON', (a, b) => JSON.stringify({ a, b }, null, 1)],
    ['strings of a JSON list in a string', (before, own) => JSON.stringify(JSON.stringify([before, own]))],
    ['data URLs', (before, own) => JSON.stringify({ a: urlOf(before), b: urlOf(own) }, null, 1)],
    ['data URLs in a string', (before, own) => JSON.stringify(JSON.stringify([urlOf(before), urlOf(own)]))],
    ['a query', (before, own) => `GET /?a=${encodeURIComponent(before)}&b=${encodeURIComponent(own)} 200`],
    ['XML elements', (before, own) => `<a>\n<b>${xml(before)}</b>\n<c>${xml(own)}</c></a>`],
    ['fields of CSV', (...texts) => `1,${texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\n`],
    ["cloud-init's log", (...texts) => inEachLine('2026-03-03 10:10:07,003 - a.py[DEBUG]: ', texts)],
    ['a serial console', (...texts) => inEachLine('[   69.812345] cloud-init[1118]: ', texts)],
    ['comments', (...texts) => inEachLine('# ', texts)],
  ])('of all kinds are found in %s behind one of another kind', (_, document) => {
    const kinds = secretKinds.filter(({ secret }) => secret(0).length < 2_000);
    const leaks = kinds.flatMap(({ name, text, secret }, index) =>
      [1, 2, 3, 5, 8, 13].flatMap((step) => {
        const other = kinds[(index + step * 17) % kinds.length];
        const own = secret(1);
        const shown = masked(document(other?.text(other.secret(2)) ?? '', text(own)));
        const isShown = [own, encodeURIComponent(own), JSON.stringify(own).slice(1, -1), xml(own)].some((written) =>
          shown.includes(written),
        );
        return isShown ? [`${name} behind ${other?.name ?? ''}`] : [];
      }),
    );
    expect(leaks).toEqual([]);
  });

  it('are found in a short text as in a long one', () => {
    const texts = secretKinds.map(({ text, secret }) => text(secret(1))).filter((text) => text.length < 300);
    const words = texts.flatMap((text) => text.match(/\w+|[^\w\s]+/g) ?? []);
    const part = fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(
        ' ',
        '-',
        ' -',
        ', ',
        '"',
        '["',
        '", "',
        "', '",
        '\n',
        '.',
        '/',
        ': ',
        '=',
        '@',
        '://',
        '</',
        '|',
        '\\n',
      ),
      fc.constantFrom(
        'token2',
        'Passwrd',
        'secretValue',
        'API_KEY',
        'name',
        'value',
        'x7',
        'hunter2-Aa1',
        'echo',
        'az',
        '%3A',
      ),
    );
    const found = (text: string): boolean => findSecrets(text).some(({ start }) => start < 300);
    for (const text of texts) expect([text, found(text)]).toEqual([text, found(text.padEnd(3_000, '\n'))]);
    const check = fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('').slice(0, 300);
      expect(mayHoldSecret(text) || !found(text.padEnd(3_000, '\n'))).toBe(true);
    });
    fc.assert(check, { numRuns: runs(3_000) });
  });

  it('of password lists are found behind another command on the same line', () => {
    const text = String.raw`"msg": "data:,chpasswd <<< 'root:Aa1-Bb2'\n data:,chpasswd%20%3C%3CEOF%0Acore:Cc3-Dd4%0AEOF"`;
    expect(masked(text)).not.toMatch(/Bb2|Dd4/);
  });

  it('of password lists are found behind a here-document whose end is missing', () => {
    const text = 'chpasswd <<EOF\nroot:Aa1-Bb2\nchpasswd: {list: "core:Cc3-Dd4"}\nchpasswd <<< "admin:Ee5-Ff6"\n';
    expect(masked(text)).not.toMatch(/Bb2|Dd4|Ff6/);
  });

  it('of all kinds are found, and not more than them', () => {
    expectEach(
      secretKinds.flatMap((kind) => [1, 2, 3].map((seed) => ({ ...kind, seed }))),
      ({ name, seed }) => `${name} ${seed}`,
      ({ text, secret, seed }) => {
        const value = secret(seed);
        const line = text(value);
        const start = line.indexOf(value);
        const end = start + value.length;
        const found = findSecrets(line);
        let missing = value.length;
        let more = 0;
        for (const span of found) {
          const inside = Math.max(0, Math.min(end, span.end) - Math.max(start, span.start));
          missing -= inside;
          more += span.end - span.start - inside;
        }
        expect(missing, 'characters of the secret that are shown').toBe(0);
        expect(more, 'other characters that are masked').toBeLessThanOrEqual(tolerance);
      },
    );
  });

  const wrappings: Readonly<Record<string, (text: string) => string>> = {
    'a JSON string': (text) => JSON.stringify({ a: `x\n${text}\ny` }),
    'JSON in JSON': (text) => JSON.stringify({ a: JSON.stringify({ b: `x\n${text}\ny` }) }),
    'JSON of Go': (text) =>
      JSON.stringify(`x\n${text}\n`).replace(/[&<>=]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'percent encoding': (text) => `data:,${encodeURIComponent(`x\n${text}\ny`)}`,
    // A command has one line.
    'words of a list': (text) => (text.includes('\n') ? '' : JSON.stringify(text.split(' '))),
    'an XML element': (text) =>
      `<a><b>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</b></a>`,
    'a data URL in JSON': (text) => JSON.stringify({ source: `data:,${encodeURIComponent(text)}` }, null, 1),
    'a data URL in a log': (text) =>
      `Nov 22 10:00:51 a cloud-init[1]:  "source": "data:;charset=utf-8,${encodeURIComponent(text)}",`,
    'a string of an ARM expression': (text) => `[base64('${text.replaceAll("'", "''")}')]`,
    'a field of CSV': (text) => `1,"${text.replaceAll('"', '""')}",2\n`,
    XML: (text) =>
      `<a>\n${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}\n</a>`,
    base64: (text) => base64(`#!/bin/bash\necho this is long enough\n${text}\n`),
    'base64 in base64': (text) => base64(base64(`#!/bin/bash\necho this is long enough\n${text}\n`)),
    base64url: (text) => Buffer.from(`#!/bin/bash\necho ~~~???>>> long enough\n${text}\n`).toString('base64url'),
    'wrapped base64': (text) => base64(`#!/bin/bash\necho long enough\n${text}\n`).replace(/.{76}/g, '$&\n'),
    'wrapped base64 in JSON': (text) =>
      JSON.stringify({ a: base64(`#!/bin/bash\necho long enough\n${text}\n`).replace(/.{76}/g, '$&\n') }),
    'base64 with a byte that is no UTF-8': (text) =>
      base64(Buffer.from(`#!/bin/bash\n# caf\xe9 and more text\n${text}\n`, 'latin1')),
    'base64 of UTF-16': (text) => base64(Buffer.from(`echo long enough\n${text}\n`, 'utf16le')),
    gzip: (text) => base64(gzipSync(`#!/bin/bash\necho long enough\n${text}\n`)),
    hexadecimal: (text) => Buffer.from(`#!/bin/bash\necho long enough\n${text}\n`).toString('hex'),
  };

  /** Whether a text shows a secret when everything in it is decoded. */
  function shows(text: string, secret: string, depth = 0): boolean {
    if (text.includes(secret)) return true;
    if (depth > 3) return false;
    const decodings = [
      ...(text.match(/[\w+/-]{16}[\w+/-]*/g) ?? []).flatMap((block) =>
        ['base64', 'hex'].flatMap((encoding) => {
          const bytes = Buffer.from(block, encoding as 'hex');
          return [bytes.toString('latin1'), bytes.toString('utf16le')];
        }),
      ),
      text.replace(/\\n/g, '\n').replace(/\\(["\\])/g, '$1'),
      text.replace(/[\r\n]/g, ''),
    ];
    return decodings.some((decoded) => decoded !== text && shows(decoded, secret, depth + 1));
  }

  it.each(Object.entries(wrappings))('of all kinds are found inside of %s', (_, wrap) => {
    expectEach(
      secretKinds.filter(({ text, secret }) => text(secret(1)).length < 2000),
      ({ name }) => name,
      ({ text, secret }) => {
        const value = secret(4);
        const shown = masked(wrap(text(value)));
        expect(shown).toContain('********'.slice(0, shown.includes('*') ? 8 : 0));
        expect(shows(shown, value)).toBe(false);
      },
    );
  });

  it.each<[string, string]>([
    [
      '{"commandToExecute": "CLIENT_SECRET=abc1 VM=b bash x.sh"}',
      '{"commandToExecute": "CLIENT_SECRET=******** VM=b bash x.sh"}',
    ],
    ['{"a":"x\\nabcdef.0123456789abcdef\\ny"}', '{"a":"x\\n********\\ny"}'],
    ['{"password": "a\\"b", "user": "c"}', '{"password": "********", "user": "c"}'],
    ['password: a b c1 # root', 'password: ******** # root'],
    ['curl -u admin:a1b2 https://a.example', 'curl -u admin:******** https://a.example'],
    ['https://user:p@ss:w0rd@a.example/x', 'https://user:********@a.example/x'],
    ['PASSWORD="${PASSWORD:-abc1}"', 'PASSWORD="${PASSWORD:-********}"'],
    ['sshpass -pabc1 ssh a@b', 'sshpass -p******** ssh a@b'],
    ['openssl rsa -passin pass:abc1 -in k', 'openssl rsa -passin pass:******** -in k'],
    ['Authorization: Basic dXNlcjpodW50ZXIy', 'Authorization: Basic ********'],
    ['<UserPassword>abc1</UserPassword>', '<UserPassword>********</UserPassword>'],
    ['<UserPassword>UserPassword</UserPassword>', '<UserPassword>********</UserPassword>'],
    ['chpasswd: {list: "root:abc1\\nb:def2"}', 'chpasswd: {list: "root:********\\nb:********"}'],
    ['password: |\n  abc1\n  def2\nuser: b', 'password: |\n  ********\nuser: b'],
    ['- {name: PASSWORD, value: abc1}', '- {name: PASSWORD, value: ********}'],
    ['mysql -u root -p abc', 'mysql -u root -p abc'],
    ['$pw = ConvertTo-SecureString "a1b2" -AsPlainText', '$pw = ConvertTo-SecureString "********" -AsPlainText'],
    ['Password = ConvertTo-SecureString "a1b2" -Force', 'Password = ConvertTo-SecureString "********" -Force'],
    ['x -Password (ConvertTo-SecureString "a1b2" -Force)', 'x -Password (ConvertTo-SecureString "********" -Force)'],
    ['$token = [string]"a1b2"', '$token = [string]"********"'],
    ['$token = a1b2', '$token = ********'],
    ["curl -b 'theme=dark; session=a1b2c3d4; b=c'", "curl -b 'theme=dark; session=********; b=c'"],
    ['Cookie: theme=dark; session=a1b2c3d4', 'Cookie: theme=dark; session=********'],
    ['ssh-keygen -P a1b2 -N c3d4 -f e5', 'ssh-keygen -P ******** -N ******** -f e5'],
    [
      'aws configure set aws_secret_access_key a1b2 --profile c3',
      'aws configure set aws_secret_access_key ******** --profile c3',
    ],
  ])('leave the rest of %j', (text, shown) => {
    expect(masked(text)).toBe(shown);
  });
});
