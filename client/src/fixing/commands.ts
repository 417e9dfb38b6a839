import * as vscode from 'vscode';
import { lensCommands, requests } from '../../../server/src/protocol.js';
import type { Log } from '../log.js';
import { filesOf, withFileProgress } from '../manyFiles.js';
import { documentFor, fileNameOf, grouped, toRange, urisInTabs } from '../openDocuments.js';
import { CommandError, registerCommands } from '../registerCommands.js';
import { type Requester, servedLanguages } from '../server.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import type { TextStore } from '../virtualDocuments.js';

/** Registers the command that makes one fix in many documents. */
export function registerFixing(log: Log, server: Requester, texts: TextStore): vscode.Disposable {
  return registerCommands(log, {
    [lensCommands.fixEverywhere]: (uri, fix, title, roots) => fixEverywhere(server, texts, uri, { fix, title, roots }),
  });
}

/** A fix, as the server names it, and its title. */
interface ChosenFix {
  readonly fix: string;
  readonly title: string;
}

/**
 * Code actions pass the fix, which is made in all open documents then, and reports also files and folders; else the user
 * chooses one, and where to make it.
 */
async function fixEverywhere(
  server: Requester,
  texts: TextStore,
  uri: unknown,
  { fix, title, roots: given }: Readonly<Record<'fix' | 'title' | 'roots', unknown>>,
): Promise<void> {
  const isGiven = typeof fix === 'string' && typeof title === 'string';
  const document = await documentFor(typeof uri === 'string' ? vscode.Uri.parse(uri, true) : uri);
  const chosen = isGiven ? { fix, title } : await chooseFix(server, document);
  if (chosen === undefined) return;
  const roots = isGiven ? urisOf(given) : await chooseRoots(chosen);
  if (roots === undefined) return;
  const found = await collected(server, chosen, document, roots);
  if (found === undefined) return;
  const { edit, unfixed, documents } = found;
  if (unfixed.length > 0) void listUnfixed(texts, chosen, unfixed);
  if (documents === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is nothing that this fix can change.'));
    return;
  }
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

function urisOf(given: unknown): readonly vscode.Uri[] {
  return Array.isArray(given) ? given.filter((one) => one instanceof vscode.Uri) : [];
}

async function chooseFix(server: Requester, document: vscode.TextDocument): Promise<ChosenFix | undefined> {
  const found = await server.request(requests.fixes, { uri: document.uri.toString() });
  const name = fileNameOf(document.uri);
  if (found.length === 0) throw new CommandError(vscode.l10n.t('{0} has no problems that have fixes.', name));
  const items = found.map(({ fix, title, code, problems, documents }) => ({
    label: title,
    description: code,
    detail: vscode.l10n.t('Problems: {0}, texts: {1} in {2}', problems, documents, name),
    fix,
    title,
  }));
  return vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Fix in All Documents'),
    placeHolder: vscode.l10n.t('Choose the fix to make wherever it is possible'),
    matchOnDescription: true,
  });
}

/** Files and folders besides the open documents; undefined if the user cancelled the choice. */
async function chooseRoots({ title }: ChosenFix): Promise<readonly vscode.Uri[] | undefined> {
  const open = { label: vscode.l10n.t('$(files) Open Documents') };
  const files = { label: vscode.l10n.t('$(file-add) Open Documents and Files…'), dialog: { canSelectFiles: true } };
  const folder = {
    label: vscode.l10n.t('$(folder-opened) Open Documents and a Folder…'),
    dialog: { canSelectFolders: true },
  };
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & { dialog?: object }>([open, files, folder], {
    title,
    placeHolder: vscode.l10n.t('Choose where to make the fix; you see all edits before they are made'),
  });
  if (picked?.dialog === undefined) return picked && [];
  return vscode.window.showOpenDialog({ ...picked.dialog, canSelectMany: true, title });
}

/** A document or payload that stays as it is, and why. */
interface Unfixed {
  readonly label: string;
  readonly reason: string;
}

interface CollectedFixes {
  readonly edit: vscode.WorkspaceEdit;
  readonly unfixed: readonly Unfixed[];
  /** How many documents the edit changes. */
  readonly documents: number;
}

/** Files that are opened as documents. */
const mostFiles = 500;

/** The edits of a document and of others, one after the other; undefined if the user cancelled it. */
function collected(
  server: Requester,
  chosen: ChosenFix,
  first: vscode.TextDocument,
  roots: readonly vscode.Uri[],
): Thenable<CollectedFixes | undefined> {
  return withFileProgress(chosen.title, async (each) => {
    const unfixed: Unfixed[] = [];
    const shown = urisInTabs();
    const others = vscode.workspace.textDocuments.filter((one) => one !== first && shown.has(one.uri.toString()));
    const open = [first, ...others.filter(isEditable)];
    const known = new Set(open.map(({ uri }) => uri.toString()));
    const files = (roots.length === 0 ? [] : await filesOf(roots)).filter(
      ({ uri, unread }) => unread === undefined && !known.has(uri.toString()) && mayBeServed(uri),
    );
    for (const { name } of files.slice(mostFiles))
      unfixed.push({ label: name, reason: vscode.l10n.t('{0} files are opened at most.', mostFiles) });
    const edits: FoundEdit[] = [];
    await each([...open, ...files.slice(0, mostFiles).map(({ uri }) => uri)], async (one, token) => {
      try {
        const document = one instanceof vscode.Uri ? await vscode.workspace.openTextDocument(one) : one;
        await addEdits(server, document, chosen, { edits, unfixed }, token);
      } catch {
        const uri = one instanceof vscode.Uri ? one : one.uri;
        unfixed.push({ label: fileNameOf(uri), reason: vscode.l10n.t('It cannot be read as a document.') });
      }
    });
    const documents = new Set(edits.map(({ uri }) => uri.toString())).size;
    return { edit: confirmedEdit(edits, chosen), unfixed, documents };
  });
}

/** Whether a document can be changed: decoded texts and previews repeat what is in other documents. */
function isEditable({ uri, languageId }: vscode.TextDocument): boolean {
  const { scheme } = uri;
  if (viewOfUri(uri) !== undefined || !servedLanguages.includes(languageId)) return false;
  return scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

function mayBeServed({ path }: vscode.Uri): boolean {
  return /\.(?:jsonc?|ya?ml|txt|xml|tf|tfvars|tofu|bicep|bicepparam)$/i.test(path);
}

interface FoundEdit extends Pick<vscode.TextEdit, 'range' | 'newText'> {
  readonly uri: vscode.Uri;
  readonly label: string;
}

/** Adds the edits of a document, and what can't be fixed in it. */
async function addEdits(
  server: Requester,
  document: vscode.TextDocument,
  { fix }: ChosenFix,
  { edits, unfixed }: { readonly edits: FoundEdit[]; readonly unfixed: Unfixed[] },
  token: vscode.CancellationToken,
): Promise<void> {
  const { uri } = document;
  const name = fileNameOf(uri);
  const found = await server.request(requests.fixEverywhere, { uri: uri.toString(), fix }, token);
  if (found === null || token.isCancellationRequested) return;
  const labelOf = (label: string): string => (label === '' ? name : `${name} › ${label}`);
  for (const { label, reason } of found.unfixed) unfixed.push({ label: labelOf(label), reason });
  if (document.version !== found.version) {
    unfixed.push({ label: name, reason: vscode.l10n.t('It was changed meanwhile.') });
    return;
  }
  for (const { label, edits: some } of found.edits)
    for (const { range, newText } of some) edits.push({ uri, range: toRange(range), newText, label: labelOf(label) });
}

/**
 * Makes VS Code show all edits before it makes them. It does so for an edit that needs a confirmation, and shows that one
 * without a tick; so this edit is one that VS Code leaves out, a file that exists already. If no document has a file, the user
 * has to tick the edits.
 */
function confirmedEdit(edits: readonly FoundEdit[], { title }: ChosenFix): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  const saved = edits.find(({ uri: { scheme } }) => scheme !== 'untitled')?.uri;
  for (const { uri, range, newText, label } of edits)
    edit.replace(uri, range, newText, { needsConfirmation: saved === undefined, label, description: title });
  const label = vscode.l10n.t('Fix in All Documents');
  if (saved !== undefined) edit.createFile(saved, { ignoreIfExists: true }, { needsConfirmation: true, label });
  return edit;
}

/** Lists what stays as it is in a document, if the user wants to see it. */
async function listUnfixed(texts: TextStore, { title }: ChosenFix, unfixed: readonly Unfixed[]): Promise<void> {
  const show = vscode.l10n.t('Show Them');
  const message =
    unfixed.length === 1
      ? vscode.l10n.t('1 document or payload cannot be fixed.')
      : vscode.l10n.t('{0} documents or payloads cannot be fixed.', grouped(unfixed.length));
  if ((await vscode.window.showWarningMessage(message, show)) !== show) return;
  const lines = unfixed.map(({ label, reason }) => `${label}: ${reason}\n`);
  const name = vscode.l10n.t('not fixed.txt');
  const document = await vscode.workspace.openTextDocument(texts.add(name, `${title}\n\n${lines.join('')}`));
  await vscode.window.showTextDocument(document, { preview: false });
}
