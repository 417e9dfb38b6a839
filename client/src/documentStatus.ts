import * as vscode from 'vscode';
import { type CustomDataSize, type DocumentParams, requests, type SummaryResult } from '../../server/src/protocol.js';
import { isPreview, viewOfUri } from '../../server/src/virtualDocuments.js';
import { type Requester, servedLanguages } from './server.js';

/** How long typing rests before the server is asked again. */
const restMs = 300;

/**
 * Shows in the status bar what the active document is taken for, how many problems it has, and how much of Azure's limit
 * its custom data take; beside a preview, those of its config. Hidden where the document is none of ours. A click leads
 * to another kind.
 */
export class DocumentStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('aksBootstrap.document', vscode.StatusBarAlignment.Right, 90);
  readonly #server: Requester;
  readonly #subscriptions: vscode.Disposable[];
  #summary: SummaryResult = null;
  #subject: vscode.Uri | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was asked, so that a late answer is not taken for the newest. */
  #asked = 0;

  constructor(server: Requester) {
    this.#server = server;
    this.#item.name = vscode.l10n.t('AKS Bootstrap: Document');
    this.#item.command = 'aksBootstrap.setKind';
    this.#subscriptions = [
      this.#item,
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#askAfter(0);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.#subject?.toString()) this.#askAfter(restMs);
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('aksBootstrap')) this.#askAfter(restMs);
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === this.#subject?.toString())) this.#show();
      }),
    ];
    this.#askAfter(0);
  }

  /** The kind of a document may be another one now. */
  refresh(): void {
    this.#askAfter(0);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #askAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), milliseconds);
  }

  async #ask(): Promise<void> {
    const number = ++this.#asked;
    const subject = subjectOf(vscode.window.activeTextEditor?.document);
    const summary = subject === undefined ? null : await this.#summaryOf(subject);
    if (number !== this.#asked) return;
    this.#subject = subject;
    this.#summary = summary;
    this.#show();
  }

  async #summaryOf(subject: vscode.Uri): Promise<SummaryResult> {
    const params: DocumentParams = { uri: subject.toString() };
    try {
      return await this.#server.request<SummaryResult>(requests.summary, params);
    } catch {
      // The server has logged why, or is not there; the language status tells of that.
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

/** The document that the status is about; undefined where the server does not see the active one. */
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
    vscode.l10n.t('AKS Bootstrap reads this as: {0}. Select to choose another kind.', kind),
    vscode.l10n.t('Errors: {0}, warnings: {1}.', errors, warnings),
  ];
  if (size !== undefined) {
    const [bytes, characters, limit] = [grouped(size.bytes), grouped(size.characters), grouped(size.limit)];
    lines.push(
      vscode.l10n.t(
        'Custom data: {0} bytes, which are {1} base64 characters. Azure takes at most {2}.',
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
