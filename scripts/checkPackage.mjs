/** Makes the package twice, and fails unless both are identical, small enough, complete and without sources. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { filesOf } from './lib/archive.mjs';
import { run } from './lib/run.mjs';

/** Upper limit for the size of the package. It contains the core once, also for the server in a browser. */
const maxBytes = 1_600_000;

const first = await packedIn('America/Los_Angeles', 0o022);
assert.ok(first.equals(await packedIn('Asia/Tokyo', 0o077)), 'the package is different when it is built again');
assert.ok(first.length < maxBytes, `the package has ${first.length} bytes`);
const names = (await filesOf(first)).map(({ name }) => name);
for (const name of [
  'dist/client.js',
  'dist/features.js',
  'dist/connection.js',
  'dist/core.js',
  'dist/core/cloudConfig.js',
  'dist/server.js',
  'dist/languageServer.js',
  'dist/mcp.js',
  'dist/web/client.js',
  'dist/webview/failures.js',
  'dist/webview/failures.css',
  'dist/webview/start.js',
  'dist/webview/start.css',
  'THIRD-PARTY-NOTICES.txt',
])
  assert.ok(names.includes(`extension/${name}`), `${name} is not in the package`);
const sources = names.filter((name) => /\.(?:ts|map|mjs)$|node_modules|\/(?:src|test|scripts)\//.test(name));
assert.deepEqual(sources, [], 'the package contains sources');
console.log(`The package has ${first.length} bytes in ${names.length} files, and is identical when it is built again.`);

/** Builds the package in a time zone and with a umask, and returns its bytes. */
async function packedIn(zone, umask) {
  const before = process.umask(umask);
  await run(process.execPath, ['scripts/package.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TZ: zone },
  });
  process.umask(before);
  return readFile('dist/aks-bootstrap.vsix');
}
