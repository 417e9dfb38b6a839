/**
 * Measures the extension host time that the packaged extension needs to start in a real VS Code, as *Developer: Show
 * Running Extensions* reports it: `node test/vscode/activation.mjs`. Prints the median of several fresh windows, and as
 * a baseline for this machine the median of an extension that does nothing.
 *
 * The variable VSIX is the path of another package than dist/aks-bootstrap.vsix.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { measure } from './measuring.mjs';

const windows = 7;

/** Started by the same document. */
const nothing = {
  name: 'nothing',
  displayName: 'Nothing',
  activationEvents: ['onLanguage:yaml'],
  script: "require('vscode');\nexports.activate = () => {};\n",
};

await measure(nothing, async ({ temp, startHost, openWorkbench }) => {
  const host = await startHost({ dataDir: join(temp, 'host') });
  try {
    const folder = join(temp, 'samples');
    await cp('test/samples', folder, { recursive: true });
    const times = { 'AKS Bootstrap': [], Nothing: [] };
    for (let count = 0; count < windows; count++) {
      const workbench = await openWorkbench({ port: host.port, folder, file: 'cloud-config.yaml' });
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
});
