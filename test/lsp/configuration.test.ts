import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompletionItem, Diagnostic, Hover, Registration } from 'vscode-languageserver';
import { type CaseReportResult, type DecodeResult, type RecogniseResult, requests } from '../../server/src/protocol.js';
import { call } from '../support/commandLine.js';
import { codes, type EditorTraits, TestEditor } from '../support/lspConnection.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: root } = temporaryFolder();
const folder = join(root, 'workspace');
const folderUri = pathToFileURL(folder).href;
const config = '{ "version": "v0", "kubelet_config": {}, "cluster_configg": {} }';
const watching = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } } };

let editor: TestEditor;
let messages: string[];

beforeEach(() => mkdirSync(join(folder, '.git'), { recursive: true }));
afterEach(async () => {
  await editor.stop();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function start(traits: EditorTraits = {}): Promise<void> {
  editor = await TestEditor.start({ folder: folderUri, ...traits });
  messages = [];
  editor.connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
    messages.push(message);
  });
}

/** Opens a file, which doesn't have to exist, and returns its problems as `severity code`. */
async function problemsIn(name: string, text = config): Promise<string[]> {
  const uri = await editor.open(`${folderUri}/${name}`, text);
  return said(await editor.diagnostics(uri));
}

function said(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, code }) => `${severity ?? ''} ${String(code)}`);
}

/** Where the problems of a file are counted: in its entries, in what it is recognised as, and in the report on a case. */
async function countsIn(uri: string, text: string): Promise<object> {
  const { connection } = editor;
  const { errors, warnings, codes } = await connection.sendRequest<DecodeResult>(requests.decode, { uri });
  const recognised = await connection.sendRequest<RecogniseResult>(requests.recognise, { uri });
  const content = Buffer.from(text).toString('base64');
  await connection.sendRequest(requests.caseFile, { case: uri, name: 'a.node-config.json', uri, content });
  const report = await connection.sendRequest<CaseReportResult>(requests.caseReport, { case: uri, name: 'case' });
  return {
    errors,
    warnings,
    codes,
    sentence: recognised?.sentence,
    inCase: report?.case.configs.map(({ errorCount }) => errorCount),
  };
}

describe('what settings hide', () => {
  const none = { errors: 0, warnings: 0, codes: [], sentence: 'A node config.', inCase: [0] };

  it.each([
    ['severities', 'problems: {severity: {"contract/*": off}}\n'],
    ['a glob', 'problems: {ignore: {"*.node-config.json": ["contract/*"]}}\n'],
    ['a baseline', 'problems: {baseline: accepted.json}\n'],
  ])('counts nowhere if it is hidden by %s', async (_, settings) => {
    write('a.node-config.json', config);
    await call(['validate', '--write-baseline', join(folder, 'accepted.json'), folder]);
    await start({ settings: {} });
    const uri = await editor.open(`${folderUri}/a.node-config.json`, config);
    expect(await countsIn(uri, config)).not.toEqual(none);
    write('.aks-bootstrap.yaml', settings);
    expect(await editor.diagnostics(uri)).toEqual([]);
    expect(await countsIn(uri, config)).toEqual(none);
  });

  it('has the severity that is reported where it counts', async () => {
    write('.aks-bootstrap.yaml', 'problems: {severity: {"contract/*": off, contract/unknown-field: warning}}\n');
    await start({ settings: {} });
    const uri = await editor.open(`${folderUri}/a.node-config.json`, config);
    expect(await countsIn(uri, config)).toMatchObject({
      errors: 0,
      warnings: 1,
      codes: ['contract/unknown-field'],
      inCase: [0],
    });
  });

  it('counts in a case whose files are in no folder', async () => {
    await start({ settings: {} });
    const content = Buffer.from(config).toString('base64');
    await editor.connection.sendRequest(requests.caseFile, { case: '1', name: 'a.node-config.json', content });
    const report = await editor.connection.sendRequest<CaseReportResult>(requests.caseReport, { case: '1', name: 'c' });
    expect(report?.case.configs).toMatchObject([{ errorCount: 2 }]);
  });
});

describe('the configuration file of a document', () => {
  it('counts, and the settings of the editor override it', async () => {
    write(
      '.aks-bootstrap.yaml',
      'kinds: {"pools/*": node-config}\nproblems: {severity: {contract/unknown-field: hint, contract/missing-*: off}}\n',
    );
    await start({ settings: { problems: { severity: { 'contract/unknown-field': 'warning' } } } });
    expect(await problemsIn('pools/a.txt')).toEqual(['2 contract/deprecated-version', '2 contract/unknown-field']);
    expect(await problemsIn('b.txt', 'hello')).toEqual([]);
    const summary = await editor.connection.sendRequest(requests.summary, { uri: `${folderUri}/pools/a.txt` });
    expect(summary).toMatchObject({ configuration: '.aks-bootstrap.yaml' });
  });

  it('counts again when it has changed', async () => {
    await start({ ...watching, settings: {} });
    const before = await problemsIn('a.node-config.json');
    expect(before).toContain('2 contract/deprecated-version');
    const patterns = editor.registrations.map(({ registerOptions }: Registration) => JSON.stringify(registerOptions));
    expect(patterns.join()).toContain('**/.aks-bootstrap.{yaml,yml,json}');
    const refreshed = new Promise<void>((resolve) => {
      editor.connection.onRequest('workspace/diagnostic/refresh', () => {
        resolve();
        return null;
      });
    });
    write('.aks-bootstrap.yml', 'problems: {severity: {contract/deprecated-version: off}}\n');
    const changes = [{ uri: `${folderUri}/.aks-bootstrap.yml`, type: 1 }];
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await refreshed;
    const uri = `${folderUri}/a.node-config.json`;
    expect(said(await editor.diagnostics(uri))).not.toContain('2 contract/deprecated-version');
    rmSync(join(folder, '.aks-bootstrap.yml'));
    expect(said(await editor.diagnostics(uri))).toEqual(before);
  });

  it('decides which instance data is used, if that is in its folder', async () => {
    const template = '## template: jinja\n#cloud-config\nhostname: {{ v1.region }}\n';
    write('data/i.json', '{"v1": {}}');
    writeFileSync(join(root, 'outside.json'), '{"v1": {"region": "outside"}}');
    write('.aks-bootstrap.yaml', 'cloudInit: {instanceData: data/i.json}\n');
    await start({ settings: {} });
    expect((await problemsIn('a.yaml', template)).length).toBeGreaterThan(0);
    for (const path of ['../outside.json', join(root, 'outside.json'), 'link.json']) {
      write('.aks-bootstrap.yaml', `cloudInit: {instanceData: ${path}}\n`);
      if (path === 'link.json') symlinkSync(join(root, 'outside.json'), join(folder, path));
      const found = await editor.diagnostics(`${folderUri}/a.yaml`);
      expect(codes(found)).toEqual(['user-data/no-instance-data']);
      expect(found[0]?.message).toContain(`cloudInit.instanceData of .aks-bootstrap.yaml names ${path}.`);
    }
  });

  it('names no files and globs in a workspace that the user does not trust', async () => {
    write(
      '.aks-bootstrap.yaml',
      'kinds: {"*.txt": node-config}\nproblems: {severity: {contract/deprecated-version: off}, ignore: {"*": [contract/*]}}\n',
    );
    await start({ settings: { isTrusted: false } });
    expect(await problemsIn('a.txt', '{"version": "v0"}')).toEqual([]);
    const found = await problemsIn('a.node-config.json');
    expect(found).toContain('1 contract/unknown-field');
    expect(found).not.toContain('2 contract/deprecated-version');
  });

  it('accepts the problems of its baseline, also when their lines move', async () => {
    write('sub/a.node-config.json', config);
    write('.aks-bootstrap.yaml', 'problems: {baseline: accepted.json}\n');
    const made = await call(['validate', '--write-baseline', join(folder, 'accepted.json'), join(folder, 'sub')]);
    expect([made.status, made.err]).toEqual([0, expect.stringMatching(/accepts \d+ problems in 1 file\n$/)]);
    await start({ settings: {} });
    expect(await problemsIn('sub/a.node-config.json')).toEqual([]);
    expect(await problemsIn('sub/b.node-config.json')).not.toEqual([]);
    await editor.edit(`${folderUri}/sub/a.node-config.json`, 0, 0, 1, '{\n\n "x": 1,');
    const found = await editor.diagnostics(`${folderUri}/sub/a.node-config.json`);
    expect(said(found)).toEqual(['1 contract/unknown-field']);
    write('accepted.json', '{}');
    expect((await editor.diagnostics(`${folderUri}/sub/a.node-config.json`)).length).toBeGreaterThan(1);
    await vi.waitFor(() =>
      expect(messages).toEqual([
        expect.stringMatching(/^problems\.baseline of \.aks-bootstrap\.yaml names accepted\.json\./),
      ]),
    );
  });

  it('counts for editors that push their settings', async () => {
    write('.aks-bootstrap.yaml', 'problems: {severity: {contract/*: off, contract/unknown-field: hint}}\n');
    await start();
    expect(await problemsIn('a.node-config.json')).toEqual(['4 contract/unknown-field']);
    await editor.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { aksBootstrap: { problems: { severity: { 'contract/unknown-field': 'error' } } } },
    });
    expect(said(await editor.diagnostics(`${folderUri}/a.node-config.json`))).toEqual(['1 contract/unknown-field']);
  });
});

describe('a configuration file with mistakes', () => {
  it('is not used, and is reported once and in the file', async () => {
    write('.aks-bootstrap.yaml', 'problems: {severity: {contract/deprecated-version: off}}\nnodeImge: x\n');
    await start({ settings: {} });
    expect(await problemsIn('a.node-config.json')).toContain('2 contract/deprecated-version');
    expect(await problemsIn('b.node-config.json')).toContain('2 contract/deprecated-version');
    const uri = `${folderUri}/.aks-bootstrap.yaml`;
    const [problem] = await editor.pushed(uri, (diagnostics) => diagnostics.length > 0);
    expect(problem).toMatchObject({ code: 'configuration/unknown-key', range: { start: { line: 1, character: 0 } } });
    expect(messages).toEqual(['.aks-bootstrap.yaml has a mistake, so none of it is used.']);
    write('.aks-bootstrap.yaml', 'problems: {severity: {contract/deprecated-version: off}}\n');
    expect(said(await editor.diagnostics(`${folderUri}/a.node-config.json`))).not.toContain(
      '2 contract/deprecated-version',
    );
    await editor.pushed(uri, (diagnostics) => diagnostics.length === 0);
  });

  it('has no mistakes any more when it is deleted', async () => {
    write('.aks-bootstrap.yaml', 'nodeImge: x\n');
    await start({ settings: {} });
    await problemsIn('a.node-config.json');
    const uri = `${folderUri}/.aks-bootstrap.yaml`;
    await editor.pushed(uri, (diagnostics) => diagnostics.length > 0);
    rmSync(join(folder, '.aks-bootstrap.yaml'));
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 3 }] });
    await editor.pushed(uri, (diagnostics) => diagnostics.length === 0);
  });

  it('leaves syntax errors in JSON to an editor that reports them', async () => {
    await start({ settings: {}, initializationOptions: { hostServes: { json: true } } });
    expect(await problemsIn('.aks-bootstrap.json', '{"nodeImage": ')).toEqual([]);
    expect(await problemsIn('sub/.aks-bootstrap.json', '{"nodeImge": "x"}')).toEqual(['1 configuration/unknown-key']);
  });

  it('is reported if it is a link', async () => {
    write('other.yaml', 'problems: {ignore: {"*": ["*"]}}\n');
    symlinkSync('other.yaml', join(folder, '.aks-bootstrap.yaml'));
    await start({ settings: {} });
    expect(await problemsIn('a.node-config.json')).not.toEqual([]);
    expect(await problemsIn('b.node-config.json')).not.toEqual([]);
    await vi.waitFor(() => expect(messages).toEqual([".aks-bootstrap.yaml can't be used: it is a link."]));
  });

  it('is checked like every document while it is open', async () => {
    write('.aks-bootstrap.yaml', 'nodeImge: x\n');
    await start({ settings: {} });
    await problemsIn('a.node-config.json');
    expect(await problemsIn('.aks-bootstrap.yaml', 'nodeImge: x\nkinds: []\n')).toEqual([
      '1 configuration/unknown-key',
      '1 configuration/wrong-type',
    ]);
    const uri = `${folderUri}/.aks-bootstrap.yaml`;
    await editor.pushed(uri, (diagnostics) => diagnostics.length === 0);
    const position = { line: 1, character: 2 };
    const ask = <T>(method: string): Promise<T> =>
      editor.connection.sendRequest<T>(method, { textDocument: { uri }, position });
    expect(JSON.stringify((await ask<Hover>('textDocument/hover')).contents)).toContain('Kinds of files by globs');
    await editor.edit(uri, 1, 0, 9, 'problems:\n  ');
    const items = await editor.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri },
      position: { line: 2, character: 2 },
    });
    expect(items.map(({ label }) => label)).toEqual(['severity', 'ignore', 'baseline']);
  });
});
