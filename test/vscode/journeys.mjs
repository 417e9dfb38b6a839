import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { accessibilityJourneys } from './accessibilityJourneys.mjs';
import { authoringJourneys } from './authoringJourneys.mjs';
import { timelineJourneys } from './timelineJourneys.mjs';
import { decodingJourneys } from './decodingJourneys.mjs';
import { explorerJourneys } from './explorerJourneys.mjs';
import { failureJourneys } from './failureJourneys.mjs';
import { firstMinuteJourneys } from './firstMinuteJourneys.mjs';
import { nodeViewJourneys } from './nodeViewJourneys.mjs';

/** User settings for all journeys. */
export const settings = {
  'editor.minimap.enabled': false,
  'git.enabled': true,
  'workbench.colorTheme': 'Default Light Modern',
  // A file that an earlier journey scrolled opens at its beginning.
  'workbench.editor.restoreViewState': false,
};

/** A script as gzip data in base64. */
const packed = gzipSync('#!/bin/bash\necho unpacked\n').toString('base64');

/** A cloud-config that writes it. */
const packedConfig = `#cloud-config
write_files:
  - path: /opt/azure/packed.sh
    encoding: gz+b64
    content: ${packed}
`;

/** A folder whose own settings contain the path of a list of GPU components. */
const gpuFolder = {
  file: 'gpu.node-config.json',
  files: {
    'gpu.node-config.json': '{ "version": "v1", "vm_size": "Standard_NC24ads_A100_v4" }\n',
    'components.json': '{ "aks-gpu-cuda-lts": "580.1.2-20260101" }\n',
    '.vscode/settings.json': '{ "aksBootstrap.preview.gpuComponents": "components.json" }\n',
  },
};

/** The GPU driver version in the previewed environment of the active config; empty if it is unknown. */
async function driverInPreview(workbench) {
  await workbench.waitForLens('Live preview');
  await workbench.runCommand('AKS Bootstrap: Preview Environment');
  await workbench.waitForTab('bootstrap.env');
  await workbench.runCommand('AKS Bootstrap: Copy Preview with Secrets');
  await workbench.waitForMessage('The preview was copied');
  return /^GPU_DRIVER_VERSION=(.*)$/m.exec(await workbench.clipboard())?.[1];
}

/** Tasks of a user in the workbench; with --pictures, each journey takes some for review. */
export const journeys = [
  ...authoringJourneys,
  ...timelineJourneys,
  ...decodingJourneys,
  ...explorerJourneys,
  ...firstMinuteJourneys,
  ...failureJourneys,
  ...nodeViewJourneys,
  ...accessibilityJourneys,
  {
    name: 'previews use the GPU components file from the settings of the folder',
    ...gpuFolder,
    async run({ workbench }) {
      assert.equal(await driverInPreview(workbench), '580.1.2');
    },
  },
  {
    name: 'a typo in a node config is underlined, listed in the Problems view and fixed by a quick fix',
    sameWindow: true,
    file: 'faulty.node-config.json',
    async run({ workbench }) {
      await workbench.waitForSquiggle('error');
      await workbench.openProblems();
      await workbench.waitForProblem(/KubeletConfigFileConfig has no field "maxPodz"/);
      await workbench.screenshot('author-problems');
      await workbench.goTo(18, 40);
      await workbench.quickFix('Rename to maxPods');
      await workbench.waitForEditorText(/"maxPods": 110/);
      await workbench.screenshot('author-fixed');
    },
  },
  {
    name: 'the code lens of a node config opens the preview of its custom data, and commands are listed only where they work',
    sameWindow: true,
    file: 'aks-node-controller-config.json',
    files: { 'package.json': '{ "name": "shop" }\n' },
    async run({ workbench }) {
      await workbench.waitForCommand('AKS Bootstrap: Preview CSE', true);
      await workbench.openFromExplorer('package.json');
      await workbench.waitForCommand('AKS Bootstrap: Preview CSE', false);
      await workbench.waitForCommand('AKS Bootstrap: Fix in All Documents…', false);
      await workbench.openFromExplorer('aks-node-controller-config.json');
      await workbench.click(workbench.page.locator('.codelens-decoration a', { hasText: 'Preview custom data' }));
      await workbench.waitForTab('custom-data.mime');
      await workbench.waitForEditorText(/#cloud-boothook/);
      // The parts have the colours of their languages: a command of the script isn't a plain word.
      const token = workbench.page.locator('.view-line span[class^="mtk"]', { hasText: /^mkdir$/ }).first();
      await token.waitFor();
      await workbench.waitForCommand('AKS Bootstrap: Copy Preview with Secrets', true);
      await workbench.waitForCommand('AKS Bootstrap: Preview CSE', false);
      await workbench.screenshot('preview-custom-data');
      await workbench.screenshotInDark('preview-custom-data-dark');
    },
  },
  {
    name: 'a live preview of the environment follows typing, and reports where the node stops reading',
    sameWindow: true,
    file: 'aks-node-controller-config.json',
    async run({ workbench }) {
      await workbench.click(workbench.page.locator('.codelens-decoration a', { hasText: 'Live preview' }));
      await workbench.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
      await workbench.screenshot('live-preview-choices');
      await workbench.pick('Environment of the scripts', 'Environment');
      await workbench.waitForTab('bootstrap.env');
      await workbench.page.locator('.statusbar-item', { hasText: 'of 87.4 KB' }).waitFor();
      const preview = workbench.page.locator('.editor-group-container').last().locator('.view-lines').first();
      await preview.filter({ hasText: 'ADMINUSER=azureuser' }).waitFor();
      await workbench.goTo(56, 37);
      await workbench.page.keyboard.type('2');
      await preview.filter({ hasText: 'ADMINUSER=azureuser2' }).waitFor();
      await workbench.screenshot('live-preview-follows');
      await workbench.goTo(60, 3);
      await workbench.page.keyboard.type('!');
      await workbench.waitForSquiggle('error');
      // The preview is where the field at the cursor is, also if that is found later.
      await workbench.runCommand('View: Focus Last Editor Group');
      const lens = workbench.page.locator('.codelens-decoration a', { hasText: 'The node stops reading in line 60' });
      await workbench.pressUntil('Control+Home', lens.first());
      await workbench.screenshot('live-preview-partial');
    },
  },
  {
    name: 'Decode Payloads opens the node config inside a scale set and marks its errors',
    sameWindow: true,
    file: 'vmss.json',
    async run({ workbench }) {
      await workbench.waitForSquiggle('error');
      await workbench.runCommand('AKS Bootstrap: Decode Payloads', { opensInput: true });
      await workbench.screenshot('decode-list');
      await workbench.pick('/opt/azure/containers/aks-node-controller-config.json', 'aks-node-controller-config');
      await workbench.waitForTab('aks-node-controller-config.json');
      // Quick Open leads back to the open text. VS Code also lists a file with its path, which it can't open.
      await workbench.openFromExplorer('vmss.json');
      await workbench.press('Control+P');
      await workbench.pick('aks-node-controller-config.json', 'vmss.json/customData');
      await workbench.waitForEditorText(/"auth_config"/);
      // The error is outside of the first lines, and only a hint in the outer document.
      await workbench.goTo(40);
      await workbench.page.locator('.editor-group-container.active .squiggly-error').first().waitFor();
      await workbench.runCommand('Go to Next Problem (Error, Warning, Info)');
      await workbench.page.locator('.marker-widget').waitFor();
      await workbench.screenshot('decode-opened');
    },
  },
  {
    name: 'a node config is compared with the custom data of a scale set',
    sameWindow: true,
    file: 'aks-node-controller-config.json',
    async run({ workbench }) {
      await workbench.waitForLens('Live preview');
      await workbench.openFromExplorer('vmss.json');
      await workbench.openFromExplorer('aks-node-controller-config.json');
      await workbench.runCommand('AKS Bootstrap: Compare with Deployed Custom Data', { opensInput: true });
      await workbench.screenshot('compare-choices');
      await workbench.pick('vmss.json');
      await workbench.page.locator('.tab.active', { hasText: 'vmss.json ↔ aks-node-controller-config.json' }).waitFor();
      await workbench.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
      await workbench.waitForCommand('AKS Bootstrap: Copy Preview with Secrets', false);
      await workbench.screenshot('compare-deployed');
      await workbench.screenshotInDark('compare-deployed-dark');
    },
  },
  {
    name: 'a node image is chosen in the status bar, and two images are compared',
    sameWindow: true,
    file: 'aks-node-controller-config.json',
    async run({ workbench }) {
      const status = (text) => workbench.page.locator('.statusbar-item', { hasText: text });
      await workbench.click(status('newest image'));
      await workbench.pick('202603.30.0');
      await status('202603.30.0').waitFor();
      await workbench.goTo(61, 3);
      await workbench.waitForSquiggle('warning');
      await workbench.screenshot('node-image');

      await workbench.runCommand('AKS Bootstrap: Compare Node Images', { opensInput: true });
      await workbench.pick('202603.30.0', '202603.30.0', { opensInput: true });
      await workbench.pick('202608.20.0');
      await workbench.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
      await workbench.screenshot('compare-images');
    },
  },
  {
    name: 'in an untrusted folder, previews ignore the GPU components file from the settings of the folder',
    ...gpuFolder,
    restricted: true,
    async run({ workbench }) {
      await workbench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
      assert.equal(await driverInPreview(workbench), '');
    },
  },
  {
    name: 'documents in an untrusted folder are validated and decoded',
    sameWindow: true,
    file: 'vmss.json',
    restricted: true,
    async run({ workbench }) {
      await workbench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
      await workbench.waitForSquiggle('error');
      await workbench.click(workbench.page.locator('.codelens-decoration a', { hasText: 'Decode customData' }));
      await workbench.waitForTab('customData');
      await workbench.waitForEditorText(/#cloud-boothook/);
      await workbench.screenshot('restricted-mode');
    },
  },
  {
    name: 'VS Code for the Web opens gzip data inside a cloud-config, also with a restarted server',
    web: 'only',
    file: 'packed.yaml',
    files: { 'packed.yaml': packedConfig, 'after.yaml': packedConfig },
    async run({ workbench }) {
      await workbench.waitForLens('Decode packed.sh');
      await workbench.runCommand('AKS Bootstrap: Decode Payloads');
      await workbench.waitForTab('packed.sh');
      await workbench.waitForEditorText(/echo unpacked/);
      await workbench.screenshot('web-decoded');
      await workbench.runCommand('AKS Bootstrap: Restart Language Server');
      await workbench.openFromExplorer('after.yaml');
      await workbench.waitForLens('Decode packed.sh');
    },
  },
];
