/** A user looks at a config as the node sees it, and follows fields into a preview. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CONFIG = `{
  "version": "v1",
  "tenant": "x",
  "kubelet_config": {
    "kubelet_node_labels": { "agentpool": "pool1" },
    "enable_kubelet_config_file": true,
    "kubelet_config_file_config": {
      "max_pods": null
    }
  }
}
`;

/** A cloud-config that writes a config in one line, as custom data does. */
const COMPACT = `#cloud-config
write_files:
  - path: /opt/azure/containers/aks-node-controller-config.json
    encoding: b64
    content: ${Buffer.from('{"version":"v1","cse_timeout":600,"cluster_config":{"location":"eastus"}}').toString('base64')}
`;

/** Waits until exactly this text is struck out in the active editor. */
async function waitForStruck(page, expected) {
  await page.waitForFunction((text) => {
    const spans = [...document.querySelectorAll('.editor-group-container.active .view-line span span')];
    const struck = spans.filter((span) => getComputedStyle(span).textDecorationLine.includes('line-through'));
    return struck.map((span) => span.textContent.replaceAll('\u00a0', ' ')).join('') === text;
  }, expected);
}

/** Waits until a preview has marks for the cursor, or none. */
async function waitForMarks(page, areThere) {
  await page.waitForFunction((expected) => {
    // Decorations of extensions have classes that are made for them; ours is the only one with a border.
    const marks = [...document.querySelectorAll('.editor-group-container:not(.active) .view-overlays .cdr')];
    return marks.some((mark) => getComputedStyle(mark).borderTopWidth === '1px') === expected;
  }, areThere);
}

export const nodeViewJourneys = [
  {
    name: 'a user sees what the node drops and fills in, and which variable the field at the cursor becomes',
    file: 'seen.node-config.json',
    files: { 'seen.node-config.json': CONFIG },
    async run({ workbench, page, folder }) {
      await workbench.waitForLens('The node starts with 3 of 5 fields: 2 dropped.');
      await workbench.waitForEditorText(/"tenant": "x",\s*→ dropped/);
      await waitForStruck(page, '');
      const button = (icon) => page.locator(`.editor-actions .codicon-${icon}`);
      await workbench.click(button('eye'));
      await waitForStruck(page, '"tenant": "x""max_pods": null');
      const shown = await page.evaluate(() =>
        [...document.querySelectorAll('.view-line span')].map((span) => getComputedStyle(span, '::after').content),
      );
      assert.ok(
        shown.some((text) => text.includes("unset: 110 (kubelet's default)")),
        'the default is shown in place',
      );
      await button('eye-closed').waitFor();
      await workbench.screenshot('node-view');
      await workbench.screenshotInDark('node-view-dark');
      await workbench.click(button('eye-closed'));
      await waitForStruck(page, '');
      await button('eye').waitFor();
      await workbench.runCommand('AKS Bootstrap: Toggle View as the Node Sees It', { onceReady: true });
      await waitForStruck(page, '"tenant": "x""max_pods": null');
      await workbench.runCommand('AKS Bootstrap: Toggle View as the Node Sees It');
      await waitForStruck(page, '');
      await workbench.runCommand('AKS Bootstrap: Preview Environment');
      await workbench.waitForTab('bootstrap.env');
      await workbench.waitForEditorText(/ADMINUSER=/);
      await workbench.runCommand('View: Focus First Editor Group');
      await workbench.goTo(5, 8);
      await page.waitForFunction(() => {
        const lines = [...document.querySelectorAll('.editor-group-container:not(.active) .view-line')];
        return lines.some(({ textContent }) => textContent.startsWith('KUBELET_NODE_LABELS='));
      });
      assert.match(await workbench.editorText(), /"kubelet_node_labels"/, 'the focus stays in the config');
      await waitForMarks(page, true);
      await workbench.screenshot('field-trace');
      await mkdir(join(folder, '.vscode'));
      await writeFile(join(folder, '.vscode', 'settings.json'), '{ "aksBootstrap.preview.trace": false }\n');
      await waitForMarks(page, false);
    },
  },
  {
    name: 'a config in one line inside a cloud-config is formatted by a lens, has notes then, and is written back',
    sameWindow: true,
    files: { 'compact.yaml': COMPACT },
    async run({ workbench, page, folder }) {
      await workbench.openFromExplorer('compact.yaml');
      await workbench.clickLens(
        'Decode aks-node-controller-config.json',
        page.locator('.tab', { hasText: 'aks-node-controller-config.json' }),
      );
      await workbench.waitForLens('Format');
      await workbench.waitForEditorText(/^\{"version":"v1"/);
      await workbench.screenshot('compact-config');
      await workbench.clickLens('Format', page.locator('.view-line', { hasText: '"cse_timeout": 600,' }));
      await workbench.waitForEditorText(/"cse_timeout": 600,\s*→ CSE_TIMEOUT/);
      await page.locator('.codelens-decoration a', { hasText: 'Format' }).waitFor({ state: 'detached' });
      await workbench.screenshot('compact-config-formatted');
      await workbench.save();
      await workbench.runCommand('AKS Bootstrap: Go to Outer Document');
      await page.locator('.editor-group-container.active .tab.active', { hasText: 'compact.yaml' }).waitFor();
      await workbench.save();
      const written = /content: (\S+)/.exec(await readFile(join(folder, 'compact.yaml'), 'utf8'))?.[1] ?? '';
      const config = Buffer.from(written, 'base64').toString();
      assert.match(config, /\n +"cse_timeout": 600/);
    },
  },
];
