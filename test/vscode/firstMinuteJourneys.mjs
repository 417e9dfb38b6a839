import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropFiles } from './workbench.mjs';

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

/** Waits for a report with a text. Without VS Code's Markdown, as on the web here, it is one in the last editor. */
async function reportWith(workbench, text) {
  const inEditor = workbench.page.locator('.editor-group-container').last().locator('.view-lines').first();
  await Promise.any([
    workbench.frameWith('strong').then((frame) => frame.getByText(text).first().waitFor()),
    inEditor.filter({ hasText: text }).waitFor(),
  ]);
}

/** Pastes a sample into the start page and waits for what it says about it. */
async function paste(workbench, name, says) {
  return pasteText(workbench, await readFile(join('test/samples', name), 'utf8'), says);
}

async function pasteText(workbench, text, says) {
  const page = await openStartPage(workbench);
  await workbench.copy(text);
  await workbench.page.keyboard.press('Control+V');
  await page.locator('[role=status]', { hasText: says }).waitFor();
  return page;
}

/** The logs of a failed VM. */
const failedVm = 'test/samples/case/aks-shop-40871234-vmss000000';

export const firstMinuteJourneys = [
  {
    name: 'the walkthrough counts a first edit, and without a document, its buttons offer a file, the clipboard or a sample',
    async run({ workbench }) {
      // Authoring is completed by a first edit, not by opening the sample.
      const author = await openStep(workbench, 'Author a node config');
      await workbench.click(author.locator('a', { hasText: 'a sample with mistakes' }));
      await workbench.waitForSquiggle('error');
      const authored = () =>
        openStep(workbench, 'Author a node config').then((step) =>
          step.locator('.codicon-getting-started-step-checked'),
        );
      assert.equal(await (await authored()).count(), 0);
      await workbench.click(workbench.page.locator('.tab', { hasText: 'faulty.node-config.json' }));
      await workbench.goTo(18, 40);
      await workbench.quickFix('Rename to maxPods');
      await (await authored()).waitFor();
      await workbench.startOver();
      for (const [title, button, sample, done] of [
        [
          'Preview what the node gets',
          'Open Live Preview',
          'Sample: A node config and its previews',
          async () => {
            await workbench.pick('Environment of the scripts', 'Environment');
            await workbench.waitForTab('bootstrap.env');
          },
        ],
        [
          'Decode what Azure shows',
          'Decode Payloads',
          'Sample: A scale set and its payloads',
          async () => {
            await workbench.pick('/opt/azure/containers/aks-node-controller-config.json', 'aks-node-controller-config');
            await workbench.waitForEditorText(/"tls_bootstrapping_token": "\*{8}/);
          },
        ],
        [
          'Explain a failed node',
          'Explain Failure in Clipboard',
          'Sample: A provisioning failure',
          () => reportWith(workbench, 'ERR_OUTBOUND_CONN_FAIL'),
        ],
      ]) {
        const step = await openStep(workbench, title);
        const checked = step.locator('.codicon-getting-started-step-checked');
        await workbench.click(step.locator('.monaco-button', { hasText: button }));
        await workbench.page.locator('.quick-input-list', { hasText: 'Open File…' }).waitFor();
        assert.equal(await checked.count(), 0, `${title} is completed before it was tried`);
        await workbench.screenshot(`walkthrough-offers-${button}`);
        await workbench.pick(sample, 'Sample', { opensInput: button !== 'Explain Failure in Clipboard' });
        await done();
        await workbench.runCommand('View: Close All Editors');
        await (await openStep(workbench, title)).locator('.codicon-getting-started-step-checked').waitFor();
        await workbench.runCommand('View: Close All Editors');
      }
    },
  },
  {
    name: 'the start page explains dropped files together, and says what it cannot read',
    sameWindow: true,
    async run({ workbench }) {
      const page = await openStartPage(workbench);
      const says = (text) => page.locator('[role=status]', { hasText: text }).waitFor();
      await workbench.page.keyboard.type('some words');
      await workbench.page.keyboard.press('Control+Enter');
      await says("This text isn't recognised. AKS Bootstrap reads JSON of scale sets");
      await dropFiles(page, [['large.log', 'x', 33 * 1024 * 1024]]);
      await says('That is too much for this box, which reads 32 MB and 1,000 files.');

      // A file alone is opened under its own name.
      const folder = 'test/samples/case';
      const config = ['config.json', await readFile(join(folder, 'aks-node-controller-config.json'), 'utf8')];
      await dropFiles(page, [config]);
      await workbench.waitForTab('config.json');
      await says('A node config');

      // Several are explained together, with the cursor on the field behind the failure.
      await dropFiles(page, [config, ['provision.json', await readFile(join(failedVm, 'provision.json'), 'utf8')]]);
      await says('failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL)');
      await says('which may have led to the failure.');
      await workbench.page.locator('.tab', { hasText: '2 files.report.md' }).waitFor();
      await workbench.screenshot('start-dropped');
      const report = workbench.page.locator('.tab.active', { hasText: '2 files.report.md' });
      const button = (title) => page.getByRole('button', { name: title, exact: true });
      await workbench.click(workbench.page.locator('.tab', { hasText: 'config.json' }).first());
      await report.waitFor({ state: 'detached' });
      await workbench.click(button('Report'));
      await report.waitFor();
      await workbench.click(button('Config'));
      await workbench.page.locator('.editor-group-container.active .tab.active', { hasText: 'config.json' }).waitFor();
      await workbench.click(button('Timeline'));
      await workbench.page.locator('.tab.active', { hasText: 'timeline' }).waitFor();

      // Scale sets without a failure are grouped, and a list of them can be.
      const machines = ['Standard_D4s_v5', 'Standard_D4s_v5', 'Standard_D8s_v5'].map((name, index) => ({
        name: `aks-pool${index}-vmss`,
        sku: { name },
        virtualMachineProfile: { osProfile: {} },
      }));
      await dropFiles(
        page,
        machines.map((one) => [`${one.name}.json`, JSON.stringify(one)]),
      );
      await says('3 documents, 2 groups.');
      await page.locator('button', { hasText: 'Groups' }).waitFor();
      await workbench.page.locator('.tab', { hasText: '3 files.groups.md' }).waitFor();
      await workbench.screenshot('start-fleet');
      await workbench.copy(JSON.stringify(machines, undefined, 2));
      await workbench.click(page.locator('button', { hasText: 'From Clipboard' }));
      await says('3 scale sets.');
      await page.locator('button', { hasText: 'Compare Scale Sets' }).waitFor();
      await workbench.screenshot('start-scale-sets');
      await workbench.click(page.locator('button', { hasText: 'Groups' }));
      await workbench.page.locator('.tab', { hasText: 'vmss.json.groups.md' }).waitFor();
    },
  },
  {
    name: 'files and folders are dropped from the explorer of VS Code and from the desktop',
    sameWindow: true,
    files: {
      'vm/more/other.txt': 'nothing\n',
      'vm/provision.json': await readFile(`${failedVm}/provision.json`, 'utf8'),
      'one.txt': 'exit status=50\n',
    },
    async run({ workbench, page, folder }) {
      const rowOf = (name) => page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).first();
      const tree = page
        .locator('.pane')
        .filter({ has: page.locator('.pane-header', { hasText: 'Bootstrap Explorer' }) })
        .locator('.tree-explorer-viewlet-tree-view');
      const start = await openStartPage(workbench);
      const says = (text) => start.locator('[role=status]', { hasText: text }).waitFor();
      const empty = async () => {
        await workbench.runCommand('View: Close All Editors');
        await tree.getByText('Drop files or folders here').waitFor();
      };
      await empty();
      await workbench.screenshot('drop-empty');
      await workbench.screenshotInDark('drop-empty-dark');
      // The text of a journey before this one may still be on the page.
      await workbench.dropFromDesktop([join(folder, 'one.txt')], tree);
      await says('provisioning failed with exit code 50');

      // A browser gives extensions no folder; VS Code on a desktop gives its address.
      await workbench.dropFromDesktop([join(folder, 'vm')], tree);
      await says('vm cannot be read here. Hold Shift and drop it on the box.');

      // A drag from the explorer needs no key on the tree, also while the tree is empty.
      await empty();
      await workbench.runCommand('File: Focus on Files Explorer');
      await workbench.dragFromExplorer(rowOf('vm'), 'AKS Bootstrap', tree);
      await reportWith(workbench, 'failed with exit code 50');
      await workbench.frameWith('#sentence:not(:empty)');
      await workbench.screenshot('dropped-on-tree');

      // The box gets a drop with Shift only, and reads a folder from the desktop with what is inside it.
      await empty();
      const box = page.locator('iframe.webview.ready').first();
      const again = await openStartPage(workbench);
      await workbench.dropFromDesktop([join(folder, 'vm')], box, { shift: true });
      await page.locator('.tab', { hasText: 'vm.report.md' }).waitFor();
      await reportWith(workbench, '2 files read');
      await again.locator('[role=status]', { hasText: 'failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL)' }).waitFor();
    },
  },
  {
    name: 'a newcomer does the four jobs from the start page, with the keyboard alone',
    sameWindow: true,
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
      const focused = page.locator('button:focus', { hasText: 'Preview…' });
      while ((await focused.count()) === 0) await keyboard.press('Tab');
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
      await reportWith(workbench, 'ERR_OUTBOUND_CONN_FAIL');
      await workbench.screenshot('start-explained');
      await workbench.screenshotInDark('start-explained-dark');
      // No question whether to save what was pasted.
      await workbench.runCommand('View: Close All Editors');
      await workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a failure and a scale set that are pasted one after the other lead to the field behind the failure',
    sameWindow: true,
    async run({ workbench }) {
      const linked = 'The cursor is on api_server_config.api_server_name';
      await pasteText(workbench, 'ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL', 'provisioning failed with exit code 52');
      await paste(workbench, 'vmss.json', `${linked}, which may have led to the failure.`);
      await workbench.waitForEditorText(/"api_server_name"/);
      await workbench.page.locator('.statusbar-item', { hasText: 'Ln 4, Col 5' }).waitFor();
      await workbench.runCommand('View: Close All Editors');

      await paste(workbench, 'vmss.json', 'The cursor is on the first problem.');
      await pasteText(workbench, 'ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL', `${linked} in `);
      await workbench.page.locator('.statusbar-item', { hasText: 'Ln 4, Col 5' }).waitFor();
      await workbench.screenshot('start-linked');
    },
  },
  {
    name: 'a pasted template says how many of its values are still examples, and leads from one to the next',
    sameWindow: true,
    async run({ workbench }) {
      const config = JSON.parse(await readFile('test/samples/aks-node-controller-config.json', 'utf8'));
      config.bootstrapping_config.tls_bootstrapping_token = '<token>';
      config.auth_config.tenant_id = '00000000-0000-0000-0000-000000000000';
      const text = JSON.stringify(config, undefined, 2);
      const page = await pasteText(workbench, text, 'A node config. 2 values are still examples.');
      await workbench.waitForLens('Next Example (2 values are still examples)');
      const selected = (line, length) =>
        workbench.page
          .locator('.statusbar-item', {
            hasText: new RegExp(`^Ln ${line}, Col \\d+${length === 0 ? '$' : ` \\(${length} selected\\)`}`),
          })
          .waitFor();
      const lineOf = (value) => text.split('\n').findIndex((line) => line.includes(value)) + 1;
      await selected(lineOf('00000000-0000-0000-0000-000000000000'), 0);
      await workbench.screenshot('start-examples');
      await workbench.screenshotInDark('start-examples-dark');
      const next = page.getByRole('button', { name: 'Next Example', exact: true });
      await workbench.click(next);
      await selected(lineOf('00000000-0000-0000-0000-000000000000'), 36);
      await workbench.click(next);
      await selected(lineOf('<token>'), 7);
    },
  },
  {
    name: 'the links of the walkthrough lead to a quick fix, a preview, a payload and an explained failure',
    sameWindow: true,
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
      await reportWith(workbench, 'ERR_OUTBOUND_CONN_FAIL');
      await workbench.screenshot('walkthrough-explain');
    },
  },
];
