/** Makes the package twice, and fails unless both are identical, small enough, complete and without sources. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { run } from './lib/run.mjs';

/** Upper limit for the size of the package. */
const maxBytes = 1.5 * 1024 * 1024;

const first = await packedIn('America/Los_Angeles');
assert.ok(first.equals(await packedIn('Asia/Tokyo')), 'the package is different when it is built again');
assert.ok(first.length < maxBytes, `the package has ${first.length} bytes`);
const names = namesIn(first);
for (const name of [
  'dist/client.js',
  'dist/connection.js',
  'dist/server.js',
  'dist/web/client.js',
  'dist/webview/timeline.js',
  'dist/webview/timeline.css',
  'THIRD-PARTY-NOTICES.txt',
])
  assert.ok(names.includes(`extension/${name}`), `${name} is not in the package`);
const sources = names.filter((name) => /\.(?:ts|map|mjs)$|node_modules|\/(?:src|test|scripts)\//.test(name));
assert.deepEqual(sources, [], 'the package contains sources');
console.log(`The package has ${first.length} bytes in ${names.length} files, and is identical when it is built again.`);

/** Builds the package in a time zone, and returns its bytes. */
async function packedIn(zone) {
  await run(process.execPath, ['scripts/package.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TZ: zone },
  });
  return readFile('dist/aks-bootstrap.vsix');
}

/** The file names in a package, from the archive's central directory (APPNOTE 6.3.10, section 4.3.12). */
function namesIn(archive) {
  const signature = Buffer.from('PK\u0001\u0002');
  const found = [];
  for (let at = archive.indexOf(signature); at >= 0; at = archive.indexOf(signature, at + 46))
    found.push(archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28)));
  return found;
}
