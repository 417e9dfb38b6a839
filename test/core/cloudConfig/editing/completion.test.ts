import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Analysis, complete, type Completion, validate } from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';
import { readMarks } from '../../../support/markers.js';
import { expandSnippet } from '../../../support/snippet.js';

const name = 'a.cloud-config.yaml';

function completions(source: string) {
  const { text, cursor } = readMarks(source);
  return { text, cursor, items: complete(analyse(name, text), cursor) };
}

const labels = (source: string): string[] => completions(source).items.map(({ label }) => label);

function named(items: readonly Completion[], label: string): Completion {
  const item = items.find((candidate) => candidate.label === label);
  if (item === undefined)
    throw new Error(`${label} is not offered, but ${items.map((other) => other.label).join(' | ')}`);
  return item;
}

/** The text after a completion is chosen, as an editor writes it that keeps up the indentation of the line. */
function written(text: string, { span, snippet }: Completion): string {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, span.start))?.[0] ?? '';
  return text.slice(0, span.start) + expandSnippet(snippet).text.replaceAll('\n', `\n${indent}`) + text.slice(span.end);
}

function chosen(source: string, label: string): string {
  const { text, items } = completions(source);
  return written(text, named(items, label));
}

describe('completion of keys in a cloud-config', () => {
  it.each([
    // At the top.
    ['#cloud-config\n¦', 'package_update', '#cloud-config\npackage_update: true'],
    ['#cloud-config\nhost¦', 'hostname', '#cloud-config\nhostname: '],
    ['#cloud-config\n¦\nhostname: a\n', 'fqdn', '#cloud-config\nfqdn: \nhostname: a\n'],
    ['#cloud-config\nwrite¦', 'write_files', '#cloud-config\nwrite_files:\n  - path: '],
    ['#cloud-config\nrun¦', 'runcmd', '#cloud-config\nruncmd:\n  - '],
    ['#cloud-config\npack¦', 'packages', '#cloud-config\npackages:\n  - '],
    ['#cloud-config\nntp¦', 'ntp', '#cloud-config\nntp:\n  '],
    ['#cloud-config\nusers¦', 'users', '#cloud-config\nusers:\n  - '],
    ['#cloud-config\nhos¦tname: a\n', 'fqdn', '#cloud-config\nfqdn: a\n'],
    ['#cloud-config\npower_¦', 'power_state', '#cloud-config\npower_state:\n  mode: poweroff'],
    ['#cloud-config\n"run¦"', 'runcmd', '#cloud-config\n"runcmd":\n  - '],
    ['#cloud-config\n---\nrun¦', 'runcmd', '#cloud-config\n---\nruncmd:\n  - '],
    // Alternatives of a value.
    ['#cloud-config\nusers¦', 'users (mapping)', '#cloud-config\nusers:\n  '],
    ['#cloud-config\ngroups¦', 'groups (string)', '#cloud-config\ngroups: '],
    ['#cloud-config\nusers:\n  - name: a\n    sudo¦', 'sudo', '#cloud-config\nusers:\n  - name: a\n    sudo: '],
    [
      '#cloud-config\nusers:\n  - name: a\n    sudo¦',
      'sudo (list)',
      '#cloud-config\nusers:\n  - name: a\n    sudo:\n      - ',
    ],
    // Inside mappings.
    ['#cloud-config\nntp:\n  ¦', 'enabled', '#cloud-config\nntp:\n  enabled: false'],
    ['#cloud-config\nntp:\n    ¦', 'servers', '#cloud-config\nntp:\n    servers:\n      - '],
    [
      '#cloud-config\nntp:\n  ena¦\n  servers: [a]\n',
      'enabled',
      '#cloud-config\nntp:\n  enabled: false\n  servers: [a]\n',
    ],
    ['#cloud-config\nntp:\n  servers: [a]\n  ¦\n', 'pools', '#cloud-config\nntp:\n  servers: [a]\n  pools:\n    - \n'],
    ['#cloud-config\nntp:\n  config:\n    conf¦', 'confpath', '#cloud-config\nntp:\n  config:\n    confpath: '],
    ['#cloud-config\nchpasswd:\n  ¦', 'expire', '#cloud-config\nchpasswd:\n  expire: false'],
    ['#cloud-config\nswap:\n  ¦', 'filename', '#cloud-config\nswap:\n  filename: '],
    ['#cloud-config\nssh_keys:\n  rsa_p¦', 'rsa_private', '#cloud-config\nssh_keys:\n  rsa_private: '],
    [
      '#cloud-config\ndisk_setup:\n  /dev/sdb:\n    ¦',
      'overwrite',
      '#cloud-config\ndisk_setup:\n  /dev/sdb:\n    overwrite: true',
    ],
    [
      '#cloud-config\napt:\n  sources:\n    mine:\n      key¦',
      'keyid',
      '#cloud-config\napt:\n  sources:\n    mine:\n      keyid: ',
    ],
    ['#cloud-config\nyum_repos:\n  epel:\n    base¦', 'baseurl', '#cloud-config\nyum_repos:\n  epel:\n    baseurl: '],
    // In the entries of lists.
    ['#cloud-config\nwrite_files:\n  - ¦', 'path', '#cloud-config\nwrite_files:\n  - path: '],
    ['#cloud-config\nwrite_files:\n- ¦', 'path', '#cloud-config\nwrite_files:\n- path: '],
    [
      '#cloud-config\nwrite_files:\n  - path: /a\n    ¦',
      'content',
      '#cloud-config\nwrite_files:\n  - path: /a\n    content: ',
    ],
    [
      '#cloud-config\nwrite_files:\n- path: /a\n  enc¦\n',
      'encoding',
      '#cloud-config\nwrite_files:\n- path: /a\n  encoding: gz\n',
    ],
    [
      '#cloud-config\nwrite_files:\n  - ¦\n    path: /a\n',
      'defer',
      '#cloud-config\nwrite_files:\n  - defer: true\n    path: /a\n',
    ],
    [
      '#cloud-config\nwrite_files:\n  - path: /a\n    sou¦\n',
      'source',
      '#cloud-config\nwrite_files:\n  - path: /a\n    source:\n      uri: \n',
    ],
    ['#cloud-config\nwrite_files:\n  - sou¦\n', 'source', '#cloud-config\nwrite_files:\n  - source:\n      uri: \n'],
    [
      '#cloud-config\nwrite_files:\n- path: /a\n  source:\n    ¦\n',
      'uri',
      '#cloud-config\nwrite_files:\n- path: /a\n  source:\n    uri: \n',
    ],
    [
      '#cloud-config\nusers:\n  - ssh_aut¦\n',
      'ssh_authorized_keys',
      '#cloud-config\nusers:\n  - ssh_authorized_keys:\n      - \n',
    ],
    [
      '#cloud-config\nusers:\n- ssh_aut¦\n',
      'ssh_authorized_keys',
      '#cloud-config\nusers:\n- ssh_authorized_keys:\n  - \n',
    ],
    ['#cloud-config\nusers:\n  - default\n  - na¦', 'name', '#cloud-config\nusers:\n  - default\n  - name: '],
    [
      '#cloud-config\nchpasswd:\n  users:\n    - name: a\n      ¦',
      'password',
      '#cloud-config\nchpasswd:\n  users:\n    - name: a\n      password: ',
    ],
    ['#cloud-config\nfs_setup:\n  - dev¦', 'device', '#cloud-config\nfs_setup:\n  - device: '],
    [
      '#cloud-config\n# a\n\n# b\nwrite_files:\n\n  # c\n  - path: /a\n    # d\n    own¦',
      'owner',
      '#cloud-config\n# a\n\n# b\nwrite_files:\n\n  # c\n  - path: /a\n    # d\n    owner: ',
    ],
    // Between brackets.
    ['#cloud-config\nntp: {¦}\n', 'enabled', '#cloud-config\nntp: {enabled: false}\n'],
    ['#cloud-config\nntp: {ena¦, pools: [a]}\n', 'enabled', '#cloud-config\nntp: {enabled: false, pools: [a]}\n'],
    ['#cloud-config\nntp: {pools: [a], ¦}\n', 'servers', '#cloud-config\nntp: {pools: [a], servers: []}\n'],
    ['#cloud-config\nntp: { ¦ pools: [a]}\n', 'enabled', '#cloud-config\nntp: { enabled: false,  pools: [a]}\n'],
    ['#cloud-config\nntp: {con¦}\n', 'config', '#cloud-config\nntp: {config: {  }}\n'],
    [
      '#cloud-config\nwrite_files: [{path: /a, per¦}]\n',
      'permissions',
      '#cloud-config\nwrite_files: [{path: /a, permissions: }]\n',
    ],
    [
      '#cloud-config\nwrite_files: [{ path: /a }, {¦}]\n',
      'path',
      '#cloud-config\nwrite_files: [{ path: /a }, {path: }]\n',
    ],
    ['#cloud-config\n{"ntp": {"ena¦"}}\n', 'enabled', '#cloud-config\n{"ntp": {"enabled": false}}\n'],
    [
      '#cloud-config\n{\n  "ntp": {\n    "ena¦": true\n  }\n}\n',
      'enabled',
      '#cloud-config\n{\n  "ntp": {\n    "enabled": true\n  }\n}\n',
    ],
    // In text that cannot be read as it stands.
    [
      '#cloud-config\nwrite_files:\n  - path: /a\n    conten\n    own¦\nruncmd: [a]\n',
      'owner',
      '#cloud-config\nwrite_files:\n  - path: /a\n    conten\n    owner: \nruncmd: [a]\n',
    ],
    ['#cloud-config\nntp: [\nusers:\n  - na¦', 'name', '#cloud-config\nntp: [\nusers:\n  - name: '],
    ['#cloud-config\nbootcmd\nntp:\n  ¦\nrun\n', 'pools', '#cloud-config\nbootcmd\nntp:\n  pools:\n    - \nrun\n'],
    ['#cloud-config\n\tx: 1\nntp:\n  ¦', 'pools', '#cloud-config\n\tx: 1\nntp:\n  pools:\n    - '],
    // The document's own layout.
    [
      '#cloud-config\nntp:\n    enabled: true\nusers:\n    - name: a\n    - ssh_a¦',
      'ssh_authorized_keys',
      '#cloud-config\nntp:\n    enabled: true\nusers:\n    - name: a\n    - ssh_authorized_keys:\n          - ',
    ],
    ['#cloud-config\npackages:\n- a\nrun¦', 'runcmd', '#cloud-config\npackages:\n- a\nruncmd:\n- '],
    [
      '#cloud-config\r\npackages:\r\n- a\r\nwrite_¦\r\n',
      'write_files',
      '#cloud-config\r\npackages:\r\n- a\r\nwrite_files:\n- path: \r\n',
    ],
    [
      '#cloud-config\npower_state:\n    mode: reboot\ngrowpart:\n    ¦',
      'devices',
      '#cloud-config\npower_state:\n    mode: reboot\ngrowpart:\n    devices:\n        - ',
    ],
  ])('%j: %s', (source, label, result) => {
    expect(chosen(source, label)).toBe(result);
  });

  it.each([
    [
      '#cloud-config\nwrite_files:\n  ¦',
      '- file with content',
      /^#cloud-config\nwrite_files:\n {2}- path: \/etc\/example\.conf\n {4}permissions: "0644"\n {4}content: \|\n {6}$/,
    ],
    [
      '#cloud-config\nwrite_files:\n- path: /a\n¦',
      '- systemd service',
      /^#cloud-config\nwrite_files:\n- path: \/a\n- path: \/etc\/systemd\/system\/example\.service\n {2}permissions: "0644"\n {2}content: \|\n {4}\[Unit\]\n/,
    ],
  ])('%j: %s is a whole entry without problems', (source, label, expected) => {
    const text = chosen(source, label);
    expect(text).toMatch(expected);
    expect(validate(analyse('a.cloud-config.yaml', text)).problems).toEqual([]);
  });

  it('begins with the keys that most cloud-configs have', () => {
    const { items } = completions('#cloud-config\nusers: []\n¦');
    const sorted = items.toSorted((a, b) => (a.sortText < b.sortText ? -1 : 1)).map(({ label }) => label.split(':')[0]);
    expect([...new Set(sorted)].slice(0, 7)).toEqual([
      'packages',
      'runcmd',
      'write_files',
      'bootcmd',
      'package_update',
      'ssh_authorized_keys',
      'allow_public_ssh_keys',
    ]);
  });

  it.each([
    ['keys that are there', '#cloud-config\nhostname: a\n¦\nruncmd: [a]\n', ['hostname', 'runcmd']],
    [
      'keys that are there in an entry',
      '#cloud-config\nwrite_files:\n  - path: /a\n    owner: a\n    ¦\n    defer: true\n',
      ['path', 'owner', 'defer'],
    ],
    ['the old name of a key that is there', '#cloud-config\nusers:\n  - lock_passwd: true\n    ¦', ['lock-passwd']],
    ['the new name of a key that is there', '#cloud-config\nusers:\n  - lock-passwd: true\n    ¦', ['lock_passwd']],
    ['the other one of two keys', '#cloud-config\nusers:\n  - name: a\n    ¦', ['snapuser']],
    [
      'keys of another alternative',
      '#cloud-config\nreporting:\n  a:\n    type: webhook\n    ¦',
      ['level', 'kvp_file_path'],
    ],
    ['nested keys at the top', '#cloud-config\nntp:\n¦', ['pools', 'servers']],
    ['top keys inside', '#cloud-config\nntp:\n  ¦', ['runcmd', 'ntp']],
    ['keys of an entry beside it', '#cloud-config\nwrite_files:\n  - path: /a\n  ¦', ['content', 'owner']],
  ])('leaves out %s', (_, source, absent) => {
    const offered = labels(source);
    expect(offered).not.toEqual([]);
    expect(offered.filter((label) => absent.includes(label))).toEqual([]);
  });

  it.each([
    ['a comment', '#cloud-config\nntp:\n  # ¦'],
    ['a comment behind a value', '#cloud-config\nhostname: a # ¦'],
    ['a block text', '#cloud-config\nwrite_files:\n  - content: |\n      ntp:\n        ¦\n'],
    ['a text of several lines in quotes', '#cloud-config\nhostname: "a\n  ¦"\n'],
    ['a text of several words', '#cloud-config\nhostname: a ¦'],
    ['a mapping below a text', '#cloud-config\nhostname: a\n  ¦'],
    ['a place where any name is right', '#cloud-config\ndisk_setup:\n  ¦'],
    ['a value of an unknown key', '#cloud-config\nnope:\n  ¦'],
    ['a command', '#cloud-config\nruncmd:\n  - ls ¦'],
    ['another document kind', '#!/bin/bash\n¦'],
  ])('offers nothing in %s', (_, source) => {
    const { text, cursor } = readMarks(source);
    const analysis = source.startsWith('#!') ? analyse('a.yaml', text) : analyse(name, text);
    expect(complete(analysis, cursor).map(({ label }) => label)).toEqual([]);
  });

  it('sorts required keys first, and marks deprecated keys and sorts them last', () => {
    const { items } = completions('#cloud-config\nwrite_files:\n  - ¦');
    const sorted = [...items].sort((a, b) => (a.sortText < b.sortText ? -1 : 1));
    expect(sorted[0]).toMatchObject({ label: 'path', detail: 'required string', preselect: true });
    const users = completions('#cloud-config\nusers:\n  - name: a\n    ¦').items;
    const inOrder = [...users].sort((a, b) => (a.sortText < b.sortText ? -1 : 1));
    const firstOld = inOrder.findIndex(({ deprecated }) => deprecated);
    expect(firstOld).toBeGreaterThan(10);
    expect(inOrder.slice(firstOld).every(({ deprecated }) => deprecated)).toBe(true);
    expect(named(users, 'lock-passwd')).toMatchObject({ deprecated: true });
    expect(named(users, 'lock-passwd').documentation).toMatch(/deprecated since cloud-init 22\.3.*`lock_passwd`/);
  });

  it('documents a key with its module, type, default and page', () => {
    const { items } = completions('#cloud-config\nntp:\n  ¦');
    const { documentation } = named(items, 'enabled');
    expect(documentation).toContain('`true` or `false`');
    expect(documentation).toContain('Default: `true`.');
    expect(documentation).toContain('`cc_ntp`, runs once per instance');
    expect(documentation).toContain('https://docs.cloud-init.io/en/latest/reference/modules.html#mod-cc-ntp');
  });

  it('lets an editor keep the rest of a word or replace it', () => {
    const { text, cursor, items } = completions('#cloud-config\nho¦stname: a\n');
    const { span, insertSpan } = named(items, 'hostname');
    expect(text.slice(span.start, span.end)).toBe('hostname');
    expect(insertSpan).toEqual({ start: span.start, end: cursor });
  });
});

describe('completion of values in a cloud-config', () => {
  it.each([
    ['#cloud-config\npackage_update: ¦', 'true', '#cloud-config\npackage_update: true'],
    ['#cloud-config\npackage_update: t¦rue\n', 'false', '#cloud-config\npackage_update: false\n'],
    ['#cloud-config\npackage_update:¦', 'true', '#cloud-config\npackage_update: true'],
    ['#cloud-config\npower_state:\n  mode: ¦', 'reboot', '#cloud-config\npower_state:\n  mode: reboot'],
    ['#cloud-config\npower_state:\n  mode: "re¦"', 'reboot', '#cloud-config\npower_state:\n  mode: "reboot"'],
    ["#cloud-config\npower_state:\n  mode: 'h", 'halt', "#cloud-config\npower_state:\n  mode: 'halt'"],
    ['#cloud-config\npower_state: {mode: ¦}', 'halt', '#cloud-config\npower_state: {mode: halt}'],
    ['#cloud-config\npower_state:\n  delay: ¦', 'now', '#cloud-config\npower_state:\n  delay: now'],
    ['#cloud-config\ngrowpart:\n  mode: ¦', 'off', '#cloud-config\ngrowpart:\n  mode: "off"'],
    ['#cloud-config\nmanage_etc_hosts: ¦', 'localhost', '#cloud-config\nmanage_etc_hosts: localhost'],
    ['#cloud-config\nwrite_files:\n  - encoding: gz+¦', 'gz+b64', '#cloud-config\nwrite_files:\n  - encoding: gz+b64'],
    ['#cloud-config\nwrite_files:\n  - permissions: ¦', '0755', '#cloud-config\nwrite_files:\n  - permissions: "0755"'],
    [
      '#cloud-config\nwrite_files:\n  - permissions: "06¦"',
      '0600',
      '#cloud-config\nwrite_files:\n  - permissions: "0600"',
    ],
    ['#cloud-config\nwrite_files:\n  - owner: ¦', 'root:root', '#cloud-config\nwrite_files:\n  - owner: root:root'],
    ['#cloud-config\nusers:\n  - ¦', 'default', '#cloud-config\nusers:\n  - default'],
    ['#cloud-config\nusers: [¦]', 'default', '#cloud-config\nusers: [default]'],
    ['#cloud-config\nusers:\n  - shell: /bin/b¦', '/bin/bash', '#cloud-config\nusers:\n  - shell: /bin/bash'],
    [
      '#cloud-config\nusers:\n  - sudo: ¦',
      'ALL=(ALL) NOPASSWD:ALL',
      '#cloud-config\nusers:\n  - sudo: ALL=(ALL) NOPASSWD:ALL',
    ],
    ['#cloud-config\nssh_genkeytypes: [rsa, ¦]', 'ed25519', '#cloud-config\nssh_genkeytypes: [rsa, ed25519]'],
    ['#cloud-config\nssh_genkeytypes:\n  - e¦', 'ecdsa', '#cloud-config\nssh_genkeytypes:\n  - ecdsa'],
    ['#cloud-config\ncloud_final_modules:\n  - run¦', 'runcmd', '#cloud-config\ncloud_final_modules:\n  - runcmd'],
    ['#cloud-config\nreporting:\n  a:\n    type: ¦', 'webhook', '#cloud-config\nreporting:\n  a:\n    type: webhook'],
    ['#cloud-config\nphone_home:\n  post: ¦', 'all', '#cloud-config\nphone_home:\n  post: all'],
    ['#cloud-config\nlocale: a\nresize_rootfs: no¦', 'noblock', '#cloud-config\nlocale: a\nresize_rootfs: noblock'],
    // Entries, and what goes below a key.
    ['#cloud-config\nruncmd:\n  - ¦', '[ ]', '#cloud-config\nruncmd:\n  - []'],
    ['#cloud-config\nruncmd: [¦]', '[ ]', '#cloud-config\nruncmd: [[]]'],
    ['#cloud-config\nwrite_files: [¦]', '{ }', '#cloud-config\nwrite_files: [{ path:  }]'],
    ['#cloud-config\nwrite_files:\n  ¦', '- path: …', '#cloud-config\nwrite_files:\n  - path: '],
    ['#cloud-config\nwrite_files:\n¦', '- path: …', '#cloud-config\nwrite_files:\n- path: '],
    ['#cloud-config\nwrite_files:\n  -¦', '- path: …', '#cloud-config\nwrite_files:\n  - path: '],
    [
      '#cloud-config\nwrite_files:\n  - path: /a\n  ¦\n  - path: /b\n',
      '- path: …',
      '#cloud-config\nwrite_files:\n  - path: /a\n  - path: \n  - path: /b\n',
    ],
    ['#cloud-config\nusers:\n  ¦', '- default', '#cloud-config\nusers:\n  - default'],
    ['#cloud-config\nruncmd:\n  - a\n  ¦', '- [ ]', '#cloud-config\nruncmd:\n  - a\n  - []'],
    ['#cloud-config\nwrite_files: ¦', '- path: …', '#cloud-config\nwrite_files:\n  - path: '],
    ['#cloud-config\nntp: ¦', 'servers', '#cloud-config\nntp:\n  servers:\n    - '],
    ['#cloud-config\nntp: ser¦', 'servers', '#cloud-config\nntp:\n  servers:\n    - '],
    ['#cloud-config\nntp:¦', 'enabled', '#cloud-config\nntp:\n  enabled: false'],
    ['#cloud-config\nwrite_files:\n  - source: ¦', 'uri', '#cloud-config\nwrite_files:\n  - source:\n      uri: '],
    [
      '#cloud-config\nwrite_files:\n- path: /a\n  source: ¦',
      'uri',
      '#cloud-config\nwrite_files:\n- path: /a\n  source:\n    uri: ',
    ],
  ])('%j: %s', (source, label, result) => {
    expect(chosen(source.includes('¦') ? source : `${source}¦`, label)).toBe(result);
  });

  it('offers each value once', () => {
    for (const source of ['mode: ¦', 'growpart:\n  mode: ¦', 'users:\n  - ¦', 'users:\n  ¦', 'groups: ¦', '¦']) {
      const offered = labels(`#cloud-config\n${source}`);
      expect(new Set(offered).size).toBe(offered.length);
    }
  });

  it('marks deprecated values and sorts them last', () => {
    const { items } = completions('#cloud-config\napt_pipelining: ¦');
    expect(named(items, 'unchanged')).toMatchObject({ deprecated: true, detail: 'deprecated' });
    expect(items.toSorted((a, b) => (a.sortText < b.sortText ? -1 : 1)).at(-1)?.label).toBe('unchanged');
  });

  it('filters entries below a key by the spaces before the word', () => {
    const { text, cursor, items } = completions('#cloud-config\nntp:  se¦');
    const { span, filterText } = named(items, 'servers');
    expect(filterText.startsWith(text.slice(span.start, cursor))).toBe(true);
  });
});

describe('completion of the header', () => {
  it.each([
    ['¦', '#cloud-config', '#cloud-config\n'],
    ['#¦', '#cloud-config', '#cloud-config\n'],
    ['#cl¦', '#cloud-config', '#cloud-config\n'],
    ['#¦\nruncmd: [a]\n', '#cloud-config', '#cloud-config\nruncmd: [a]\n'],
    ['  #!cloud-con¦\nruncmd: [a]\n', '#cloud-config', '#cloud-config\nruncmd: [a]\n'],
    ['¦\nruncmd: [a]\n', '#cloud-config', '#cloud-config\nruncmd: [a]\n'],
    ['#cloud¦', '#cloud-config with packages', '#cloud-config\npackage_update: true\npackages:\n  - \n'],
  ])('%j: %s', (source, label, result) => {
    expect(chosen(source, label)).toBe(result);
  });

  it('is offered in empty YAML files only', () => {
    const offered = (file: string, text: string): string[] =>
      complete(analyse(file, text), text.length).map(({ label }) => label);
    expect(offered('a.yaml', '')).toContain('#cloud-config');
    expect(offered('a.yml', '#cl')).toContain('#cloud-config');
    expect(offered('a.json', '')).not.toContain('#cloud-config');
    expect(offered('a.yaml', 'on: push\n')).toEqual([]);
  });

  it.each(['#cloud-config¦\n', '# a\n#cl¦\n', '#¦\n#cloud-config\n'])('is not offered at %j', (source) => {
    expect(labels(source)).not.toContain('#cloud-config');
  });

  it('comes with whole documents that cloud-init accepts', () => {
    for (const { label } of completions('¦')
      .items.filter((item) => item.kind === 'template')
      .slice(1)) {
      const found = validate(analyse(name, chosen('¦', label))).problems.filter(({ severity }) => severity === 'error');
      // The empty entries are still to be filled in.
      expect(found.map(({ code }) => code).filter((code) => code !== 'cloud-config/wrong-type')).toEqual([]);
    }
  });
});

const sample = `#cloud-config
# A sample that uses most layouts.
hostname: node
package_update: true
packages: [curl, jq]
users:
  - default
  - name: ops
    groups: [sudo]
    ssh_authorized_keys:
      - ssh-ed25519 AAAA ops
write_files:
- path: /etc/a.conf
  permissions: "0644"
  content: |
    key: value
    [section]
- {path: /etc/b, content: x, encoding: b64}
ntp:
  servers: &servers
    - a.example
  config:
    template: "{{ a }}"
chpasswd: {expire: false, users: [{name: ops, type: RANDOM}]}
power_state:
    mode: reboot   # soon
    delay: now
apt:
  sources:
    mine:
      source: "deb http://a.example stable main"
runcmd:
  - [sh, -c, 'echo "a"']
  - |
    if true; then
      echo ntp:
    fi
`;

/** The number of problems about keys that cloud-init doesn't know and text that it can't read. */
function faults(analysis: Analysis): number {
  const bad = new Set([
    'cloud-config/unknown-key',
    'yaml/syntax',
    'yaml/duplicate-key',
    'yaml/tab',
    'cloud-config/header',
  ]);
  return validate(analysis).problems.filter(({ code }) => bad.has(code)).length;
}

describe('every position of a document', () => {
  /** Choosing any of the completions does not make the document worse than it is. */
  function check(
    analysis: Analysis,
    offset: number,
    taken: (items: readonly Completion[]) => readonly Completion[],
  ): void {
    const { text } = analysis;
    const items = complete(analysis, offset);
    for (const item of items) {
      expect(item.span.start).toBeLessThanOrEqual(offset);
      expect(item.span.end).toBeGreaterThanOrEqual(offset);
      expect(item.label.trim()).not.toBe('');
      expandSnippet(item.snippet);
    }
    if (items.length === 0) return;
    const before = faults(analysis);
    for (const item of taken(items)) {
      const after = written(text, item);
      if (/^["']?[ \t]*:/.test(text.slice(item.span.end))) {
        // What is below a key that gets another name may not fit that one, but the name does.
        const unknown = validate(analyse(name, after)).problems.filter(
          ({ code }) => code === 'cloud-config/unknown-key',
        );
        expect(unknown.filter(({ span }) => span.start === item.span.start)).toEqual([]);
        continue;
      }
      expect(
        faults(analyse(name, after)),
        `${item.label} at ${offset}: ${after.slice(Math.max(0, offset - 60), offset + 60)}`,
      ).toBeLessThanOrEqual(before);
    }
  }

  /** A few completions of a list, other ones at each place, so that all of them get their turn. */
  const some =
    (turn: number) =>
    (items: readonly Completion[]): readonly Completion[] =>
      items.filter((_, index) => (index + turn) % Math.max(1, items.length >> 1) === 0);

  it('offers only keys and values that cloud-init accepts at every position', () => {
    const analysis = analyse(name, sample);
    for (let offset = 0; offset <= sample.length; offset++) check(analysis, offset, some(offset));
  });

  it('offers only what cloud-init knows on a new line of any indentation', () => {
    const lines = sample.split('\n');
    for (let line = 1; line < lines.length; line++) {
      for (const blank of ['', '  ', '    ', '      ', '  - ', '- ']) {
        const text = [...lines.slice(0, line), blank, ...lines.slice(line)].join('\n');
        const offset = lines.slice(0, line).join('\n').length + 1 + blank.length;
        check(analyse(name, text), offset, some(line + blank.length));
      }
    }
  });

  it('never fails in damaged text', () => {
    fc.assert(
      fc.property(
        fc.nat(sample.length),
        fc.nat(40),
        fc.stringMatching(/^[-:{}[\]"'#|> \na]{0,6}$/),
        fc.nat(sample.length),
        (at, cut, noise, offset) => {
          const text = sample.slice(0, at) + noise + sample.slice(at + cut);
          for (const item of complete(analyse(name, text), Math.min(offset, text.length))) expandSnippet(item.snippet);
        },
      ),
    );
  });
});
