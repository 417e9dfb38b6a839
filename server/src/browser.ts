/// <reference lib="webworker" />
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { browserHost } from './adapters/browser.js';
import { Gate } from './lsp/gate.js';
import { registerServer } from './lsp/server.js';
import type { WorkerStart } from './protocol.js';
import { version } from './version.js';

const worker = self as DedicatedWorkerGlobalScope & {
  /** The exports of the core, which the bundle of this file uses; loaded when it is first used. */
  aksBootstrapCore?: () => unknown;
  /** What `dist/core.js` exports to when it runs as a script. */
  aksBootstrapModule?: { readonly exports?: unknown };
};

// The script of a worker may have another address than its file, so the client sends where the core is.
worker.onmessage = ({ data }: MessageEvent<WorkerStart>) => {
  worker.aksBootstrapCore = () => {
    if (worker.aksBootstrapModule === undefined) worker.importScripts(data.core);
    return worker.aksBootstrapModule?.exports;
  };
  const writer = new BrowserMessageWriter(worker);
  registerServer(createConnection(new Gate(new BrowserMessageReader(worker), writer), writer), version, browserHost);
};
