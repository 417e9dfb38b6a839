/** What the measurements in a real VS Code share. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missing } from './availability.mjs';

/**
 * Installs the package, dist/aks-bootstrap.vsix or the one at the path in the variable VSIX, and beside it the extension
 * `added`; then calls `work` with a temporary folder, and with what starts a host and opens a window with both extensions. If
 * something that is needed is missing on this machine, it says so and ends the process.
 */
export async function measure(added, work) {
  const absent = missing();
  if (absent.length > 0) {
    console.error(`Can't measure: ${absent.join('; ')}`);
    process.exit(1);
  }
  const { installVsix, startHost } = await import('./server.mjs');
  const { launchBrowser, openWorkbench } = await import('./workbench.mjs');
  const temp = await mkdtemp(join(tmpdir(), 'measuring-'));
  const extensionsDir = join(temp, 'extensions');
  const browser = await launchBrowser();
  try {
    const vsix = process.env.VSIX || 'dist/aks-bootstrap.vsix';
    await installVsix({ vsix, dataDir: join(temp, 'install'), extensionsDir });
    await addExtension(extensionsDir, added);
    await work({
      temp,
      startHost: (options) => startHost({ extensionsDir, ...options }),
      openWorkbench: (options) => openWorkbench({ browser, ...options }),
    });
  } finally {
    await browser.close();
    await rm(temp, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/**
 * Adds an extension to the installed ones in `extensionsDir`: its script, `script`, is CommonJS and starts with the first of
 * `activationEvents`.
 */
async function addExtension(extensionsDir, { name, displayName, activationEvents, script }) {
  const id = `example.${name}`;
  const folder = join(extensionsDir, `${id}-0.0.1`);
  await mkdir(folder);
  const manifest = {
    name,
    displayName,
    publisher: 'example',
    version: '0.0.1',
    engines: { vscode: '^1.100.0' },
    activationEvents,
    main: 'main.js',
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'main.js'), script);
  const list = join(extensionsDir, 'extensions.json');
  const installed = JSON.parse(await readFile(list, 'utf8'));
  installed.push({
    identifier: { id },
    version: '0.0.1',
    location: { $mid: 1, path: folder, scheme: 'file' },
    relativeLocation: `${id}-0.0.1`,
  });
  await writeFile(list, JSON.stringify(installed));
}
