/**
 * Takes the pictures for the README and the walkthrough from the packaged extension in a real VS Code, and draws the icon:
 * `npm run screenshots`. The walkthrough has each picture for three themes. `--walkthrough` takes only those.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { missing } from '../test/vscode/availability.mjs';

const readmeFolder = 'docs/images';
const walkthroughFolder = 'images/walkthrough';

/**
 * The names of the pictures of the walkthrough end with that of their theme. Those of the light one are also for light high
 * contrast, because the package has to be small, and for the README.
 */
const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  hc: 'Default High Contrast',
};

/** Small enough for the package, large enough to be readable. */
const viewport = { width: 800, height: 450 };
/** About the width that the walkthrough has for a picture. */
const walkthroughViewport = { width: 680, height: 420 };
/** The status bar, which pictures of the walkthrough leave out. */
const statusBarHeight = 34;

const settings = {
  'editor.minimap.enabled': false,
  'editor.fontSize': 13,
  'breadcrumbs.enabled': false,
  'editor.stickyScroll.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
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
      await workbench.page.locator('.statusbar-item', { hasText: 'of 87.4 KB' }).waitFor();
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
await mkdir(walkthroughFolder, { recursive: true });
const browser = await launchBrowser();
try {
  await drawIcon();
  await installVsix({ vsix: 'dist/aks-bootstrap.vsix', dataDir: join(temp, 'install'), extensionsDir });
  for (const [theme, id] of Object.entries(themes)) {
    const themed = { ...settings, 'workbench.colorTheme': id };
    const host = await startHost({ dataDir: join(temp, `host-${theme}`), extensionsDir, settings: themed });
    try {
      for (const picture of pictures) await take(picture, theme, host.port);
    } finally {
      await host.stop();
    }
  }
} finally {
  await browser.close();
  await rm(temp, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Takes a picture for the walkthrough, and in the light theme one for the README. */
async function take({ name, file, isRead, prepare }, theme, port) {
  const folder = join(temp, theme, name);
  await cp('test/samples', folder, { recursive: true });
  const workbench = await openWorkbench({ port, folder, file, browser, viewport });
  const { page } = workbench;
  await isRead(workbench);
  await workbench.runCommand('View: Close Primary Side Bar');
  await prepare(workbench);
  // Avoid the border between two editors, which is highlighted under the pointer.
  await page.mouse.move(4, walkthroughViewport.height - 40);
  if (theme === 'light' && !argv.includes('--walkthrough')) {
    // PNG files would be half of the package's size.
    const path = join(readmeFolder, `${name}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: 32, caret: 'hide' });
    console.log(path);
  }
  await page.setViewportSize(walkthroughViewport);
  const { width } = walkthroughViewport;
  const shell = page.locator('.monaco-workbench');
  for (let laidOut = 0; laidOut !== width;) laidOut = await shell.evaluate((element) => element.clientWidth);
  const path = join(walkthroughFolder, `${name}-${theme}.webp`);
  await writeFile(
    path,
    await webpOf(page, { x: 0, y: 0, width, height: walkthroughViewport.height - statusBarHeight }),
  );
  await workbench.close();
  console.log(path);
}

/** A part of a page as a picture in the format with the smallest files, which only the protocol of the browser has. */
async function webpOf(page, part) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 16,
    clip: { ...part, scale: 1 },
  });
  return Buffer.from(data, 'base64');
}

/** Converts the icon to PNG, as the Marketplace requires. */
async function drawIcon() {
  const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
  await page.setContent(`<style>body { margin: 0 }</style>${await readFile('images/icon.svg', 'utf8')}`);
  await writeFile('images/icon.png', await page.screenshot({ omitBackground: true }));
  await page.close();
}
