/// <reference lib="webworker" />
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { browserHost } from './adapters/browser.js';
import { Gate } from './lsp/gate.js';
import { registerServer } from './lsp/server.js';
import type { WorkerStart } from './protocol.js';
import { version } from './version.js';

const worker = self as DedicatedWorkerGlobalScope & {
  /** The exports of a file of `dist` with the core or a part of it, which is loaded when it is first used. */
  aksBootstrapLoad?: (file: string) => unknown;
  /** What such a file exports to when it runs as a script. */
  aksBootstrapModule?: { readonly exports?: unknown };
};

// The script of a worker may have another address than its file, so the client sends where the others are.
worker.onmessage = ({ data }: MessageEvent<WorkerStart>) => {
  const loaded = new Map<string, unknown>();
  worker.aksBootstrapLoad = (file) => {
    if (!loaded.has(file)) {
      worker.importScripts(`${data.folder}/${file}`);
      loaded.set(file, worker.aksBootstrapModule?.exports);
    }
    return loaded.get(file);
  };
  const writer = new BrowserMessageWriter(worker);
  registerServer(createConnection(new Gate(new BrowserMessageReader(worker), writer), writer), version, browserHost);
};
