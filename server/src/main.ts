import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createNodeHost } from './adapters/nodeHost.js';
import { registerServer } from './lsp/server.js';
import { version } from './version.js';

// The command line names the channel: node IPC, pipe or stdio.
registerServer(createConnection(ProposedFeatures.all), version, createNodeHost());
