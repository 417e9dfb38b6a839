// vscode-json-languageservice brings no server of its own; this is the least that makes it one.
const { createConnection, TextDocuments, TextDocumentSyncKind } = require('vscode-languageserver/node');
const { getLanguageService, TextDocument } = require('vscode-json-languageservice');

const connection = createConnection(process.stdin, process.stdout);
getLanguageService({});
connection.onInitialize(() => ({
  capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental, hoverProvider: true },
}));
new TextDocuments(TextDocument).listen(connection);
connection.listen();
