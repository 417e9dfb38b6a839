/**
 * Builds dist/aks-bootstrap.vsix from minified bundles: `npm run package`. The same sources always give the same bytes,
 * independent of time, machine and umask.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { env } from 'node:process';
import { createVSIX } from '@vscode/vsce';
import { archiveOf, filesOf } from './lib/archive.mjs';
import { run } from './lib/run.mjs';

await run('node', ['scripts/build.mjs', '--production']);
await run('node', ['scripts/notices.mjs', '--check']);
await run('node', ['scripts/sbom.mjs']);
/** JSON that only VS Code reads. */
const isForPrograms = /^extension\/(?:package|schemas\/.*|client\/.*)\.json$/;
const packagePath = 'dist/aks-bootstrap.vsix';
await rm(packagePath, { force: true });
// The packager sorts the files and gives each this time, in seconds. Archives store local times, so the zone is fixed too.
env.SOURCE_DATE_EPOCH = String(Date.UTC(2026, 0, 1) / 1000);
env.TZ = 'UTC';
// The bundles contain all dependencies.
await createVSIX({ packagePath, dependencies: false, skipLicense: false });
// The packager keeps the modes of files, which depend on the umask, and compresses less than is possible.
const files = (await filesOf(await readFile(packagePath))).map((file) =>
  isForPrograms.test(file.name) ? { ...file, content: compactJson(file.content) } : file,
);
await writeFile(packagePath, await archiveOf(files));

/** Without line breaks and indentation, which only people need. */
function compactJson(content) {
  return Buffer.from(JSON.stringify(JSON.parse(content)));
}
