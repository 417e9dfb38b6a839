import * as vscode from 'vscode';
import { sourcesOf, viewOfUri, viewToUri } from '../../../server/src/virtualDocuments.js';

/** Texts that are compared or decoded though they are no documents, such as the clipboard's; kept for as long as that lasts. */
export class KeptTexts implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #subscription: vscode.Disposable;
  #last = 0;

  constructor() {
    this.#subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const view = viewOfUri(uri);
      if (view !== undefined) this.#forgetUnused(sourcesOf(view));
    });
  }

  /** Keeps a text, and gives the address of a document that shows it. */
  keep(name: string, text: string): vscode.Uri {
    const id = String(++this.#last);
    this.#texts.set(id, text);
    return vscode.Uri.from(viewToUri({ source: id, view: 'kept' }, name));
  }

  textOf(id: string): string | undefined {
    return this.#texts.get(id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#texts.clear();
  }

  /** Forgets texts among the sources of a document that is closed, unless another one is still made of them. */
  #forgetUnused(sources: readonly string[]): void {
    const used = new Set(
      vscode.workspace.textDocuments.flatMap(({ uri }) => {
        const view = viewOfUri(uri);
        return view === undefined ? [] : sourcesOf(view);
      }),
    );
    for (const source of sources) {
      const view = used.has(source) ? undefined : viewOfUri(vscode.Uri.parse(source));
      if (view?.view === 'kept') this.#texts.delete(view.source);
    }
  }
}
