/**
 * A user looks for problems in a list of scale sets with the Bootstrap Explorer, and saves what is inside. The journeys use
 * only what is visible on the screen.
 */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The texts of the files in a folder and in the folders in it. */
async function textsIn(folder) {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  return Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), 'utf8')));
}

const inBase64 = (text) => Buffer.from(text).toString('base64');

/** A list of scale sets with the same payloads, but for a misspelt key in that of pool 17. */
const scaleSets = JSON.stringify(
  Array.from({ length: 40 }, (_, index) => ({
    name: `aks-pool${index}-vmss`,
    virtualMachineProfile: {
      osProfile: {
        customData: inBase64(`#cloud-config\n${index === 17 ? 'hostnme' : 'hostname'}: node\npassword: s3cret-Word\n`),
      },
      extensionProfile: {
        extensions: ['vmssCSE', 'nodeTools'].map((name) => ({
          name,
          properties: { type: 'CustomScript', protectedSettings: { commandToExecute: `/opt/${name}.sh` } },
        })),
      },
    },
  })),
);

/** Scale sets that each have payloads of their own, which take some seconds to read. */
const manyScaleSets = JSON.stringify(
  Array.from({ length: 1_500 }, (_, index) => {
    const files = Array.from({ length: 10 }, (_file, file) => `- {path: /etc/${index}-${file}, content: "${index}"}\n`);
    const customData = inBase64(`#cloud-config\nwrite_files:\n${files.join('')}`);
    return { name: `aks-pool${index}-vmss`, virtualMachineProfile: { osProfile: { customData } } };
  }),
);

/** The visible rows of the tree, and the view around it. */
const view = (workbench) => workbench.page.locator('.pane', { hasText: 'Bootstrap Explorer' });
const rows = (workbench) => view(workbench).locator('.monaco-list-row');
const row = (workbench, text) => rows(workbench).filter({ hasText: text });

export const explorerJourneys = [
  {
    name: 'the Bootstrap Explorer shows in which of many scale sets the problems are',
    files: { 'list.json': scaleSets },
    async run({ workbench, folder }) {
      await workbench.openFromExplorer('list.json');
      await workbench.waitForLens('Decode aks-pool0-vmss › customData');
      await workbench.openBootstrapExplorer();
      await row(workbench, '40 scale sets').waitFor();
      await row(workbench, 'aks-pool1-vmss').filter({ hasText: 'same as aks-pool0-vmss' }).waitFor();
      await workbench.screenshot('explorer-list');
      await workbench.screenshotInDark('explorer-list-dark');
      await workbench.runCommand('AKS Bootstrap: Filter Payloads…', { opensInput: true });
      await workbench.answerInput('@problems');
      await view(workbench).getByText('Filter: @problems (1 of 120 payloads)').waitFor();
      await row(workbench, 'aks-pool17-vmss').waitFor();
      await row(workbench, 'customData').waitFor();
      assert.equal(await rows(workbench).count(), 4);
      await workbench.screenshot('explorer-filtered');
      // What settings turn off doesn't count.
      const configuration = join(folder, '.vscode');
      await mkdir(configuration);
      const off = { 'aksBootstrap.problems.severity': { 'cloud-config/unknown-key': 'off' } };
      await writeFile(join(configuration, 'settings.json'), JSON.stringify(off));
      await view(workbench).getByText('Filter: @problems (0 of 120 payloads)').waitFor();
      await workbench.screenshotInDark('explorer-turned-off-dark');
      await rm(configuration, { recursive: true });
      await view(workbench).getByText('Filter: @problems (1 of 120 payloads)').waitFor();
      await workbench.runCommand('AKS Bootstrap: Filter Payloads…', { opensInput: true });
      await workbench.answerInput('pool3 nodetools');
      await row(workbench, 'nodeTools').first().waitFor();
      await workbench.screenshotInDark('explorer-filtered-dark');
      await workbench.click(row(workbench, 'Clear Filter'));
      await row(workbench, 'aks-pool2-vmss').waitFor();
      await row(workbench, 'Clear Filter').waitFor({ state: 'detached' });
      await workbench.chooseFromMenu(row(workbench, 'list.json'), 'Group Scale Sets', {
        picture: 'explorer-document-menu',
      });
      await workbench.page.locator('.tab', { hasText: 'list.json.groups.md' }).waitFor();
    },
  },
  {
    name: 'all payloads of a scale set are saved to a folder with secrets masked',
    sameWindow: true,
    files: { 'list.json': scaleSets },
    async run({ workbench, folder }) {
      await mkdir(join(folder, 'saved'));
      await workbench.openFromExplorer('list.json');
      await workbench.openBootstrapExplorer();
      const scaleSet = row(workbench, 'aks-pool3-vmss');
      await scaleSet.waitFor();
      await workbench.chooseFromMenu(scaleSet, 'Save All Payloads', { picture: 'explorer-resource-menu' });
      await workbench.pick('Masked', 'Masked', { opensInput: true });
      await workbench.chooseFolder('saved', 'Save Here');
      // The message in the status bar is only there for some seconds, in which a busy window may not be looked at.
      const texts = await workbench.poll(
        () => textsIn(join(folder, 'saved')),
        (found) => found.length === 3 && found.every((text) => text !== ''),
        'Not all payloads were saved.',
      );
      assert.ok(texts.some((text) => /password: \*{8}/.test(text)));
      assert.ok(texts.every((text) => !text.includes('s3cret-Word')));
    },
  },
  {
    name: 'the Bootstrap Explorer says that a large document is still read',
    sameWindow: true,
    files: { 'large.json': manyScaleSets, 'other.txt': 'x\n' },
    async run({ workbench, folder }) {
      await workbench.openFromExplorer('other.txt');
      await workbench.openBootstrapExplorer();
      await view(workbench).getByText('The active document contains no encoded payloads').waitFor();
      await workbench.openFile(join(folder, 'large.json'));
      await view(workbench).getByText('Reading the document…').waitFor();
      await workbench.screenshot('explorer-reading');
      await row(workbench, '1,500 scale sets').waitFor();
      await view(workbench).getByText('Reading the document…').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'the Bootstrap Explorer is empty if the last document is closed for a binary file',
    sameWindow: true,
    files: { 'list.json': scaleSets, 'disk.bin': Buffer.from([0, 1, 2, 3, 0, 255]) },
    async run({ workbench }) {
      await workbench.openFromExplorer('list.json');
      await workbench.openBootstrapExplorer();
      await row(workbench, '40 scale sets').waitFor();
      await workbench.runCommand('View: Close All Editors');
      await workbench.runCommand('File: Focus on Files Explorer');
      await workbench.openFromExplorer('disk.bin');
      await workbench.openBootstrapExplorer();
      await view(workbench).getByText('The active document contains no encoded payloads').waitFor();
    },
  },
  {
    name: 'a language server that keeps ending is visible, and a click restarts it',
    sameWindow: true,
    files: { 'list.json': scaleSets, 'other.json': scaleSets },
    async run({ workbench, page, languageServers }) {
      await workbench.openFromExplorer('list.json');
      await workbench.openBootstrapExplorer();
      await row(workbench, '40 scale sets').waitFor();
      const stopped = page.locator('.statusbar-item.warning-kind', { hasText: 'AKS Bootstrap stopped' });
      // A server that is about to be started has no process yet.
      for (let quiet = 0; quiet < 5; quiet++) {
        for (const pid of languageServers()) {
          process.kill(pid, 'SIGKILL');
          quiet = 0;
        }
        await page.waitForTimeout(200);
      }
      await stopped.waitFor();
      await workbench.runCommand('File: Focus on Files Explorer');
      await workbench.openFromExplorer('other.json');
      await workbench.openBootstrapExplorer();
      await view(workbench).getByText('AKS Bootstrap stopped, so no document is read.').waitFor();
      await view(workbench).locator('.monaco-button', { hasText: 'Restart' }).waitFor();
      await (await workbench.frameWith('#box')).locator('#box').waitFor();
      assert.equal(await page.getByText('contains no encoded payloads').count(), 0);
      await workbench.screenshot('stopped');
      await workbench.screenshotInDark('stopped-dark');
      await workbench.click(stopped);
      await row(workbench, '40 scale sets').waitFor();
      await stopped.waitFor({ state: 'hidden' });
      await workbench.waitForLens('Decode aks-pool0-vmss › customData');
    },
  },
  {
    name: 'a file that VS Code gives to no extension is said to be too large',
    sameWindow: true,
    files: { 'huge.json': `{"a": "${'x'.repeat(51 * 1024 * 1024)}"}` },
    async run({ workbench }) {
      await workbench.openFromExplorer('huge.json');
      await workbench.click(
        workbench.page.locator('.monaco-editor-pane-placeholder .monaco-button', { hasText: 'Open Anyway' }),
      );
      await workbench.page.locator('.monaco-editor .view-line').first().waitFor();
      await workbench.openBootstrapExplorer();
      await view(workbench).getByText('VS Code gives extensions no file above 50 MB').waitFor();
      await workbench.screenshot('explorer-too-large');
      await workbench.runCommand('AKS Bootstrap: Decode Payloads');
      await workbench.waitForMessage('aks-bootstrap decode --ndjson');
    },
  },
];
