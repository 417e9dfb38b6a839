import * as vscode from 'vscode';
import {
  type ExplainParams,
  type ExplainResult,
  requests,
  type TablesResult,
  type TimelineParams,
  type TimelineResult,
} from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import { type Requester, servedLanguages } from '../server.js';
import type { Timelines } from '../timeline/timelines.js';
import { isOpen, openAgain } from '../virtualDocuments/comparisons.js';
import { documentFor, openVirtual } from './documents.js';

/**
 * Opens the report on a failure of a document. `failure` is given by code lenses; else the one at the cursor is taken,
 * else the first one. Of a document that the server does not see, such as a mail or a page, what is selected is explained.
 */
export async function explainFailure(server: Requester, uri: unknown, failure: unknown): Promise<void> {
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

/** Explains what is in the clipboard: it is opened as a new document, and the report beside it. */
export async function explainClipboard(server: Requester): Promise<void> {
  const content = await vscode.env.clipboard.readText();
  if (content.trim() === '') throw new CommandError(vscode.l10n.t('There is no text in the clipboard.'));
  await explainText(server, content);
}

async function explainText(server: Requester, content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content });
  await vscode.window.showTextDocument(document);
  await openReport(server, { uri: document.uri.toString() });
}

/** Lets the reader of a report choose the table of exit codes that counts. */
export async function chooseFailureTable(server: Requester): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const view = editor && viewOfUri(editor.document.uri);
  if (view?.view !== 'failure') throw new CommandError(vscode.l10n.t('Open a provisioning report first.'));
  const tables = await server.request<TablesResult>(requests.failureTables, {});
  const picked = await vscode.window.showQuickPick(
    tables.map(({ family, title, source }) => ({ label: title, detail: source, family })),
    {
      title: vscode.l10n.t('Choose the Table of Exit Codes'),
      placeHolder: vscode.l10n.t('One code means different things in each of them'),
    },
  );
  if (picked === undefined) return;
  const { source, failure } = view;
  const which = failure === undefined ? {} : { failure };
  await openReport(server, { uri: source, ...which, table: picked.family }, editor?.viewColumn);
}

async function openReport(server: Requester, params: ExplainParams, viewColumn?: vscode.ViewColumn): Promise<void> {
  const found = await server.request<ExplainResult>(requests.explain, params);
  if (found === null) throw new CommandError(vscode.l10n.t('The document is not open any more.'));
  const { failure, name, explanation } = found;
  if (explanation.silence?.kind === 'unrelated') throw new CommandError(explanation.silence.reason);
  const which = failure === null ? {} : { failure };
  const table = params.table === undefined ? {} : { table: params.table };
  const options = viewColumn === undefined ? {} : { viewColumn };
  await openVirtual({ source: params.uri, view: 'failure', ...which, ...table }, name, 'markdown', options);
}

/**
 * Shows the boot that documents tell of: the one that a code lens names, with its failure; those that are chosen in the
 * Explorer; the one that a report is about; else the active one.
 */
export async function showTimeline(
  server: Requester,
  timelines: Timelines,
  uri: unknown,
  more: unknown,
): Promise<void> {
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

/** Puts all that open editors tell of a boot into one timeline. */
export async function showTimelineOfEditors(server: Requester, timelines: Timelines): Promise<void> {
  const shown = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) =>
      input instanceof vscode.TabInputText && viewOfUri(input.uri)?.view !== 'failure' ? [input.uri] : [],
    ),
  );
  const params: TimelineParams = { sources: await readable(shown) };
  const { rows } = await server.request<TimelineResult>(requests.timeline, params);
  const telling = new Set(rows.flatMap(({ places }) => places.map((place) => place.uri)));
  const sources = params.sources.filter((source) => telling.has(source));
  if (sources.length === 0)
    throw new CommandError(vscode.l10n.t('No open document tells of a boot. Open logs of the node first.'));
  timelines.show({ sources });
}

/** URIs of those documents that can be opened and that the server reads. */
async function readable(uris: readonly vscode.Uri[]): Promise<string[]> {
  const all = [...new Set(uris.map(String))];
  await Promise.all(all.map(openAgain));
  const refused = all.filter((uri) => !isServed(uri));
  if (refused.length > 0 && refused.length === all.length)
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
