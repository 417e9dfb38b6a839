import * as vscode from 'vscode';
import {
  type ComparableResult,
  type CompareParams,
  type CompareResult,
  requests,
} from '../../../server/src/protocol.js';
import { type ComparisonView, viewToUri } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import { committedVersion } from '../git.js';
import type { Requester } from '../server.js';
import { fileNameOf, urisInTabs } from '../tabs.js';
import type { KeptTexts } from '../virtualDocuments/provider.js';
import { documentFor } from './documents.js';

/** A document of a comparison, and what its side is called. */
interface ComparedDocument {
  readonly document: vscode.TextDocument;
  readonly name: string;
}

/** Compares another config, on the left, with a config. */
export async function compareWithConfig(server: Requester, uri: unknown): Promise<void> {
  const after = named(await documentFor(uri));
  const before = await pickDocument(server, after.document, {
    title: vscode.l10n.t('Compare with Another Node Config'),
    role: 'config',
    more: [],
  });
  if (before !== undefined) await compare(server, before, after);
}

/** Compares the custom data that machines were given, on the left, with a config. */
export async function compareWithDeployed(server: Requester, kept: KeptTexts, uri: unknown): Promise<void> {
  const after = named(await documentFor(uri));
  const clipboard: DocumentItem = {
    label: vscode.l10n.t('$(clippy) Clipboard'),
    detail: vscode.l10n.t('JSON of a scale set or VM as Azure shows it, or its custom data'),
    open: () => fromClipboard(kept),
  };
  const before = await pickDocument(server, after.document, {
    title: vscode.l10n.t('Compare with Deployed Custom Data'),
    role: 'deployed',
    more: [clipboard],
  });
  if (before !== undefined) await compare(server, before, after);
}

/** Compares a file as it was last committed, on the left, with the same as it is now. */
export async function compareWithCommitted(server: Requester, uri: unknown): Promise<void> {
  const after = named(await documentFor(uri));
  if (after.document.isUntitled)
    throw new CommandError(vscode.l10n.t('{0} was never saved, so it has no committed version.', after.name));
  const committed = await vscode.workspace.openTextDocument(await committedVersion(after.document.uri));
  await compare(server, { document: committed, name: vscode.l10n.t('{0} (last commit)', after.name) }, after);
}

/** Compares the two files that are selected in the explorer, in the order of their selection. */
export async function compareSelected(server: Requester, selected: unknown): Promise<void> {
  const [first, second, ...more] = Array.isArray(selected) ? (selected as readonly unknown[]) : [];
  if (first === undefined || second === undefined || more.length > 0)
    throw new CommandError(vscode.l10n.t('Select two files in the explorer to compare them.'));
  await compare(server, named(await documentFor(first)), named(await documentFor(second)));
}

async function compare(server: Requester, before: ComparedDocument, after: ComparedDocument): Promise<void> {
  const params: CompareParams = { before: before.document.uri.toString(), after: after.document.uri.toString() };
  const result = await server.request<CompareResult>(requests.compare, params);
  if (!result.ok) throw new CommandError(result.message);
  const side = (which: ComparisonView['side'], name: string): vscode.Uri => {
    const view = { source: params.before, view: 'comparison', after: params.after, side: which } as const;
    // Whatever the documents are called, the texts are no JSON.
    return vscode.Uri.from(viewToUri(view, `${name}.txt`));
  };
  const title = vscode.l10n.t('{0} ↔ {1} (by meaning)', before.name, after.name);
  await vscode.commands.executeCommand('vscode.diff', side('before', before.name), side('after', after.name), title, {
    preview: true,
  });
  // A diff editor without a difference says nothing.
  if (result.equal)
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no difference between {0} and {1}. {2}', before.name, after.name, result.summary),
    );
}

interface DocumentItem extends vscode.QuickPickItem {
  readonly open?: () => Promise<ComparedDocument | undefined>;
}

interface DocumentChoice {
  readonly title: string;
  readonly role: ComparableResult[number]['role'];
  /** Where else a document may come from. */
  readonly more: readonly DocumentItem[];
}

/** Lets the user choose an open document of a role, a file, or something else. */
async function pickDocument(
  server: Requester,
  other: vscode.TextDocument,
  { title, role, more }: DocumentChoice,
): Promise<ComparedDocument | undefined> {
  const comparable = await server.request<ComparableResult>(requests.comparable, {});
  const known = new Map(comparable.map((entry) => [entry.uri, entry]));
  const shown = urisInTabs();
  const open = vscode.workspace.textDocuments.flatMap((document): DocumentItem[] => {
    const uri = document.uri.toString();
    const entry = known.get(uri);
    if (entry?.role !== role || document === other || !shown.has(uri)) return [];
    const { name } = named(document);
    const path = vscode.workspace.asRelativePath(document.uri);
    return [
      {
        label: `$(file) ${name}`,
        description: path === name ? entry.kind : `${entry.kind}, ${path}`,
        open: () => Promise.resolve({ document, name }),
      },
    ];
  });
  const file: DocumentItem = { label: vscode.l10n.t('$(folder-opened) Choose a File…'), open: () => fromFile(title) };
  const separator: DocumentItem = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const items = open.length === 0 ? [...more, file] : [...open, separator, ...more, file];
  const placeHolder =
    open.length === 0
      ? vscode.l10n.t('No open document fits; choose where the other one comes from')
      : vscode.l10n.t('Choose what to compare {0} with', named(other).name);
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  return picked?.open?.();
}

async function fromFile(title: string): Promise<ComparedDocument | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t('Compare') })) ?? [];
  return uri === undefined ? undefined : named(await documentFor(uri));
}

async function fromClipboard(kept: KeptTexts): Promise<ComparedDocument> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === '') throw new CommandError(vscode.l10n.t('The clipboard holds no text.'));
  const name = vscode.l10n.t('clipboard');
  return { document: await vscode.workspace.openTextDocument(kept.keep(name, text)), name };
}

function named(document: vscode.TextDocument): ComparedDocument {
  return { document, name: fileNameOf(document.uri) };
}
