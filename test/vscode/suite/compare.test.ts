import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, configWith, eventually, openFile, openSample, openText, replace, reportText } from './editor.js';

/** Both documents and the title of the open diff editor. */
async function openDiff(): Promise<{ before: vscode.TextDocument; after: vscode.TextDocument; title: string }> {
  const tab = await eventually('our diff editor is open', () => {
    const active = vscode.window.tabGroups.activeTabGroup.activeTab;
    return active?.input instanceof vscode.TabInputTextDiff && active.input.original.scheme === 'aks-bootstrap'
      ? { title: active.label, input: active.input }
      : undefined;
  });
  const { original, modified } = tab.input;
  return {
    before: await vscode.workspace.openTextDocument(original),
    after: await vscode.workspace.openTextDocument(modified),
    title: tab.title,
  };
}

/** Runs a command that asks for a document, and accepts the first choice. */
async function runChoosing(command: string): Promise<void> {
  const done = vscode.commands.executeCommand(command);
  await eventually('the choice opens', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return activeTab?.input instanceof vscode.TabInputTextDiff ? true : undefined;
  });
  await done;
}

/** Keeps the active preview editor open, so that the next editor doesn't replace it. */
async function keepOpen(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.keepEditor');
}

/** A sample in its original state: other tests may have changed the copy in the workspace, which VS Code saves automatically. */
function pristineSample(name: string): string {
  const folder = process.env.E2E_SAMPLES;
  assert.ok(folder, 'the harness sets E2E_SAMPLES');
  return readFileSync(join(folder, name), 'utf8');
}

const linesOf = (document: vscode.TextDocument): string[] => document.getText().split(/\r?\n/);

/** The lines that are only in the second document, without its first line. */
function added(before: vscode.TextDocument, after: vscode.TextDocument): string[] {
  const known = new Set(linesOf(before));
  return linesOf(after).filter((line, index) => index > 0 && !known.has(line));
}

describe('comparing', () => {
  afterEach(closeAll);

  it('a config with the custom data of a scale set shows differences, follows edits and masks secrets', async () => {
    const vmss = await openSample('vmss.json');
    await keepOpen();
    const config = await openFile('deployed.node-config.json', pristineSample('aks-node-controller-config.json'));
    await runChoosing('aksBootstrap.compareWithDeployed');
    const { before, after, title } = await openDiff();
    assert.equal(title, 'vmss.json ↔ deployed.node-config.json (by meaning)');
    assert.deepEqual([before.languageId, after.languageId], ['plaintext', 'plaintext']);
    assert.match(before.getText(), /^# These differ: 1 field, 1 variable on the node\.\r?\n/);
    assert.ok(added(before, after).some((line) => line.includes('kubelet_node_labels')));
    assert.ok(!(before.getText() + after.getText()).includes('q7k2mz.4f8w1n6c3x9bd05h'), 'secrets are masked');

    await replace(config, '"--max-pods": "110"', '"--max-pods": "55"');
    await eventually('the right side is updated', () =>
      added(before, after).includes('      "--max-pods": "55"') ? true : undefined,
    );
    await replace(config, 'q7k2mz.4f8w1n6c3x9bd05h', 'fedcba.0123456789abcdef');
    await eventually('both sides show that the secrets differ', () =>
      before.getText().includes('TLS_BOOTSTRAP_TOKEN=********') &&
      added(before, after).some((line) => line.startsWith('TLS_BOOTSTRAP_TOKEN=********#'))
        ? true
        : undefined,
    );
    assert.ok(!vmss.isDirty);
  });

  it('a config with encoded custom data from the clipboard reports that they are equal', async () => {
    await openSample('aks-node-controller-config.json');
    await vscode.commands.executeCommand('aksBootstrap.previewCustomData');
    await eventually('the preview', () =>
      vscode.window.activeTextEditor?.document.uri.scheme === 'aks-bootstrap' ? true : undefined,
    );
    await vscode.commands.executeCommand('aksBootstrap.copyPreviewWithSecrets');
    await closeAll();
    await openSample('aks-node-controller-config.json');
    await runChoosing('aksBootstrap.compareWithDeployed');
    const { before, after } = await openDiff();
    assert.match(before.getText(), /^# Same contract and environment\.\r?\n/);
    assert.equal(after.getText(), before.getText());
  });

  it('two selected files that differ only in layout reports that they are equal', async () => {
    const one = await openFile('one.node-config.json', configWith({ vm_size: 'Standard_D4s_v5', enable_ssh: true }));
    const content = JSON.parse(one.getText()) as Record<string, unknown>;
    const reversed = Object.fromEntries(Object.entries(content).reverse());
    const other = await openFile('other.node-config.json', JSON.stringify(reversed));
    // The comparison must work for files without an open tab.
    await closeAll();
    await vscode.commands.executeCommand('aksBootstrap.compareSelected', other.uri, [one.uri, other.uri]);
    const { before, after } = await openDiff();
    assert.match(after.getText(), /^# Same contract and environment\.\r?\n/);
    assert.equal(after.getText(), before.getText());
  });

  it('many documents groups those that mean the same', async () => {
    const documents = [
      await openFile('one.node-config.json', configWith({ vm_size: 'Standard_D4s_v5' })),
      await openFile('same.node-config.json', configWith({ vmSize: 'Standard_D4s_v5' })),
      await openFile('other.node-config.json', configWith({ vm_size: 'Standard_D8s_v5' })),
    ];
    const uris = documents.map(({ uri }) => uri);
    await vscode.commands.executeCommand('aksBootstrap.groupDocuments', uris[0], uris);
    const report = await reportText(/3 files\.groups\.md$/);
    assert.match(report.getText(), /^# 3 documents, 2 groups\r?\n/);
    assert.match(report.getText(), /## 1 differs in vm\\?_size/);
    assert.match(report.getText(), /\| `Standard_D8s_v5` \(\[line \d+\]\(\.\/other\.node-config\.json#L\d+\)\) \|/);
  });

  it('the scale sets of an open document are grouped with its unsaved text', async () => {
    const machines = ['a', 'b', 'c'].map((name) => ({
      name: `aks-${name}-1-vmss`,
      sku: { name: 'Standard_D4s_v5', capacity: 3 },
      virtualMachineProfile: { osProfile: {}, storageProfile: {} },
    }));
    const document = await openFile('fleet.json', JSON.stringify(machines, undefined, 2));
    await replace(document, 'Standard_D4s_v5', 'Standard_D8s_v5');
    assert.ok(document.isDirty);
    await vscode.commands.executeCommand('aksBootstrap.groupScaleSets');
    const report = await reportText(/fleet\.json\.groups\.md$/);
    assert.match(report.getText(), /^# 3 documents, 2 groups\r?\n/);
    assert.match(report.getText(), /- \[fleet\.json \(aks-b-1-vmss\)\]\(\.\/fleet\.json#L\d+\)/);
    assert.match(report.getText(), /`Standard_D8s_v5` \(\[line 5\]\(\.\/fleet\.json#L5\)\)/);
  });

  it('two scale sets of a document are compared without a question, and follow its edits', async () => {
    const machine = (name: string, size: string): object => ({
      name,
      sku: { name: size, capacity: 3 },
      virtualMachineProfile: { osProfile: {}, storageProfile: {} },
    });
    const pair = [machine('aks-a-1-vmss', 'Standard_D4s_v5'), machine('aks-b-1-vmss', 'Standard_D8s_v5')];
    const document = await openFile('pair.json', JSON.stringify(pair));
    await keepOpen();
    await vscode.commands.executeCommand('aksBootstrap.compareScaleSets');
    const { before, after, title } = await openDiff();
    assert.equal(title, 'aks-a-1-vmss in pair.json ↔ aks-b-1-vmss in pair.json (by meaning)');
    assert.match(after.getText(), /^====== aks-a-1-vmss ↔ aks-b-1-vmss\r?$/m);
    assert.match(before.getText(), /"Standard_D4s_v5"/);
    assert.match(after.getText(), /"Standard_D8s_v5"/);
    await replace(document, 'Standard_D8s_v5', 'Standard_D4s_v5');
    await eventually('both sides are equal', () => (after.getText() === before.getText() ? true : undefined));
    await replace(document, 'aks-b-1-vmss', 'aks-c-1-vmss');
    await eventually('the right side says which scale sets there are', () =>
      after.getText().includes('There are aks-a-1-vmss and aks-c-1-vmss.') ? true : undefined,
    );
  });

  it('of several scale sets of a document, two are chosen by their names', async () => {
    const sizes = ['Standard_D4s_v5', 'Standard_D8s_v5', 'Standard_D16s_v5'];
    const machines = sizes.map((name, index) => ({
      name: `aks-${'abc'.charAt(index)}-1-vmss`,
      sku: { name },
      virtualMachineProfile: { osProfile: {}, storageProfile: {} },
    }));
    await openFile('three.json', JSON.stringify(machines));
    // Each list begins with what is chosen here: the first one, then the second.
    await runChoosing('aksBootstrap.compareScaleSets');
    const { title } = await openDiff();
    assert.equal(title, 'aks-a-1-vmss in three.json ↔ aks-b-1-vmss in three.json (by meaning)');
  });

  it('the scale sets of an untitled document are grouped, too', async () => {
    const machine = (name: string): object => ({ name, virtualMachineProfile: { osProfile: {}, storageProfile: {} } });
    await openText(JSON.stringify([machine('aks-a-1-vmss'), machine('aks-b-1-vmss')]), 'json');
    await vscode.commands.executeCommand('aksBootstrap.groupScaleSets');
    const report = await reportText(/Untitled-\d+\.groups\.md$/);
    assert.match(report.getText(), /^# 2 documents, 1 group\r?\n/);
  });

  it('a config with another open config lets the user choose from a list', async () => {
    await openFile('one.node-config.json', configWith({ vm_size: 'Standard_D4s_v5' }));
    await keepOpen();
    await openFile('other.node-config.json', configWith({ vm_size: 'Standard_D8s_v5' }));
    await runChoosing('aksBootstrap.compareWithConfig');
    const { before, after } = await openDiff();
    assert.deepEqual(
      added(before, after).filter((line) => line.includes('"')),
      ['  "vm_size": "Standard_D8s_v5"'],
    );
  });

  it('a config with its last committed version follows edits, and opens nothing for an untracked file', async function () {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const own = `${folder}/committed`;
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: own });
    };
    mkdirSync(own, { recursive: true });
    writeFileSync(`${own}/a.node-config.json`, configWith({ vm_size: 'Standard_D4s_v5' }));
    try {
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--message', 'first');
    } catch {
      this.skip();
    }
    const config = await openSample('committed/a.node-config.json');
    await replace(config, 'Standard_D4s_v5', 'Standard_D8s_v5');
    await vscode.commands.executeCommand('aksBootstrap.compareWithCommitted');
    const { before, after, title } = await openDiff();
    assert.equal(title, 'a.node-config.json (last commit) ↔ a.node-config.json (by meaning)');
    assert.match(before.getText(), /^ {2}"vm_size": "Standard_D4s_v5"/m);
    assert.match(after.getText(), /^ {2}"vm_size": "Standard_D8s_v5"/m);
    await replace(config, 'Standard_D8s_v5', 'Standard_D4s_v5');
    await eventually('both sides are equal', () =>
      after.getText().startsWith('# Same contract') && after.getText() === before.getText() ? true : undefined,
    );
    await config.save();

    await closeAll();
    await openFile('committed/untracked.node-config.json', configWith({}));
    await vscode.commands.executeCommand('aksBootstrap.compareWithCommitted');
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputText, 'no comparison opens for an untracked file');
  });
});
