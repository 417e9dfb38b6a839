import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hover } from '../../../../server/src/core/index.js';
import { modeInWords, modeLetters } from '../../../../server/src/core/values/files.js';
import { analyse } from '../../../support/analyse.js';
import { readMarks } from '../../../support/markers.js';

function at(source: string): string | undefined {
  const { text, cursor } = readMarks(source);
  return hover(analyse('a.cloud-config.yaml', text), cursor)?.markdown;
}

describe('hover on keys of a cloud-config', () => {
  it('shows type, description, default and module', () => {
    expect(at('#cloud-config\nwrite_files:\n  - path: /a\n    def¦er: true\n')).toBe(
      [
        '**defer**: `true` or `false`',
        'Whether the file is written late, after users and packages are there.',
        'Default: `false`.',
        "Module `cc_write_files`, runs once per instance: [Write Files in cloud-init's documentation](https://docs.cloud-init.io/en/latest/reference/modules.html#mod-cc-write-files)",
      ].join('\n\n'),
    );
  });

  it.each([
    ['runcm¦d: [a]', /\*\*runcmd\*\*: list of lists or strings\n\nCommands/],
    ['us¦ers: [a]', /list of strings, lists or mappings, mapping or string/],
    ['write_files: [{path: a, enc¦oding: gz}]', /one of several strings[^]*Accepts `gz`, .* or `text\/plain`/],
    ['write_fi¦les: [{path: a}]', /Required: `path`\./],
    [
      'users:\n  - lock-¦passwd: true',
      /lock-passwd is deprecated since cloud-init 22\.3\.\*\* Use `lock_passwd` instead\./,
    ],
    [
      'users:\n  - name: a\n    su¦do: false',
      /Writing `true` or `false` here is deprecated since cloud-init 22\.2\. Write null instead of false\./,
    ],
    ['power_state:\n  mo¦de: halt', /`poweroff`, `reboot` or `halt`[^]*cc_power_state_change/],
    ['disk_setup:\n  /dev/sdb:\n    over¦write: true', /\*\*overwrite\*\*/],
    ['reporting:\n  a:\n    type: webhook\n    end¦point: b', /\*\*endpoint\*\*: string/],
    ['cloud_final¦_modules: [a]', /base_config_reference/],
  ])('%s', (source, expected) => {
    expect(at(`#cloud-config\n${source}\n`)).toMatch(expected);
  });

  it('explains the header', () => {
    expect(at('#cloud-¦config\nruncmd: [a]\n')).toMatch(/first line/);
  });

  it.each(['no¦pe: 1', 'ntp: {no¦pe: 1}', '# runc¦md', 'hostname: a¦', 'users: [a, ¦b]'])(
    'shows nothing for %s',
    (source) => {
      expect(at(`#cloud-config\n${source}\n`)).toBeUndefined();
    },
  );
});

describe('hover on values of a cloud-config', () => {
  it.each([
    ['"06¦44"', 'Mode `0644`, `rw-r--r--`: owner: read, write; group, others: read.'],
    ["'075¦5'", 'Mode `0755`, `rwxr-xr-x`: owner: read, write, execute; group, others: read, execute.'],
    [
      '064¦4',
      "Mode `0644`, `rw-r--r--`: owner: read, write; group, others: read. cloud-init gives the file this mode, and warns that the number isn't a string.",
    ],
    [
      '64¦4',
      "Mode `1204`, `-w----r-T`: owner: write; group: nothing; others: read; sticky. cloud-init gives the file this mode, and warns that the number isn't a string.",
    ],
    ['"rw¦"', "cloud-init can't read this as a mode; the file gets `0644` (owner: read, write; group, others: read)."],
  ])('permissions: %s', (value, expected) => {
    expect(at(`#cloud-config\nwrite_files:\n  - path: /a\n    permissions: ${value}\n`)).toBe(expected);
  });

  it('summarises encoded content and shows its beginning with secrets masked', () => {
    const data = gzipSync('#!/bin/sh\nTOKEN=abcdef.0123456789abcdef\n').toString('base64');
    for (const [content, layers] of [
      [`content: ¦${data}\n    encoding: gz+b64`, /base64 › gzip › shell-script, 40 bytes/],
      [`content: !!binary ¦${data}\n    encoding: gzip`, /yaml-binary › gzip › shell-script, 40 bytes/],
    ] as const) {
      const shown = at(`#cloud-config\nwrite_files:\n  - path: /a.sh\n    ${content}\n`);
      expect(shown).toMatch(layers);
      expect(shown).toContain('/a.sh');
      expect(shown).toContain('TOKEN=********');
    }
  });
});

describe('file modes', () => {
  const unreadable = "cloud-init can't read this as a mode; the file gets `0644`";
  it.each([
    ['"0644"', 'Mode `0644`'],
    ['"0o644"', 'Mode `0644`'],
    ['"644"', 'Mode `0644`'],
    ['" 0755 "', 'Mode `0755`'],
    ['"0_7_55"', 'Mode `0755`'],
    ['"0644a"', unreadable],
    ['"0888"', unreadable],
    ['""', unreadable],
    ['"_644"', unreadable],
    ['"-644"', 'Mode `7134`'],
    ['420', 'Mode `0644`'],
    ['1.5', 'Mode `0001`'],
    ['99999999999', 'too large to be a file mode'],
  ])('permissions: %s', (written, expected) => {
    expect(at(`#cloud-config\nwrite_files:\n  - path: /a\n    permissions: ¦${written}\n`)).toContain(expected);
  });

  it.each([
    [0o4755, 'owner: read, write, execute; group, others: read, execute; runs as its owner', 'rwsr-xr-x'],
    [0o2750, 'owner: read, write, execute; group: read, execute; others: nothing; runs as its group', 'rwxr-s---'],
    [0o1777, 'owner, group, others: read, write, execute; sticky', 'rwxrwxrwt'],
    [0, 'owner, group, others: nothing', '---------'],
  ])('%i', (mode, words, letters) => {
    expect(modeInWords(mode)).toBe(words);
    expect(modeLetters(mode)).toBe(letters);
  });
});
