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
  /** What such files export to when they run as scripts, by their names: one may load another one while it runs. */
  aksBootstrapModules?: Record<string, { readonly exports?: unknown }>;
};

// The script of a worker may have another address than its file, so the client sends where the others are.
worker.onmessage = ({ data }: MessageEvent<WorkerStart>) => {
  const modules: Record<string, { readonly exports?: unknown }> = (worker.aksBootstrapModules = {});
  worker.aksBootstrapLoad = (file) => {
    if (modules[file] === undefined) worker.importScripts(`${data.folder}/${file}`);
    return modules[file]?.exports;
  };
  const writer = new BrowserMessageWriter(worker);
  registerServer(createConnection(new Gate(new BrowserMessageReader(worker), writer), writer), version, browserHost);
};
