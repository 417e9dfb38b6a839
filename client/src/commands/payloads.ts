import * as vscode from 'vscode';
import {
  type DecodeParams,
  type DecodeResult,
  type LayerTextParams,
  type LayerTextResult,
  type PayloadEntry,
  type PayloadPlaceParams,
  type PayloadPlaceResult,
  requests,
  type TextRange,
} from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import type { TreeNode } from '../explorer/payloadTree.js';
import { type Requester, servedLanguages } from '../server.js';
import { inLanguage, type KeptTexts } from '../virtualDocuments/provider.js';
import { documentFor, type OpenOptions, openVirtual } from './documents.js';

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
async function openLayer(
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

/** A payload that a command of the explorer is about. */
interface ChosenNode {
  readonly source: string;
  readonly entry: PayloadEntry;
}

/** What the explorer hands to the commands of a payload. */
export function payloadOf(node: unknown): ChosenNode {
  const given = node as TreeNode | undefined;
  if (given?.is !== 'payload')
    throw new CommandError(vscode.l10n.t('Choose a payload in the Bootstrap Explorer first.'));
  return given;
}

/** What the explorer hands to the commands of a document; the active one where it hands nothing. */
export function documentOf(node: unknown): string {
  const given = node as TreeNode | undefined;
  if (given?.is === 'document') return given.document.uri;
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active === undefined) throw new CommandError(vscode.l10n.t('Open a document first.'));
  return active.toString();
}

/** Copies a decoded text, with its secrets masked. */
export async function copyPayload(server: Requester, { source, entry }: ChosenNode): Promise<void> {
  const { text, secrets } = await textOf(server, { uri: source, steps: entry.steps });
  await vscode.env.clipboard.writeText(text);
  const told = secrets === 0 ? vscode.l10n.t('{0} was copied.', entry.label) : copiedMasked(entry.label, secrets);
  vscode.window.setStatusBarMessage(told, statusMs);
}

/** How long the status bar tells of what was done, in milliseconds. */
const statusMs = 5_000;

function copiedMasked(label: string, secrets: number): string {
  return secrets === 1
    ? vscode.l10n.t('{0} was copied; 1 secret in it is masked.', label)
    : vscode.l10n.t('{0} was copied; {1} secrets in it are masked.', label, secrets);
}

/** Writes a decoded text into the file that the user names; secrets are masked unless they choose otherwise. */
export async function savePayload(server: Requester, { source, entry }: ChosenNode): Promise<void> {
  const params: LayerTextParams = { uri: source, steps: entry.steps };
  const masked = await textOf(server, params);
  const showSecrets = masked.secrets === 0 ? false : await askForSecrets(masked.secrets);
  if (showSecrets === undefined) return;
  const { text } = showSecrets ? await textOf(server, { ...params, showSecrets }) : masked;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Decoded Text'),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, masked.name) }),
  });
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}

/** Whether secrets are to be written; undefined where the user thinks better of it. */
async function askForSecrets(secrets: number): Promise<boolean | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t('Masked'), detail: vscode.l10n.t('The file can be passed on'), showSecrets: false },
      { label: vscode.l10n.t('As they are'), detail: vscode.l10n.t('The file works on a node'), showSecrets: true },
    ],
    {
      title: vscode.l10n.t('Save Decoded Text'),
      placeHolder:
        secrets === 1
          ? vscode.l10n.t('The text holds a secret. How is it written?')
          : vscode.l10n.t('The text holds {0} secrets. How are they written?', secrets),
    },
  );
  return picked?.showSecrets;
}

async function textOf(server: Requester, params: LayerTextParams): Promise<NonNullable<LayerTextResult>> {
  const layer = await server.request<LayerTextResult>(requests.layerText, params);
  if (layer === null)
    throw new CommandError(vscode.l10n.t('The payload is binary or no longer there; it cannot be shown as text.'));
  return layer;
}

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
