import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { env } from 'node:process';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import type { OptionSpec } from '../../server/src/cli/command.js';
import { commands } from '../../server/src/cli/run.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const folder = temporaryFolder();
const read = (path: string): string => readFileSync(path, 'utf8');
const yaml = (path: string): unknown => load(read(path));

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly Step[]; readonly strategy?: { readonly matrix: Record<string, string[]> } }
    >
  >;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** What is wrong with a call of the command line: an unknown command or option, or a value that an option doesn't accept. */
function mistakesIn(call: string): string[] {
  const [first = '', second = '', ...others] = call.split(/\s+/);
  const isPair = commands.some(({ name }) => name === `${first} ${second}`);
  const command = commands.find(({ name }) => name === (isPair ? `${first} ${second}` : first));
  if (command === undefined) return first.startsWith('--') ? [] : [`${call}: there is no command ${first}`];
  const words = isPair ? others : [second, ...others];
  return words.flatMap((word, index) => {
    if (!/^--\w/.test(word)) return [];
    const [option = '', given = words[index + 1] ?? ''] = word.slice(2).split('=');
    const spec: OptionSpec | undefined = command.options[option];
    if (spec === undefined) return [`${call}: there is no option --${option}`];
    const choices = /^[a-z][\w-]*\|/.test(spec.value ?? '') ? spec.value?.split('|') : undefined;
    return choices?.includes(given) === false ? [`${call}: --${option} can't be ${given}`] : [];
  });
}

/** The calls of the command line in a text. */
function callsIn(text: string): string[] {
  const calls = text.matchAll(
    /(?:^|[\s(`|])aks-bootstrap(?:-\d[\w.]*\.tgz)? +(?!https:|help )((?:[\w-]+ )*?[a-z][^\n`|#>)]*)/gm,
  );
  return [...calls].map(([, call = '']) => call.trim());
}

describe('what the workflows and the action call exists:', () => {
  const workflows = readdirSync('.github/workflows').map((name) => join('.github/workflows', name));
  const steps = [
    ...workflows.flatMap((path) => Object.values((yaml(path) as Workflow).jobs).flatMap((job) => job.steps)),
    ...(yaml('action.yml') as Action).runs.steps,
  ];
  const scripts = steps.flatMap(({ run }) => run?.split(/\n|&&/).map((line) => line.trim()) ?? []);

  it('scripts of the repository', () => {
    const paths = scripts.flatMap((line) =>
      [...line.matchAll(/(?:^|\s)(?:bash|node) "?(?:\$GITHUB_ACTION_PATH\/)?([\w./-]+)/g)].map(([, path = '']) => path),
    );
    expect(paths).toEqual(expect.arrayContaining(['.ci/run', 'scripts/action.sh', 'test/vscode/desktop.mjs']));
    for (const path of paths) expect(existsSync(path), path).toBe(true);
  });

  it('scripts of package.json', () => {
    const names = scripts.flatMap((line) =>
      [...line.matchAll(/npm run (?:--silent )?(\w+)/g)].map(([, name = '']) => name),
    );
    expect(names).toEqual(expect.arrayContaining(['prepare', 'package', 'reproducible']));
    for (const name of names) expect(Object.keys(manifest.scripts)).toContain(name);
  });

  it('commands and options', () => {
    const calls = scripts.flatMap(callsIn);
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.flatMap(mistakesIn)).toEqual([]);
    for (const sample of scripts.join(' ').matchAll(/test\/samples\/[\w.-]+/g))
      expect(existsSync(sample[0])).toBe(true);
  });

  it('inputs of the action', () => {
    const { inputs, runs } = yaml('action.yml') as Action;
    const used = [...read('action.yml').matchAll(/inputs\.(\w+)/g)].map(([, name]) => name);
    expect(used.toSorted()).toEqual(Object.keys(inputs).toSorted());
    const given = steps.filter(({ uses }) => uses === './').flatMap((step) => Object.keys(step.with ?? {}));
    for (const name of given) expect(Object.keys(inputs)).toContain(name);
    for (const name of Object.keys(runs.steps.find(({ env: variables }) => variables !== undefined)?.env ?? {}))
      expect(read('scripts/action.sh')).toMatch(new RegExp(`\\$\\{?${name}\\b`));
  });

  it('the oldest Node and VS Code that package.json accepts', () => {
    const { jobs } = yaml('.github/workflows/ci.yml') as Workflow;
    expect(`^${String(jobs.vscode?.strategy?.matrix.vscode?.[0])}`).toBe(manifest.engines.vscode);
    expect(`>=${String(jobs.tests?.strategy?.matrix.node?.[0])}`).toBe(manifest.engines.node);
  });

  it('the files of a release', () => {
    const release = read('.github/workflows/release.yml');
    for (const file of ['aks-bootstrap.vsix', 'aks-bootstrap-*.tgz', 'aks-bootstrap.cdx.json', 'SHA256SUMS'])
      expect(release.match(new RegExp(`dist/${file.replace('*', '\\*')}$`, 'gm'))?.length, file).toBeGreaterThan(0);
  });
});

describe.skipIf(spawnSync('bash', ['-c', 'exit'], { stdio: 'ignore' }).error !== undefined)('the action', () => {
  const action = (variables: object): { status: number | null; stdout: string; stderr: string } =>
    spawnSync('bash', ['scripts/action.sh'], { encoding: 'utf8', env: { ...env, ...variables } });

  it('annotates files, writes SARIF, and fails if there are errors', () => {
    const sarif = join(folder.path, 'problems.sarif');
    const FILES = 'test/samples/faulty.node-config.json\ntest/samples/vmss*.json\n';
    const { status, stdout } = action({ FILES, ARGUMENTS: '--select=contract/*\n', SARIF: sarif });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=test\/samples\/faulty\.node-config\.json,.*title=contract\//m);
    expect(stdout).toMatch(/^::error file=test\/samples\/vmss\.json,/m);
    const { runs } = JSON.parse(read(sarif)) as { runs: { results: { ruleId: string }[] }[] };
    expect(new Set(runs[0]?.results.map(({ ruleId }) => ruleId.replace(/\/.*/, '')))).toEqual(new Set(['contract']));
  });

  it('passes without errors, without arguments and without SARIF', () => {
    const FILES = 'test/samples/aks-node-controller-config.json';
    expect(action({ FILES, ARGUMENTS: '', SARIF: '' })).toMatchObject({ status: 0, stderr: '' });
  });

  it('reads no file name as an option, runs nothing in one, and fails for a wrong call', () => {
    const FILES = '--version\n$(touch injected)\n`touch injected`';
    expect(action({ FILES, ARGUMENTS: '' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--version') as string,
    });
    expect(existsSync('injected')).toBe(false);
    expect(action({ FILES: '.', ARGUMENTS: '--frobnicate', SARIF: join(folder.path, 'b.sarif') }).status).toBe(2);
  });
});

describe('the hook for pre-commit', () => {
  const [hook] = yaml('.pre-commit-hooks.yaml') as { id: string; entry: string; language: string; files: string }[];

  it('calls a command with options that exist', () => {
    expect(hook?.language).toBe('node');
    expect(Object.keys(manifest.bin)).toContain(hook?.entry.split(' ')[0]);
    expect(mistakesIn(hook?.entry.replace('aks-bootstrap ', '') ?? '')).toEqual([]);
  });

  it('gets the samples', () => {
    const files = new RegExp(hook?.files ?? '^$');
    const names = readdirSync('test/samples').filter((name) => /\.\w+$/.test(name) && !name.endsWith('.txt'));
    for (const name of [...names, 'main.bicep', 'vm.tf']) expect(name).toMatch(files);
    for (const name of ['a.md', 'json', 'a.ts']) expect(name).not.toMatch(files);
  });
});

describe('the Dockerfile', () => {
  const instructions = read('Dockerfile').replaceAll('\\\n', '').split('\n');

  it('copies what exists and is in the context', () => {
    const copied = instructions.flatMap((line) => /^COPY (?!--from|\. )(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    const context = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
    expect(copied.length).toBeGreaterThan(0);
    for (const path of copied) expect(context).toContain(path);
    for (const path of context) expect(existsSync(path ?? ''), path).toBe(true);
  });

  it('ends as a user without rights, by number', () => {
    expect(instructions.findLast((line) => line.startsWith('USER '))).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
    const [, args = '[]'] = /^CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
    expect((JSON.parse(args) as string[]).flatMap(mistakesIn)).toEqual([]);
  });
});

describe('the documentation', () => {
  const pages = [
    'README.md',
    ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [join('docs', name)] : [])),
  ];

  it.each(pages)('%s calls commands with options that exist', (path) => {
    const text = read(path);
    const blocks = [...text.matchAll(/^ *```\w*\n([^]*?)```/gm)].map(([, code = '']) => code.replace(/\\\n\s*/g, ''));
    const inline = [...text.matchAll(/`(aks-bootstrap [^`\n]*)`/g)].map(([, code = '']) => code);
    expect([...blocks, ...inline].flatMap(callsIn).flatMap(mistakesIn)).toEqual([]);
  });

  it('names the tarball of this version', () => {
    for (const path of ['README.md', 'docs/ci.md']) {
      const found = [...read(path).matchAll(/https:\/\/github\.com\/\S+\.tgz/g)].map(([address]) => address);
      expect(found.length, path).toBeGreaterThan(0);
      for (const address of found) {
        expect(basename(address)).toBe(`aks-bootstrap-${manifest.version}.tgz`);
        expect(address).toContain(`${manifest.homepage.replace(/#.*/, '')}/releases/download/v${manifest.version}/`);
      }
    }
  });

  it('verifies the files of a release', () => {
    const [, name = ''] = /gh attestation verify (\S+)/.exec(read('SECURITY.md')) ?? [];
    expect(name).toBe(`aks-bootstrap-${manifest.version}.tgz`);
    expect(read('SECURITY.md')).toContain('SHA256SUMS');
  });

  it('gives the action and the hook inputs that they have', () => {
    const text = read('docs/ci.md');
    const [, used = ''] = /uses: aks-bootstrap\/aks-bootstrap@v[\d.]+\n {2}with:\n((?: {4}.*\n)+)/.exec(text) ?? [];
    const { inputs } = yaml('action.yml') as Action;
    const names = Object.keys(load(used) as object);
    expect(names.toSorted()).toEqual(Object.keys(inputs).toSorted());
    const { arguments: given } = load(used) as { arguments: string };
    expect(mistakesIn(`validate ${given.trim().replaceAll('\n', ' ')}`)).toEqual([]);
    expect(text).toContain(`- id: ${(yaml('.pre-commit-hooks.yaml') as { id: string }[])[0]?.id ?? ''}\n`);
  });
});
