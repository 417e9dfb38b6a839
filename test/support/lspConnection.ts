import { PassThrough } from 'node:stream';
import {
  type CodeLens,
  CodeLensRequest,
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  type FullDocumentDiagnosticReport,
  type InitializeResult,
  type ProtocolConnection,
  type Registration,
  type RegistrationParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentClientCapabilities,
  type WindowClientCapabilities,
  type WorkspaceClientCapabilities,
} from 'vscode-languageserver/node';
import { createNodeHost } from '../../server/src/adapters/nodeHost.js';
import { StdioReader } from '../../server/src/adapters/stdioReader.js';
import type { ServerHost } from '../../server/src/lsp/host.js';
import { Gate } from '../../server/src/lsp/gate.js';
import { registerServer } from '../../server/src/lsp/server.js';
import { type InitializationOptions, type LayerTextResult, requests } from '../../server/src/protocol.js';
import { viewToUriText } from '../../server/src/virtualDocuments.js';

/** The capabilities of a test editor; by default those of VS Code. */
export interface EditorTraits {
  /** Requests diagnostics; if false, the server pushes them. */
  readonly pull?: boolean;
  readonly snippets?: boolean;
  readonly initializationOptions?: InitializationOptions;
  /** Answers `workspace/configuration`; without it, settings aren't requested. */
  readonly settings?: object;
  /** What it waits for before it answers that. */
  readonly settingsAfter?: () => Promise<void>;
  /** Accepts code actions without their edits and requests those when one is chosen. */
  readonly resolvesEdits?: boolean;
  /** Further capabilities for text documents. */
  readonly textDocument?: TextDocumentClientCapabilities;
  /** Further capabilities for the workspace. */
  readonly workspace?: WorkspaceClientCapabilities;
  /** Capabilities for windows. */
  readonly window?: WindowClientCapabilities;
  /** The URI of the workspace folder. */
  readonly folder?: string;
  /** Answers every request of the server with an error. */
  readonly refuseRequests?: boolean;
  /** The machine that the server runs on; by default this one. */
  readonly host?: ServerHost;
}

/** The real server at the other end of a real connection in memory. */
export class TestEditor {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  /** Lines that the server logged. */
  readonly log: string[];
  /** The capabilities that the server registered after its start. */
  readonly registrations: Registration[];
  readonly #published: Map<string, { version: number | undefined; diagnostics: Diagnostic[] }[]>;
  readonly #waiting: (() => void)[];
  #version = 1;

  private constructor(
    connection: ProtocolConnection,
    initialized: InitializeResult,
    log: string[],
    registrations: Registration[],
    published: Map<string, { version: number | undefined; diagnostics: Diagnostic[] }[]>,
    waiting: (() => void)[],
  ) {
    this.connection = connection;
    this.initialized = initialized;
    this.log = log;
    this.registrations = registrations;
    this.#published = published;
    this.#waiting = waiting;
  }

  static async start(traits: EditorTraits = {}): Promise<TestEditor> {
    const toServer = new PassThrough();
    const toClient = new PassThrough();
    const writer = new StreamMessageWriter(toClient);
    const gate = new Gate(new StdioReader(toServer), writer);
    registerServer(createConnection(gate, writer), '0.0.0-test', traits.host ?? createNodeHost());
    const connection = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
    const published = new Map<string, { version: number | undefined; diagnostics: Diagnostic[] }[]>();
    const waiting: (() => void)[] = [];
    const log: string[] = [];
    const registrations: Registration[] = [];
    connection.onNotification(
      'textDocument/publishDiagnostics',
      (params: { uri: string; version?: number; diagnostics: Diagnostic[] }) => {
        published.set(params.uri, [
          ...(published.get(params.uri) ?? []),
          { version: params.version, diagnostics: params.diagnostics },
        ]);
        for (const wake of waiting.splice(0)) wake();
      },
    );
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      log.push(message);
    });
    connection.onRequest('workspace/configuration', async ({ items }: { items: unknown[] }) => {
      await traits.settingsAfter?.();
      return items.map(() => traits.settings ?? null);
    });
    for (const method of ['client/registerCapability', 'workspace/diagnostic/refresh', 'workspace/codeLens/refresh']) {
      connection.onRequest(method, (params: Partial<RegistrationParams> | undefined) => {
        if (traits.refuseRequests === true) throw new Error('this editor refuses');
        registrations.push(...(params?.registrations ?? []));
        return null;
      });
    }
    connection.listen();
    const initialized = await connection.sendRequest<InitializeResult>('initialize', {
      processId: null,
      rootUri: null,
      workspaceFolders: [{ uri: traits.folder ?? 'file:///project', name: 'project' }],
      initializationOptions: traits.initializationOptions,
      capabilities: {
        workspace: {
          configuration: traits.settings !== undefined,
          didChangeConfiguration: { dynamicRegistration: true },
          diagnostics: { refreshSupport: true },
          codeLens: { refreshSupport: true },
          ...traits.workspace,
        },
        ...(traits.window === undefined ? {} : { window: traits.window }),
        textDocument: {
          ...(traits.pull === false ? {} : { diagnostic: {} }),
          codeAction: {
            codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
            ...(traits.resolvesEdits === true ? { dataSupport: true, resolveSupport: { properties: ['edit'] } } : {}),
          },
          completion: { completionItem: { snippetSupport: traits.snippets ?? true } },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          ...traits.textDocument,
        },
      },
    });
    await connection.sendNotification('initialized', {});
    return new TestEditor(connection, initialized, log, registrations, published, waiting);
  }

  /** Opens a document, in the workspace folder unless it has a URI, and returns its URI. */
  async open(name: string, text: string, languageId = name.endsWith('.yaml') ? 'yaml' : 'json'): Promise<string> {
    const uri = /^[\w-]+:\//.test(name) ? name : `file:///project/${name}`;
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
    return uri;
  }

  /** Changes part of a document, as typing does. */
  async edit(uri: string, line: number, from: number, to: number, text: string): Promise<void> {
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: ++this.#version },
      contentChanges: [{ range: { start: { line, character: from }, end: { line, character: to } }, text }],
    });
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** Requests the diagnostics of a document. */
  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const report = await this.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } });
    return (report as FullDocumentDiagnosticReport).items;
  }

  /** Requests the code lenses of a document. */
  async lenses(uri: string): Promise<CodeLens[]> {
    return (await this.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
  }

  /** Opens a decoded text as VS Code does, and returns its URI and text. */
  async openLayer(source: string, steps: readonly string[]): Promise<{ uri: string; text: string }> {
    const layer = await this.connection.sendRequest<LayerTextResult>(requests.layerText, { uri: source, steps });
    if (layer === null) throw new Error('there is no such payload');
    const { text, outer, name, languageId } = layer;
    const uri = viewToUriText({ source, view: 'layer', steps }, ...outer, name);
    return { uri: await this.open(uri, text, languageId), text };
  }

  /** How often the server has pushed diagnostics of the document. */
  pushCount(uri: string): number {
    return this.#published.get(uri)?.length ?? 0;
  }

  /** Waits until the server pushes diagnostics of the document that `accept` returns true for, without the first `before`. */
  async pushed(uri: string, accept: (diagnostics: Diagnostic[]) => boolean, before = 0): Promise<Diagnostic[]> {
    for (;;) {
      const found = this.#published.get(uri)?.find(({ diagnostics }, index) => index >= before && accept(diagnostics));
      if (found !== undefined) return found.diagnostics;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    this.connection.dispose();
  }
}

/** The codes of diagnostics, in the same order. */
export function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => String(code));
}
