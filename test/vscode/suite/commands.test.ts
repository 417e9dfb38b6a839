import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeVirtual,
  closeAll,
  codeOf,
  eventually,
  labelsAt,
  openSample,
  openText,
  ours,
  positionAfter,
  configPath,
} from './editor.js';

describe('commands', () => {
  afterEach(closeAll);

  it('Preview Custom Data shows the MIME message with secrets masked, and follows the config', async () => {
    const document = await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewCustomData');
    const preview = await activeVirtual(/custom-data\.mime$/);
    const text = preview.getText();
    assert.match(text, /^MIME-Version: 1\.0\r?\nContent-Type: multipart\/mixed; boundary="[0-9a-f]{60}"\r?\n/);
    assert.match(text, /#cloud-boothook\r?\n#!\/bin\/bash/);
    assert.match(
      text,
      /cat <<'EOF' >\/opt\/azure\/containers\/enabled_features\.sh\r?\nENABLE_IMDS_CACHE=true\r?\nEOF/,
    );
    const blob = /base64 -d >\S+\r?\n(\S+)\r?\nEOF/.exec(text)?.[1] ?? '';
    const config = JSON.parse(Buffer.from(blob, 'base64').toString()) as {
      bootstrapping_config: { tls_bootstrapping_token: string };
      vm_size: string;
    };
    assert.equal(config.vm_size, 'Standard_D4s_v5');
    assert.equal(config.bootstrapping_config.tls_bootstrapping_token, '********');

    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, positionAfter(document, '"enabled_features": { '), '"LATER": "yes", ');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await eventually('the preview is updated', () => (preview.getText().includes('\nLATER=yes') ? true : undefined));
  });

  it('Preview CSE shows the command', async () => {
    await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewCse');
    const preview = await activeVirtual(/cse\.sh$/);
    assert.equal(preview.getText(), '/opt/azure/containers/aks-node-controller provision-wait\n');
    assert.equal(preview.languageId, 'shellscript');
  });

  it('Decode Payloads opens the payload that the user picks from a list', async () => {
    await openSample('vmss.json');
    const done = vscode.commands.executeCommand('aksBootstrap.decodePayloads');
    // The first entry is the custom data; the entries below are its payloads.
    await eventually('the list is open and its choice opens', async () => {
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return vscode.window.activeTextEditor?.document.uri.scheme === 'aks-bootstrap-payload' ? true : undefined;
    });
    await done;
  });

  it('Decode Payloads with a payload path opens the node config inside a scale set, with its own diagnostics', async () => {
    const document = await openSample('vmss.json');
    await vscode.commands.executeCommand('aksBootstrap.decodePayloads', document.uri.toString(), configPath);
    const decoded = await activeVirtual(/aks-node-controller-config\.json$/);
    assert.equal(decoded.languageId, 'json');
    const config = JSON.parse(decoded.getText()) as { bootstrapping_config: { tls_bootstrapping_token: string } };
    assert.equal(config.bootstrapping_config.tls_bootstrapping_token, '********#1#', 'secrets are masked');
    const found = await eventually('its own problem', () =>
      ours(decoded).find((diagnostic) => codeOf(diagnostic) === 'contract/unknown-field'),
    );
    assert.equal(decoded.getText(found.range), '"kubelet_node_lables"');
  });

  it('Decode Payloads works in untitled documents', async () => {
    const document = await openText(Buffer.from('#cloud-config\nruncmd: [ls]\n').toString('base64'), 'plaintext');
    await vscode.commands.executeCommand('aksBootstrap.decodePayloads', document.uri.toString());
    const decoded = await eventually('the payload opens', () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.scheme === 'aks-bootstrap-payload' ? active : undefined;
    });
    assert.equal(decoded.getText(), '#cloud-config\nruncmd: [ls]\n');
    assert.equal(decoded.languageId, 'yaml');
  });

  it('New Node Config opens an empty document with templates as completions', async () => {
    await vscode.commands.executeCommand('aksBootstrap.newNodeConfig');
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.deepEqual([document.uri.scheme, document.languageId, document.getText()], ['untitled', 'json', '']);
    const labels = await labelsAt(document, '');
    assert.ok(labels.includes('GPU node with MIG'), labels.join(', '));
  });

  it('of the manifest are all registered', async () => {
    const extension = vscode.extensions.getExtension('aks-bootstrap.aks-bootstrap');
    assert.ok(extension, 'the packaged extension is installed');
    const manifest = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = await vscode.commands.getCommands(true);
    for (const { command } of manifest.contributes.commands) assert.ok(registered.includes(command), command);
  });
});
