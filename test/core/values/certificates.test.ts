import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCertificates } from '../../../server/src/core/values/certificates.js';
import { checkFormat } from '../../../server/src/core/values/check.js';
import { base64Summary } from '../../../server/src/core/values/encoded.js';
import { format } from './expectFormat.js';

const folder = join(import.meta.dirname, '../../fixtures/certificates');
const names = ['root', 'leaf', 'expired', 'future', 'names', 'version1'] as const;
const pemOf = (name: (typeof names)[number]): string => readFileSync(join(folder, `${name}.pem`), 'utf8');
const derOf = (name: (typeof names)[number]): Buffer => new X509Certificate(pemOf(name)).raw;
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');

const root = pemOf('root');
const leaf = pemOf('leaf');

describe('a certificate', () => {
  it.each([
    [
      'root',
      {
        subject: 'CN=Contoso Root CA, O=Contoso',
        issuer: 'CN=Contoso Root CA, O=Contoso',
        serialNumber: '01',
        notBefore: Date.UTC(2020, 0, 1),
        notAfter: Date.UTC(2099, 11, 31, 23, 59, 59),
        isCa: true,
        keyKind: 'RSA 2048',
        selfIssued: true,
      },
    ],
    [
      'leaf',
      {
        subject: 'CN=proxy.contoso.example',
        issuer: 'CN=Contoso Root CA, O=Contoso',
        serialNumber: 'F00DFACE0123456789ABCDEF01234567',
        notBefore: Date.UTC(2024, 1, 29, 12),
        notAfter: Date.UTC(2049, 11, 31, 23, 59, 59),
        isCa: false,
        keyKind: 'EC P-256',
        selfIssued: false,
      },
    ],
    ['expired', { keyKind: 'EC P-384', notAfter: Date.UTC(2002, 0, 1), isCa: true }],
    ['future', { keyKind: 'Ed25519', notBefore: Date.UTC(2090, 0, 1), isCa: true }],
    ['version1', { keyKind: 'RSA 2048', isCa: true, selfIssued: true }],
    [
      'names',
      {
        subject:
          'emailAddress=ca@contoso.example, CN=\\ lead\\;\\<#\\>, OU=A+OU=B, O=Contoso\\, Ltd. \\"x\\", L=München, C=DE, DC=contoso, DC=example',
        keyKind: 'EC P-521',
        isCa: false,
        selfIssued: true,
      },
    ],
  ] as const)('%s says what it is', (name, expected) => {
    expect(readCertificates(pemOf(name)).certificates).toMatchObject([expected]);
  });

  it.each(names)('%s is read as Node reads it', (name) => {
    const [ours] = readCertificates(pemOf(name)).certificates;
    const theirs = new X509Certificate(pemOf(name));
    expect(ours?.serialNumber).toBe(theirs.serialNumber);
    expect(ours?.notBefore).toBe(Date.parse(theirs.validFrom));
    expect(ours?.notAfter).toBe(Date.parse(theirs.validTo));
    // OpenSSL counts a version 1 certificate as a CA only where it asks whether one may sign.
    if (name !== 'version1') expect(ours?.isCa).toBe(theirs.ca);
    // Node gives one attribute a line, in the certificate's order.
    const lines = (subject: string | undefined): string | undefined =>
      subject
        ?.split(/(?<!\\), /)
        .reverse()
        .join('\n')
        .replace('+', ' + ');
    expect(lines(ours?.subject)).toBe(theirs.subject);
    expect(lines(ours?.issuer)).toBe(theirs.issuer);
    const { modulusLength, namedCurve = '' } = theirs.publicKey.asymmetricKeyDetails ?? {};
    const curve = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }[namedCurve];
    const type = theirs.publicKey.asymmetricKeyType;
    const kinds = { rsa: `RSA ${modulusLength}`, ec: `EC ${curve}`, ed25519: 'Ed25519' };
    expect(ours?.keyKind).toBe(kinds[type as keyof typeof kinds]);
  });
});

describe('certificates', () => {
  it('are found in PEM, base64 of PEM and base64 of DER', () => {
    expect(readCertificates(root + leaf)).toMatchObject({
      container: 'pem',
      certificates: [{ serialNumber: '01' }, { subject: 'CN=proxy.contoso.example' }],
      hasPrivateKey: false,
      faults: [],
    });
    expect(readCertificates(base64(root))).toMatchObject({ container: 'base64-pem', faults: [] });
    const der = readCertificates(base64(derOf('root')));
    expect(der).toMatchObject({ container: 'base64-der', certificates: [{ serialNumber: '01' }] });
    expect(der.faults).toHaveLength(1);
  });

  it('are read despite other faults', () => {
    const wrapped = readCertificates(base64(root).replace(/.{76}/g, '$&\r\n'));
    expect(wrapped.certificates).toHaveLength(1);
    expect(wrapped.faults[0]?.reason).toContain('has a carriage return');
    const joined = readCertificates(base64(leaf.replace(/\n/g, ' ')));
    expect(joined.certificates).toMatchObject([{ subject: 'CN=proxy.contoso.example' }]);
    expect(joined.faults).toHaveLength(1);
  });

  it('that are damaged are counted', () => {
    const damaged = leaf.replace(/\n(.{20})/, '\n');
    const { certificates, faults } = readCertificates(base64(root + damaged));
    expect(certificates).toHaveLength(1);
    expect(faults.map(({ reason }) => reason)).toEqual(['is damaged: its certificate 2 cannot be read']);
  });

  it('never fail to be read, however a certificate is bent', () => {
    const bytes = fc.constantFrom(...names).map(derOf);
    fc.assert(
      fc.property(bytes, fc.nat(), fc.nat(255), fc.nat(), (der, at, byte, length) => {
        const bent = Buffer.from(der);
        bent[at % bent.length] = byte;
        const cut = bent.subarray(0, 1 + (length % (bent.length * 3)));
        for (const text of [base64(cut), base64(pemAround(cut)), pemAround(cut)]) {
          const { certificates } = readCertificates(text);
          for (const { notBefore, subject } of certificates) {
            expect(Number.isFinite(notBefore)).toBe(true);
            expect(subject).not.toMatch(/\p{Cc}/u);
          }
        }
      }),
    );
  });

  it('that both read are the same to Node', () => {
    const der = derOf('root');
    // Every byte of the part that we look at, bent in two ways.
    for (let at = 0; at < der.length - 256; at += 1) {
      for (const bit of [0x01, 0x80]) {
        const bent = Buffer.from(der);
        bent[at] = (bent[at] ?? 0) ^ bit;
        const [ours] = readCertificates(base64(bent)).certificates;
        const theirs = nodeReads(bent);
        // Node writes a negative serial number with its sign, which no certificate in use has.
        if (ours === undefined || theirs === undefined || theirs.serialNumber.startsWith('-')) continue;
        expect(BigInt(`0x${ours.serialNumber}`)).toBe(BigInt(`0x${theirs.serialNumber}`));
        expect(ours.notBefore).toBe(Date.parse(theirs.validFrom));
        expect(ours.notAfter).toBe(Date.parse(theirs.validTo));
      }
    }
  });
});

function nodeReads(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function pemAround(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${base64(der).replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

const oneLine = (pem: string): string => pem.replace(/\n/g, '');
const openssl = (pem: string): string => pemAround(new X509Certificate(pem).raw).replace('\n\n', '\n');
const publicKey = new X509Certificate(root).publicKey.export({ type: 'spki', format: 'pem' }).toString();
const secretPem = '-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----\n';

format(
  'base64-certificates',
  [
    base64(root),
    base64(root + leaf),
    base64(`subject=CN = Contoso Root CA\n\n${root}\n# the proxy\n${leaf}`),
    base64(root.replace(/\n/g, '\r\n')),
    base64(root.replace(/\n/g, ' \n').replace('----- \n', '-----\n')),
    base64(root).replace(/.{76}/g, '$&\n'),
    base64(root.trimEnd()),
    base64(`-----BEGIN DH PARAMETERS-----\nQUJD\n-----END DH PARAMETERS-----\n${root}`),
  ],
  [
    [root, 'is PEM itself', base64(root)],
    [root + leaf, 'is PEM itself', base64(root + leaf)],
    [oneLine(root), 'is PEM itself', base64(openssl(root))],
    [base64(oneLine(root)), 'has lost its line breaks', base64(openssl(root))],
    [base64(root.replace(/\n/g, ' ')), 'has lost its line breaks', base64(openssl(root))],
    [base64(root.replace(/\n/g, '\\n')), 'has the characters \\n', base64(openssl(root))],
    [base64(root.replace(/^/gm, '  ')), 'has lost its line breaks', base64(openssl(root))],
    [
      base64(root.trimEnd() + leaf),
      'its certificate 1 has lost its line breaks',
      base64(openssl(root) + openssl(leaf)),
    ],
    [base64(root.slice(0, 500)), 'is cut off before its END line'],
    [base64(root.replace('MII', '!!!')), 'is not padded base64 between'],
    [base64(root.replace('MII', 'AAA')), 'its certificate cannot be read'],
    [
      base64(root.replace(/CERTIFICATE/g, 'X509 CERTIFICATE')),
      'labels its certificate "X509 CERTIFICATE"',
      base64(openssl(root)),
    ],
    [base64(root.replace('-\n', '-\nNote: mine\n\n')), 'the kubelet skips it', base64(openssl(root))],
    [base64(derOf('root')), 'in binary form (DER)', base64(openssl(root))],
    [base64(base64(root)), 'it was encoded twice', base64(root)],
    [base64(`\ufeff${root}`), 'begins with a byte order mark', base64(root)],
    [base64(Buffer.from(`\ufeff${root}`, 'utf16le')), 'holds PEM in UTF-16', base64(root)],
    [base64(secretPem), 'holds a private key where a certificate is wanted'],
    [base64(root + secretPem), 'holds a private key where only certificates are wanted'],
    [secretPem, 'holds a private key'],
    [root + secretPem, 'holds a private key'],
    [base64(publicKey), 'holds a public key where a certificate is wanted'],
    [base64('-----BEGIN nonsense'), 'holds text where a certificate is wanted'],
    [base64('cert'), 'holds text where a certificate is wanted'],
    [base64('{"a":1}'), 'holds JSON where a certificate is wanted'],
    ['H4sIAAAAAAAAAwMAAAAAAAAAAAA=', 'holds gzip data where'],
    ['cert', 'holds binary data where'],
    ['/etc/ca.crt', 'has a character at position 8'],
    [base64(`${root}\n`).replace(/=+$/, ''), 'is not filled up with =', base64(`${root}\n`)],
    [base64(root).slice(0, 801), 'is cut off or has an extra character'],
    ['', 'holds nothing where a certificate is wanted'],
  ],
);

describe('a private key where certificates are wanted', () => {
  it('is never repeated', () => {
    for (const text of [secretPem, base64(secretPem), root + secretPem, base64(root + secretPem), oneLine(secretPem)]) {
      const fault = checkFormat('base64-certificates', text);
      expect(fault).toBeDefined();
      expect(JSON.stringify(fault)).not.toContain('c2VjcmV0');
      expect(JSON.stringify(fault)).not.toContain(base64('c2VjcmV0'));
      expect(readCertificates(text).hasPrivateKey).toBe(true);
    }
  });
});

describe('a summary', () => {
  it('tells certificates and their containers', () => {
    expect(base64Summary(base64(root))?.kind).toBe('certificates');
    expect(base64Summary(base64(derOf('leaf')))?.kind).toBe('certificates');
    expect(base64Summary(base64(root + secretPem))?.kind).toBe('private-key');
  });
});

describe('the times of a certificate', () => {
  /** The root's certificate with other texts in the place of its two times. */
  const withTimes = (from: string, until: string): ReturnType<typeof readCertificates> => {
    const der = derOf('root').toString('latin1').replace('200101000000Z', from).replace('20991231235959Z', until);
    return readCertificates(base64(Buffer.from(der, 'latin1')));
  };
  const digits = (value: number, count: number): string => String(value).padStart(count, '0');

  it('are those of the calendar, in all years that can be written', () => {
    const day = fc.tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }));
    const clock = fc.tuple(
      fc.integer({ min: 0, max: 25 }),
      fc.integer({ min: 0, max: 61 }),
      fc.constantFrom(0, 59, 60),
    );
    const years = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(1900, 2000, 2024, 2100, 4));
    fc.assert(
      fc.property(years, day, clock, (year, [month, date], [hour, minute, second]) => {
        const written = `${digits(year, 4)}${[month, date, hour, minute, second].map((part) => digits(part, 2)).join('')}Z`;
        const time = new Date(0);
        time.setUTCFullYear(year, month - 1, date);
        time.setUTCHours(hour, minute, second);
        const exists = time.toISOString().replace(/\D/g, '').startsWith(written.slice(0, -1));
        const [certificate] = withTimes('200101000000Z', written).certificates;
        expect(certificate?.notAfter).toBe(exists ? time.getTime() : undefined);
      }),
    );
  });

  it.each([
    ['490101000000Z', Date.UTC(2049, 0, 1)],
    ['500101000000Z', Date.UTC(1950, 0, 1)],
    ['2001010000 0Z', undefined],
    ['200101000000z', undefined],
    ['20010100000:Z', undefined],
  ])('with two digits of the year: %s', (written, notBefore) => {
    const [certificate] = withTimes(written, '20991231235959Z').certificates;
    expect(certificate?.notBefore).toBe(notBefore);
  });
});
