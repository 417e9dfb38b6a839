import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Adds an extension to the installed ones in `extensionsDir`, for measurements: its script, `script`, is CommonJS and starts
 * with the first of `activationEvents`.
 */
export async function addExtension(extensionsDir, { name, displayName, activationEvents, script }) {
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
