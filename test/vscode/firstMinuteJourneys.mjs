import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Opens the step `title` of our walkthrough. */
async function openStep(workbench, title) {
  await workbench.runCommand('Welcome: Open Walkthrough...', { opensInput: true });
  await workbench.pick('Get Started with AKS Bootstrap');
  const step = workbench.page.locator('.getting-started-step', { hasText: title });
  await step.waitFor();
  if ((await step.getAttribute('aria-expanded')) !== 'true') await workbench.click(step.locator('.step-title'));
  return step;
}

/** Opens the start page with the keyboard, and returns it when its box has the focus. */
async function openStartPage(workbench) {
  await workbench.runCommand('AKS Bootstrap: Get Started');
  const page = await workbench.frameWith('#box');
  await page.locator('#box:focus').waitFor();
  return page;
}

/** Pastes a sample into the start page and waits for what it says about it. */
async function paste(workbench, name, says) {
  const page = await openStartPage(workbench);
  const text = await readFile(join('test/samples', name), 'utf8');
  await workbench.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await workbench.page.keyboard.press('Control+V');
  await page.locator('[role=status]', { hasText: says }).waitFor();
  return page;
}

export const firstMinuteJourneys = [
  {
    name: 'a newcomer does the four jobs from the start page, with the keyboard alone',
    web: true,
    async run({ workbench }) {
      const { keyboard } = workbench.page;
      await openStartPage(workbench);
      await workbench.screenshot('start-page');
      await workbench.screenshotInDark('start-page-dark');

      // Author: the cursor is on the first problem.
      await paste(workbench, 'faulty.node-config.json', 'A node config with 12 problems.');
      await workbench.waitForTab('aks-node-controller-config.json');
      await workbench.waitForSquiggle('error');
      await workbench.goTo(18, 40);
      await workbench.quickFix('Rename to maxPods');
      await workbench.waitForEditorText(/"maxPods": 110/);
      await workbench.runCommand('View: Revert and Close Editor');

      // Preview: with the first button after the box that belongs to the result.
      const page = await paste(workbench, 'aks-node-controller-config.json', 'A node config.');
      await openStartPage(workbench);
      for (let isThere = false; !isThere; isThere = (await page.locator('[data-action=preview]:focus').count()) > 0)
        await keyboard.press('Tab');
      await workbench.screenshot('start-preview');
      await keyboard.press('Enter');
      await workbench.pick('Environment of the scripts', 'Environment');
      await workbench.waitForTab('bootstrap.env');
      await workbench.runCommand('View: Close All Editors');

      // Decode: the payloads are in the tree, and the config in them is open at its problem.
      await paste(workbench, 'vmss.json', 'its custom data has a node config with 1 problem');
      await workbench.waitForEditorText(/"kubelet_node_lables"/);
      await workbench.waitForSquiggle('error');
      await workbench.treeRow('Bootstrap Explorer', 'customData');
      await workbench.screenshot('start-decoded');
      await workbench.runCommand('View: Close All Editors');

      // Explain: the report is beside the text.
      await paste(workbench, 'provisioning-error.txt', 'vmssCSE failed with exit code 50');
      await workbench.waitForTab('status.txt');
      const report = await workbench.frameWith('strong');
      await report.getByText('ERR_OUTBOUND_CONN_FAIL').first().waitFor();
      await workbench.screenshot('start-explained');
      await workbench.screenshotInDark('start-explained-dark');
      // No question whether to save what was pasted.
      await workbench.runCommand('View: Close All Editors');
      await workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'the links of the walkthrough lead to a quick fix, a preview, a payload and an explained failure',
    web: true,
    async run({ workbench }) {
      const follow = async (title, link) => {
        const step = await openStep(workbench, title);
        await workbench.click(step.locator('a', { hasText: link }));
      };
      await openStep(workbench, 'Author a node config');
      await workbench.screenshot('walkthrough');
      await workbench.screenshotInDark('walkthrough-dark');

      await follow('Author a node config', 'a sample with mistakes');
      await workbench.waitForSquiggle('error');
      await workbench.goTo(18, 40);
      await workbench.quickFix('Rename to maxPods');
      await workbench.waitForEditorText(/"maxPods": 110/);

      await follow('Preview what the node gets', 'a sample');
      await workbench.pick('Environment of the scripts', 'Environment');
      await workbench.waitForTab('bootstrap.env');
      await workbench.screenshot('walkthrough-preview');

      await follow('Decode what Azure shows', 'a sample scale set');
      await workbench.pick('/opt/azure/containers/aks-node-controller-config.json', 'aks-node-controller-config');
      await workbench.waitForEditorText(/"tls_bootstrapping_token": "\*{8}/);

      await follow('Explain a failed node', 'a sample error');
      // Without VS Code's Markdown, as on the web here, the report opens as text.
      await Promise.any([
        workbench.webview().locator('strong', { hasText: 'ERR_OUTBOUND_CONN_FAIL' }).waitFor(),
        workbench.waitForEditorText(/ERR_OUTBOUND_CONN_FAIL/),
      ]);
      await workbench.screenshot('walkthrough-explain');
    },
  },
];
