import * as vscode from 'vscode';
import {
  type CustomDataSize,
  type DocumentParams,
  type KindsResult,
  requests,
  type SetKindParams,
  type SummaryResult,
} from '../../server/src/protocol.js';
import { isPreview, viewOfUri } from '../../server/src/virtualDocuments.js';
import { registerCommands } from './commands.js';
import { documentFor } from './openDocuments.js';
import { type Requester, servedLanguages } from './server.js';

/** Registers the status bar item of the active document, and the command that changes the kind of a document. */
export function registerDocumentStatus(log: vscode.LogOutputChannel, server: Requester): vscode.Disposable {
  const status = new DocumentStatus(server);
  const commands = registerCommands(log, {
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
  const kinds = await server.request<KindsResult>(requests.kinds, {});
  const automatic: KindItem = { label: vscode.l10n.t('Detect from name and content'), chosen: null };
  const items: KindItem[] = kinds.map(({ kind, title }) => ({ label: title, description: kind, chosen: kind }));
  const picked = await vscode.window.showQuickPick([automatic, ...items], {
    title: vscode.l10n.t('Set Document Kind'),
  });
  if (picked === undefined) return;
  const params: SetKindParams = { uri: document.uri.toString(), kind: picked.chosen };
  await server.request<null>(requests.setKind, params);
}

/** Delay after a change, so that the server isn't asked on every keystroke. */
const delayMs = 300;

/**
 * Shows the kind of the active document in the status bar, the number of its problems, and how much of Azure's limit its
 * custom data uses. For a preview, these are those of its config. Hidden if the document has no known kind.
 */
class DocumentStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('aksBootstrap.document', vscode.StatusBarAlignment.Right, 90);
  readonly #server: Requester;
  readonly #subscriptions: vscode.Disposable[];
  #summary: SummaryResult = null;
  #subject: vscode.Uri | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of requests so far, so that late answers are recognised. */
  #requests = 0;

  constructor(server: Requester) {
    this.#server = server;
    this.#item.name = vscode.l10n.t('AKS Bootstrap: Document');
    this.#item.command = 'aksBootstrap.setKind';
    this.#subscriptions = [
      this.#item,
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#updateAfter(0);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.#subject?.toString()) this.#updateAfter(delayMs);
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('aksBootstrap')) this.#updateAfter(delayMs);
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === this.#subject?.toString())) this.#show();
      }),
    ];
    this.#updateAfter(0);
  }

  /** The kind of a document may have changed. */
  refresh(): void {
    this.#updateAfter(0);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #updateAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#update(), milliseconds);
  }

  async #update(): Promise<void> {
    const number = ++this.#requests;
    const subject = subjectOf(vscode.window.activeTextEditor?.document);
    const summary = subject === undefined ? null : await this.#summaryOf(subject);
    if (number !== this.#requests) return;
    this.#subject = subject;
    this.#summary = summary;
    this.#show();
  }

  async #summaryOf(subject: vscode.Uri): Promise<SummaryResult> {
    const params: DocumentParams = { uri: subject.toString() };
    try {
      return await this.#server.request<SummaryResult>(requests.summary, params);
    } catch {
      // The server has logged the error, or isn't running, which the language status shows.
      return null;
    }
  }

  #show(): void {
    if (this.#summary === null || this.#subject === undefined) {
      this.#item.hide();
      return;
    }
    const { kind, size } = this.#summary;
    const problems = vscode.languages.getDiagnostics(this.#subject).filter(({ source }) => source === 'aks-bootstrap');
    const errors = problems.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error).length;
    const warnings = problems.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Warning).length;
    const counts = [...(errors > 0 ? [`$(error) ${errors}`] : []), ...(warnings > 0 ? [`$(warning) ${warnings}`] : [])];
    const meter = size === undefined ? [] : [meterOf(size)];
    this.#item.text = [kind, ...counts, ...meter].join('  ');
    this.#item.tooltip = tooltipOf(kind, errors, warnings, size);
    const color = { fine: undefined, 'near-limit': 'warningBackground', 'too-long': 'errorBackground' }[
      size?.level ?? 'fine'
    ];
    this.#item.backgroundColor = color === undefined ? undefined : new vscode.ThemeColor(`statusBarItem.${color}`);
    this.#item.show();
  }
}

/** The document that the status is about; undefined if the server doesn't receive the active one. */
function subjectOf(document: vscode.TextDocument | undefined): vscode.Uri | undefined {
  if (document === undefined) return undefined;
  const view = viewOfUri(document.uri);
  if (view !== undefined && isPreview(view)) return vscode.Uri.parse(view.source);
  if (view !== undefined) return view.view === 'layer' ? document.uri : undefined;
  return servedLanguages.includes(document.languageId) ? document.uri : undefined;
}

function meterOf({ characters, limit }: CustomDataSize): string {
  const percent = Math.round((100 * characters) / limit);
  return vscode.l10n.t('$(package) {0} of {1} ({2} %)', grouped(characters), grouped(limit), percent);
}

function tooltipOf(kind: string, errors: number, warnings: number, size: CustomDataSize | undefined): string {
  const lines = [
    vscode.l10n.t('Document kind: {0}. Select to choose another kind.', kind),
    vscode.l10n.t('Errors: {0}, warnings: {1}.', errors, warnings),
  ];
  if (size !== undefined) {
    const [bytes, characters, limit] = [grouped(size.bytes), grouped(size.characters), grouped(size.limit)];
    lines.push(
      vscode.l10n.t(
        'Custom data: {0} bytes, which are {1} base64 characters. Azure accepts at most {2}.',
        bytes,
        characters,
        limit,
      ),
    );
  }
  return lines.join('\n');
}

function grouped(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
