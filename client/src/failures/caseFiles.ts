import * as vscode from 'vscode';
import { type CaseFileParams, type CaseReportResult, requests } from '../../../server/src/protocol.js';
import { fileNameOf, openDocument, reopen } from '../openDocuments.js';
import type { Requester } from '../server.js';
import type { Report } from './reportPanel.js';

/** Bytes of one file: with base64, a message to the server must stay below 256 MiB. */
const mostBytes = 128 * 1024 * 1024;

/** Files that are looked for in all folders. The server reads 10,000. */
const mostFiles = 10_000;

/** A file of a case, or why it isn't read. */
interface FoundFile {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly unread?: CaseFileParams['unread'];
}

/** The report on a case, and what it is made from. */
export interface ExplainedCase extends Report {
  readonly found: NonNullable<CaseReportResult>['case'];
}

/** Sends the files of a case to the server one after the other, and returns the report. Undefined if the user cancelled it. */
export async function explainedCase(
  server: Requester,
  roots: readonly vscode.Uri[],
): Promise<ExplainedCase | undefined> {
  const id = globalThis.crypto.randomUUID();
  const sent = await withSentFiles(
    roots,
    (name) => vscode.l10n.t('Explaining {0}', name),
    (file) => server.request(requests.caseFile, { case: id, ...file }),
    (name) => server.request(requests.caseReport, { case: id, name }),
  );
  if (sent === undefined || sent.made === null) return undefined;
  const { made, files } = sent;
  return { name: made.name, markdown: made.report, files, found: made.case };
}

/**
 * Sends the files in some folders one after the other, then asks for what is made of them; undefined if the user cancelled it. It
 * works with every file system that VS Code has.
 */
export async function withSentFiles<T>(
  roots: readonly vscode.Uri[],
  titleOf: (name: string) => string,
  send: (file: Omit<CaseFileParams, 'case'>) => Promise<unknown>,
  finish: (name: string) => Promise<T>,
): Promise<{ readonly made: T; readonly files: ReadonlyMap<string, string> } | undefined> {
  const [first] = roots;
  const name = roots.length === 1 && first !== undefined ? fileNameOf(first) : vscode.l10n.t('{0} files', roots.length);
  const options = { location: vscode.ProgressLocation.Notification, title: titleOf(name), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const files = new Map<string, string>();
    const found = await filesOf(roots);
    for (const [index, file] of found.entries()) {
      if (token.isCancellationRequested) break;
      progress.report({
        message: vscode.l10n.t('{0} of {1} files', index + 1, found.length),
        increment: 100 / found.length,
      });
      files.set(file.name, file.uri.toString());
      const { name: path, unread } = file;
      const sent = unread === undefined ? await contentOf(file.uri) : { unread };
      await send({ name: path, ...sent });
    }
    // Also ends what was cancelled.
    const made = await finish(name);
    return token.isCancellationRequested ? undefined : { made, files };
  });
}

/** URIs of the text files in folders that contain boot steps; undefined if the user cancelled it. */
export async function filesWithSteps(
  server: Requester,
  folders: readonly vscode.Uri[],
): Promise<readonly string[] | undefined> {
  const [first] = folders;
  const name =
    folders.length === 1 && first !== undefined ? fileNameOf(first) : vscode.l10n.t('{0} files', folders.length);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Looking for boot steps in {0}', name),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const all = (await filesOf(folders)).filter(({ unread }) => unread === undefined);
    const found: string[] = [];
    for (const [index, { uri }] of all.entries()) {
      if (token.isCancellationRequested) return undefined;
      progress.report({
        message: vscode.l10n.t('{0} of {1} files', index + 1, all.length),
        increment: 100 / all.length,
      });
      const source = uri.toString();
      await reopen(source);
      const { rows } = await server.request(requests.timeline, { sources: [source] });
      if (rows.length > 0) found.push(source);
    }
    return found;
  });
}

async function contentOf(uri: vscode.Uri): Promise<Pick<CaseFileParams, 'content' | 'unread'>> {
  const unsaved = unsavedDocument(uri);
  if (unsaved !== undefined) {
    const bytes = new TextEncoder().encode(unsaved.getText());
    return bytes.length > mostBytes ? { unread: 'too-large' } : { content: base64(bytes) };
  }
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > mostBytes) return { unread: 'too-large' };
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.length > mostBytes ? { unread: 'too-large' } : { content: base64(bytes) };
  } catch {
    return { unread: 'unreadable' };
  }
}

/** The open document whose text counts in place of a file: it has unsaved changes, or no file. */
function unsavedDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const document = openDocument(uri.toString());
  const hasFile = vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
  return document?.isDirty === true || !hasFile ? document : undefined;
}

/** Bytes that are encoded at once: a multiple of three, and fewer than the arguments that every engine accepts. */
const chunkBytes = 3 * 8_192;

function base64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    chunks.push(btoa(String.fromCharCode(...bytes.subarray(at, at + chunkBytes))));
  return chunks.join('');
}

/** All files below some roots, with their paths from the folder around all of them. */
export async function filesOf(roots: readonly vscode.Uri[]): Promise<readonly FoundFile[]> {
  const common = commonFolder(roots);
  const found: FoundFile[] = [];
  for (const root of roots) {
    const isFile = unsavedDocument(root) !== undefined;
    const { type } = isFile ? { type: vscode.FileType.File } : await vscode.workspace.fs.stat(root);
    const open = [{ uri: root, name: root.path.slice(common.length), type }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { uri, name, type: kind } = next;
      if (found.length >= mostFiles) return [...found, { uri, name, unread: 'too-many' }];
      // The user may name a link, but links in folders aren't followed.
      if (uri !== root && (kind & vscode.FileType.SymbolicLink) !== 0) found.push({ uri, name, unread: 'link' });
      else if ((kind & vscode.FileType.Directory) !== 0) open.push(...(await entriesOf(uri, name)).reverse());
      else found.push({ uri, name });
    }
  }
  return found;
}

async function entriesOf(
  folder: vscode.Uri,
  name: string,
): Promise<{ readonly uri: vscode.Uri; readonly name: string; readonly type: vscode.FileType }[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  return entries
    .slice(0, mostFiles)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([entry, type]) => ({ uri: vscode.Uri.joinPath(folder, entry), name: `${name}/${entry}`, type }));
}

/** The path of the innermost folder around all roots, with a slash at its end. */
function commonFolder(roots: readonly vscode.Uri[]): string {
  const [first] = roots;
  let common = first === undefined ? '/' : first.path.slice(0, first.path.lastIndexOf('/') + 1);
  for (const { path } of roots)
    while (!path.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
  return common;
}
