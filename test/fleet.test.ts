import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/commandLine.js';

const page = readFileSync('docs/fleet.md', 'utf8');
const hasParallel = spawnSync('parallel', ['--version']).status === 0;
// CI installs it, so nothing is skipped there.
const strict = process.env.CI === 'true';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleet-'));
  const program = join(folder, 'bin/aks-bootstrap');
  mkdirSync(join(folder, 'bin'));
  const call = `#!/bin/sh\nexec '${process.execPath}' '${join(process.cwd(), 'dist/cli.js')}' "$@"\n`;
  writeFileSync(program, call, { mode: 0o755 });
  const faulty = readFileSync('test/samples/faulty.node-config.json', 'utf8');
  const records = Array.from({ length: 100 }, (_, index) =>
    JSON.stringify({ name: `${index}.node-config.json`, content: faulty }),
  );
  writeFileSync(join(folder, 'records.ndjson'), `${records.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command of the page in the folder; the program of this repository is on the path. */
function sh(command: string, env: Readonly<Record<string, string>> = {}): { status: number | null; out: string } {
  const { status, stdout } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env, PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` },
  });
  return { status, out: stdout };
}

/** The names of the results in lines of JSON. */
function names(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { file: string }).file);
}

/** The part of the page that a pattern describes. */
function quoted(pattern: RegExp): string {
  const [, found] = pattern.exec(page) ?? [];
  if (found === undefined) throw new Error(`docs/fleet.md has nothing like ${pattern.source}`);
  return found;
}

const expected = Array.from({ length: 100 }, (_, index) => `${index}.node-config.json`);

describe('docs/fleet.md', () => {
  it('shows what lines are answered with', async () => {
    const input = quoted(/\$ cat records\.ndjson\n([^$]*)/);
    const shown = quoted(/\$ aks-bootstrap validate --ndjson .*\n([^`]*)```/);
    const { out } = await call(['validate', '--ndjson'], input);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; file?: string; kind?: string; error?: { code: string } });
    const picked = lines.map(({ line, file, kind, error }) => [line, file ?? null, kind ?? null, error?.code ?? null]);
    expect(picked.map((one) => `${JSON.stringify(one)}\n`).join('')).toBe(shown);
  });

  it.skipIf(!hasParallel && !strict)('runs in GNU parallel (skipped if it is not installed)', () => {
    const command = quoted(/^(parallel --pipe .*)$/m).replace('--block 10M', '--block 50k');
    expect(sh(command).status).toBeGreaterThan(0);
    expect(names(readFileSync(join(folder, 'results.ndjson'), 'utf8'))).toEqual(expected);
  });

  it('has a script of a Job that ends well if documents have problems', () => {
    mkdirSync(join(folder, 'results'));
    expect(sh(quoted(/`(split -n [^`]*)`/)).status).toBe(0);
    const script = quoted(/args:\n\s+- \|\n([^]*?)\n\s+securityContext/).replaceAll('/fleet/', './');
    for (const index of [0, 19]) {
      const part = String(index).padStart(2, '0');
      expect(sh(script, { JOB_COMPLETION_INDEX: String(index) }).status, `part ${part}`).toBe(0);
      const lines = readFileSync(join(folder, `part-${part}`), 'utf8')
        .trimEnd()
        .split('\n');
      const given = lines.map((line) => (JSON.parse(line) as { name: string }).name);
      expect(names(readFileSync(join(folder, `results/part-${part}`), 'utf8'))).toEqual(given);
    }
  }, 60_000);

  it('has a command for Spark that ends well if documents have problems', () => {
    const command = quoted(/records\.pipe\("(sh -c [^"]*)"/);
    const { status, out } = sh(`${command} < records.ndjson`);
    expect(status).toBe(0);
    expect(names(out)).toEqual(expected);
  });
});

describe('a call that is interrupted', () => {
  const interrupted = async (
    args: readonly string[],
    input: string,
    more: string,
  ): Promise<[number | null, string]> => {
    const child = spawn(process.execPath, ['dist/cli.js', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (out === '') child.kill('SIGINT');
      out += text;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(input);
    if (more !== '') child.stdin.end(more);
    const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    return [status, out];
  };

  it('leaves complete lines, also while it waits for input', async () => {
    const [record = ''] = readFileSync(join(folder, 'records.ndjson'), 'utf8').split('\n');
    const [status, out] = await interrupted(['validate', '--ndjson'], `${record}\n`, '');
    expect(status).toBe(130);
    expect(names(out)).toEqual(['0.node-config.json']);
  });

  it('leaves complete lines while threads work on files', async () => {
    const files = join(folder, 'files');
    mkdirSync(files);
    const faulty = readFileSync('test/samples/faulty.node-config.json', 'utf8');
    for (let index = 0; index < 600; index++) writeFileSync(join(files, `${index}.node-config.json`), faulty);
    const [status, out] = await interrupted(['validate', '--format', 'concise', files], '', ' ');
    expect(status).toBe(130);
    expect(out.endsWith('\n')).toBe(true);
    for (const line of out.trimEnd().split('\n'))
      expect(line).toMatch(/^\S+node-config\.json:\d+:\d+ (?:error|warning) /);
    expect(out.split('\n').length).toBeLessThan(600 * 12);
  });
});
