import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { maskInPlace, maskSecrets } from '../../../server/src/core/index.js';

const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----';

describe('masking', () => {
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
  ])('hides what is secret in %j', (text, secret) => {
    const { text: shown, masked } = maskSecrets(text);
    expect(shown).not.toContain(secret);
    expect(shown).toContain('********');
    expect(masked).toBeGreaterThan(0);
    expect(maskInPlace(text)).toHaveLength(text.length);
    expect(maskInPlace(text)).not.toContain(secret);
  });

  it.each([
    '{"kubelet_flags": {"--max-pods": "110", "--tls-private-key-file": "/etc/kubernetes/certs/kubeletserver.key"}}',
    '{"tokenEndpoint": "https://login.example", "secretName": "a", "passwordless": "yes"}',
    'ssh_authorized_keys: [ssh-ed25519 AAAAC3Nza]',
    'TOKEN=$(cat /run/token) PASSWORD=${PASSWORD}',
    'password: null',
    '"key": "value"',
    'sysctl net.core.somaxconn=16384 max_token_count: 7',
  ])('leaves %j alone', (text) => {
    expect(maskSecrets(text)).toEqual({ text, masked: 0 });
  });

  it('hides what base64 and gzip hold, and keeps base64 decodable', () => {
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
      const { text: shown, masked } = maskSecrets(`content: ${text}\n`, (bytes) => gunzipSync(bytes));
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

  it('takes its time with hostile text only in proportion', () => {
    // Backtracking without bounds would not come back from this.
    for (const text of [
      'a'.repeat(200_000),
      'a: '.repeat(50_000),
      '"'.repeat(100_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(2_000),
      'token '.repeat(50_000),
    ]) {
      expect(maskSecrets(text).text.length).toBeGreaterThan(0);
    }
  });
});
