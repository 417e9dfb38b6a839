import { describe, expect, it } from 'vitest';
import { isInvented, StandIns } from '../../../server/src/core/redaction/standIns.js';

const secrets = [
  'abcdef.0123456789abcdef',
  'Hunter2!',
  'pw',
  '!!??',
  '12345678',
  'S3cret%2Fkey+/==',
  'a\\nb\\u0041c"d\\\\e0123',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAxyz0\nabc=\n-----END RSA PRIVATE KEY-----\n',
  '$6$somesalt$hashhashHASH0123',
  '0f9d8c7b6a5e4d3c2b1a',
  'dXNlcjpodW50ZXIy',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln',
  'pässwörd12',
];

describe('the invented value for a secret', () => {
  it('has its length and kinds of characters, and is different', () => {
    const standIns = new StandIns();
    const shape = (text: string): string => text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0');
    for (const secret of secrets.filter((one) => !/[äö!]|^dXN/.test(one))) {
      const invented = standIns.of(secret);
      expect(invented).not.toBe(secret);
      expect(shape(invented)).toBe(shape(secret));
    }
    for (const secret of secrets) expect(standIns.of(secret)).toHaveLength(secret.length);
  });

  it('is the same for the same secret, also if it is escaped, and another one for another secret', () => {
    const standIns = new StandIns();
    expect(standIns.of('hunter2hunter2')).toBe(standIns.of('hunter2hunter2'));
    expect(standIns.of('line1\\nline2').replace('\\n', '\n')).toBe(standIns.of('line1\nline2'));
    const all = Array.from({ length: 2_000 }, (_, number) => standIns.of(`hunter${10_000 + number}`));
    expect(new Set(all).size).toBe(all.length);
  });

  it('keeps base64 valid, with base64 of text inside', () => {
    const standIns = new StandIns();
    const encoded = Buffer.from('user:hunter2\n').toString('base64');
    const decoded = Buffer.from(standIns.of(encoded), 'base64').toString();
    expect(decoded).toBe(standIns.of('user:hunter2\n'));
    expect(decoded).not.toContain('hunter2');
  });

  it('stays as it is when it is redacted again', () => {
    for (const secret of secrets.filter((one) => one.length > 10)) {
      const invented = new StandIns().of(secret);
      const other = new StandIns();
      other.of('something-else-first');
      expect(other.of(invented)).toBe(invented);
    }
    expect(secrets.some(isInvented)).toBe(false);
  });
});
