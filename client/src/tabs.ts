import * as vscode from 'vscode';
import { requests } from '../../server/src/protocol.js';
import { errorText, type Log, logText } from './log.js';
import { urisInTabs } from './openDocuments.js';
import type { ServerHandle } from './server.js';

/** Tells the server which documents have a tab. VS Code keeps documents open for minutes after their tabs are closed. */
export function reportTabs(log: Log, server: ServerHandle): vscode.Disposable {
  let reported: string | undefined;
  const report = (): void => {
    const uris = [...urisInTabs()];
    const now = uris.join('\n');
    if (now === reported) return;
    reported = now;
    server.request(requests.tabs, { uris }).catch((error: unknown) => {
      log.error(logText`Reporting the tabs to the server failed: ${errorText(error)}`);
    });
  };
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(report),
    server.onDidStart(() => {
      // A server that was restarted knows nothing.
      reported = undefined;
      report();
    }),
  );
}
