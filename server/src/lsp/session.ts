import {
  type CancellationToken,
  type ClientCapabilities,
  CodeActionRequest,
  CodeActionResolveRequest,
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  DocumentDiagnosticRequest,
  MessageType,
  type ProtocolRequestType,
  type PublishDiagnosticsParams,
  ShowMessageNotification,
  type ShowMessageParams,
  TextDocuments,
  type TextEdit,
  type WorkDoneProgressParams,
} from 'vscode-languageserver';
import {
  type AcceptedProblems,
  type Analysis,
  type Checkout,
  checkoutLayout,
  type CustomDataDialect,
  isKnown,
  type Masked,
  maskingOf,
  type PreviewOptions,
  type Progress,
  type Result,
  searching,
  type SettingPath,
  type Settings,
  settingsOf,
  type ValidationContext,
  validating,
  visible,
} from '../core/index.js';
import { failure, success } from '../core/names.js';
import { type InitializationOptions, type RequestMethod, type Requests, requests } from '../protocol.js';
import { Configurations, sourceOfFile } from './configurations.js';
import { DecodedFiles } from './decodedFiles.js';
import type { HostConfigurationFile, HostFile, ServerHost } from './host.js';
import { parameters } from './parameters.js';
import { usualDialect } from './renderings.js';
import {
  cancelled,
  type Checked,
  type ErrorLog,
  guarded,
  inBackground,
  ProgressDisplay,
  type Waiting,
  type Work,
  workInSlices,
} from './scheduling.js';
import { type EditorSettings, isSameUri, pathsOf, SettingsStore } from './settings.js';
import { type Shown, withVisibleText } from './shown.js';
import { type SyncedDocument, syncedDocuments } from './syncedDocument.js';
import { documentOf } from '../serverWatch.js';
import { sourcesOf, type VirtualView, viewOfUriText } from '../virtualDocuments.js';
import { WatchedFiles } from './watchedFiles.js';

/** What the handler of a request gets: its parameters, if it has any, and the token that cancels it. */
type RequestArguments = [CancellationToken] | [WorkDoneProgressParams | null, CancellationToken];

/** What renderings depend on besides the config, taken from the settings. */
export interface RenderingContext {
  readonly dialect: CustomDataDialect;
  readonly options: PreviewOptions;
  /** Sentences about settings that couldn't be applied. */
  readonly remarks: readonly string[];
}

/**
 * The connection to one editor, and what the features of the server share. Features reach the editor only through this
 * class, which requires that what they show is masked, and shows invisible characters as escapes.
 */
export class Session {
  readonly #connection: Connection;
  readonly #progress: ProgressDisplay;
  readonly host: ServerHost;
  readonly documents: TextDocuments<SyncedDocument>;
  readonly settings: SettingsStore;
  readonly watchedFiles: WatchedFiles;
  readonly decodedFiles = new DecodedFiles();
  readonly log: ErrorLog;
  readonly background: (work: Promise<unknown>) => void;
  /** Settings for a checkout that can't be applied, which are logged once. */
  readonly #reportedCheckouts = new Set<string>();
  /** The checkouts whose problems were published, by the URIs of their folders. */
  readonly #checkouts = new Map<string, Checkout>();
  readonly #reportedBaselines = new Set<string>();
  readonly #configurations: Configurations;
  /** The settings of documents, and what they were combined from. */
  readonly #combined = new Map<
    string,
    {
      readonly editor: EditorSettings;
      readonly folders: readonly string[];
      readonly content: object | undefined;
      readonly settings: Settings;
    }
  >();
  /** What the editor reported about itself; nothing before it is initialized. */
  options: InitializationOptions = {};
  client: ClientCapabilities = {};
  /** URIs of the workspace folders. */
  folders: readonly string[] = [];
  /** URIs of the documents that the user sees; undefined if the editor doesn't report them. */
  tabs: ReadonlySet<string> | undefined;

  constructor(connection: Connection, host: ServerHost) {
    this.#connection = connection;
    this.#progress = new ProgressDisplay(connection);
    this.host = host;
    this.documents = new TextDocuments(syncedDocuments(host.platform));
    this.log = { error: (message) => connection.console.error(message) };
    this.settings = new SettingsStore(connection, this.log);
    this.background = inBackground(this.log);
    this.watchedFiles = new WatchedFiles(connection, () => this.client, this.background);
    this.#configurations = new Configurations(this);
  }

  /** Answers a request of the protocol, or one of our own. */
  answer<Method extends RequestMethod>(
    method: Method,
    work: Work<Requests[Method][0], Shown<Requests[Method][1]>>,
  ): void;
  answer<Params, Answer, Partial, Failure, Options>(
    type: ProtocolRequestType<Params, Answer, Partial, Failure, Options>,
    work: Work<Params, Shown<Answer>>,
  ): void;
  answer(asked: string | { readonly method: string }, work: Work<object, unknown>): void {
    const method = typeof asked === 'string' ? asked : asked.method;
    if (!parameters.has(method)) throw new Error(`the parameters of ${method} aren't checked`);
    const handler = guarded(this.log, method, async (params: object, token, progress) => {
      if (!preparesItself.has(method)) await this.#prepare(method, params, { token, progress });
      return withVisibleText(await work(params, token, progress));
    });
    this.#connection.onRequest(method, (...sent: RequestArguments) => {
      // A request without parameters has only the token.
      const [params, token] = sent.length === 1 ? [{}, sent[0]] : [sent[0] ?? {}, sent[1]];
      const progress = this.#connection.window.attachWorkDoneProgress(params.workDoneToken);
      return this.watched(method, documentOf(params), handler(params, token, progress));
    });
  }

  /** Does work on a document; the host reports a server that gets stuck in it. */
  watched<T>(method: string, uri: string | undefined, work: Promise<T>): Promise<T> {
    return this.host.watch?.(method, uri, work) ?? work;
  }

  /** Tells the user something about no particular position. */
  showMessage(type: 'Info' | 'Warning', message: Masked): void {
    const params: ShowMessageParams = { type: MessageType[type], message: visible(message) };
    this.background(this.#connection.sendNotification(ShowMessageNotification.type, params));
  }

  /** Sends diagnostics to an editor that can't request them. */
  publish(params: Shown<PublishDiagnosticsParams>): Promise<void> {
    return this.#connection.sendDiagnostics(withVisibleText(params));
  }

  /**
   * Opens and checks a document with everything inside it, and shows the progress of long work. It is cancelled if the text
   * changes.
   */
  check(document: SyncedDocument, waiting?: Waiting): Promise<Checked> {
    const { version } = document;
    const isOutdated = (): boolean => document.version !== version;
    return workInSlices(document, checking, this.#progress, { ...waiting, isOutdated });
  }

  /**
   * Opens the documents that a request is about and finds their secrets, which every answer has to hide: the work that takes
   * longest, so that the request can be cancelled meanwhile.
   */
  async #prepare(method: string, params: object, waiting: Waiting): Promise<void> {
    for (const uri of urisIn(params, (one) => this.viewOf(one))) {
      const document = this.documents.get(uri);
      if (document === undefined || (method.startsWith('textDocument/') && !isKnown(document.analysis))) continue;
      const work = usesProblems.has(method) ? checking : searching;
      if (work(document.analysis).next().done === true) continue;
      await this.configure(document);
      const isOutdated = (): boolean => this.documents.get(uri) !== document;
      const done = await workInSlices(document, work, this.#progress, { ...waiting, isOutdated });
      if (done !== 'checked') throw cancelled(method);
    }
  }

  /** What the server announces after its start, for some documents only. */
  get registry(): Pick<Connection['client'], 'register'> {
    return this.#connection.client;
  }

  /** The configuration file that counts for a document; undefined if there is none, or it has mistakes. */
  configurationOf(uri: string): HostConfigurationFile | undefined {
    return this.#configurations.of(uri);
  }

  /** The settings of a document: those of its configuration file, and over them those of the editor. */
  async settingsFor(uri: string): Promise<Settings> {
    const editor = await this.settings.of(uri);
    const { folders } = this;
    const file = this.#configurations.of(uri);
    const before = this.#combined.get(uri);
    if (before?.editor === editor && before.folders === folders && before.content === file?.content)
      return before.settings;
    const settings = settingsOf([
      ...(file === undefined ? [] : [sourceOfFile(file, editor.isTrusted)]),
      { name: editorSource, settings: editor.settings, paths: pathsOf(uri, folders) },
    ]);
    this.#combined.set(uri, { editor, folders, content: file?.content, settings });
    return settings;
  }

  /** What the baseline of the settings accepts in a document. One that can't be used is reported once. */
  async acceptedIn({ baseline }: Settings, uri: string): Promise<AcceptedProblems | undefined> {
    const file = await this.host.baseline(baseline, uri, this.folders);
    if (file === undefined || baseline === undefined) return undefined;
    this.watchedFiles.watch(file.uri);
    const [remark] = remarkOn('problems.baseline', baseline, file.content);
    if (remark !== undefined && !this.#reportedBaselines.has(remark)) {
      this.#reportedBaselines.add(remark);
      this.showMessage('Warning', maskingOf([]).text(remark));
    }
    const { platform } = this.host;
    return file.content.ok ? { source: baseline.path, fingerprints: file.content.value, platform } : undefined;
  }

  /** A document was opened. */
  opened(uri: string): void {
    this.#configurations.show(uri);
  }

  /** Files that the server watches were deleted. */
  deleted(uris: readonly string[]): void {
    for (const uri of uris) this.#configurations.deleted(uri);
  }

  /** A document was closed. */
  forget(uri: string): void {
    this.#configurations.show(uri);
    this.settings.forget(uri);
    this.#combined.delete(uri);
  }

  /** Applies the settings to a document, which decide how it is validated. */
  async configure(document: SyncedDocument): Promise<Settings> {
    const { uri } = document;
    const settings = await this.settingsFor(uri);
    const instanceData = await this.#instanceDataFor(settings, uri);
    const karpenter = await this.host.karpenterSettings(settings.karpenterSettings, uri, this.folders);
    if (karpenter !== undefined) this.watchedFiles.watch(karpenter.uri);
    const checkout = this.#checkoutFor(settings, uri);
    const context = {
      karpenter: {
        settings: karpenter?.content.ok === true ? karpenter.content.value : undefined,
        release: settings.karpenterRelease,
      },
      nodeImage: settings.nodeImages?.to,
      oldestNodeImage: settings.nodeImages?.from,
      cloudInit: settings.cloudInit,
      dialect: settings.dialect ?? usualDialect,
      underVersionControl: this.host.isTracked(uri),
      contract: checkout?.contract,
      exitCodes: checkout?.exitCodes,
      ...instanceData,
    };
    document.configure(context, settings.kind);
    this.#readFilesOf(document);
    return settings;
  }

  /** An open document with its settings applied; undefined if it isn't open. */
  async configured(uri: string): Promise<SyncedDocument | undefined> {
    const document = this.documents.get(uri);
    if (document !== undefined) await this.configure(document);
    return document;
  }

  /** A document that isn't open, with the settings for its URI. */
  async unsynced(uri: string, text: string): Promise<SyncedDocument> {
    const document = syncedDocuments(this.host.platform).create(uri, '', 0, text);
    await this.configure(document);
    return document;
  }

  /** What the renderings of a document depend on. */
  async renderingContext(uri: string): Promise<RenderingContext> {
    const { folders, host } = this;
    const document = this.documents.get(uri);
    // A preview may be requested before diagnostics are.
    const settings = document === undefined ? await this.settingsFor(uri) : await this.configure(document);
    const components = await host.gpuComponents(settings.gpuComponents, uri, folders);
    const karpenter = await host.karpenterSettings(settings.karpenterSettings, uri, folders);
    return {
      dialect: settings.dialect ?? usualDialect,
      options: {
        showSecrets: false,
        revealed: document?.revealed,
        masking: document && maskingOf([document.analysis]),
        containerdVersion: settings.containerdVersion,
        gpuComponents: components?.content.ok === true ? components.content.value : undefined,
      },
      remarks: [
        ...remarkOn('preview.gpuComponents', settings.gpuComponents, components?.content),
        ...remarkOn('contract', settings.contract, host.checkout(settings.contract, uri, folders)),
        ...remarkOn('karpenter.settings', settings.karpenterSettings, karpenter?.content),
      ],
    };
  }

  /** What a virtual document or a decoded file shows; undefined for other documents. */
  viewOf(uri: string): VirtualView | undefined {
    return viewOfUriText(uri) ?? this.decodedFiles.at(uri)?.view;
  }

  /** Opens a document in the editor; false if the editor can't do that. */
  async showDocument(uri: string): Promise<boolean> {
    // Helix 25.07 can, and doesn't say so.
    if (this.client.window?.showDocument?.support === false) return false;
    try {
      return (await this.#connection.window.showDocument({ uri, takeFocus: true })).success;
    } catch {
      return false;
    }
  }

  /** Asks whether to do something that a word names; false if the editor can't ask. */
  async confirms(message: Masked, word: string): Promise<boolean> {
    try {
      const chosen = await this.#connection.window.showWarningMessage(visible(message), { title: word });
      return chosen?.title === word;
    } catch {
      return false;
    }
  }

  /** Changes a document in the editor, if it still has this version. If it can't, returns why. */
  async applyEdit(
    { uri, version }: Pick<SyncedDocument, 'uri' | 'version'>,
    edits: Shown<TextEdit[]>,
    label: string,
  ): Promise<Result<undefined>> {
    const isVersioned = this.client.workspace?.workspaceEdit?.documentChanges === true;
    const edit = isVersioned
      ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
      : { changes: { [uri]: edits } };
    try {
      const { applied, failureReason } = await this.#connection.workspace.applyEdit({ label, edit });
      return applied ? success(undefined) : failure(failureReason ?? 'the editor did not apply the edit');
    } catch {
      return failure('the editor refused the edit');
    }
  }

  /** Whether the editor can open virtual documents. */
  get opensVirtual(): boolean {
    return this.options.commands === true || this.client.workspace?.textDocumentContent !== undefined;
  }

  /** Whether the editor shows the structure of a document itself, so that ours would be shown beside it. */
  isStructuredByHost({ languageId }: SyncedDocument): boolean {
    return this.options.hostServes?.json === true && (languageId === 'json' || languageId === 'jsonc');
  }

  /** Whether the editor has an outline of a YAML document, and leads from its aliases to their anchors. */
  isOutlinedByHost({ languageId }: SyncedDocument): boolean {
    return this.options.hostServes?.yaml === true && languageId === 'yaml';
  }

  /** The checkout of AgentBaker that a document is checked with. What is wrong in it is shown in its files. */
  #checkoutFor(settings: Settings, uri: string): Checkout | undefined {
    const found = this.host.checkout(settings.contract, uri, this.folders);
    const written = settings.contract?.path ?? '';
    if (found?.ok === false && !this.#reportedCheckouts.has(written)) {
      this.#reportedCheckouts.add(written);
      for (const remark of remarkOn('contract', settings.contract, found)) this.log.error(maskingOf([]).text(remark));
    }
    if (found?.ok !== true) return undefined;
    const { checkout, root, protos } = found.value;
    this.watchedFiles.watchIn(protos, '*.proto');
    for (const script of Object.values(checkoutLayout.scripts)) this.watchedFiles.watch(`${root}/${script}`);
    if (this.#checkouts.get(root) !== checkout) {
      const before = this.#checkouts.get(root)?.problems ?? [];
      this.#checkouts.set(root, checkout);
      for (const path of new Set([...before, ...checkout.problems].map((one) => one.path)))
        this.background(
          this.publish({ uri: `${root}/${encodeURI(path)}`, diagnostics: checkoutDiagnostics(checkout, path) }),
        );
    }
    return checkout;
  }

  /** Hands a document the files that it reads: as they are in the editor, if they are open, or else on this machine. */
  #readFilesOf(document: SyncedDocument): void {
    const files = new Map<string, HostFile>();
    for (const { path } of document.analysis.namedFiles) {
      const file = files.get(path) ?? this.host.sourceFile(path, document.uri, this.folders);
      if (file === undefined) continue;
      const { uri, content } = file;
      const open = content.ok ? this.documents.all().find((one) => isSameUri(one.uri, uri)) : undefined;
      files.set(path, open === undefined ? file : { uri, content: { ok: true, value: open.text } });
      if (uri !== undefined) this.watchedFiles.watch(uri);
    }
    document.readFiles(files);
  }

  /** The open documents that read a file. */
  readersOf(uri: string): readonly SyncedDocument[] {
    return this.documents.all().filter(({ files }) => [...files.values()].some((file) => isSameUri(uri, file.uri)));
  }

  /** The instance data that the settings name for a document. */
  async #instanceDataFor(
    { instanceData }: Settings,
    uri: string,
  ): Promise<Pick<ValidationContext, 'instanceData' | 'instanceDataFault'> | undefined> {
    const file = await this.host.instanceData(instanceData, uri, this.folders);
    if (file === undefined) return undefined;
    this.watchedFiles.watch(file.uri);
    return file.content.ok
      ? { instanceData: file.content.value }
      : { instanceDataFault: remarkOn('cloudInit.instanceData', instanceData, file.content)[0] };
  }
}

/** Requests that wait for more, or for nothing. */
const preparesItself: ReadonlySet<string> = new Set([
  DocumentDiagnosticRequest.method,
  requests.decode,
  requests.setKind,
]);

/** Requests whose answers contain problems or their fixes. */
const usesProblems: ReadonlySet<string> = new Set([
  CodeActionRequest.method,
  CodeActionResolveRequest.method,
  requests.tool,
  requests.fixes,
  requests.fixEverywhere,
]);

function* checking(analysis: Analysis): Generator<Progress | undefined> {
  yield* validating(analysis);
  yield* searching(analysis);
}

/** The URIs of the documents that the parameters of a request name, and of those that they come from. */
function urisIn(params: RequestParams, viewOf: (uri: string) => VirtualView | undefined): Set<string> {
  const { uri, textDocument, before, after, sources = [], data } = params;
  const named = [uri, textDocument?.uri, before, after, ...sources, data?.uri].filter((one) => typeof one === 'string');
  return new Set(
    named.flatMap((one) => {
      const view = viewOf(one);
      return view === undefined ? [one] : [one, ...sourcesOf(view)];
    }),
  );
}

/** Where requests name documents. */
interface RequestParams {
  readonly uri?: unknown;
  readonly textDocument?: { readonly uri?: unknown };
  readonly before?: unknown;
  readonly after?: unknown;
  readonly sources?: readonly unknown[];
  /** Of an item that the server sent before. */
  readonly data?: { readonly uri?: unknown };
}

/** The mistakes in a file of a checkout. */
function checkoutDiagnostics({ problems }: Checkout, path: string): Shown<Diagnostic>[] {
  const masking = maskingOf([]);
  return problems
    .filter((found) => found.path === path)
    .map(({ start, end, message }) => ({
      range: { start, end },
      severity: DiagnosticSeverity.Warning,
      source: 'aks-bootstrap',
      message: masking.text(message),
    }));
}

/** What is wrong with the file that a setting names. */
function remarkOn(name: string, setting: SettingPath | undefined, content: Result<unknown> | undefined): string[] {
  if (setting === undefined || content?.ok !== false) return [];
  const subject = setting.source === editorSource ? `The setting aksBootstrap.${name}` : `${name} of ${setting.source}`;
  return [`${subject} names ${setting.path}. ${content.error}`];
}

/** The settings of the editor, as a source. */
const editorSource = 'the settings';
