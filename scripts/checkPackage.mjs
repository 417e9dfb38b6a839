/** Makes the package twice, and fails unless it is the same to the byte, small, and holds what is built and no sources. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { run } from './lib/run.mjs';

/** The most that the package may have, in bytes. */
const mostBytes = 1.5 * 1024 * 1024;

const first = await packedIn('America/Los_Angeles');
assert.ok(first.equals(await packedIn('Asia/Tokyo')), 'the package differs when it is made again');
assert.ok(first.length < mostBytes, `the package has ${first.length} bytes`);
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
assert.deepEqual(sources, [], 'there are sources in the package');
console.log(`The package has ${first.length} bytes in ${names.length} files, and is the same when it is made again.`);

/** Makes the package in a time zone, and returns its bytes. */
async function packedIn(zone) {
  await run(process.execPath, ['scripts/package.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TZ: zone },
  });
  return readFile('dist/aks-bootstrap.vsix');
}

/** The names of a package's files, from the archive's directory (APPNOTE 6.3.10, section 4.3.12). */
function namesIn(archive) {
  const signature = Buffer.from('PK\u0001\u0002');
  const found = [];
  for (let at = archive.indexOf(signature); at >= 0; at = archive.indexOf(signature, at + 46))
    found.push(archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28)));
  return found;
}
