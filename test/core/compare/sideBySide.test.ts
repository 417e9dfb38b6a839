import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDocuments, limits, maskingOf, sideBySide } from '../../../server/src/core/index.js';
import { analyse, config } from '../../support/analyse.js';
import { configTexts, goodConfigTexts } from '../../support/configs.js';
import { sampleTexts } from '../../support/samples.js';
import { base64 } from './support.js';

const full = readFileSync('test/core/nodeConfig/render/environment/full.node-config.json', 'utf8');

function beside(before: string, after: string, name = 'a.node-config.json', showSecrets = false) {
  return sideBySide(analyse(name, before), analyse(name, after), { masking: maskingOf([], { showSecrets }) });
}

/** The lines that are only on one side, with `-` and `+`. */
function changes({ before, after }: { before: string; after: string }): string[] {
  const [old, now] = [before.split('\n').slice(1), after.split('\n').slice(1)];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

describe('two documents beside each other', () => {
  it('begin with a summary, and have the contract, the environment and the files in one layout', () => {
    const { equal, summary, before, after } = beside(
      config('"kubernetes_version":"1.33.1","custom_linux_os_config":{"sysctl_config":{"net_core_somaxconn":1024}}'),
      `${config('"customLinuxOsConfig":{"sysctlConfig":{"netCoreSomaxconn":"2048"}},"kubernetes_version":"1.33.2"')}\n`,
    );
    expect([equal, summary]).toEqual([false, 'These differ: 2 fields, 2 variables on the node.']);
    expect(before.split('\n')[0]).toBe(`# ${summary}`);
    expect([...before.matchAll(/^=== .*$/gm)].map(([title]) => title).slice(0, 3)).toEqual([
      '=== Contract',
      '=== Environment of the provisioning scripts',
      '=== /etc/containerd/config.toml in CONTAINERD_CONFIG_CONTENT',
    ]);
    expect(changes({ before, after })).toEqual([
      '- "net_core_somaxconn": 1024',
      '- "kubernetes_version": "1.33.1"',
      '- KUBERNETES_VERSION=1.33.1',
      '- net.core.somaxconn=1024',
      '+ "net_core_somaxconn": 2048',
      '+ "kubernetes_version": "1.33.2"',
      '+ KUBERNETES_VERSION=1.33.2',
      '+ net.core.somaxconn=2048',
    ]);
  });

  it('say that they mean the same', () => {
    expect(beside(full, JSON.stringify(JSON.parse(full)))).toMatchObject({
      equal: true,
      summary: 'Same contract and environment.',
    });
    expect(beside('a: 1\n', '# remark\n"a": 1\n', 'cloud-config.yaml')).toMatchObject({
      equal: true,
      summary: 'No differences in cloud-config.',
    });
  });

  it('one more entry is one more line', () => {
    const flags = (members: object) => config(`"kubelet_config":{"kubelet_flags":${JSON.stringify(members)}}`);
    const found = beside(flags({ '--a': '1' }), flags({ '--b': '2', '--a': '1' }));
    expect(changes(found).filter((line) => line.includes('"'))).toEqual(['+ "--b": "2"']);
  });

  it('have errors on the side that they are about, and other notes on both sides', () => {
    const { equal, summary, before, after } = beside('{"x":1,"version":"v1"}', '{"version":1}');
    expect([equal, summary]).toEqual([false, 'These differ: 1 field. Not everything could be compared.']);
    expect(before).not.toContain('# Error');
    expect(after).toMatch(/^# Error: The node refuses this config: wrong type at \/version\./m);
    for (const text of [before, after]) {
      expect(text).toContain('\n# Left side: The node drops x, which only this side has.\n');
      expect(text).not.toContain('=== Environment');
    }
  });

  it('have the same notes in the same order if they are the same', () => {
    const machine = '{"properties":{"osProfile":{"customData":"no base64","customData":null,"customData":"%"}}}';
    const { before, after } = beside(machine, machine, 'vm.json');
    expect(before).toContain('# Error');
    expect(before).toContain('# Left side');
    expect(after).toBe(before);
  });

  it('show the documents beside the configs, and lines that differ only in white space', () => {
    const write = (content: string, end: string) =>
      `#cloud-config\nwrite_files: [{path: /a, content: ${JSON.stringify(content)}}]\nfinal_message: ${JSON.stringify(`x\n${end}`)}\n`;
    const found = beside(write('1\n  2\n', 'y'), write('1\n2\n', 'z\u2028'), 'cloud-config.yaml');
    expect(changes(found)).toEqual(['- | y', '- 2', '+ | z\\u2028', '+ 2  (not the same, in white space)']);
  });

  it('show a second node config by what the node reads, too', () => {
    const machine = (version: string, extra = '') =>
      JSON.stringify({
        virtualMachineProfile: {
          osProfile: { customData: base64(config('')) },
          userData: base64(`${extra}${config(`"kubernetes_version":"${version}"`)}`),
        },
      });
    expect(beside(machine('1.33.1'), machine('1.33.1', '\n\n'), 'vmss.json').equal).toBe(true);
    const found = beside(machine('1.33.1'), machine('1.33.2'), 'vmss.json');
    expect(found.summary).toBe('These differ: 1 difference beside the config.');
    expect(changes(found)).toEqual(['- "kubernetes_version": "1.33.1"', '+ "kubernetes_version": "1.33.2"']);
    const refused = beside(
      machine('1.33.1'),
      machine('1.33.1').replace(/("userData":")[^"]*/, `$1${base64(config('"is_vhd":1'))}`),
      'vmss.json',
    );
    expect(refused.after).toMatch(/^# Error: .* is a node config that the node refuses: wrong type at \/is_vhd\./m);
  });

  it('show that 0 and -0 differ', () => {
    const jitter = (value: string) => `{"cluster_config":{"cloud_provider_config":{"backoff_jitter":${value}}}}`;
    expect(changes(beside(jitter('0'), jitter('-0')))).toContain('+ "backoff_jitter": "-0"');
    expect(beside(jitter('0.0'), jitter('0')).equal).toBe(true);
  });

  it('show that binary contents differ', () => {
    const machine = (last: number) =>
      JSON.stringify({
        virtualMachineProfile: { osProfile: { customData: base64(Uint8Array.of(0, 1, 2, 255, last)) } },
      });
    expect(beside(machine(0), machine(0), 'vmss.json').equal).toBe(true);
    const found = beside(machine(0), machine(7), 'vmss.json');
    expect(found.equal).toBe(false);
    expect(changes(found)).toEqual(['- (no text, 5 bytes)', '+ (no text, 5 bytes)  (not the same, in what is hidden)']);
  });

  it('end after a fixed number of lines', () => {
    const many = (last: string) =>
      JSON.stringify([...Array.from({ length: limits.laidOutLines }, (_, index) => index), last]);
    const { equal, before } = beside(many('a'), many('b'), 'x.json');
    expect(equal).toBe(false);
    expect(before).toContain(`… and more; only ${limits.laidOutLines} lines are shown`);
  });
});

describe('secrets beside each other', () => {
  const search = (user: string, password: string) =>
    config(
      `"custom_search_domain_config":{"domain_name":"a.b","realm_user":"${user}","realm_password":"${password}"},"http_proxy_config":{"http_proxy":"http://u:Passw0rd-of-the-proxy@p:1"}`,
    );

  it('that differ have different masks, wherever they appear', () => {
    const found = beside(search('u', 'hunter2-first'), search('u', 'hunter2-second'));
    expect(changes(found)).toEqual([
      '- "realm_password": "********"',
      '- CUSTOM_SEARCH_REALM_PASSWORD=********',
      '+ "realm_password": "********#3"',
      '+ CUSTOM_SEARCH_REALM_PASSWORD=********#3',
    ]);
    for (const text of [found.before, found.after]) {
      expect(text).toContain('http://u:********#2@p:1');
      expect(text).not.toMatch(/hunter2|Passw0rd/);
    }
  });

  it('that changed places have different masks', () => {
    const flags = (a: string, b: string) =>
      config(`"kubelet_config":{"kubelet_flags":{"--a-password":"${a}","--b-password":"${b}"}}`);
    expect(changes(beside(flags('one1', 'two2'), flags('two2', 'one1'))).slice(0, 2)).toEqual([
      '- "--a-password": "********"',
      '- "--b-password": "********#2"',
    ]);
  });

  it('in scripts and cloud-configs have different masks, too', () => {
    const found = beside('#cloud-config\npassword: one1\nb: x\n', '#cloud-config\npassword: two2\nb: x\n', 'a.yaml');
    expect(changes(found)).toEqual(['- "password": "********"', '+ "password": "********#2"']);
    const script = (token: string) =>
      `#!/bin/sh\nAPI_TOKEN=${token}\necho '${base64(`API_TOKEN=${token} and more`)}'\n`;
    const scripts = beside(script('hunter2hunter2'), script('swordfish99'), 'a.sh');
    expect(changes(scripts)).toHaveLength(4);
    expect(scripts.before + scripts.after).not.toMatch(/hunter2|swordfish/);
    for (const secret of ['hunter2hunter2', 'swordfish99'])
      expect(scripts.before + scripts.after).not.toContain(base64(`API_TOKEN=${secret}`).slice(0, 24));
  });

  it('appear only on request, and then as they are', () => {
    const { before } = beside(search('u', 'hunter2-first'), search('u', 'x'), 'a.node-config.json', true);
    expect(before).toContain('CUSTOM_SEARCH_REALM_PASSWORD=hunter2-first');
  });
});

describe('any two configs', () => {
  it('differ as texts exactly if their meaning differs, secrets hidden or not', () => {
    fc.assert(
      fc.property(goodConfigTexts, goodConfigTexts, fc.boolean(), (one, other, showSecrets) => {
        const there = beside(one, other, 'a.node-config.json', showSecrets);
        expect(there.before === there.after).toBe(there.equal);
        const back = beside(other, one, 'a.node-config.json', showSecrets);
        expect(back.equal).toBe(there.equal);
        expect(back.summary).toBe(there.summary);
      }),
    );
  });

  it('are shown whatever is wrong with them', () => {
    fc.assert(
      fc.property(configTexts, configTexts, (one, other) => {
        const { before, after, equal } = beside(one, other);
        expect(before === after).toBe(equal);
      }),
    );
  });
});

describe('any two documents', () => {
  const damaged = fc
    .tuple(fc.constantFrom(...sampleTexts), fc.double({ min: 0, max: 1, noNaN: true }), fc.string({ maxLength: 6 }))
    .map(([text, share, insert]): [string, string] => {
      const at = Math.floor(share * text.length);
      return [text, text.slice(0, at) + insert + text.slice(at + insert.length)];
    });
  const anyTwo = fc.tuple(fc.constantFrom(...sampleTexts), fc.constantFrom(...sampleTexts));

  it('differ as texts if the list of differences has entries', () => {
    fc.assert(
      fc.property(fc.oneof(damaged, anyTwo), fc.boolean(), ([one, other], showSecrets) => {
        const [before, after] = [analyse('a', one), analyse('b', other)];
        const comparisons = compareDocuments(before, after, { masking: maskingOf([], { showSecrets }) });
        const texts = sideBySide(before, after, { masking: maskingOf([], { showSecrets }) });
        expect(texts.equal).toBe(comparisons.every(({ equal }) => equal));
        if (texts.equal) expect(texts.after).toBe(texts.before);
        const listed = comparisons.flatMap(({ fields, texts: lines, variables }) => [
          ...fields,
          ...lines,
          ...variables,
        ]);
        if (listed.length > 0) expect(texts.after).not.toBe(texts.before);
      }),
      { numRuns: 200 },
    );
  });

  it('show members without a value and dates as the list compares them', () => {
    const dates = (day: string) => beside(`on: 2026-01-0${day}\n`, `on: 2026-01-01\n`, 'cloud-config.yaml');
    expect(dates('1').equal).toBe(true);
    expect(changes(dates('2'))).toEqual(['- "on": 2026-01-02', '+ "on": 2026-01-01']);
    const status = '{"ExitCode":"50","Output":"x","Error":"","ExecDuration":"1"';
    const found = beside(`${status}}`, `${status},"a":}`, 'cse-status.json');
    expect(found.summary).toContain('1 value');
    expect(changes(found)).toContain('+ "a": null');
  });
});
