import * as vscode from 'vscode';
import { lensCommands, type NodeViewResult, requests } from '../../server/src/protocol.js';
import { DelayedCall } from './delayedCall.js';
import type { Log } from './log.js';
import { documentFor, onTextChange, Owner, showWhereOpen, toRange } from './openDocuments.js';
import { CommandError, registerCommands } from './registerCommands.js';
import type { Requester, ServerHandle } from './server.js';
import { markTried } from './tasks.js';

/** Registers the command that shows node configs as the node sees them. */
export function registerNodeView(log: Log, server: ServerHandle): vscode.Disposable {
  const view = new NodeView(server);
  const commands = registerCommands(log, {
    [lensCommands.toggleNodeView]: () => view.toggle(),
    'aksBootstrap.leaveNodeView': () => view.toggle(),
    [lensCommands.formatDocument]: formatDocument,
  });
  return vscode.Disposable.from(view, commands);
}

/** Formats a node config: fields in one line have no room for notes. */
async function formatDocument(uri: unknown): Promise<void> {
  await showWhereOpen(await documentFor(uri), undefined);
  await vscode.commands.executeCommand('editor.action.formatDocument');
}

/** Delay after a change, so that the server isn't asked on every keystroke. */
const delayMs = 200;

/** How long the status bar shows the summary after the view was turned on. */
const summaryMs = 5_000;

/**
 * Dims what the node drops in visible node configs, and shows what it fills in, while that is turned on. Menus know node
 * configs by the context `aksBootstrap.nodeConfigs`, and the walkthrough counts their first edit.
 */
class NodeView extends Owner {
  readonly #server: Requester;
  readonly #lost = vscode.window.createTextEditorDecorationType({
    color: new vscode.ThemeColor('aksBootstrap.ghostForeground'),
    textDecoration: 'line-through',
  });
  readonly #filled = vscode.window.createTextEditorDecorationType({
    after: {
      color: new vscode.ThemeColor('aksBootstrap.ghostForeground'),
      fontStyle: 'italic',
      margin: '0 0 0 2em',
    },
  });
  #isOn = false;
  readonly #delayedUpdate = new DelayedCall(() => this.#update(), delayMs);
  /** URIs of the visible node configs, as far as the server has said. */
  #configs: ReadonlySet<string> = new Set();
  /** Number of updates so far, so that late answers are recognised. */
  #updates = 0;

  constructor(server: ServerHandle) {
    super();
    this.#server = server;
    const update = (): void => {
      this.#delayedUpdate.schedule();
    };
    this.own(
      this.#lost,
      this.#filled,
      vscode.window.onDidChangeVisibleTextEditors(update),
      server.onDidStart(update),
      onTextChange((uri) => {
        if (this.#configs.has(uri)) void markTried('author');
        if (jsonEditors().some(({ document }) => document.uri.toString() === uri)) this.#delayedUpdate.schedule();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('aksBootstrap')) this.#delayedUpdate.schedule();
      }),
      this.#delayedUpdate,
    );
    this.#delayedUpdate.schedule();
  }

  async toggle(): Promise<void> {
    this.#turn(!this.#isOn);
    const views = await this.#update();
    if (!this.#isOn) return;
    const summary = views.get(vscode.window.activeTextEditor?.document.uri.toString() ?? '')?.summary;
    if (summary === undefined) {
      this.#turn(false);
      throw new CommandError(vscode.l10n.t('Open a node config first.'));
    }
    vscode.window.setStatusBarMessage(summary, summaryMs);
  }

  /** The title of the editor shows by the context `aksBootstrap.nodeViewIsOn` whether it is on. */
  #turn(isOn: boolean): void {
    this.#isOn = isOn;
    void vscode.commands.executeCommand('setContext', 'aksBootstrap.nodeViewIsOn', isOn);
  }

  /** Draws the visible node configs; returns what the node sees of each, by URI. */
  async #update(): Promise<ReadonlyMap<string, NonNullable<NodeViewResult>>> {
    const number = ++this.#updates;
    const editors = jsonEditors();
    const uris = [...new Set(editors.map(({ document }) => document.uri.toString()))];
    const views = new Map<string, NonNullable<NodeViewResult>>();
    for (const uri of uris) {
      const view = await this.#viewOf(uri);
      if (view !== null) views.set(uri, view);
    }
    if (number !== this.#updates) return views;
    this.#configs = new Set(views.keys());
    const configs = editors.filter(({ document }) => views.has(document.uri.toString()));
    const names = configs.flatMap(({ document: { uri } }) => namesInMenus(uri));
    void vscode.commands.executeCommand('setContext', 'aksBootstrap.nodeConfigs', names);
    for (const editor of editors)
      this.#draw(editor, this.#isOn ? views.get(editor.document.uri.toString()) : undefined);
    return views;
  }

  async #viewOf(uri: string): Promise<NodeViewResult> {
    try {
      return await this.#server.request(requests.nodeView, { uri });
    } catch {
      // The server has logged the error, or isn't running, which the language status shows.
      return null;
    }
  }

  #draw(editor: vscode.TextEditor, view: NonNullable<NodeViewResult> | undefined): void {
    const lost = view?.lost ?? [];
    editor.setDecorations(
      this.#lost,
      lost.map(({ range, message }) => ({ range: toRange(range), hoverMessage: plainText(message) })),
    );
    const filled = view?.filled ?? [];
    editor.setDecorations(
      this.#filled,
      filled.map(({ position, label, message }) => {
        const { range } = editor.document.lineAt(Math.min(position.line, editor.document.lineCount - 1));
        return {
          range: new vscode.Range(range.end, range.end),
          hoverMessage: plainText(message),
          renderOptions: { after: { contentText: label } },
        };
      }),
    );
  }
}

/** The URI, and the path of a file: on a remote machine, menus have another URI for it than the extension. */
function namesInMenus(uri: vscode.Uri): string[] {
  return uri.scheme === 'file' ? [uri.toString(), uri.fsPath] : [uri.toString()];
}

/** Text in which nothing is Markdown, with its line breaks. */
function plainText(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}

/** The visible editors of documents that can be node configs. */
function jsonEditors(): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter(({ document: { languageId, uri } }) => {
    return (languageId === 'json' || languageId === 'jsonc') && uri.scheme !== 'aks-bootstrap';
  });
}
