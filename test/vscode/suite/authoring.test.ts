import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  applyAction,
  closeAll,
  codeOf,
  configWith,
  eventually,
  labelsAt,
  openSample,
  openText,
  ours,
} from './editor.js';

describe('authoring a node config', () => {
  afterEach(closeAll);

  it('completes fields in a half-typed object', async () => {
    const document = await openText('{\n  "version": "v1",\n  "cluster_config": {\n    "loc\n  }\n}\n', 'json');
    const labels = await eventually('our completions', async () => {
      const names = await labelsAt(document, '"loc');
      return names.includes('location') ? names : undefined;
    });
    assert.ok(labels.includes('resource_group'), labels.join(', '));
    assert.ok(!labels.includes('kubelet_flags'), 'fields of another message are not offered');
  });

  it('completes enum values', async () => {
    const document = await openText('{ "cluster_config": { "vm_type": "" } }\n', 'json');
    await eventually('enum values', async () => {
      const names = await labelsAt(document, '"vm_type": "');
      return names.includes('VM_TYPE_VMSS') ? names : undefined;
    });
  });

  it('renames a misspelled field by quick fix', async () => {
    const document = await openText('{ "version": "v1", "kubelet_config": { "kubelet_flag": {} } }\n', 'json');
    await eventually('the problem', () =>
      ours(document).find((diagnostic) => codeOf(diagnostic) === 'contract/unknown-field'),
    );
    await applyAction(document, '"kubelet_flag', 'quickfix', 'Rename to kubelet_flags');
    assert.match(document.getText(), /"kubelet_flags": \{\}/);
    await eventually('the problem is gone', () =>
      ours(document).some((diagnostic) => codeOf(diagnostic) === 'contract/unknown-field') ? undefined : true,
    );
  });

  it('offers code lenses for previews on a node config and for decoding on payloads', async () => {
    const config = await openSample('aks-node-controller-config.json');
    const vmss = await openSample('vmss.json');
    const titles = async (document: vscode.TextDocument): Promise<string[]> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        100,
      );
      return lenses.map((lens) => lens.command?.title ?? '');
    };
    await eventually('preview lenses', async () =>
      (await titles(config)).includes('Preview custom data') ? true : undefined,
    );
    await eventually('a decode lens', async () =>
      (await titles(vmss)).some((title) => title.startsWith('Decode customData')) ? true : undefined,
    );
  });

  it('goes from one value that is still an example to the next and back', async () => {
    const text = configWith({ kubernetes_ca_cert: '' }).replace('harbour-dns', 'contoso-dns');
    const document = await openText(text, 'json');
    await eventually('the examples', () =>
      ours(document).filter((found) => codeOf(found) === 'contract/example-value').length === 2 ? true : undefined,
    );
    const selected = async (command: string): Promise<string | undefined> => {
      await vscode.commands.executeCommand(`aksBootstrap.${command}`);
      const editor = vscode.window.activeTextEditor;
      return editor?.document === document ? document.getText(editor.selection) : undefined;
    };
    const name = 'contoso-dns-1a2b3c4d.hcp.eastus.azmk8s.io';
    assert.equal(await selected('nextExample'), name);
    assert.equal(await selected('nextExample'), '');
    assert.match(document.lineAt(vscode.window.activeTextEditor?.selection.start.line ?? 0).text, /kubernetes_ca_cert/);
    assert.equal(await selected('nextExample'), name);
    assert.equal(await selected('previousExample'), '');
    assert.equal(await selected('previousExample'), name);
  });
});
