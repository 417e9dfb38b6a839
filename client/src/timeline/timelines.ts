import * as vscode from 'vscode';
import type { TimelineExportParams, TimelineSources } from '../../../server/src/protocol.js';
import type { PageState } from '../../webview/timeline/messages.js';
import { CommandError } from '../errors.js';
import type { Requester } from '../server.js';
import { fileNameOf } from '../tabs.js';
import { pageFiles } from './page.js';
import { TimelinePanel } from './panel.js';

/** The type of our webview, by which VS Code brings it back after a restart. */
export const timelineView = 'aksBootstrap.timeline';

/** The timelines that are open, one for each choice of documents. */
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

  /** Shows the timeline of documents; the one that is open already, where there is one. */
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
    this.#take(panel, sources);
  }

  /** Brings a timeline back that VS Code kept. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: PageState | undefined): Promise<void> {
    const sources = state?.sources;
    if (sources === undefined || sources.sources.length === 0) {
      panel.dispose();
      return Promise.resolve();
    }
    panel.webview.options = this.#options();
    this.#take(panel, sources);
    return Promise.resolve();
  }

  /**
   * Exports the timeline that has the focus, or the only one there is; to `target` where that is a place for files. Menus
   * hand over the address of the editor, which is none.
   */
  async export(as: TimelineExportParams['as'], target: unknown): Promise<void> {
    const all = [...this.#open.values()];
    const panel = all.find(({ isActive }) => isActive) ?? (all.length === 1 ? all[0] : undefined);
    if (panel === undefined) throw new CommandError(vscode.l10n.t('Open a timeline first.'));
    const isPlace = target instanceof vscode.Uri && vscode.workspace.fs.isWritableFileSystem(target.scheme) === true;
    await panel.export(as, isPlace ? target : undefined);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #take(panel: vscode.WebviewPanel, sources: TimelineSources): void {
    const key = keyOf(sources);
    const taken = new TimelinePanel(panel, this.#extension, this.#server, sources);
    this.#open.set(key, taken);
    panel.onDidDispose(() => {
      if (this.#open.get(key) === taken) this.#open.delete(key);
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
  if (sources.length > 1) return vscode.l10n.t('Boot of {0} texts', sources.length);
  return vscode.l10n.t('Boot: {0}', fileNameOf(vscode.Uri.parse(first)));
}
