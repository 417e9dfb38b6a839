/// <reference lib="webworker" />
import * as vscode from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { connect } from './connection.js';
import type { Connection } from './server.js';

/** Connects to the server in a web worker. */
export function connectToWorker(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Connection {
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'web', 'server.js').toString(true);
  let worker: Worker | undefined;
  const end = (): void => worker?.terminate();
  context.subscriptions.push({ dispose: end });
  const open = () => {
    // After a restart the previous worker is still running.
    end();
    worker = new Worker(script);
    return Promise.resolve({ reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) });
  };
  return connect((options) => new LanguageClient('aksBootstrap', 'AKS Bootstrap', open, options), log);
}
