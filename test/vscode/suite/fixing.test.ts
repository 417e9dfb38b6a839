import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  actionsAt,
  applyAction,
  closeAll,
  codeOf,
  configWith,
  eventually,
  openFile,
  openText,
  ours,
  underSetting,
} from './editor.js';

describe('fixing and refactoring a node config', () => {
  afterEach(closeAll);

  it('inserts all missing required fields', async () => {
    const document = await openText('{\n  "version": "v1",\n  "cluster_config": {}\n}\n', 'json');
    await eventually('the problem', () =>
      ours(document).find((found) => codeOf(found) === 'contract/missing-required-field'),
    );
    await applyAction(document, '{', 'quickfix', 'Insert all required fields');
    assert.deepEqual(JSON.parse(document.getText()), {
      version: 'v1',
      cluster_config: {
        cluster_network_config: { vnet_name: '', route_table: '' },
        resource_group: '',
        location: '',
      },
      api_server_config: { api_server_name: '' },
      auth_config: { subscription_id: '' },
    });
  });

  it('converts all names to JSON names and back to proto names', async () => {
    const before = configWith({ vm_size: 'Standard_D4s_v5' });
    const document = await openText(before, 'json');
    await applyAction(document, '{', 'refactor', 'Convert all names to JSON names (lowerCamelCase)');
    assert.match(document.getText(), /"apiServerConfig": \{\n {4}"apiServerName"[^]*"vmSize": "Standard_D4s_v5"/);
    assert.doesNotMatch(document.getText(), /"\w+_\w+":/);
    await applyAction(document, '{', 'refactor', 'Convert all names to proto names (snake_case)');
    assert.equal(document.getText(), before);
  });

  it('sorts the fields of the object at the cursor in contract order', async () => {
    const document = await openText(
      configWith({ gpu_config: { mig_strategy: 'Mixed', gpu_instance_profile: 'MIG1g', enable_nvidia: true } }),
      'json',
    );
    await applyAction(document, '"mig_', 'refactor', 'Sort fields of gpu_config in contract order');
    assert.match(
      document.getText(),
      /"gpu_config": \{\n {4}"enable_nvidia": true,\n {4}"gpu_instance_profile": "MIG1g",\n {4}"mig_strategy": "Mixed"\n {2}\}/,
    );
  });

  it('applies safe fixes on save only if editor.codeActionsOnSave requests them', async () => {
    const faulty = configWith({ cse_timeout: '1200', network_config: { network_plugin: 2 } });
    const document = await openFile('on-save.node-config.json', faulty);
    const editAndSave = async (): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(document.lineCount, 0), '\n');
      assert.ok(await vscode.workspace.applyEdit(edit));
      assert.ok(await document.save());
    };
    await eventually('the problem', () => ours(document).find((found) => codeOf(found) === 'contract/numeric-string'));
    await editAndSave();
    assert.match(document.getText(), /"cse_timeout": "1200"/);
    await underSetting('editor.codeActionsOnSave', { 'source.fixAll.aksBootstrap': 'explicit' }, editAndSave);
    const saved = Buffer.from(await vscode.workspace.fs.readFile(document.uri)).toString();
    assert.match(saved, /"cse_timeout": 1200,/);
    assert.match(saved, /"network_plugin": "NETWORK_PLUGIN_AZURE"/);
  });
});

describe('turning off a problem', () => {
  afterEach(closeAll);

  const severity = (): Record<string, string> =>
    vscode.workspace.getConfiguration('aksBootstrap').inspect<Record<string, string>>('problems.severity')
      ?.workspaceValue ?? {};

  it('is the last quick fix of a problem, is in no other menu, and keeps what the workspace sets', async () => {
    const document = await openText(configWith({ kubelet_confg: {}, network_config: { network_plugin: 2 } }), 'json');
    const reported = (code: string): boolean => ours(document).some((found) => codeOf(found) === code);
    await underSetting('aksBootstrap.problems.severity', { 'contract/enum-number': 'off' }, async () => {
      await eventually('the problem', () => (reported('contract/unknown-field') ? true : undefined));
      const title = "Don't report contract/unknown-field in this workspace";
      const fixes = await actionsAt(document, '"kubelet_con', 'quickfix');
      const last = fixes.at(-1);
      assert.deepEqual(
        fixes.map((one) => one.title).filter((one) => one.startsWith("Don't")),
        [title],
      );
      assert.equal(last?.title, title);
      assert.ok(last.isPreferred !== true && last.command !== undefined && last.edit === undefined);
      assert.deepEqual(
        (await actionsAt(document, '"kubelet_con', 'source')).filter((one) => one.title === title),
        [],
      );
      await vscode.commands.executeCommand(last.command.command, ...((last.command.arguments ?? []) as unknown[]));
      await eventually('the problem is gone', () => (reported('contract/unknown-field') ? undefined : true));
      assert.deepEqual(severity(), { 'contract/enum-number': 'off', 'contract/unknown-field': 'off' });
    });
  });

  it('is not offered where nothing is reported', async () => {
    const document = await openText(configWith({ kubelet_confg: {} }), 'json');
    await eventually('the problem', () => ours(document).find((found) => codeOf(found) === 'contract/unknown-field'));
    const elsewhere = await actionsAt(document, '"version": ', 'quickfix');
    assert.deepEqual(
      elsewhere.filter(({ title }) => title.startsWith("Don't")),
      [],
    );
  });
});

describe('one fix for many documents', () => {
  afterEach(closeAll);

  /** A scale set whose custom data contains a config with a misspelt field. */
  function scaleSet(name: string): object {
    const config = Buffer.from('{"version":"v1","kubelet_config":{"kubelet_node_labelz":{"a":"b"}}}').toString(
      'base64',
    );
    const path = '/opt/azure/containers/aks-node-controller-config.json';
    const script = Buffer.from(`#!/bin/bash\ncat <<'EOF' | base64 -d >${path}\n${config}\nEOF\n`).toString('base64');
    return { name, properties: { virtualMachineProfile: { osProfile: { customData: script } } } };
  }

  it('is made in all payloads of open documents after its preview, and can be undone', async () => {
    // VS Code keeps it open for a while, but the user has closed it.
    const closed = await openFile('closed.json', JSON.stringify([scaleSet('c')], null, 2));
    await eventually('its problem', () => ours(closed).find((found) => codeOf(found) === 'contract/unknown-field'));
    await closeAll();
    const document = await openFile('fleet.json', JSON.stringify([scaleSet('a'), scaleSet('b')], null, 2));
    const before = document.getText();
    const action = await eventually('the action for all documents', async () =>
      (await actionsAt(document, '"customData": "', 'quickfix')).find(({ title }) =>
        title.endsWith('kubelet_node_labels, everywhere (in 2 texts of 1 file)'),
      ),
    );
    assert.ok(action.command);
    const { command, arguments: args = [] } = action.command;
    const made = vscode.commands.executeCommand(command, ...(args as unknown[]));
    assert.equal(document.getText(), before);
    await eventually('the fix, when its preview is applied', async () => {
      await vscode.commands.executeCommand('refactorPreview.apply');
      return document.getText() === before ? undefined : true;
    });
    await made;
    await eventually('no problem is left', () =>
      ours(document).some((found) => codeOf(found) === 'contract/unknown-field') ? undefined : true,
    );
    assert.ok(!closed.isDirty);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    await eventually('the text before the fix', () => (document.getText() === before ? true : undefined));
  });
});
