import * as vscode from 'vscode';
import { viewOfUri, virtualSchemes } from '../../../server/src/virtualDocuments.js';
import { servedLanguages } from '../server.js';

/** A document at the top of the tree. */
export interface ShownDocument {
  readonly uri: string;
  readonly pinned: boolean;
}

const pinnedKey = 'explorer.pinned';
const followsKey = 'explorer.follows';

/** The documents whose payloads the explorer shows: the pinned ones, and the one that the editor is at. */
export class ShownDocuments implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #memory: vscode.Memento;
  readonly #subscription: vscode.Disposable;
  #pinned: readonly string[];
  #follows: boolean;
  #current: string | undefined;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.#pinned = memory.get<string[]>(pinnedKey, []);
    this.#follows = memory.get<boolean>(followsKey, true);
    this.#current = sourceOf(vscode.window.activeTextEditor);
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (this.#follows) this.#goTo(sourceOf(editor));
    });
    void this.#tell();
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

  /** Keeps a document in the tree whatever the editor shows, also when the window is opened again. */
  async pin(uri: string): Promise<void> {
    if (!this.#pinned.includes(uri)) await this.#setPinned([...this.#pinned, uri]);
  }

  async unpin(uri: string): Promise<void> {
    await this.#setPinned(this.#pinned.filter((one) => one !== uri));
  }

  async setFollows(follows: boolean): Promise<void> {
    this.#follows = follows;
    await this.#memory.update(followsKey, follows);
    await this.#tell();
    if (follows) this.#goTo(sourceOf(vscode.window.activeTextEditor));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #setPinned(pinned: readonly string[]): Promise<void> {
    this.#pinned = pinned;
    // A text that is no document is gone with the window.
    const lasting = pinned.filter((uri) => !virtualSchemes.some((scheme) => uri.startsWith(`${scheme}:`)));
    await this.#memory.update(pinnedKey, lasting);
    this.#changed.fire();
  }

  /** A document that says nothing of payloads, such as a picture, leaves the tree as it is. */
  #goTo(uri: string | undefined): void {
    if (uri === undefined || uri === this.#current) return;
    this.#current = uri;
    this.#changed.fire();
  }

  async #tell(): Promise<void> {
    await vscode.commands.executeCommand('setContext', 'aksBootstrap.explorerFollows', this.#follows);
  }
}

/** The document that an editor is about: of a decoded text or a preview the one that it was made from. */
function sourceOf(editor: vscode.TextEditor | undefined): string | undefined {
  if (editor === undefined) return undefined;
  const { uri, languageId } = editor.document;
  if (!virtualSchemes.includes(uri.scheme)) return servedLanguages.includes(languageId) ? uri.toString() : undefined;
  const view = viewOfUri(uri);
  return view?.view === 'kept' ? uri.toString() : view?.view === 'layer' ? view.source : undefined;
}
