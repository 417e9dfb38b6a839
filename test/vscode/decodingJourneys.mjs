/**
 * A user inspects the payloads of a scale set, with code lenses, hovers and the Bootstrap Explorer. The journeys use
 * only what is visible on the screen.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The visible rows of the Bootstrap Explorer. */
const rows = (workbench) =>
  workbench.page.locator('.pane', { hasText: 'Bootstrap Explorer' }).locator('.monaco-list-row');

function inBase64(text) {
  return Buffer.from(text).toString('base64');
}

/** A scale set whose custom data contains a config with a misspelt field. */
function misspelt(name) {
  const config = inBase64('{"version":"v1","kubelet_config":{"kubelet_node_lables":{"a":"b"}}}');
  const path = '/opt/azure/containers/aks-node-controller-config.json';
  const customData = inBase64(`#!/bin/bash\ncat <<'EOF' | base64 -d >${path}\n${config}\nEOF\n`);
  return { name, properties: { virtualMachineProfile: { osProfile: { customData } } } };
}

export const decodingJourneys = [
  {
    name: 'one fix is previewed and made in all payloads of open documents and other files',
    files: {
      'fleet.json': JSON.stringify([misspelt('pool1'), misspelt('pool2')], null, 2),
      'more/pool3.json': JSON.stringify(misspelt('pool3'), null, 2),
    },
    async run({ workbench, folder }) {
      await workbench.openFromExplorer('fleet.json');
      await workbench.waitForSquiggle('error');
      await workbench.runCommand('AKS Bootstrap: Fix in All Documents…', { opensInput: true });
      await workbench.screenshot('fix-everywhere-choice');
      await workbench.pick('Rename to kubelet_node_labels', undefined, { opensInput: true });
      await workbench.pick('Open Documents and Files…', 'Files', { opensInput: true });
      // The dialog lists the files of a folder of its own first.
      await workbench.page.locator('.quick-input-list .label-name', { hasText: /^fleet\.json$/ }).waitFor();
      await workbench.pick('pool3.json', join(folder, 'more/'));
      const preview = workbench.page.locator('.bulk-edit-panel, .refactor-preview, .panel', { hasText: 'pool3.json' });
      await preview.first().waitFor();
      await workbench.screenshot('fix-everywhere-preview');
      await workbench.screenshotInDark('fix-everywhere-preview-dark');
      await workbench.click(workbench.page.locator('.monaco-button', { hasText: 'Apply' }).first());
      await preview.first().waitFor({ state: 'hidden' });
      await workbench.openProblems();
      const problems = workbench.page.locator('.markers-panel');
      await problems.filter({ hasText: 'Required fields are missing' }).waitFor();
      await problems.filter({ hasText: 'kubelet_node_lables' }).waitFor({ state: 'hidden' });
      await workbench.screenshot('fix-everywhere-done');
    },
  },
  {
    name: 'the groups of scale sets lead to a fix in all of them, and follow it',
    sameWindow: true,
    files: { 'fleet.json': JSON.stringify([misspelt('pool1'), misspelt('pool2')], null, 2) },
    async run({ workbench, page }) {
      await workbench.openFromExplorer('fleet.json');
      await workbench.waitForSquiggle('error');
      await workbench.runCommand('AKS Bootstrap: Group Scale Sets of Document by Meaning');
      const report = await workbench.frameWith('.report.fleet');
      await report.locator('h1', { hasText: '2 documents, 1 group' }).waitFor();
      const link = 'a:has-text("Fix in All Documents: Rename to kubelet_node_labels")';
      await report.locator(link).waitFor();
      await workbench.screenshot('groups-with-fix');
      await workbench.screenshotInDark('groups-with-fix-dark');
      await workbench.click(report.locator(link));
      const apply = page.locator('.monaco-button', { hasText: 'Apply' }).first();
      await apply.waitFor();
      await workbench.click(apply);
      await workbench.frameWith(`.report.fleet:not(:has(${link}))`);
      await workbench.screenshot('groups-fixed');
    },
  },
  {
    name: 'one fix is previewed if no document has a file, too',
    sameWindow: true,
    async run({ workbench, page }) {
      await workbench.runCommand('AKS Bootstrap: New Node Config');
      await page.locator('.suggest-widget.visible').waitFor();
      await workbench.press('Escape');
      await workbench.copy('{"version":"v1","kubelet_config":{"kubelet_node_lables":{"a":"b"}}}');
      await workbench.press('Control+V');
      await workbench.waitForSquiggle('error');
      await workbench.runCommand('AKS Bootstrap: Fix in All Documents…', { opensInput: true });
      await workbench.pick('Rename to kubelet_node_labels', undefined, { opensInput: true });
      await workbench.pick('Open Documents');
      const apply = page.locator('.monaco-button', { hasText: 'Apply' }).first();
      await apply.waitFor();
      await workbench.waitForEditorText(/kubelet_node_lables/);
      await workbench.screenshot('fix-everywhere-untitled');
      await workbench.click(
        page.locator('.bulk-edit-panel .monaco-list-row input, .bulk-edit-panel .edit-checkbox').first(),
      );
      await workbench.click(apply);
      await workbench.waitForEditorText(/kubelet_node_labels/);
    },
  },
  {
    name: 'a hover shows the layers of a payload',
    sameWindow: true,
    file: 'vmss.json',
    async run({ workbench }) {
      await workbench.waitForLens('Decode customData');
      await workbench.goTo(15, 30);
      await workbench.hoverText();
      // The server's hover appears below the problem, and later than it.
      await workbench.page.locator('.monaco-hover', { hasText: 'base64 › mime-multipart, 2 parts' }).waitFor();
      await workbench.screenshot('decode-hover');
    },
  },
  {
    name: 'an edited payload is compared with a later change, and overwrites it on request',
    sameWindow: true,
    files: { 'blob.log': inBase64('#cloud-config\nruncmd: [first]\n') },
    web: true,
    async run({ workbench }) {
      await workbench.openFromExplorer('blob.log');
      await workbench.waitForLens('Decode');
      await workbench.runCommand('AKS Bootstrap: Decode Payloads');
      await workbench.waitForEditorText(/runcmd: \[first\]/);
      await workbench.goTo(2, 15);
      await workbench.type('-mine');
      await workbench.click(workbench.page.locator('.tab', { hasText: 'blob.log' }).first());
      await workbench.press('Control+A');
      await workbench.type(inBase64('#cloud-config\nruncmd: [other]\n'));
      const payload = workbench.page.locator('.editor-group-container').last();
      const saveAndAnswer = async (button) => {
        await workbench.click(payload.locator('.view-lines').first());
        await workbench.press('Control+S');
        const conflict = "Failed to save 'blob.log': The content of the file is newer";
        await workbench.waitForMessage(conflict);
        assert.equal(await workbench.page.locator('.notifications-center .notification-list-item-message').count(), 1);
        await workbench.screenshot('payload-conflict-message');
        await workbench.answerMessage(conflict, button);
      };
      await saveAndAnswer('Compare');
      await workbench.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
      await workbench.screenshot('payload-conflict');
      await workbench.runCommand('View: Close Editor');
      await saveAndAnswer('Overwrite');
      await workbench.click(workbench.page.locator('.tab', { hasText: 'blob.log' }).first());
      await workbench.waitForEditorText(new RegExp(inBase64('#cloud-config\nruncmd: [first-mine]\n')));
    },
  },
  {
    name: 'a mistake in an open decoded text is listed once, and saving the text offers to save its document',
    sameWindow: true,
    file: 'vmss.json',
    async run({ workbench, folder }) {
      await workbench.waitForLens('Decode customData');
      const rows = await workbench.openProblems();
      const mistakes = rows.filter({ hasText: 'kubelet_node_lables' });
      await mistakes.waitFor();
      await workbench.runCommand('AKS Bootstrap: Decode Payloads', { opensInput: true });
      await workbench.pick('/opt/azure/containers/aks-node-controller-config.json', 'aks-node-controller-config');
      await workbench.waitForTab('aks-node-controller-config.json');
      // That of the outer document names the payload.
      const outer = '(inside customData › aks-node-controller-config.json)';
      await mistakes.filter({ hasNotText: outer }).waitFor();
      await mistakes.filter({ hasText: outer }).waitFor({ state: 'detached' });
      await workbench.screenshot('one-mistake');
      await workbench.screenshotInDark('one-mistake-dark');
      await workbench.click(mistakes);
      await workbench.waitForEditorText(/kubelet_node_lables/);
      await workbench.quickFix('Rename to kubelet_node_labels');
      await workbench.waitForEditorText(/kubelet_node_labels/);
      await workbench.press('Control+S');
      await workbench.waitForMessage("Put into vmss.json, which isn't saved yet.");
      await workbench.screenshot('payload-saved');
      await workbench.screenshotInDark('payload-saved-dark');
      const before = await readFile(join(folder, 'vmss.json'), 'utf8');
      await workbench.answerMessage("Put into vmss.json, which isn't saved yet.", 'Save vmss.json');
      await workbench.page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
      assert.notEqual(await readFile(join(folder, 'vmss.json'), 'utf8'), before);
      // A document that was closed comes back with a message.
      await workbench.click(workbench.page.locator('.tab', { hasText: 'vmss.json' }).first());
      await workbench.runCommand('View: Close Editor');
      await workbench.click(await workbench.waitForTab('aks-node-controller-config.json'));
      await workbench.goTo(2, 19);
      await workbench.type(' ');
      await workbench.press('Control+S');
      await workbench.waitForMessage("Put into vmss.json, which was closed. It is open again and isn't saved yet.");
      await workbench.screenshot('payload-saved-closed');
      await workbench.runCommand('Notifications: Clear All Notifications');
      // Its tab and those of files with the same name are told apart.
      await workbench.openFromExplorer('aks-node-controller-config.json');
      const tab = workbench.page.locator('.tab', { hasText: 'customData' });
      await tab.waitFor();
      await workbench.hoverUntil(
        tab,
        workbench.page
          .locator('.workbench-hover, .monaco-hover', {
            hasText: 'vmss.json/customData/aks-node-controller-config.json',
          })
          .first(),
      );
      await workbench.screenshot('same-names');
    },
  },
  {
    name: 'the empty Bootstrap Explorer offers the first steps',
    sameWindow: true,
    file: 'faulty.node-config.json',
    async run({ workbench }) {
      await workbench.waitForSquiggle('error');
      await workbench.openBootstrapExplorer();
      await workbench.page.locator('.part.sidebar').getByText('into the box above').waitFor();
      await workbench.screenshot('explorer-empty');
      await workbench.screenshotInDark('explorer-empty-dark');
      const page = await workbench.frameWith('#box');
      await workbench.click(page.locator('button', { hasText: 'Sample…' }));
      await workbench.pick('A scale set and its payloads');
      await workbench.waitForEditorText(/"kubelet_node_lables": \{/);
    },
  },
  {
    name: 'the Bootstrap Explorer lists all payloads, and opens, saves and reveals them',
    sameWindow: true,
    file: 'vmss.json',
    async run({ workbench, folder }) {
      await workbench.waitForLens('Decode customData');
      await workbench.openBootstrapExplorer();
      const mime = rows(workbench).filter({ hasText: 'customData' });
      await workbench.openFromTree(mime, 'customData');
      const hook = rows(workbench).filter({ hasText: 'text/cloud-boothook' });
      await workbench.clickUntil(mime.locator('.monaco-tl-twistie'), hook);
      const config = rows(workbench).filter({ hasText: 'aks-node-controller-config.json' });
      await workbench.clickUntil(hook.locator('.monaco-tl-twistie'), config);
      await workbench.openFromTree(config, 'aks-node-controller-config.json');
      await config.hover();
      await workbench.screenshot('explorer');
      await workbench.screenshotInDark('explorer-dark');
      await workbench.chooseFromMenu(config, 'Save Decoded Text As', { picture: 'explorer-menu' });
      await workbench.pick('Masked', 'Masked', { opensInput: true });
      await workbench.answerFileDialog(join(folder, 'saved.json'));
      const saved = JSON.parse(
        await workbench.poll(
          () => readFile(join(folder, 'saved.json'), 'utf8').catch(() => ''),
          (text) => text !== '',
          'saved.json was never written.',
        ),
      );
      assert.match(saved.bootstrapping_config.tls_bootstrapping_token, /^\*{8}#\d+#$/);
      await config.hover();
      await workbench.click(config.locator('.action-label[aria-label^="Reveal in Source"]'));
      await workbench.page.locator('.tab.active', { hasText: 'vmss.json' }).waitFor();
      await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    },
  },
  {
    name: 'the Bootstrap Explorer keeps pinned documents and copies decoded text with secrets masked',
    sameWindow: true,
    file: 'vmss.json',
    async run({ workbench }) {
      await workbench.waitForLens('Decode customData');
      await workbench.openBootstrapExplorer();
      const document = rows(workbench).filter({ hasText: 'vmss.json' });
      await document.hover();
      await workbench.click(document.locator('.action-label[aria-label^="Pin"]'));
      await document.locator('.codicon-pinned').first().waitFor();
      await workbench.openFile('cloud-config.yaml');
      await rows(workbench).filter({ hasText: 'hello.sh' }).waitFor();
      await document.waitFor();
      await workbench.screenshot('explorer-pinned');
      await workbench.runCommand('AKS Bootstrap: Stop Following the Active Editor');
      // The extension may learn of the next editor before it gets the command; then the view would show that one.
      const follow = workbench.page.locator('.part.sidebar .action-label[aria-label^="Follow the Active Editor"]');
      // Buttons of a view among others are hidden until it has the focus.
      await follow.first().waitFor({ state: 'attached' });
      await workbench.openFile('vmss.json');
      await rows(workbench).filter({ hasText: 'hello.sh' }).waitFor();
      await workbench.openFromTree(rows(workbench).filter({ hasText: 'hello.sh' }), 'hello.sh');
      await workbench.openBootstrapExplorer();
      // The focus may come to the tree a moment later than the view.
      await workbench.pressUntil(
        'Control+c',
        workbench.page.locator('.statusbar-item', { hasText: 'hello.sh was copied' }),
      );
      assert.match(await workbench.clipboard(), /^#!\/bin\//);
      await workbench.openFile('vmss.json');
      await workbench.runCommand('AKS Bootstrap: Follow the Active Editor');
      await rows(workbench).filter({ hasText: 'hello.sh' }).waitFor({ state: 'detached' });
    },
  },
];
