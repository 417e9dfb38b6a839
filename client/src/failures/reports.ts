import * as vscode from 'vscode';
import { type ExplainParams, requests, type TimelineSources } from '../../../server/src/protocol.js';
import type { VirtualView } from '../../../server/src/virtualDocuments.js';
import type { PageState } from '../../webview/failures/messages.js';
import { type FleetQuery, type FleetReport, fleetReport } from '../compare/fleetReport.js';
import { DelayedCall } from '../delayedCall.js';
import { CommandError } from '../registerCommands.js';
import { fileNameOf, onTextChange, openVirtual, Owner, reopen } from '../openDocuments.js';
import type { Requester } from '../server.js';
import { markTried } from '../tasks.js';
import type { TextStore } from '../virtualDocuments.js';
import { columnOfPages, pageFiles } from '../webviewPage.js';
import { type ExplainedCase, explainedCase } from './caseFiles.js';
import { Chart } from './chart.js';
import { type Report, ReportPanel, rendered } from './reportPanel.js';

/** The types of our webviews, by which menus distinguish them and VS Code restores them after a restart. */
const viewTypes = {
  failure: 'aksBootstrap.report',
  case: 'aksBootstrap.caseReport',
  fleet: 'aksBootstrap.fleetReport',
} as const;

export type FailureView = Extract<VirtualView, { view: 'failure' }>;

/** What a report on many files is about: the files and folders of a case, or of a fleet and what is asked of it. */
type FilesAbout =
  | { readonly view: 'case'; readonly roots: readonly string[] }
  | { readonly view: 'fleet'; readonly roots: readonly string[]; readonly query: FleetQuery };

/** What a report is about: a failure of a document, or many files. */
export type ReportAbout = FailureView | FilesAbout;

/** Where a report is shown, and whether the editor with the focus keeps it. */
interface PanelOptions {
  readonly viewColumn: vscode.ViewColumn;
  readonly preserveFocus?: boolean | undefined;
}

/** Delay after a change until the reports on many files that have the document are made again. */
const filesDelayMs = 1_000;

/** Rendered reports, which follow their documents. */
export class Reports extends Owner implements vscode.WebviewPanelSerializer<PageState> {
  readonly #extension: vscode.Uri;
  readonly #server: Requester;
  readonly #texts: TextStore;
  readonly #open = new Set<ReportPanel<ReportAbout>>();
  /** Reports on many files of which a document has changed. */
  readonly #stale = new Set<ReportPanel<ReportAbout>>();
  readonly #delayedRefresh = new DelayedCall(() => {
    this.#refreshing = this.#refreshing.then(() => this.#refreshStale());
  }, filesDelayMs);
  #refreshing: Promise<void> = Promise.resolve();

  constructor(extension: vscode.Uri, server: Requester, texts: TextStore) {
    super();
    this.#extension = extension;
    this.#server = server;
    this.#texts = texts;
    // In the next turn, when the document or its change has been sent to the server.
    const refresh = (uri: string): void => void setTimeout(() => void this.#refresh(uri), 0);
    this.own(
      ...Object.values(viewTypes).map((type) => vscode.window.registerWebviewPanelSerializer(type, this)),
      onTextChange(refresh),
      onTextChange((uri) => {
        this.#noteChange(uri);
      }),
      this.#delayedRefresh,
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        refresh(uri.toString());
      }),
    );
  }

  /** What the active report is about. */
  get active(): ReportAbout | undefined {
    return this.#activePanel?.about;
  }

  /** The chart of the active report. */
  get activeChart(): Chart | undefined {
    return this.#activePanel?.chart;
  }

  /** Shows the report on a failure beside the document, or in place of the active report. */
  async showFailure(params: ExplainParams, { viewColumn, preserveFocus }: Partial<PanelOptions> = {}): Promise<void> {
    const { report, view } = await this.#failureReport(params);
    await this.#show(view, report, {
      viewColumn: viewColumn ?? columnOfPages() ?? vscode.ViewColumn.Beside,
      preserveFocus,
    });
    await markTried('explain');
  }

  /** Shows the timeline in the open report on a failure; false if there is none. */
  async revealTimeline({ sources, failure }: TimelineSources): Promise<boolean> {
    const isAbout = ({ about }: ReportPanel<ReportAbout>): boolean =>
      about.view === 'failure' && about.failure === failure && sources.length === 1 && about.source === sources[0];
    const panel = [...this.#open].find(isAbout);
    if (panel === undefined) return false;
    panel.reveal();
    await panel.chart?.reveal();
    return true;
  }

  /** Whether the report on a case is still open. */
  hasCase(roots: readonly vscode.Uri[]): boolean {
    const key = keyOf(aboutCase(roots));
    return [...this.#open].some(({ about }) => keyOf(about) === key);
  }

  /** Explains the files and folders of a case together; undefined if the user cancelled it. */
  async showCase(roots: readonly vscode.Uri[]): Promise<ExplainedCase | undefined> {
    const report = await explainedCase(this.#server, roots);
    return report && this.#showCase(roots, report);
  }

  /** The same, but shows the groups of a fleet if nothing in the files is about a boot. */
  async showFiles(roots: readonly vscode.Uri[]): Promise<ExplainedCase | FleetReport | undefined> {
    const report = await explainedCase(this.#server, roots);
    return report?.isFleet === true ? this.showFleet(roots, {}) : report && this.#showCase(roots, report);
  }

  async #showCase(roots: readonly vscode.Uri[], report: ExplainedCase): Promise<ExplainedCase> {
    await this.#show(aboutCase(roots), report, { viewColumn: vscode.ViewColumn.Active });
    await markTried('explain');
    return report;
  }

  /** Shows what the documents in files and folders mean together; undefined if the user cancelled it. */
  async showFleet(roots: readonly vscode.Uri[], query: FleetQuery): Promise<FleetReport | undefined> {
    const report = await fleetReport(this.#server, roots, query);
    if (report === undefined) return undefined;
    await this.#show({ view: 'fleet', roots: roots.map(String), query }, report, {
      viewColumn: vscode.ViewColumn.Active,
    });
    return report;
  }

  /** Opens the active report as a Markdown document, to edit, copy or search it. */
  async openText(): Promise<void> {
    const panel = this.#activePanel;
    if (panel === undefined) throw new CommandError(vscode.l10n.t('Open a report first.'));
    await this.#openText(panel.about, panel.report, vscode.ViewColumn.Active);
  }

  /** Restores a report after a restart of VS Code. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: PageState | undefined): Promise<void> {
    const about = (state?.about ?? undefined) as ReportAbout | undefined;
    panel.webview.options = this.#options();
    if (about?.view === 'failure') {
      // The server may get the document later; the report is requested again then.
      this.#add(panel, about, { name: panel.title, markdown: '', files: new Map() }, '');
      await reopen(about.source);
      await this.#refresh(about.source);
      return;
    }
    try {
      const report = about && (await this.#filesReport(about));
      const html = report && (await rendered(report));
      if (about !== undefined && report !== undefined && html !== undefined) this.#add(panel, about, report, html);
      else panel.dispose();
    } catch {
      // The folder is gone.
      panel.dispose();
    }
  }

  get #activePanel(): ReportPanel<ReportAbout> | undefined {
    return [...this.#open].find(({ isActive }) => isActive);
  }

  #filesReport(about: FilesAbout, progress?: vscode.ProgressLocation): Promise<Report | undefined> {
    const roots = about.roots.map((root) => vscode.Uri.parse(root, true));
    return about.view === 'case'
      ? explainedCase(this.#server, roots, progress)
      : fleetReport(this.#server, roots, about.query, progress);
  }

  #noteChange(uri: string): void {
    for (const panel of this.#open)
      if (panel.about.view !== 'failure' && [...panel.report.files.values()].includes(uri)) this.#stale.add(panel);
    if (this.#stale.size > 0) this.#delayedRefresh.schedule();
  }

  async #refreshStale(): Promise<void> {
    const stale = [...this.#stale].filter((panel) => this.#open.has(panel));
    this.#stale.clear();
    for (const panel of stale) {
      const { about } = panel;
      if (about.view === 'failure') continue;
      try {
        // A notification with each edit would be in the way.
        const report = await this.#filesReport(about, vscode.ProgressLocation.Window);
        const html = report && (await rendered(report));
        if (report !== undefined && html !== undefined && this.#open.has(panel)) panel.update(report, html);
      } catch {
        // A file or folder is gone; the report stays as it is.
      }
    }
  }

  async #failureReport(params: ExplainParams): Promise<{ readonly report: Report; readonly view: FailureView }> {
    const found = await this.#server.request(requests.explain, params);
    if (found === null) throw new CommandError(vscode.l10n.t('The document is no longer open.'));
    const { failure, name, explanation, report } = found;
    if (explanation.silence?.kind === 'unrelated') throw new CommandError(explanation.silence.reason);
    const source = vscode.Uri.parse(params.uri);
    return {
      report: { name, markdown: report, files: new Map([[fileNameOf(source), params.uri]]) },
      view: { source: params.uri, view: 'failure', failure: failure ?? undefined, table: params.table },
    };
  }

  async #show(about: ReportAbout, report: Report, { viewColumn, preserveFocus = false }: PanelOptions): Promise<void> {
    const html = await rendered(report);
    if (html === undefined) {
      await this.#openText(about, report, viewColumn);
      return;
    }
    const known = [...this.#open].find((panel) => keyOf(panel.about) === keyOf(about));
    if (known !== undefined) {
      known.update(report, html);
      known.reveal(preserveFocus);
      return;
    }
    // Another table of exit codes makes another report on the same failure.
    const replaced =
      viewColumn === vscode.ViewColumn.Active && about.view === 'failure' ? this.#activePanel : undefined;
    const options = { ...this.#options(), enableFindWidget: true };
    const panel = vscode.window.createWebviewPanel(
      viewTypes[about.view],
      report.name,
      { viewColumn, preserveFocus },
      options,
    );
    this.#add(panel, about, report, html);
    replaced?.close();
  }

  #add(panel: vscode.WebviewPanel, about: ReportAbout, report: Report, html: string): void {
    const chart =
      about.view === 'failure'
        ? new Chart(panel.webview, this.#server, { sources: [about.source], failure: about.failure })
        : undefined;
    const added = new ReportPanel(panel, this.#extension, about, report, html, chart);
    this.#open.add(added);
    panel.onDidDispose(() => {
      this.#open.delete(added);
      added.dispose();
    });
  }

  async #openText(about: ReportAbout, { name, markdown }: Report, viewColumn: vscode.ViewColumn): Promise<void> {
    if (about.view === 'failure') {
      await openVirtual(about, [name], 'markdown', { viewColumn });
      return;
    }
    const document = await vscode.workspace.openTextDocument(this.#texts.add(name, markdown));
    await vscode.window.showTextDocument(document, { viewColumn, preview: false });
  }

  async #refresh(uri: string): Promise<void> {
    for (const panel of this.#open) {
      const { about } = panel;
      if (about.view !== 'failure' || about.source !== uri) continue;
      try {
        const { report } = await this.#failureReport({ uri, failure: about.failure, table: about.table });
        const html = await rendered(report);
        if (html !== undefined && this.#open.has(panel)) panel.update(report, html);
      } catch {
        // While the user types, there may be no failure; the report stays as it is.
      }
    }
  }

  #options(): vscode.WebviewOptions {
    return { enableScripts: true, localResourceRoots: [pageFiles(this.#extension)] };
  }
}

function aboutCase(roots: readonly vscode.Uri[]): ReportAbout {
  return { view: 'case', roots: roots.map(String) };
}

function keyOf(about: ReportAbout): string {
  if (about.view === 'failure') return JSON.stringify([about.source, about.failure ?? null, about.table ?? null]);
  return JSON.stringify(about);
}
