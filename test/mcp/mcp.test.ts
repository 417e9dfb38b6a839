import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import { limits } from '../../server/src/core/index.js';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder } = temporaryFolder();
const samples = resolve('test/samples');
const config = join(samples, 'aks-node-controller-config.json');

/** A server that is started as clients do it, without the right to generate code. */
function serverWith(...folders: string[]): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: ['--disallow-code-generation-from-strings', 'dist/cli.js', 'mcp', ...folders],
  };
}

/** One for each choice of folders, because starting takes longest. */
const clients = new Map<string, Client>();
let client: Client;
async function start(...folders: string[]): Promise<Client> {
  const known = clients.get(folders.join());
  if (known !== undefined) return (client = known);
  client = new Client({ name: 'test', version: '1' });
  clients.set(folders.join(), client);
  await client.connect(new StdioClientTransport(serverWith(...folders)));
  return client;
}
afterAll(() => Promise.all([...clients.values()].map((one) => one.close())));

/** The text of an answer; the text of an error begins with `Error: `. */
async function ask(tool: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name: `aks_bootstrap_${tool}`, arguments: args });
  const [first] = content as [{ readonly type: 'text'; readonly text: string }];
  return `${isError === true ? 'Error: ' : ''}${first.text}`;
}

describe('the server for assistants', () => {
  it('lists the tools of the extension as tools that only read', async () => {
    const { tools } = await (await start(samples)).listTools();
    const { languageModelTools } = manifest.contributes;
    expect(tools.map(({ name }) => name)).toEqual(languageModelTools.map(({ name }) => name));
    for (const [index, { annotations, inputSchema, description }] of tools.entries()) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(Object.keys(inputSchema.properties ?? {})).toEqual(
        Object.keys(languageModelTools[index]?.inputSchema.properties ?? {}),
      );
      expect(description).toBe(languageModelTools[index]?.modelDescription);
    }
    expect(client.getServerVersion()).toMatchObject({ name: 'aks-bootstrap', version: manifest.version });
    expect(client.getInstructions()).toContain(samples);
  });

  it.each([
    ['validate', {}, 'validate', 'vmss.json'],
    ['decode', {}, 'decode', 'vmss.json'],
    ['decode', { withText: true }, 'decode --text', 'vmss.json'],
    ['preview', {}, 'render custom-data', 'aks-node-controller-config.json'],
    ['preview', { what: 'env' }, 'render env', 'aks-node-controller-config.json'],
    ['preview', { what: 'karpenter' }, 'render karpenter', 'shop.bootstrap-options.json'],
    ['explain', {}, 'explain', 'provisioning-error.txt'],
  ])('answers %s %j with the JSON of `%s` for %s', async (tool, args, command, name) => {
    await start(samples);
    const file = join(samples, name);
    const { out } = await call([...command.split(' '), '--format', 'json', file]);
    const text = readFileSync(file, 'utf8');
    const expected = JSON.parse(out) as object;
    expect(JSON.parse(await ask(tool, { ...args, file }))).toEqual(expected);
    expect(JSON.parse(await ask(tool, { ...args, file, text }))).toEqual(expected);
    const relative = JSON.parse(await ask(tool, { ...args, file: name })) as { results: { file: string }[] };
    expect(relative.results[0]?.file).toBe(name);
  });

  it.each([
    ['validate', { fiel: 'a' }, 'There is no input "fiel". Use file, text.'],
    ['validate', { toString: 'a' }, 'There is no input "toString". Use file, text.'],
    ['validate', {}, 'Pass file or text.'],
    ['validate', { text: 1 }, 'text must be a string.'],
    ['decode', { text: 'a', withText: 'yes' }, 'withText must be a boolean.'],
    ['preview', { text: 'a', what: 'all' }, 'what must be one of custom-data, cse, env, node-files, karpenter.'],
    ['explain', { text: 'a', table: 'x' }, 'table must be one of linux-agentbaker, windows, aks-engine, acs-engine.'],
    ['validate', { file: 'none.json' }, "none.json can't be read: there is no such file."],
    ['validate', { file: '.' }, ". isn't in the folders that the server was started with. Pass its text."],
    [
      'validate',
      { file: '../a.json' },
      "../a.json isn't in the folders that the server was started with. Pass its text.",
    ],
    [
      'validate',
      { file: '/etc/hosts' },
      "/etc/hosts isn't in the folders that the server was started with. Pass its text.",
    ],
    ['validate', { file: 'a\0b' }, "a\\u0000b can't be read"],
  ])('refuses %s %j with what to pass instead', async (tool, args, message) => {
    await start(folder);
    expect(await ask(tool, args)).toContain(`Error: ${message}`);
    expect(await ask('validate', { text: '{}' })).toContain('"unrecognised":true');
  });

  it('refuses a tool that does not exist, without repeating its name', async () => {
    await start();
    const asked = client.callTool({ name: 'glpat-abcdefghij0123456789', arguments: {} });
    await expect(asked).rejects.toThrow(/-32602: There is no such tool\. The tools are aks_bootstrap_validate/);
    await expect(asked).rejects.not.toThrow('glpat');
  });

  it('reads no file if it was started without a folder', async () => {
    const { tools } = await (await start()).listTools();
    for (const { inputSchema } of tools) expect(inputSchema.required).toEqual(['text']);
    for (const file of [config, 'package.json'])
      expect(await ask('validate', { file })).toBe(
        'Error: This server reads no files, because it was started without a folder. Pass the text.',
      );
  });

  it('reads regular files below its folders only, also through links to the folder itself', async () => {
    const inside = join(folder, 'inside');
    const outside = join(folder, 'outside');
    const linked = join(folder, 'linked');
    mkdirSync(join(inside, 'deep'), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(inside, 'deep/a.yaml'), '#cloud-config\n');
    writeFileSync(join(outside, 'b.yaml'), '#cloud-config\n');
    symlinkSync(join(outside, 'b.yaml'), join(inside, 'link.yaml'));
    symlinkSync(outside, join(inside, 'folder'));
    symlinkSync(inside, linked);
    await start(linked);
    expect(await ask('validate', { file: 'deep/a.yaml' })).toContain('"kind":"cloud-config"');
    expect(await ask('validate', { file: 'link.yaml' })).toBe("Error: link.yaml can't be read: it is a link.");
    expect(await ask('validate', { file: 'folder/b.yaml' })).toBe(
      "Error: folder/b.yaml can't be read: it is outside of the folder.",
    );
    expect(await ask('validate', { file: 'deep' })).toBe("Error: deep can't be read: it is a directory.");
  });

  it('reports problems under the configuration file of a file', async () => {
    const configured = join(folder, 'configured');
    mkdirSync(configured);
    const text = '#cloud-config\nhostnme: a\n';
    for (const name of ['a.yaml', 'b.yaml']) writeFileSync(join(configured, name), text);
    const ignoring = 'problems:\n  ignore:\n    b.yaml: [cloud-config/unknown-key]\n';
    writeFileSync(join(configured, '.aks-bootstrap.yaml'), ignoring);
    await start(configured);
    const problemsOf = async (file: string): Promise<unknown> =>
      (JSON.parse(await ask('validate', { file })) as { results: [{ problems: unknown[] }] }).results[0].problems;
    expect(await problemsOf('a.yaml')).toHaveLength(1);
    expect(await problemsOf('b.yaml')).toEqual([]);
  });

  it('masks secrets in answers and in what it refuses', async () => {
    await start(samples);
    const token = 'q7k2mz.4f8w1n6c3x9bd05h';
    expect(readFileSync(config, 'utf8')).toContain(token);
    for (const [tool, args] of [
      ['validate', {}],
      ['decode', { withText: true }],
      ['preview', {}],
      ['preview', { what: 'env' }],
    ] as const)
      expect(await ask(tool, { ...args, file: config })).not.toContain(token);
    const secret = 'glpat-abcdefghij0123456789';
    for (const args of [{ file: `${secret}.json` }, { [secret]: 1 }, { file: `/${secret}` }])
      expect(await ask('validate', args)).not.toContain(secret);
  });

  it('shows invisible characters as escapes', async () => {
    await start(folder);
    const answer = await ask('decode', { file: 'a\u202e.yaml', text: "#!/bin/sh\necho '\u001b[2J'\n", withText: true });
    expect(answer).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(await ask('decode', { file: 'a\u202e.yaml' })).toBe(
      "Error: a\\u202e.yaml can't be read: there is no such file.",
    );
  });

  it('refuses a text that is too large, and answers the next call', async () => {
    await start();
    const text = 'a'.repeat(limits.toolTextCharacters + 1);
    expect(await ask('validate', { text })).toMatch(/^Error: The text has 8,388,609 characters, more than 8,388,608\./);
    expect(await ask('validate', { text: '{}' })).toContain('"version":1');
  });

  it('forgets a cancelled call, and answers the next one', async () => {
    await start();
    const text = `#cloud-config\n${Array.from({ length: 60_000 }, (_, at) => `key${at}: {password: p${at}}\n`).join('')}`;
    const cancel = new AbortController();
    const asked = client.callTool({ name: 'aks_bootstrap_validate', arguments: { text } }, undefined, {
      signal: cancel.signal,
    });
    setTimeout(() => cancel.abort('enough'), 100);
    await expect(asked).rejects.toThrow('enough');
    expect(await ask('validate', { text: '{}' })).toContain('"version":1');
  });
});

/** What the server prints for an input, and the status with which it ends. */
async function piped(write: (input: Writable) => void): Promise<{ out: string; err: string; status: number | null }> {
  const { command, args } = serverWith();
  const child = spawn(command, args);
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => (out += String(data)));
  child.stderr.on('data', (data) => (err += String(data)));
  child.stdin.on('error', () => undefined);
  write(child.stdin);
  const status = await new Promise<number | null>((end) => child.once('close', end));
  return { out, err, status };
}

describe('a server for assistants whose input is a pipe', () => {
  const message = (id: number, text: string): string => {
    const params = { name: 'aks_bootstrap_validate', arguments: { text } };
    return `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`;
  };

  it('answers everything before the end of the input, and skips what is not a message', async () => {
    const { out, err, status } = await piped((input) => {
      input.end(`${message(1, '{}')}secret=HUNTER2\n{"jsonrpc":"1.0"}\n\n${message(2, '#cloud-config\nhostnme: a')}`);
    });
    const answers = out.trim().split('\n');
    expect(answers.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
    expect(answers[1]).toContain('cloud-config/unknown-key');
    expect(`${out}${err}`).not.toContain('HUNTER2');
    expect({ err, status }).toEqual({ err: '', status: 0 });
  });

  it('ends with the reason after a message that is too large', async () => {
    const { err, status } = await piped((input) => {
      input.write(message(1, 'a'.repeat(limits.toolMessageBytes)));
    });
    expect(err).toBe(`aks-bootstrap mcp: the connection is broken: a message has more than 32 MiB\n`);
    expect(status).toBe(2);
  });

  it('is refused for a folder that does not exist', async () => {
    const { status, err } = await call(['mcp', join(folder, 'none')]);
    expect(err).toMatch(/^aks-bootstrap mcp: .*none isn't a folder; see aks-bootstrap mcp --help\n$/);
    expect(status).toBe(2);
  });
});
