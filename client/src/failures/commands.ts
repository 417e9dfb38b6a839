import * as vscode from 'vscode';
import {
  lensCommands,
  requests,
  type TimelineExportParams,
  type TimelineSources,
} from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import type { Log } from '../log.js';
import { CommandError, registerCommands } from '../registerCommands.js';
import {
  activeView,
  clipboardOrDocument,
  cursorIn,
  documentFor,
  fileNameOf,
  keptText,
  openDocument,
  reopen,
} from '../openDocuments.js';
import { type Requester, servedLanguages } from '../server.js';
import { type ExplainedCase, filesWithSteps } from './caseFiles.js';
import type { FailureView, Reports } from './reports.js';
import { Timelines } from './timelines.js';

/** Registers the commands of failure reports and timelines. */
export function registerFailures(
  log: Log,
  server: Requester,
  extension: vscode.Uri,
  reports: Reports,
): vscode.Disposable {
  const timelines = new Timelines(extension, server);
  const commands = registerCommands(log, {
    [lensCommands.explainFailure]: (uri, failure) => explainFailure(reports, uri, failure),
    'aksBootstrap.explainClipboard': () => explainClipboard(reports),
    'aksBootstrap.explainCase': (uri, more) => explainCase(reports, uri, more),
    'aksBootstrap.openReportText': () => reports.openText(),
    'aksBootstrap.chooseFailureTable': () => chooseFailureTable(server, reports),
    [lensCommands.showTimeline]: (uri, more) => showTimeline(server, timelines, reports, uri, more),
    'aksBootstrap.showTimelineOfEditors': () => showTimelineOfEditors(server, timelines),
    'aksBootstrap.exportTimelineImage': (target) => exportTimeline(reports, timelines, 'svg', target),
    'aksBootstrap.exportTimelineReport': (target) => exportTimeline(reports, timelines, 'markdown', target),
  });
  return vscode.Disposable.from(timelines, commands);
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
  await reports.showFailure({ uri: source, failure, table: picked.family }, { viewColumn: vscode.ViewColumn.Active });
}

/**
 * Shows a timeline of the files and folders selected in VS Code's explorer, of the document that a code lens passes, of the
 * document of the active report, or of the active document. If the report on the failure is open, it shows its timeline.
 */
async function showTimeline(
  server: Requester,
  timelines: Timelines,
  reports: Reports,
  uri: unknown,
  more: unknown,
): Promise<void> {
  const selected = Array.isArray(more) ? more.filter((one) => one instanceof vscode.Uri) : [];
  const sources =
    selected.length > 0
      ? await sourcesOf(server, selected)
      : await failureSources(server, shownReport(reports), uri, typeof more === 'number' ? more : undefined);
  if (sources === undefined || (await reports.revealTimeline(sources))) return;
  const { rows, missing } = await server.request(requests.timeline, sources);
  // Documents that aren't open may have steps; the timeline names them.
  if (rows.length === 0 && missing.length === 0) throw new CommandError(withoutSteps(sources));
  timelines.show(sources);
}

function withoutSteps({ sources: [first = '', ...more] }: TimelineSources): string {
  return more.length === 0
    ? vscode.l10n.t('{0} contains no boot steps.', fileNameOf(vscode.Uri.parse(first)))
    : vscode.l10n.t('The selected files contain no boot steps.');
}

async function failureSources(
  server: Requester,
  shown: FailureView | undefined,
  uri: unknown,
  failure: number | undefined,
): Promise<TimelineSources> {
  // The menu of a rendered report passes an address of the webview.
  const isDocument = uri instanceof vscode.Uri && uri.scheme !== 'webview-panel';
  const view = isDocument ? viewOfUri(uri) : typeof uri === 'string' ? undefined : shown;
  if (view?.view === 'failure') return { sources: [view.source], failure: view.failure };
  const document = await documentFor(uri, 'explain');
  const source = document.uri.toString();
  if (typeof uri === 'string') return { sources: [source], failure };
  const found = await server.request(requests.explain, { uri: source, position: cursorIn(document) });
  return { sources: [source], failure: found?.failure ?? undefined };
}

/** The selected files, and those with boot steps in the selected folders; undefined if the user cancelled it. */
async function sourcesOf(server: Requester, selected: readonly vscode.Uri[]): Promise<TimelineSources | undefined> {
  const folders: vscode.Uri[] = [];
  const files: vscode.Uri[] = [];
  for (const uri of selected) {
    const { type } = await vscode.workspace.fs.stat(uri);
    ((type & vscode.FileType.Directory) === 0 ? files : folders).push(uri);
  }
  const named = files.length > 0 ? await readable(files) : [];
  if (folders.length === 0) return { sources: named };
  const found = await filesWithSteps(server, folders);
  if (found === undefined) return undefined;
  const sources = [...new Set([...named, ...found])];
  if (sources.length === 0) throw new CommandError(vscode.l10n.t('No file in the folder contains boot steps.'));
  return { sources };
}

/** Exports the active timeline to `target` if files can be written there. Menus pass the URI of the editor. */
async function exportTimeline(
  reports: Reports,
  timelines: Timelines,
  as: TimelineExportParams['as'],
  target: unknown,
): Promise<void> {
  const chart = reports.activeChart ?? timelines.active;
  if (chart === undefined) throw new CommandError(vscode.l10n.t('Open a timeline first.'));
  const isWritable = target instanceof vscode.Uri && vscode.workspace.fs.isWritableFileSystem(target.scheme) === true;
  await chart.export(as, isWritable ? target : undefined);
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
