import * as vscode from 'vscode';
import { requests, type SummaryResult } from '../../server/src/protocol.js';
import { viewOfUri } from '../../server/src/virtualDocuments.js';
import { customDataMeter } from './customDataSize.js';
import { DelayedCall } from './delayedCall.js';
import type { Log } from './log.js';
import { registerCommands } from './registerCommands.js';
import { capitalized, documentFor, grouped, onTextChange, Owner } from './openDocuments.js';
import { chooseNodeImage } from './nodeImages.js';
import { type Requester, servedLanguages, type ServerHandle } from './server.js';

/** Registers the status bar item of the active document, and the command that changes the kind of a document. */
export function registerDocumentStatus(log: Log, server: ServerHandle): vscode.Disposable {
  const status = new DocumentStatus(server);
  const commands = registerCommands(log, {
    async 'aksBootstrap.chooseNodeImage'() {
      const document = await documentFor(undefined);
      await chooseNodeImage(server, subjectOf(document) ?? document.uri);
      status.refresh();
    },
    async 'aksBootstrap.setKind'() {
      await setKind(server);
      status.refresh();
    },
  });
  return vscode.Disposable.from(status, commands);
}

interface KindItem extends vscode.QuickPickItem {
  readonly chosen: string | null;
}

/** Lets the user choose the kind of the active document, if name and content lead to a wrong one. */
async function setKind(server: Requester): Promise<void> {
  const document = await documentFor(undefined);
  const uri = document.uri.toString();
  const [kinds, summary] = await Promise.all([
    server.request(requests.kinds, {}),
    server.request(requests.summary, { uri }),
  ]);
  const automatic: KindItem = { label: vscode.l10n.t('Detect from name and content'), chosen: null };
  const items: KindItem[] = kinds.map(({ kind, title }) => ({
    label: title,
    ...(kind === summary?.kind ? { description: vscode.l10n.t('current') } : {}),
    chosen: kind,
  }));
  const picked = await vscode.window.showQuickPick([automatic, ...items], {
    title: vscode.l10n.t('Set Document Kind'),
  });
  if (picked === undefined) return;
  await server.request(requests.setKind, { uri, kind: picked.chosen });
}

/** Delay after a change, so that the server isn't asked on every keystroke. */
const delayMs = 300;

/**
 * Shows the kind of the active document in the status bar and to menus (`aksBootstrap.documentKind`), and how much of Azure's
 * limit its custom data uses; its problems are counted in the tooltip, because VS Code counts them too. For a preview, these
 * are those of its config. Hidden if the document has no known kind.
 */
class DocumentStatus extends Owner {
  readonly #item = vscode.window.createStatusBarItem('aksBootstrap.document', vscode.StatusBarAlignment.Right, 90);
  readonly #image = vscode.window.createStatusBarItem('aksBootstrap.nodeImage', vscode.StatusBarAlignment.Right, 89);
  readonly #server: Requester;
  #summary: SummaryResult = null;
  #subject: vscode.Uri | undefined;
  readonly #delayedUpdate = new DelayedCall(() => this.#update());
  /** Number of requests so far, so that late answers are recognised. */
  #requests = 0;

  constructor(server: ServerHandle) {
    super();
    this.#server = server;
    this.#item.name = vscode.l10n.t('AKS Bootstrap: Document');
    this.#item.command = 'aksBootstrap.setKind';
    this.#image.name = vscode.l10n.t('AKS Bootstrap: Node Image');
    this.#image.command = 'aksBootstrap.chooseNodeImage';
    this.own(
      this.#item,
      this.#image,
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#delayedUpdate.schedule();
      }),
      server.onDidStart(() => {
        this.#delayedUpdate.schedule();
      }),
      onTextChange((uri) => {
        if (uri === this.#subject?.toString()) this.#delayedUpdate.schedule(delayMs);
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('aksBootstrap')) this.#delayedUpdate.schedule(delayMs);
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === this.#subject?.toString())) this.#show();
      }),
      this.#delayedUpdate,
    );
    this.#delayedUpdate.schedule();
  }

  /** Call this after the kind of a document has changed. */
  refresh(): void {
    this.#delayedUpdate.schedule();
  }

  async #update(): Promise<void> {
    const number = ++this.#requests;
    const subject = subjectOf(vscode.window.activeTextEditor?.document);
    const summary = subject === undefined ? null : await this.#summaryOf(subject);
    if (number !== this.#requests) return;
    this.#subject = subject;
    this.#summary = summary;
    const hasSeveral = (summary?.machines ?? 0) > 1;
    void vscode.commands.executeCommand('setContext', 'aksBootstrap.severalMachines', hasSeveral);
    void vscode.commands.executeCommand('setContext', 'aksBootstrap.documentKind', summary?.kind);
    this.#show();
  }

  async #summaryOf(subject: vscode.Uri): Promise<SummaryResult> {
    try {
      return await this.#server.request(requests.summary, { uri: subject.toString() });
    } catch {
      // The server has logged the error, or isn't running, which the language status shows.
      return null;
    }
  }

  #show(): void {
    if (this.#summary === null || this.#subject === undefined) {
      this.#item.hide();
      this.#image.hide();
      return;
    }
    const { title, size, image } = this.#summary;
    this.#showImage(image);
    const problems = vscode.languages.getDiagnostics(this.#subject).filter(({ source }) => source === 'aks-bootstrap');
    const errors = problems.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error).length;
    const warnings = problems.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Warning).length;
    const meter = size === undefined ? [] : [`$(package) ${customDataMeter(size)}`];
    this.#item.text = [capitalized(title), ...meter].join('  ');
    this.#item.tooltip = tooltipOf(this.#summary, errors, warnings);
    const color = { fine: undefined, 'near-limit': 'warningBackground', 'too-long': 'errorBackground' }[
      size?.level ?? 'fine'
    ];
    this.#item.backgroundColor = color === undefined ? undefined : new vscode.ThemeColor(`statusBarItem.${color}`);
    this.#item.show();
  }

  #showImage(image: string | undefined): void {
    if (image === undefined) {
      this.#image.hide();
      return;
    }
    this.#image.text = image === '' ? vscode.l10n.t('$(vm) newest image') : `$(vm) ${image}`;
    const subject =
      image === ''
        ? vscode.l10n.t('No node image is chosen; problems and previews are those of the newest one that is known.')
        : vscode.l10n.t('Problems and previews are those of the node image {0}.', image);
    this.#image.tooltip = `${subject}\n${vscode.l10n.t('Select to choose another one.')}`;
    this.#image.show();
  }
}

/** The document that the status is about; undefined if the server doesn't receive the active one. */
function subjectOf(document: vscode.TextDocument | undefined): vscode.Uri | undefined {
  if (document === undefined) return undefined;
  const view = viewOfUri(document.uri);
  if (view?.view === 'preview') return vscode.Uri.parse(view.source);
  if (view !== undefined) return view.view === 'layer' ? document.uri : undefined;
  return servedLanguages.includes(document.languageId) ? document.uri : undefined;
}

function tooltipOf(
  { title, reason, size, karpenterSettings, configuration }: NonNullable<SummaryResult>,
  errors: number,
  warnings: number,
): string {
  const lines = [
    vscode.l10n.t('Document kind: {0}, because {1}. Select to choose another kind.', title, reason),
    vscode.l10n.t('Errors: {0}, warnings: {1}.', errors, warnings),
  ];
  if (size !== undefined) {
    lines.push(
      vscode.l10n.t(
        'Size: {0} in base64, which is what Azure counts. Decoded, the custom data has {1} bytes.',
        customDataMeter(size),
        grouped(size.bytes),
      ),
    );
  }
  if (karpenterSettings !== undefined) lines.push(vscode.l10n.t('Settings of Karpenter: {0}.', karpenterSettings));
  if (configuration !== undefined) lines.push(vscode.l10n.t('Configuration file: {0}.', configuration));
  return lines.join('\n');
}
