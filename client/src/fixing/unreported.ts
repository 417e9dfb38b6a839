import * as vscode from 'vscode';
import type { Log } from '../log.js';
import { registerCommands } from '../registerCommands.js';
import { servedDocuments } from '../server.js';

/** The internal command behind the quick fix. */
const command = 'aksBootstrap.turnOffProblem';

/** Codes that are offered at one position: a string of base64 can have many problems. */
const mostCodes = 5;

/** Offers to turn off what is reported at a position, in the settings of the workspace. */
export function registerUnreported(log: Log): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider(
      servedDocuments,
      { provideCodeActions: ({ uri }, _, { diagnostics }) => codesOf(diagnostics).map((code) => actionFor(code, uri)) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    registerCommands(log, {
      async [command](code, uri) {
        if (typeof code === 'string' && uri instanceof vscode.Uri) await turnOff(code, uri);
      },
    }),
  );
}

/** The codes of our problems; those of other extensions have other settings. */
function codesOf(diagnostics: readonly vscode.Diagnostic[]): string[] {
  const codes = diagnostics.flatMap(({ source, code }) =>
    source === 'aks-bootstrap' && typeof code === 'object' ? String(code.value) : [],
  );
  return [...new Set(codes)].slice(0, mostCodes);
}

/** Without diagnostics, because VS Code lists actions that have some before others: this is the last resort. */
function actionFor(code: string, uri: vscode.Uri): vscode.CodeAction {
  const title = hasWorkspace()
    ? vscode.l10n.t("Don't report {0} in this workspace", code)
    : vscode.l10n.t("Don't report {0}", code);
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command, title, arguments: [code, uri] };
  return action;
}

/** Adds a code to what the workspace, or without one the user, sets. VS Code combines the entries of both. */
async function turnOff(code: string, uri: vscode.Uri): Promise<void> {
  const settings = vscode.workspace.getConfiguration('aksBootstrap.problems', uri);
  const { globalValue, workspaceValue } = settings.inspect<object>('severity') ?? {};
  const [target, before] = hasWorkspace()
    ? [vscode.ConfigurationTarget.Workspace, workspaceValue]
    : [vscode.ConfigurationTarget.Global, globalValue];
  await settings.update('severity', { ...before, [code]: 'off' }, target);
}

function hasWorkspace(): boolean {
  return vscode.workspace.workspaceFolders !== undefined;
}
