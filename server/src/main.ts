import {
  createConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  ProposedFeatures,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { createNodeHost } from './adapters/nodeHost.js';
import { StdioReader } from './adapters/stdioReader.js';
import { Watchdog } from './adapters/watchdog.js';
import { errorDetail } from './core/names.js';
import { Gate } from './lsp/gate.js';
import { registerServer } from './lsp/server.js';
import { maskedMessage } from './lsp/shown.js';
import { version } from './version.js';

/** Ends the process with one line for whoever started it. */
function refuse(reason: string, status: number): never {
  process.stderr.write(`aks-bootstrap: ${reason}\n`);
  process.exit(status);
}

/** The channel that the command line names. There is no other: the server never opens a port or a pipe. */
function channel(): { readonly reader: MessageReader; readonly writer: MessageWriter } {
  if (process.argv.some((argument) => /^--(?:socket|pipe)(?:=|$)/.test(argument)))
    refuse('the language server only speaks over --stdio and --node-ipc', 2);
  if (process.argv.includes('--stdio'))
    return { reader: new StdioReader(process.stdin), writer: new StreamMessageWriter(process.stdout) };
  if (!process.argv.includes('--node-ipc')) refuse('say how to reach the language server: --stdio', 2);
  if (process.send === undefined) refuse('--node-ipc needs a process that was started by Node with a channel', 2);
  return { reader: new IPCMessageReader(process), writer: new IPCMessageWriter(process) };
}

const { reader, writer } = channel();
const gate = new Gate(reader, writer);
reader.onClose(() => process.exit(gate.isShutDown ? 0 : 1));
reader.onError((error) => refuse(`the connection is broken: ${error.message}`, 1));
const connection = createConnection(ProposedFeatures.all, gate, writer);
// An error that nothing handles, such as that of an answer of the editor, must not end the server with all open documents.
process.on('unhandledRejection', (reason) => {
  const detail = errorDetail(reason);
  connection.console.error(maskedMessage(`unexpected error: ${detail}`));
});
const watchdog = new Watchdog((message) => {
  connection.console.warn(message);
});
// VS Code's client, which speaks over IPC, watches the server itself.
const watching = process.argv.includes('--stdio') ? { watch: watchdog.watch } : {};
registerServer(connection, version, { ...createNodeHost(), ...watching });
