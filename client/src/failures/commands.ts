import * as vscode from 'vscode';
import { lensCommands, requests } from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import type { Log } from '../log.js';
import { CommandError, registerCommands } from '../registerCommands.js';
import {
  activeView,
  clipboardOrDocument,
  cursorIn,
  documentFor,
  keptText,
  openDocument,
  reopen,
} from '../openDocuments.js';
import { type Requester, servedLanguages } from '../server.js';
import type { TextStore } from '../virtualDocuments.js';
import type { ExplainedCase } from './caseFiles.js';
import { type FailureView, Reports } from './reports.js';
import { Timelines } from './timelines.js';

/** Registers the commands of failure reports and timelines. */
export function registerFailures(
  log: Log,
  server: Requester,
  extension: vscode.Uri,
  texts: TextStore,
): vscode.Disposable {
  const timelines = new Timelines(extension, server);
  const reports = new Reports(extension, server, texts);
  const commands = registerCommands(log, {
    [lensCommands.explainFailure]: (uri, failure) => explainFailure(reports, uri, failure),
    'aksBootstrap.explainClipboard': () => explainClipboard(reports),
    'aksBootstrap.explainCase': (uri, more) => explainCase(reports, uri, more),
    'aksBootstrap.openReportText': () => reports.openText(),
    'aksBootstrap.chooseFailureTable': () => chooseFailureTable(server, reports),
    [lensCommands.showTimeline]: (uri, more) => showTimeline(server, timelines, shownReport(reports), uri, more),
    'aksBootstrap.showTimelineOfEditors': () => showTimelineOfEditors(server, timelines),
    'aksBootstrap.exportTimelineImage': (target) => timelines.export('svg', target),
    'aksBootstrap.exportTimelineReport': (target) => timelines.export('markdown', target),
  });
  return vscode.Disposable.from(timelines, reports, commands);
}

/**
 * Opens the report on a failure. Code lenses pass the number of the failure; otherwise it is the one at the cursor, or the
 * first one. In a document that the server doesn't receive, such as an email, the selection is explained.
 */
async function explainFailure(reports: Reports, uri: unknown, failure: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const unserved = uri === undefined && editor !== undefined && !servedLanguages.includes(editor.document.languageId);
  if (unserved && !editor.selection.isEmpty) {
    await explainText(reports, editor.document.getText(editor.selection));
    return;
  }
  const document = await documentFor(uri, 'explain');
  const which = typeof failure === 'number' ? { failure } : { position: cursorIn(document) };
  await reports.showFailure({ uri: document.uri.toString(), ...which });
}

/** Opens the clipboard as a document, or a document that the user chooses if it is empty, and its report beside it. */
async function explainClipboard(reports: Reports): Promise<void> {
  const found = await clipboardOrDocument('explain');
  if (typeof found === 'string') await explainText(reports, found);
  else await explainFailure(reports, found.uri, undefined);
}

async function explainText(reports: Reports, text: string): Promise<void> {
  const uri = await keptText(text);
  await vscode.window.showTextDocument(uri, { preview: false });
  await reports.showFailure({ uri: uri.toString() });
}

/** Explains the files and folders selected in VS Code's explorer, or chosen in a dialog, together. */
async function explainCase(reports: Reports, uri: unknown, more: unknown): Promise<ExplainedCase | undefined> {
  const selected = Array.isArray(more) ? more.filter((one) => one instanceof vscode.Uri) : [];
  const roots = selected.length > 0 ? selected : uri instanceof vscode.Uri ? [uri] : await chosenFiles();
  return roots.length > 0 ? reports.showCase(roots) : undefined;
}

async function chosenFiles(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    title: vscode.l10n.t('Explain Case'),
    openLabel: vscode.l10n.t('Explain'),
  });
  return chosen ?? [];
}

/** The report on a failure in the active editor, rendered or as text. */
function shownReport({ active }: Reports): FailureView | undefined {
  const view = active ?? activeView();
  return view?.view === 'failure' ? view : undefined;
}

/** Lets the user choose the table of exit codes for a report. */
async function chooseFailureTable(server: Requester, reports: Reports): Promise<void> {
  const view = shownReport(reports);
  if (view === undefined) throw new CommandError(vscode.l10n.t('Open a provisioning report first.'));
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
  await reports.showFailure({ uri: source, failure, table: picked.family }, vscode.ViewColumn.Active);
}

/**
 * Shows a timeline of the files selected in VS Code's explorer, of the document that a code lens passes, of the document of
 * the active report, or of the active document.
 */
async function showTimeline(
  server: Requester,
  timelines: Timelines,
  shown: FailureView | undefined,
  uri: unknown,
  more: unknown,
): Promise<void> {
  if (Array.isArray(more) && more.length > 0) {
    const files = more.filter((one) => one instanceof vscode.Uri);
    timelines.show({ sources: await readable(files) });
    return;
  }
  // The menu of a rendered report passes an address of the webview.
  const isDocument = uri instanceof vscode.Uri && uri.scheme !== 'webview-panel';
  const view = isDocument ? viewOfUri(uri) : typeof uri === 'string' ? undefined : shown;
  if (view?.view === 'failure') {
    timelines.show({ sources: [view.source], failure: view.failure });
    return;
  }
  const document = await documentFor(uri, 'explain');
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
