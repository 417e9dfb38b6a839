import * as vscode from 'vscode';
import type { ReportMessage } from '../../webview/report/messages.js';
import { CommandError } from '../registerCommands.js';
import { Owner } from '../openDocuments.js';
import { openPosition } from './openPosition.js';
import { pageHtml } from './webviewPage.js';

/** A report, as the server makes it. */
export interface Report {
  /** A file name for it. */
  readonly name: string;
  readonly markdown: string;
  /** URIs of the files that its links lead to, by their paths in the links. */
  readonly files: ReadonlyMap<string, string>;
}

/** The report as HTML, by VS Code's own Markdown; undefined if that is switched off. */
export async function rendered({ markdown }: Report): Promise<string | undefined> {
  try {
    return await vscode.commands.executeCommand<string>('markdown.api.render', markdown);
  } catch {
    return undefined;
  }
}

/** A rendered report in an editor. `About` is what it is about, by which it is restored after a restart. */
export class ReportPanel<About> extends Owner {
  readonly about: About;
  readonly #panel: vscode.WebviewPanel;
  readonly #extension: vscode.Uri;
  #report: Report;

  constructor(panel: vscode.WebviewPanel, extension: vscode.Uri, about: About, report: Report, html: string) {
    super();
    this.#panel = panel;
    this.#extension = extension;
    this.about = about;
    this.#report = report;
    this.own(panel.webview.onDidReceiveMessage((message: ReportMessage) => this.#on(message)));
    this.update(report, html);
  }

  get report(): Report {
    return this.#report;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  close(): void {
    this.#panel.dispose();
  }

  update(report: Report, html: string): void {
    this.#report = report;
    this.#panel.title = report.name;
    const page = { name: 'report', title: report.name, main: html, about: this.about };
    this.#panel.webview.html = pageHtml(this.#panel.webview, this.#extension, page);
  }

  async #on({ open }: ReportMessage): Promise<void> {
    try {
      const [, path = '', line = '1'] = /^\.\/([^#]*)#L(\d{1,9})$/.exec(open) ?? [];
      const uri = this.#report.files.get(decoded(path));
      if (uri === undefined) throw new CommandError(vscode.l10n.t('The document is no longer open.'));
      await openPosition(uri, { line: Number(line) - 1, character: 0 });
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
