import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeVirtual,
  closeAll,
  codeOf,
  diagnosticsOf,
  eventually,
  openFile,
  openSample,
  ours,
  replace,
} from './editor.js';

async function textOf(name: string): Promise<string> {
  return (await openSample(name)).getText();
}

describe('Karpenter resources', () => {
  afterEach(closeAll);

  it('open the options of the NodePool at the cursor, with links to the fields', async () => {
    const settings = await textOf('shop.karpenter-settings.yaml');
    const pools = await openFile('cluster.yaml', `${settings}---\n${await textOf('shop.node-pools.yaml')}`);
    const at = pools.positionAt(pools.getText().indexOf('startupTaints'));
    const editor = await vscode.window.showTextDocument(pools);
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('aksBootstrap.optionsFromResources');
    const options = await activeVirtual(/bootstrap-options\.json$/);
    await eventually('the options', () => (options.getText().includes('"maxPods": 60') ? true : undefined));
    const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      options.uri,
      options.positionAt(options.getText().indexOf('60,')),
    );
    const [definition] = found;
    assert.ok(definition !== undefined);
    const range = 'targetRange' in definition ? definition.targetRange : definition.range;
    assert.equal(pools.getText(range), 'maxPods: 60');
    await replace(pools, 'maxPods: 60', 'maxPods: 70');
    await eventually('the options are updated', () => (options.getText().includes('"maxPods": 70') ? true : undefined));
  });

  it('have a live preview of the script, which lists missing values until the settings file is set', async () => {
    const pools = await openSample('shop.node-pools.yaml');
    const editor = await vscode.window.showTextDocument(pools);
    const at = pools.positionAt(pools.getText().indexOf('name: arm'));
    editor.selection = new vscode.Selection(at, at);
    const done = vscode.commands.executeCommand('aksBootstrap.openLivePreview');
    const script = await eventually('the list is open and its choice opens', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return vscode.window.visibleTextEditors.find(({ document }) => document.uri.path.endsWith('/karpenter.sh'))
        ?.document;
    });
    await done;
    await eventually('the missing values', () =>
      script.getText().includes('# - CLUSTER_ENDPOINT\n#     URL of the API server') ? true : undefined,
    );
    const setting = vscode.workspace.getConfiguration('aksBootstrap.karpenter');
    await setting.update('settings', 'shop.karpenter-settings.yaml', vscode.ConfigurationTarget.Workspace);
    try {
      await replace(pools, 'name: arm', 'name: arm ');
      await eventually('the script', () => (script.getText().includes('LOCATION=westeurope') ? true : undefined));
    } finally {
      await setting.update('settings', undefined, vscode.ConfigurationTarget.Workspace);
    }
    const [found] = await diagnosticsOf(pools, 1);
    assert.ok(found !== undefined);
    assert.equal(codeOf(found), 'karpenter/label-not-passed');
  });

  it('use the settings file beside them by one click', async () => {
    const pools = await openSample('shop.node-pools.yaml');
    const lens = await eventually('the lens', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        pools.uri,
        10,
      );
      return lenses.find(({ command }) => command?.title === '$(settings) Use shop.karpenter-settings.yaml');
    });
    assert.ok(lens.command !== undefined);
    await vscode.commands.executeCommand(lens.command.command, ...((lens.command.arguments ?? []) as unknown[]));
    const setting = vscode.workspace.getConfiguration('aksBootstrap.karpenter', pools.uri);
    assert.equal(setting.get('settings'), 'shop.karpenter-settings.yaml');
    await setting.update('settings', undefined, vscode.ConfigurationTarget.Workspace);
  });

  it('compare two NodePools of one file', async () => {
    const pools = await openSample('shop.node-pools.yaml');
    await vscode.window.showTextDocument(pools);
    const done = vscode.commands.executeCommand('aksBootstrap.compareNodePools');
    // Each list begins with what is chosen here: general, then gpu.
    const diff = await eventually('both lists are open and the comparison opens', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      return tab?.input instanceof vscode.TabInputTextDiff ? tab.input : undefined;
    });
    await done;
    const [before, after] = [
      await vscode.workspace.openTextDocument(diff.original),
      await vscode.workspace.openTextDocument(diff.modified),
    ];
    assert.match(before.getText(), /--max-pods=250/);
    assert.match(after.getText(), /--max-pods=60/);
  });

  it('get a document with the settings that are missing', async () => {
    const pools = await openSample('shop.node-pools.yaml');
    const editor = await vscode.window.showTextDocument(pools);
    const at = pools.positionAt(pools.getText().indexOf('name: arm'));
    editor.selection = new vscode.Selection(at, at);
    const done = vscode.commands.executeCommand('aksBootstrap.addKarpenterSettings');
    // The first place is the end of the resources themselves.
    await eventually('the list is open and the settings are written', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return pools.getText().includes('kind: KarpenterSettings') ? true : undefined;
    });
    await done;
    assert.match(pools.getText(), /\n---\napiVersion: aks-bootstrap\/v1\nkind: KarpenterSettings\nenvironment:\n/);
    assert.match(pools.getText(), /\n {2}# az account show --query tenantId -o tsv\n {2}AZURE_TENANT_ID: \n/);
    // They are to be filled in, one after the other.
    const examples = await eventually('the empty settings are reported', () => {
      const found = ours(pools).filter((one) => codeOf(one) === 'karpenter/example-value');
      return found.length > 0 ? found : undefined;
    });
    assert.equal(examples.length, pools.getText().match(/: $/gm)?.length);
    await vscode.commands.executeCommand('aksBootstrap.nextExample');
    await vscode.commands.executeCommand('aksBootstrap.nextExample');
    const { selection } = vscode.window.activeTextEditor ?? assert.fail('no editor');
    const line = pools.lineAt(selection.active.line).text;
    assert.match(line, /^ +[\w./-]+: $/);
    assert.equal(selection.active.character, line.length);
  });
});
