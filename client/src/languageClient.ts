import type * as vscode from 'vscode';
import type { Connect, Connection } from './connection.js';
import type { ServerHandle } from './server.js';

/**
 * Prepares the server; it starts with `start`. What speaks to it takes longer to load than all the rest, so `load` is
 * called behind the activation of the extension.
 */
export function createServerHandle(load: () => Promise<Connect>, log: vscode.LogOutputChannel): ServerHandle {
  let connection: Promise<Connection> | undefined;
  const connected = (): Promise<Connection> => (connection ??= load().then((connect) => connect(log)));
  return {
    start() {
      connected()
        .then((made) => made.start())
        .catch((error: unknown) => {
          log.error('The language server did not start.', error instanceof Error ? error.message : String(error));
        });
    },
    async restart() {
      await (await connected()).restart();
    },
    async request(method, params, token) {
      return (await connected()).request(method, params, token);
    },
    dispose() {
      // What did not come about has been logged.
      void connection?.then(
        (made) => {
          made.dispose();
        },
        () => undefined,
      );
    },
  };
}
