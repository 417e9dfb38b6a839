import * as vscode from 'vscode';
import { lensCommands } from '../../server/src/protocol.js';
import { decodePayloads } from './commands/decodePayloads.js';
import { newNodeConfig } from './commands/newNodeConfig.js';
import { preview } from './commands/preview.js';
import { setKind } from './commands/setKind.js';
import { runCommand } from './errors.js';
import { createServerHandle } from './languageClient.js';
import { VirtualDocuments } from './virtualDocuments/provider.js';

/** Starts the server and registers the commands; everything that knows the field is in the server. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('AKS Bootstrap', { log: true });
  const server = createServerHandle(context, log);
  const command = (id: string, work: (...args: unknown[]) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => runCommand(id, log, () => work(...args)));
  context.subscriptions.push(
    log,
    server,
    new VirtualDocuments(server),
    command(lensCommands.previewCustomData, (uri) => preview(server, 'custom-data', uri)),
    command(lensCommands.previewCse, (uri) => preview(server, 'cse', uri)),
    command(lensCommands.decodePayloads, (uri, steps) => decodePayloads(server, uri, steps)),
    command('aksBootstrap.newNodeConfig', () => newNodeConfig(server)),
    command('aksBootstrap.setKind', () => setKind(server)),
    command('aksBootstrap.restartServer', () => server.restart()),
    command('aksBootstrap.showLog', () => {
      log.show();
      return Promise.resolve();
    }),
  );
  await server.start();
}
