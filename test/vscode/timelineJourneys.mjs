import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Opens files of the folder `boot`, each in a tab of its own. */
async function openLogs(workbench, names) {
  for (const name of names) {
    await workbench.openFile(`boot/${name}`);
    await workbench.runCommand('View: Keep Editor');
  }
}

const logs = [
  'aks-node-controller.log',
  'cloud-init.log',
  'waagent.log',
  'events.json',
  'cluster-provision.log',
  'syslog',
  'provision.json',
];

/** Opens the timeline of the document in the active editor by its lens; returns the page with the chart. */
async function openTimeline(workbench) {
  await workbench.clickLens('Boot timeline', workbench.page.locator('.tab', { hasText: 'Boot timeline: ' }));
  return workbench.webview();
}

/** The names of the rows of a chart, from top to bottom. */
function rowNames(page) {
  return page.locator('.row .name .text').allInnerTexts();
}

/** Waits until an input has the value `text`. */
async function expectValue(input, text) {
  await input.waitFor();
  const handle = await input.elementHandle();
  await input.page().waitForFunction(([element, wanted]) => element.value === wanted, [handle, text]);
}

export const timelineJourneys = [
  {
    name: 'the boot timeline of the open logs works with the keyboard and is restored after a reload',
    async run({ workbench, page }) {
      await openLogs(workbench, logs);
      await workbench.waitForLens('Boot timeline');
      await workbench.runCommand('AKS Bootstrap: Show Boot Timeline of Open Editors');
      const chart = workbench.webview();
      await chart.locator('h1', { hasText: 'Boot timeline from 7 sources' }).waitFor();
      assert.equal((await rowNames(chart))[0], 'kernel');
      const failed = chart.locator('.row.failed', { hasText: 'ensureKubelet' });
      assert.match(await failed.locator('.spoken-only').innerText(), /^Failed: AKS\.CSE\.ensureKubelet, /);
      assert.equal(await failed.locator('.sign').innerText(), '\u2716');
      await workbench.screenshot('timeline-light-beside');
      await workbench.runCommand('View: Toggle Maximize Editor Group');
      await workbench.screenshot('timeline-light');
      // Names aren't cut as long as half of the window remains for the chart.
      const cut = await chart
        .locator('.row .name .text')
        .evaluateAll((names) =>
          names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.innerText),
        );
      assert.deepEqual(cut, []);

      // The cause of the failure is selected at first; keys move the selection from there.
      const chosen = (name) => chart.locator('.row[aria-selected="true"]:focus', { hasText: name });
      await chart.locator('.row[aria-selected="true"]', { hasText: 'ensureKubelet' }).focus();
      await page.keyboard.press('End');
      await chosen('node registered').waitFor();
      await page.keyboard.press('Home');
      await chosen('kernel').waitFor();
      await page.keyboard.press('ArrowDown');
      await chosen('cloud-init, local stage').waitFor();
      await page.keyboard.press('+');
      await chart.locator('.zoom', { hasText: '2×' }).waitFor();
      await page.keyboard.press('+');
      await chart.locator('.zoom', { hasText: '4×' }).waitFor();
      await chosen('cloud-init, local stage').waitFor();
      await workbench.screenshot('timeline-zoomed');
      await page.keyboard.press('0');
      await chart.locator('.zoom', { hasText: '1×' }).waitFor();

      await failed.hover();
      await chart.locator('.tip', { hasText: 'Failed.' }).waitFor();
      await workbench.screenshot('timeline-hover');
      await workbench.click(failed);
      await chart.locator('.details h2', { hasText: 'AKS.CSE.ensureKubelet' }).waitFor();
      await workbench.screenshotInDark('timeline-dark');

      await workbench.runCommand('Developer: Reload Window');
      await page.locator('.monaco-workbench').waitFor({ state: 'detached' });
      await chart.locator('.details h2', { hasText: 'AKS.CSE.ensureKubelet' }).waitFor();
      assert.equal((await rowNames(chart))[0], 'kernel');
      // The link opens the trace at the line that calls the step.
      await workbench.click(chart.locator('.details .link', { hasText: 'cluster-provision.log:13' }));
      await page.locator('.statusbar-item', { hasText: 'Ln 13, Col 1' }).waitFor();
    },
  },
  {
    name: 'the timeline of a failure opens from its code lens, follows edits, and Enter goes back to the document',
    sameWindow: true,
    file: 'provisioning-error.txt',
    async run({ workbench, page }) {
      const chart = await openTimeline(workbench);
      await chart.locator('h1', { hasText: 'Boot timeline from provisioning-error.txt' }).waitFor();
      await chart.locator('.row.failed', { hasText: 'provisioning script' }).waitFor();
      await chart.locator('.details .note', { hasText: 'Exit code 50: ERR_OUTBOUND_CONN_FAIL' }).waitFor();
      await workbench.screenshot('timeline-failure');
      await workbench.click(chart.locator('summary'));
      await chart.locator('table th[scope="row"]', { hasText: 'provisioning script' }).waitFor();
      await chart.locator('.row[aria-selected="true"]').focus();
      await page.keyboard.press('Enter');
      await page.locator('.editor-group-container.active .tab.active', { hasText: 'provisioning-error.txt' }).waitFor();
      await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();

      // The chart follows edits of the document.
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await chart.locator('.empty', { hasText: 'No boot steps with timestamps found.' }).waitFor();
      await workbench.screenshot('timeline-empty');
      await page.keyboard.press('Control+Z');
      await chart.locator('.row.failed', { hasText: 'provisioning script' }).waitFor();
    },
  },
  {
    name: 'a timeline is exported as an image and as a report',
    sameWindow: true,
    file: 'provisioning-error.txt',
    async run({ workbench, folder }) {
      const chart = await openTimeline(workbench);
      await chart.locator('.row').first().waitFor();
      for (const [button, name] of [
        ['Export image', 'provisioning-error.timeline.svg'],
        ['Export report', 'provisioning-error.timeline.md'],
      ]) {
        await workbench.click(chart.locator('button', { hasText: button }));
        // The dialog proposes the folder of the document.
        const input = workbench.page.locator('.quick-input-widget input.input').first();
        await expectValue(input, join(folder, name));
        await input.press('Enter');
        await workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).waitFor();
      }
      const image = await readFile(join(folder, 'provisioning-error.timeline.svg'), 'utf8');
      assert.match(image, /^<\?xml[^]*<svg [^]*provisioning script[^]*<\/svg>\n$/);
      const report = await readFile(join(folder, 'provisioning-error.timeline.md'), 'utf8');
      assert.match(report, /^# Boot timeline from provisioning-error\.txt\n/);
    },
  },
  {
    name: 'a timeline shows hundreds of steps with long names',
    sameWindow: true,
    file: 'events.json',
    files: {
      'events.json': Array.from({ length: 240 }, (_, index) =>
        JSON.stringify({
          Timestamp: new Date(Date.UTC(2026, 2, 3, 10, 0, index * 2)).toISOString().replace('T', ' ').replace('Z', ''),
          OperationId: new Date(Date.UTC(2026, 2, 3, 10, 0, index * 2 + 1 + (index % 7)))
            .toISOString()
            .replace('T', ' ')
            .replace('Z', ''),
          TaskName: `AKS.CSE.aStepWithAnUnusuallyLongNameThatNoColumnHasRoomFor.${index}`,
          EventLevel: index % 60 === 59 ? 'Error' : 'Informational',
          Message: 'Completed',
        }),
      ).join('\n'),
    },
    async run({ workbench }) {
      const chart = await openTimeline(workbench);
      await chart.locator('.row').nth(239).waitFor({ state: 'attached' });
      await workbench.screenshot('timeline-long');
    },
  },
];
