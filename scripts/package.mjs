/**
 * Makes dist/aks-bootstrap.vsix from minified bundles: `npm run package`. The same sources give the same bytes, whenever
 * and wherever that is.
 */
import { rm } from 'node:fs/promises';
import { env } from 'node:process';
import { createVSIX } from '@vscode/vsce';
import { run } from './lib/run.mjs';

await run('node', ['scripts/build.mjs', '--production']);
await run('node', ['scripts/notices.mjs', '--check']);
const packagePath = 'dist/aks-bootstrap.vsix';
await rm(packagePath, { force: true });
// The packager gives every file this time, in seconds, and sorts them. Archives know no zone, so theirs is fixed, too.
env.SOURCE_DATE_EPOCH = String(Date.UTC(2026, 0, 1) / 1000);
env.TZ = 'UTC';
// Everything is bundled, so no dependencies are shipped beside the bundles.
await createVSIX({ packagePath, dependencies: false, skipLicense: false });
