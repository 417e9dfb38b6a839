import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFormat } from '../../../server/src/core/values/check.js';
import { base64Summary } from '../../../server/src/core/values/encoded.js';
import { faultyPart, format } from './expectFormat.js';

const pem = '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

format(
  'base64',
  ['aGVsbG8=', 'aGVsbG8h', 'aGVs\nbG8h\n', '\n\naGVsbG8h', 'QQ==QUI=', 'QR==', '++//'],
  [
    ['aGVsbG8', 'is not filled up with =', 'aGVsbG8='],
    ['QQ=', 'is not filled up with =', 'QQ=='],
    ['aGVsbG8==', 'is not filled up with =', 'aGVsbG8='],
    ['aGVsb', 'is cut off or has an extra character'],
    ['aGVsbG-_', 'is in the URL-safe alphabet', 'aGVsbG+/'],
    ['aGVsbA_-x', 'is in the URL-safe alphabet'],
    ['aGVs bG8h', 'has a space', 'aGVsbG8h'],
    ['aGVs\r\nbG8h\r\n', 'has a carriage return', 'aGVsbG8h'],
    ['aGVsbG8h ', 'behind it', 'aGVsbG8h'],
    ['QQ=QQQ==', 'has padding that is not at its end'],
    ['=QQQ', 'has padding that is not at its end'],
    ['====', 'has padding that is not at its end'],
    ['hello!', 'has a character at position 6 that is not base64'],
    ['{"a":1}', 'has a character at position 1'],
    ['aGVsbG8é', 'has a character at position 8'],
    ['data:text/plain;base64,aGVsbG8h', 'is a data: URL', 'aGVsbG8h'],
    [pem, 'is PEM itself', base64(pem)],
    ['-----BEGIN PRIVATE KEY-----\nQUJD\n-----END PRIVATE KEY-----\n', 'is PEM itself'],
  ],
);

describe('base64', () => {
  it('points at the character', () => {
    expect(faultyPart('base64', 'aGVs\rbG8h')).toBe('\r');
    expect(faultyPart('base64', 'aGVs-G8h')).toBe('-');
    expect(faultyPart('base64', 'aGVs!G8h')).toBe('!');
  });

  // From 9.5 on it does without padding; the images of the nodes have older ones.
  const version = /coreutils\) (\d+)\.(\d+)/.exec(spawnSync('base64', ['--version'], { encoding: 'utf8' }).stdout);
  const older = version !== null && Number(version[1]) * 100 + Number(version[2]) < 905;

  it.skipIf(!older)('is what base64 -d of the nodes decodes without complaint', () => {
    const piece = fc.constantFrom('QUJD', 'QQ==', 'QUI=', 'A', '\n', ' ', '\r', '-', '/', '+', '=', '!');
    const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (candidate) => {
        const whole = spawnSync('base64', ['-d'], { input: candidate }).status === 0;
        expect(checkFormat('base64', candidate) === undefined).toBe(whole);
      }),
    );
  });
});

describe('a summary of base64', () => {
  it.each([
    ['', 'empty', 0],
    ['QUJD', 'text', 3],
    ['QUJDRA', 'text', 4],
    [base64('{"a": [1]}'), 'json', 10],
    [base64('[1]'), 'json', 3],
    [base64('{not json'), 'text', 9],
    [base64(pem), 'public-key', pem.length],
    [base64('ssh-rsa AAAAB3Nza x@y'), 'public-key', 21],
    [base64('-----BEGIN PKCS7-----\nQUJD\n-----END PKCS7-----\n'), 'pkcs7', 47],
    [
      base64('-----BEGIN CERTIFICATE REQUEST-----\nQUJD\n-----END CERTIFICATE REQUEST-----\n'),
      'certificate-request',
      75,
    ],
    ['H4sIAAAAAAAAAwMAAAAAAAAAAAA=', 'gzip', 20],
    ['//4A', 'binary', 3],
    ['AAECAw==', 'binary', 4],
    ['MAA=', 'binary', 2],
  ] as const)('%j is %s of %d bytes', (text, kind, bytes) => {
    expect(base64Summary(text)).toEqual({ kind, bytes });
  });

  it('is none for other text', () => {
    expect(base64Summary('hello world!')).toBeUndefined();
  });
});
