import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve, posix } from 'node:path';
import { env, execPath, platform } from 'node:process';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import ts from 'typescript';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import { temporaryFolder } from '../support/temporaryFolder.js';

const folder = temporaryFolder();
const [source, project] = [join(folder.path, 'source'), join(folder.path, 'project')];
const tarballName = `aks-bootstrap-${manifest.version}.tgz`;
const installed = join(project, 'node_modules/aks-bootstrap');

/** Runs a program without a network and returns its standard output; fails with what it printed. */
function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...env, npm_config_offline: 'true' },
    // npm is a script on Windows.
    shell: command === 'npm' && platform === 'win32',
  });
  expect(status, `${command} ${args.join(' ')}: ${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** The fenced examples of docs/library.md. */
const examples = [...readFileSync('docs/library.md', 'utf8').matchAll(/```js\n([^]*?)```/g)].map(
  ([, code = '']) => code,
);

beforeAll(() => {
  // A copy, because packing builds, and other tests use dist at the same time.
  mkdirSync(source);
  // It has no more than an image is built from.
  for (const [, path = ''] of readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm))
    cpSync(path, join(source, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(source, 'node_modules'), 'junction');
  for (const path of ['dist/web', 'client', 'test', 'dist/samples']) mkdirSync(join(source, path), { recursive: true });
  // What a checkout has and the package hasn't.
  for (const path of ['dist/client.js', 'dist/web/client.js', 'client/a.ts', 'test/a.ts', 'dist/samples/a.json'])
    writeFileSync(join(source, path), '');
  run(source, 'npm', 'pack', '--pack-destination', folder.path);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  run(project, 'npm', 'install', join(folder.path, tarballName));
  cpSync('test/samples/vmss.json', join(project, 'vmss.json'));
  cpSync('test/samples/aks-node-controller-config.json', join(project, 'config.json'));
}, 120_000);

describe('the npm package', () => {
  it('contains bundles, types, schemas and notices, and nothing else', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(installed.length + 1)
          .replaceAll('\\', '/'),
      );
    const allowed =
      /^(?:package\.json|[A-Z-]+(?:\.md|\.txt)?|schemas\/[\w-]+\.schema\.json|dist\/(?:core\/)?[\w.]+\.js|docs\/problems\.md|dist\/types\/\w+\.d\.ts)$/;
    expect(files.filter((path) => !allowed.test(path))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt', 'dist/watchdog.js']),
    );
    expect(files).not.toContain('dist/client.js');
    for (const [, path] of readFileSync('.npmignore', 'utf8').matchAll(/^!([^*\n]+)$/gm)) expect(files).toContain(path);
    // Each bundle finds those beside it.
    for (const path of files.filter((one) => one.startsWith('dist/') && one.endsWith('.js')))
      for (const [, beside = ''] of readFileSync(join(installed, path), 'utf8').matchAll(
        /require\("(\.\.?\/[\w./]+)"\)/g,
      ))
        expect(files, path).toContain(posix.join(posix.dirname(path), beside));
    expect(files).toContain('schemas/aks-node-config.schema.json');
    const tarball = readFileSync(join(folder.path, tarballName));
    expect(tarball.length).toBeLessThan(1024 * 1024);
  });

  it('is what the image starts', () => {
    const [, start = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    const [program, script = ''] = JSON.parse(start) as string[];
    expect([program, script.replace('/opt/aks-bootstrap/', '')]).toEqual(['node', manifest.bin['aks-bootstrap']]);
    const args = ['-xzf', join(folder.path, tarballName), '--strip-components=1', '-C'];
    const image = join(folder.path, 'image');
    mkdirSync(image);
    run(folder.path, 'tar', ...args, image);
    expect(run(project, execPath, join(image, manifest.bin['aks-bootstrap']), '--version')).toBe(
      `${manifest.version}\n`,
    );
  });

  it('has a command that works in another folder, also through npx and as a global command', () => {
    expect(run(project, 'npm', 'exec', '--', 'aks-bootstrap', '--version')).toBe(`${manifest.version}\n`);
    const prefix = join(folder.path, 'global');
    const tarball = join(folder.path, tarballName);
    run(folder.path, 'npm', 'install', '--global', '--prefix', prefix, tarball);
    expect(run(folder.path, 'npm', 'exec', '--yes', '--package', tarball, '--', 'aks-bootstrap', '--version')).toBe(
      `${manifest.version}\n`,
    );
    const bin = platform === 'win32' ? join(prefix, 'aks-bootstrap.cmd') : join(prefix, 'bin/aks-bootstrap');
    const decoded = spawnSync(bin, ['decode', 'vmss.json'], {
      cwd: project,
      encoding: 'utf8',
      shell: platform === 'win32',
    });
    expect(decoded.stdout).toContain('aks-node-controller-config.json');
  });

  it.each([
    [['validate', 'vmss.json'], 1, 'contract/unknown-field'],
    [['validate', '--summary', 'code', '.'], 1, 'contract/unknown-field'],
    [['validate', '--ndjson', '-'], 0, '"file":"line 1"'],
    [['render', 'cse', 'config.json'], 0, 'aks-node-controller'],
    [['decode', '--extract', 'decoded', 'vmss.json'], 0, 'heredoc'],
    [['explain', '50'], 0, 'ERR_OUTBOUND_CONN_FAIL'],
    [['explain', 'contract/unknown-field'], 0, 'contract/unknown-field'],
    [['diff', 'vmss.json', 'config.json'], 0, 'kubelet_node_labels'],
    [['find', 'version', 'vmss.json', 'config.json'], 0, 'v1'],
    [['redact', 'config.json'], 0, '"version"'],
    [['schema', 'cloud-config'], 0, 'json-schema.org'],
    [['completion', 'bash'], 0, '_aks_bootstrap'],
    [['doctor'], 0, 'self-check'],
    [['lsp', '--stdio'], 0, ''],
    [['mcp'], 0, '"serverInfo"'],
  ])('runs %j with nothing beside it', (args, status, words) => {
    const frame = (message: object): string => {
      const content = JSON.stringify({ jsonrpc: '2.0', ...message });
      return `Content-Length: ${content.length}\r\n\r\n${content}`;
    };
    const clientInfo = { name: 'test', version: '1' };
    const inputs: Readonly<Record<string, string>> = {
      '--ndjson': '{"version":"v1"}\n',
      '--stdio': [
        frame({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } }),
        frame({ id: 2, method: 'shutdown' }),
        frame({ method: 'exit' }),
      ].join(''),
      mcp: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })}\n`,
    };
    const input = Object.entries(inputs).find(([word]) => args.includes(word))?.[1] ?? '';
    const cli = join(installed, manifest.bin['aks-bootstrap']);
    const ran = spawnSync(execPath, [cli, ...args], { cwd: project, encoding: 'utf8', input });
    expect([ran.status, ran.stdout + ran.stderr]).toEqual([status, expect.stringContaining(words)]);
  });

  it('serves assistants that read files of the project', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const args = [join(installed, manifest.bin['aks-bootstrap']), 'mcp', project];
    await client.connect(new StdioClientTransport({ command: execPath, args, cwd: folder.path }));
    const answer = await client.callTool({ name: 'aks_bootstrap_validate', arguments: { file: 'vmss.json' } });
    expect(JSON.stringify(answer.content)).toContain('contract/unknown-field');
    await client.close();
  });

  it('brings its schemas', () => {
    const code = "console.log(require('aks-bootstrap/schemas/aks-node-config.schema.json').$schema)";
    expect(run(project, execPath, '-e', code)).toContain('json-schema.org');
  });
});

describe('the library in the package', () => {
  it('exports what docs/library.md lists, and nothing else', () => {
    const documented = [...readFileSync('docs/library.md', 'utf8').matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
    const names = run(project, execPath, '-p', "Object.keys(require('aks-bootstrap')).sort().join()").trim();
    expect(names.split(',')).toEqual(documented.toSorted());
    const declared = readFileSync(join(installed, 'dist/types/index.d.ts'), 'utf8').matchAll(/declare function (\w+)/g);
    expect([...declared].map(([, name]) => name)).toEqual(documented);
  });

  it('has types that accept the examples of docs/library.md and reject mistakes', () => {
    expect(examples).toHaveLength(2);
    const wrong = "import { analyze, render } from 'aks-bootstrap';\nrender(analyze('{}', { kind: 'x' }), 'y');";
    const files = [...examples, wrong].map((code, index) => {
      const file = join(project, `checked${index}.mts`);
      writeFileSync(file, code);
      return file;
    });
    const program = ts.createProgram(files, {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      // The types of the package alone: no DOM, and the declarations themselves are checked.
      lib: ['lib.es2023.d.ts'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
    });
    const found = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
      file: file?.fileName,
      message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    }));
    const mistakes = found.filter(({ file }) => file === files.at(-1)).map(({ message }) => message);
    expect(mistakes.join('\n')).toMatch(/"x"[^]*"y"/);
    expect(found.filter(({ file }) => file !== files.at(-1))).toEqual([]);
  }, 60_000);

  it.each(['mjs', 'cjs'])('runs the examples of docs/library.md as .%s in Node', (extension) => {
    const outputs = examples.map((example, index) => {
      const code =
        extension === 'mjs' ? example : example.replace(/import (\{[^}]*\}) from ('[^']+')/g, 'const $1 = require($2)');
      writeFileSync(join(project, `example${index}.${extension}`), code);
      return run(project, execPath, `example${index}.${extension}`);
    });
    expect(outputs[0]).toMatch(/^vmss\.json:15: error contract\/unknown-field: KubeletConfig/);
    expect(outputs[0]).toContain('/customData: base64 > mime-multipart');
    const [difference, flags, error, ...redacted] = outputs[1]?.split('\n') ?? [];
    expect(difference).toBe('kubelet_config.kubelet_flags.--max-pods: 250');
    expect(flags).toContain('--max-pods=110');
    expect(error).toBe('ERR_OUTBOUND_CONN_FAIL');
    expect(redacted.join('\n')).toMatch(/^az login --service-principal --password (?!Tr0ub4dor)/);
  });

  it('runs in a bundle for browsers, without any API of Node', async () => {
    const entry = join(project, 'browser.js');
    writeFileSync(
      entry,
      `import { analyze, compare, decode, explain, redact, render, validate } from 'aks-bootstrap';
const document = analyze(text, { name: 'vmss.json' });
const [config] = decode(document, { withText: true }).payloads[0].parts[0].files;
answers = [
  validate(document).problems.length,
  render(analyze(config.text), 'custom-data').customData.length,
  explain(document).failed,
  compare(document, document)[0].equal,
  redact([document]).results[0].differences.length,
];`,
    );
    const { outputFiles, warnings } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      logLevel: 'silent',
    });
    expect(warnings).toEqual([]);
    const globals = { TextDecoder, TextEncoder, atob, performance, answers: undefined as unknown };
    const context = createContext({ ...globals, text: readFileSync('test/samples/vmss.json', 'utf8') });
    runInContext(outputFiles[0]?.text ?? '', context);
    expect(context.answers).toEqual([1, expect.any(Number), null, true, 0]);
  });
});

describe('an installation from Git', () => {
  /** A clone as npm makes it, with what `npm run prepare` needs. */
  const clone = (name: string): string => {
    const path = join(folder.path, name);
    cpSync('scripts', join(path, 'scripts'), { recursive: true });
    copyFileSync('package.json', join(path, 'package.json'));
    return path;
  };

  it('does not fail without development dependencies', () => {
    const bare = clone('bare');
    run(bare, 'npm', 'run', 'prepare');
    expect(existsSync(join(bare, 'dist'))).toBe(false);
  });

  it.skipIf(platform === 'win32').each([
    { name: 'git-cloneAbCdEf', variables: {}, isReplaced: true },
    { name: 'git-cloneGhIjKl', variables: { _PACOTE_NO_PREPARE_: 'git+https://example.test' }, isReplaced: false },
    { name: 'checkout', variables: {}, isReplaced: false },
  ])("replaces npm's global link to a clone, in $name: $isReplaced", ({ name, variables, isReplaced }) => {
    const path = clone(name);
    mkdirSync(join(path, 'dist'));
    writeFileSync(join(path, 'dist/cli.js'), '');
    const prefix = join(folder.path, `prefix-${name}`);
    const link = join(prefix, 'lib/node_modules/aks-bootstrap');
    mkdirSync(join(prefix, 'lib/node_modules'), { recursive: true });
    symlinkSync(path, link);
    const global = { npm_config_global: 'true', npm_config_global_prefix: prefix, ...variables };
    const { status } = spawnSync(execPath, ['scripts/prepare.mjs'], { cwd: path, env: { ...env, ...global } });
    expect(status).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(!isReplaced);
    expect(readdirSync(join(path, 'dist'))).toEqual(['cli.js']);
  });
});
