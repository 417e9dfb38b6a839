import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, codeOf, diagnosticsOf, eventually, ours } from './editor.js';

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

  it('New cloud-config opens a cloud-config without problems', async () => {
    await vscode.commands.executeCommand('aksBootstrap.newCloudConfig');
    const document = await eventually('the snippet', () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.getText().startsWith('#cloud-config\n') === true ? active : undefined;
    });
    assert.equal(document.languageId, 'yaml');
    assert.match(document.getText(), /permissions: "0755"/);
    assert.deepEqual(ours(document).map(codeOf), []);
  });
});
