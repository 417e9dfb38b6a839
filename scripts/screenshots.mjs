/**
 * Takes the pictures for the walkthrough and the README from the packaged extension in a real VS Code, and draws the icon:
 * `npm run screenshots`. `--dark` takes them in a dark theme, for review in test/vscode/screenshots.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { missing } from '../test/vscode/availability.mjs';

const dark = argv.includes('--dark');
const pictureFolder = dark ? 'test/vscode/screenshots/dark' : 'docs/images';

/** Small enough for the package, large enough to be readable. */
const viewport = { width: 800, height: 450 };

const settings = {
  'editor.minimap.enabled': false,
  'editor.fontSize': 13,
  'breadcrumbs.enabled': false,
  'editor.stickyScroll.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
  'workbench.colorTheme': dark ? 'Default Dark Modern' : 'Default Light Modern',
};

/** Each picture's first file, the condition that shows that the server has read it, and the steps before the picture. */
const pictures = [
  {
    name: 'author',
    file: 'faulty.node-config.json',
    isRead: (workbench) => workbench.waitForSquiggle('error'),
    async prepare(workbench) {
      await (await workbench.openProblems()).nth(2).waitFor();
    },
  },
  {
    name: 'preview',
    file: 'aks-node-controller-config.json',
    isRead: (workbench) => workbench.waitForLens('Live preview'),
    async prepare(workbench) {
      await workbench.runCommand('AKS Bootstrap: Preview Environment');
      await workbench.waitForTab('bootstrap.env');
      await workbench.waitForEditorText(/ADMINUSER=azureuser/);
      await workbench.page.locator('.statusbar-item', { hasText: 'of 87,380' }).waitFor();
    },
  },
  {
    name: 'decode',
    file: 'vmss.json',
    isRead: (workbench) => workbench.waitForSquiggle('error'),
    async prepare(workbench) {
      await workbench.runCommand('AKS Bootstrap: Decode Payloads', { opensInput: true });
      await workbench.pick('/opt/azure/containers/aks-node-controller-config.json', 'aks-node-controller-config');
      await workbench.waitForTab('aks-node-controller-config.json');
      await workbench.waitForSquiggle('error');
    },
  },
  {
    name: 'explain',
    file: 'provisioning-error.txt',
    isRead: (workbench) => workbench.waitForLens('Explain failure'),
    async prepare(workbench) {
      await workbench.runCommand('AKS Bootstrap: Explain Failure');
      await workbench.webview().locator('strong', { hasText: 'ERR_OUTBOUND_CONN_FAIL' }).waitFor();
    },
  },
];

const absent = missing();
if (absent.length > 0) {
  console.error(`Can't take pictures: ${absent.join('; ')}`);
  exit(1);
}

const { installVsix, startHost } = await import('../test/vscode/server.mjs');
const { launchBrowser, openWorkbench } = await import('../test/vscode/workbench.mjs');
const temp = await mkdtemp(join(tmpdir(), 'screenshots-'));
const extensionsDir = join(temp, 'extensions');
await mkdir(pictureFolder, { recursive: true });
const browser = await launchBrowser();
try {
  await drawIcon();
  await installVsix({ vsix: 'dist/aks-bootstrap.vsix', dataDir: join(temp, 'install'), extensionsDir });
  const host = await startHost({ dataDir: join(temp, 'host'), extensionsDir, settings });
  try {
    for (const { name, file, isRead, prepare } of pictures) {
      const folder = join(temp, name);
      await cp('test/samples', folder, { recursive: true });
      const workbench = await openWorkbench({ port: host.port, folder, file, browser, viewport });
      await isRead(workbench);
      await workbench.runCommand('View: Close Primary Side Bar');
      await prepare(workbench);
      // Avoid the border between two editors, which is highlighted under the pointer.
      await workbench.page.mouse.move(4, viewport.height - 40);
      // PNG files would be half of the package's size.
      const path = join(pictureFolder, `${name}.jpg`);
      await workbench.page.screenshot({ path, type: 'jpeg', quality: 32, caret: 'hide' });
      await workbench.close();
      console.log(path);
    }
  } finally {
    await host.stop();
  }
} finally {
  await browser.close();
  await rm(temp, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Converts the icon to PNG, as the Marketplace requires. */
async function drawIcon() {
  const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
  await page.setContent(`<style>body { margin: 0 }</style>${await readFile('images/icon.svg', 'utf8')}`);
  await writeFile('images/icon.png', await page.screenshot({ omitBackground: true }));
  await page.close();
}
