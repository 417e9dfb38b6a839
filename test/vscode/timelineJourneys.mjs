import assert from 'node:assert/strict';

/** Opens files of the folder `boot`, so that each keeps its tab. */
async function openLogs(workbench, names) {
  for (const name of names) {
    await workbench.openFile(`boot/${name}`);
    await workbench.runCommand('View: Keep Editor');
  }
}

const logs = ['cloud-init.log', 'waagent.log', 'events.json', 'cluster-provision.log', 'syslog', 'provision.json'];

/** The names of the rows of a chart, in their order. */
function rowNames(page) {
  return page.locator('.row .name .text').allInnerTexts();
}

export const timelineJourneys = [
  {
    name: 'the boot of a node is drawn from its logs, and read with the keyboard',
    file: 'boot/aks-node-controller.log',
    async run({ workbench, page }) {
      await workbench.waitForLens('Boot timeline');
      await openLogs(workbench, logs);
      await workbench.runCommand('AKS Bootstrap: Show Boot Timeline of Open Editors');
      const chart = workbench.webview();
      await chart.locator('h1', { hasText: 'Boot as 7 texts tell it' }).waitFor();
      assert.equal((await rowNames(chart))[0], 'kernel');
      const failed = chart.locator('.row.failed', { hasText: 'AKS.CSE.ensureKubelet' });
      assert.match((await failed.getAttribute('aria-label')) ?? '', /^Failed: AKS\.CSE\.ensureKubelet, /);
      await workbench.screenshot('timeline-light');

      // The first failed step is the chosen one; arrows lead on from there.
      await chart.locator('.row[aria-selected="true"]').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await chart.locator('.row[aria-selected="true"]', { hasText: 'cloud-init, local stage' }).waitFor();
      await page.keyboard.press('+');
      await chart.locator('.zoom', { hasText: '2×' }).waitFor();
      await page.keyboard.press('+');
      await chart.locator('.zoom', { hasText: '4×' }).waitFor();
      await chart.locator('.row[aria-selected="true"]:focus', { hasText: 'cloud-init, local stage' }).waitFor();
      await workbench.screenshot('timeline-zoomed');
      await page.keyboard.press('0');
      await chart.locator('.zoom', { hasText: '1×' }).waitFor();
      await failed.click();
      await chart.locator('.details h2', { hasText: 'AKS.CSE.ensureKubelet' }).waitFor();
      await chart.locator('.details .link', { hasText: 'cluster-provision.log:13' }).waitFor();
      await failed.hover();
      await chart.locator('.tip', { hasText: 'Failed.' }).waitFor();
      await workbench.runCommand('View: Toggle Maximize Editor Group').catch(() => undefined);
      await workbench.runCommand('Preferences: Toggle between Light/Dark Themes');
      await page.locator('.monaco-workbench.vs-dark').waitFor();
      await chart.locator('body.vscode-dark').waitFor();
      await workbench.screenshot('timeline-dark');
    },
  },
];
