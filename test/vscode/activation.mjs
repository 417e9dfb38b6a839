/**
 * Measures how long the extension host of a real VS Code is busy with starting the packaged extension, as *Developer:
 * Show Running Extensions* tells it: `node test/vscode/activation.mjs`. Prints the median of several fresh windows.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missing } from './availability.mjs';

const windows = 7;

const absent = missing();
if (absent.length > 0) {
  console.error(`Nothing can be measured: ${absent.join('; ')}`);
  process.exit(1);
}

const { installVsix, startHost } = await import('./server.mjs');
const { launchBrowser, openWorkbench } = await import('./workbench.mjs');
const temp = await mkdtemp(join(tmpdir(), 'activation-'));
const extensionsDir = join(temp, 'extensions');
const browser = await launchBrowser();
try {
  await installVsix({ vsix: 'dist/aks-bootstrap.vsix', dataDir: join(temp, 'install'), extensionsDir });
  const host = await startHost({ dataDir: join(temp, 'host'), extensionsDir });
  try {
    const folder = join(temp, 'samples');
    await cp('test/samples', folder, { recursive: true });
    const times = [];
    for (let count = 0; count < windows; count++) {
      const workbench = await openWorkbench({ port: host.port, folder, file: 'cloud-config.yaml', browser });
      await workbench.waitForSquiggle('error');
      await workbench.runCommand('Developer: Show Running Extensions');
      const row = workbench.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'AKS Bootstrap' });
      const text = await row.locator('.activation-time').first().innerText();
      times.push(Number(/(\d+)\s*ms/.exec(text)?.[1]));
      await workbench.close();
    }
    times.sort((a, b) => a - b);
    console.log(`activation: median ${times[windows >> 1]} ms of extension host time (${times.join(', ')})`);
  } finally {
    await host.stop();
  }
} finally {
  await browser.close();
  await rm(temp, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
