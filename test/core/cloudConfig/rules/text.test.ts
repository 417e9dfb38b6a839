import { describe, expect, it } from 'vitest';
import { quickFixes, validate } from '../../../../server/src/core/index.js';
import { utf8Bytes } from '../../../../server/src/core/text/bytes.js';
import { analyse, checkProblems } from '../../../support/analyse.js';

const name = 'a.cloud-config.yaml';

describe('the text of a cloud-config', () => {
  it.each([
    '⟦#cloud-config  ⟧cloud-config/unusual-header\nhostname: a\n',
    '⟦#cloud-config: x⟧cloud-config/unusual-header\nhostname: a\n',
    '⟦\ufeff#cloud-config⟧cloud-config/header\nhostname: a\n',
    '⟦#cloud-config⟧cloud-config/windows-line-ends\r\nhostname: a\r\n',
    '#cloud-config\n⟦\u00a0hostname⟧yaml/hidden-character: a\n',
    '#cloud-config\n⟦\ufeffhostname⟧yaml/hidden-character: a\n',
    '#cloud-config\nusers:\n- name: a\n  ⟦she\u200bll⟧yaml/hidden-character: /bin/sh\n',
    '#cloud-config\nhostname: a\u00a0b\n',
    '#cloud-config\nfinal_message: "a ⟦\\ud83d\\ude00⟧yaml/surrogate-escape \\U0001f600"\n',
    '#cloud-config\nfinal_message: "⟦\\udc00⟧yaml/surrogate-escape\\ud800"\n',
    '#cloud-config\n{"final_message": "⟦\\uD83D\\U0000DE00⟧yaml/surrogate-escape"}\n',
  ])('%j', (source) => {
    checkProblems(name, source);
  });

  it.each([
    ['#cloud-config \nhostname: a\n', '#cloud-config\nhostname: a\n'],
    ['\ufeff#cloud-config\nhostname: a\n', '#cloud-config\nhostname: a\n'],
    ['#cloud-config\r\nhostname: a\r\n', '#cloud-config\nhostname: a\n'],
    ['#cloud-config\nhost\u200bname: a\n', '#cloud-config\nhostname: a\n'],
    ['#cloud-config\nfinal_message: "\\ud83d\\ude00 \\ud83d\\ude01"\n', '#cloud-config\nfinal_message: "😀 😁"\n'],
  ])('fixes %j to %j', (wrong, right) => {
    const [fix] = quickFixes(validate(analyse(name, wrong)).problems, { start: 0, end: wrong.length });
    const changes = [...(fix?.fix.changes ?? [])].reverse();
    expect(
      changes.reduce((text, { span, newText }) => text.slice(0, span.start) + newText + text.slice(span.end), wrong),
    ).toBe(right);
  });

  it('leaves a key of invisible characters alone, of which nothing would be left', () => {
    const text = '#cloud-config\nusers: [ls]\n\u00a0: a\n';
    const { problems } = validate(analyse(name, text));
    expect(problems.map(({ code, fixes = [] }) => [code, fixes.length])).toContainEqual(['yaml/hidden-character', 0]);
  });

  it('has no header after a byte order mark, also in base64', () => {
    const text = Buffer.from(utf8Bytes('\ufeff#cloud-config\nhostname: a\n')).toString('base64');
    expect(validate(analyse('a.b64', text, 'custom-data')).problems.map(({ code }) => code)).toEqual([
      'cloud-config/header',
    ]);
  });

  it.each([
    ['hostname: on', 'hostname must be a string: write "on", not on. YAML 1.1 reads on as true.'],
    [
      'hostname: 1:30',
      'hostname must be a string: write "1:30", not 1:30. YAML 1.1 reads 1:30 as 90, because : counts in sixties.',
    ],
    [
      'hostname: 0644',
      'hostname must be a string: write "0644", not 0644. YAML 1.1 reads 0644 as 420, because a 0 in front means octal.',
    ],
    ['hostname: 1.10', 'hostname must be a string: write "1.10", not 1.10. YAML 1.1 reads 1.10 as 1.1.'],
    ['hostname: 0x1f', 'hostname must be a string: write "0x1f", not 0x1f. YAML 1.1 reads 0x1f as 31.'],
    ['hostname: 12', 'hostname must be a string: write "12", not 12.'],
    ['hostname: true', 'hostname must be a string: write "true", not true.'],
    [
      'power_state: {mode: halt, timeout: 08}',
      'timeout must be an integer, not a string. To YAML 1.1 08 is text, because a 0 in front means octal, which has no 8 and 9.',
    ],
    [
      'power_state: {mode: halt, timeout: 0o17}',
      'timeout must be an integer, not a string. To YAML 1.1 0o17 is text; octal numbers begin with 0 alone.',
    ],
    [
      'power_state: {mode: halt, timeout: 1e3}',
      'timeout must be an integer, not a string. To YAML 1.1 1e3 is text; an exponent needs a point in front and a sign, as in 1.0e+3.',
    ],
    [
      'package_update: y',
      "package_update must be a boolean, not a string. To cloud-init's YAML reader y is text; write yes or no.",
    ],
    ['package_update: "y"', 'package_update must be a boolean, not a string.'],
  ])('explains how YAML reads %s', (line, message) => {
    expect(validate(analyse(name, `#cloud-config\n${line}\n`)).problems.map((found) => found.message)).toEqual([
      message,
    ]);
  });

  it.each([
    [50_000, undefined],
    [60_000, 'vmss/custom-data-near-limit'],
    [66_000, 'vmss/custom-data-too-long'],
  ])('with %i bytes: %s', (size, code) => {
    const text = `#cloud-config\nwrite_files:\n- path: /small\n  content: x\n- path: /big\n  content: ${'x'.repeat(size)}\n`;
    const found = validate(analyse(name, text)).problems;
    expect(found.map((one) => one.code)).toEqual(code === undefined ? [] : [code]);
    if (code !== undefined) expect(found[0]?.message).toContain('"/big"');
  });
});
