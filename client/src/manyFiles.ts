import * as vscode from 'vscode';
import type { CaseFileParams } from '../../server/src/protocol.js';
import { fileNameOf, openDocument } from './openDocuments.js';

/** Bytes of one file: with base64, a message to the server must stay below 256 MiB. */
const mostBytes = 128 * 1024 * 1024;

/** Files that are looked for in all folders. The server reads 10,000. */
const mostFiles = 10_000;

/** A file, or why it isn't read. */
interface FoundFile {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly unread?: CaseFileParams['unread'];
}

/**
 * Sends the files in some folders one after the other, then asks for what is made of them; undefined if the user cancelled it. It
 * works with every file system that VS Code has.
 */
export function withSentFiles<T>(
  roots: readonly vscode.Uri[],
  titleOf: (name: string) => string,
  send: (file: Omit<CaseFileParams, 'case'>) => Promise<unknown>,
  finish: (name: string) => Promise<T>,
  location?: vscode.ProgressLocation,
): Thenable<{ readonly made: T; readonly files: ReadonlyMap<string, string> } | undefined> {
  const name = nameOf(roots);
  return withFileProgress(
    titleOf(name),
    async (each) => {
      const files = new Map<string, string>();
      await each(await filesOf(roots), async ({ uri, name: path, unread }) => {
        files.set(path, uri.toString());
        await send({ name: path, uri: uri.toString(), ...(unread === undefined ? await contentOf(uri) : { unread }) });
      });
      // Also ends what was cancelled.
      return { made: await finish(name), files };
    },
    location,
  );
}

/** The name of files and folders together. */
export function nameOf(roots: readonly vscode.Uri[]): string {
  const [first] = roots;
  return roots.length === 1 && first !== undefined ? fileNameOf(first) : vscode.l10n.t('{0} files', roots.length);
}

/** Uses files one after the other until the user cancels it. */
type ForEachFile = <T>(
  files: readonly T[],
  use: (file: T, token: vscode.CancellationToken) => Promise<void>,
) => Promise<void>;

/** Works on many files, by default with a notification that shows how many are done; undefined if the user cancelled it there. */
export function withFileProgress<T>(
  title: string,
  work: (each: ForEachFile) => Promise<T>,
  location = vscode.ProgressLocation.Notification,
): Thenable<T | undefined> {
  const options = { location, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const result = await work(async (files, use) => {
      for (const [index, file] of files.entries()) {
        if (token.isCancellationRequested) return;
        const message = vscode.l10n.t('{0} of {1} files', index + 1, files.length);
        progress.report({ message, increment: 100 / files.length });
        await use(file, token);
      }
    });
    return token.isCancellationRequested ? undefined : result;
  });
}

async function contentOf(uri: vscode.Uri): Promise<Pick<CaseFileParams, 'content' | 'unread'>> {
  const unsaved = unsavedDocument(uri);
  try {
    if (unsaved === undefined && (await vscode.workspace.fs.stat(uri)).size > mostBytes) return { unread: 'too-large' };
    const bytes =
      unsaved === undefined ? await vscode.workspace.fs.readFile(uri) : new TextEncoder().encode(unsaved.getText());
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
