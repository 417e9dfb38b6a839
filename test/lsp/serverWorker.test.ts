import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { createMessageConnection, MessageReader, MessageWriter } from 'vscode-languageserver/node';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** A web worker, as far as the connection uses one: a thread whose script finds the names of a web worker. */
class FakeWorker {
  static readonly running: FakeWorker[] = [];
  onmessage: ((event: { readonly data: unknown }) => void) | undefined;
  readonly #thread: Thread;
  readonly ended: Promise<number>;

  constructor(script: string) {
    this.#thread = new Thread(
      `const { parentPort } = require('node:worker_threads');
       globalThis.self = globalThis;
       globalThis.addEventListener = () => undefined;
       globalThis.postMessage = (data) => parentPort.postMessage(data);
       const { readFileSync } = require('node:fs');
       globalThis.importScripts = (path) => require('node:vm').runInThisContext(readFileSync(path, 'utf8'));
       parentPort.on('message', (data) => {
         // A server that computes without end.
         while (data.method === 'test/stuck');
         globalThis.onmessage({ data });
       });
       require(${JSON.stringify(resolve(script))});`,
      { eval: true },
    );
    this.#thread.on('message', (data: unknown) => this.onmessage?.({ data }));
    this.ended = new Promise((end) => this.#thread.once('exit', end));
    FakeWorker.running.push(this);
  }

  postMessage(data: unknown): void {
    this.#thread.postMessage(data);
  }

  addEventListener(): void {
    // For errors of the script, of which there are none.
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}

/** The language client, as far as it opens connections, and the library for those in a browser. */
interface Launched {
  readonly client: { readonly open: () => Promise<{ reader: MessageReader; writer: MessageWriter }> };
  readonly end: () => void;
  readonly createMessageConnection: typeof createMessageConnection;
}

/** Modules in whose place the connection gets what it needs of them. */
const replaced: Readonly<Record<string, string>> = {
  vscode: 'export const Uri = { joinPath: (...[, ...names]) => ({ toString: () => names.join("/") }) };',
  'vscode-languageclient/browser': `
    export * from ${JSON.stringify(resolve('node_modules/vscode-jsonrpc/lib/browser/main.js'))};
    export class LanguageClient { constructor(id, name, open) { this.open = open; } }`,
  './connection.js': `
    import { createMessageConnection } from 'vscode-languageclient/browser';
    export const connect = (launch) => ({ ...launch({}), createMessageConnection });`,
};

const folder = temporaryFolder();

/** Connects as the extension does in a browser. */
async function launched(): Promise<Launched> {
  const outfile = join(folder.path, 'connection.cjs');
  await build({
    entryPoints: ['client/src/browserConnection.ts'],
    bundle: true,
    outfile,
    format: 'cjs',
    platform: 'browser',
    plugins: [
      {
        name: 'replaced',
        setup(bundler) {
          bundler.onResolve({ filter: /./ }, ({ path }) =>
            path in replaced ? { path, namespace: 'replaced' } : undefined,
          );
          bundler.onLoad({ filter: /./, namespace: 'replaced' }, ({ path }) => ({
            contents: replaced[path] ?? '',
            resolveDir: process.cwd(),
          }));
        },
      },
    ],
  });
  const { workerConnections } = createRequire(import.meta.url)(outfile) as {
    workerConnections: (context: object) => () => Launched;
  };
  return workerConnections({ extensionUri: '', subscriptions: [], extension: { packageJSON: {} } })();
}

describe('a server in a web worker', () => {
  beforeEach(() => void vi.stubGlobal('Worker', FakeWorker));
  afterEach(() => {
    vi.unstubAllGlobals();
    for (const worker of FakeWorker.running.splice(0)) worker.terminate();
  });

  it('is ended although it computes without end, which the client notices, and followed by another', async () => {
    const { client, end, createMessageConnection: connect } = await launched();
    const connected = async () => {
      const { reader, writer } = await client.open();
      const connection = connect(reader, writer);
      const closed = new Promise<void>((close) => connection.onClose(close));
      connection.listen();
      const { serverInfo } = await connection.sendRequest<{ serverInfo: object }>('initialize', {
        processId: null,
        rootUri: null,
        capabilities: {},
      });
      return { connection, closed, serverInfo };
    };

    const first = await connected();
    expect(first.serverInfo).toMatchObject({ name: 'aks-bootstrap' });
    await first.connection.sendNotification('test/stuck');
    end();
    await first.closed;
    await FakeWorker.running[0]?.ended;

    const second = await connected();
    expect(FakeWorker.running).toHaveLength(2);
    expect(second.serverInfo).toMatchObject({ name: 'aks-bootstrap' });
    second.connection.dispose();
  });
});
