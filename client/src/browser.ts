/// <reference lib="webworker" />
import * as vscode from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { start } from './extension.js';
import type { Launch } from './languageClient.js';

/** The server in a worker of the browser. */
const launch: Launch = (context, options) => {
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'web', 'server.js').toString(true);
  let worker: Worker | undefined;
  const end = (): void => worker?.terminate();
  context.subscriptions.push({ dispose: end });
  return new LanguageClient(
    'aksBootstrap',
    'AKS Bootstrap',
    () => {
      // A restart leaves the worker of before behind.
      end();
      worker = new Worker(script);
      return Promise.resolve({ reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) });
    },
    options,
  );
};

/** The extension where VS Code has nothing but a browser, as on vscode.dev. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, launch);
}
