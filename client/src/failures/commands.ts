import * as vscode from 'vscode';
import { type ExplainParams, lensCommands, requests } from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { CommandError, registerCommands } from '../registerCommands.js';
import {
  activeView,
  clipboardText,
  cursorIn,
  documentFor,
  openDocument,
  openVirtual,
  reopen,
} from '../openDocuments.js';
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
  const which = typeof failure === 'number' ? { failure } : { position: cursorIn(document) };
  await openReport(server, { uri: document.uri.toString(), ...which });
}

/** Opens the clipboard as an untitled document, and its report beside it. */
async function explainClipboard(server: Requester): Promise<void> {
  await explainText(server, await clipboardText());
}

async function explainText(server: Requester, content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content });
  await vscode.window.showTextDocument(document);
  await openReport(server, { uri: document.uri.toString() });
}

/** Lets the user choose the table of exit codes for a report. */
async function chooseFailureTable(server: Requester): Promise<void> {
  const view = activeView();
  if (view?.view !== 'failure') throw new CommandError(vscode.l10n.t('Open a provisioning report first.'));
  const tables = await server.request(requests.failureTables, {});
  const picked = await vscode.window.showQuickPick(
    tables.map(({ family, title, source }) => ({ label: title, detail: source, family })),
    {
      title: vscode.l10n.t('Choose Exit Code Table'),
      placeHolder: vscode.l10n.t('The same exit code means different things in each table'),
    },
  );
  if (picked === undefined) return;
  const { source, failure } = view;
  await openReport(server, { uri: source, failure, table: picked.family }, vscode.ViewColumn.Active);
}

async function openReport(
  server: Requester,
  params: ExplainParams,
  viewColumn = vscode.ViewColumn.Beside,
): Promise<void> {
  const found = await server.request(requests.explain, params);
  if (found === null) throw new CommandError(vscode.l10n.t('The document is no longer open.'));
  const { failure, name, explanation } = found;
  if (explanation.silence?.kind === 'unrelated') throw new CommandError(explanation.silence.reason);
  const view = { source: params.uri, view: 'failure', failure: failure ?? undefined, table: params.table } as const;
  await openVirtual(view, name, 'markdown', { viewColumn });
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
  const view = uri instanceof vscode.Uri ? viewOfUri(uri) : typeof uri === 'string' ? undefined : activeView();
  if (view?.view === 'failure') {
    timelines.show({ sources: [view.source], failure: view.failure });
    return;
  }
  const document = await documentFor(uri);
  const source = document.uri.toString();
  if (typeof uri === 'string') {
    timelines.show({ sources: [source], failure: typeof more === 'number' ? more : undefined });
    return;
  }
  const found = await server.request(requests.explain, { uri: source, position: cursorIn(document) });
  timelines.show({ sources: [source], failure: found?.failure ?? undefined });
}

/** Merges the boot steps of all open editors into one timeline. */
async function showTimelineOfEditors(server: Requester, timelines: Timelines): Promise<void> {
  const shown = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) =>
      input instanceof vscode.TabInputText && viewOfUri(input.uri)?.view !== 'failure' ? [input.uri] : [],
    ),
  );
  const all = await readable(shown);
  const { rows } = await server.request(requests.timeline, { sources: all });
  const withSteps = new Set(rows.flatMap(({ places }) => places.map((place) => place.uri)));
  const sources = all.filter((source) => withSteps.has(source));
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
  return servedLanguages.includes(openDocument(uri)?.languageId ?? '');
}
