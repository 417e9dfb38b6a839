/// <reference lib="webworker" />
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { browserHost } from './adapters/browser.js';
import { registerServer } from './lsp/server.js';
import { version } from './version.js';

const worker = self as DedicatedWorkerGlobalScope;
registerServer(
  createConnection(new BrowserMessageReader(worker), new BrowserMessageWriter(worker)),
  version,
  browserHost,
);
