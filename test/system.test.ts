import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../server/src/adapters/nodePlatform.js';
import { Analysis } from '../server/src/core/index.js';
import { temporaryFolder } from './support/temporaryFolder.js';

/** What a program does: it opens or changes a file, or uses the network or other programs by a function. */
type Call = readonly [does: 'opens' | 'changes' | 'network' | 'programs', what: string];

const { path: folder } = temporaryFolder();
const samples = join(folder, 'work', 'samples');
mkdirSync(join(folder, 'work', '.git'), { recursive: true });
mkdirSync(samples);
writeFileSync(join(folder, 'work', '.gitignore'), 'out/\n');
for (const name of ['vmss.json', 'cloud-config.yaml', 'aks-node-controller-config.json', 'provisioning-error.txt'])
  copyFileSync(join('test/samples', name), join(samples, name));
/** Files that nothing names. */
writeFileSync(join(samples, 'other.json'), '{}');
writeFileSync(join(samples, 'other.yaml'), '#cloud-config\n');

const report = join(folder, 'calls');
const env = {
  ...process.env,
  NODE_OPTIONS: `--require ${JSON.stringify(resolve('test/support/systemCalls.cjs'))}`,
  SYSTEM_CALLS: report,
  // What is kept of compiled code is tested for itself.
  NODE_DISABLE_COMPILE_CACHE: '1',
};

/** What a command does with the system, each call once. */
function callsOf(args: readonly string[], input = ''): Call[] {
  writeFileSync(report, '');
  const { status } = spawnSync(process.execPath, args, { input, env });
  expect(status).toBeLessThanOrEqual(1);
  return reported();
}

/** The same for the language server: `after` is sent once it has answered the request 2. */
async function callsOfServer(before: readonly object[], after: readonly object[]): Promise<Call[]> {
  writeFileSync(report, '');
  const child = spawn(process.execPath, ['dist/server.js', '--stdio'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let answers = '';
  child.stdout.on('data', (data) => {
    const isWaiting = !answers.includes('"id":2');
    answers += String(data);
    if (isWaiting && answers.includes('"id":2')) child.stdin.end(after.map(message).join(''));
  });
  child.stdin.write(before.map(message).join(''));
  expect(await new Promise((end) => child.once('exit', end))).toBe(0);
  return reported();
}

function reported(): Call[] {
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean);
  return [...new Set(lines)].map((line) => JSON.parse(line) as Call);
}

/** A message of an editor. */
function message(content: object): string {
  const text = JSON.stringify({ jsonrpc: '2.0', ...content });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** The files that are opened, by their paths from the folder of the test. */
function opened(calls: readonly Call[]): string[] {
  return calls.map(([does, path]) => `${does} ${path.replace(`${folder}/`, '')}`).sort();
}

const inSamples = (name: string): string => join(samples, name);
const tracked = [`opens work/.git/config`, `opens work/.gitignore`, 'opens work/samples/.gitignore'];

describe('a program that reads documents', () => {
  it.each([
    ['validate', 'vmss.json'],
    ['validate', 'cloud-config.yaml'],
    ['decode --text --show-secrets', 'vmss.json'],
    ['render env', 'aks-node-controller-config.json'],
    ['explain', 'provisioning-error.txt'],
    ['redact', 'vmss.json'],
  ])('opens only that file and what says whether it is under version control: %s %s', (command, name) => {
    const calls = opened(callsOf(['dist/cli.js', ...command.split(' '), inSamples(name)]));
    expect(calls).toContain(`opens work/samples/${name}`);
    expect(calls.filter((call) => call !== `opens work/samples/${name}` && !tracked.includes(call))).toEqual([]);
  });

  it('is also the server for assistants, which opens only the file that is asked about', () => {
    const params = { name: 'aks_bootstrap_validate', arguments: { file: 'samples/vmss.json' } };
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;
    const calls = opened(callsOf(['dist/cli.js', 'mcp', join(folder, 'work')], input));
    expect(calls).toContain('opens work/samples/vmss.json');
    expect(calls.filter((call) => call !== 'opens work/samples/vmss.json' && !tracked.includes(call))).toEqual([]);
  });

  it('writes only into the folder that is named', () => {
    const out = join(folder, 'out');
    const calls = callsOf(['dist/cli.js', 'decode', '--extract', out, inSamples('vmss.json')]);
    const changes = calls.filter(([does]) => does !== 'opens');
    expect(changes).not.toEqual([]);
    expect(changes.filter(([does, path]) => does !== 'changes' || !`${path}/`.startsWith(`${out}/`))).toEqual([]);
  });

  it('is also the language server, which opens no document that an editor sends', () => {
    const [uri, languageId] = [`file://${inSamples('vmss.json')}`, 'json'];
    const text = readFileSync(inSamples('vmss.json'), 'utf8');
    const input = [
      {
        id: 1,
        method: 'initialize',
        params: { processId: null, rootUri: null, capabilities: { textDocument: { diagnostic: {} } } },
      },
      { method: 'initialized', params: {} },
      { method: 'textDocument/didOpen', params: { textDocument: { uri, languageId, version: 1, text } } },
      { id: 2, method: 'textDocument/diagnostic', params: { textDocument: { uri } } },
      { id: 3, method: 'textDocument/hover', params: { textDocument: { uri }, position: { line: 1, character: 4 } } },
      { id: 4, method: 'aksBootstrap/decode', params: { uri } },
      { id: 5, method: 'shutdown' },
      { method: 'exit' },
    ];
    const calls = opened(callsOf(['dist/server.js', '--stdio'], input.map(message).join('')));
    expect(calls.filter((call) => !tracked.includes(call))).toEqual([]);
  });

  it('is also the language server, which writes only the decoded text that an editor opens, and deletes it', async () => {
    const uri = `file://${inSamples('vmss.json')}`;
    const text = readFileSync(inSamples('vmss.json'), 'utf8');
    const steps = new Analysis({ name: 'vmss.json', content: text }, nodePlatform).root.children[0]?.payload.steps;
    const input = [
      {
        id: 1,
        method: 'initialize',
        params: { processId: null, rootUri: null, capabilities: { window: { showDocument: { support: false } } } },
      },
      { method: 'initialized', params: {} },
      { method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'json', version: 1, text } } },
      {
        id: 2,
        method: 'workspace/executeCommand',
        params: { command: 'aksBootstrap.openDecoded', arguments: [{ uri, steps }] },
      },
    ];
    const calls = await callsOfServer(input, [{ id: 3, method: 'shutdown' }, { method: 'exit' }]);
    const changes = calls.filter(([does]) => does !== 'opens');
    expect(changes).not.toEqual([]);
    const own = /\/aks-bootstrap-[0-9a-f]{24}(?:\/|$)/;
    expect(changes.filter(([does, path]) => does !== 'changes' || !own.test(path))).toEqual([]);
    for (const [, path] of changes) expect(existsSync(path), path).toBe(false);
  });
});
