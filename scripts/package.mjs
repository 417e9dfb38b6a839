/** Makes dist/aks-bootstrap.vsix from minified bundles: `npm run package`. */
import { rm } from 'node:fs/promises';
import { createVSIX } from '@vscode/vsce';
import { run } from './lib/run.mjs';

await run('node', ['scripts/build.mjs', '--production']);
const packagePath = 'dist/aks-bootstrap.vsix';
await rm(packagePath, { force: true });
// Everything is bundled, so no dependencies are shipped beside the bundles.
await createVSIX({ packagePath, dependencies: false, skipLicense: false });
