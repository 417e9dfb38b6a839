import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** How long to wait for a condition, in milliseconds. */
const timeoutMs = 30_000;

/** The payload path of the node config in the sample `vmss.json`. */
export const configPath = [
  '/properties/virtualMachineProfile/osProfile/customData',
  'base64',
  'mime-multipart',
  'part:0',
  'heredoc:/opt/azure/containers/aks-node-controller-config.json',
];

/** Opens a sample of the workspace in an editor. */
export async function openSample(name: string): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'the tests need a workspace folder');
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, name));
  await vscode.window.showTextDocument(document);
  return document;
}

/**
 * Opens an untitled document. VS Code reuses the names of closed untitled documents and may restore the backup of the
 * earlier document, because it deletes backups only after a while.
 */
export async function openText(content: string, language: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  if (document.getText() !== content) await replace(document, document.getText(), content);
  await vscode.window.showTextDocument(document);
  return document;
}

/** Waits until `read` returns a value; polls, because not every state of the editor has an event. */
export async function eventually<T>(
  what: string,
  read: () => T | undefined | Promise<T | undefined>,
  withinMs = timeoutMs,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`timed out waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Our diagnostics of a document, sorted by position. */
export function ours(document: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter((diagnostic) => diagnostic.source === 'aks-bootstrap')
    .sort((a, b) => a.range.start.compareTo(b.range.start));
}

/** The code of a diagnostic as a string. */
export function codeOf(diagnostic: vscode.Diagnostic): string {
  return typeof diagnostic.code === 'object' ? String(diagnostic.code.value) : String(diagnostic.code);
}

/** Waits until a document has exactly `count` of our diagnostics. */
export function diagnosticsOf(document: vscode.TextDocument, count: number): Promise<vscode.Diagnostic[]> {
  return eventually(`${count} diagnostics of ${document.uri.path}, now ${ours(document).map(codeOf).join(', ')}`, () =>
    ours(document).length === count ? ours(document) : undefined,
  );
}

/** Waits until a virtual document whose path matches `name` is active. */
export function activeVirtual(name: RegExp): Promise<vscode.TextDocument> {
  return eventually(`a virtual document ${String(name)} is active`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme.startsWith('aks-bootstrap') === true && name.test(document.uri.path)
      ? document
      : undefined;
  });
}

/** Waits until a tab with one of our webviews is active: what its type and its title match. */
export function activeWebview(type: RegExp, title: RegExp): Promise<vscode.Tab> {
  return eventually(`a tab of ${String(type)} called ${String(title)} is active`, () => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab?.input instanceof vscode.TabInputWebview && type.test(tab.input.viewType) && title.test(tab.label)
      ? tab
      : undefined;
  });
}

/** Waits for a rendered report, and opens it as text. */
export async function reportText(title: RegExp): Promise<vscode.TextDocument> {
  await activeWebview(/aksBootstrap\.(?:report|caseReport|fleetReport)$/, title);
  await vscode.commands.executeCommand('aksBootstrap.openReportText');
  return activeVirtual(title);
}

/** The position after the first occurrence of `text`. */
export function positionAfter(document: vscode.TextDocument, text: string): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.ok(offset >= 0, `${text} is not in the document`);
  return document.positionAt(offset + text.length);
}

/** The code actions of a kind after the first occurrence of `text`, with their edits. */
export async function actionsAt(
  document: vscode.TextDocument,
  text: string,
  kind: string,
): Promise<vscode.CodeAction[]> {
  const at = positionAfter(document, text);
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new vscode.Range(at, at),
    kind,
    20,
  );
}

/** Applies the code action `title` as soon as it is offered. */
export async function applyAction(
  document: vscode.TextDocument,
  text: string,
  kind: string,
  title: string,
): Promise<void> {
  const action = await eventually(`the action ${title}`, async () =>
    (await actionsAt(document, text, kind)).find((candidate) => candidate.title === title),
  );
  assert.ok(action.edit, 'the action has its edit');
  assert.ok(await vscode.workspace.applyEdit(action.edit));
}

/** Replaces the first occurrence of `before`, without saving. */
export async function replace(document: vscode.TextDocument, before: string, after: string): Promise<void> {
  const end = positionAfter(document, before);
  const start = document.positionAt(document.offsetAt(end) - before.length);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(start, end), after);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Closes all editors. */
export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Creates a file in the workspace and opens it. VS Code may still know an earlier file of this name, which it reads again. */
export async function openFile(name: string, content: string): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'the tests need a workspace folder');
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder.uri, name), Buffer.from(content));
  const document = await openSample(name);
  await eventually(`VS Code has read ${name}`, () => (document.getText() === content ? document : undefined));
  return document;
}

/** A node config without problems, followed by further members. */
export function configWith(members: object): string {
  const config = {
    version: 'v1',
    api_server_config: { api_server_name: 'harbour-dns-1a2b3c4d.hcp.eastus.azmk8s.io' },
    auth_config: { subscription_id: '6f1d2c3b-8a47-4e59-b0c6-000000000001' },
    cluster_config: {
      location: 'eastus',
      resource_group: 'MC_harbour_pool_eastus',
      cluster_network_config: { vnet_name: 'aks-vnet-40871234', route_table: 'aks-routetable' },
    },
    ...members,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** The contents of all hovers after the first occurrence of `text`. */
export async function hoversAt(document: vscode.TextDocument, text: string): Promise<string[]> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    positionAfter(document, text),
  );
  return hovers.flatMap((hover) =>
    hover.contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : '')),
  );
}

/** The labels of all completions after the first occurrence of `text`. */
export async function labelsAt(document: vscode.TextDocument, text: string): Promise<string[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    positionAfter(document, text),
  );
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

/** Runs `work` with a workspace setting, and removes the setting afterwards. */
export async function underSetting(name: string, value: unknown, work: () => Promise<void>): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  await settings.update(name, value, vscode.ConfigurationTarget.Workspace);
  try {
    await work();
  } finally {
    await settings.update(name, undefined, vscode.ConfigurationTarget.Workspace);
  }
}
