import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../../../server/src/core/secrets/find.js';
import { masked as masking } from '../../support/maskings.js';

const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----';

describe('masking secrets', () => {
  it.each([
    ['{"tls_bootstrapping_token": "abcdef.0123456789abcdef"}', 'abcdef.0123456789abcdef'],
    ['{"servicePrincipalSecret":"hunter2"}', 'hunter2'],
    ['{\\"clientSecret\\": \\"hunter2\\"}', 'hunter2'],
    ['TLS_BOOTSTRAP_TOKEN="tok3n-value" OTHER=1', 'tok3n-value'],
    ['SERVICE_PRINCIPAL_CLIENT_SECRET=hunter2 NEXT=1', 'hunter2'],
    ["password: 'correct horse'", 'correct horse'],
    ['passwd: hunter2', 'hunter2'],
    ['az login --password hunter2 --user a', 'hunter2'],
    ['az login --client-secret=hunter2', 'hunter2'],
    ['https://a.blob.core.windows.net/c/f?sv=2020&sig=abc%2Fdef&se=1', 'abc%2Fdef'],
    ['AccountName=a;AccountKey=Zm9vYmFy==;EndpointSuffix=x', 'Zm9vYmFy=='],
    ['http://user:hunter2@proxy.contoso.example:3128', 'hunter2'],
    ['Authorization: Bearer abcdefghijklmnopqrstuvwxyz', 'abcdefghijklmnopqrstuvwxyz'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl', 'eyJzdWIiOiIxMjM0NTYifQ'],
    ['abcdef.0123456789abcdef', 'abcdef.0123456789abcdef'],
    ['pwd=hunter2', 'hunter2'],
    ['--pwd hunter2', 'hunter2'],
    ['a://b:hunter2@c', 'hunter2'],
    [pem, 'MIIEowIBAAKCAQEA'],
    [JSON.stringify({ key: pem }), 'MIIEowIBAAKCAQEA'],
  ])('masks the secret in %j', (text, secret) => {
    const { text: shown, masked } = maskSecrets(text);
    expect(shown).not.toContain(secret);
    expect(shown).toContain('********');
    expect(masked).toBeGreaterThan(0);
    expect(masking().inPlace(text)).toHaveLength(text.length);
    expect(masking().inPlace(text)).not.toContain(secret);
  });

  it.each([
    '{"kubelet_flags": {"--max-pods": "110", "--tls-private-key-file": "/etc/kubernetes/certs/kubeletserver.key"}}',
    '{"tokenEndpoint": "https://login.example", "secretName": "a", "passwordless": "yes"}',
    'ssh_authorized_keys: [ssh-ed25519 AAAAC3Nza]',
    'TOKEN=$(cat /run/token) PASSWORD=${PASSWORD}',
    'password: null',
    '"key": "value"',
    'sysctl net.core.somaxconn=16384 max_token_count: 7',
  ])('leaves %j unchanged', (text) => {
    expect(maskSecrets(text)).toEqual({ text, masked: 0 });
  });

  it('masks secrets in base64 and gzip and keeps base64 decodable', () => {
    const inner = '{"tls_bootstrapping_token": "abcdef.0123456789abcdef", "vm_size": "Standard_D4s_v5"}';
    const encoded = Buffer.from(inner).toString('base64');
    const wrapped = encoded.replace(/(.{44})/g, '$1\n   ');
    const compressed = gzipSync(inner).toString('base64');
    for (const [what, text] of Object.entries({
      encoded,
      wrapped,
      twice: Buffer.from(encoded).toString('base64'),
      compressed,
    })) {
      const { text: shown, masked } = maskSecrets(`content: ${text}\n`, {
        inflate: (bytes) => gunzipSync(bytes),
      });
      expect(masked, what).toBe(1);
      expect(shown, what).not.toContain(text);
      if (what === 'compressed') expect(shown).toBe('content: ********\n');
      if (what === 'encoded' || what === 'wrapped') {
        const again = Buffer.from(shown.replace('content: ', ''), 'base64').toString();
        expect(again, what).toMatch(/"tls_bootstrapping_token": "\*{8}", "vm_size": "Standard_D4s_v5"/);
      }
    }
    expect(
      maskSecrets(Buffer.from('{"vm_size": "Standard_D4s_v5", "location": "eastus"}').toString('base64')).masked,
    ).toBe(0);
  });

  it('keeps escaped quotes around a masked string of nested JSON', () => {
    expect(maskSecrets('{\\"clientSecret\\": \\"hunter2\\"}').text).toBe('{\\"clientSecret\\": \\"********\\"}');
  });

  it('masks a cut private key up to the beginning of the next block', () => {
    const cut = '-----BEGIN PRIVATE KEY-----\nMIIEow';
    expect(maskSecrets(`${cut}\n${pem}`).text).toBe(
      '-----BEGIN PRIVATE KEY-----********-----BEGIN RSA PRIVATE KEY-----********-----END RSA PRIVATE KEY-----',
    );
  });

  const letters = 'A'.repeat(10_000_000);

  it.each([
    ['one block of base64', letters, 0],
    ['base64 in short lines', 'A'.repeat(40) + '\nAAAA'.repeat(2_000_000), 0],
    ['a quoted value', `"password": "${letters}"`, 1],
    ['a value of escapes', `"password": "${'\\n'.repeat(5_000_000)}"`, 1],
    ['a bearer token', `Bearer ${letters}`, 1],
    ['a web token', `eyJ${letters}.eyJ${letters}.${letters}`, 1],
  ])('searches 10 MB of %s', (_, text, masked) => {
    expect(maskSecrets(text).masked).toBe(masked);
  });

  it('searches hostile text in linear time', () => {
    // Each took seconds to minutes with a pattern that backtracks.
    for (const text of [
      'a'.repeat(200_000),
      'a: '.repeat(50_000),
      'a-'.repeat(100_000) + '://',
      '-eyJaaaaaaaa'.repeat(50_000) + ' .eyJ',
      '"'.repeat(100_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(20_000),
      'token '.repeat(50_000),
    ]) {
      expect(maskSecrets(text).text.length).toBeGreaterThan(0);
    }
  });
});
