import * as vscode from 'vscode';
import { type ExplainParams, type ExplainResult, requests, type TablesResult } from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import { type Requester, servedLanguages } from '../server.js';
import { documentFor } from './activeDocument.js';
import { openVirtual } from './openVirtual.js';

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
