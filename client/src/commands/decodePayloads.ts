import * as vscode from 'vscode';
import {
  type DecodeResult,
  type DocumentParams,
  type LayerTextParams,
  type LayerTextResult,
  type PayloadEntry,
  requests,
} from '../../../server/src/protocol.js';
import { CommandError } from '../errors.js';
import type { Requester } from '../languageClient.js';
import { documentFor } from './activeDocument.js';
import { openVirtual } from './openVirtual.js';

/** Opens a payload of a document decoded; `steps` is given by code lenses, else the user picks one. */
export async function decodePayloads(server: Requester, uri: unknown, steps: unknown): Promise<void> {
  const document = await documentFor(uri);
  const source = document.uri.toString();
  const chosen = Array.isArray(steps) ? steps.map(String) : await pickPayload(server, source);
  if (chosen === undefined) return;
  const params: LayerTextParams = { uri: source, steps: chosen };
  const layer = await server.request<LayerTextResult>(requests.layerText, params);
  if (layer === null)
    throw new CommandError(vscode.l10n.t('The payload is binary or no longer there; it cannot be shown as text.'));
  await openVirtual({ source, view: 'layer', steps: chosen }, layer.name, layer.languageId);
}

interface PayloadItem extends vscode.QuickPickItem {
  readonly steps: readonly string[];
}

async function pickPayload(server: Requester, source: string): Promise<readonly string[] | undefined> {
  const params: DocumentParams = { uri: source };
  const { kind, payloads } = await server.request<DecodeResult>(requests.decode, params);
  const items = payloads.flatMap((entry) => itemsOf(entry, 0));
  if (items.length === 0) throw new CommandError(vscode.l10n.t('There is nothing to decode in this {0}.', kind));
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
    description: `${entry.layers.join(' \u203a ')}, ${vscode.l10n.t('{0} bytes', entry.bytes)}`,
    steps: entry.steps,
  };
  return [...(entry.readable ? [item] : []), ...entry.children.flatMap((child) => itemsOf(child, depth + 1))];
}
