import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  definitionsAt,
  fileLinks,
  inlayHints,
  outline,
  type OutlineEntry,
  referencesAt,
} from '../../../../server/src/core/index.js';
import { allAdditions } from '../../../../server/src/core/document/additions.js';
import { analyse } from '../../../support/analyse.js';
import { readMarks } from '../../../support/markers.js';

const name = 'a.cloud-config.yaml';

function lines(entries: readonly OutlineEntry[], indent = ''): string[] {
  return entries.flatMap(({ name: label, detail, deprecated, children }) => [
    `${indent}${label}${detail === '' ? '' : `: ${detail}`}${deprecated ? ' (deprecated)' : ''}`,
    ...lines(children, `${indent}  `),
  ]);
}

const outlined = (text: string): string[] => lines(outline(analyse(name, `#cloud-config\n${text}`)));

describe('outline of a cloud-config', () => {
  it('names modules, files, users and commands', () => {
    expect(
      outlined(
        'write_files:\n- path: /a\n  defer: true\n- content: x\nusers:\n- default\n- name: ops\n  lock-passwd: true\nruncmd:\n- [systemctl, restart, kubelet]\n- |\n\n  set -e\n  echo b\n- \n',
      ),
    ).toEqual([
      'write_files: /a',
      '  /a: deferred',
      '    path: "/a"',
      '    defer: true',
      '  1',
      '    content: "x"',
      'users: default, ops, Users and Groups',
      '  default',
      '  ops',
      '    name: "ops"',
      '    lock-passwd: true (deprecated)',
      'runcmd: systemctl restart kubelet, set -e',
      '  systemctl restart kubelet',
      '  set -e',
      '  2',
    ]);
  });

  it('shows values of short keys, and masks secrets', () => {
    const shown = outlined(
      'hostname: node\npassword: hunter2\nnope: {a: 1}\nruncmd:\n- curl -H "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U" https://a.example\n',
    );
    expect(shown[0]).toBe('hostname: "node", Set Hostname');
    expect(shown[1]).toBe('password: ********, Set Passwords');
    expect(shown.join('\n')).not.toContain('hunter2');
    expect(shown.join('\n')).not.toContain('dozjgNryP4');
    expect(shown).toContain('  a: 1');
  });

  it('shows the first entries of a list as a whole, before the title of the module', () => {
    expect(outlined('packages: [curl, jq]\nssh_authorized_keys: []\n').filter((line) => !line.startsWith(' '))).toEqual(
      ['packages: curl, jq, Package Update Upgrade Install', 'ssh_authorized_keys: SSH'],
    );
    const [long, ...commands] = outlined(`runcmd:\n${'- systemctl restart kubelet\n'.repeat(3)}`);
    expect(long).toBe('runcmd: systemctl restart kubelet, systemctl restart kubelet, …');
    expect(commands).toHaveLength(3);
  });

  it('shortens long commands', () => {
    const [, command] = outlined(`runcmd:\n- echo ${'a'.repeat(500)}\n`);
    expect(command?.length).toBeLessThan(80);
    expect(command).toMatch(/…$/);
  });
});

/** The marked ranges of a text. */
function shown(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string[] {
  return spans.map(({ start, end }) => `${start}:${text.slice(start, end)}`);
}

const relations: readonly [string, string][] = [
  ['an alias', '#cloud-config\nntp:\n  servers: ⟦&s⟧ [a]\n  pools: ⟦*¦s⟧\nruncmd: [*x]\n'],
  ['an anchor', '#cloud-config\nntp:\n  servers: ⟦&¦s⟧ [a]\n  pools: ⟦*s⟧\n  peers: ⟦*s⟧\n'],
  ['an anchor of a mapping below it', '#cloud-config\napt: ⟦&a¦⟧\n  conf: b\nuser:\n  <<: ⟦*a⟧\n'],
  ['an anchor that is set anew', '#cloud-config\nbootcmd: [&a x, *a, ⟦&a⟧ y, ⟦*¦a⟧]\n'],
  ['anchors with names that begin alike', '#cloud-config\nbootcmd: [⟦&a⟧ x, &ab y, ⟦*¦a⟧, *ab]\n'],
  [
    'a path in a command',
    '#cloud-config\nwrite_files:\n- path: ⟦/opt/a.sh⟧\nruncmd:\n- bash ⟦/opt/¦a.sh⟧ --x\n- /opt/a.sh.bak\n',
  ],
  [
    'a path in a list',
    '#cloud-config\nwrite_files:\n- {path: ⟦/opt/¦a⟧, content: x}\nbootcmd:\n- [sh, "⟦/opt/a⟧"]\n- /x/opt/a\n',
  ],
  [
    'a path in a block text',
    '#cloud-config\nruncmd:\n- |\n  set -e\n  chmod +x ⟦/opt/a⟧; "⟦/opt/a⟧" >/dev/null\n  cat ⟦/opt/a⟧.\nwrite_files:\n- path: "⟦/opt/a¦⟧"\n',
  ],
  [
    'a file that is written twice',
    '#cloud-config\nwrite_files:\n- path: ⟦/a⟧\n- path: ⟦/a⟧\n  append: true\nruncmd: [cat ⟦/¦a⟧]\n',
  ],
  [
    'a path behind an option',
    '#cloud-config\nwrite_files: [{path: ⟦/etc/c.d/x⟧}]\nruncmd: [run --config=⟦/etc/c.d/¦x⟧]\n',
  ],
];

describe('definition and references in a cloud-config', () => {
  it.each(relations)('%s', (_, source) => {
    // The marks of paths in quotes leave the quotes out, but names have them.
    const { text, marks, cursor } = readMarks(source);
    const analysis = analyse(name, text);
    const found = referencesAt(analysis, cursor, true).map(({ start, end }) =>
      /["']/.test(text.charAt(start)) ? { start: start + 1, end: end - 1 } : { start, end },
    );
    expect(shown(text, found)).toEqual(shown(text, marks));
  });

  it('goes from a use to its whole definition', () => {
    const { text, cursor } = readMarks(
      '#cloud-config\nwrite_files:\n- path: /opt/a\n  content: x\nruncmd:\n- /opt/¦a\n',
    );
    const [found] = definitionsAt(analyse(name, text), cursor);
    expect(text.slice(found?.name.start, found?.name.end)).toBe('/opt/a');
    expect(text.slice(found?.span.start, found?.span.end)).toBe('path: /opt/a\n  content: x');
  });

  it('lists only uses if declarations are not requested', () => {
    const { text, cursor } = readMarks('#cloud-config\nbootcmd: [&¦a x, *a]\n');
    expect(shown(text, referencesAt(analyse(name, text), cursor, false))).toEqual([`${text.indexOf('*a')}:*a`]);
  });

  it.each(['runcmd: [/bin/¦ls]', 'hostname: /opt/¦a\nwrite_files: [{path: /opt/a}]', 'runcmd: [*¦nope]', '# /o¦'])(
    'knows nothing on %s',
    (source) => {
      const { text, cursor } = readMarks(`#cloud-config\n${source}\n`);
      expect(definitionsAt(analyse(name, text), cursor)).toEqual([]);
      expect(referencesAt(analyse(name, text), cursor, true)).toEqual([]);
    },
  );

  it('links paths in commands to their files', () => {
    const { text } = readMarks(
      '#cloud-config\nwrite_files: [{path: /a}, {path: /b}]\nruncmd: [/b, [cat, /a]]\nbootcmd: [&x y, *x]\n',
    );
    const found = fileLinks(analyse(name, text));
    expect(found.map(({ span, target }) => [text.slice(span.start, span.end), target.start])).toEqual([
      ['/b', text.indexOf('/b')],
      ['/a', text.indexOf('/a')],
    ]);
  });
});

describe('inlay hints of a cloud-config', () => {
  function hinted(text: string, payloadLenses: boolean): string {
    const hints = inlayHints(analyse(name, text), { start: 0, end: text.length }, { ...allAdditions, payloadLenses });
    return hints
      .toReversed()
      .reduce(
        (shownText, { offset, label }) => `${shownText.slice(0, offset)}«${label}»${shownText.slice(offset)}`,
        text,
      );
  }

  it('show modes in letters, and decoded content by type and size where no lens does', () => {
    const packed = gzipSync('{"a": 1}\n').toString('base64');
    const script = Buffer.from('#!/bin/sh\nls\n').toString('base64');
    const text = `#cloud-config\nwrite_files:\n- path: /a\n  permissions: "0640"\n  encoding: gz+b64\n  content: ${packed}\n- path: /b\n  permissions: 644\n  content: !!binary |\n    ${script}\n- path: /c\n  permissions: x\n  content: plain\n`;
    const withModes = text.replace('"0640"', '"0640"«rw-r-----»').replace('644', '644«mode 1204, -w----r-T»');
    expect(hinted(text, true)).toBe(withModes);
    expect(hinted(text, false)).toBe(
      withModes.replace(packed, `${packed}«json, 9 bytes»`).replace('|', '|«shell-script, 13 bytes»'),
    );
  });

  it('are limited to the requested range', () => {
    const text = '#cloud-config\nwrite_files:\n- permissions: "0600"\n- permissions: "0644"\n';
    expect(inlayHints(analyse(name, text), { start: text.indexOf('"0644'), end: text.length })).toHaveLength(1);
  });
});
