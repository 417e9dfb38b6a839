import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, eventually, ours, replace } from './editor.js';

describe('getting started', () => {
  afterEach(closeAll);

  it('Copy the Samples to a Folder copies them to a chosen folder without overwriting files', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const parent = vscode.Uri.joinPath(folder.uri, 'first-minute');
    await vscode.workspace.fs.createDirectory(parent);
    await vscode.commands.executeCommand('aksBootstrap.openSampleWorkspace', parent);
    const samples = vscode.Uri.joinPath(parent, 'aks-bootstrap-samples');
    const names = (await vscode.workspace.fs.readDirectory(samples)).map(([name]) => name);
    assert.ok(names.includes('faulty.node-config.json') && names.includes('vmss.json'), names.join());
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(samples, 'boot', 'waagent.log'));
    const file = vscode.Uri.joinPath(samples, 'faulty.node-config.json');
    await diagnosticsOf(await vscode.window.showTextDocument(file).then(({ document }) => document), 12);
    await vscode.workspace.fs.writeFile(file, Buffer.from('mine'));
    await vscode.commands.executeCommand('aksBootstrap.openSampleWorkspace', parent);
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(file)).toString(), 'mine');
  });

  it('New cloud-config opens an empty document, whose templates have no problems', async () => {
    await vscode.commands.executeCommand('aksBootstrap.newCloudConfig');
    const editor = await eventually('an empty document', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.isUntitled === true && active.document.languageId === 'yaml' ? active : undefined;
    });
    const { document } = editor;
    const template = await eventually('the templates', async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        new vscode.Position(0, 0),
      );
      const wanted = '#cloud-config with a file and a command';
      return items.find(({ label }) => (typeof label === 'string' ? label : label.label) === wanted);
    });
    assert.ok(template.insertText instanceof vscode.SnippetString);
    await editor.insertSnippet(template.insertText);
    assert.match(document.getText(), /^#cloud-config\n[^]*permissions: "0755"/);
    await eventually('no problems', () => (ours(document).length === 0 ? true : undefined));
  });

  it('Open a Sample opens it under its own name, to be edited and closed without a question', async () => {
    await vscode.commands.executeCommand('aksBootstrap.openSample', 'author');
    const document = await eventually('the sample', () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.path.endsWith('/faulty.node-config.json') === true ? active : undefined;
    });
    assert.deepEqual([document.languageId, document.isDirty, document.isUntitled], ['json', false, false]);
    await diagnosticsOf(document, 12);
    await replace(document, '"v0"', '"v1"');
    assert.ok(await document.save());
    // What was saved is kept while the window is open.
    await closeAll();
    await vscode.commands.executeCommand('aksBootstrap.openSample', 'author');
    const again = await eventually('the sample again', () => vscode.window.activeTextEditor?.document);
    assert.match(again.getText(), /"version": "v1"/);
  });

  it('Explain Failure in Clipboard opens JSON as JSON, which is closed without a question', async () => {
    const status = { name: 'vmssCSE', statuses: [{ code: 'ProvisioningState/failed/50', message: 'exit status=50' }] };
    await vscode.env.clipboard.writeText(JSON.stringify({ extensions: [status] }, null, 2));
    await vscode.commands.executeCommand('aksBootstrap.explainClipboard');
    const [editor] = vscode.window.visibleTextEditors;
    assert.ok(editor);
    const { document } = editor;
    assert.deepEqual([document.languageId, document.isDirty, document.isUntitled], ['json', false, false]);
    assert.match(document.uri.path, /\.json$/);
  });
});
