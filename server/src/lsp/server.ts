import {
  type CancellationToken,
  type Connection,
  DidChangeConfigurationNotification,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  type InitializeParams,
  type InitializeResult,
  MarkupKind,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { type Analysis, documentKinds, hover, isDocumentKind, kinds, validate } from '../core/index.js';
import { type InitializationOptions, type KindsResult, requests, type SetKindParams } from '../protocol.js';
import { actionSubject, codeActionKinds, codeActions, documentOfAction, resolvedAction } from './codeActions.js';
import { toRange } from './convert.js';
import { diagnosticsOf, DiagnosticsPublisher, type Reporting } from './diagnostics.js';
import { registerComparing } from './features/comparing.js';
import { completionCapabilities, registerCompletion } from './features/completion.js';
import {
  announceFormatting,
  formattingCapabilities,
  inlayHintCapabilities,
  registerFormatting,
  registerInlayHints,
  registerStructure,
  structureCapabilities,
} from './features/structure.js';
import { layerAt, registerLayerTexts, shownLayer } from './features/layerTexts.js';
import { registerFailures } from './features/failures.js';
import { registerPayloads, registerSummary } from './features/payloads.js';
import { registerTools } from './features/tools.js';
import { registerPreviews, virtualDocumentCapabilities } from './features/previews.js';
import { hoverInPreview, registerTracing, tracingCapabilities } from './features/tracing.js';
import { checkInSlices, guarded, inBackground, leftOff, type Waiting } from './scheduling.js';
import type { ServerHost } from './host.js';
import { instanceDataOf } from './instanceData.js';
import { renderingContext } from './renderings.js';
import type { Session } from './session.js';
import { pathsOf, type Settings, SettingsStore } from './settings.js';
import { type SyncedDocument, syncedDocuments } from './syncedDocument.js';
import { WatchedFiles } from './watchedFiles.js';

/** How long a client that gets diagnostics pushed waits for them after a change. */
const pushDelayMs = 100;

/** Wires the capabilities to a connection. Handlers find the document, call the core and convert. */
export function registerServer(connection: Connection, version: string, host: ServerHost): void {
  const made = syncedDocuments(host.platform);
  const documents = new TextDocuments<SyncedDocument>(made);
  const settings = new SettingsStore(connection);
  const log = { error: (message: string) => connection.console.error(message) };
  let options: InitializationOptions = {};
  let client: InitializeParams['capabilities'] = {};
  let folders: readonly string[] = [];
  const background = inBackground(log);
  const watchedFiles = new WatchedFiles(connection, () => client, background);

  /** Lets a document be validated in the context of now; gives the settings that hold for it. */
  const judged = async (document: SyncedDocument): Promise<Settings> => {
    const { uri } = document;
    const chosen = await settings.of(uri);
    const data = await instanceDataOf(chosen, uri, folders, host);
    if (data !== undefined) watchedFiles.watch(data.uri);
    const { karpenterSettings } = chosen;
    const karpenter =
      karpenterSettings === '' ? undefined : await host.karpenterSettings(karpenterSettings, uri, folders);
    if (karpenter !== undefined) watchedFiles.watch(karpenter.uri);
    document.judgeUnder({
      karpenter: karpenter?.content.ok === true ? { settings: karpenter.content.value } : undefined,
      nodeImage: chosen.nodeImage,
      cloudInit: chosen.cloudInit,
      dialect: chosen.dialect,
      underVersionControl: host.isTracked(uri),
      ...data?.context,
    });
    return chosen;
  };
  /** What is reported of a document. */
  const reportingOf = async (document: SyncedDocument): Promise<Reporting> => {
    const chosen = await judged(document);
    return { settings: chosen, options, paths: pathsOf(document.uri, folders) };
  };
  const compute = async (document: SyncedDocument, waiting: Waiting = {}) => {
    const reporting = await reportingOf(document);
    const checked = await checkInSlices(document, connection, waiting);
    if (checked !== 'checked') return checked;
    const found = diagnosticsOf(document, reporting);
    for (const { rule, error } of validate(document.analysis).failures)
      log.error(`the rule ${rule} failed and was left out: ${String(error)}`);
    return found;
  };
  const publisher = new DiagnosticsPublisher(connection, background, async (document) => {
    const found = await compute(document);
    return typeof found === 'string' ? undefined : found;
  });
  const pulls = (): boolean => client.textDocument?.diagnostic !== undefined;
  const refresh = (): void => {
    if (!pulls()) for (const document of documents.all()) publisher.schedule(document, 0);
    else if (client.workspace?.diagnostics?.refreshSupport === true) {
      background(connection.languages.diagnostics.refresh());
    }
    if (client.workspace?.codeLens?.refreshSupport === true)
      background(connection.sendRequest('workspace/codeLens/refresh'));
  };
  /** Whether the editor takes actions without their edits and asks for those later. */
  const resolvesEdits = (): boolean => {
    const { dataSupport, resolveSupport } = client.textDocument?.codeAction ?? {};
    return dataSupport === true && resolveSupport?.properties.includes('edit') === true;
  };
  const subjectOf = async (document: SyncedDocument, token: CancellationToken) => {
    const reporting = await reportingOf(document);
    if ((await checkInSlices(document, connection, { token })) !== 'checked') throw leftOff('codeAction');
    return actionSubject(document, reporting);
  };
  const session: Session = {
    connection,
    documents,
    log,
    judged: async (uri) => {
      const document = documents.get(uri);
      if (document !== undefined) await judged(document);
      return document;
    },
    settingsOf: (uri) => settings.of(uri),
    loose: async (uri, text) => {
      const document = made.create(uri, '', 0, text);
      await judged(document);
      return document;
    },
    renderingContext: async (uri) => {
      const document = documents.get(uri);
      // A preview may be asked for before any problem is.
      const chosen = document === undefined ? await settings.of(uri) : await judged(document);
      return renderingContext(uri, document?.revealed, chosen, folders, host);
    },
    opensVirtual: () => options.commands === true || client.workspace?.textDocumentContent !== undefined,
    client: () => client,
    options: () => options,
    structuredByHost: ({ languageId }) =>
      options.hostServes?.json === true && (languageId === 'json' || languageId === 'jsonc'),
    outlinedByHost: ({ languageId }) => options.hostServes?.yaml === true && languageId === 'yaml',
  };
  /** A decoded text that the editor shows without having told of it. */
  const unsyncedLayer = (uri: string): Analysis | undefined => {
    const layer = layerAt(session, uri);
    return layer && shownLayer(layer.source, layer.payload);
  };
  /** An editor that serves JSON formats it too. */
  const formats = (): boolean => options.hostServes?.json !== true;

  connection.onInitialize((params): InitializeResult => {
    options = (params.initializationOptions as InitializationOptions | undefined) ?? {};
    client = params.capabilities;
    folders = (params.workspaceFolders ?? []).map(({ uri }) => uri);
    return {
      serverInfo: { name: 'aks-bootstrap', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        hoverProvider: true,
        ...completionCapabilities,
        ...inlayHintCapabilities,
        ...structureCapabilities,
        ...tracingCapabilities,
        ...virtualDocumentCapabilities(session),
        ...(formats() ? formattingCapabilities(session) : {}),
        codeActionProvider: { codeActionKinds, resolveProvider: resolvesEdits() },
        ...(options.commands === true ? { codeLensProvider: { resolveProvider: false } } : {}),
        ...(pulls()
          ? {
              diagnosticProvider: {
                identifier: 'aks-bootstrap',
                interFileDependencies: false,
                workspaceDiagnostics: false,
                workDoneProgress: true,
              },
            }
          : {}),
      },
    };
  });

  connection.onInitialized(() => {
    if (client.workspace?.configuration === true) settings.askFromNow();
    if (client.workspace?.didChangeConfiguration?.dynamicRegistration === true) {
      background(connection.client.register(DidChangeConfigurationNotification.type, { section: 'aksBootstrap' }));
    }
    if (client.workspace?.workspaceFolders === true)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => uri));
        folders = [...folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
        refresh();
      });
    if (formats()) background(announceFormatting(session));
  });

  connection.onDidChangeConfiguration((change) => {
    settings.changed(change.settings);
    watchedFiles.clear();
    refresh();
  });
  connection.onDidChangeWatchedFiles(refresh);
  documents.onDidOpen(({ document }) => {
    if (!pulls()) publisher.schedule(document, 0);
  });
  documents.onDidChangeContent(({ document }) => {
    document.readAs(layerAt(session, document.uri)?.payload.kind);
    if (!pulls()) publisher.schedule(document, pushDelayMs);
  });
  documents.onDidClose(({ document }) => {
    settings.forget(document.uri);
    if (!pulls()) publisher.close(document.uri);
  });

  connection.languages.diagnostics.on((params, token, progress) =>
    guarded(log, 'diagnostics', token, async () => {
      const document = documents.get(params.textDocument.uri);
      const items = document === undefined ? [] : await compute(document, { token, progress });
      // An editor asks again on its own for what it has cancelled itself.
      if (items === 'cancelled') throw leftOff('diagnostics');
      if (items === 'declined')
        throw new ResponseError(LSPErrorCodes.ServerCancelled, 'diagnostics were left off', {
          retriggerRequest: false,
        });
      return { kind: DocumentDiagnosticReportKind.Full, items };
    }),
  );

  connection.onHover((params, token) =>
    guarded(log, 'hover', token, async () => {
      const inPreview = await hoverInPreview(session, params);
      if (inPreview !== undefined) return inPreview;
      const { uri } = params.textDocument;
      const analysis = (await session.judged(uri))?.analysis ?? unsyncedLayer(uri);
      const { payloadHovers: payloads } = await settings.of(layerAt(session, uri)?.source.uri ?? uri);
      const found = analysis && hover(analysis, analysis.lines.offsetAt(params.position), { payloads });
      if (analysis === undefined || found === undefined) return null;
      return {
        contents: { kind: MarkupKind.Markdown, value: found.markdown },
        range: toRange(analysis.lines, found.span),
      };
    }),
  );

  registerCompletion(session);
  registerInlayHints(session);
  registerStructure(session);
  registerFormatting(session);
  registerPreviews(session);
  registerTracing(session);
  registerComparing(session);
  registerFailures(session);
  registerLayerTexts(session);
  registerSummary(session);
  registerTools(session);
  registerPayloads(session);

  connection.onCodeAction((params, token) =>
    guarded(log, 'codeAction', token, async () => {
      const document = documents.get(params.textDocument.uri);
      if (document === undefined) return [];
      return codeActions(await subjectOf(document, token), params, resolvesEdits());
    }),
  );

  connection.onCodeActionResolve((action, token) =>
    guarded(log, 'codeAction/resolve', token, async () => {
      const document = documents.get(documentOfAction(action) ?? '');
      return document === undefined ? action : resolvedAction(action, await subjectOf(document, token));
    }),
  );

  connection.onRequest(requests.setKind, (params: SetKindParams, token: CancellationToken) =>
    guarded(log, requests.setKind, token, () => {
      const kind = params.kind !== null && isDocumentKind(params.kind) ? params.kind : undefined;
      documents.get(params.uri)?.setKind(kind);
      refresh();
      return null;
    }),
  );

  connection.onRequest(requests.kinds, (): KindsResult =>
    documentKinds.map((kind) => ({ kind, title: kinds[kind].title })),
  );

  documents.listen(connection);
  connection.listen();
}
