import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../../server/src/core/text/base64.js';
import { utf8Bytes } from '../../../server/src/core/text/bytes.js';
import type { KnownSecret } from '../../../server/src/core/secrets/known.js';
import { createMasking, knowing, type Masking } from '../../../server/src/core/secrets/masking.js';
import { noise } from '../../families/family.js';

function maskingOf(...known: string[]): Masking {
  return maskingKnowing(known.map((value) => ({ value })));
}

function maskingKnowing(secrets: readonly KnownSecret[]): Masking {
  return createMasking(
    undefined,
    knowing((known) => known.add(secrets)),
  );
}

describe('a masking', () => {
  it('gives equal secrets equal masks, and different ones different masks', () => {
    const masking = maskingOf();
    expect(masking.text('password: Aa11-first\npasswd: Bb22-second\npassword: Aa11-first')).toBe(
      'password: ********\npasswd: ********#2\npassword: ********',
    );
    expect(masking.variable('CLIENT_SECRET', 'Bb22-second')).toBe('********#2');
  });

  it('hides a known secret wherever it appears, also inside base64', () => {
    const masking = maskingOf('Tr4verse-the-gate');
    expect(masking.text('the host Tr4verse-the-gate is not known')).toBe('the host ******** is not known');
    const encoded = masking.text(encodeBase64(utf8Bytes('send this to Tr4verse-the-gate, and then go on')));
    expect(atob(encoded)).toBe('send this to ********, and then go on');
  });

  it('hides the lines of a known secret of several lines', () => {
    const masking = maskingOf('first-line-0123456789\nsecond-line-0123456789');
    expect(masking.text('2 | second-line-0123456789')).toBe('2 | ********');
  });

  it('masks each line of a secret that is as long as the text', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => noise(60, index));
    const key = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'];
    // Making a mask of the whole key for each of its lines would take minutes.
    const shown = maskingOf().lines(['before', ...key, 'after'].join('\n'));
    expect(shown).toHaveLength(key.length + 2);
    expect(new Set(shown)).toEqual(
      new Set(['before', '-----BEGIN PRIVATE KEY-----', '********', '-----END PRIVATE KEY-----', 'after']),
    );
  });

  it('leaves ordinary words alone, even if a document uses one as a password', () => {
    expect(maskingOf('changeme', 'node', '12345').text('changeme the node 12345')).toBe('changeme the node 12345');
  });

  it('leaves text alone that is masked already', () => {
    const masking = maskingOf();
    const once = masking.text('password: Aa11-first\npasswd: Bb22-second');
    expect(masking.text(once)).toBe(once);
  });

  it("hides nothing behind the name of a secret that isn't written in a document", () => {
    const masking = maskingKnowing([{ value: '123456', name: 'token' }]);
    expect(masking.text('{"token":"123456","x":1} {"token":"********"}')).toBe(
      '{"token":"********","x":1} {"token":"********"}',
    );
  });

  it('keeps the columns of what is not secret in place', () => {
    expect(maskingOf('Tr4verse-the-gate').inPlace('a Tr4verse-the-gate b')).toBe(`a ${'*'.repeat(17)} b`);
  });

  describe('of a secret that is an ordinary word', () => {
    const text = 'users:\n  root:changeme\n  note: changeme\n';
    const start = text.indexOf('changeme');
    const masking = maskingKnowing([
      { value: 'changeme', name: 'unlock', text, span: { start, end: start + 'changeme'.length } },
    ]);

    it('hides it at its place in the document', () => {
      expect(masking.text(text)).toBe('users:\n  root:********\n  note: changeme\n');
    });

    it('hides it behind the same characters in other texts, however they are escaped', () => {
      expect(masking.text('- "root:changeme"')).toBe('- "root:********"');
      expect(masking.text('{"unlock": "changeme"}')).toBe('{"unlock": "********"}');
      expect(masking.text(String.raw`"{\"unlock\":\"changeme\"}"`)).toBe(String.raw`"{\"unlock\":\"********\"}"`);
    });

    it('hides it under its name in a value', () => {
      expect(masking.value({ unlock: 'changeme', note: 'changeme' })).toEqual({ unlock: '********', note: 'changeme' });
    });
  });

  it('hides the part of a known secret that a message shows', () => {
    expect(maskingOf('Tr4verse-the-gate').text('must be a number, not "Tr4verse-the…"')).toBe(
      'must be a number, not "********…"',
    );
  });

  it.each(["[parameters('adminPassword')]", '${PASSWORD}', '$(cat key)', '{{ ds.meta_data.token }}'])(
    'leaves the reference %s alone',
    (reference) => {
      expect(maskingOf(reference).text(`uses ${reference} here`)).toBe(`uses ${reference} here`);
    },
  );

  it('searches for 8,000 ordinary words in accounts with similar names in linear time', () => {
    const text = Array.from({ length: 8_000 }, (_, index) => `user${index}:changeme`).join('\n');
    const known = Array.from(text.matchAll(/changeme/g), ({ index, 0: value }) => ({
      value,
      text,
      span: { start: index, end: index + value.length },
    }));
    const masking = maskingKnowing(known);
    expect(masking.text(`${text}\n`)).not.toContain('changeme');
  }, 5_000);

  it('leaves references and constants under secret names alone', () => {
    const value = {
      adminPassword: "[parameters('adminPassword')]",
      token: '${TOKEN}',
      password: 'changeme',
      secret: true,
    };
    expect(maskingOf().value(value)).toEqual({ ...value, password: '********' });
  });
});
