import * as vscode from 'vscode';
import {
  type DecodeParams,
  type DecodeResult,
  type LayerTextParams,
  type LayerTextResult,
  type PayloadEntry,
  requests,
} from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import { type Requester, servedLanguages } from '../server.js';
import type { KeptTexts } from '../virtualDocuments/keptTexts.js';
import { documentFor } from './activeDocument.js';
import { type OpenOptions, openVirtual } from './openVirtual.js';

/** Opens a payload of a document decoded; `steps` is given by code lenses, else the user picks one. */
export async function decodePayloads(server: Requester, uri: unknown, steps: unknown): Promise<void> {
  const document = await documentFor(uri);
  const source = document.uri.toString();
  if (Array.isArray(steps)) await openLayer(server, source, steps.map(String));
  else await decodeInside(server, source);
}

/**
 * Opens what is selected, or the string around the cursor, decoded: a payload of the document, or any other text, which
 * then is a document of its own. In a document that the server does not see, such as a mail, the selection counts.
 */
export async function decodeSelection(server: Requester, kept: KeptTexts): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) throw new CommandError(vscode.l10n.t('Open a document first.'));
  const { document, selection } = editor;
  if (!servedLanguages.includes(document.languageId) && !selection.isEmpty) {
    await decodeText(server, kept, vscode.l10n.t('selection'), document.getText(selection));
    return;
  }
  const { uri } = await documentFor(undefined);
  const { start, end, active } = selection;
  const params: DecodeParams = {
    uri: uri.toString(),
    ...(selection.isEmpty
      ? { position: { line: active.line, character: active.character } }
      : {
          range: {
            start: { line: start.line, character: start.character },
            end: { line: end.line, character: end.character },
          },
        }),
  };
  const { source, chosen } = await server.request<DecodeResult>(requests.decode, params);
  if (chosen?.is === 'payload') await openLayer(server, source, chosen.steps);
  else if (chosen?.is === 'text') {
    const name = selection.isEmpty ? vscode.l10n.t('string') : vscode.l10n.t('selection');
    await decodeText(server, kept, name, chosen.text, chosen.verbatim);
  } else throw new CommandError(vscode.l10n.t('There is no string at the cursor.'));
}

/**
 * Decodes the text of a payload as a document of its own, for what its surroundings give no reason to look for. The text
 * can be gone back to, so its secrets stay masked.
 */
export async function decodeFurther(
  server: Requester,
  kept: KeptTexts,
  source: string,
  { steps, name }: PayloadEntry,
): Promise<void> {
  const params: LayerTextParams = { uri: source, steps };
  const layer = await server.request<LayerTextResult>(requests.layerText, params);
  if (layer === null) throw new CommandError(vscode.l10n.t('The payload is no longer there.'));
  await decodeText(server, kept, name, layer.text);
}

/** Opens what is in the clipboard decoded. */
export async function decodeClipboard(server: Requester, kept: KeptTexts): Promise<void> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === '') throw new CommandError(vscode.l10n.t('There is no text in the clipboard.'));
  await decodeText(server, kept, vscode.l10n.t('clipboard'), text);
}

/**
 * Decodes a text that is no document. One that holds nothing more is shown itself where taking its quotes and escapes
 * off has made it readable.
 */
async function decodeText(
  server: Requester,
  kept: KeptTexts,
  name: string,
  text: string,
  verbatim = true,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(kept.keep(`${name}.txt`, text));
  const source = document.uri.toString();
  const { payloads } = await server.request<DecodeResult>(requests.decode, { uri: source });
  if (payloads.length > 0) await pickAndOpen(server, source, payloads);
  else if (!verbatim) await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  else throw new CommandError(vscode.l10n.t('Nothing in the {0} is encoded in a way that is known here.', name));
}

async function decodeInside(server: Requester, uri: string): Promise<void> {
  const { kind, source, payloads } = await server.request<DecodeResult>(requests.decode, { uri });
  if (payloads.length === 0) throw new CommandError(vscode.l10n.t('There is nothing to decode in this {0}.', kind));
  await pickAndOpen(server, source, payloads);
}

async function pickAndOpen(server: Requester, source: string, payloads: readonly PayloadEntry[]): Promise<void> {
  const steps = await pickPayload(payloads);
  if (steps !== undefined) await openLayer(server, source, steps);
}

/** Opens a payload in its language. */
export async function openLayer(
  server: Requester,
  source: string,
  steps: readonly string[],
  options: OpenOptions = {},
): Promise<void> {
  const params: LayerTextParams = { uri: source, steps };
  const layer = await server.request<LayerTextResult>(requests.layerText, params);
  if (layer === null)
    throw new CommandError(vscode.l10n.t('The payload is binary or no longer there; it cannot be shown as text.'));
  // One decoded text leads to the next in the same place; the document that they come from stays beside them.
  const active = vscode.window.activeTextEditor;
  const isInLayer = active !== undefined && viewOfUri(active.document.uri)?.view === 'layer';
  const viewColumn = isInLayer ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  await openVirtual({ source, view: 'layer', steps }, layer.name, layer.languageId, { viewColumn, ...options });
}

interface PayloadItem extends vscode.QuickPickItem {
  readonly steps: readonly string[];
}

async function pickPayload(payloads: readonly PayloadEntry[]): Promise<readonly string[] | undefined> {
  const items = payloads.flatMap((entry) => itemsOf(entry, 0));
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only.steps;
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Decode Payloads'),
    placeHolder: vscode.l10n.t('Choose what to open decoded'),
    matchOnDescription: true,
  });
  return picked?.steps;
}

function itemsOf(entry: PayloadEntry, depth: number): PayloadItem[] {
  const problems = entry.errors > 0 ? '$(error) ' : entry.warnings > 0 ? '$(warning) ' : '';
  const item: PayloadItem = {
    label: `${'\u2003'.repeat(depth)}${problems}${entry.title}`,
    description: entry.summary,
    steps: entry.steps,
  };
  return [...(entry.readable ? [item] : []), ...entry.children.flatMap((child) => itemsOf(child, depth + 1))];
}
