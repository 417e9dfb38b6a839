import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createNodeHost } from '../adapters/nodeHost.js';
import { version } from '../version.js';
import { registerServer } from './server.js';

/** Serves one client over standard input and output until it hangs up. */
export function startServer(): Promise<void> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  registerServer(connection, version, createNodeHost());
  return new Promise((resolve) => {
    process.stdin.once('close', resolve);
  });
}
