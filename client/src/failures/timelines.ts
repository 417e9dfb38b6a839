import * as vscode from 'vscode';
import type { TimelineExportParams, TimelineSources } from '../../../server/src/protocol.js';
import type { PageState } from '../../webview/timeline/messages.js';
import { CommandError } from '../registerCommands.js';
import type { Requester } from '../server.js';
import { fileNameOf } from '../openDocuments.js';
import { TimelinePanel } from './timelinePanel.js';
import { pageFiles } from './webviewPage.js';

/** The type of our webview, by which VS Code restores it after a restart. */
export const timelineView = 'aksBootstrap.timeline';

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

  /** Shows the timeline of documents, and reuses an open one. */
  show(sources: TimelineSources): void {
    const known = this.#open.get(keyOf(sources));
    if (known !== undefined) {
      known.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      timelineView,
      titleOf(sources),
      vscode.ViewColumn.Beside,
      this.#options(),
    );
    this.#add(panel, sources);
  }

  /** Restores a timeline after a restart of VS Code. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: PageState | undefined): Promise<void> {
    const sources = state?.sources;
    if (sources === undefined || sources.sources.length === 0) {
      panel.dispose();
      return Promise.resolve();
    }
    panel.webview.options = this.#options();
    this.#add(panel, sources);
    return Promise.resolve();
  }

  /**
   * Exports the active timeline, or the only one, to `target` if files can be written there. Menus pass the URI of the
   * editor, to which nothing can be written.
   */
  async export(as: TimelineExportParams['as'], target: unknown): Promise<void> {
    const all = [...this.#open.values()];
    const panel = all.find(({ isActive }) => isActive) ?? (all.length === 1 ? all[0] : undefined);
    if (panel === undefined) throw new CommandError(vscode.l10n.t('Open a timeline first.'));
    const isWritable = target instanceof vscode.Uri && vscode.workspace.fs.isWritableFileSystem(target.scheme) === true;
    await panel.export(as, isWritable ? target : undefined);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #add(panel: vscode.WebviewPanel, sources: TimelineSources): void {
    const key = keyOf(sources);
    const added = new TimelinePanel(panel, this.#extension, this.#server, sources);
    this.#open.set(key, added);
    panel.onDidDispose(() => {
      if (this.#open.get(key) === added) this.#open.delete(key);
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
  if (sources.length > 1) return vscode.l10n.t('Boot of {0} documents', sources.length);
  return vscode.l10n.t('Boot: {0}', fileNameOf(vscode.Uri.parse(first)));
}
