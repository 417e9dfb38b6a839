import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  closeAll,
  codeOf,
  diagnosticsOf,
  eventually,
  hoversAt,
  openSample,
  positionAfter,
  reportText,
} from './editor.js';

describe('provisioning failures', () => {
  afterEach(closeAll);

  it('are reported as diagnostics with a hover, and open a report that follows edits', async () => {
    const document = await openSample('provisioning-error.txt');
    const [failed] = await diagnosticsOf(document, 2);
    assert.equal(failed && codeOf(failed), 'status/provisioning-failed');
    const at = positionAfter(document, '"ExitCode": "5');
    assert.match((await hoversAt(document, '"ExitCode": "5')).join('\n'), /ERR_OUTBOUND_CONN_FAIL/);

    await vscode.commands.executeCommand('aksBootstrap.explainFailure', document.uri.toString(), 0);
    const report = await reportText(/provisioning-error\.report\.md$/);
    assert.equal(report.languageId, 'markdown');
    assert.match(report.getText(), /^# Provisioning Report: `provisioning-error\.txt`\r?\n/);
    assert.match(report.getText(), /## Timeline/);

    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(at.translate(0, -1), at.translate(0, 1)), '51');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await eventually('the report is updated', () =>
      report.getText().includes('ERR_K8S_API_SERVER_CONN_FAIL') ? true : undefined,
    );
    assert.deepEqual(vscode.languages.getDiagnostics(report.uri), []);
  });

  it('are explained from the clipboard', async () => {
    await vscode.env.clipboard.writeText("extension 'vmssCSE': command terminated with exit status=34");
    await vscode.commands.executeCommand('aksBootstrap.explainClipboard');
    const report = await reportText(/report\.md$/);
    assert.match(report.getText(), /Exit code 34: `ERR_KUBELET_START_FAIL`/);
  });

  it('of many files are explained together, from a folder and from selected files', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder, 'the tests need a workspace folder');
    const root = vscode.Uri.joinPath(folder.uri, 'case');
    await vscode.commands.executeCommand('aksBootstrap.explainCase', root, [root]);
    const all = await reportText(/^\/?case\.report\.md$/);
    assert.match(all.getText(), /\*\*3 of 5 instances failed with exit code 50 \(ERR_OUTBOUND_CONN_FAIL\), DNS for/);
    assert.match(all.getText(), /\(\.\/case\/aks-node-controller-config\.json#L41\)/);
    const files = ['provision.json', 'kubelet.log'].map((name) =>
      vscode.Uri.joinPath(root, 'aks-shop-40871234-vmss000003', name),
    );
    await vscode.commands.executeCommand('aksBootstrap.explainCase', files[0], files);
    const some = await reportText(/2 files\.report\.md$/);
    assert.match(some.getText(), /aks-shop-40871234-vmss000003 failed with exit code 34/);
  });
});
