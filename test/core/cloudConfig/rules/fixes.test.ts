import { describe, expect, it } from 'vitest';
import { validate } from '../../../../server/src/core/index.js';
import { applyChanges } from '../../../../server/src/core/formats/tree/changes.js';
import { analyse } from '../../../support/analyse.js';

const head = '#cloud-config\n';

/** The documents after each fix of an unknown key, by the titles of the fixes. */
function fixed(text: string): Record<string, string> {
  const { problems } = validate(analyse('a.cloud-config.yaml', head + text));
  const fixes = problems.filter(({ code }) => code === 'cloud-config/unknown-key').flatMap(({ fixes = [] }) => fixes);
  return Object.fromEntries(
    fixes.map(({ title, changes }) => [title, applyChanges(head + text, changes).slice(head.length)]),
  );
}

describe('fixes of an unknown key', () => {
  it('rename it to a similar one, or to one with the same words', () => {
    expect(fixed('packges: [jq]\nhostname: a\n')).toMatchObject({
      'Rename to packages': 'packages: [jq]\nhostname: a\n',
    });
    expect(fixed('ssh_authorized_key_list: []\nhostname: a\n')).toMatchObject({
      'Rename to ssh_authorized_keys': 'ssh_authorized_keys: []\nhostname: a\n',
    });
  });

  it.each([
    ['hostname: a\nxyzzy: b # why\npackages: [jq]\n', 'hostname: a\npackages: [jq]\n'],
    ['hostname: a\nxyzzy: |\n  b\n\n  c\npackages: [jq]\n', 'hostname: a\npackages: [jq]\n'],
    [
      'hostname: a\nxyzzy:\n- b:\n    c\n# about packages\npackages: [jq]\n',
      'hostname: a\n# about packages\npackages: [jq]\n',
    ],
    ['hostname: a\nxyzzy: b', 'hostname: a\n'],
    ['hostname: a\nxyzzy:\npackages: [jq]\n', 'hostname: a\npackages: [jq]\n'],
    ['hostname: a\r\nxyzzy: b\r\npackages: [jq]\r\n', 'hostname: a\r\npackages: [jq]\r\n'],
    ['write_files:\n- path: /a\n  xyzzy: b\n', 'write_files:\n- path: /a\n'],
  ])('remove it with its lines: %j', (text, result) => {
    expect(fixed(text)).toEqual({ 'Remove xyzzy': result });
  });

  it.each([
    'xyzzy: b\n',
    '{hostname: a, xyzzy: b}\n',
    'write_files:\n- xyzzy: b\n  path: /a\n',
    'hostname: a\nxyzzy: &b c\nfqdn: *b\n',
  ])('are none where that is not all of some lines, or something else needs it: %j', (text) => {
    expect(fixed(text)).toEqual({});
  });
});
