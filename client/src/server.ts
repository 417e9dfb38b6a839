import type * as vscode from 'vscode';

/** Languages whose documents the server sees; the commands say so where another one is active. */
export const servedLanguages = ['json', 'jsonc', 'yaml', 'plaintext', 'shellscript', 'powershell', 'xml', 'log'];

/** Sends a request to the server; the names and types are in `server/src/protocol.ts`. */
export interface Requester {
  request<Result>(method: string, params: object, token?: vscode.CancellationToken): Promise<Result>;
}

/** The running server and the ways to talk to it. */
export interface ServerHandle extends Requester, vscode.Disposable {
  /** Begins to start the server; requests wait for it. */
  start(): void;
  restart(): Promise<void>;
}
