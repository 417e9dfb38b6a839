import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, eventually, openSample } from './editor.js';

describe('redacting a document', () => {
  afterEach(closeAll);

  it('opens it as an untitled document with secrets and names replaced', async () => {
    const { uri } = await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.redactDocument', uri, true);
    const redacted = await eventually('an untitled document', () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.isUntitled === true ? document : undefined;
    });
    assert.equal(redacted.languageId, 'json');
    assert.doesNotMatch(redacted.getText(), /q7k2mz\.4f8w1n6c3x9bd05h|harbour/);
    assert.match(redacted.getText(), /"resource_group": "MC_zz\w+_pool_eastus"/);
  });
});
