/// <reference lib="webworker" />
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { browserHost } from './adapters/browser.js';
import { Gate } from './lsp/gate.js';
import { registerServer } from './lsp/server.js';
import { version } from './version.js';

const worker = self as DedicatedWorkerGlobalScope;
const writer = new BrowserMessageWriter(worker);
registerServer(createConnection(new Gate(new BrowserMessageReader(worker), writer), writer), version, browserHost);
