import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { commands } from '../../server/src/cli/run.js';
import { call as run } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();

interface Results {
  version: number;
  results: {
    file: string;
    kind?: string;
    error?: { code: string };
    cloudInit?: { verdict: string; parsed: unknown };
    problems: {
      code: string;
      message: string;
      layers: string[];
      pointer: string;
      href: string;
      range: { start: { line: number; character: number } };
    }[];
  }[];
  summary?: { files: number; errors: number; warnings: number };
}

async function json(args: string[]): Promise<Results> {
  const { out } = await run([...args, '--format', 'json']);
  return JSON.parse(out) as Results;
}

const samples = {
  good: 'test/samples/aks-node-controller-config.json',
  faulty: 'test/samples/faulty.node-config.json',
  cloud: 'test/samples/cloud-config.yaml',
  vmss: 'test/samples/vmss.json',
};

describe('help and usage', () => {
  it('lists every command, and the options of each command', async () => {
    const { out, status } = await run(['--help']);
    expect(status).toBe(0);
    for (const command of commands) {
      const words = command.name.split(' ');
      expect(out).toContain(words.at(-1));
      for (const args of [
        [...words, '--help'],
        ['help', ...words],
      ]) {
        const help = await run(args);
        expect(help.status).toBe(0);
        for (const option of Object.keys(command.options)) expect(help.out).toContain(`--${option}`);
      }
    }
    expect(await run(['--version'])).toMatchObject({ status: 0, out: '1.2.3\n', err: '' });
  });

  it('fits --help of every command on one screen of 80 columns', async () => {
    for (const words of ['', 'render', ...commands.map(({ name }) => name)]) {
      const { out } = await run([...words.split(' ').filter((word) => word !== ''), '--help']);
      const lines = out.trimEnd().split('\n');
      expect(lines.length, `${words} --help`).toBeLessThanOrEqual(50);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });

  it('leaves out examples and defaults of options that would not fit', async () => {
    expect((await run(['validate', '--help'])).out).toMatch(
      /--cloud-init VERSION +the cloud-init that cloud-configs are for\n/,
    );
    expect((await run(['help', 'validate'])).out).toMatch(/are for, such as\s+24\.3\.1\s+\(default/);
    expect((await run(['render', 'cse', '--help'])).out).toContain('such as 202605.27.0');
  });

  it('explains a command in full with help, and has examples that a shell can run', async () => {
    const { out } = await run(['help', 'render', 'karpenter']);
    expect(out).toContain('or YAML\nwith a NodePool');
    expect(out).toContain(
      'kubectl get nodepools,aksnodeclasses -o yaml |\n    aks-bootstrap render karpenter --options -',
    );
    const [, wrapped = ''] = /( {2}aks-bootstrap render karpenter --karpenter v1\.6\.3[^]*?\n)(?! {4})/.exec(out) ?? [];
    expect(wrapped).toBe(
      '  aks-bootstrap render karpenter --karpenter v1.6.3 \\\n    --karpenter-settings settings.yaml pools.yaml\n',
    );
  });

  it.each([
    [['render', '--help'], 0],
    [['help', 'render'], 0],
    [['frobnicate', '--help'], 0],
    [['render'], 2],
  ])('answers %j with status %d, and suggests what it could be', async (args, expected) => {
    const { status, shown } = await run(args);
    expect(status).toBe(expected);
    expect(shown).toMatch(/custom-data/);
  });

  it.each([
    [[], ''],
    [['frobnicate'], 'there is no command "frobnicate"; see aks-bootstrap --help'],
    [['valdate', 'x'], 'there is no command "valdate". Did you mean validate? See aks-bootstrap --help'],
    [['rendr', 'env'], 'Did you mean render?'],
    [['render'], 'render needs one of custom-data, cse, env, boot-command, node-files, vmss'],
    [['validate'], 'name at least one file'],
    [['validate', '--formt', 'json', 'x'], 'there is no option --formt. Did you mean --format? See'],
    [['validate', '--frobnicate', 'x'], 'there is no option --frobnicate; see'],
    [['validate', '-x', 'y'], 'there is no option -x; see'],
    [['validate', '--format'], '--format needs a value; see'],
    [
      ['validate', '--format', '--strict', 'x'],
      '--format needs a value; write one that begins with a dash as --format=--strict',
    ],
    [['validate', '--strict=yes', 'x'], '--strict takes no value; see'],
    [['validate', '--color', 'blue', 'x'], '--color must be one of always, never, auto, not "blue"'],
    [['validate', '--kind', 'x', 'y'], '--kind must be one of'],
    [['validate', '--format', 'xml', 'y'], '--format must be one of text, concise, summary, json, sarif, github'],
    [
      ['render', 'custom-data', '--dialect', 'x', samples.good],
      '--dialect must be one of cloud-init, flatcar, write-files',
    ],
    [['schema', 'nope'], 'there is no schema "nope"'],
    [['lsp'], 'lsp needs --stdio'],
  ])('%j is wrong usage', async (args, message) => {
    const { status, err } = await run(args);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });
});

describe('validate', () => {
  it('prints problems with code frames', async () => {
    const { status, out } = await run(['validate', samples.faulty, samples.good]);
    expect(status).toBe(1);
    expect(out).toContain(`${samples.faulty}:5:5 error contract/unknown-field`);
    expect(out).toContain('> 5 |     "tenant_identifier"');
    expect(out).toContain('    |     ^^^^^^^^^^^^^^^^^^^\n');
    expect(out).toContain(`${samples.good}: AKS node config, no problems`);
    expect(out).toContain('2 files, 11 errors, 1 warning');
    expect(out).not.toContain('\u001b');
    const red = '\u001b[31m';
    expect((await run(['validate', samples.faulty], '', true)).out).toContain(red);
    expect((await run(['validate', '--color=never', samples.faulty], '', true)).out).not.toContain(red);
    expect((await run(['validate', '--color=always', samples.faulty])).out).toContain(red);
  });

  it('keeps the order of files and continues after an unreadable one', async () => {
    const args = ['validate', samples.good, join(folder, 'nowhere.json'), join(folder, '*.none'), samples.vmss];
    const { status, err } = await run(args);
    expect(status).toBe(2);
    expect(err).toContain('nowhere.json cannot be read: there is no such file');
    expect(err).toContain('*.none cannot be read: no file matches');
    const { results, summary } = await json(args);
    expect(results.map((result) => [result.kind, result.error?.code])).toEqual([
      ['node-config', undefined],
      [undefined, 'file/unreadable'],
      [undefined, 'file/unreadable'],
      ['vmss-json', undefined],
    ]);
    expect(summary).toEqual({ files: 4, unrecognised: 0, unreadable: 2, errors: 1, warnings: 0 });
  });

  it('prints positions, pointers and layers as JSON', async () => {
    const { results } = await json(['validate', samples.vmss]);
    expect(results[0]?.problems).toMatchObject([
      {
        code: 'contract/unknown-field',
        pointer: '/kubelet_config/kubelet_node_lables',
        layers: [
          '/properties/virtualMachineProfile/osProfile/customData',
          'base64',
          'mime-multipart',
          'part:0',
          'heredoc:/opt/azure/containers/aks-node-controller-config.json',
        ],
        range: { start: { line: 14, character: 22 } },
      },
    ]);
    expect(results[0]?.problems[0]?.href).toMatch(/docs\/problems\.md#contractunknown-field$/);
  });

  it("adds the results of the node's reader and of cloud-init", async () => {
    const { results } = await json(['validate', samples.good, samples.cloud]);
    expect(results[0]).toMatchObject({ contract: { parse: { ok: true, error: null }, missing: [] } });
    expect((results[0] as unknown as { contract: { marshalled: string } }).contract.marshalled).toMatch(
      /^\{"version":"v1","api_server_config":/,
    );
    expect(results[1]).toMatchObject({
      cloudInit: { verdict: 'invalid', contentType: 'text/cloud-config', parsed: { hostname: 'jump-1' } },
    });
  });

  it('reads standard input under a name', async () => {
    const { status, out } = await run(['validate', '--name', 'x.node-config.json', '-'], '{"version":"v9"}');
    expect(status).toBe(1);
    expect(out).toContain('x.node-config.json:1:12 error contract/unsupported-version');
  });

  it('counts problems hidden by comments, and ignores them in the exit status', async () => {
    const text = '#cloud-config\nhostname: 12 # aks-bootstrap: ignore cloud-config/wrong-type\n';
    const of = (format: string) => run(['validate', '--name', 'a.yaml', '--format', format, '-'], text);
    const shown = await of('text');
    expect(shown.status).toBe(0);
    expect(shown.out).toContain('no problems (1 ignored by comments)');
    expect(JSON.parse((await of('json')).out)).toMatchObject({
      results: [{ problems: [], ignored: [{ code: 'cloud-config/wrong-type' }], cloudInit: { verdict: 'invalid' } }],
      summary: { errors: 0 },
    });
    expect(JSON.parse((await of('sarif')).out)).toMatchObject({
      runs: [{ results: [{ ruleId: 'cloud-config/wrong-type', suppressions: [{ kind: 'inSource' }] }] }],
    });
  });

  it('prints SARIF and workflow commands', async () => {
    const sarif = JSON.parse((await run(['validate', '--format', 'sarif', samples.faulty])).out) as {
      runs: { results: { ruleId: string; locations: unknown[] }[]; tool: { driver: { rules: unknown[] } } }[];
    };
    expect(sarif.runs[0]?.results).toHaveLength(12);
    expect(sarif.runs[0]?.results.find(({ ruleId }) => ruleId === 'contract/deprecated-version')).toMatchObject({
      level: 'warning',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'test/samples/faulty.node-config.json', uriBaseId: 'SRCROOT' },
            region: { startLine: 2, startColumn: 14, endLine: 2, endColumn: 18 },
          },
        },
      ],
    });
    const github = (await run(['validate', '--format', 'github', samples.faulty])).out;
    expect(github).toContain(
      `::warning file=${samples.faulty},line=2,col=14,endLine=2,endColumn=18,title=contract/deprecated-version::`,
    );
  });
});

describe('a problem about two places', () => {
  const config = Buffer.from('{"version":"v1","vm_size":"Standard_D4s_v5"}').toString('base64');
  const vm = file(
    'two-places.vmss.json',
    `{\n "sku": {"name": "Standard_D8s_v5"},\n "virtualMachineProfile": {"osProfile": {"customData": "${config}"}}\n}`,
  );

  it('names the second one in every format that can', async () => {
    const of = async (format: string): Promise<string> => (await run(['validate', '--format', format, vm])).out;
    expect(await of('text')).toContain(`\n  see ${vm}:2:18 sku.name of the scale set: Standard_D8s_v5\n`);
    const start = { line: 1, character: 17 };
    const related = [{ message: 'sku.name of the scale set: Standard_D8s_v5', range: { start } }];
    const { results } = JSON.parse(await of('json')) as { results: { problems: object[] }[] };
    expect(results[0]?.problems).toContainEqual(expect.objectContaining({ code: 'vmss/other-vm-size' }));
    expect(results[0]?.problems.find((found) => 'related' in found)).toMatchObject({ related });
    const { runs } = JSON.parse(await of('sarif')) as { runs: { results: object[] }[] };
    expect(runs[0]?.results.find((found) => 'relatedLocations' in found)).toMatchObject({
      relatedLocations: [{ id: 0, physicalLocation: { region: { startLine: 2, startColumn: 18 } } }],
    });
  });
});

describe('bad input', () => {
  const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const machine = (value: string) => `{"osProfile":{"customData":"${value}"}}`;
  it.each([
    ['empty.json', '', 'payload/empty'],
    ['empty.node-config.json', '', 'json/empty'],
    ['binary.json', Uint8Array.from({ length: 500 }, (_, i) => (i * 7) % 256), 'payload/binary-input'],
    ['large.json', Buffer.alloc(50 * 1024 * 1024, 32), 'payload/limit-input'],
    ['latin1.node-config.json', Buffer.from('{"version":"v1","vm_size":"\xe9"}', 'latin1'), 'payload/invalid-utf-8'],
    ['cut.node-config.json', '{"version": "v1", "kubelet_config": {', 'json/syntax'],
    ['tabs.cloud-config.yaml', '#cloud-config\nruncmd:\n\t- ls\n', 'yaml/tab'],
    ['no-base64.json', machine('I2Nsb3VkLWNvbmZpZwpydW5jbWQ6IFtsc10K*'), 'payload/base64-invalid'],
    [
      'cut-gzip.json',
      machine(b64(gzipSync(`#!/bin/sh\n${Array.from({ length: 99 }, (_, i) => i).join('\n')}`).subarray(0, 90))),
      'payload/gzip-truncated',
    ],
  ] as const)('%s', async (name, content, code) => {
    const { results } = await json(['validate', file(name, content), samples.good]);
    expect(results[0]?.problems.map((found) => found.code)).toContain(code);
    expect(results[1]?.problems).toEqual([]);
    expect((await run(['validate', file(name, content)])).status).toBe(1);
  });
});

describe('render', () => {
  it('prints custom data as base64 or text, and its size', async () => {
    const encoded = await run(['render', 'custom-data', samples.good]);
    const decoded = await run(['render', 'custom-data', '--decoded', samples.good]);
    expect(encoded.status).toBe(0);
    expect(Buffer.from(encoded.out.trim(), 'base64').toString()).toBe(decoded.out);
    expect(encoded.err).toMatch(/base64 characters, \d\.\d % of what Azure accepts; 1 secret is masked/);
    expect((await run(['render', 'cse', samples.good])).out).toBe(
      '/opt/azure/containers/aks-node-controller provision-wait\n',
    );
    expect((await run(['render', 'boot-command', samples.good])).out).toMatch(/^\/bin\/bash\n-c\n/);
  });

  it("gives the reason if it can't be rendered", async () => {
    const { status, err, out } = await run(['render', 'cse', samples.faulty]);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('render/refused-by-the-node');
    const { results } = await json(['render', 'custom-data', samples.cloud, file('empty-object.json', '{}')]);
    expect(results[0]).toMatchObject({ error: { code: 'render/not-a-node-config' } });
    expect(results[1]).toMatchObject({ config: '{}' });
  });
});

describe('decode', () => {
  it('prints the tree', async () => {
    const { status, out } = await run(['decode', samples.vmss]);
    // What the decoded documents say is nothing that decoding failed with.
    expect(status).toBe(0);
    expect(out).toContain('├─ customData 4,105 bytes (base64 > MIME message)');
    expect(out).toContain(
      '│  │  ├─ /opt/azure/containers/aks-node-controller-config.json 2,016 bytes mode 0600 (shell-heredoc > base64 > AKS node config)',
    );
  });

  it.each([
    ['base64 of damaged gzip', '{"osProfile": {"customData": "H4sIAAAAAAAAA0vOL80r4VIG4qL8cq5EIM6tLOACAI"}}'],
    ['broken JSON', '{"osProfile": {"customData": "I2Nsb3VkLWNvbmZpZwo=" "x"}}'],
  ])('fails if it could not decode: %s', async (_, text) => {
    expect((await run(['decode', file('broken.vmss.json', text)])).status).toBe(1);
  });

  it('writes documents below a folder, whatever their names', async () => {
    const target = join(folder, 'out');
    const evil = file(
      'evil.cloud-config.yaml',
      '#cloud-config\nwrite_files:\n- {path: ../../../escaped, content: a}\n- {path: /etc/../../b, content: b}\n- {path: "C:\\\\x\\u0000y", content: c}\n- {path: /same, content: d}\n- {path: /same, content: e}\n',
    );
    const { err } = await run(['decode', '--extract', target, evil]);
    expect(err).toContain('5 documents written');
    const written = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(written).toHaveLength(5);
    expect(readdirSync(folder)).not.toContain('escaped');
  });

  it('does not follow links', async () => {
    const target = join(folder, 'linked');
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(target);
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(target, 'a.cloud-config.yaml'));
    const path = file('a.cloud-config.yaml', '#cloud-config\nwrite_files:\n- {path: /x, content: a}\n');
    const { status, err } = await run(['decode', '--extract', target, path]);
    expect(err).toContain('not extracted');
    expect(status).toBe(1);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('secrets', () => {
  const token = 'q7k2mz.4f8w1n6c3x9bd05h';
  const secret = file(
    'secret.node-config.json',
    `{"version":"v9","bootstrapping_config":{"tls_bootstrapping_token":"${token}","x":1}}`,
  );
  const goodSecret = file(
    'good-secret.node-config.json',
    `{"version":"v1","bootstrapping_config":{"tls_bootstrapping_token":"${token}"}}`,
  );
  const userPassword = file('user.cloud-config.yaml', `#cloud-config\npassword: ${token}\nruncmd: [echo ${token}]\n`);
  const blobs = (out: string) => [
    out,
    ...[...out.matchAll(/[A-Za-z0-9+/]{40,}={0,2}/g)].map((match) => Buffer.from(match[0], 'base64').toString()),
  ];
  const everything = (out: string) => blobs(out).flatMap(blobs).join('\n');

  it.each([
    ['validate', secret],
    ['validate', '--format', 'json', goodSecret],
    ['validate', '--format', 'json', userPassword],
    ['validate', '--format', 'sarif', secret],
    ['validate', '--format', 'github', secret],
    ['render', 'custom-data', secret],
    ['render', 'custom-data', '--decoded', secret],
    ['render', 'custom-data', '--format', 'json', secret],
    ['render', 'env', goodSecret],
    ['render', 'env', '--format', 'json', goodSecret],
    ['render', 'node-files', goodSecret],
    ['render', 'vmss', goodSecret],
    ['render', 'vmss', '--format', 'json', goodSecret],
    ['decode', '--text', samples.vmss],
    ['decode', '--text', '--format', 'json', samples.vmss],
  ])('are not printed by %s %s', async (...args) => {
    const { out, err } = await run(args);
    expect(everything(out + err)).not.toContain(token);
  });

  it('are printed on request', async () => {
    expect(everything((await run(['render', 'custom-data', '--show-secrets', secret])).out)).toContain(token);
    expect((await run(['decode', '--text', '--show-secrets', samples.vmss])).out).toContain(token);
  });

  it('are masked in extracted files, too', async () => {
    const target = join(folder, 'masked');
    const { err } = await run(['decode', '--extract', target, samples.vmss]);
    expect(err).toContain('with secrets masked');
    const all = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const config = all.find((entry) => entry.name === 'aks-node-controller-config.json');
    expect(readFileSync(join(config?.parentPath ?? '', config?.name ?? ''), 'utf8')).toContain(
      '"tls_bootstrapping_token": "********"',
    );
  });
});

describe('schema', () => {
  it('lists and prints', async () => {
    expect((await run(['schema'])).out).toMatch(
      /^aks-node-config +AKS node config\naks-bootstrap-config +Configuration of aks-bootstrap\ncloud-config +cloud-config\ncse-status +CSE status\nkarpenter-bootstrap-options +Karpenter bootstrap options\n$/,
    );
    expect(JSON.parse((await run(['schema', 'aks-node-config'])).out)).toMatchObject({
      title: 'AKS node config',
      additionalProperties: false,
    });
  });
});

describe('instance data', () => {
  const template = '## template: jinja\n#cloud-config\nhostname: {{ v1.region }}\n';
  const document = file('region.yaml', template);
  const data = file('data.json', '{"v1": {"region": "westeurope"}}');
  file('broken.json', '{');

  it('renders templates', async () => {
    const { results } = await json(['validate', '--instance-data', data, document]);
    expect(results[0]?.cloudInit).toMatchObject({ verdict: 'valid', parsed: { hostname: 'westeurope' } });
  });

  it.each([
    ['broken.json', "isn't a JSON object"],
    ['absent.json', 'cannot be read'],
  ])('has to be JSON: %s', async (name, message) => {
    const { status, err } = await run(['validate', '--instance-data', join(folder, name), document]);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });
});

describe('the node image', () => {
  it('decides what is too new', async () => {
    const { results } = await json(['validate', '--node-image', '202601.13.0', samples.good]);
    expect(results[0]?.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['contract/newer-than-node-image', '/cse_timeout'],
      ['contract/newer-than-node-image', '/enabled_features'],
    ]);
  });

  it('has to be a version', async () => {
    const { status, err } = await run(['validate', '--node-image', 'latest', samples.good]);
    expect(status).toBe(2);
    expect(err).toContain(
      '--node-image must be a version such as 202605.27.0 or a range such as 202603.30.0..202608.20.0, not "latest"',
    );
  });
});
