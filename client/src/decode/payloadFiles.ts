import * as vscode from 'vscode';
import { type ReplaceLayerTextResult, requests } from '../../../server/src/protocol.js';
import { type LayerView, payloadScheme, viewOfUri } from '../../../server/src/virtualDocuments.js';
import { DelayedCall } from '../delayedCall.js';
import { errorText, type Log, logText } from '../log.js';
import type { Requester } from '../server.js';
import {
  fileNameOf,
  isOpen,
  onTextChange,
  openDocument,
  Owner,
  reopen,
  toRange,
  urisInTabs,
} from '../openDocuments.js';

/** A payload as its outer document has it. */
interface State {
  readonly text: string;
  /** Why it can't be written back. */
  readonly readOnly: string | undefined;
  /** Milliseconds; increases whenever the text changes. */
  readonly mtime: number;
}

/** Registers decoded payloads as files, and the status that shows whether one can be written back. */
export function registerPayloadFiles(log: Log, server: Requester): vscode.Disposable {
  const files = new PayloadFiles(server, log);
  return vscode.Disposable.from(files, new PayloadStatus(files));
}

/**
 * Decoded payloads as files. Saving one changes its outer document, as one edit that can be undone. That document is saved
 * only if the user chooses so, and changes made there in the meantime are overwritten only if the user confirms it to VS Code.
 */
class PayloadFiles extends Owner implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #read = new vscode.EventEmitter<vscode.Uri>();
  readonly #server: Requester;
  readonly #log: Log;
  /** The last known state of each payload, by its URI. */
  readonly #states = new Map<string, State>();
  /** What VS Code last compared with the editor, by the URI of the payload. */
  readonly #compared = new Map<string, State>();
  /** Payloads whose editor shows a different text from the outer document, for example because secrets are masked there. */
  readonly #unsynced = new Set<string>();
  /** Payloads that the user saves, and not VS Code by itself. */
  readonly #savedByUser = new Set<string>();
  readonly #delayedCheck = new DelayedCall(() => this.#checkStale());
  /** Documents that have changed since their payloads were last checked. */
  readonly #stale = new Set<string>();
  /** URIs of payloads that are being checked. */
  readonly #checking = new Set<string>();

  constructor(server: Requester, log: Log) {
    super();
    this.#server = server;
    this.#log = log;
    this.own(
      this.#changed,
      this.#read,
      vscode.workspace.registerFileSystemProvider(payloadScheme, this, { isCaseSensitive: true }),
      onTextChange((uri) => {
        this.#sourceChanged(uri);
      }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        this.#sourceChanged(uri.toString());
      }),
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme === payloadScheme && reason === vscode.TextDocumentSaveReason.Manual)
          this.#savedByUser.add(uri.toString());
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#unsynced.delete(uri.toString())) this.#reload(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const address = uri.toString();
        // VS Code also reports a document as closed when only its language changes.
        if (isOpen(address)) return;
        this.#states.delete(address);
        this.#compared.delete(address);
        this.#unsynced.delete(address);
      }),
      this.#delayedCheck,
    );
  }

  readonly onDidChangeFile = this.#changed.event;

  /** The state of a payload is known, and with it whether it can be written back. */
  readonly onDidRead = this.#read.event;

  /** Why a payload can't be written back; undefined if it can, or if that isn't known yet. */
  readOnlyReason(uri: vscode.Uri): string | undefined {
    return this.#states.get(uri.toString())?.readOnly;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const state = await this.#stateOf(uri);
    this.#compared.set(uri.toString(), state);
    const { text, mtime, readOnly } = state;
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: sizeOf(text),
      ...(readOnly === undefined ? {} : { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text } = await this.#stateOf(uri);
    return new TextEncoder().encode(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const address = uri.toString();
    const isByUser = this.#savedByUser.delete(address);
    const { source, steps } = layerViewOf(uri);
    // VS Code has asked the user if the editor started from another text.
    const base = this.#compared.get(address)?.text ?? '';
    const { readOnly } = await this.#stateOf(uri);
    if (readOnly !== undefined) throw vscode.FileSystemError.NoPermissions(readOnly);
    const text = new TextDecoder().decode(content);
    const result = await this.#server.request(requests.replaceLayerText, { uri: source, steps, text, base });
    if (!result.ok && result.why === 'conflict')
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t('{0} has changed in the meantime. Save again.', nameOf(source)),
      );
    if (!result.ok) {
      // VS Code's own message begins with the whole URI.
      void vscode.window.showErrorMessage(vscode.l10n.t('Not saved: {0}', result.message));
      throw vscode.FileSystemError.NoPermissions(result.message);
    }
    const wasShown = urisInTabs().has(source);
    await apply(source, result);
    const after = await this.#stateOf(uri);
    if (after.text !== text) this.#unsynced.add(address);
    void this.#saveSource(source, wasShown, isByUser);
  }

  watch(): vscode.Disposable {
    // All payloads are watched while their documents are open.
    return new vscode.Disposable(() => undefined);
  }

  readDirectory = unsupported;
  createDirectory = unsupported;
  delete = unsupported;
  rename = unsupported;

  /** The current state of a payload. The outer document is reopened if VS Code has closed it. */
  async #stateOf(uri: vscode.Uri): Promise<State> {
    const view = layerViewOf(uri);
    await reopen(view.source);
    const params = { uri: view.source, steps: view.steps, forEditing: true };
    const layer = isOpen(view.source) ? await this.#server.request(requests.layerText, params) : null;
    if (layer === null)
      throw vscode.FileSystemError.FileNotFound(vscode.l10n.t('The document does not contain this payload.'));
    const address = uri.toString();
    const before = this.#states.get(address);
    const readOnly = layer.readOnly ?? reasonOfSource(view.source);
    const isSame = before?.text === layer.text;
    const mtime = isSame ? before.mtime : Math.max(Date.now(), (before?.mtime ?? 0) + 1);
    const state = { text: layer.text, readOnly, mtime };
    this.#states.set(address, state);
    this.#read.fire(uri);
    return state;
  }

  /** Lets the editor load the current text, unless the user has typed something in the meantime. */
  #reload(uri: vscode.Uri): void {
    const address = uri.toString();
    const state = this.#states.get(address);
    if (state === undefined) return;
    this.#states.set(address, { ...state, mtime: Math.max(Date.now(), state.mtime + 1) });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  #sourceChanged(source: string): void {
    if (!vscode.workspace.textDocuments.some(({ uri }) => sourceOf(uri) === source)) return;
    this.#stale.add(source);
    this.#delayedCheck.schedule();
  }

  #checkStale(): void {
    const sources = new Set(this.#stale);
    this.#stale.clear();
    for (const { uri } of vscode.workspace.textDocuments) {
      const from = sourceOf(uri);
      if (from !== undefined && sources.has(from)) void this.#check(uri, from);
    }
  }

  /** Checks a payload for changes, once at a time; changes in the meantime lead to another check afterwards. */
  async #check(uri: vscode.Uri, source: string): Promise<void> {
    const address = uri.toString();
    if (this.#checking.has(address)) {
      this.#stale.add(source);
      return;
    }
    this.#checking.add(address);
    try {
      await this.#reportChange(uri);
    } catch (error) {
      this.#log.error(logText`Checking a decoded payload for changes failed: ${errorText(error)}`);
    } finally {
      this.#checking.delete(address);
      if (this.#stale.has(source)) this.#sourceChanged(source);
    }
  }

  /** Tells VS Code if the payload has changed or no longer exists. */
  async #reportChange(uri: vscode.Uri): Promise<void> {
    const before = this.#states.get(uri.toString());
    try {
      const { text, readOnly } = await this.#stateOf(uri);
      if (text === before?.text && readOnly === before.readOnly) return;
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError)) throw error;
      this.#states.delete(uri.toString());
      this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
    }
  }

  /** Saves the outer document if the user has chosen so; otherwise says that it isn't saved, and offers to save it. */
  async #saveSource(source: string, wasShown: boolean, isByUser: boolean): Promise<void> {
    const document = openDocument(source);
    if (document?.isDirty !== true) return;
    const settings = vscode.workspace.getConfiguration('aksBootstrap.decode', document);
    // An untitled document needs a name first.
    const savesThrough = settings.get<boolean>('saveThrough', false) && !document.isUntitled;
    if ((savesThrough && (await document.save())) || !isByUser) return;
    const name = nameOf(source);
    const save = vscode.l10n.t('Save {0}', name);
    const message = wasShown
      ? vscode.l10n.t("Put into {0}, which isn't saved yet.", name)
      : vscode.l10n.t("Put into {0}, which was closed. It is open again and isn't saved yet.", name);
    if ((await vscode.window.showInformationMessage(message, save)) === save) await openDocument(source)?.save();
  }
}

function unsupported(): never {
  throw vscode.FileSystemError.NoPermissions(
    vscode.l10n.t('Decoded payloads cannot be listed, created, renamed or deleted.'),
  );
}

/**
 * The size that VS Code gets to know: that in bytes, and up to a million more, which depend on the content. VS Code asks before
 * it overwrites a file only if its size isn't that of the file that the editor has read.
 */
function sizeOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return new TextEncoder().encode(text).length + ((hash >>> 0) % 1_000_003);
}

async function apply(source: string, result: ReplaceLayerTextResult & { ok: true }): Promise<void> {
  if (result.edits.length === 0) return;
  const uri = vscode.Uri.parse(source, true);
  if (openDocument(source)?.version !== result.version)
    throw vscode.FileSystemError.Unavailable(
      vscode.l10n.t('{0} is being edited. Save again when the edit is done.', nameOf(source)),
    );
  const edit = new vscode.WorkspaceEdit();
  for (const { range, newText } of result.edits) edit.replace(uri, toRange(range), newText);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw vscode.FileSystemError.Unavailable(vscode.l10n.t('{0} could not be changed.', nameOf(source)));
}

/** Why a document can't be changed at all, for example a version from Git. */
function reasonOfSource(source: string): string | undefined {
  const { scheme } = vscode.Uri.parse(source, true);
  if (scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme) === true) return undefined;
  return vscode.l10n.t('The outer document is read-only.');
}

function layerViewOf(uri: vscode.Uri): LayerView {
  const view = viewOfUri(uri);
  if (view?.view !== 'layer') throw vscode.FileSystemError.FileNotFound(uri);
  return view;
}

function sourceOf(uri: vscode.Uri): string | undefined {
  const view = uri.scheme === payloadScheme ? viewOfUri(uri) : undefined;
  return view?.source;
}

function nameOf(uri: string): string {
  return fileNameOf(vscode.Uri.parse(uri));
}

/** Shows in the language status whether a decoded payload can be written back, or why not. */
class PayloadStatus extends Owner {
  readonly #item = vscode.languages.createLanguageStatusItem('aksBootstrap.payload', { scheme: payloadScheme });

  constructor(payloads: PayloadFiles) {
    super();
    this.#item.name = vscode.l10n.t('Decoded payload');
    const show = (): void => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      if (uri?.scheme === payloadScheme) this.#show(payloads.readOnlyReason(uri));
    };
    this.own(this.#item, vscode.window.onDidChangeActiveTextEditor(show), payloads.onDidRead(show));
    show();
  }

  #show(reason: string | undefined): void {
    this.#item.text =
      reason === undefined ? vscode.l10n.t('$(edit) Saves to the outer document') : vscode.l10n.t('$(lock) Read-only');
    this.#item.detail = reason ?? vscode.l10n.t('Saving encodes the text again and changes the outer document');
    this.#item.severity =
      reason === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
  }
}
