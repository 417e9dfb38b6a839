import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CommandList, programOf } from '../../../../server/src/core/cloudConfig/commands.js';
import { quickFixes, validate } from '../../../../server/src/core/index.js';
import { parseYaml } from '../../../../server/src/core/formats/yaml/read.js';
import { analyse, checkProblems, config } from '../../../support/analyse.js';

const name = 'a.cloud-config.yaml';
const head = '#cloud-config\n';
const b64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const words = 'a long enough text: with words';

describe('write_files', () => {
  it.each([
    // Fine as they are.
    '- {path: /a, content: x, permissions: "0600", owner: root}',
    '- {path: /a, content: aGVsbG8gd29ybGQ, encoding: text/plain}',
    '- {path: /a, content: 0123456789abcdef0123456789abcdef}',
    '- {path: /a, content: x, owner: "www-data:adm"}',
    '- {path: /a, content: x, owner: "nginx:nginx", defer: true}',
    '- {path: /a, content: x}\n- {path: /a, content: y, append: true}',
    '- {path: /etc/hosts, content: x}',
    '- {path: /etc/hostname, content: x, defer: true}',
    // Encodings.
    `- {path: /a, content: ⟦${b64(words)}⟧cloud-config/not-decoded}`,
    `- {path: /a, content: ⟦${b64(gzipSync(words))}⟧cloud-config/not-decoded}`,
    `- {path: /a, encoding: b64, content: !!binary ${b64(b64(words))}}`.replace(
      'b64,',
      '⟦b64⟧cloud-config/decoded-twice,',
    ),
    // Permissions.
    '- {path: /a, permissions: ⟦"0999"⟧cloud-config/invalid-permissions}',
    '- {path: /a, permissions: ⟦rwxr-xr-x⟧cloud-config/invalid-permissions}',
    '- {path: /a, permissions: ⟦"-0644"⟧cloud-config/invalid-permissions}',
    '- {path: /a, permissions: ⟦"0100644"⟧cloud-config/invalid-permissions}',
    '- {path: /a, permissions: ⟦"000"⟧cloud-config/invalid-permissions}',
    '- {path: /a, permissions: ⟦"0044"⟧cloud-config/invalid-permissions}',
    // Paths.
    '- {path: ⟦etc/a⟧cloud-config/unusual-path}',
    '- {path: ⟦""⟧cloud-config/unusual-path}',
    '- {path: ⟦/a/⟧cloud-config/unusual-path}',
    '- {path: ⟦"/a "⟧cloud-config/unusual-path}',
    '- {path: ⟦"/a\\n"⟧cloud-config/unusual-path}',
    '- {path: ⟦/tmp/a⟧cloud-config/unusual-path}',
    '- {path: /a/b}\n- {path: ⟦/a⟧cloud-config/unusual-path}',
    '- {path: /a}\n- {path: ⟦/a/b⟧cloud-config/unusual-path}\n- {path: /c, defer: true}',
    '- {path: ⟦/⟧cloud-config/unusual-path}',
    '- {path: ⟦/a⟧cloud-config/path-written-twice, content: x}\n- {path: /b/../a, content: y}',
    '- {path: /a, content: x}\n- {path: ⟦/a⟧cloud-config/path-written-twice, content: y, append: true}\n- {path: /a, content: y, defer: true}',
    // Other modules.
    '- {path: ⟦/etc/hostname⟧cloud-config/path-of-module, content: x}',
    '- {path: /etc/hostname, content: x}\npreserve_hostname: true',
    '- {path: ⟦/etc/hosts⟧cloud-config/path-of-module, content: x}\nmanage_etc_hosts: true',
    // Owners.
    '- {path: /a, owner: ⟦nginx⟧cloud-config/unknown-owner}',
    '- {path: /a, owner: ⟦root:nginx⟧cloud-config/unknown-owner}',
    '- {path: /a, owner: ⟦1000:1000⟧cloud-config/unknown-owner}',
    '- {path: /a, owner: ⟦joe⟧cloud-config/unknown-owner}\nusers: [{name: joe}]',
    '- {path: ⟦/home/joe/.bashrc⟧cloud-config/home-before-user}\nusers: [default, {name: joe}]',
    '- {path: /home/joe/.bashrc, defer: true}\nusers: [{name: joe}]',
    // Lost files.
    '- ⟦{⟧cloud-config/missing-key ⟦content⟧cloud-config/wrong-type: [a]}\n- {path: /b}',
    '- {path: /a/b}\n- ⟦{⟧cloud-config/files-not-written path: ⟦/a⟧cloud-config/unusual-path}\n- {path: /c}',
    '- ⟦{⟧cloud-config/files-not-written path: /a, encoding: gz, content: ⟦some words⟧payload/gzip-invalid}\n- {path: /b}',
    '- ⟦{⟧cloud-config/files-not-written path: /a, encoding: gz, content: ⟦some words⟧payload/gzip-invalid}\n- {path: /b}\n- {path: /c, defer: true}',
  ])('%j', (entries) => {
    checkProblems(name, `${head}write_files:\n${entries}\n`);
  });

  it.each([
    ['- {path: ⟦/a⟧cloud-config/script-not-executable, content: "#!/bin/sh\\n"}\nruncmd: [/a]'],
    [
      '- {path: /a, permissions: ⟦"0644"⟧cloud-config/script-not-executable, content: "#!/bin/sh\\n"}\nruncmd: [[/a, x]]',
    ],
    [
      '- {path: /a, permissions: ⟦"0644"⟧cloud-config/script-not-executable, content: "#!/bin/sh\\n"}\nruncmd: ["cd / && X=1 sudo /a"]',
    ],
    ['- {path: /a, content: "#!/bin/sh\\n"}\nruncmd: [sh /a, [bash, /a]]'],
    ...[
      '[chmod +x /a, /a]',
      '[chmod 0755 /a && /a]',
      '[[chmod, u=rwx, /a], [/a]]',
      '["chmod -R +x /", /a]',
      '["cd / && chmod u+x ./*", /a]',
      '["find / -name a -exec chmod +x {} +", /a]',
    ].map((commands) => [`- {path: /a, content: "#!/bin/sh\\n"}\nruncmd: ${commands}`]),
    ...['[/a, chmod +x /a]', '[chmod +x /b, /a]', '[chmod -x /a, /a]', '[chmod 0644 /a, /a]'].map((commands) => [
      `- {path: ⟦/a⟧cloud-config/script-not-executable, content: "#!/bin/sh\\n"}\nruncmd: ${commands}`,
    ]),
    ['- {path: /a, permissions: "0755", content: ⟦echo hi⟧cloud-config/script-interpreter}\nruncmd: [/a]'],
    ['- {path: /a, permissions: "0755", content: ⟦echo hi⟧cloud-config/script-interpreter}\nruncmd: [[/a]]'],
    ['- {path: /a, content: ⟦"#!/bin/sh\\r\\n"⟧cloud-config/script-interpreter}'],
    ['- {path: /a, content: ⟦"\\n#!/bin/sh\\n"⟧cloud-config/script-interpreter}'],
  ])('scripts: %j', (entries) => {
    checkProblems(name, `${head}write_files:\n${entries}\n`);
  });

  it.each([
    ['/opt/azure/containers/aks-node-controller-config.json', '', []],
    ['/etc/aks-node-controller-config.json', '', ['cloud-config/node-config-path']],
    [
      '/opt/azure/containers/aks-node-controller-config.json',
      'permissions: "0666", ',
      ['cloud-config/node-config-mode'],
    ],
    ['/opt/azure/containers/aks-node-controller-config.json', 'append: true, ', ['cloud-config/node-config-path']],
    ['/opt/azure/containers/aks-node-controller-config.json', 'defer: true, ', ['cloud-config/node-config-path']],
  ])('reports a node config at %s, %s', (path, members, codes) => {
    const text = `${head}write_files:\n- {path: ${path}, ${members}content: '${config('')}'}\n`;
    const found = validate(analyse(name, text)).problems.map(({ code }) => code);
    expect(found.filter((code) => code.startsWith('cloud-config/'))).toEqual(codes);
  });

  it.each(['- path: |2\n     etc\n', '- path: >-\n    etc/a\n', '- path: /a\n  permissions: |-\n    u=rw\n'])(
    'offers no other value for a block scalar: %j',
    (entry) => {
      const { problems } = validate(analyse(name, `${head}write_files:\n${entry}`));
      expect(problems).not.toEqual([]);
      expect(problems.flatMap(({ fixes = [] }) => fixes.map(({ title }) => title))).toEqual([]);
    },
  );

  it('offers no further key for an entry with an anchor, because others that refer to it would get the key too', () => {
    const users = 'users:\n- name: joe\n  <<: *a\n';
    const { problems } = validate(analyse(name, `${head}write_files:\n- &a\n  path: /home/joe/x\n${users}`));
    const found = problems.find(({ code }) => code === 'cloud-config/home-before-user');
    expect(found).toBeDefined();
    expect(found?.fixes).toBeUndefined();
  });

  it.each([
    ['- path: /a\n  owner: joe\n', '- defer: true\n  path: /a\n  owner: joe\n'],
    ['- {path: /a, owner: joe}\n', '- {defer: true, path: /a, owner: joe}\n'],
    [`- path: /a\n  content: ${b64(words)}\n`, `- encoding: b64\n  path: /a\n  content: ${b64(words)}\n`],
    ['- {path: /a, permissions: "-rwxr-x---"}\n', '- {path: /a, permissions: "0750"}\n'],
    ['- {path: etc/a}\n', '- {path: "/etc/a"}\n'],
    [
      '- path: /a\n  content: "#!/bin/sh"\nruncmd: [/a]\n',
      '- permissions: "0755"\n  path: /a\n  content: "#!/bin/sh"\nruncmd: [/a]\n',
    ],
  ])('fixes %j to %j', (wrong, right) => {
    const text = `${head}write_files:\n${wrong}`;
    const fixes = quickFixes(validate(analyse(name, text)).problems, { start: 0, end: text.length });
    const [change] = fixes[0]?.fix.changes ?? [];
    if (change === undefined) throw new Error('no fix');
    expect(text.slice(0, change.span.start) + change.newText + text.slice(change.span.end)).toBe(
      `${head}write_files:\n${right}`,
    );
  });
});

describe('commands', () => {
  it.each([
    'bootcmd: [⟦cat /a⟧cloud-config/runs-too-early]\nwrite_files: [{path: /a, content: x}]',
    'runcmd: [cat /a]\nwrite_files: [{path: /a, content: x, defer: true}]',
    'bootcmd: [⟦[⟧cloud-config/runs-too-early jq, -r, x]]\npackages: [[jq, "1"]]',
    'bootcmd: [⟦echo a >> /etc/x⟧cloud-config/runs-every-boot]',
    'bootcmd: [⟦[⟧cloud-config/runs-every-boot mkfs.ext4, /dev/sdb]]',
    'bootcmd: [cloud-init-per once mkfs mkfs.ext4 /dev/sdb, echo a > /etc/x, echo a 2>>/dev/null]',
    'bootcmd: [⟦[⟧cloud-config/runs-every-boot sh, -c, "echo a >> /etc/x"]]',
    'bootcmd: [echo "a >> b", echo \\>\\> b, echo a >> /dev/kmsg]',
    'bootcmd: [grep -q a /etc/x || echo a >> /etc/x, "blkid /dev/sdc || mkfs.ext4 /dev/sdc", "if ! id a; then useradd a; fi"]',
    'bootcmd: ["[ -f /a ] && cat /a", test -f /a || echo no]\nwrite_files: [{path: /a, content: x}]',
    'runcmd: [echo a >> /etc/x]',
    'power_state: {mode: reboot}\ncloud_final_modules: [scripts_user, power_state_change]',
    'cloud_final_modules: [power_state_change, scripts_user]',
    'power_state: {mode: reboot}\ncloud_final_modules: [⟦power-state-change⟧cloud-config/power-state-too-early, scripts_user]',
    'power_state: {mode: reboot}\ncloud_config_modules: [⟦[power_state_change, always]⟧cloud-config/power-state-too-early]',
    'runcmd: [⟦reboot⟧cloud-config/reboot-in-command]',
    'runcmd: [⟦[⟧cloud-config/reboot-in-command systemctl, reboot]]',
    'runcmd: [⟦"sleep 1; shutdown -r now"⟧cloud-config/reboot-in-command]',
    'runcmd: [⟦[⟧cloud-config/reboot-in-command sh, -c, "true && init 6"]]',
    'runcmd: [echo reboot, shutdown -c, systemctl restart x]',
    'runcmd: [shutdown -r +5, "shutdown 23:30", systemctl reboot --when=+1h]',
  ])('%j', (line) => {
    checkProblems(name, `${head}${line}\n`);
  });

  it.each([
    ['"a b; c \'d e\' | f"', [['a', 'b'], ['c', 'd e'], ['f']]],
    ['"a # b; c\\nd"', [['a'], ['d']]],
    ['[a, b c, 1]', [['a', 'b c', '1']]],
    [
      '[bash, -c, "x y"]',
      [
        ['bash', '-c', 'x y'],
        ['x', 'y'],
      ],
    ],
  ])('splits %s into words', (line, simple) => {
    const [command] = new CommandList(parseYaml(`runcmd: [${line}]\n`), 'runcmd').all;
    expect([...(command?.simple() ?? [])]).toEqual(simple);
  });

  it.each([
    ['sudo -E X=1 /a b', '/a'],
    ['if true', 'true'],
    ['sudo', undefined],
  ])('%s starts %s', (line, program) => {
    expect(programOf(line.split(' '))).toBe(program);
  });
});
