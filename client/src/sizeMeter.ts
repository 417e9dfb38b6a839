import * as vscode from 'vscode';
import type { CustomDataSize } from '../../server/src/protocol.js';
import { viewOfUri } from '../../server/src/virtualDocuments.js';
import type { RenderedEvent } from './virtualDocuments/provider.js';

/** Shows in the status bar how much of Azure's limit a config's custom data takes, beside it and its previews. */
export class SizeMeter implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('aksBootstrap.size', vscode.StatusBarAlignment.Right, 90);
  readonly #sizes = new Map<string, CustomDataSize>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(onDidRender: vscode.Event<RenderedEvent>) {
    this.#item.name = vscode.l10n.t('AKS Bootstrap: Custom Data Size');
    this.#subscriptions = [
      this.#item,
      onDidRender(({ source, size }) => {
        if (size === undefined) this.#sizes.delete(source);
        else this.#sizes.set(source, size);
        this.#show();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#show();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#sizes.delete(uri.toString())),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #show(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const size = uri && this.#sizes.get(viewOfUri(uri)?.source ?? uri.toString());
    if (size === undefined) {
      this.#item.hide();
      return;
    }
    const { bytes, characters, limit, level } = size;
    const percent = Math.round((100 * characters) / limit);
    this.#item.text = vscode.l10n.t('$(package) {0} of {1} ({2} %)', grouped(characters), grouped(limit), percent);
    this.#item.tooltip = vscode.l10n.t(
      'Custom data: {0} bytes, which are {1} base64 characters. Azure takes at most {2}.',
      grouped(bytes),
      grouped(characters),
      grouped(limit),
    );
    const color = { fine: undefined, 'near-limit': 'warningBackground', 'too-long': 'errorBackground' }[level];
    this.#item.backgroundColor = color === undefined ? undefined : new vscode.ThemeColor(`statusBarItem.${color}`);
    this.#item.show();
  }
}

function grouped(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
