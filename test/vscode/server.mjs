/**
 * Starts and stops the VS Code server, and installs a packaged extension for
 * it. The server listens on a free port of 127.0.0.1 and serves the workbench
 * to a browser; extensions run in its Node extension host.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hostPaths } from './installHost.mjs';

const START_TIMEOUT_MS = 30_000;
const INSTALL_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 3_000;
const KILL_GRACE_MS = 2_000;
const LOG_TAIL_LINES = 150;

/** User settings of every window that avoid interruptions; those of the caller override them. */
export const CALM_SETTINGS = {
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'editor.cursorBlinking': 'solid',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'github.gitAuthentication': false,
  'npm.autoDetect': 'off',
  // A workbench in a browser saves automatically after a second, even edits of samples that a test discards.
  'files.autoSave': 'off',
};

/** User settings that open every folder in Restricted Mode without asking. */
const RESTRICTED_SETTINGS = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.untrustedFiles': 'open',
};

/**
 * Starts the server in its own process group.
 *
 * `dataDir` is a folder that this host owns: it is created when needed and deleted
 * by `stop()`. `extensionsDir` (default `dataDir/extensions`) contains the installed
 * extensions and is deleted only if it is inside `dataDir`. `settings` are user
 * settings. `env` contains variables for the extension host. `restricted` opens
 * folders in Restricted Mode, as VS Code does with untrusted folders.
 *
 * Returns `port`; `languageServers()`, the process IDs of our language servers under it; `resetSettings()`, which restores the initial user settings for windows that are opened later;
 * `stop()`, which ends the process group, waits until all its processes have ended
 * and deletes `dataDir`; `logs()`, which resolves to what the extensions of the
 * newest window and their host logged (call it before `stop()`); and `died`, a
 * promise that rejects when the server ends unexpectedly. Throws an Error with the
 * server's output when it does not listen within 30 s.
 */
export async function startHost({
  dataDir,
  extensionsDir = join(dataDir, 'extensions'),
  settings = {},
  env = {},
  restricted = false,
}) {
  const { node, serverMain } = hostPaths();
  const userDir = join(dataDir, 'data', 'User');
  await mkdir(userDir, { recursive: true });
  await mkdir(tempDir(dataDir), { recursive: true });
  await mkdir(extensionsDir, { recursive: true });
  const resetSettings = () =>
    writeFile(
      join(userDir, 'settings.json'),
      JSON.stringify({ ...CALM_SETTINGS, ...(restricted ? RESTRICTED_SETTINGS : {}), ...settings }, null, 2),
    );
  await resetSettings();

  const child = spawn(
    node,
    [
      serverMain,
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--without-connection-token',
      '--accept-server-license-terms',
      '--enable-smoke-test-driver',
      ...(restricted ? [] : ['--disable-workspace-trust']),
      '--telemetry-level',
      'off',
      '--disable-experiments',
      '--server-data-dir',
      dataDir,
      '--extensions-dir',
      extensionsDir,
    ],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: hostEnvironment(dataDir, env) },
  );

  let output = '';
  let stopping = false;
  const killNow = () => signalGroup(child.pid, 'SIGKILL');
  process.once('exit', killNow);

  const died = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (!stopping)
        reject(new Error(`The VS Code server ended unexpectedly (${signal ?? `code ${code}`}).\n${output}`));
    });
  });
  died.catch(() => {});

  const stop = async () => {
    stopping = true;
    await endGroup(child.pid);
    process.off('exit', killNow);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };

  try {
    const listening = new Promise((resolve) => {
      const read = (chunk) => {
        output += chunk;
        const match = /Extension host agent listening on (\d+)/.exec(output);
        if (match) resolve(Number(match[1]));
      };
      child.stdout.setEncoding('utf8').on('data', read);
      child.stderr.setEncoding('utf8').on('data', read);
    });
    const port = await within(
      START_TIMEOUT_MS,
      Promise.race([listening, died]),
      () => `The VS Code server did not listen within ${START_TIMEOUT_MS / 1000} s.\n${output}`,
    );
    return {
      port,
      stop,
      died,
      resetSettings,
      languageServers: () => languageServersWith(tempDir(dataDir)),
      logs: () => readLogs(dataDir),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Installs the package `vsix` into `extensionsDir` (default `dataDir/extensions`).
 * Throws an Error with the server's output when VS Code rejects the package.
 */
export async function installVsix({ vsix, dataDir, extensionsDir = join(dataDir, 'extensions') }) {
  const { node, serverMain } = hostPaths();
  await mkdir(extensionsDir, { recursive: true });
  await mkdir(tempDir(dataDir), { recursive: true });
  let output;
  try {
    const result = await promisify(execFile)(
      node,
      [
        serverMain,
        '--accept-server-license-terms',
        '--telemetry-level',
        'off',
        '--server-data-dir',
        dataDir,
        '--extensions-dir',
        extensionsDir,
        '--install-extension',
        vsix,
        '--force',
      ],
      { env: hostEnvironment(dataDir), timeout: INSTALL_TIMEOUT_MS },
    );
    output = result.stdout + result.stderr;
  } catch (error) {
    throw new Error(`VS Code could not install ${vsix}.\n${error.stdout ?? ''}${error.stderr || error.message}`, {
      cause: error,
    });
  }
  if (!/was successfully installed/.test(output)) {
    throw new Error(`VS Code did not confirm the install of ${vsix}.\n${output}`);
  }
}

/**
 * Settles like `promise`, or rejects with an Error of `message()` when it takes
 * longer than `ms`.
 */
export async function within(ms, promise, message) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The folder for the server's temporary files, deleted with `dataDir`. Its name
 * is short because the paths of sockets are limited to about 100 characters.
 */
function tempDir(dataDir) {
  return join(dataDir, 't');
}

/**
 * The environment of the server: that of this process, without the variables of
 * a surrounding VS Code terminal or test runner, plus `env`.
 */
function hostEnvironment(dataDir, env = {}) {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_V8_COVERAGE$)/.test(name)),
  );
  return {
    ...inherited,
    // Without a gallery, VS Code makes no network requests.
    EXTENSIONS_GALLERY: '{}',
    // VS Code doesn't delete its sockets; in these folders they are deleted with the data.
    TMPDIR: tempDir(dataDir),
    XDG_RUNTIME_DIR: tempDir(dataDir),
    ...env,
  };
}

/** The process IDs of our language servers whose temporary files are in `folder`. */
function languageServersWith(folder) {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const [command, environment] = ['cmdline', 'environ'].map((name) =>
          readFileSync(`/proc/${pid}/${name}`, 'utf8'),
        );
        return /dist.server\.js/.test(command) && environment.split('\0').includes(`TMPDIR=${folder}`);
      } catch {
        // The process has ended, or the folder isn't a process.
        return false;
      }
    });
}

/** Sends `signal` to the process group; returns false when the group has ended. */
function signalGroup(pid, signal) {
  if (pid === undefined) return false;
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends the process group, first with SIGTERM, and waits until it has ended.
 * Waits at most `KILL_GRACE_MS` after SIGKILL: in a container whose first process
 * doesn't reap zombies, ended processes stay listed.
 */
async function endGroup(pid) {
  for (const [signal, patience] of [
    ['SIGTERM', STOP_GRACE_MS],
    ['SIGKILL', KILL_GRACE_MS],
  ]) {
    signalGroup(pid, signal);
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (!signalGroup(pid, 0)) return;
      await sleep(20);
    }
  }
}

/**
 * Reads the end of each log of the newest window that concerns the extension
 * under test, as one string: its output channels, its log channels, and the
 * warnings and errors of the extension host. VS Code's own extensions are left out.
 */
async function readLogs(dataDir) {
  const root = join(dataDir, 'data', 'logs');
  if (!existsSync(root)) return '';
  const names = (await readdir(root, { recursive: true })).sort();
  const hosts = names.filter((name) => /[\\/]exthost\d*$/.test(name));
  const newest = hosts.sort((a, b) => a.length - b.length || a.localeCompare(b)).at(-1);
  let text = '';
  for (const name of names) {
    if (!newest || !name.startsWith(join(newest, '/')) || !name.endsWith('.log')) continue;
    if (/[\\/]vscode\.[^\\/]*[\\/]/.test(name)) continue;
    const hostLog = name.endsWith('remoteexthost.log');
    const lines = (await readFile(join(root, name), 'utf8'))
      .split('\n')
      .filter((entry) => entry !== '' && !(hostLog && / \[info\] |^\tfile:\/\//.test(entry)));
    if (lines.length > 0) text += `--- ${name}\n${lines.slice(-LOG_TAIL_LINES).join('\n')}\n`;
  }
  return text;
}
