import * as vscode from 'vscode';
import type { PageMessage } from '../../webview/failures/messages.js';
import { CommandError } from '../registerCommands.js';
import { Owner } from '../openDocuments.js';
import { chartSection, pageHtml } from '../webviewPage.js';
import type { Chart } from './chart.js';
import { openPosition } from './openPosition.js';

/** A report, as the server makes it. */
export interface Report {
  /** A file name for it. */
  readonly name: string;
  readonly markdown: string;
  /** URIs of the files that its links lead to, by their paths in the links. */
  readonly files: ReadonlyMap<string, string>;
  /** Compares the first member of a group with that of the largest one, if the report is about groups. */
  readonly compareGroup?: (group: number) => Promise<void>;
  /** Makes one of the fixes that it lists in all its files. */
  readonly fixEverywhere?: (fix: number) => Promise<void>;
}

/** The report as HTML, by VS Code's own Markdown; undefined if that is switched off. */
export async function rendered({ markdown }: Report): Promise<string | undefined> {
  try {
    return await vscode.commands.executeCommand<string>('markdown.api.render', markdown);
  } catch {
    return undefined;
  }
}

/**
 * A rendered report in an editor, with the timeline of its failure if there is a chart. `About` is what it is about, by which
 * it is restored after a restart.
 */
export class ReportPanel<About extends { readonly view: string }> extends Owner {
  readonly about: About;
  readonly chart: Chart | undefined;
  readonly #panel: vscode.WebviewPanel;
  readonly #extension: vscode.Uri;
  #report: Report;
  #html = '';

  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    about: About,
    report: Report,
    html: string,
    chart: Chart | undefined,
  ) {
    super();
    this.#panel = panel;
    this.#extension = extension;
    this.about = about;
    this.chart = chart;
    this.#report = report;
    this.own(panel.webview.onDidReceiveMessage((message: PageMessage) => this.#on(message)));
    if (chart !== undefined) this.own(chart);
    this.update(report, html);
  }

  get report(): Report {
    return this.#report;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  reveal(preserveFocus = false): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  close(): void {
    this.#panel.dispose();
  }

  update(report: Report, html: string): void {
    this.#report = report;
    this.#panel.title = report.name;
    // The page is made again, so its chart is drawn again, too.
    if (html === this.#html) return;
    this.#html = html;
    const main = `<article class="report ${this.about.view}">${html}</article>${this.chart === undefined ? '' : chartSection()}`;
    const page = { name: 'failures', title: report.name, main, about: this.about };
    this.#panel.webview.html = pageHtml(this.#panel.webview, this.#extension, page);
  }

  async #on(message: PageMessage): Promise<void> {
    if (message.type !== 'follow') return;
    try {
      const [, path = '', line = '1', group, fix] =
        /^\.\/([^#]*)#(?:L(\d{1,9})|group-(\d{1,9})|fix-(\d{1,9}))$/.exec(message.link) ?? [];
      if (group !== undefined) {
        await this.#report.compareGroup?.(Number(group));
        return;
      }
      if (fix !== undefined) {
        await this.#report.fixEverywhere?.(Number(fix));
        return;
      }
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
