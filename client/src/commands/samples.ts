import * as vscode from 'vscode';

/** A file among the samples that come with the extension. */
export function sampleFile(extension: vscode.Uri, name: string): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'samples', name);
}

export async function textOf(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
