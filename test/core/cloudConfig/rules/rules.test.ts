import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { quickFixes, validate } from '../../../../server/src/core/index.js';
import { analyse, checkProblems } from '../../../support/analyse.js';
import { unmasked } from '../../../support/maskings.js';

const name = 'a.cloud-config.yaml';

describe('cloud-config', () => {
  it.each([
    '#cloud-config\nruncmd: [ls, [echo, a], null]\npackages: [jq]\nwrite_files:\n- path: /a\n  permissions: "0644"\n  content: x\n',
    '#cloud-config\n⟦packges⟧cloud-config/unknown-key: [jq]\n',
    '#cloud-config\nruncmd: ⟦ls⟧cloud-config/wrong-type\n',
    '#cloud-config\nruncmd:\n- [echo, ⟦1⟧cloud-config/wrong-type]\n',
    '#cloud-config\nhostname: ⟦1⟧cloud-config/wrong-type\n',
    '#cloud-config\nwrite_files:\n- ⟦{⟧cloud-config/missing-key content: x }\n',
    '#cloud-config\nwrite_files:\n- path: /a\n  ⟦contents⟧cloud-config/unknown-key: x\n',
    '#cloud-config\nwrite_files:\n- path: /a\n  permissions: ⟦0644⟧cloud-config/unquoted-permissions\n',
    '#cloud-config\nwrite_files:\n- path: /a\n  append: ⟦"yes"⟧cloud-config/wrong-type\n',
    '#cloud-config\nwrite_files:\n- path: /a\n  encoding: ⟦⟦zip⟧cloud-config/invalid-value⟧payload/unknown-encoding\n',
    '#cloud-config\napt: {sources: {⟦1⟧cloud-config/key-not-text: {source: x}, b: {source: y}}}\n',
    '#cloud-config\nhostname: ⟦2001-01-01⟧cloud-config/wrong-type\n',
    '#cloud-config\n⟦apt_update⟧cloud-config/deprecated-key: true\n',
    '⟦#cloud-config⟧cloud-config/not-a-mapping\n',
    '#cloud-config\n⟦-⟧cloud-config/not-a-mapping a\n',
    '⟦r⟧cloud-config/header‖uncmd: [ls]\n',
    '⟦ #cloud-config⟧cloud-config/unusual-header\nruncmd: [ls]\n',
    '\n⟦#Cloud-Config⟧cloud-config/unusual-header\nruncmd: [ls]\n',
    '#cloud-config\nhostname: !!str\n',
    '#cloud-config\nhostname: !<tag:yaml.org,2002:str> 12\n',
    '⟦#! cloud-config⟧cloud-config/header\nruncmd: [ls]\n',
    '---\n⟦#cloud-config⟧cloud-config/header\nruncmd: [ls]\n',
    '#cloud-config\nruncmd: [ls]\n⟦runcmd⟧yaml/duplicate-key: [pwd]\n',
    '#cloud-config\nruncmd: ⟦[⟧yaml/syntax ls\n',
    '#cloud-config\nhostname: a\nruncmd:\n⟦\t⟧yaml/tab - ls\n',
    '#cloud-config\n# a\n⟦## template: jinja⟧user-data/template-header\nhostname: "{{ v1.local_hostname }}"\n',
    '#cloud-config\nhostname: a\n## template: jinja\n',
    "#cloud-config\nhostname: 'it'⟦s'⟧yaml/syntax\n",
  ])('%j', (source) => {
    checkProblems(name, source);
  });

  it.each([
    ['runcmd: [ls]\n', '#cloud-config\nruncmd: [ls]\n'],
    ['#!cloud-config\nruncmd: [ls]\n', '#cloud-config\nruncmd: [ls]\n'],
    ['#cloud-config\npackges: [jq]\n', '#cloud-config\npackages: [jq]\n'],
    ['#cloud-config\nhostname: 12\n', '#cloud-config\nhostname: "12"\n'],
    ['#cloud-config\nhostname: 2001-01-01\n', '#cloud-config\nhostname: "2001-01-01"\n'],
    ['#cloud-config\nssh_keys: {1: x}\n', '#cloud-config\nssh_keys: {"1": x}\n'],
    [
      '#cloud-config\nwrite_files:\n- path: /a\n  permissions: 644\n',
      '#cloud-config\nwrite_files:\n- path: /a\n  permissions: "0644"\n',
    ],
    [
      '#cloud-config\nwrite_files:\n- path: /a\n  permissions: 420\n',
      '#cloud-config\nwrite_files:\n- path: /a\n  permissions: "0644"\n',
    ],
    [
      '#cloud-config\nwrite_files:\n- path: /a\n  permissions: 493\n',
      '#cloud-config\nwrite_files:\n- path: /a\n  permissions: "0755"\n',
    ],
  ])('fixes %j to %j', (wrong, right) => {
    const fixes = quickFixes(validate(analyse(name, wrong)).problems, { start: 0, end: wrong.length });
    const changes = [...(fixes[0]?.fix.changes ?? [])].sort((a, b) => b.span.start - a.span.start);
    expect(
      changes.reduce((text, { span, newText }) => text.slice(0, span.start) + newText + text.slice(span.end), wrong),
    ).toBe(right);
  });

  it.each([
    ['users: [{name: a, shel: /bin/sh}]', '/users/0/shel', 'Entry 1 of users has no key "shel". Did you mean shell?'],
    ['users: [{name: 12}]', '/users/0/name', 'name must be a string: write "12", not 12.'],
    [
      'power_state: {mode: restart}',
      '/power_state/mode',
      'mode must be one of "poweroff", "reboot", "halt", not "restart".',
    ],
    [
      'power_state: {mode: halt, delay: soon}',
      '/power_state/delay',
      'delay must be "now", an integer or a string that matches ^\\+?[0-9]+$, not "soon".',
    ],
    ['ntp: {servers: a}', '/ntp/servers', 'servers must be a list, not a string.'],
    ['reporting: {a: {type: webhook}}', '/reporting/a', 'a must have the key endpoint.'],
    ['reporting: {a: {type: log, lvl: x}}', '/reporting/a/lvl', 'a has no key "lvl".'],
    [
      'reporting: {a: {type: web}}',
      '/reporting/a/type',
      'type must be "log", "print", "webhook" or "hyperv", not "web".',
    ],
    [
      'chpasswd: {users: [{name: a, type: text, password: x, expire: true}]}',
      '/chpasswd/users/0/expire',
      'Entry 1 of users has no key "expire".',
    ],
    [
      'chpasswd: {users: [{type: random}]}',
      '/chpasswd/users/0/type',
      'type must be "RANDOM", "hash" or "text", not "random".',
    ],
    [
      'packages: [jq, [libc6, 2.31]]',
      '/packages/1/1',
      'Entry 2 of entry 2 of packages must be a string: write "2.31", not 2.31.',
    ],
    ['packages: [[jq]]', '/packages/0', 'Entry 1 of packages has too few entries: it must have at least 2.'],
    ['swap: {size: 1.5}', '/swap/size', 'size must be "auto", an integer or a string, not 1.5.'],
    ['phone_home: {url: a, post: b}', '/phone_home/post', 'post must be "all" or a list, not "b".'],
    ['ansible: {pull: {url: x}}', '/ansible/pull', 'pull must have the key playbook_names.'],
    [
      'power_state: {mode: halt, delay: "+5"}',
      '/power_state/delay',
      'This form of delay is deprecated since cloud-init 22.3. Write now, or the minutes as a number.',
    ],
    [
      'disk_setup: {/dev/sda: {layout: [50, x]}}',
      '/disk_setup/~1dev~1sda/layout/1',
      'Entry 2 of layout must be an integer or a list, not a string.',
    ],
    ['runcmd: [{a: b}]', '/runcmd/0', 'Entry 1 of runcmd must be a list, a string or null, not a mapping.'],
    ['chpasswd: {users: [{name: a}]}', '/chpasswd/users/0', 'Entry 1 of users must have the key type.'],
  ])('reports %s in one sentence', (text, pointer, message) => {
    expect(
      validate(analyse(name, `#cloud-config\n${text}\n`)).problems.map((found) => [found.pointer, found.message]),
    ).toEqual([[pointer, message]]);
  });

  describe('a mistake that cloud-init reports in another line', () => {
    const config = '#cloud-config\na:\n  - x\n b: [y\n';
    const relatedIn = (content: string | Uint8Array): string[] => {
      const analysis = analyse('a.yaml', content);
      const places = validate(analysis).problems.flatMap(({ related = [] }) => related);
      return places.map(({ span }) => analysis.text.slice(span.start, span.end));
    };
    it.each([
      ['a file', config],
      [
        'a file of another cloud-config',
        `#cloud-config\nwrite_files:\n- content: |\n${config.replace(/^/gm, '    ')}  path: /etc/cloud/cloud.cfg.d/1.cfg\n`,
      ],
      [
        'a part of an archive',
        `#cloud-config-archive\n- type: text/cloud-config\n  content: |\n${config.replace(/^/gm, '    ')}`,
      ],
    ])('is marked in %s', (_, text) => {
      expect(relatedIn(text)).toEqual(['b']);
    });

    it('has the position of the whole file if the text is packed', () => {
      expect(relatedIn(gzipSync(config))).toEqual(['']);
    });
  });

  it('names the type of other user data without validating it', () => {
    const analysis = analyse(name, '#!/bin/sh\necho hi\n', 'cloud-config');
    expect(validate(analysis).problems).toEqual([]);
    expect(analysis.cloudConfig?.verdict(unmasked)).toMatchObject({
      verdict: 'not-validated',
      contentType: 'text/x-shellscript',
    });
  });

  it('returns the verdict', () => {
    const verdict = (text: string) => analyse(name, text).cloudConfig?.verdict(unmasked)?.verdict;
    expect(verdict('#cloud-config\nruncmd: [ls]\n')).toBe('valid');
    expect(verdict('#cloud-config\napt_update: true\n')).toBe('deprecated-only');
    expect(verdict('#cloud-config\napt_update: 7\n')).toBe('invalid');
    expect(
      analyse(name, '#cloud-config\nrandom_seed: {data: !!binary aGk=}\n').cloudConfig?.verdict(unmasked)?.parsed,
    ).toEqual({
      random_seed: { data: { $binary: 'aGk=' } },
    });
  });
});
