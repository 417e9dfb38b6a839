import * as vscode from 'vscode';
import { sourcesOf, viewOfUri, virtualSchemes } from '../../../server/src/virtualDocuments.js';
import { isActiveFileWithheld, Owner, urisInTabs } from '../openDocuments.js';
import { servedLanguages } from '../server.js';
import { textScheme } from '../textFiles.js';

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
  #isWithheld = false;

  constructor(memory: vscode.Memento) {
    super();
    this.#memory = memory;
    this.#pinned = memory.get<string[]>(pinnedKey, []);
    this.#follows = memory.get<boolean>(followsKey, true);
    this.#current = sourceOf(vscode.window.activeTextEditor);
    this.own(
      this.#changed,
      vscode.window.onDidChangeActiveTextEditor(() => void this.#follow()),
      // An image, a binary file or a file that is too large has a tab without an editor for extensions.
      vscode.window.tabGroups.onDidChangeTabs(() => void this.#follow()),
    );
    void this.#updateContext();
    void this.#follow();
  }

  readonly onDidChange = this.#changed.event;

  get list(): readonly ShownDocument[] {
    const current = this.#current;
    const pinned = this.#pinned.map((uri) => ({ uri, pinned: true }));
    return current === undefined || this.#pinned.includes(current)
      ? pinned
      : [...pinned, { uri: current, pinned: false }];
  }

  /** Whether the active file isn't given to extensions, because it is too large. */
  get isWithheld(): boolean {
    return this.#isWithheld;
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
    await this.#follow();
  }

  async #setPinned(pinned: readonly string[]): Promise<void> {
    this.#pinned = pinned;
    // Virtual documents and texts in memory don't survive the window.
    const persistent = pinned.filter(
      (uri) => ![...virtualSchemes, textScheme].some((scheme) => uri.startsWith(`${scheme}:`)),
    );
    await this.#memory.update(pinnedKey, persistent);
    this.#changed.fire();
  }

  /**
   * Beside something that the server doesn't receive, such as an image, the tree stays as long as its document has a tab.
   */
  async #follow(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const isWithheld = editor === undefined && (await isActiveFileWithheld());
    if (editor !== vscode.window.activeTextEditor) return;
    const followed = sourceOf(editor) ?? (isWithheld || !hasTab(this.#current) ? undefined : this.#current);
    const next = this.#follows ? followed : this.#current;
    if (next === this.#current && isWithheld === this.#isWithheld) return;
    this.#current = next;
    this.#isWithheld = isWithheld;
    this.#changed.fire();
  }

  async #updateContext(): Promise<void> {
    await vscode.commands.executeCommand('setContext', 'aksBootstrap.explorerFollows', this.#follows);
  }
}

/** Whether a document, or something that is made from it, has a tab. */
function hasTab(uri: string | undefined): boolean {
  return [...urisInTabs()].some((shown) => {
    const view = shown === uri ? undefined : viewOfUri(vscode.Uri.parse(shown));
    return shown === uri || (view !== undefined && uri !== undefined && sourcesOf(view).includes(uri));
  });
}

/** The document whose payloads belong to an editor: for a decoded payload, the document that contains it. */
function sourceOf(editor: vscode.TextEditor | undefined): string | undefined {
  if (editor === undefined) return undefined;
  const { uri, languageId } = editor.document;
  if (!virtualSchemes.includes(uri.scheme)) return servedLanguages.includes(languageId) ? uri.toString() : undefined;
  const view = viewOfUri(uri);
  return view?.view === 'kept' ? uri.toString() : view?.view === 'layer' ? view.source : undefined;
}
