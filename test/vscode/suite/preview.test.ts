import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeVirtual, closeAll, codeOf, eventually, openSample, ours, positionAfter, replace } from './editor.js';

/** Waits until the preview `name` is visible, and returns its editor. */
function openPreview(name: string): Promise<vscode.TextEditor> {
  return eventually(`the preview ${name} is visible`, () =>
    vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.scheme === 'aks-bootstrap' && document.uri.path.endsWith(`/${name}`),
    ),
  );
}

describe('live previews', () => {
  afterEach(closeAll);

  it('open beside the config after the user chooses a view, and keep the focus in the config', async () => {
    const config = await openSample('aks-node-controller-config.json');
    const done = vscode.commands.executeCommand('aksBootstrap.openLivePreview');
    await eventually('the list is open and its choice opens', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === 'aks-bootstrap')
        ? true
        : undefined;
    });
    await done;
    const preview = await openPreview('custom-data.mime');
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), config.uri.toString());
    assert.equal(preview.viewColumn, vscode.ViewColumn.Two);
  });

  it('follow edits of the config and keep their cursor and scroll position', async () => {
    const config = await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewEnvironment');
    const environment = await activeVirtual(/bootstrap\.env$/);
    const editor = await openPreview('bootstrap.env');
    const at = positionAfter(environment, '\nVM_TYPE=');
    editor.selection = new vscode.Selection(at, at.translate(0, 2));
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.AtTop);
    await eventually('the preview is scrolled', () =>
      (editor.visibleRanges[0]?.start.line ?? 0) > 0 ? true : undefined,
    );
    const top = editor.visibleRanges[0]?.start.line;

    await replace(config, '"--max-pods": "110"', '"--max-pods": "55"');
    await eventually('the preview is updated', () =>
      environment.getText().includes('--max-pods=55') ? true : undefined,
    );
    assert.equal(environment.getText(editor.selection), 'vm');
    assert.equal(editor.visibleRanges[0]?.start.line, top);

    await replace(config, '"version": "v1"', '"version": }');
    await eventually('there is no preview', () => (environment.lineCount < 20 ? true : undefined));
    await replace(config, '"version": }', '"version": "v1"');
    await eventually('the cursor is restored and visible', () =>
      environment.getText(editor.selection) === 'vm' && editor.visibleRanges.some((one) => one.contains(at))
        ? true
        : undefined,
    );
  });

  it('show why there is no preview, and return when the config is fixed', async () => {
    const config = await openSample('aks-node-controller-config.json');
    for (const [command, name, comment, content] of [
      ['aksBootstrap.previewCse', 'cse.sh', '#', 'provision-wait\n'],
      ['aksBootstrap.previewVmssModel', 'vmss.json', '//', '"virtualMachineProfile"'],
    ] as const) {
      await vscode.window.showTextDocument(config, vscode.ViewColumn.One);
      await vscode.commands.executeCommand(command);
      const { document } = await openPreview(name);
      await eventually('the preview', () => (document.getText().includes(content) ? true : undefined));
      await replace(config, '"cse_timeout": 900', '"cse_timeout": "soon"');
      const text = await eventually('the reasons', () =>
        document.getText().includes('There is no preview') ? document.getText() : undefined,
      );
      const line = positionAfter(config, '"cse_timeout"').line + 1;
      assert.match(text, new RegExp(`^${comment} - line ${String(line)}: .*cse_timeout`, 'm'));
      assert.ok(
        !text.includes('virtualMachineProfile') && !text.includes('provision-wait'),
        'the earlier preview is removed',
      );
      await replace(config, '"cse_timeout": "soon"', '"cse_timeout": 900');
      await eventually('the preview is back', () => (document.getText().includes(content) ? true : undefined));
      assert.deepEqual(ours(document).map(codeOf), [], 'a preview has no problems of its own');
    }
  });

  it("open for a config that can't be rendered", async () => {
    const config = await vscode.workspace.openTextDocument({
      content: '{ "version": "v1", "api_server_config": {}, "is_vhd": 1 }',
      language: 'json',
    });
    await vscode.window.showTextDocument(config);
    await vscode.commands.executeCommand('aksBootstrap.previewVmssModel');
    const { document } = await openPreview('vmss.json');
    assert.match(document.getText(), /There is no preview/);
  });

  it('show what the node has read before an error, and lead to the error', async () => {
    const config = await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewEnvironment');
    const { document } = await openPreview('bootstrap.env');
    await replace(config, '"max_load_balancer_rule_count": 148', '"max_load_balancer_rule_count": "many"');
    await eventually('nothing of the message with the error', () =>
      /^LOCATION=$/m.test(document.getText()) ? true : undefined,
    );
    assert.match(document.getText(), /^TENANT_ID=6f1d2c3b-/m);
    const lens = await eventually('the lens', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
      );
      return lenses.find(({ command }) => command?.title.includes('stops reading') === true)?.command;
    });
    await vscode.commands.executeCommand(lens.command, ...((lens.arguments ?? []) as unknown[]));
    const active = vscode.window.activeTextEditor;
    assert.equal(active?.document.uri.toString(), config.uri.toString());
    assert.equal(active.viewColumn, vscode.ViewColumn.One);
    assert.match(config.lineAt(active.selection.active.line).text, /"max_load_balancer_rule_count": "many"/);
  });

  it('have a language with colours and wrapped lines', async () => {
    await openSample('aks-node-controller-config.json');
    for (const [command, name] of [
      ['aksBootstrap.previewCustomData', 'custom-data.mime'],
      ['aksBootstrap.previewEnvironment', 'bootstrap.env'],
      ['aksBootstrap.previewNodeFiles', 'node-files.txt'],
    ] as const) {
      await openSample('aks-node-controller-config.json');
      await vscode.commands.executeCommand(command);
      const { document } = await openPreview(name);
      assert.equal(document.languageId, 'aks-bootstrap-view', name);
      assert.equal(vscode.workspace.getConfiguration('editor', document).get('wordWrap'), 'on', name);
    }
  });

  it('lead to the fields of the config by Go to Definition', async () => {
    const config = await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewEnvironment');
    const { document } = await openPreview('bootstrap.env');
    const definitions = await eventually('a definition', async () => {
      const found = await vscode.commands.executeCommand<(vscode.LocationLink | vscode.Location)[]>(
        'vscode.executeDefinitionProvider',
        document.uri,
        positionAfter(document, '\nKUBELET_FLAGS'),
      );
      return found.length > 0 ? found : undefined;
    });
    const targets = definitions.map((definition) =>
      'targetUri' in definition
        ? { uri: definition.targetUri, range: definition.targetSelectionRange ?? definition.targetRange }
        : { uri: definition.uri, range: definition.range },
    );
    for (const { uri } of targets) assert.equal(uri.toString(), config.uri.toString());
    assert.deepEqual(
      targets.map(({ range }) => config.getText(range)),
      ['"kubelet_flags"', '"kubernetes_version"'],
    );
  });

  it('lead with F12 to the fields in the config where it is open', async () => {
    const config = await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewEnvironment');
    const preview = await openPreview('bootstrap.env');
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
    await eventually('the variables', () => (preview.document.getText().includes('ADMINUSER=') ? true : undefined));
    const at = positionAfter(preview.document, 'ADMINUSER');
    const within = await vscode.window.showTextDocument(preview.document, preview.viewColumn);
    within.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('aksBootstrap.showConfig');
    const active = await eventually('the config', () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document === config ? editor : undefined;
    });
    assert.equal(active.viewColumn, vscode.ViewColumn.One);
    assert.equal(config.getText(active.selection), '"linux_admin_username"');
    assert.equal(vscode.window.tabGroups.all.flatMap((group) => group.tabs).length, tabs);
  });

  it('explain their variables on hover', async () => {
    await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewEnvironment');
    const { document } = await openPreview('bootstrap.env');
    await eventually('a hover', async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        positionAfter(document, '\nCSE_TIMEOUT'),
      );
      const text = hovers
        .flatMap(({ contents }) =>
          contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : '')),
        )
        .join('\n');
      return /`cse_timeout`, line \d+/.test(text) ? true : undefined;
    });
  });

  it('scroll to what the field at the cursor determines, and the config to its field, without taking the focus', async () => {
    const config = await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewEnvironment');
    const preview = await openPreview('bootstrap.env');
    const editor = await vscode.window.showTextDocument(config, vscode.ViewColumn.One);
    const shows = (shown: vscode.TextEditor, at: vscode.Position): true | undefined =>
      shown.visibleRanges.some((range) => range.contains(at)) ? true : undefined;
    for (const [field, variable] of [
      ['"vnet_name', '\nVIRTUAL_NETWORK='],
      ['"linux_admin_username', 'ADMINUSER='],
    ] as const) {
      const at = positionAfter(config, field);
      editor.selection = new vscode.Selection(at, at);
      await eventually(`${variable} is in view`, () => shows(preview, positionAfter(preview.document, variable)));
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), config.uri.toString());
    }
    const within = await vscode.window.showTextDocument(preview.document, preview.viewColumn);
    for (const [variable, field] of [
      ['\nTENANT_ID=', '"tenant_id'],
      ['\nCSE_TIMEOUT=', '"cse_timeout'],
    ] as const) {
      const at = positionAfter(within.document, variable).translate(0, -1);
      within.selection = new vscode.Selection(at, at);
      const shown = vscode.window.visibleTextEditors.find(({ document }) => document === config);
      assert.ok(shown, 'the config is visible');
      await eventually(`${field} is in view`, () => shows(shown, positionAfter(config, field)));
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), within.document.uri.toString());
    }
  });

  it('are listed as references of a field', async () => {
    const config = await openSample('aks-node-controller-config.json');
    const found = await eventually('references', async () => {
      const locations = await vscode.commands.executeCommand<vscode.Location[]>(
        'vscode.executeReferenceProvider',
        config.uri,
        positionAfter(config, '"net_core_so'),
      );
      return locations.length > 0 ? locations : undefined;
    });
    const referenced = await Promise.all(
      found.map(async ({ uri, range }) => (await vscode.workspace.openTextDocument(uri)).getText(range)),
    );
    // VS Code sorts references by URI.
    assert.deepEqual(referenced.sort(), ['"net_core_somaxconn": 16384', 'SYSCTL_CONTENT', 'net.core.somaxconn=16384']);
  });

  it('follow the setting preview.containerdVersion', async () => {
    await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewNodeFiles');
    const { document } = await openPreview('node-files.txt');
    assert.ok(!document.getText().includes('io.containerd.cri.v1.runtime'));
    const settings = vscode.workspace.getConfiguration('aksBootstrap.preview');
    await settings.update('containerdVersion', '2.0.0', vscode.ConfigurationTarget.Workspace);
    try {
      await eventually('the config of containerd 2', () =>
        document.getText().includes('io.containerd.cri.v1.runtime') ? true : undefined,
      );
    } finally {
      await settings.update('containerdVersion', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('mask secrets until the user reveals them or copies the preview with secrets', async () => {
    await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewEnvironment');
    const { document } = await openPreview('bootstrap.env');
    assert.match(document.getText(), /^TLS_BOOTSTRAP_TOKEN=\*{8}$/m);
    await vscode.commands.executeCommand('aksBootstrap.copyPreviewWithSecrets');
    assert.match(await vscode.env.clipboard.readText(), /^TLS_BOOTSTRAP_TOKEN=q7k2mz\.4f8w1n6c3x9bd05h$/m);
    const done = vscode.commands.executeCommand('aksBootstrap.revealSecret');
    await eventually('the secret is shown', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return document.getText().includes('TLS_BOOTSTRAP_TOKEN=q7k2mz.4f8w1n6c3x9bd05h') ? true : undefined;
    });
    await done;
    await eventually('the secret is selected', () =>
      document.getText(vscode.window.activeTextEditor?.selection).includes('q7k2mz.4f8w') ? true : undefined,
    );
    await vscode.commands.executeCommand('aksBootstrap.hideSecrets');
    await eventually('the secret is hidden again', () =>
      /^TLS_BOOTSTRAP_TOKEN=\*{8}$/m.test(document.getText()) ? true : undefined,
    );
  });

  it('end the command that reveals a secret if the preview is closed meanwhile', async () => {
    await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewEnvironment');
    const { document } = await openPreview('bootstrap.env');
    const closed = document.uri.with({ path: '/closed.env' }).toString();
    let hasEnded = false;
    const done = vscode.commands.executeCommand('aksBootstrap.revealSecret', closed).then(() => (hasEnded = true));
    await eventually('the command has ended', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return hasEnded || undefined;
    });
    await done;
    await eventually('the secret is shown', () =>
      /^TLS_BOOTSTRAP_TOKEN=q7k2mz/m.test(document.getText()) ? true : undefined,
    );
    await vscode.commands.executeCommand('aksBootstrap.hideSecrets');
  });
});
