import * as vscode from 'vscode';
import type { PageUpdate, StartAction, StartMessage, StartPage, StartResult } from '../../webview/start/messages.js';
import { grouped, Owner } from '../openDocuments.js';
import { errorText, type Log, logText } from '../log.js';
import { CommandError } from '../registerCommands.js';
import { isConnectionError } from '../server.js';
import { sampleItems, type Task } from '../tasks.js';
import { pageFiles, pageHtml } from '../webviewPage.js';
import { type Opened, type Opener, parsedUris } from './opening.js';

const startViewId = 'aksBootstrap.start';

/** What the page reads at most; files and folders that are opened have the server's limits. */
const most = { bytes: 32 * 1024 * 1024, files: 1_000 };

/** What the page asks its host for. */
interface StartHost {
  readonly opener: Opener;
  sample(task: Task): Promise<vscode.Uri>;
  showWalkthrough(): Promise<void>;
}

/** The page with the box into which anything is pasted or dropped. It keeps no text and no state. */
export class StartView extends Owner implements vscode.WebviewViewProvider {
  readonly #log: Log;
  readonly #extension: vscode.Uri;
  readonly #host: StartHost;
  #view: vscode.WebviewView | undefined;
  #opened: Opened | undefined;
  #result: StartResult = { sentence: '', isBusy: false, actions: [] };
  /** Whether the page receives messages. */
  #isReady = false;
  #wantsFocus = false;
  /** Number of the last work; the results of earlier ones aren't shown. */
  #work = 0;

  constructor(log: Log, extension: vscode.Uri, host: StartHost) {
    super();
    this.#log = log;
    this.#extension = extension;
    this.#host = host;
    this.own(vscode.window.registerWebviewViewProvider(startViewId, this));
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { webview } = view;
    this.#view = view;
    webview.options = { enableScripts: true, localResourceRoots: [pageFiles(this.#extension)] };
    webview.onDidReceiveMessage((message: StartMessage) => this.#on(message));
    view.onDidDispose(() => {
      this.#view = undefined;
      this.#isReady = false;
    });
    // A hidden page is unloaded.
    view.onDidChangeVisibility(() => {
      this.#isReady &&= view.visible;
    });
    const about = texts();
    webview.html = pageHtml(webview, this.#extension, { name: 'start', title: about.label, about });
  }

  /** Shows the page with the focus in its box. */
  async focus(): Promise<void> {
    this.#wantsFocus = true;
    await vscode.commands.executeCommand(`${startViewId}.focus`);
    await this.#passFocus();
  }

  /** Opens what was dropped elsewhere, and shows here what it is. */
  async openDropped(dropped: vscode.DataTransfer): Promise<void> {
    if (this.#view === undefined) await vscode.commands.executeCommand(`${startViewId}.focus`);
    else this.#view.show(true);
    await this.#show(() => this.#host.opener.openDropped(dropped));
  }

  async #passFocus(): Promise<void> {
    if (!this.#wantsFocus || !this.#isReady) return;
    this.#wantsFocus = false;
    await this.#view?.webview.postMessage('focus' satisfies PageUpdate);
  }

  async #on(message: StartMessage): Promise<void> {
    const { opener } = this.#host;
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        await this.#post();
        return this.#passFocus();
      case 'text':
        return this.#show(() => opener.openText(message.text));
      case 'files':
        return this.#show(() => opener.openGiven(message.files));
      case 'uris':
        return this.#show(() => opener.openUris(parsedUris(message.uris)));
      case 'tooLarge':
        return this.#show(() => Promise.reject(new CommandError(tooLarge())));
      case 'run':
        return this.#run(message.action);
    }
  }

  async #run(action: StartAction): Promise<void> {
    const { opener } = this.#host;
    switch (action) {
      case 'clipboard': {
        const text = await vscode.env.clipboard.readText();
        return this.#show(() =>
          text.trim() === ''
            ? Promise.reject(new CommandError(vscode.l10n.t('There is no text in the clipboard.')))
            : text.length > most.bytes
              ? Promise.reject(new CommandError(tooLarge()))
              : opener.openText(text),
        );
      }
      case 'file':
      case 'folder': {
        const isFolder = action === 'folder';
        const uris = await vscode.window.showOpenDialog({
          canSelectFiles: !isFolder,
          canSelectFolders: isFolder,
          canSelectMany: true,
          openLabel: vscode.l10n.t('Open'),
        });
        return uris === undefined ? undefined : this.#show(() => opener.openUris(uris));
      }
      case 'sample': {
        const picked = await vscode.window.showQuickPick(sampleItems(), { title: vscode.l10n.t('Open a Sample') });
        return picked && this.#show(async () => opener.openUris([await this.#host.sample(picked.task)]));
      }
      case 'newNodeConfig':
        return vscode.commands.executeCommand('aksBootstrap.newNodeConfig');
      case 'walkthrough':
        return this.#host.showWalkthrough();
      default:
        await this.#opened?.run(action);
    }
  }

  /** Shows what is being done, and then what came out of it. */
  async #show(work: () => Promise<Opened>): Promise<void> {
    const number = ++this.#work;
    await this.#post({ sentence: vscode.l10n.t('Reading…'), isBusy: true, actions: [] });
    const result = await Promise.resolve()
      .then(work)
      .then(
        (opened): StartResult => {
          this.#opened = opened;
          return { sentence: opened.sentence, isBusy: false, actions: opened.actions };
        },
        (error: unknown): StartResult => ({ sentence: this.#reasonOf(error), isBusy: false, actions: [] }),
      );
    if (number === this.#work) await this.#post(result);
  }

  /** Why nothing came out, as a sentence. */
  #reasonOf(error: unknown): string {
    if (error instanceof vscode.CancellationError) return '';
    if (error instanceof CommandError) return error.message;
    if (isConnectionError(error)) return vscode.l10n.t('AKS Bootstrap is not running, so nothing was read.');
    this.#log.error(logText`The start page failed: ${errorText(error)}`);
    return vscode.l10n.t('It could not be read. See the log for details.');
  }

  async #post(result: StartResult = this.#result): Promise<void> {
    this.#result = result;
    await this.#view?.webview.postMessage(result satisfies PageUpdate);
  }
}

function tooLarge(): string {
  return vscode.l10n.t(
    'That is too much for this box, which reads {0} MB and {1} files. Use Open File or Open Folder, or aks-bootstrap on the command line.',
    most.bytes / 1024 / 1024,
    grouped(most.files),
  );
}

function texts(): StartPage {
  return {
    label: vscode.l10n.t('Paste or drop anything'),
    placeholder: vscode.l10n.t(
      'The JSON of a scale set, an error, a log, base64, a node config, a cloud-config, a folder of logs…',
    ),
    hint: vscode.l10n.t(
      'Hold Shift to drop here, or drop on the Bootstrap Explorer below. It is read on this machine, and forgotten when the window closes.',
    ),
    open: vscode.l10n.t('Open'),
    buttons: [
      { action: 'clipboard', title: vscode.l10n.t('From Clipboard') },
      { action: 'file', title: vscode.l10n.t('Open File…') },
      { action: 'folder', title: vscode.l10n.t('Open Folder…') },
      { action: 'sample', title: vscode.l10n.t('Sample…') },
    ],
    links: [
      { action: 'newNodeConfig', title: vscode.l10n.t('New Node Config') },
      { action: 'walkthrough', title: vscode.l10n.t('Walkthrough') },
    ],
    mostBytes: most.bytes,
    mostFiles: most.files,
  };
}
