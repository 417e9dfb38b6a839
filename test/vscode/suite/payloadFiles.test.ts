import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeVirtual,
  closeAll,
  codeOf,
  eventually,
  openSample,
  openText,
  ours,
  replace,
  configPath,
  underSetting,
} from './editor.js';

interface Config {
  readonly vm_size: string;
  readonly bootstrapping_config: { readonly tls_bootstrapping_token: string };
}

/** The decoded custom data of a scale set. */
function customDataOf(vmss: string): string {
  const { properties } = JSON.parse(vmss) as {
    properties: { virtualMachineProfile: { osProfile: { customData: string } } };
  };
  return Buffer.from(properties.virtualMachineProfile.osProfile.customData, 'base64').toString();
}

/** The node config in the here-document of a scale set's custom data, decoded. */
function configOf(vmss: string): string {
  const blob = /base64 -d >\S+\r?\n([^]*?)\r?\nEOF/.exec(customDataOf(vmss))?.[1] ?? '';
  return Buffer.from(blob, 'base64').toString();
}

/** The decoded custom data of a scale set without its node config. */
function withoutConfig(vmss: string): string {
  return customDataOf(vmss).replace(/(base64 -d >\S+\r?\n)[^]*?(\r?\nEOF)/, '$1$2');
}

async function openConfig(source: vscode.TextDocument): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('aksBootstrap.decodePayloads', source.uri.toString(), configPath);
  const payload = await activeVirtual(/aks-node-controller-config\.json$/);
  // VS Code may show the cached content of a closed file before it reads the file again.
  await eventually('the current content', () => (payload.getText().includes('"Standard_D4s_v5"') ? true : undefined));
  return payload;
}

function inBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Opens an untitled document with a cloud-config that runs `ls` in base64, and its decoded payload. */
async function openDecoded(): Promise<{ source: vscode.TextDocument; payload: vscode.TextDocument }> {
  const source = await openText(inBase64('#cloud-config\nruncmd: [ls]\n'), 'plaintext');
  await vscode.commands.executeCommand('aksBootstrap.decodePayloads', source.uri.toString());
  return { source, payload: await activeVirtual(/./) };
}

/** Reverts unsaved changes, so that VS Code doesn't ask about them when editors are closed. */
async function revertAll(): Promise<void> {
  await vscode.commands.executeCommand('notifications.clearAll');
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await closeAll();
}

describe('edited payloads', () => {
  afterEach(revertAll);

  it('are written back through all layers when saved, as an edit that can be undone', async () => {
    const source = await openSample('vmss.json');
    const before = source.getText();
    const payload = await openConfig(source);
    assert.equal(payload.languageId, 'json');
    await replace(payload, '"Standard_D4s_v5"', '"Standard_D8s_v5"');
    assert.ok(payload.isDirty);
    assert.equal(source.getText(), before, 'the source is unchanged until the payload is saved');

    assert.ok(await payload.save());
    const after = source.getText();
    assert.ok(source.isDirty, 'the file itself is not saved');
    assert.equal(configOf(after), configOf(before).replace('Standard_D4s_v5', 'Standard_D8s_v5'));
    assert.equal(
      (JSON.parse(configOf(after)) as Config).bootstrapping_config.tls_bootstrapping_token.includes('*'),
      false,
    );
    assert.equal(withoutConfig(after), withoutConfig(before));
    assert.equal(after.replace(/"customData": "[^"]*"/, ''), before.replace(/"customData": "[^"]*"/, ''));

    await replace(payload, '"Standard_D8s_v5"', '"Standard_D16s_v5"');
    assert.ok(await payload.save(), 'it can be saved repeatedly');
    assert.match(configOf(source.getText()), /Standard_D16s_v5/);

    await vscode.window.showTextDocument(source);
    await vscode.commands.executeCommand('undo');
    assert.equal(source.getText(), after);
    await vscode.commands.executeCommand('undo');
    assert.equal(source.getText(), before);
    await eventually('the payload is updated', () =>
      payload.getText().includes('Standard_D4s_v5') ? true : undefined,
    );
    assert.equal(payload.isDirty, false);
  });

  it('are validated before they are saved', async () => {
    const payload = await openConfig(await openSample('vmss.json'));
    await eventually('its own problem', () =>
      ours(payload).find((found) => codeOf(found) === 'contract/unknown-field'),
    );
    await replace(payload, 'kubelet_node_lables', 'kubelet_node_labels');
    await eventually('no problem', () =>
      ours(payload).some((found) => codeOf(found) === 'contract/unknown-field') ? undefined : true,
    );
  });

  it('carry the name of their document, and have its problems in its place as long as they have a tab', async () => {
    const source = await openSample('vmss.json');
    const severities = (document: vscode.TextDocument, expected: readonly vscode.DiagnosticSeverity[]): Promise<true> =>
      eventually(`severities ${expected.join(', ')} in ${document.uri.path}`, () => {
        const found = ours(document).filter((one) => codeOf(one) === 'contract/unknown-field');
        return found.map(({ severity }) => severity).join() === expected.join() ? true : undefined;
      });
    const { Error, Hint } = vscode.DiagnosticSeverity;
    await severities(source, [Error]);
    const payload = await openConfig(source);
    assert.equal(payload.uri.path, '/vmss.json/customData/aks-node-controller-config.json');
    await severities(payload, [Error]);
    await severities(source, [Hint]);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await severities(source, [Error]);
  });

  it('save their document too if the setting says so, except an untitled one', async () => {
    const source = await openSample('vmss.json');
    const before = await vscode.workspace.fs.readFile(source.uri);
    try {
      await underSetting('aksBootstrap.decode.saveThrough', true, async () => {
        const payload = await openConfig(source);
        await replace(payload, '"Standard_D4s_v5"', '"Standard_D8s_v5"');
        assert.ok(await payload.save());
        await eventually('the saved document', () => (source.isDirty ? undefined : true));
        const saved = new TextDecoder().decode(await vscode.workspace.fs.readFile(source.uri));
        assert.match(configOf(saved), /Standard_D8s_v5/);
        const untitled = await openDecoded();
        await replace(untitled.payload, '[ls]', '[ls, -l]');
        assert.ok(await untitled.payload.save());
        assert.ok(untitled.source.isDirty);
      });
    } finally {
      await vscode.workspace.fs.writeFile(source.uri, before);
    }
  });

  it('can belong to untitled documents', async () => {
    const { source, payload } = await openDecoded();
    await replace(payload, '[ls]', '[ls, -l]');
    assert.ok(await payload.save());
    assert.equal(source.getText(), inBase64('#cloud-config\nruncmd: [ls, -l]\n'));
  });

  for (const [what, vmSize] of [
    ['of the same length', 'Standard_D2s_v5'],
    ['of another length', 'Standard_D16ads_v5'],
  ] as const) {
    it(`are not saved over a later change ${what} in their document`, async () => {
      const source = await openSample('vmss.json');
      const payload = await openConfig(source);
      await replace(payload, '"Standard_D4s_v5"', '"Standard_E4s_v5"');
      const other = source.getText().replace(/("customData": ")[^"]*/, (_, start: string) => {
        const config = configOf(source.getText());
        const changed = Buffer.from(config.replace('Standard_D4s_v5', vmSize)).toString('base64');
        const data = customDataOf(source.getText()).replace(Buffer.from(config).toString('base64'), changed);
        return start + Buffer.from(data).toString('base64');
      });
      await replace(source, source.getText(), other);
      assert.equal(await payload.save(), false);
      assert.equal(source.getText(), other);
      assert.match(payload.getText(), /Standard_E4s_v5/, 'the edited text is kept');
      assert.ok(payload.isDirty);
    });
  }

  it('overwrite later changes if files.saveConflictResolution allows it', async () => {
    const { source, payload } = await openDecoded();
    await underSetting('files.saveConflictResolution', 'overwriteFileOnDisk', async () => {
      await replace(payload, '[ls]', '[ls, -l]');
      await replace(source, source.getText(), inBase64('#cloud-config\nruncmd: [pwd, a]\n'));
      assert.ok(await payload.save());
    });
    assert.equal(source.getText(), inBase64('#cloud-config\nruncmd: [ls, -l]\n'));
  });

  it('are written back to their document after its editor was closed', async () => {
    const source = await openSample('vmss.json');
    const { uri } = source;
    const before = source.getText();
    const payload = await openConfig(source);
    const tab = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
    assert.ok(tab && (await vscode.window.tabGroups.close(tab)));
    await replace(payload, '"Standard_D4s_v5"', '"Standard_D8s_v5"');
    assert.ok(await payload.save());
    const after = await vscode.workspace.openTextDocument(uri);
    assert.equal(configOf(after.getText()), configOf(before).replace('Standard_D4s_v5', 'Standard_D8s_v5'));
    assert.ok(after.isDirty);
  });

  it('mask a typed secret when they are saved', async () => {
    const source = await openSample('vmss.json');
    const payload = await openConfig(source);
    await replace(payload, '********#1#', 'fedcba.fedcba9876543210');
    assert.ok(await payload.save());
    assert.match(configOf(source.getText()), /fedcba\.fedcba9876543210/);
    await eventually('a mask', () => (payload.getText().includes('********#1#') ? true : undefined));
    await replace(payload, '"Standard_D4s_v5"', '"Standard_D8s_v5"');
    assert.ok(await payload.save(), 'the masked text has no conflict with the document');
    assert.match(
      configOf(source.getText()),
      /Standard_D8s_v5[^]*fedcba\.fedcba9876543210|fedcba\.fedcba9876543210[^]*Standard_D8s_v5/,
    );
  });

  it('are not saved if their layers cannot encode the text', async () => {
    const script = "#!/bin/sh\ncat <<'EOF' >/etc/a.conf\na\nEOF\n";
    const source = await openText(
      JSON.stringify({ properties: { osProfile: { customData: Buffer.from(script).toString('base64') } } }),
      'json',
    );
    const before = source.getText();
    await vscode.commands.executeCommand('aksBootstrap.decodePayloads', source.uri.toString(), [
      '/properties/osProfile/customData',
      'base64',
      'heredoc:/etc/a.conf',
    ]);
    const payload = await activeVirtual(/a\.conf$/);
    await replace(payload, 'a', 'a\nEOF');
    assert.equal(await payload.save(), false);
    assert.equal(source.getText(), before);
    assert.equal(payload.getText(), 'a\nEOF\n');
  });

  it('are read-only if a template expression produces them', async () => {
    const template = {
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
      resources: [
        {
          type: 'Microsoft.Compute/virtualMachines',
          properties: {
            osProfile: { customData: `[concat('${inBase64('#cloud-config\nruncmd: [ls]\n')}')]` },
          },
        },
      ],
    };
    const source = await openText(JSON.stringify(template, null, 2), 'json');
    await vscode.commands.executeCommand('aksBootstrap.decodePayloads', source.uri.toString());
    const payload = await activeVirtual(/./);
    const { permissions } = await vscode.workspace.fs.stat(payload.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(payload.getText(), '#cloud-config\nruncmd: [ls]\n');
  });

  it('are written back by auto-save', async () => {
    const { source, payload } = await openDecoded();
    await underSetting('files.autoSave', 'afterDelay', async () => {
      await replace(payload, '[ls]', '[ls, -l]');
      const saved = inBase64('#cloud-config\nruncmd: [ls, -l]\n');
      await eventually('the edited text in the source', () => (source.getText() === saved ? true : undefined));
    });
  });

  it('follow their document while they are unedited', async () => {
    const { source, payload } = await openDecoded();
    await replace(source, source.getText(), inBase64('#cloud-config\nruncmd: [pwd]\n'));
    await eventually('the new content', () =>
      payload.getText() === '#cloud-config\nruncmd: [pwd]\n' ? true : undefined,
    );
  });
});
