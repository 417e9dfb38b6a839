import * as vscode from 'vscode';

/** Opens a cloud-config that has no file yet, with the snippet of the manifest in it. */
export async function newCloudConfig(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'yaml' });
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('editor.action.insertSnippet', {
    langId: 'yaml',
    name: 'AKS Bootstrap: cloud-config',
  });
}
