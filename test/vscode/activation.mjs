/**
 * Measures the extension host time that the packaged extension needs to start in a real VS Code, as *Developer: Show
 * Running Extensions* reports it: `node test/vscode/activation.mjs`. Prints the median of several fresh windows, and as
 * a baseline for this machine the median of an extension that does nothing.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addExtension } from './addedExtension.mjs';
import { missing } from './availability.mjs';

const windows = 7;

const absent = missing();
if (absent.length > 0) {
  console.error(`Can't measure: ${absent.join('; ')}`);
  process.exit(1);
}

const { installVsix, startHost } = await import('./server.mjs');
const { launchBrowser, openWorkbench } = await import('./workbench.mjs');
const temp = await mkdtemp(join(tmpdir(), 'activation-'));
const extensionsDir = join(temp, 'extensions');
const browser = await launchBrowser();
try {
  await installVsix({ vsix: 'dist/aks-bootstrap.vsix', dataDir: join(temp, 'install'), extensionsDir });
  // Started by the same document.
  await addExtension(extensionsDir, {
    name: 'nothing',
    displayName: 'Nothing',
    activationEvents: ['onLanguage:yaml'],
    script: "require('vscode');\nexports.activate = () => {};\n",
  });
  const host = await startHost({ dataDir: join(temp, 'host'), extensionsDir });
  try {
    const folder = join(temp, 'samples');
    await cp('test/samples', folder, { recursive: true });
    const times = { 'AKS Bootstrap': [], Nothing: [] };
    for (let count = 0; count < windows; count++) {
      const workbench = await openWorkbench({ port: host.port, folder, file: 'cloud-config.yaml', browser });
      await workbench.waitForSquiggle('error');
      await workbench.runCommand('Developer: Show Running Extensions');
      for (const [name, found] of Object.entries(times)) {
        const label = workbench.page.locator('.name', { hasText: new RegExp(`^${name}$`) });
        const row = workbench.page.locator('.runtime-extensions-editor .monaco-list-row').filter({ has: label });
        const text = await row.locator('.activation-time').first().innerText();
        found.push(Number(/(\d+)\s*ms/.exec(text)?.[1]));
      }
      await workbench.close();
    }
    for (const [name, found] of Object.entries(times)) {
      found.sort((a, b) => a - b);
      console.log(`${name}: median ${found[windows >> 1]} ms of extension host time (${found.join(', ')})`);
    }
  } finally {
    await host.stop();
  }
} finally {
  await browser.close();
  await rm(temp, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
