/** A client of a language server over standard input and output, which does what an editor does. */
import { once } from 'node:events';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { cpuOf, memoryOf, startNode } from './process.mjs';

const capabilities = {
  workspace: { configuration: true },
  textDocument: {
    // Not the requests for diagnostics: yaml-language-server answers none, so that all servers send them by themselves.
    publishDiagnostics: { relatedInformation: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown', 'plaintext'] } },
  },
};

/** A server that sends no diagnostics for so long has failed. */
const patienceMs = 60_000;

export class Client {
  #child;
  #connection;
  #settings;
  #receive = () => undefined;

  /** Starts the process of a server. */
  constructor({ args, settings = {} }) {
    this.#settings = settings;
    this.#child = startNode(args, ['pipe', 'pipe', 'ignore']);
    this.#child.stdin.on('error', () => undefined);
    this.#connection = createProtocolConnection(
      new StreamMessageReader(this.#child.stdout),
      new StreamMessageWriter(this.#child.stdin),
    );
    this.#connection.onRequest('workspace/configuration', ({ items }) =>
      items.map(({ section }) => settings[section] ?? null),
    );
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.onNotification('textDocument/publishDiagnostics', (params) => this.#receive(params));
    this.#connection.listen();
  }

  get cpu() {
    return cpuOf(this.#child.pid);
  }

  get memory() {
    return memoryOf(this.#child.pid);
  }

  request(method, params) {
    return this.#connection.sendRequest(method, params);
  }

  notify(method, params) {
    return this.#connection.sendNotification(method, params);
  }

  /** Sends the first request of every editor, and resolves when it is answered. */
  initialize() {
    return this.request('initialize', { processId: process.pid, rootUri: null, capabilities });
  }

  /** Begins a session: tells the server that it may begin, and its settings. */
  async begin() {
    await this.initialize();
    await this.notify('initialized', {});
    await this.notify('workspace/didChangeConfiguration', { settings: this.#settings });
  }

  /** Sends a notification about a document with mistakes, and resolves when the server has sent diagnostics for it. */
  async diagnostics(method, params) {
    const received = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no diagnostics after ${method}`)), patienceMs);
      this.#receive = ({ uri, diagnostics }) => {
        if (uri !== params.textDocument.uri || diagnostics.length === 0) return;
        clearTimeout(timer);
        resolve();
      };
    });
    await this.notify(method, params);
    await received;
  }

  /** Ends the process as an editor does. */
  async quit() {
    const ended = once(this.#child, 'exit');
    await this.request('shutdown');
    await this.notify('exit');
    await ended;
    this.#connection.dispose();
  }

  /** Ends the process at once. */
  async end() {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    this.#connection.dispose();
  }
}

/** Measures the wall and CPU milliseconds that a server takes until something is done. */
export async function measured(client, work) {
  const cpu = client.cpu;
  const began = performance.now();
  await work();
  return { wall: performance.now() - began, cpu: client.cpu - cpu };
}
