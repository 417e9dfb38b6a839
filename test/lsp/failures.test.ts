import { afterEach, describe, expect, it } from 'vitest';
import type { Hover, Location } from 'vscode-languageserver/node';
import {
  type ExplainParams,
  type ExplainResult,
  requests,
  type TablesResult,
  type TimelineExportResult,
  type TimelineParams,
  type TimelineResult,
} from '../../server/src/protocol.js';
import { viewToUriText } from '../../server/src/virtualDocuments.js';
import { extensionMessage, instanceView, portalMessage, statusOf50 } from '../core/failure/messages.js';
import { limits } from '../../server/src/core/index.js';
import { bootSample } from '../core/failure/bootLog/logs.js';
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

describe('timelines over the protocol', () => {
  it('contain the steps of all requested documents, with their positions', async () => {
    editor = await TestEditor.start();
    const events = await editor.open('events.json', bootSample('events.json'));
    const trace = await editor.open('cluster-provision.log', bootSample('cluster-provision.log'), 'log');
    const params: TimelineParams = { sources: [events, trace, events, 'file:///gone.log'], zoom: 2, divisions: 3 };
    const chart = await editor.connection.sendRequest<TimelineResult>(requests.timeline, params);
    expect(chart).toMatchObject({ title: 'Boot timeline from 2 sources', zoom: 2, missing: ['file:///gone.log'] });
    const row = chart.rows.find(({ name }) => name === 'AKS.CSE.ensureKubelet');
    expect(row?.places).toEqual([
      { title: 'events.json:2', uri: events, line: 1, character: 0 },
      { title: 'cluster-provision.log:13', uri: trace, line: 12, character: 0 },
    ]);
  });

  it('can show one of several failures, follow the unsaved text, and have file names', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open('instances.json', two);
    const ask = (failure: number): Promise<TimelineResult> =>
      editor.connection.sendRequest<TimelineResult>(requests.timeline, { sources: [uri], failure });
    const before = (await ask(0)).rows.find(({ state }) => state === 'failed');
    expect(before).toMatchObject({ name: 'provisioning script', note: 'Exit code 50: ERR_OUTBOUND_CONN_FAIL' });
    await editor.edit(uri, 0, 0, 0, '\n');
    const after = (await ask(0)).rows.find(({ state }) => state === 'failed');
    expect([before, after].map((row) => row?.places[0]?.line)).toEqual([0, 1]);
    for (const as of ['svg', 'markdown'] as const) {
      const drawn = await editor.connection.sendRequest<TimelineExportResult>(requests.timelineExport, {
        sources: [uri],
        failure: 0,
        as,
      });
      expect(drawn.name).toBe(as === 'svg' ? 'instances.timeline.svg' : 'instances.timeline.md');
      expect(drawn.text).toContain('provisioning script');
    }
  });

  it('have a limited number of documents', async () => {
    editor = await TestEditor.start();
    const sources = Array.from({ length: limits.timelineTexts + 2 }, (_, index) => `file:///gone-${index}.log`);
    const chart = await editor.connection.sendRequest<TimelineResult>(requests.timeline, { sources });
    expect(chart.missing).toHaveLength(limits.timelineTexts);
  });

  it('number documents with equal names', async () => {
    editor = await TestEditor.start();
    const text = bootSample('waagent.log');
    const first = await editor.open('a/waagent.log', text, 'log');
    const second = await editor.open('b/waagent.log', text.replaceAll('10:10', '11:10'), 'log');
    const chart = await editor.connection.sendRequest<TimelineResult>(requests.timeline, { sources: [first, second] });
    expect(chart.rows.map(({ places }) => places.map(({ title, uri }) => [title, uri]))).toContainEqual([
      ['waagent.log (2):1', second],
    ]);
  });

  it('have lenses above logs and statuses, and link a trace with its phase', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const text = bootSample('cluster-provision.log');
    const uri = await editor.open('cluster-provision.log', text, 'log');
    const textDocument = { uri };
    const lenses = await editor.lenses(uri);
    expect(lenses.map(({ command }) => command)).toEqual([
      { title: 'Boot timeline', command: 'aksBootstrap.showTimeline', arguments: [uri] },
    ]);
    const position = { line: 9, character: 4 };
    const found = await editor.connection.sendRequest<Location[]>('textDocument/definition', {
      textDocument,
      position,
    });
    expect(found.map(({ range }) => range.start.line)).toEqual([6]);
    const references = await editor.connection.sendRequest<Location[]>('textDocument/references', {
      textDocument,
      position,
      context: { includeDeclaration: true },
    });
    expect(references.map(({ range }) => range.start.line)).toEqual([6, 7]);
    const status = await editor.open('x.txt', portalMessage(50, statusOf50), 'plaintext');
    const above = await editor.lenses(status);
    expect(above.map(({ command }) => command?.arguments)).toEqual([
      [status, 0],
      [status, 0],
    ]);
    expect(above[1]?.command?.command).toBe('aksBootstrap.showTimeline');
  });
});

describe('failures over the protocol', () => {
  it('are explained in a report by index, by position, or by default the first one', async () => {
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

  it('are explained by the requested table, and the tables can be listed', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open('x.txt', portalMessage(50, ''), 'plaintext');
    const tables = await editor.connection.sendRequest<TablesResult>(requests.failureTables);
    expect(tables.map(({ family }) => family)).toEqual(['linux-agentbaker', 'windows', 'aks-engine', 'acs-engine']);
    expect((await explain({ uri, table: 'windows' }))?.explanation.errorName).toBe(
      'WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG',
    );
    expect((await explain({ uri, table: 'kops' }))?.explanation.family).toBe('linux-agentbaker');
  });

  it('are null for a document that is not open, and have a reason if there is no code', async () => {
    editor = await TestEditor.start();
    expect(await explain({ uri: 'file:///gone.txt' })).toBeNull();
    const uri = await editor.open('x.txt', 'Hello', 'plaintext');
    expect(await explain({ uri })).toMatchObject({
      failure: null,
      explanation: { exitCode: null, silence: { kind: 'unrelated' } },
    });
  });

  it('contain secrets only on request', async () => {
    editor = await TestEditor.start();
    const token = 'abcdef.0123456789abcdef';
    const status = JSON.stringify({ ExitCode: '34', Output: `+ join ${token}\n+ true\n+ exit 34` });
    const uri = await editor.open('x.txt', extensionMessage(34, status), 'plaintext');
    expect(JSON.stringify(await explain({ uri }))).not.toContain(token);
    expect(JSON.stringify(await explain({ uri, showSecrets: true }))).toContain(token);
  });

  it('have a diagnostic, a hover and a lens in plain text', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const text = portalMessage(50, '');
    const uri = await editor.open('x.txt', text, 'plaintext');
    expect(codes(await editor.diagnostics(uri))).toEqual(['status/provisioning-failed']);
    const position = { line: 0, character: 10 };
    const hover = await editor.connection.sendRequest<Hover>('textDocument/hover', { textDocument: { uri }, position });
    expect(hover.contents).toMatchObject({ value: expect.stringContaining('ERR_OUTBOUND_CONN_FAIL') as string });
    const lenses = await editor.lenses(uri);
    expect(lenses.map(({ command }) => command)).toEqual([
      {
        title: 'Explain failure 50 (ERR_OUTBOUND_CONN_FAIL)',
        command: 'aksBootstrap.explainFailure',
        arguments: [uri, 0],
      },
    ]);
  });

  it('are not reported again in a report', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open('x.txt', portalMessage(50, statusOf50), 'plaintext');
    const report = (await explain({ uri }))?.report ?? '';
    const address = viewToUriText({ source: uri, view: 'failure', failure: 0 }, 'x.report.md');
    await editor.open(address, report, 'markdown');
    expect(codes(await editor.diagnostics(address))).toEqual([]);
    expect(await editor.lenses(address)).toEqual([]);
  });

  it('have reports that editors open through the protocol', async () => {
    editor = await TestEditor.start({ workspace: { textDocumentContent: {} } });
    const uri = await editor.open('x.txt', portalMessage(50, ''), 'plaintext');
    const address = viewToUriText({ source: uri, view: 'failure', table: 'aks-engine' }, 'x.report.md');
    expect(await editor.connection.sendRequest('workspace/textDocumentContent', { uri: address })).toMatchObject({
      text: expect.stringContaining('aks-engine') as string,
    });
  });
});
