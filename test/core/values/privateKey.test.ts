import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFormat } from '../../../server/src/core/values/check.js';
import { base64Summary } from '../../../server/src/core/values/encoded.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const certificate = readFileSync(join(import.meta.dirname, '../../fixtures/certificates/leaf.pem'), 'utf8');

const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64');
const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1'): string =>
  key.export({ type, format: 'pem' }).toString();
const der = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1'): Buffer =>
  Buffer.from(pem(key, type).replace(/-----.*-----/g, ''), 'base64');

describe('base64-private-key', () => {
  it.each([
    ['PKCS #8', pem(rsa.privateKey, 'pkcs8')],
    ['PKCS #1', pem(rsa.privateKey, 'pkcs1')],
    ['SEC 1', pem(ec.privateKey, 'sec1')],
    ['Ed25519', pem(ed.privateKey, 'pkcs8')],
    [
      'a key behind its parameters',
      `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${pem(ec.privateKey, 'sec1')}`,
    ],
    ['a key beside its certificate', certificate + pem(ec.privateKey, 'pkcs8')],
  ])('takes %s', (_, key) => {
    expect(checkFormat('base64-private-key', base64(key))).toBeUndefined();
    expect(base64Summary(base64(key))?.kind).toBe('private-key');
  });

  const encrypted = ec.privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString();
  const oldEncrypted = rsa.privateKey
    .export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString();
  const key = pem(ec.privateKey, 'pkcs8');
  it.each([
    ['PEM itself', key, 'is PEM itself'],
    ['an encrypted key', base64(encrypted), 'holds an encrypted key'],
    ['an encrypted key of old', base64(oldEncrypted), 'holds an encrypted key'],
    ['PKCS #8 in DER', base64(der(ec.privateKey, 'pkcs8')), 'in binary form (DER)'],
    ['PKCS #1 in DER', base64(der(rsa.privateKey, 'pkcs1')), 'in binary form (DER)'],
    ['SEC 1 in DER', base64(der(ec.privateKey, 'sec1')), 'in binary form (DER)'],
    ['a certificate', base64(certificate), 'holds a certificate where the private key is wanted'],
    ['a public key', base64(ec.publicKey.export({ type: 'spki', format: 'pem' })), 'holds a public key'],
    ['a public key in DER', base64(ec.publicKey.export({ type: 'spki', format: 'der' })), 'holds a public key'],
    ["OpenSSH's own form", base64(key.replace(/PRIVATE/g, 'OPENSSH PRIVATE')), 'in the form of OpenSSH'],
    ['lost line breaks', base64(key.replace(/\n/g, '')), 'holds a damaged PEM block'],
    ['a key cut short', base64(key.replace(/\n.{9}/, '\n')), 'holds a damaged PEM block'],
    ['a byte order mark', base64(`\ufeff${key}`), 'begins with a byte order mark'],
    ['plain text', base64('kubelet-client-key-0'), 'holds no private key'],
    ['what is no base64', `${base64(key)}!`, 'that is not base64'],
    ['missing padding', base64('abcd').slice(0, -2), 'is not filled up'],
  ])('refuses %s and does not repeat the key', (_, text, reason) => {
    const fault = checkFormat('base64-private-key', text);
    expect(fault?.reason).toContain(reason);
    expect(fault?.suggestion).toBeUndefined();
    const secret = der(ec.privateKey, 'pkcs8').toString('base64').slice(0, 20);
    expect(fault?.reason).not.toContain(secret);
  });

  it('refuses spaces around it without a suggestion', () => {
    expect(checkFormat('base64-private-key', `${base64(pem(ec.privateKey, 'sec1'))} `)?.suggestion).toBeUndefined();
  });
});
