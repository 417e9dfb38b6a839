/**
 * The folder that the tests in a browser use: files in memory with the scheme `samples`, loaded from the test server.
 * It represents the virtual file systems of vscode.dev.
 */
const vscode = require('vscode');

const { FileType, FileSystemError, FileChangeType } = vscode;

/** File contents by path. Folders are derived from the paths. */
class SamplesFileSystem {
  #files;
  #changed = new vscode.EventEmitter();
  onDidChangeFile = this.#changed.event;

  constructor(files) {
    this.#files = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  }

  watch() {
    return new vscode.Disposable(() => {});
  }

  stat({ path }) {
    const content = this.#files.get(path);
    if (content) return { type: FileType.File, ctime: 0, mtime: 0, size: content.length };
    if (this.#below(path).length > 0) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw FileSystemError.FileNotFound(path);
  }

  readDirectory({ path }) {
    const entries = this.#below(path).map((rest) => {
      const [name, ...deeper] = rest.split('/');
      return [name, deeper.length > 0 ? FileType.Directory : FileType.File];
    });
    return [...new Map(entries)];
  }

  readFile({ path }) {
    const content = this.#files.get(path);
    if (!content) throw FileSystemError.FileNotFound(path);
    return content;
  }

  writeFile(uri, content) {
    const type = this.#files.has(uri.path) ? FileChangeType.Changed : FileChangeType.Created;
    this.#files.set(uri.path, content);
    this.#changed.fire([{ type, uri }]);
  }

  createDirectory() {}

  delete(uri) {
    if (!this.#files.delete(uri.path)) throw FileSystemError.FileNotFound(uri);
    this.#changed.fire([{ type: FileChangeType.Deleted, uri }]);
  }

  rename(from, to) {
    this.writeFile(to, this.readFile(from));
    this.delete(from);
  }

  /** The paths of all files inside a folder, relative to it. */
  #below(path) {
    const prefix = path.endsWith('/') ? path : `${path}/`;
    return [...this.#files.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  }
}

exports.activate = async (context) => {
  const list = vscode.Uri.joinPath(context.extensionUri, '..', 'samples.json');
  const answer = await fetch(list.toString(true));
  const files = new SamplesFileSystem(await answer.json());
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('samples', files, { isCaseSensitive: true }));
};
