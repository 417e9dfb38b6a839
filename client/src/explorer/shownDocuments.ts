import * as vscode from 'vscode';
import { viewOfUri, virtualSchemes } from '../../../server/src/virtualDocuments.js';
import { Owner } from '../openDocuments.js';
import { servedLanguages } from '../server.js';

/** A document at the root of the tree. */
export interface ShownDocument {
  readonly uri: string;
  readonly pinned: boolean;
}

const pinnedKey = 'explorer.pinned';
const followsKey = 'explorer.follows';

/** The documents whose payloads the explorer shows: the pinned ones and the active one. */
export class ShownDocuments extends Owner {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #memory: vscode.Memento;
  #pinned: readonly string[];
  #follows: boolean;
  #current: string | undefined;

  constructor(memory: vscode.Memento) {
    super();
    this.#memory = memory;
    this.#pinned = memory.get<string[]>(pinnedKey, []);
    this.#follows = memory.get<boolean>(followsKey, true);
    this.#current = sourceOf(vscode.window.activeTextEditor);
    this.own(
      this.#changed,
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (this.#follows) this.#setCurrent(sourceOf(editor));
      }),
    );
    void this.#updateContext();
  }

  readonly onDidChange = this.#changed.event;

  get list(): readonly ShownDocument[] {
    const current = this.#current;
    const pinned = this.#pinned.map((uri) => ({ uri, pinned: true }));
    return current === undefined || this.#pinned.includes(current)
      ? pinned
      : [...pinned, { uri: current, pinned: false }];
  }

  get follows(): boolean {
    return this.#follows;
  }

  /** Keeps a document in the tree regardless of the active editor, also after the window is reopened. */
  async pin(uri: string): Promise<void> {
    if (!this.#pinned.includes(uri)) await this.#setPinned([...this.#pinned, uri]);
  }

  async unpin(uri: string): Promise<void> {
    await this.#setPinned(this.#pinned.filter((one) => one !== uri));
  }

  async setFollows(follows: boolean): Promise<void> {
    this.#follows = follows;
    await this.#memory.update(followsKey, follows);
    await this.#updateContext();
    if (follows) this.#setCurrent(sourceOf(vscode.window.activeTextEditor));
  }

  async #setPinned(pinned: readonly string[]): Promise<void> {
    this.#pinned = pinned;
    // Virtual documents don't survive the window.
    const persistent = pinned.filter((uri) => !virtualSchemes.some((scheme) => uri.startsWith(`${scheme}:`)));
    await this.#memory.update(pinnedKey, persistent);
    this.#changed.fire();
  }

  /** Without a document that the server receives, such as for an image, the tree stays as it is. */
  #setCurrent(uri: string | undefined): void {
    if (uri === undefined || uri === this.#current) return;
    this.#current = uri;
    this.#changed.fire();
  }

  async #updateContext(): Promise<void> {
    await vscode.commands.executeCommand('setContext', 'aksBootstrap.explorerFollows', this.#follows);
  }
}

/** The document whose payloads belong to an editor: for a decoded payload, the document that contains it. */
function sourceOf(editor: vscode.TextEditor | undefined): string | undefined {
  if (editor === undefined) return undefined;
  const { uri, languageId } = editor.document;
  if (!virtualSchemes.includes(uri.scheme)) return servedLanguages.includes(languageId) ? uri.toString() : undefined;
  const view = viewOfUri(uri);
  return view?.view === 'kept' ? uri.toString() : view?.view === 'layer' ? view.source : undefined;
}
