import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIsoDate, pythonRegExp } from '../../../server/src/core/cloudConfig/schema/validator.js';
import { utf8Bytes } from '../../../server/src/core/text/bytes.js';
import { analyse } from '../../support/analyse.js';
import { unmasked } from '../../support/maskings.js';

const verdict = (text: string | Uint8Array) => analyse('a.cloud-config.yaml', text).cloudConfig?.verdict(unmasked);

describe("cloud-init's verdict", () => {
  it.each([
    ['power_state: {mode: halt, timeout: 30}', 'valid'],
    ['power_state: {mode: halt, timeout: 30.0}', 'invalid'],
    ['power_state: {mode: halt, timeout: !!float 30}', 'invalid'],
    ['power_state: {mode: halt, timeout: 0.0}', 'invalid'],
    ['power_state: {mode: halt, timeout: 99999999999999999999}', 'valid'],
    ['power_state: {mode: halt, timeout: 1.0e+300}', 'invalid'],
    ['power_state: {mode: halt, delay: "+5\\n"}', 'deprecated-only'],
    ['power_state: {mode: halt, delay: "+5\\n\\n"}', 'invalid'],
    ['power_state: {mode: halt, delay: !!binary KzU=}', 'invalid'],
    ['hostname: !!binary aGk=', 'valid'],
    [`power_state: {mode: halt, timeout: ${'9'.repeat(400)}}`, 'valid'],
    ['power_state: {mode: halt, timeout: .inf}', 'invalid'],
    ['growpart: {mode: auto, devices: [.nan]}', 'invalid'],
    ['hostname: 2001-01-01', 'invalid'],
    ['hostname: 2001-01-01T00:00:00Z', 'invalid'],
    ['packages: !!set {a, b}', 'invalid'],
    ['users: [{name: a, expiredate: "2038-01-19"}]', 'valid'],
    ['users: [{name: a, expiredate: 2038-01-19}]', 'invalid'],
    ['users: [{name: a, expiredate: "2038-02-30"}]', 'invalid'],
    ['users: [{name: a, expiredate: "2038W032"}]', 'valid'],
    ['snap: {commands: {00: [install, vlc]}}', 'valid'],
    ['apt: {sources: {1: {source: x}}}', 'invalid'],
    ['apt: {sources: {a: {source: x}}}', 'valid'],
    ['disk_setup: {~: {layout: true}}', 'invalid'],
    ['3: x', 'invalid'],
  ])('%s: %s', (line, wanted) => {
    expect(verdict(`#cloud-config\n${line}\n`)?.verdict).toBe(wanted);
  });

  it('is for the bytes, not for the text that was read from them', () => {
    const bytes = (text: string, ...more: number[]): Uint8Array => new Uint8Array([...utf8Bytes(text), ...more]);
    const refused = { verdict: 'invalid', contentType: null, parsed: null };
    expect(verdict(bytes('#cloud-config\n# ', 0xff, 0x0a))).toEqual(refused);
    expect(verdict(bytes('\ufeff#cloud-config\nhostname: a\n'))).toEqual(refused);
    expect(verdict(bytes('#cloud-config\nhostname: a\0b\n'))).toEqual(refused);
  });

  it('is that an empty file is not validated', () => {
    expect(verdict('')).toMatchObject({ verdict: 'not-validated', contentType: null });
    expect(verdict('\n')?.verdict).toBe('invalid');
    expect(verdict('\ufeff')?.verdict).toBe('invalid');
  });

  it.each([
    ['hostname: a', { hostname: 'a' }],
    ['hostname: 2001-01-01', null],
    ['snap: {commands: {0: x}}', null],
    ['ntp: !!set {a}', null],
    ['hostname: .inf', null],
    ['hostname: "', null],
    ['hostname: 2001-01-01\nhostname: a', { hostname: 'a' }],
    ['hostname: a\nhostname: 2001-01-01', null],
    ['final_message: !!binary "aG#k="', { final_message: { $binary: 'aGk=' } }],
  ])('returns the value of %s as JSON', (line, parsed) => {
    expect(verdict(`#cloud-config\n${line}\n`)?.parsed).toEqual(parsed);
  });
});

it.each([
  ['2020-W53', true],
  ['2021-W53', false],
  ['20380119', true],
  ['2038-0119', false],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['0000-01-01', false],
])('Python reads %s as a date: %s', (text, wanted) => {
  expect(isIsoDate(text)).toBe(wanted);
});

it.each([
  ['^.$', '\r', true],
  ['^.$', '\n', false],
  ['^a$', 'a\n', true],
  ['^a$', 'a\n\n', false],
  ['^[.$]$', '$', true],
  ['^\\.$', 'x', false],
])('Python finds %s in %j: %s', (pattern, text, wanted) => {
  expect(pythonRegExp(pattern).test(text)).toBe(wanted);
});

it.each([
  ['^.+:.+$', '^[^\\n]+:[^\\n]+(?=\\n?$)', '0:'.repeat(500_000) + '\n\nx'],
  ['^([0-9]+)?\\.?[0-9]+[BKMGT]$', '^([0-9]+)?\\.?[0-9]+[BKMGT](?=\\n?$)', '0'.repeat(1_000_000)],
  ['^[-_0-9a-zA-Z]+(,[-_0-9a-zA-Z]+)*$', '^[-_0-9a-zA-Z]+(,[-_0-9a-zA-Z]+)*(?=\\n?$)', `${'a,'.repeat(16_000_000)}:`],
])('finds %s where Python finds it, in linear time', (pattern, plain, long) => {
  const text = fc.string({ unit: fc.constantFrom('a', '0', '.', ':', 'K', ',', '\n'), maxLength: 8 });
  fc.assert(
    fc.property(text, (value) => {
      expect(pythonRegExp(pattern).test(value)).toBe(new RegExp(plain, 'u').test(value));
    }),
    { numRuns: 2_000 },
  );
  expect(pythonRegExp(pattern).test(long)).toBe(false);
});

it('is returned for lists with more entries than a call accepts arguments', () => {
  expect(verdict(`#cloud-config\nntp:\n  servers: [${'a, '.repeat(150_000)}1]\n`)?.verdict).toBe('invalid');
});
