import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createNodeHost } from './adapters/nodeHost.js';
import { registerServer } from './lsp/server.js';
import { version } from './version.js';

// The channel (node IPC, pipe or stdio) is what the client, or the user of the command line, put on the command line.
registerServer(createConnection(ProposedFeatures.all), version, createNodeHost());
