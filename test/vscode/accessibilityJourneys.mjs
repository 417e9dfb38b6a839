import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { takesPictures } from './workbench.mjs';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The themes, with the class that VS Code gives to the bodies of webviews. */
const themes = [
  ['Light Modern', 'vscode-light'],
  ['Dark Modern', 'vscode-dark'],
  ['Dark High Contrast', 'vscode-high-contrast'],
  ['Light High Contrast', 'vscode-high-contrast-light'],
];

/** A window at 100 % and at 200 %, where a pixel of the page takes four of the screen. */
const viewports = { '100 %': { width: 1440, height: 900 }, '200 %': { width: 720, height: 450 } };

/** What axe-core finds in the page of a webview, one line per element. */
async function violationsIn(page) {
  return page.locator('body').evaluate(async (body, source) => {
    if (!('axe' in window)) (0, eval)(source);
    // The page around ours is VS Code's.
    const { violations } = await window.axe.run(body, { iframes: false, resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary}`),
    );
  }, axeSource);
}

/** The colours of the legend that can hardly be seen. */
function faintIn(page) {
  return page.locator('body').evaluate((body) =>
    [...body.querySelectorAll('.legend li')].flatMap((entry) => {
      const { backgroundColor } = getComputedStyle(entry.querySelector('.swatch'));
      const [, alpha = '1'] = /^rgba\(.*, ([\d.]+)\)$/.exec(backgroundColor) ?? [];
      return Number(alpha) >= 0.6 ? [] : [`${entry.textContent} is ${backgroundColor}`];
    }),
  );
}

/** The elements of a webview that move: they, or what CSS adds before and after them, have an animation or a transition. */
function movingIn(page) {
  return page.locator('body').evaluate((body) =>
    [body, ...body.querySelectorAll('*')]
      .filter((one) =>
        [undefined, '::before', '::after'].some((part) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(one, part);
          return (
            animationName !== 'none' || !/^(?:0s(?:, )?)+$/.test(transitionDuration) || scrollBehavior === 'smooth'
          );
        }),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );
}

/** Checks the pages of webviews that are open in all themes and sizes; with --pictures, takes one of each. */
async function checkPages(workbench, name, pages) {
  const found = [];
  for (const [index, [theme, className]] of themes.entries()) {
    await workbench.useTheme(theme, className, pages);
    // Colours don't depend on the size, nor roles and names on the theme.
    const sizes = Object.entries(viewports).slice(0, index === 0 || takesPictures ? 2 : 1);
    for (const [size, viewport] of sizes) {
      await workbench.page.setViewportSize(viewport);
      await pages[0].locator('.row, .report').first().waitFor();
      await workbench.screenshot(`${name}-${className}-${size.slice(0, 3)}`);
      for (const page of pages)
        for (const violation of await violationsIn(page)) found.push(`${theme}, ${size}: ${violation}`);
    }
    await workbench.page.setViewportSize(viewports['100 %']);
    for (const page of pages) for (const colour of await faintIn(page)) found.push(`${theme}: ${colour}`);
  }
  assert.equal(found.join('\n'), '');
  for (const page of pages) assert.deepEqual(await movingIn(page), []);
}

export const accessibilityJourneys = [
  {
    name: 'a timeline has names, roles and contrast, and announces its zoom',
    async run({ workbench, page }) {
      for (const name of [
        'aks-node-controller.log',
        'cloud-init.log',
        'waagent.log',
        'events.json',
        'syslog',
        'handler.log',
      ]) {
        await workbench.openFile(`boot/${name}`);
        await workbench.runCommand('View: Keep Editor');
      }
      await workbench.runCommand('AKS Bootstrap: Show Boot Timeline of Open Editors', { onceReady: true });
      const chart = workbench.webview();
      await chart.locator('.row').first().waitFor();
      await chart.locator('summary').focus();
      await page.keyboard.press('Enter');
      await chart.locator('table').waitFor();
      const announced = chart.locator('[role="status"]');
      await announced.filter({ hasText: /^\d+ steps, [3-9] failed\. Zoom 1×\.$/ }).waitFor({ state: 'attached' });
      await page.keyboard.press('+');
      await announced.filter({ hasText: 'Zoom 2×.' }).waitFor({ state: 'attached' });
      await page.keyboard.press('0');
      await chart.locator('.legend li', { hasText: 'extension' }).waitFor();
      assert.deepEqual(await violationsIn(chart), []);
      assert.deepEqual(await faintIn(chart), []);
      assert.deepEqual(await movingIn(chart), []);
      await chart.locator('.row').first().hover();
      await chart.locator('.tip').waitFor();
      assert.deepEqual(await movingIn(chart), []);
    },
  },
  {
    name: 'from a sample with mistakes to the timeline of a failure with the keyboard only',
    sameWindow: true,
    async run({ workbench, page, folder }) {
      await page.evaluate(() => {
        window.pointers = 0;
        window.addEventListener('pointerdown', () => (window.pointers += 1), true);
      });
      // A command opens its result beside the active group.
      const openFile = async (name) => {
        await workbench.runCommand('View: Focus First Editor Group');
        await workbench.openFile(name);
      };
      const waitForTab = (name) =>
        page.locator('.editor-group-container.active .tab.active', { hasText: name }).waitFor();

      await workbench.runCommand('AKS Bootstrap: Open a Sample', { opensInput: true, onceReady: true });
      await workbench.pick('A node config with mistakes');
      await workbench.waitForSquiggle('error');
      await workbench.goTo(18, 40);
      await workbench.quickFix('Rename to maxPods');
      await workbench.waitForEditorText(/"maxPods": 110/);

      await openFile('aks-node-controller-config.json');
      await workbench.waitForLens('Live preview');
      await workbench.runCommand('AKS Bootstrap: Preview Environment');
      await workbench.waitForEditorText(/^ADMINUSER=azureuser$/m);

      const before = await readFile(join(folder, 'vmss.json'), 'utf8');
      await openFile('vmss.json');
      await workbench.waitForLens('Decode customData');
      await workbench.runCommand('AKS Bootstrap: Decode Payloads', { opensInput: true });
      await workbench.pick('/opt/azure/containers/aks-node-controller-config.json', 'aks-node-controller-config');
      await workbench.waitForEditorText(/"tls_bootstrapping_token": "\*{8}/);
      await workbench.goTo(45, 8);
      await workbench.quickFix('Rename to kubelet_node_labels');
      await workbench.waitForEditorText(/"kubelet_node_labels": \{/);
      await workbench.save();
      await workbench.runCommand('AKS Bootstrap: Go to Outer Document');
      await waitForTab('vmss.json');
      await workbench.waitForNoSquiggle('error');
      await workbench.save();
      assert.notEqual(await readFile(join(folder, 'vmss.json'), 'utf8'), before);

      await openFile('provisioning-error.txt');
      await workbench.waitForLens('Boot timeline');
      await workbench.runCommand('AKS Bootstrap: Explain Failure');
      const report = workbench.webview();
      await report.locator('strong', { hasText: 'Exit code 50: ERR_OUTBOUND_CONN_FAIL' }).waitFor();
      await workbench.runCommand('AKS Bootstrap: Show Boot Timeline');
      const chosen = (name) => report.locator('.row[aria-selected="true"]:focus', { hasText: name });
      await chosen('provisioning script').waitFor();
      await page.keyboard.press('Home');
      await chosen('kernel').waitFor();
      await workbench.screenshot('keyboard-timeline');
      await page.keyboard.press('Enter');
      await waitForTab('provisioning-error.txt');
      assert.equal(await page.locator('.editor-group-container').count(), 2);
      assert.equal(await page.evaluate(() => window.pointers), 0);
    },
  },
  {
    name: 'the start page and a report with its timeline have names, roles and contrast in every theme and size',
    sameWindow: true,
    async run({ workbench }) {
      await workbench.openFile('provisioning-error.txt');
      await workbench.waitForLens('Boot timeline');
      await workbench.runCommand('AKS Bootstrap: Explain Failure');
      await workbench.frameWith('.row');
      await workbench.runCommand('View: Toggle Maximize Editor Group');
      await workbench.runCommand('AKS Bootstrap: Get Started');
      const pages = await Promise.all(['.row', '#box'].map((selector) => workbench.frameWith(selector)));
      // The page of a view is transparent, and axe-core doesn't see the colour of the side bar behind it.
      await pages[1].locator('body').evaluate((body) => {
        body.style.background = 'var(--vscode-sideBar-background)';
      });
      await checkPages(workbench, 'accessible-pages', pages);
      // What the page shows while something is read.
      await pages[1].locator('body').evaluate(() => {
        const data = { sentence: 'Reading\u2026', isBusy: true, actions: [] };
        window.dispatchEvent(new MessageEvent('message', { data }));
      });
      await pages[1].locator('body.busy').waitFor();
      assert.deepEqual(await movingIn(pages[1]), []);
    },
  },
  {
    name: 'the reports on a case and on groups have names, roles and contrast in every theme and size',
    sameWindow: true,
    files: {
      'fleet.json': JSON.stringify(
        ['Standard_D4s_v5', 'Standard_D8s_v5'].map((name, index) => ({
          name: `aks-pool${index}-vmss`,
          sku: { name },
          virtualMachineProfile: { osProfile: {} },
        })),
        undefined,
        2,
      ),
    },
    async run({ workbench, page }) {
      await workbench.openFromExplorer('fleet.json');
      const row = page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: /^case$/ });
      await workbench.chooseFromMenu(row, 'Explain Case');
      await workbench.frameWith('.report.case');
      await workbench.runCommand('View: Move Editor into Right Group');
      await workbench.runCommand('View: Focus First Editor Group');
      await workbench.runCommand('AKS Bootstrap: Group Scale Sets of Document by Meaning');
      const pages = await Promise.all(['.report.fleet', '.report.case'].map((one) => workbench.frameWith(one)));
      await checkPages(workbench, 'accessible-reports', pages);
    },
  },
];
