import * as vscode from 'vscode';
import {
  type ExplainParams,
  type ExplainResult,
  lensCommands,
  requests,
  type TablesResult,
  type TimelineParams,
  type TimelineResult,
} from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { CommandError, registerCommands } from '../commands.js';
import { documentFor, isOpen, openVirtual, reopen } from '../openDocuments.js';
import { type Requester, servedLanguages } from '../server.js';
import { Timelines } from './timelines.js';

/** Registers the commands of failure reports and timelines. */
export function registerFailures(
  log: vscode.LogOutputChannel,
  server: Requester,
  extension: vscode.Uri,
): vscode.Disposable {
  const timelines = new Timelines(extension, server);
  const commands = registerCommands(log, {
    [lensCommands.explainFailure]: (uri, failure) => explainFailure(server, uri, failure),
    'aksBootstrap.explainClipboard': () => explainClipboard(server),
    'aksBootstrap.chooseFailureTable': () => chooseFailureTable(server),
    [lensCommands.showTimeline]: (uri, more) => showTimeline(server, timelines, uri, more),
    'aksBootstrap.showTimelineOfEditors': () => showTimelineOfEditors(server, timelines),
    'aksBootstrap.exportTimelineImage': (target) => timelines.export('svg', target),
    'aksBootstrap.exportTimelineReport': (target) => timelines.export('markdown', target),
  });
  return vscode.Disposable.from(timelines, commands);
}

/**
 * Opens the report on a failure. Code lenses pass the number of the failure; otherwise it is the one at the cursor, or the
 * first one. In a document that the server doesn't receive, such as an email, the selection is explained.
 */
async function explainFailure(server: Requester, uri: unknown, failure: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const unserved = uri === undefined && editor !== undefined && !servedLanguages.includes(editor.document.languageId);
  if (unserved && !editor.selection.isEmpty) {
    await explainText(server, editor.document.getText(editor.selection));
    return;
  }
  const document = await documentFor(uri);
  const cursor = editor?.document === document ? editor.selection.active : undefined;
  const position = cursor && { line: cursor.line, character: cursor.character };
  const which = typeof failure === 'number' ? { failure } : position === undefined ? {} : { position };
  await openReport(server, { uri: document.uri.toString(), ...which });
}

/** Opens the clipboard as an untitled document, and its report beside it. */
async function explainClipboard(server: Requester): Promise<void> {
  const content = await vscode.env.clipboard.readText();
  if (content.trim() === '') throw new CommandError(vscode.l10n.t('There is no text in the clipboard.'));
  await explainText(server, content);
}

async function explainText(server: Requester, content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content });
  await vscode.window.showTextDocument(document);
  await openReport(server, { uri: document.uri.toString() });
}

/** Lets the user choose the table of exit codes for a report. */
async function chooseFailureTable(server: Requester): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const view = editor && viewOfUri(editor.document.uri);
  if (view?.view !== 'failure') throw new CommandError(vscode.l10n.t('Open a provisioning report first.'));
  const tables = await server.request<TablesResult>(requests.failureTables, {});
  const picked = await vscode.window.showQuickPick(
    tables.map(({ family, title, source }) => ({ label: title, detail: source, family })),
    {
      title: vscode.l10n.t('Choose Exit Code Table'),
      placeHolder: vscode.l10n.t('The same exit code means different things in each table'),
    },
  );
  if (picked === undefined) return;
  const { source, failure } = view;
  const which = failure === undefined ? {} : { failure };
  await openReport(server, { uri: source, ...which, table: picked.family }, editor?.viewColumn);
}

async function openReport(server: Requester, params: ExplainParams, viewColumn?: vscode.ViewColumn): Promise<void> {
  const found = await server.request<ExplainResult>(requests.explain, params);
  if (found === null) throw new CommandError(vscode.l10n.t('The document is no longer open.'));
  const { failure, name, explanation } = found;
  if (explanation.silence?.kind === 'unrelated') throw new CommandError(explanation.silence.reason);
  const which = failure === null ? {} : { failure };
  const table = params.table === undefined ? {} : { table: params.table };
  const options = viewColumn === undefined ? {} : { viewColumn };
  await openVirtual({ source: params.uri, view: 'failure', ...which, ...table }, name, 'markdown', options);
}

/**
 * Shows a timeline of the files selected in VS Code's explorer, of the document that a code lens passes, of the document of
 * the active report, or of the active document.
 */
async function showTimeline(server: Requester, timelines: Timelines, uri: unknown, more: unknown): Promise<void> {
  if (Array.isArray(more) && more.length > 0) {
    const files = more.filter((one) => one instanceof vscode.Uri);
    timelines.show({ sources: await readable(files) });
    return;
  }
  const active = vscode.window.activeTextEditor;
  const shown = uri instanceof vscode.Uri ? uri : typeof uri === 'string' ? undefined : active?.document.uri;
  const view = shown && viewOfUri(shown);
  if (view?.view === 'failure') {
    timelines.show({ sources: [view.source], ...(view.failure === undefined ? {} : { failure: view.failure }) });
    return;
  }
  const document = await documentFor(uri);
  const source = document.uri.toString();
  if (typeof uri === 'string') {
    timelines.show({ sources: [source], ...(typeof more === 'number' ? { failure: more } : {}) });
    return;
  }
  const cursor = active?.document === document ? active.selection.active : undefined;
  const position = cursor && { line: cursor.line, character: cursor.character };
  const params: ExplainParams = { uri: source, ...(position === undefined ? {} : { position }) };
  const failure = (await server.request<ExplainResult>(requests.explain, params))?.failure ?? undefined;
  timelines.show({ sources: [source], ...(failure === undefined ? {} : { failure }) });
}

/** Merges the boot steps of all open editors into one timeline. */
async function showTimelineOfEditors(server: Requester, timelines: Timelines): Promise<void> {
  const shown = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) =>
      input instanceof vscode.TabInputText && viewOfUri(input.uri)?.view !== 'failure' ? [input.uri] : [],
    ),
  );
  const params: TimelineParams = { sources: await readable(shown) };
  const { rows } = await server.request<TimelineResult>(requests.timeline, params);
  const withSteps = new Set(rows.flatMap(({ places }) => places.map((place) => place.uri)));
  const sources = params.sources.filter((source) => withSteps.has(source));
  if (sources.length === 0)
    throw new CommandError(vscode.l10n.t('No open document contains boot steps. Open logs of the node first.'));
  timelines.show({ sources });
}

/** URIs of the documents that can be opened and that the server receives. */
async function readable(uris: readonly vscode.Uri[]): Promise<string[]> {
  const all = [...new Set(uris.map(String))];
  await Promise.all(all.map(reopen));
  const unreadable = all.filter((uri) => !isServed(uri));
  if (unreadable.length > 0 && unreadable.length === all.length)
    throw new CommandError(vscode.l10n.t('AKS Bootstrap cannot read these files as text.'));
  return all.filter(isServed);
}

function isServed(uri: string): boolean {
  return (
    isOpen(uri) &&
    vscode.workspace.textDocuments.some(
      (document) => document.uri.toString() === uri && servedLanguages.includes(document.languageId),
    )
  );
}
