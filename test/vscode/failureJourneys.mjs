import assert from 'node:assert/strict';

/** Waits until the active editor shows a line. */
async function waitForLine(page, tab, line) {
  await page.locator(`.tab.active[data-resource-name="${tab}"]`).waitFor();
  await page.locator('.statusbar-item', { hasText: `Ln ${line}, Col 1` }).waitFor();
}

/** Explains a folder by the context menu of the Explorer. */
async function explainFolder(workbench, page, name) {
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: new RegExp(`^${name}$`) }).first();
  await workbench.chooseFromMenu(row, 'Explain Case', { picture: 'case-menu' });
}

/** A list of scale sets, of which the last one has another size. */
const fleet = ['Standard_D4s_v5', 'Standard_D4s_v5', 'Standard_D8s_v5'].map((name, index) => ({
  name: `aks-pool${index}-1-vmss`,
  sku: { name, capacity: 3 },
  virtualMachineProfile: { osProfile: {}, storageProfile: {} },
}));

export const failureJourneys = [
  {
    name: 'the report on a failure is shown rendered, with a link to the line, is restored after a reload, and follows edits',
    // A file in the address of the window would be all that is opened after the reload.
    async run({ workbench, page }) {
      await workbench.openFile('provisioning-error.txt');
      await workbench.waitForLens('Boot timeline');
      await workbench.runCommand('AKS Bootstrap: Explain Failure');
      const report = workbench.webview();
      await report.locator('h1', { hasText: 'Provisioning Report: provisioning-error.txt' }).waitFor();
      await report.locator('strong', { hasText: 'Exit code 50: ERR_OUTBOUND_CONN_FAIL' }).waitFor();
      await report.locator('h2', { hasText: 'Likely causes' }).waitFor();
      assert.doesNotMatch(await report.locator('main').innerText(), /\*\*|\|---|^#/m);
      // The steps of its timeline are drawn instead of listed.
      await report.locator('h2#timeline + .timeline .row.failed', { hasText: 'provisioning script' }).waitFor();
      assert.equal(await report.locator('h1').count(), 1);
      await workbench.screenshot('report');
      await workbench.click(report.locator('a', { hasText: 'provisioning-error.txt:3' }).first());
      await waitForLine(page, 'provisioning-error.txt', 3);

      await workbench.runCommand('Developer: Reload Window');
      await page.locator('.monaco-workbench').waitFor({ state: 'detached' });
      await report.locator('strong', { hasText: 'Exit code 50: ERR_OUTBOUND_CONN_FAIL' }).waitFor();
      await workbench.waitForLens('Boot timeline');
      await workbench.goTo(3, 18);
      await workbench.press('Backspace');
      await workbench.type('1');
      await report.locator('strong', { hasText: 'Exit code 51: ERR_K8S_API_SERVER_CONN_FAIL' }).waitFor();
    },
  },
  {
    name: 'a document without a failure or boot steps gets one sentence, and a node config is not offered their commands',
    sameWindow: true,
    async run({ workbench, page }) {
      await workbench.openFile('cloud-config.yaml');
      await workbench.waitForLens('Decode hello.sh');
      for (const [command, sentence] of [
        ['Explain Failure', 'contains nothing about provisioning'],
        ['Show Boot Timeline', 'cloud-config.yaml contains no boot steps.'],
      ]) {
        await workbench.runCommand(`AKS Bootstrap: ${command}`);
        await workbench.waitForMessage(sentence);
      }
      const items = page.locator('.notifications-center .notification-list-item');
      assert.equal(await items.locator('.codicon-error').count(), 0);
      assert.equal(await items.locator('.codicon-info').count(), 2);
      assert.equal(await page.locator('.tab').count(), 1);
      await workbench.screenshot('no-failure');
      await workbench.openFile('aks-node-controller-config.json');
      await workbench.waitForLens('The node starts');
      for (const title of ['AKS Bootstrap: Explain Failure', 'AKS Bootstrap: Show Boot Timeline'])
        await workbench.waitForCommand(title, false);
      await workbench.waitForCommand('AKS Bootstrap: Preview CSE', true);
    },
  },
  {
    name: 'the scale sets of a document are grouped in a report that is restored after a reload, with links to lines and to comparisons',
    sameWindow: true,
    files: { 'fleet.json': JSON.stringify(fleet, undefined, 2) },
    async run({ workbench, page }) {
      await workbench.openFromExplorer('fleet.json');
      await page.locator('.statusbar-item', { hasText: 'VMSS JSON' }).waitFor();
      await workbench.runCommand('AKS Bootstrap: Group Scale Sets of Document by Meaning');
      const report = workbench.webview();
      const heading = report.locator('h1', { hasText: '3 documents, 2 groups' });
      await heading.waitFor();

      await workbench.runCommand('Developer: Reload Window');
      await page.locator('.monaco-workbench').waitFor({ state: 'detached' });
      await heading.waitFor();
      await workbench.screenshot('groups');
      await workbench.click(report.locator('td', { hasText: 'Standard_D8s_v5' }).locator('a'));
      await waitForLine(page, 'fleet.json', 27);

      await workbench.click(page.locator('.tab', { hasText: 'fleet.json.groups.md' }));
      const compare = 'Compare fleet.json (aks-pool2-1-vmss) with fleet.json (aks-pool0-1-vmss)';
      await workbench.click(report.locator('a', { hasText: compare }));
      const title = 'aks-pool0-1-vmss in fleet.json ↔ aks-pool2-1-vmss in fleet.json (by meaning)';
      await page.locator('.tab.active', { hasText: title }).waitFor();
      await page.locator('.editor.modified .view-line', { hasText: 'Standard_D8s_v5' }).waitFor();
      await workbench.screenshot('groups-compared');
    },
  },
  {
    name: 'a folder of logs is explained as one case from the Explorer, is restored after a reload, with links to lines of its files',
    sameWindow: true,
    async run({ workbench, page }) {
      await explainFolder(workbench, page, 'case');
      const report = workbench.webview();
      const verdict = report.locator('strong', {
        hasText: '3 of 5 instances failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL), DNS for',
      });
      await report.locator('h1', { hasText: 'Case: case' }).waitFor();
      await verdict.waitFor();

      await workbench.runCommand('Developer: Reload Window');
      await page.locator('.monaco-workbench').waitFor({ state: 'detached' });
      await verdict.waitFor();
      assert.equal(await report.locator('table').first().locator('tbody tr').count(), 5);
      await workbench.screenshot('case');
      await workbench.click(report.locator('a', { hasText: 'aks-node-controller-config.json:41' }).first());
      await waitForLine(page, 'aks-node-controller-config.json', 41);
      await workbench.screenshot('case-line');
    },
  },
  {
    name: 'a folder of logs in a virtual file system is explained as text where VS Code has no Markdown',
    web: 'only',
    async run({ workbench, page }) {
      await explainFolder(workbench, page, 'case');
      await workbench.waitForTab('case.report.md');
      await workbench.waitForEditorText(/3 of 5 instances failed with exit code 50/);
      await workbench.screenshot('case-web');
    },
  },
];
