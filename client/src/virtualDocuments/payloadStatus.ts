import * as vscode from 'vscode';
import { payloadScheme } from '../../../server/src/virtualDocuments.js';
import type { PayloadFiles } from './payloadFiles.js';

/** Says of a decoded payload in the status bar that it can be written back, or why not. */
export class PayloadStatus implements vscode.Disposable {
  readonly #item: vscode.LanguageStatusItem;
  readonly #subscriptions: vscode.Disposable[];

  constructor(payloads: PayloadFiles) {
    this.#item = vscode.languages.createLanguageStatusItem('aksBootstrap.payload', { scheme: payloadScheme });
    this.#item.name = vscode.l10n.t('Decoded payload');
    const show = (): void => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      if (uri?.scheme === payloadScheme) this.#show(payloads.readOnlyReason(uri));
    };
    this.#subscriptions = [this.#item, vscode.window.onDidChangeActiveTextEditor(show), payloads.onDidState(show)];
    show();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #show(reason: string | undefined): void {
    this.#item.text =
      reason === undefined ? vscode.l10n.t('$(edit) Saved into its document') : vscode.l10n.t('$(lock) Read-only');
    this.#item.detail =
      reason ?? vscode.l10n.t('Saving encodes the text again and changes the document that it comes from');
    this.#item.severity =
      reason === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
  }
}
