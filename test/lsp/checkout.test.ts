import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { CompletionItem, Hover, Registration } from 'vscode-languageserver';
import { checkoutLayout } from '../../server/src/core/index.js';
import { requests, type ExplainResult } from '../../server/src/protocol.js';
import { codes, TestEditor } from '../support/lspConnection.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** A workspace folder with files. */
function workspace(files: Readonly<Record<string, string>>): { readonly path: string; readonly uri: string } {
  const { path } = temporaryFolder();
  for (const [name, text] of Object.entries(files)) write(join(path, name), text);
  return { path, uri: pathToFileURL(path).href };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const protoPath = `${checkoutLayout.protos}/config.proto`;
const proto = (fields: string): string =>
  `syntax = "proto3";\npackage aksnodeconfig.v1;\nmessage Configuration {\n  string version = 1;\n${fields}}\n`;
const config = '{"version":"v1",}';
const watching = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } } };

let editor: TestEditor | undefined;
afterEach(() => editor?.stop());

async function ask<T>(method: string, uri: string, character: number): Promise<T | undefined> {
  return editor?.connection.sendRequest<T>(method, { textDocument: { uri }, position: { line: 0, character } });
}

async function labelsAt(uri: string, character: number): Promise<string[]> {
  return ((await ask<CompletionItem[]>('textDocument/completion', uri, character)) ?? []).map(({ label }) => label);
}

describe('a workspace that is a checkout of AgentBaker', () => {
  const { path, uri: folder } = workspace({ [protoPath]: proto('  // Which paint.\n  string paint = 2;\n') });

  it('is the contract of the configs in it, and a changed .proto file holds at once', async () => {
    editor = await TestEditor.start({ ...watching, folder });
    const uri = `${folder}/a.node-config.json`;
    await editor.open(uri, config);
    expect(await labelsAt(uri, 16)).toEqual(['paint']);
    write(
      join(path, protoPath),
      proto('  // Which paint.\n  string paint = 2;\n  // How much of it.\n  int32 litres = 3;\n'),
    );
    expect(await labelsAt(uri, 16)).toEqual(['paint', 'litres']);
    const other = `${folder}/b.node-config.json`;
    await editor.open(other, '{"litres":"x","vm_size":"a"}');
    expect(JSON.stringify((await ask<Hover>('textDocument/hover', other, 4))?.contents)).toContain('How much of it.');
    expect(codes(await editor.diagnostics(other))).toEqual(
      expect.arrayContaining(['contract/wrong-type', 'contract/undeclared-field']),
    );
    const watched = editor.registrations
      .filter(({ method }) => method === 'workspace/didChangeWatchedFiles')
      .map(({ registerOptions }: Registration) => JSON.stringify(registerOptions));
    expect(watched.join()).toContain(`{"baseUri":"${folder}/${checkoutLayout.protos}","pattern":"*.proto"}`);
    expect(watched.join()).toContain('cse_helpers.sh');
  });

  it("doesn't matter to documents elsewhere", async () => {
    editor = await TestEditor.start({ folder });
    const uri = await editor.open('file:///elsewhere/a.node-config.json', config);
    expect(await labelsAt(uri, 16)).not.toContain('paint');
  });

  it('has its mistakes reported in its files, until they are gone', async () => {
    const { path: faulty, uri: faultyUri } = workspace({ [protoPath]: proto('  string = 2;\n') });
    editor = await TestEditor.start({ folder: faultyUri });
    const uri = `${faultyUri}/a.node-config.json`;
    await editor.open(uri, config);
    await editor.diagnostics(uri);
    const [found] = await editor.pushed(`${faultyUri}/${protoPath}`, (all) => all.length > 0);
    expect(found).toMatchObject({ message: 'Expected a name, not "=".', range: { start: { line: 4, character: 9 } } });
    write(join(faulty, protoPath), proto('  string paint = 2;\n'));
    await editor.diagnostics(uri);
    await editor.pushed(`${faultyUri}/${protoPath}`, (all) => all.length === 0);
  });

  it('has files outside of the folder left out', async () => {
    const { path: own, uri: ownUri } = workspace({ [`${checkoutLayout.protos}/a.txt`]: '' });
    symlinkSync(join(path, protoPath), join(own, protoPath));
    editor = await TestEditor.start({ folder: ownUri });
    const uri = `${ownUri}/a.node-config.json`;
    await editor.open(uri, config);
    expect(await labelsAt(uri, 16)).not.toContain('paint');
  });

  it('adds the exit codes of its scripts', async () => {
    const { uri: ownUri } = workspace({
      [protoPath]: proto(''),
      [checkoutLayout.scripts['linux-agentbaker']]: 'ERR_PAINT_DRY=249 # the paint is still wet\n',
    });
    editor = await TestEditor.start({ folder: ownUri });
    const uri = `${ownUri}/provision.json`;
    await editor.open(uri, '{"ExitCode":"249","Output":"","Error":"","ExecDuration":"3"}');
    const explained = await editor.connection.sendRequest<ExplainResult>(requests.explain, { uri });
    expect(explained?.explanation).toMatchObject({
      errorName: 'ERR_PAINT_DRY',
      meaning: 'The paint is still wet',
      table: { source: `${checkoutLayout.scripts['linux-agentbaker']} of the checkout` },
    });
    expect(codes(await editor.diagnostics(uri))).toEqual(['status/provisioning-failed']);
    expect(JSON.stringify((await ask<Hover>('textDocument/hover', uri, 14))?.contents)).toContain('ERR_PAINT_DRY');
  });
});

describe('the setting for a checkout', () => {
  const { path } = workspace({
    [protoPath]: proto('  string paint = 2;\n'),
    'loose/a.proto': proto('  bool glue = 2;\n'),
  });

  it.each([
    [path, 'paint'],
    [join(path, 'aks-node-controller'), 'paint'],
    [join(path, checkoutLayout.protos), 'paint'],
    [join(path, 'loose'), 'glue'],
  ])('names it, or a folder in it: %s', async (contract, field) => {
    editor = await TestEditor.start({ settings: { contract } });
    const uri = await editor.open('file:///elsewhere/a.node-config.json', config);
    expect(await labelsAt(uri, 16)).toEqual([field]);
  });

  it('is logged once if its folder has no .proto files', async () => {
    editor = await TestEditor.start({ settings: { contract: '/nowhere' } });
    const uri = await editor.open('file:///elsewhere/a.node-config.json', config);
    await labelsAt(uri, 16);
    await labelsAt(uri, 16);
    expect(editor.log).toEqual(['The setting aksBootstrap.contract names /nowhere. It has no .proto files.']);
  });
});
