/**
 * Packages the last commit in clean clones, each with another umask, time zone, language and path, and fails unless both packages
 * and their SBOM have the same bytes everywhere: `npm run reproducible`. Every clone uses the packages of this folder.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env, execPath, platform, umask } from 'node:process';
import { run } from './lib/run.mjs';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const surroundings = [
  { mask: 0o022, TZ: 'UTC', LC_ALL: 'C' },
  { mask: 0o027, TZ: 'America/Los_Angeles', LC_ALL: 'C.UTF-8' },
  { mask: 0o077, TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' },
  { mask: 0o002, TZ: 'Asia/Kathmandu', LC_ALL: 'C' },
];

const folder = await mkdtemp(join(tmpdir(), 'reproducible-'));
try {
  const digests = [];
  for (const { mask, ...variables } of surroundings) {
    const octal = mask.toString(8).padStart(3, '0');
    const clone = join(folder, `clone-${octal}`);
    const before = umask(mask);
    const quiet = { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'], env: { ...env, ...variables } };
    // A checkout in a container may belong to another user.
    await run('git', ['-c', 'safe.directory=*', 'clone', '--quiet', resolve('.'), clone]);
    await symlink(resolve('node_modules'), join(clone, 'node_modules'));
    await run(execPath, ['scripts/runTypeScript.mjs', 'scripts/generate/main.ts'], quiet);
    await run(execPath, ['scripts/package.mjs'], quiet);
    await run('npm', ['pack', '--pack-destination', 'dist'], { ...quiet, shell: platform === 'win32' });
    umask(before);
    for (const file of ['aks-bootstrap.vsix', `aks-bootstrap-${version}.tgz`, 'aks-bootstrap.cdx.json']) {
      const digest = createHash('sha256').update(await readFile(join(clone, 'dist', file)));
      digests.push({ file, octal, digest: digest.digest('hex') });
    }
  }
  for (const { file, octal, digest } of digests) console.log(`${digest}  ${file}  umask ${octal}`);
  for (const name of new Set(digests.map(({ file }) => file)))
    assert.equal(
      new Set(digests.filter(({ file }) => file === name).map(({ digest }) => digest)).size,
      1,
      `${name} differs`,
    );
} finally {
  await rm(folder, { recursive: true, force: true });
}
