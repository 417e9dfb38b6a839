import * as vscode from 'vscode';
import {
  type ComparableResult,
  type ComparedNames,
  type CompareParams,
  requests,
} from '../../../server/src/protocol.js';
import { type ComparisonView, viewToUri } from '../../../server/src/virtualDocuments.js';
import type { Log } from '../log.js';
import { CommandError, registerCommands } from '../registerCommands.js';
import { committedVersion } from './git.js';
import { pickNodeImage } from '../nodeImages.js';
import type { Requester } from '../server.js';
import { clipboardText, documentFor, fileNameOf, urisInTabs } from '../openDocuments.js';
import type { TextStore } from '../virtualDocuments.js';

/** A document of a comparison, with the name that its side is shown under. */
interface ComparedDocument {
  readonly document: vscode.TextDocument;
  readonly name: string;
}

/** Registers the commands that compare documents. */
export function registerComparisons(log: Log, server: Requester, texts: TextStore): vscode.Disposable {
  return registerCommands(log, {
    'aksBootstrap.compareWithConfig': (uri) => compareWithConfig(server, uri),
    'aksBootstrap.compareWithDeployed': (uri) => compareWithDeployed(server, texts, uri),
    'aksBootstrap.compareWithCommitted': (uri) => compareWithCommitted(server, uri),
    'aksBootstrap.compareNodeImages': (uri) => compareNodeImages(server, uri),
    'aksBootstrap.compareNodePools': (uri) => compareNodePools(server, uri),
    'aksBootstrap.compareScaleSets': (uri) => compareScaleSets(server, uri),
    'aksBootstrap.compareSelected': (_, selected) => compareSelected(server, selected),
  });
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

/** Compares deployed custom data, on the left, with a config. */
async function compareWithDeployed(server: Requester, texts: TextStore, uri: unknown): Promise<void> {
  const after = named(await documentFor(uri));
  const clipboard: DocumentItem = {
    label: vscode.l10n.t('$(clippy) Clipboard'),
    detail: vscode.l10n.t('JSON of a scale set or VM as Azure shows it, or its custom data'),
    open: () => fromClipboard(texts),
  };
  const before = await pickDocument(server, after.document, {
    title: vscode.l10n.t('Compare with Deployed Custom Data'),
    role: 'deployed',
    more: [clipboard],
  });
  if (before !== undefined) await compare(server, before, after);
}

/** Compares the last committed version of a file, on the left, with the current one. */
async function compareWithCommitted(server: Requester, uri: unknown): Promise<void> {
  const after = named(await documentFor(uri));
  if (after.document.isUntitled)
    throw new CommandError(vscode.l10n.t('{0} has not been saved yet, so it has no committed version.', after.name));
  const committed = await vscode.workspace.openTextDocument(await committedVersion(after.document.uri));
  await compare(server, { document: committed, name: vscode.l10n.t('{0} (last commit)', after.name) }, after);
}

/** Compares the two files that are selected in VS Code's explorer, in the order of their selection. */
async function compareSelected(server: Requester, selected: unknown): Promise<void> {
  const [first, second, ...more] = Array.isArray(selected) ? (selected as readonly unknown[]) : [];
  if (first === undefined || second === undefined || more.length > 0)
    throw new CommandError(vscode.l10n.t('Select two files in the explorer to compare them.'));
  await compare(server, named(await documentFor(first)), named(await documentFor(second)));
}

/** Compares what two node images make of a config. */
async function compareNodeImages(server: Requester, uri: unknown): Promise<void> {
  const { document, name } = named(await documentFor(uri));
  const summary = await server.request(requests.summary, { uri: document.uri.toString() });
  const title = vscode.l10n.t('Compare Node Images');
  const from = await pickNodeImage(server, title, vscode.l10n.t('Choose the present node image'), summary?.image);
  if (from === undefined) return;
  const to = await pickNodeImage(server, title, vscode.l10n.t('Choose the node image to compare {0} with', from));
  if (to === undefined) return;
  const at = (image: string): ComparedDocument => ({ document, name: vscode.l10n.t('{0} at {1}', name, image) });
  await compare(server, at(from), at(to), { images: { before: from, after: to } });
}

/** Compares a NodePool of Karpenter's resources, on the left, with another one of the same file or of another one. */
async function compareNodePools(server: Requester, uri: unknown): Promise<void> {
  const own = named(await documentFor(uri));
  const title = vscode.l10n.t('Compare Node Pools');
  const from = await pickPool(server, own, title, vscode.l10n.t('Choose the NodePool on the left'));
  if (from === undefined) return;
  const open = await server.request(requests.comparable, {});
  const items = open.flatMap((entry): PoolItem[] => {
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === entry.uri);
    if (document === undefined) return [];
    const others = entry.pools.filter((pool) => document !== own.document || pool !== from);
    return others.map((pool) => ({ label: pool, description: named(document).name, to: { ...named(document), pool } }));
  });
  const file: PoolItem = { label: vscode.l10n.t('$(folder-opened) Choose a File…') };
  const placeHolder = vscode.l10n.t('Choose the NodePool to compare {0} with', from);
  const picked = await vscode.window.showQuickPick([...items, file], { title, placeHolder, matchOnDescription: true });
  const to = picked === file ? await poolFromFile(server, title, placeHolder) : picked?.to;
  if (to === undefined) return;
  await compare(server, partOf(own, from), partOf(to, to.pool), { pools: { before: from, after: to.pool } });
}

/** Compares two scale sets or VMs of a document, which the user chooses if it has more than two. */
async function compareScaleSets(server: Requester, uri: unknown): Promise<void> {
  const document = named(await documentFor(uri));
  const machines = (await comparable(server, document.document))?.machines ?? [];
  const [first, second, ...more] = machines;
  if (first === undefined || second === undefined)
    throw new CommandError(vscode.l10n.t('{0} does not contain two scale sets or VMs.', document.name));
  const title = vscode.l10n.t('Compare Scale Sets');
  const choose = (names: readonly string[], placeHolder: string): Thenable<string | undefined> =>
    vscode.window.showQuickPick(names, { title, placeHolder });
  const isPair = more.length === 0;
  const before = isPair ? first : await choose(machines, vscode.l10n.t('Choose the scale set or VM on the left'));
  if (before === undefined) return;
  const others = machines.filter((machine) => machine !== before);
  const after = isPair ? second : await choose(others, vscode.l10n.t('Choose what to compare {0} with', before));
  if (after === undefined) return;
  await compare(server, partOf(document, before), partOf(document, after), { machines: { before, after } });
}

/** A document, or the scale set or VM of it with this name or pointer. */
export interface ComparedMachine {
  readonly uri: vscode.Uri;
  readonly machine?: string | undefined;
}

/** Compares two documents, or a scale set or VM of each. */
export async function compareMachines(
  server: Requester,
  before: ComparedMachine,
  after: ComparedMachine,
): Promise<void> {
  const side = async ({ uri, machine }: ComparedMachine): Promise<ComparedDocument> => {
    const document = named(await documentFor(uri));
    return machine === undefined ? document : partOf(document, machine);
  };
  const isWhole = before.machine === undefined && after.machine === undefined;
  const machines = isWhole ? undefined : { before: before.machine, after: after.machine };
  await compare(server, await side(before), await side(after), { machines });
}

/** A document as the side of a comparison that shows only a part of it. */
function partOf({ document, name }: ComparedDocument, part: string): ComparedDocument {
  return { document, name: vscode.l10n.t('{0} in {1}', part, name) };
}

interface ComparedPool extends ComparedDocument {
  readonly pool: string;
}

interface PoolItem extends vscode.QuickPickItem {
  /** Undefined for a file that is still to be chosen. */
  readonly to?: ComparedPool;
}

async function poolFromFile(server: Requester, title: string, placeHolder: string): Promise<ComparedPool | undefined> {
  const other = await fromFile(title);
  const pool = other && (await pickPool(server, other, title, placeHolder));
  return other === undefined || pool === undefined ? undefined : { ...other, pool };
}

/** Lets the user choose a NodePool of a file, if it has several. */
async function pickPool(
  server: Requester,
  { document, name }: ComparedDocument,
  title: string,
  placeHolder: string,
): Promise<string | undefined> {
  const [first, ...more] = await poolsOf(server, document);
  if (first === undefined) throw new CommandError(vscode.l10n.t('{0} contains no NodePool.', name));
  return more.length === 0 ? first : vscode.window.showQuickPick([first, ...more], { title, placeHolder });
}

async function poolsOf(server: Requester, document: vscode.TextDocument): Promise<readonly string[]> {
  return (await comparable(server, document))?.pools ?? [];
}

/** What can be compared in a document; undefined for virtual ones. */
async function comparable(
  server: Requester,
  document: vscode.TextDocument,
): Promise<ComparableResult[number] | undefined> {
  const all = await server.request(requests.comparable, {});
  return all.find(({ uri }) => uri === document.uri.toString());
}

/**
 * The NodePools of two documents that are compared: those with the same name, if there are any, else those that the user
 * chooses. Undefined if the user doesn't.
 */
async function poolsToCompare(
  server: Requester,
  before: ComparedDocument,
  after: ComparedDocument,
): Promise<ComparedNames | undefined> {
  const [old, now] = [await poolsOf(server, before.document), await poolsOf(server, after.document)];
  const isPaired = (old.length < 2 && now.length < 2) || old.some((pool) => now.includes(pool));
  if (isPaired) return {};
  const title = vscode.l10n.t('Compare Node Pools');
  const choose = async (pools: readonly string[], of: ComparedDocument): Promise<string | undefined> =>
    pools.length < 2
      ? pools[0]
      : vscode.window.showQuickPick(pools, { title, placeHolder: vscode.l10n.t('Choose a NodePool of {0}', of.name) });
  const left = await choose(old, before);
  if (left === undefined && old.length > 1) return undefined;
  const right = await choose(now, after);
  return right === undefined && now.length > 1 ? undefined : { before: left, after: right };
}

async function compare(
  server: Requester,
  before: ComparedDocument,
  after: ComparedDocument,
  { images, pools: given, machines }: Pick<CompareParams, 'images' | 'pools' | 'machines'> = {},
): Promise<void> {
  const isChosen = images !== undefined || machines !== undefined;
  const pools = given ?? (isChosen ? {} : await poolsToCompare(server, before, after));
  if (pools === undefined) return;
  const [left, right] = [before.document.uri.toString(), after.document.uri.toString()];
  const params = { before: left, after: right, images, pools, machines };
  const result = await server.request(requests.compare, params);
  if (!result.ok) throw new CommandError(result.message);
  const side = (which: ComparisonView['side'], name: string): vscode.Uri => {
    const view = {
      source: params.before,
      view: 'comparison',
      after: params.after,
      side: which,
      images,
      pools,
      machines,
    } as const;
    // The compared texts aren't JSON, whatever the documents are called.
    return vscode.Uri.from(viewToUri(view, `${name}.txt`));
  };
  const title = vscode.l10n.t('{0} ↔ {1} (by meaning)', before.name, after.name);
  await vscode.commands.executeCommand('vscode.diff', side('before', before.name), side('after', after.name), title, {
    preview: true,
  });
  // A diff editor without differences doesn't say so.
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
  /** Other sources of a document. */
  readonly more: readonly DocumentItem[];
}

/** Lets the user choose an open document with this role, a file, or another source. */
async function pickDocument(
  server: Requester,
  other: vscode.TextDocument,
  { title, role, more }: DocumentChoice,
): Promise<ComparedDocument | undefined> {
  const entries = await server.request(requests.comparable, {});
  const known = new Map(entries.map((entry) => [entry.uri, entry]));
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
      ? vscode.l10n.t('No open document can be compared; choose another source')
      : vscode.l10n.t('Choose what to compare {0} with', named(other).name);
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  return picked?.open?.();
}

async function fromFile(title: string): Promise<ComparedDocument | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t('Compare') })) ?? [];
  return uri === undefined ? undefined : named(await documentFor(uri));
}

async function fromClipboard(texts: TextStore): Promise<ComparedDocument> {
  const name = vscode.l10n.t('clipboard');
  const uri = texts.add(name, await clipboardText());
  return { document: await vscode.workspace.openTextDocument(uri), name };
}

function named(document: vscode.TextDocument): ComparedDocument {
  return { document, name: fileNameOf(document.uri) };
}
