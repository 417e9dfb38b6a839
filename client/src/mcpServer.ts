import { execPath } from 'node:process';
import * as vscode from 'vscode';

/** What VS Code has since 1.101. The oldest version that the extension runs in has an earlier form of it, which refuses ours. */
interface McpApi {
  readonly lm: {
    readonly registerMcpServerDefinitionProvider?: (
      id: string,
      provider: {
        readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
        readonly provideMcpServerDefinitions: () => object[];
      },
    ) => vscode.Disposable;
  };
  readonly McpStdioServerDefinition: new (
    label: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    version: string,
  ) => object;
}

/**
 * Offers the tools of assistants to everything in VS Code that uses the Model Context Protocol. The server reads the files
 * of the workspace folders on this machine; in an untrusted workspace there is none.
 */
export function registerMcpServer(context: vscode.ExtensionContext): vscode.Disposable {
  if (!isSince101(vscode.version)) return vscode.Disposable.from();
  const { lm, McpStdioServerDefinition } = vscode as unknown as McpApi;
  const { workspace } = vscode;
  const changed = new vscode.EventEmitter<void>();
  const changes = [
    workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
  ];
  const provider = lm.registerMcpServerDefinitionProvider?.('aksBootstrap.mcp', {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions() {
      if (!workspace.isTrusted) return [];
      const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
      const args = [context.asAbsolutePath('dist/cli.js'), 'mcp', ...folders.map(({ uri }) => uri.fsPath)];
      // On a desktop, the program of the extension host is VS Code itself.
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      const { version } = context.extension.packageJSON as { readonly version: string };
      return [new McpStdioServerDefinition('AKS Bootstrap', execPath, args, env, version)];
    },
  });
  return vscode.Disposable.from(changed, ...changes, ...(provider === undefined ? [] : [provider]));
}

/** Whether a version of VS Code is 1.101 or newer. */
function isSince101(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 101;
}
