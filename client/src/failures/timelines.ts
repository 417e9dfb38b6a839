import * as vscode from 'vscode';
import type { TimelineSources } from '../../../server/src/protocol.js';
import type { PageState } from '../../webview/failures/messages.js';
import type { Requester } from '../server.js';
import { fileNameOf } from '../openDocuments.js';
import { chartSection, columnOfPages, pageFiles, pageHtml } from '../webviewPage.js';
import { Chart } from './chart.js';

/** The type of our webview, by which VS Code restores it after a restart. */
const timelineView = 'aksBootstrap.timeline';

/** A timeline in an editor. */
interface TimelinePanel {
  readonly panel: vscode.WebviewPanel;
  readonly chart: Chart;
}

/** The open timelines, one for each set of documents. */
export class Timelines implements vscode.WebviewPanelSerializer<PageState>, vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #server: Requester;
  readonly #open = new Map<string, TimelinePanel>();
  readonly #registration: vscode.Disposable;

  constructor(extension: vscode.Uri, server: Requester) {
    this.#extension = extension;
    this.#server = server;
    this.#registration = vscode.window.registerWebviewPanelSerializer(timelineView, this);
  }

  /** Shows the timeline of documents in the group of other timelines and reports, and reuses an open one. */
  show(sources: TimelineSources): void {
    const known = this.#open.get(keyOf(sources));
    if (known === undefined) {
      const column = columnOfPages() ?? vscode.ViewColumn.Beside;
      this.#add(vscode.window.createWebviewPanel(timelineView, titleOf(sources), column, this.#options()), sources);
    } else known.panel.reveal();
  }

  /** Restores a timeline after a restart of VS Code. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: PageState | undefined): Promise<void> {
    const sources = state?.about as TimelineSources | null | undefined;
    if (!sources || sources.sources.length === 0) {
      panel.dispose();
      return Promise.resolve();
    }
    panel.webview.options = this.#options();
    this.#add(panel, sources);
    return Promise.resolve();
  }

  /** The active timeline, or the only one. */
  get active(): Chart | undefined {
    const all = [...this.#open.values()];
    return (all.find(({ panel }) => panel.active) ?? (all.length === 1 ? all[0] : undefined))?.chart;
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #add(panel: vscode.WebviewPanel, sources: TimelineSources): void {
    const key = keyOf(sources);
    const added = { panel, chart: new Chart(panel.webview, this.#server, sources) };
    this.#open.set(key, added);
    panel.onDidDispose(() => {
      added.chart.dispose();
      if (this.#open.get(key) === added) this.#open.delete(key);
    });
    panel.webview.html = pageHtml(panel.webview, this.#extension, {
      name: 'failures',
      title: vscode.l10n.t('Boot timeline'),
      main: chartSection(),
      about: sources,
    });
  }

  #options(): vscode.WebviewOptions {
    return { enableScripts: true, localResourceRoots: [pageFiles(this.#extension)] };
  }
}

function keyOf({ sources, failure }: TimelineSources): string {
  return JSON.stringify([sources, failure ?? null]);
}

function titleOf({ sources }: TimelineSources): string {
  const [first = ''] = sources;
  if (sources.length > 1) return vscode.l10n.t('Boot timeline: {0} documents', sources.length);
  return vscode.l10n.t('Boot timeline: {0}', fileNameOf(vscode.Uri.parse(first)));
}
