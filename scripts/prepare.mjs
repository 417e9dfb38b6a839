/**
 * Builds what the npm package contains unless it is built. npm runs this after `npm ci`, before it packs, and when it installs
 * from Git, where there is no dist. Without development dependencies nothing is built, which is not an error.
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cwd, env, execPath, platform } from 'node:process';
import { run } from './lib/run.mjs';

// For `npm install --global git+…`, npm clones the repository and runs `npm install` in the clone, but passes --global on: that
// doesn't install the development dependencies, it links the clone into the global folder (https://github.com/npm/cli/issues/6984).
// Then it runs this script again to pack the clone, and removes the clone.
const isGlobalClone = env.npm_config_global === 'true' && basename(cwd()).startsWith('git-clone');
const isInnerInstall = '_PACOTE_NO_PREPARE_' in env;

if (!(isGlobalClone && isInnerInstall)) {
  if (isGlobalClone) replaceLink();
  if (!existsSync('dist/cli.js')) {
    if (isGlobalClone) await installDependencies();
    if (canBuild()) await run(execPath, ['scripts/build.mjs', '--npm', '--production']);
    else console.error('dist is not built: development dependencies are not installed.');
  }
}

function canBuild() {
  try {
    import.meta.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}

/** Replaces the global link to this clone by the folder that it took the place of, so that npm unpacks the package there. */
function replaceLink() {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
  const folder = join(env.npm_config_global_prefix ?? '', platform === 'win32' ? '' : 'lib', 'node_modules');
  const link = join(folder, name);
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isLink || realpathSync(link) !== realpathSync(cwd())) return;
  unlinkSync(link);
  mkdirSync(link);
}

/** Installs the development dependencies in this clone. */
function installDependencies() {
  const local = Object.entries(env).filter(
    ([name]) => !/^npm_config_(?:global|location|prefix|local_prefix)/.test(name),
  );
  const npm = env.npm_execpath ?? join(dirname(execPath), 'node_modules/npm/bin/npm-cli.js');
  return run(execPath, [npm, 'ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], {
    env: Object.fromEntries(local),
  });
}
