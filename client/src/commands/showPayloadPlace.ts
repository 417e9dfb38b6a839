import * as vscode from 'vscode';
import {
  type PayloadPlaceParams,
  type PayloadPlaceResult,
  requests,
  type TextRange,
} from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import type { Requester } from '../server.js';
import { inLanguage } from '../virtualDocuments/language.js';
import type { OpenOptions } from './openVirtual.js';

/**
 * Shows where a payload stands in a document around it. Code lenses give the source, the payload's steps and those of
 * the document around it; else it is the active decoded text, whose cursor is followed into the file.
 */
export async function showPayloadPlace(
  server: Requester,
  uri: unknown,
  steps: unknown,
  within: unknown,
  options: OpenOptions = {},
): Promise<void> {
  const params = typeof uri === 'string' && Array.isArray(steps) ? given(uri, steps, within) : ofActiveLayer();
  const place = await server.request<PayloadPlaceResult>(requests.payloadPlace, params);
  if (place === null)
    throw new CommandError(vscode.l10n.t('The outer document is closed, or holds this payload no longer.'));
  const opened = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
  const document = place.languageId === null ? opened : await inLanguage(opened, place.languageId);
  const viewColumn = columnOf(document.uri);
  await vscode.window.showTextDocument(document, {
    preview: false,
    ...(viewColumn === undefined ? {} : { viewColumn }),
    ...options,
    selection: toRange(place.range),
  });
}

/** Where a document has a tab already. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const address = uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === address),
  )?.viewColumn;
}

function given(uri: string, steps: readonly unknown[], within: unknown): PayloadPlaceParams {
  return {
    uri,
    steps: steps.map(String),
    ...(Array.isArray(within) ? { within: within.map(String) } : {}),
  };
}

function ofActiveLayer(): PayloadPlaceParams {
  const editor = vscode.window.activeTextEditor;
  const view = editor && viewOfUri(editor.document.uri);
  if (view?.view !== 'layer') throw new CommandError(vscode.l10n.t('Open a decoded text first.'));
  const { line, character } = editor?.selection.active ?? new vscode.Position(0, 0);
  return { uri: view.source, steps: view.steps, position: { line, character } };
}

function toRange({ start, end }: TextRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
