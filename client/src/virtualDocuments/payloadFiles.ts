import * as vscode from 'vscode';
import {
  type LayerTextParams,
  type LayerTextResult,
  type ReplaceLayerTextParams,
  type ReplaceLayerTextResult,
  requests,
} from '../../../server/src/protocol.js';
import {
  payloadScheme,
  viewOfUri,
  viewToUri,
  virtualScheme,
  type VirtualView,
} from '../../../server/src/virtualDocuments.js';
import type { Requester } from '../server.js';
import { fileNameOf } from '../tabs.js';
import { isOpen, openAgain } from './comparisons.js';

type LayerView = Extract<VirtualView, { view: 'layer' }>;

/** The text of a payload as the document that it comes from has it, and since when. */
interface State {
  readonly text: string;
  /** Why it cannot be written. */
  readonly readOnly: string | undefined;
  /** Milliseconds; grows with each other text. */
  readonly mtime: number;
}

/**
 * Decoded payloads as files. Saving one changes the document that it comes from, as one edit that can be undone, and
 * leaves it unsaved. What was changed there meanwhile is never overwritten unless the user says so.
 */
export class PayloadFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #stated = new vscode.EventEmitter<vscode.Uri>();
  readonly #server: Requester;
  readonly #log: vscode.LogOutputChannel;
  readonly #subscriptions: vscode.Disposable[];
  /** The last state of each payload that was looked at, by its address. */
  readonly #states = new Map<string, State>();
  /** The text that the editor's own is made from, by the address of the payload. */
  readonly #bases = new Map<string, string>();
  /** Payloads whose editor shows what was typed, though the document has it otherwise, masked for instance. */
  readonly #unlike = new Set<string>();
  /** Texts of documents that users have decided to overwrite, by the address of the payload. */
  readonly #overwritten = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Documents that have changed since their payloads were last looked at. */
  readonly #stale = new Set<string>();
  /** Payloads that are being looked at, by their address. */
  readonly #looking = new Set<string>();

  constructor(server: Requester, log: vscode.LogOutputChannel) {
    this.#server = server;
    this.#log = log;
    this.#subscriptions = [
      this.#changed,
      this.#stated,
      vscode.workspace.registerFileSystemProvider(payloadScheme, this, { isCaseSensitive: true }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#sourceChanged(document.uri.toString());
      }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        this.#sourceChanged(uri.toString());
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#unlike.delete(uri.toString())) this.#renew(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const address = uri.toString();
        // A document that only gets another language counts as closed, too.
        if (isOpen(address)) return;
        this.#bases.delete(address);
        this.#states.delete(address);
        this.#unlike.delete(address);
        this.#overwritten.delete(address);
      }),
    ];
  }

  readonly onDidChangeFile = this.#changed.event;

  /** A payload was looked at, so that it is known whether it can be written. */
  readonly onDidState = this.#stated.event;

  /** Why a payload cannot be written; undefined where it can, or where nobody looked yet. */
  readOnlyReason(uri: vscode.Uri): string | undefined {
    return this.#states.get(uri.toString())?.readOnly;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { text, mtime, readOnly } = await this.#stateOf(uri);
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
    this.#bases.set(uri.toString(), text);
    return new TextEncoder().encode(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const address = uri.toString();
    const view = layerViewOf(uri);
    const seen = this.#states.get(address);
    const now = await this.#stateOf(uri);
    if (now.readOnly !== undefined) throw vscode.FileSystemError.NoPermissions(now.readOnly);
    const base = this.#bases.get(address);
    const overwrites = this.#overwritten.get(address) === now.text || hasBeenAsked(base, seen, now);
    const text = new TextDecoder().decode(content);
    const params: ReplaceLayerTextParams = {
      uri: view.source,
      steps: view.steps,
      text,
      base: overwrites ? now.text : (base ?? ''),
    };
    const result = await this.#server.request<ReplaceLayerTextResult>(requests.replaceLayerText, params);
    if (!result.ok && result.why === 'conflict') {
      this.#askAboutConflict(uri, now.text);
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t('{0} was changed meanwhile. Nothing was overwritten.', nameOf(view.source)),
      );
    }
    if (!result.ok) {
      // What VS Code says of the error begins with the whole address.
      void vscode.window.showErrorMessage(vscode.l10n.t('Not saved: {0}', result.message));
      throw vscode.FileSystemError.NoPermissions(result.message);
    }
    await apply(view.source, result);
    this.#overwritten.delete(address);
    this.#bases.set(address, text);
    const after = await this.#stateOf(uri);
    if (after.text !== text) this.#unlike.add(address);
  }

  watch(): vscode.Disposable {
    // All payloads are watched as long as their documents are open.
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): never {
    throw noFolder();
  }

  createDirectory(): never {
    throw noFolder();
  }

  delete(): never {
    throw noFolder();
  }

  rename(): never {
    throw noFolder();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** What a payload is now; a document that VS Code has closed is opened again. */
  async #stateOf(uri: vscode.Uri): Promise<State> {
    const view = layerViewOf(uri);
    await openAgain(view.source);
    const params: LayerTextParams = { uri: view.source, steps: view.steps, forEditing: true };
    const layer = isOpen(view.source) ? await this.#server.request<LayerTextResult>(requests.layerText, params) : null;
    if (layer === null) throw vscode.FileSystemError.FileNotFound(vscode.l10n.t('The document holds no such payload.'));
    const address = uri.toString();
    const before = this.#states.get(address);
    const readOnly = layer.readOnly ?? reasonOfSource(view.source);
    const isSame = before?.text === layer.text;
    const mtime = isSame ? before.mtime : Math.max(Date.now(), (before?.mtime ?? 0) + 1);
    const state = { text: layer.text, readOnly, mtime };
    this.#states.set(address, state);
    this.#stated.fire(uri);
    return state;
  }

  /** Lets the editor take the text of now in the place of its own, unless something was typed meanwhile. */
  #renew(uri: vscode.Uri): void {
    const address = uri.toString();
    const state = this.#states.get(address);
    if (state === undefined) return;
    this.#states.set(address, { ...state, mtime: Math.max(Date.now(), state.mtime + 1) });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  #sourceChanged(source: string): void {
    if (!vscode.workspace.textDocuments.some(({ uri }) => sourceOf(uri) === source)) return;
    this.#stale.add(source);
    clearTimeout(this.#timer);
    // In the next turn the change is on its way to the server.
    this.#timer = setTimeout(() => {
      const sources = new Set(this.#stale);
      this.#stale.clear();
      for (const { uri } of vscode.workspace.textDocuments) {
        const from = sourceOf(uri);
        if (from !== undefined && sources.has(from)) void this.#look(uri, from);
      }
    }, 0);
  }

  /** Looks at a payload, once at a time: what changes meanwhile is made up for afterwards. */
  async #look(uri: vscode.Uri, source: string): Promise<void> {
    const address = uri.toString();
    if (this.#looking.has(address)) {
      this.#stale.add(source);
      return;
    }
    this.#looking.add(address);
    try {
      await this.#tellChange(uri);
    } catch (error) {
      this.#log.error(`looking at ${uri.path} failed`, String(error));
    } finally {
      this.#looking.delete(address);
      if (this.#stale.has(source)) this.#sourceChanged(source);
    }
  }

  /** Tells the editor where a payload has another text, or none any more. */
  async #tellChange(uri: vscode.Uri): Promise<void> {
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

  /** Offers to look at both texts, or to overwrite the one that is in the document as long as it is this one. */
  #askAboutConflict(uri: vscode.Uri, text: string): void {
    const { source } = layerViewOf(uri);
    const compare = vscode.l10n.t('Compare');
    const overwrite = vscode.l10n.t('Overwrite');
    const message = vscode.l10n.t(
      'The payload was changed in {0} since you opened it. Compare the texts before you overwrite one.',
      nameOf(source),
    );
    // Not awaited: saving is over, whenever the message is answered.
    void vscode.window.showWarningMessage(message, compare, overwrite).then(async (answer) => {
      if (answer === compare) await compareWithSource(uri);
      else if (answer === overwrite) {
        this.#overwritten.set(uri.toString(), text);
        await vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())?.save();
      }
    });
  }
}

function noFolder(): vscode.FileSystemError {
  return vscode.FileSystemError.NoPermissions(
    vscode.l10n.t('Payloads are no files that could be listed, made, renamed or deleted.'),
  );
}

/**
 * Whether VS Code has shown the conflict to the user, who chose to overwrite: it does so itself where the file that it
 * was last told of has another size than the one that it has read, and only then comes back to save.
 */
function hasBeenAsked(base: string | undefined, seen: State | undefined, now: State): boolean {
  return base !== undefined && seen?.text === now.text && sizeOf(base) !== sizeOf(now.text);
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

async function apply(source: string, result: ReplaceLayerTextResult & { ok: true }): Promise<void> {
  if (result.edits.length === 0) return;
  const uri = vscode.Uri.parse(source, true);
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === source);
  if (document?.version !== result.version)
    throw vscode.FileSystemError.Unavailable(
      vscode.l10n.t('{0} is being changed. Save again when that is done.', nameOf(source)),
    );
  const edit = new vscode.WorkspaceEdit();
  for (const { range, newText } of result.edits) {
    const { start, end } = range;
    edit.replace(uri, new vscode.Range(start.line, start.character, end.line, end.character), newText);
  }
  if (!(await vscode.workspace.applyEdit(edit)))
    throw vscode.FileSystemError.Unavailable(vscode.l10n.t('{0} could not be changed.', nameOf(source)));
}

/** The payload as the document has it, beside the text that is edited. */
async function compareWithSource(uri: vscode.Uri): Promise<void> {
  const view = layerViewOf(uri);
  const name = uri.path.slice(1);
  const there = vscode.Uri.from({ ...viewToUri(view, name), scheme: virtualScheme });
  const title = vscode.l10n.t('{0} (in {1}) ↔ {0} (edited)', name, nameOf(view.source));
  await vscode.commands.executeCommand('vscode.diff', there, uri, title);
}

/** Why a document cannot be changed at all, such as one out of version control. */
function reasonOfSource(source: string): string | undefined {
  const { scheme } = vscode.Uri.parse(source, true);
  if (scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme) === true) return undefined;
  return vscode.l10n.t('The document that it comes from cannot be changed.');
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

/** Says of a decoded payload in the status bar that it can be written back, or why not. */
export class PayloadStatus implements vscode.Disposable {
  readonly #item: vscode.LanguageStatusItem;
  readonly #subscriptions: vscode.Disposable[];

  constructor(payloads: PayloadFiles) {
    this.#item = vscode.languages.createLanguageStatusItem('aksBootstrap.payload', { scheme: payloadScheme });
    this.#item.name = vscode.l10n.t('Decoded payload');
    const show = (): void => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      if (uri?.scheme === payloadScheme) this.#show(payloads.readOnlyReason(uri));
    };
    this.#subscriptions = [this.#item, vscode.window.onDidChangeActiveTextEditor(show), payloads.onDidState(show)];
    show();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #show(reason: string | undefined): void {
    this.#item.text =
      reason === undefined ? vscode.l10n.t('$(edit) Saved into its document') : vscode.l10n.t('$(lock) Read-only');
    this.#item.detail =
      reason ?? vscode.l10n.t('Saving encodes the text again and changes the document that it comes from');
    this.#item.severity =
      reason === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
  }
}
