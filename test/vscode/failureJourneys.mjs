import assert from 'node:assert/strict';

/** Waits until the active editor shows a line. */
async function waitForLine(page, tab, line) {
  await page.locator('.tab.active', { hasText: tab }).waitFor();
  await page.locator('.statusbar-item', { hasText: `Ln ${line}, Col 1` }).waitFor();
}

export const failureJourneys = [
  {
    name: 'the report on a failure is shown rendered, with a link to the line, and follows edits',
    file: 'provisioning-error.txt',
    web: true,
    async run({ workbench, page }) {
      await workbench.waitForLens('Boot timeline');
      await workbench.runCommand('AKS Bootstrap: Explain Failure');
      const report = workbench.webview();
      await report.locator('h1', { hasText: 'Provisioning Report: provisioning-error.txt' }).waitFor();
      await report.locator('strong', { hasText: 'Exit code 50: ERR_OUTBOUND_CONN_FAIL' }).waitFor();
      await report.locator('h2', { hasText: 'Likely causes' }).waitFor();
      assert.doesNotMatch(await report.locator('main').innerText(), /\*\*|\|---|^#/m);
      await workbench.screenshot('report');
      await workbench.click(report.locator('a', { hasText: 'provisioning-error.txt:3' }).first());
      await waitForLine(page, 'provisioning-error.txt', 3);
    },
  },
  {
    name: 'a folder of logs is explained as one case from the Explorer, with links to lines of its files',
    web: true,
    async run({ workbench, page }) {
      const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: /^case$/ }).first();
      await workbench.click(row, { button: 'right' });
      await workbench.click(page.locator('.monaco-menu .action-label', { hasText: 'Explain Case' }));
      const report = workbench.webview();
      await report.locator('h1', { hasText: 'Case: case' }).waitFor();
      await report
        .locator('strong', { hasText: '3 of 5 instances failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL), DNS for' })
        .waitFor();
      assert.equal(await report.locator('table').first().locator('tbody tr').count(), 5);
      await workbench.screenshot('case');
      await workbench.click(report.locator('a', { hasText: 'aks-node-controller-config.json:41' }).first());
      await waitForLine(page, 'aks-node-controller-config.json', 41);
      await workbench.screenshot('case-line');
    },
  },
];
