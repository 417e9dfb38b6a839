import * as vscode from 'vscode';

/** What a user would call open: VS Code keeps more documents than it shows. */
export function urisInTabs(): ReadonlySet<string> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return new Set(tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])));
}

/** The name of a document as its tab has it. */
export function fileNameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
