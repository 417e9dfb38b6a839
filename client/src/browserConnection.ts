/// <reference lib="webworker" />
import * as vscode from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import type { WorkerStart } from '../../server/src/protocol.js';
import { connect } from './connection.js';
import type { Connect } from './server.js';

/** Reads from a worker, whose end nothing reports. */
class WorkerReader extends BrowserMessageReader {
  end(): void {
    this.fireClose();
  }
}

/** Connections to servers in web workers. */
export function workerConnections(context: vscode.ExtensionContext): Connect {
  const addressOf = (...path: string[]): string =>
    vscode.Uri.joinPath(context.extensionUri, 'dist', ...path).toString(true);
  const start: WorkerStart = { folder: addressOf() };
  let worker: Worker | undefined;
  let reader: WorkerReader | undefined;
  const terminate = (): void => worker?.terminate();
  context.subscriptions.push({ dispose: terminate });
  const open = () => {
    // After a restart the previous worker is still running.
    terminate();
    worker = new Worker(addressOf('web', 'server.js'));
    worker.postMessage(start);
    reader = new WorkerReader(worker);
    return Promise.resolve({ reader, writer: new BrowserMessageWriter(worker) });
  };
  return (log, notice) =>
    connect(
      (options) => ({
        client: new LanguageClient('aksBootstrap', 'AKS Bootstrap', open, options),
        end() {
          terminate();
          reader?.end();
        },
      }),
      log,
      notice,
      context.extension.packageJSON,
    );
}
