/**
 * Lists what is missing on this machine for the tests in a real VS Code, so that
 * a run can report what it skips and why. Imports only what is always installed.
 */
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { isHostInstalled, isSupportedPlatform } from './installHost.mjs';

/** Debian's browsers. The first one draws for no screen, and takes a fifth less time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The path of the browser: the value of the variable CHROMIUM, or else that of an installed one. */
export function chromiumPath() {
  return process.env.CHROMIUM || (BROWSERS.find(isExecutable) ?? BROWSERS[0]);
}

/**
 * Returns one sentence, without a full stop, for each missing requirement; an
 * empty list means that the tests can run. Never throws.
 */
export function missing() {
  if (!isSupportedPlatform()) {
    return [`the VS Code host runs on linux x64 only, and this is ${process.platform} ${process.arch}`];
  }
  const absent = [];
  if (!isExecutable(chromiumPath())) {
    absent.push(
      process.env.CHROMIUM
        ? `the variable CHROMIUM names ${process.env.CHROMIUM}, which isn't an executable file`
        : 'chromium is not installed (apt-get install chromium-headless-shell, or set the variable CHROMIUM to the path of a browser)',
    );
  }
  if (!isHostInstalled()) {
    absent.push('the VS Code host is not installed (node test/vscode/installHost.mjs)');
  }
  for (const name of ['mocha', 'playwright-core']) {
    if (!isResolvable(name)) absent.push(`the package ${name} is not installed (npm ci)`);
  }
  return absent;
}

/** Whether `path` is a file that this user can execute. */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the package `name` can be imported from this folder. */
function isResolvable(name) {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
