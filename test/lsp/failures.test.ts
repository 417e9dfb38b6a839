import { afterEach, describe, expect, it } from 'vitest';
import type { CodeLens, Hover } from 'vscode-languageserver/node';
import { type ExplainParams, type ExplainResult, requests, type TablesResult } from '../../server/src/protocol.js';
import { viewToUriText } from '../../server/src/virtualDocuments.js';
import { extensionMessage, instanceView, portalMessage, statusOf50 } from '../core/failure/messages.js';
import { codes, TestEditor } from '../support/lspConnection.js';

let editor: TestEditor;
afterEach(() => editor.stop());

const explain = (params: ExplainParams): Promise<ExplainResult> =>
  editor.connection.sendRequest<ExplainResult>(requests.explain, params);

const two = JSON.stringify({
  value: [instanceView(extensionMessage(50, statusOf50)), instanceView(extensionMessage(51, ''))].map(
    (one) => JSON.parse(one) as object,
  ),
});

describe('failures over the protocol', () => {
  it('are explained with a report, by their number, by a place, or the first one', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open('instances.json', two);
    const first = await explain({ uri });
    expect(first).toMatchObject({
      failure: 0,
      name: 'instances.report.md',
      explanation: { exitCode: 50, errorName: 'ERR_OUTBOUND_CONN_FAIL', duration: 64, others: [{ exitCode: 51 }] },
    });
    expect(first?.report).toMatch(/^# Provisioning Report: `instances\.json`\n/);
    expect(await explain({ uri, failure: 1 })).toMatchObject({ failure: 1, explanation: { exitCode: 51 } });
    const position = { line: 0, character: two.lastIndexOf('Enable failed') };
    expect(await explain({ uri, position })).toMatchObject({ failure: 1, explanation: { exitCode: 51 } });
    expect(await explain({ uri, failure: 7 })).toMatchObject({ failure: 0, explanation: { exitCode: 50 } });
    const range = first?.explanation.range;
    expect(range && two.slice(range.start.character, range.end.character)).toBe('50');
  });

  it('follow the unsaved text', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open('x.txt', portalMessage(50, ''), 'plaintext');
    await editor.edit(uri, 0, 0, 0, `${portalMessage(34, '')}\n`);
    expect((await explain({ uri }))?.explanation.exitCode).toBe(34);
  });

  it('take the table that is asked for, and name those that there are', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open('x.txt', portalMessage(50, ''), 'plaintext');
    const tables = await editor.connection.sendRequest<TablesResult>(requests.failureTables);
    expect(tables.map(({ family }) => family)).toEqual(['linux-agentbaker', 'windows', 'aks-engine', 'acs-engine']);
    expect((await explain({ uri, table: 'windows' }))?.explanation.errorName).toBe(
      'WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG',
    );
    expect((await explain({ uri, table: 'kops' }))?.explanation.family).toBe('linux-agentbaker');
  });

  it('are none of a document that is not open, and have a reason where no code is', async () => {
    editor = await TestEditor.start();
    expect(await explain({ uri: 'file:///gone.txt' })).toBeNull();
    const uri = await editor.open('x.txt', 'Hello', 'plaintext');
    expect(await explain({ uri })).toMatchObject({
      failure: null,
      explanation: { exitCode: null, silence: { kind: 'unrelated' } },
    });
  });

  it('keep secrets unless they are asked for', async () => {
    editor = await TestEditor.start();
    const token = 'abcdef.0123456789abcdef';
    const status = JSON.stringify({ ExitCode: '34', Output: `+ join ${token}\n+ true\n+ exit 34` });
    const uri = await editor.open('x.txt', extensionMessage(34, status), 'plaintext');
    expect(JSON.stringify(await explain({ uri }))).not.toContain(token);
    expect(JSON.stringify(await explain({ uri, showSecrets: true }))).toContain(token);
  });

  it('show as problems, hover and lens in plain text', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const text = portalMessage(50, '');
    const uri = await editor.open('x.txt', text, 'plaintext');
    expect(codes(await editor.diagnostics(uri))).toEqual(['status/provisioning-failed']);
    const position = { line: 0, character: 10 };
    const hover = await editor.connection.sendRequest<Hover>('textDocument/hover', { textDocument: { uri }, position });
    expect(hover.contents).toMatchObject({ value: expect.stringContaining('ERR_OUTBOUND_CONN_FAIL') as string });
    const lenses = await editor.connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses.map(({ command }) => command)).toEqual([
      {
        title: 'Explain failure 50 (ERR_OUTBOUND_CONN_FAIL)',
        command: 'aksBootstrap.explainFailure',
        arguments: [uri, 0],
      },
    ]);
  });

  it('are not told again of a report', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open('x.txt', portalMessage(50, statusOf50), 'plaintext');
    const report = (await explain({ uri }))?.report ?? '';
    const address = viewToUriText({ source: uri, view: 'failure', failure: 0 }, 'x.report.md');
    await editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: address, languageId: 'markdown', version: 1, text: report },
    });
    expect(codes(await editor.diagnostics(address))).toEqual([]);
    expect(await editor.connection.sendRequest('textDocument/codeLens', { textDocument: { uri: address } })).toEqual(
      [],
    );
  });

  it('have reports that editors open by the protocol', async () => {
    editor = await TestEditor.start({ workspace: { textDocumentContent: {} } });
    const uri = await editor.open('x.txt', portalMessage(50, ''), 'plaintext');
    const address = viewToUriText({ source: uri, view: 'failure', table: 'aks-engine' }, 'x.report.md');
    expect(await editor.connection.sendRequest('workspace/textDocumentContent', { uri: address })).toMatchObject({
      text: expect.stringContaining('aks-engine') as string,
    });
  });
});
