import * as vscode from 'vscode';
import { fileNameOf, isOpen, Owner } from './openDocuments.js';

/** The scheme of texts in memory: pasted and dropped ones, and samples. They can be edited and are never written to a disk. */
export const textScheme = 'aks-bootstrap-text';

/** Bytes of all texts that are kept; the oldest closed ones are forgotten first. */
const keptBytes = 128 * 1024 * 1024;

interface TextFile {
  readonly bytes: Uint8Array;
  /** Milliseconds; increases with every change. */
  readonly mtime: number;
}

/** A dropped or pasted file: its path with slashes, and its content. */
export interface GivenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Texts in memory as files, so that each has a name and a language, and closing one asks nothing. */
export class TextFiles extends Owner implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #files = new Map<string, TextFile>();
  /** Paths of saved texts of which the user was told that they are only in memory. */
  readonly #told = new Set<string>();
  #last = 0;

  constructor() {
    super();
    this.own(this.#changed, vscode.workspace.registerFileSystemProvider(textScheme, this, { isCaseSensitive: true }));
    void this.#closeForgotten();
  }

  readonly onDidChangeFile = this.#changed.event;

  /** Keeps files that belong together in a new folder, and returns the URI of that folder. */
  add(title: string, files: readonly GivenFile[]): vscode.Uri {
    const folder = `/${title} ${String(++this.#last)}`;
    this.#makeRoom(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
    for (const { path, bytes } of files) this.#files.set(`${folder}/${path}`, { bytes, mtime: 1 });
    return uriOf(folder);
  }

  /** Keeps one text, and returns its URI. */
  addText(title: string, name: string, text: string): vscode.Uri {
    const folder = this.add(title, [{ path: name, bytes: new TextEncoder().encode(text) }]);
    return vscode.Uri.joinPath(folder, name);
  }

  /** The URI of a text that always has the same path; it is kept as the user left it. */
  once(path: string, bytes: Uint8Array): vscode.Uri {
    if (!this.#files.has(path)) this.#files.set(path, { bytes, mtime: 1 });
    return uriOf(path);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const file = this.#files.get(path);
    if (file !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: file.mtime, size: file.bytes.length };
    if (this.#inside(path).length === 0) throw vscode.FileSystemError.FileNotFound();
    return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
  }

  readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    const entries = this.#inside(path).map((rest): [string, vscode.FileType] => {
      const [name = '', ...deeper] = rest.split('/');
      return [name, deeper.length === 0 ? vscode.FileType.File : vscode.FileType.Directory];
    });
    return [...new Map(entries)];
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const file = this.#files.get(path);
    if (file === undefined) throw vscode.FileSystemError.FileNotFound();
    return file.bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const { path } = uri;
    const before = this.#files.get(path);
    this.#files.set(path, { bytes, mtime: (before?.mtime ?? 0) + 1 });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    if (this.#told.has(path)) return;
    this.#told.add(path);
    // Not awaited: saving doesn't wait for the answer.
    void offerToSave(uri);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  /** The rest of the paths of all files in a folder. */
  #inside(folder: string): readonly string[] {
    const start = folder.endsWith('/') ? folder : `${folder}/`;
    return [...this.#files.keys()].flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : []));
  }

  #makeRoom(needed: number): void {
    let kept = [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes.length, needed);
    for (const [path, { bytes }] of this.#files) {
      if (kept <= keptBytes) return;
      if (isOpen(uriOf(path).toString())) continue;
      this.#files.delete(path);
      kept -= bytes.length;
    }
  }

  /** Closes the tabs that VS Code restored after a restart, which has forgotten the texts. */
  async #closeForgotten(): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const forgotten = tabs.filter(
      ({ input, isDirty }) =>
        input instanceof vscode.TabInputText &&
        input.uri.scheme === textScheme &&
        !isDirty &&
        !this.#files.has(input.uri.path),
    );
    if (forgotten.length > 0) await vscode.window.tabGroups.close(forgotten, true);
  }
}

function uriOf(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: textScheme, path });
}

/** A saved text is still only in memory, which the user has to know. */
async function offerToSave(uri: vscode.Uri): Promise<void> {
  const save = vscode.l10n.t('Save As…');
  const name = fileNameOf(uri);
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('{0} is kept until the window closes. To keep it longer, save it as a file.', name),
    save,
  );
  if (answer !== save) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog(
    folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) },
  );
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, await vscode.workspace.fs.readFile(uri));
  await vscode.window.showTextDocument(target);
}
