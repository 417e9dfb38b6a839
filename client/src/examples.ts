import * as vscode from 'vscode';
import { requests } from '../../server/src/protocol.js';
import type { Log } from './log.js';
import { documentFor, toRange } from './openDocuments.js';
import { registerCommands } from './registerCommands.js';
import type { Requester } from './server.js';

/** Registers the commands that go from one value that is still an example to the next. */
export function registerExamples(log: Log, server: Requester): vscode.Disposable {
  return registerCommands(log, {
    'aksBootstrap.nextExample': (uri) => goToExample(server, uri, 'next'),
    'aksBootstrap.previousExample': (uri) => goToExample(server, uri, 'previous'),
  });
}

/** Selects the example before or after the selection, or the one at the other end of the document. */
async function goToExample(server: Requester, uri: unknown, direction: 'next' | 'previous'): Promise<void> {
  const document = await documentFor(uri);
  const { ranges } = await server.request(requests.exampleValues, { uri: document.uri.toString() });
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const editor = await vscode.window.showTextDocument(document, shown?.viewColumn);
  const examples = ranges.map(toRange);
  const { start } = editor.selection;
  const found =
    direction === 'next'
      ? (examples.find((range) => range.start.isAfter(start)) ?? examples[0])
      : (examples.findLast((range) => range.start.isBefore(start)) ?? examples.at(-1));
  if (found === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No value of this document is an example.'));
    return;
  }
  editor.selection = new vscode.Selection(found.start, found.end);
  editor.revealRange(found, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
