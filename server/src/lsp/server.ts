import {
  type Connection,
  DidChangeConfigurationNotification,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  FileChangeType,
  HoverRequest,
  type InitializeResult,
  LSPErrorCodes,
  RAL,
  ResponseError,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import {
  Analysis,
  capitalized,
  documentKinds,
  hover,
  isDocumentKind,
  kinds,
  maskingOf,
  Remembered,
  validate,
} from '../core/index.js';
import { type InitializationOptions, requests } from '../protocol.js';
import { codeActionCapabilities, registerCodeActions } from './codeActions.js';
import { toHover } from './convert.js';
import { diagnose, DiagnosticsPublisher } from './diagnostics.js';
import { registerComparing } from './features/comparing.js';
import { completionCapabilities, registerCompletion } from './features/completion.js';
import { registerCases } from './features/cases.js';
import { registerFixes } from './features/fixes.js';
import { registerFleets } from './features/fleets.js';
import { decodedFileCapabilities, registerDecodedFiles } from './features/decodedFiles.js';
import { registerExamples } from './features/examples.js';
import { registerFailures } from './features/failures.js';
import { registerKarpenterSettings } from './features/karpenterSettings.js';
import { layerAt, registerLayerTexts, shownLayer } from './features/layerTexts.js';
import { registerPayloads } from './features/payloads.js';
import { registerNodeView } from './features/nodeView.js';
import { registerPreviews, virtualDocumentCapabilities } from './features/previews.js';
import {
  announceFormatting,
  formattingCapabilities,
  registerStructure,
  structureCapabilities,
  symbolsOf,
} from './features/structure.js';
import { registerRedacting } from './features/redacting.js';
import { registerTools } from './features/tools.js';
import { hoverInPreview, registerTracing, tracingCapabilities } from './features/tracing.js';
import type { ServerHost } from './host.js';
import { cancelled } from './scheduling.js';
import { Session } from './session.js';
import { maskedMessage, type Shown } from './shown.js';

/** Milliseconds between a change of a file that documents read and their new diagnostics. */
const refreshDelayMs = 100;

/** Milliseconds in which an editor sends the documents that are open when it starts. */
const openingMs = 50;

/** Small documents of the kinds that are opened most, with mistakes: most code is for these. */
const warmUps = [
  {
    name: 'warm-up.yaml',
    content: `#cloud-config
hostnam: a
unknown_key: 1
packages: [a]
users: [{name: a, passwd: b}]
write_files:
- path: /a.sh
  permissions: 0644
  content: |
    #!/bin/sh
    retry 5 install "a" || exit 1
- {path: /b, encoding: b64, content: "ZXhhbXBsZQ=="}
- {path: /c, encoding: gz+b64, content: "H4sIAAAAAAAAA1NW1E/KzNMvzuBKTc7IV0jkAgCB4YyzEQAAAA=="}
runcmd: [a, 1, {}]
`,
    kind: 'cloud-config',
  },
  {
    name: 'warm-up.json',
    content: `{
  "version": "v1",
  "vm_size": "Standard_D4s_v5",
  "api_server_config": { "api_server_name": "a.hcp.eastus.azmk8s.io" },
  "cluster_config": { "location": "eastus", "resource_group": "a" },
  "kubelet_config": { "kubelet_node_lables": {}, "kubelet_flags": { "--max-pods": "110", "--tls-cert-file": true } }
}`,
    kind: 'node-config',
  },
] as const;

/**
 * Loads the core and lets the engine compile it, which takes most of the time of a first answer, and has the host begin to watch
 * the server, for which it may start a thread.
 */
function warmUp(session: Session): void {
  session.background(session.watched('warm-up', undefined, Promise.resolve()));
  for (const source of warmUps) {
    RAL().timer.setImmediate(() => {
      const remembered = new Remembered({ versions: true });
      const analysis = new Analysis({ ...source, remembered }, session.host.platform);
      validate(analysis);
      maskingOf([analysis]).text(source.content);
      // An editor requests the outline as soon as a document is open.
      RAL().timer.setImmediate(() => symbolsOf(analysis));
    });
  }
}

/** Registers all features on a connection. Handlers find the document, call the core and convert. */
export function registerServer(connection: Connection, version: string, host: ServerHost): void {
  const session = new Session(connection, host);
  const { background, documents, settings, watchedFiles } = session;
  const publisher = new DiagnosticsPublisher(session);
  const pulls = (): boolean => session.client.textDocument?.diagnostic !== undefined;
  const refresh = (): void => {
    const { workspace } = session.client;
    if (!pulls()) for (const document of documents.all()) publisher.schedule(document);
    else if (workspace?.diagnostics?.refreshSupport === true) background(connection.languages.diagnostics.refresh());
    if (workspace?.codeLens?.refreshSupport === true) background(connection.sendRequest('workspace/codeLens/refresh'));
    if (workspace?.inlayHint?.refreshSupport === true) background(connection.languages.inlayHint.refresh());
  };
  let refreshing: NodeJS.Timeout | undefined;
  const refreshSoon = (): void => {
    clearTimeout(refreshing);
    refreshing = setTimeout(refresh, refreshDelayMs);
  };
  /** Checks the documents again that read a file with this URI. */
  const refreshReaders = (uri: string): void => {
    const readers = session.readersOf(uri);
    for (const reader of readers) reader.outdate();
    if (readers.length > 0) refreshSoon();
  };
  /** Checks the documents again around a decoded text that was opened, closed, shown or hidden. */
  const refreshAround = (uri: string): void => {
    if (session.viewOf(uri)?.view === 'layer') refreshSoon();
  };
  /** An editor that serves JSON formats it too. */
  const formats = (): boolean => session.options.hostServes?.json !== true;

  connection.onInitialize((params): InitializeResult => {
    session.options = (params.initializationOptions as InitializationOptions | undefined) ?? {};
    session.client = params.capabilities;
    session.folders = (params.workspaceFolders ?? []).map(({ uri }) => uri);
    return {
      serverInfo: { name: 'aks-bootstrap', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        hoverProvider: true,
        ...completionCapabilities,
        ...structureCapabilities,
        ...tracingCapabilities,
        workspace: {
          // Announced here and not registered later, because an editor may refuse that.
          workspaceFolders: { supported: true, changeNotifications: true },
          ...virtualDocumentCapabilities(session),
        },
        ...(formats() ? formattingCapabilities(session) : {}),
        ...decodedFileCapabilities(session),
        ...codeActionCapabilities(session),
        ...(session.options.commands === true ? { codeLensProvider: { resolveProvider: false } } : {}),
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
    const { workspace } = session.client;
    if (workspace?.configuration === true) settings.askFromNow();
    if (workspace?.didChangeConfiguration?.dynamicRegistration === true)
      background(connection.client.register(DidChangeConfigurationNotification.type, { section: 'aksBootstrap' }));
    if (workspace?.workspaceFolders === true)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => uri));
        session.folders = [...session.folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
        refresh();
      });
    if (formats()) background(announceFormatting(session));
    // If there is no document, only time is lost that nothing else needs. Else only the code of its kind is loaded.
    RAL().timer.setTimeout(() => {
      if (documents.keys().length === 0) warmUp(session);
    }, openingMs);
  });

  connection.onDidChangeConfiguration((change) => {
    settings.changed(change.settings);
    watchedFiles.clear();
    refresh();
  });
  settings.onLateAnswer(refresh);
  connection.onDidChangeWatchedFiles(({ changes }) => {
    session.deleted(changes.flatMap(({ type, uri }) => (type === FileChangeType.Deleted ? [uri] : [])));
    refresh();
  });
  documents.onDidOpen(({ document }) => {
    session.opened(document.uri);
    refreshAround(document.uri);
  });
  documents.onDidChangeContent(({ document }) => {
    document.readAs(layerAt(session, document.uri)?.payload.kind);
    if (!pulls()) publisher.schedule(document);
    refreshReaders(document.uri);
  });
  documents.onDidClose(({ document }) => {
    if (!pulls()) publisher.close(document.uri);
    session.forget(document.uri);
    refreshReaders(document.uri);
    refreshAround(document.uri);
  });

  session.answer(
    DocumentDiagnosticRequest.type,
    async ({ textDocument }, token, progress): Promise<Shown<DocumentDiagnosticReport>> => {
      const document = documents.get(textDocument.uri);
      const items = document === undefined ? [] : await diagnose(session, document, { token, progress });
      // An editor requests diagnostics again by itself after it has cancelled a request.
      if (items === 'cancelled') throw cancelled('diagnostics');
      if (items === 'dismissed')
        throw new ResponseError(LSPErrorCodes.ServerCancelled, 'diagnostics were dismissed', {
          retriggerRequest: false,
        });
      return { kind: DocumentDiagnosticReportKind.Full, items };
    },
  );

  session.answer(HoverRequest.type, async (params) => {
    const inPreview = await hoverInPreview(session, params);
    if (inPreview !== undefined) return inPreview;
    const { uri } = params.textDocument;
    // An editor may show a decoded text without sending it.
    const layer = layerAt(session, uri);
    const analysis = (await session.configured(uri))?.analysis ?? (layer && shownLayer(layer.source, layer.payload));
    const { shown } = await session.settingsFor(layer?.source.uri ?? uri);
    if (analysis === undefined) return null;
    const { lines } = analysis;
    const masking = maskingOf([analysis]);
    return toHover(
      lines,
      hover(analysis, lines.offsetAt(params.position), {
        payloads: shown.payloadHovers,
        masking,
        opensPayloads: session.opensVirtual,
      }),
      masking,
      session.client.textDocument?.hover?.contentFormat,
    );
  });

  registerCodeActions(session);
  registerCompletion(session);
  registerStructure(session);
  registerPreviews(session);
  registerTracing(session);
  registerNodeView(session);
  registerComparing(session);
  registerFailures(session);
  registerCases(session);
  registerFleets(session);
  registerFixes(session);
  registerLayerTexts(session);
  registerDecodedFiles(session);
  registerTools(session);
  registerRedacting(session);
  registerPayloads(session);
  registerExamples(session);
  registerKarpenterSettings(session);

  session.answer(requests.setKind, ({ uri, kind }) => {
    documents.get(uri)?.setKind(kind !== null && isDocumentKind(kind) ? kind : undefined);
    refresh();
    return null;
  });

  session.answer(requests.tabs, ({ uris }) => {
    const [before, now] = [session.tabs, new Set(uris)];
    session.tabs = now;
    if (before === undefined) refreshSoon();
    else for (const uri of [...before, ...now]) if (!before.has(uri) || !now.has(uri)) refreshAround(uri);
    return null;
  });

  connection.onShutdown(() => host.decodedFiles?.remove());

  session.answer(requests.ping, () => null);

  session.answer(requests.kinds, () => {
    return documentKinds.map((kind) => ({ kind, title: maskedMessage(capitalized(kinds[kind].title)) }));
  });

  documents.listen(connection);
  connection.listen();
}
