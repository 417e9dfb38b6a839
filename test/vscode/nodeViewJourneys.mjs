/** A user looks at a config as the node sees it, and follows fields into a preview. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
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
      await workbench.runCommand('AKS Bootstrap: Toggle View as the Node Sees It', { onceReady: true });
      await waitForStruck(page, '"tenant": "x""max_pods": null');
      const shown = await page.evaluate(() =>
        [...document.querySelectorAll('.view-line span')].map((span) => getComputedStyle(span, '::after').content),
      );
      assert.ok(
        shown.some((text) => text.includes("unset: 110 (kubelet's default)")),
        'the default is shown in place',
      );
      await workbench.screenshot('node-view');
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
];
