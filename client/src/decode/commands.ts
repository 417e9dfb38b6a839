import * as vscode from 'vscode';
import {
  type DecodeResult,
  type LayerText,
  type LayerTextParams,
  lensCommands,
  type PayloadEntry,
  type PayloadPlaceParams,
  requests,
  type ResourceEntry,
} from '../../../server/src/protocol.js';
import { viewOfUri, type VirtualView } from '../../../server/src/virtualDocuments.js';
import type { Log } from '../log.js';
import { CommandError, registerCommands } from '../registerCommands.js';
import {
  activeView,
  clipboardOrDocument,
  documentFor,
  inLanguage,
  openVirtual,
  plainPosition,
  plainRange,
  showWhereOpen,
  toRange,
} from '../openDocuments.js';
import { type Requester, servedLanguages } from '../server.js';
import { markTried } from '../tasks.js';
import type { TextStore } from '../virtualDocuments.js';

/** Registers the commands that open decoded payloads. */
export function registerDecoding(log: Log, server: Requester, texts: TextStore): vscode.Disposable {
  const commands = registerCommands(log, {
    [lensCommands.decodePayloads]: (uri, steps) => decodePayloads(server, uri, steps),
    [lensCommands.showPayloadPlace]: (uri, steps, within) => showPayloadPlace(server, uri, steps, within),
    'aksBootstrap.decodeSelection': () => decodeSelection(server, texts),
    'aksBootstrap.decodeAtCursor': () => decodeSelection(server, texts),
    'aksBootstrap.decodeClipboard': () => decodeClipboard(server, texts),
  });
  return vscode.Disposable.from(commands, trackViews('layer', 'decodedTexts'), trackViews('preview', 'previews'));
}

/** Lists the open documents of a kind of view in a context, by which menus recognise them. */
function trackViews(view: VirtualView['view'], context: string): vscode.Disposable {
  const isOne = (uri: vscode.Uri): boolean => viewOfUri(uri)?.view === view;
  const setContext = (): void => {
    const open = vscode.workspace.textDocuments.filter(({ uri }) => isOne(uri)).map(({ uri }) => uri.toString());
    void vscode.commands.executeCommand('setContext', `aksBootstrap.${context}`, open);
  };
  const update = ({ uri }: vscode.TextDocument): void => {
    if (isOne(uri)) setContext();
  };
  setContext();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(update),
    vscode.workspace.onDidCloseTextDocument(update),
  );
}

/** Opens a decoded payload of a document. Code lenses pass `steps`; without them the user picks a payload. */
export async function decodePayloads(server: Requester, uri: unknown, steps: unknown): Promise<void> {
  const document = await documentFor(uri, 'decode');
  const source = document.uri.toString();
  if (Array.isArray(steps)) await openLayer(server, source, steps.map(String));
  else await decodeInside(server, source);
}

/**
 * Decodes the selection, or the string at the cursor: a payload of the document, or any other text, which becomes a
 * document of its own. In a document that the server doesn't receive, such as an email, only the selection is decoded.
 */
async function decodeSelection(server: Requester, texts: TextStore): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) throw new CommandError(vscode.l10n.t('Open a document first.'));
  const { document, selection } = editor;
  if (!servedLanguages.includes(document.languageId) && !selection.isEmpty) {
    await decodeText(server, texts, vscode.l10n.t('selection'), document.getText(selection));
    return;
  }
  const { uri } = await documentFor(undefined);
  const where = selection.isEmpty ? { position: plainPosition(selection.active) } : { range: plainRange(selection) };
  const { source, chosen } = await server.request(requests.decode, { uri: uri.toString(), ...where });
  if (chosen?.is === 'payload') await openLayer(server, source, chosen.steps);
  else if (chosen?.is === 'text') {
    const name = selection.isEmpty ? vscode.l10n.t('string') : vscode.l10n.t('selection');
    await decodeText(server, texts, name, chosen.content, chosen.verbatim);
  } else throw new CommandError(vscode.l10n.t('There is no string at the cursor.'));
}

/**
 * Decodes the text of a payload as a document of its own, because the outer document doesn't say that it is encoded. The
 * text becomes a document that the user can open, so its secrets stay masked.
 */
export async function decodeFurther(
  server: Requester,
  texts: TextStore,
  source: string,
  { steps, name }: PayloadEntry,
): Promise<void> {
  const layer = await server.request(requests.layerText, { uri: source, steps });
  if (layer === null) throw new CommandError(vscode.l10n.t('The payload is no longer there.'));
  await decodeText(server, texts, name, layer.text);
}

async function decodeClipboard(server: Requester, texts: TextStore): Promise<void> {
  const found = await clipboardOrDocument('decode');
  if (typeof found === 'string') await decodeText(server, texts, vscode.l10n.t('clipboard'), found);
  else await decodeInside(server, found.uri.toString());
}

/**
 * Decodes a text that isn't in a document. A text without payloads is shown itself if removing its quotes and escapes has
 * made it readable.
 */
async function decodeText(
  server: Requester,
  texts: TextStore,
  name: string,
  text: string,
  verbatim = true,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(texts.add(`${name}.txt`, text));
  const source = document.uri.toString();
  const result = await server.request(requests.decode, { uri: source });
  if (result.payloads.length > 0) await pickAndOpen(server, result);
  else if (!verbatim) await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  else throw new CommandError(vscode.l10n.t('The {0} contains nothing in a known encoding.', name));
}

async function decodeInside(server: Requester, uri: string): Promise<void> {
  const result = await server.request(requests.decode, { uri });
  if (result.payloads.length === 0)
    throw new CommandError(vscode.l10n.t('There is nothing to decode in this {0}.', result.kind));
  await pickAndOpen(server, result);
}

async function pickAndOpen(server: Requester, result: DecodeResult): Promise<void> {
  const steps = await pickPayload(result);
  if (steps !== undefined) await openLayer(server, result.source, steps);
}

/**
 * Opens a decoded payload. By default, the next one opens in the column of a decoded payload, and the first one beside the
 * outer document.
 */
export async function openLayer(
  server: Requester,
  source: string,
  steps: readonly string[],
  viewColumn = activeView()?.view === 'layer' ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside,
): Promise<void> {
  const layer = await readLayer(server, { uri: source, steps });
  await markTried('decode');
  if (layer.file !== undefined) {
    // A file that the document reads is edited itself.
    await vscode.window.showTextDocument(vscode.Uri.parse(layer.file, true), { viewColumn });
    return;
  }
  await openVirtual({ source, view: 'layer', steps }, [...layer.outer, layer.name], layer.languageId, {
    viewColumn,
  });
}

/** The text of a payload, or an error if it isn't text. */
export async function readLayer(server: Requester, params: LayerTextParams): Promise<LayerText> {
  const layer = await server.request(requests.layerText, params);
  if (layer === null)
    throw new CommandError(vscode.l10n.t('The payload is binary or no longer there; it cannot be shown as text.'));
  return layer;
}

interface PayloadItem extends vscode.QuickPickItem {
  readonly steps: readonly string[];
}

async function pickPayload({ payloads, resources }: DecodeResult): Promise<readonly string[] | undefined> {
  const items = payloads.flatMap((entry) => itemsOf(entry, resources, 0));
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only.steps;
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Decode Payloads'),
    placeHolder: vscode.l10n.t('Choose a payload to decode'),
    matchOnDescription: true,
  });
  return picked?.steps;
}

function itemsOf(entry: PayloadEntry, resources: readonly ResourceEntry[], depth: number): PayloadItem[] {
  const problems = entry.errors > 0 ? '$(error) ' : entry.warnings > 0 ? '$(warning) ' : '';
  const item: PayloadItem = {
    label: `${'\u2003'.repeat(depth)}${problems}${entry.title}`,
    description: pathText(namesAround(entry.resource, resources), entry.summary),
    steps: entry.steps,
  };
  return [
    ...(entry.readable ? [item] : []),
    ...entry.children.flatMap((child) => itemsOf(child, resources, depth + 1)),
  ];
}

/** `aks-pool1-vmss › vmssCSE: shell-command, 40 bytes`. */
function pathText(names: readonly string[], summary: string): string {
  return names.length === 0 ? summary : `${names.join(' › ')}: ${summary}`;
}

/** The names of a resource and the machine around it, so that payloads can be found by them. */
function namesAround(index: number | undefined, resources: readonly ResourceEntry[]): string[] {
  const resource = index === undefined ? undefined : resources[index];
  return resource === undefined ? [] : [...namesAround(resource.around, resources), resource.name];
}

/**
 * Shows the position of a payload in its outer document. Code lenses pass the source, the payload path and that of the
 * outer document; otherwise it is the active decoded payload, and the position of its cursor is shown.
 */
export async function showPayloadPlace(
  server: Requester,
  uri: unknown,
  steps: unknown,
  within: unknown,
): Promise<void> {
  const params =
    typeof uri === 'string' && Array.isArray(steps) ? givenParams(uri, steps, within) : activeLayerParams();
  const place = await server.request(requests.payloadPlace, params);
  if (place === null)
    throw new CommandError(vscode.l10n.t('The outer document is closed, or no longer contains this payload.'));
  const opened = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
  const document = place.languageId === null ? opened : await inLanguage(opened, place.languageId);
  await showWhereOpen(document, toRange(place.range));
}

function givenParams(uri: string, steps: readonly unknown[], within: unknown): PayloadPlaceParams {
  return { uri, steps: steps.map(String), within: Array.isArray(within) ? within.map(String) : undefined };
}

function activeLayerParams(): PayloadPlaceParams {
  const view = activeView();
  if (view?.view !== 'layer') throw new CommandError(vscode.l10n.t('Open a decoded payload first.'));
  const cursor = vscode.window.activeTextEditor?.selection.active;
  return { uri: view.source, steps: view.steps, position: cursor && plainPosition(cursor) };
}
