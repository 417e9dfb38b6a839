/**
 * Tests the packaged extension in a real VS Code:
 *
 *   node test/vscode/run.mjs [--require] [--only TEXT] [--suite in-host|journeys|web] [--pictures]
 *
 * It installs the package, runs the suite inside the extension host, and the user journeys in the workbench. Journeys that
 * need only a browser run again in VS Code for the Web. It prints one line per test and ends with
 * `N passed, N failed, N skipped`. Suites that can't run on this machine are listed as skipped, or as failed with --require.
 * --only runs the tests and journeys with TEXT in their names, --suite those of one kind. With --pictures, journeys write
 * pictures of their screens to `screenshots/`.
 *
 * `journeys.mjs` exports the user settings for all journeys, and the journeys, a list of
 * `{ name, file?, isNew?, files?, sameWindow?, restricted?, web?, run({ page, workbench, folder, languageServers }) }`. A journey finds
 * `file` open in a folder with the samples and `files`, a map from paths to contents; with `isNew`, `file` is empty. Each
 * journey has a new window with a new folder. With `sameWindow`, it has that of the journey before it, where everything was
 * closed and the folder was filled again; if that one failed or isn't chosen, it has a new one too. The folders of journeys
 * with `restricted` open in Restricted Mode. Those with `web: 'only'` run only in VS Code for the Web.
 *
 * The variable VSIX is the path of a package, or of a folder whose newest package is used.
 * The exit code is 1 when anything failed, else 0.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { missing } from './availability.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const VSIX = join(ROOT, 'dist', 'aks-bootstrap.vsix');
const SUITE = join(ROOT, 'dist', 'test', 'vscode', 'suite.cjs');
const REPORT = join(ROOT, 'dist', 'test', 'vscode', 'report.json');
const SAMPLES = join(ROOT, 'test', 'samples');
const JOURNEYS = join(ROOT, 'test', 'vscode', 'journeys.mjs');

const JOURNEY_TIMEOUT_MS = 120_000;
/** Each window keeps one core busy. */
const MAX_LANES = 2;

const only = optionOf('--only');
const onlySuite = optionOf('--suite');

const count = { passed: 0, failed: 0, skipped: 0 };

/** The argument after an option on the command line; empty if the option is not given. */
function optionOf(name) {
  return process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : '';
}

/** The path of the package to test: from the variable VSIX, or else the built package. It may not exist. */
function findVsix() {
  const given = process.env.VSIX ? resolve(process.env.VSIX) : VSIX;
  if (!existsSync(given) || !statSync(given).isDirectory()) return given;
  const packages = readdirSync(given)
    .filter((name) => name.endsWith('.vsix'))
    .map((name) => join(given, name));
  packages.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  return packages[0] ?? join(given, '*.vsix');
}

/** One sentence for each of `files` that does not exist. */
function missingFiles(files) {
  return files.filter((file) => !existsSync(file)).map((file) => `${relative(ROOT, file)} does not exist`);
}

/** Prints the line of one test, followed by `detail` indented, and counts the test. */
function line(outcome, name, detail) {
  count[outcome] += 1;
  console.log(`${outcome.toUpperCase()} ${name}`);
  if (detail) console.log(stripVTControlCharacters(detail).trimEnd().replace(/^/gm, '    '));
}

/**
 * Copies the samples to `folder`, so that no test sees the edits of another test. Files that are there are overwritten:
 * Node's `cp` deletes them first, and VS Code may miss a file that is deleted and created at once.
 */
async function copySamples(folder) {
  await mkdir(folder, { recursive: true });
  for (const path of await readdir(SAMPLES, { recursive: true })) {
    const from = join(SAMPLES, path);
    const to = join(folder, path);
    await (statSync(from).isDirectory() ? mkdir(to, { recursive: true }) : copyFile(from, to));
  }
  return folder;
}

/** Runs the suite in the extension host and prints its tests. */
async function runSuite({ temp, extensionsDir }) {
  const { runInHost } = await import('./inHost.mjs');
  const workspace = await copySamples(join(temp, 'in-host', 'samples'));
  const settings = { 'git.enabled': true };
  const env = { E2E_ONLY: only, E2E_SAMPLES: join(ROOT, 'test/samples') };
  const mayBeEmpty = only !== '';
  const report = await runInHost({
    testsPath: SUITE,
    workspace,
    report: REPORT,
    extensionsDir,
    settings,
    env,
    mayBeEmpty,
  });
  for (const test of report.passes) line('passed', `in-host: ${test.fullTitle} (${test.duration} ms)`);
  for (const test of report.pending) line('skipped', `in-host: ${test.fullTitle}`);
  for (const test of report.failures)
    line('failed', `in-host: ${test.fullTitle}`, test.err?.stack ?? test.err?.message);
}

/** The journeys of `journeys.mjs` that are chosen, in one list for each window, and the settings of all windows. */
async function loadJourneys() {
  const { journeys, settings } = await import(pathToFileURL(JOURNEYS).href);
  if (!Array.isArray(journeys) || journeys.length === 0) {
    throw new Error(`${relative(ROOT, JOURNEYS)} exports no journeys.`);
  }
  const all = [];
  for (const journey of journeys) {
    if (journey.sameWindow) all.at(-1).push(journey);
    else all.push([journey]);
  }
  const chosen = (windows, isChosen) =>
    windows
      .map((window) => window.filter((journey) => isChosen(journey) && journey.name.includes(only)))
      .filter((window) => window.length > 0);
  return {
    settings,
    windows: chosen(all, ({ restricted, web }) => !restricted && web !== 'only'),
    restricted: chosen(all, ({ restricted }) => restricted),
    // None of them depends on what VS Code keeps, so all share one window.
    web: chosen([journeys], ({ web }) => web),
  };
}

/**
 * Runs journeys on a host of its own, called `name`. It takes one window after the other from their list until that is
 * empty, so that several of these jobs end at about the same time. With `restricted`, it runs those in Restricted Mode.
 */
async function runJourneys({ temp, extensionsDir, journeys }, { name, restricted = false }) {
  const { settings } = journeys;
  const windows = restricted ? journeys.restricted : journeys.windows;
  if (windows.length === 0) return;
  const { startHost, within } = await import('./server.mjs');
  const { launchBrowser, openWorkbench } = await import('./workbench.mjs');
  const host = await startHost({ dataDir: join(temp, name), extensionsDir, settings, restricted });
  let browser;
  try {
    browser = await launchBrowser();
    for (let count = 0, window = windows.shift(); window !== undefined; count++, window = windows.shift()) {
      await runWindow(window, {
        title: 'journey',
        parent: join(temp, `${name}-${count}`),
        // VS Code may write the settings of an earlier window late, such as its colour theme.
        resetSettings: () => host.resetSettings(),
        refill,
        open: (folder, file) => openWorkbench({ port: host.port, folder, file, browser }),
        languageServers: host.languageServers,
        within: (ms, run, message) => within(ms, Promise.race([run, host.died]), message),
        logs: () => host.logs(),
      });
    }
  } finally {
    await browser?.close();
    await host.stop();
  }
}

/** Runs the journeys marked `web` in VS Code for the Web, which runs the extension in web workers of the browser. */
async function runWeb({ temp, extensionsDir, journeys }) {
  const { settings, web: windows } = journeys;
  if (windows.length === 0) return;
  const { within } = await import('./server.mjs');
  const { startWebHost } = await import('./web/server.mjs');
  const { launchBrowser, openWorkbench } = await import('./workbench.mjs');
  const installed = readdirSync(extensionsDir).find((name) => name.startsWith('aks-bootstrap.aks-bootstrap-'));
  const host = await startWebHost({ extension: join(extensionsDir, installed), settings });
  const browser = await launchBrowser();
  try {
    for (const [index, window] of windows.entries()) {
      const log = [];
      await runWindow(window, {
        title: 'web',
        parent: join(temp, `web-${index}`),
        resetSettings: () => undefined,
        // The window copies the folder into memory when it opens, so it needs the files of all journeys then.
        refill: () => undefined,
        open: async (folder, file) => {
          for (const journey of window) await makeFiles(folder, journey);
          const workbench = await openWorkbench({ url: host.urlOf(folder, file), file, browser });
          workbench.page.on('console', (message) => log.push(message.text()));
          return workbench;
        },
        within,
        logs: () => log.slice(-50).join('\n'),
      });
    }
  } finally {
    await browser.close();
    await host.stop();
  }
}

/**
 * Runs journeys one after the other in a window, and prints their results. After a journey has failed, the next one gets a
 * new window with a new folder.
 */
async function runWindow(journeys, { title, parent, resetSettings, refill, open, languageServers, within, logs }) {
  let workbench;
  let folder;
  for (const [index, journey] of journeys.entries()) {
    const start = Date.now();
    const name = `${title}: ${journey.name}`;
    try {
      await resetSettings();
      if (workbench === undefined) {
        folder = await copySamples(join(parent, String(index), 'samples'));
        await makeFiles(folder, journey);
        workbench = await open(folder, journey.file);
      } else {
        await refill(folder, journey);
        await workbench.waitForFiles(await readdir(folder));
        if (journey.file !== undefined) await workbench.openFromExplorer(journey.file);
      }
      const run = journey.run({ page: workbench.page, workbench, folder, languageServers });
      await within(JOURNEY_TIMEOUT_MS, run, () => 'The journey took too long.');
      if (index + 1 < journeys.length) await workbench.startOver();
      line('passed', `${name} (${Date.now() - start} ms)`);
    } catch (error) {
      const picture = await workbench?.screenshotOfFailure(name).catch(() => undefined);
      const hint = picture ? `\nscreenshot: ${relative(ROOT, picture)}` : '';
      line('failed', name, `${error.stack}${hint}\n${await logs()}`);
      await workbench?.close();
      workbench = undefined;
    }
  }
  await workbench?.close();
}

/**
 * Gives a folder that was used by a journey the files that it has for the next one. Only those are deleted that the next
 * journey doesn't have, as in `copySamples`.
 */
async function refill(folder, journey) {
  const kept = new Set();
  for (const path of [...(await readdir(SAMPLES, { recursive: true })), ...Object.keys(ownFiles(journey))])
    for (let parent = path; parent !== '.'; parent = dirname(parent)) kept.add(parent);
  for (const path of await readdir(folder, { recursive: true }))
    if (!kept.has(path)) await rm(join(folder, path), { recursive: true, force: true });
  await copySamples(folder);
  await makeFiles(folder, journey);
}

/** Paths and contents of the files that a journey has beside the samples. */
function ownFiles({ file, isNew, files }) {
  return { ...(isNew === true && { [file]: '' }), ...files };
}

/** Creates the files of a journey. */
async function makeFiles(folder, journey) {
  for (const [path, content] of Object.entries(ownFiles(journey))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Runs as many of `jobs` at the same time as this machine has cores, but at most `MAX_LANES`. */
async function runInLanes(jobs) {
  const waiting = [...jobs];
  const runLane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), MAX_LANES) }, runLane));
}

/** Runs all suites that can run; returns the exit code. */
async function main() {
  const required = process.argv.includes('--require');
  const vsix = findVsix();
  const files = [vsix, JOURNEYS, SAMPLES];
  const suites = [
    { suite: 'in-host', run: runSuite, files: [vsix, SUITE, SAMPLES] },
    { suite: 'journeys', name: 'journeys-1', run: runJourneys, files },
    { suite: 'web', run: runWeb, files },
    { suite: 'journeys', name: 'restricted', restricted: true, run: runJourneys, files },
    { suite: 'journeys', name: 'journeys-2', run: runJourneys, files },
  ].filter(({ suite }) => onlySuite === '' || suite === onlySuite);
  const absent = missing();
  const runnable = suites.filter(({ suite, name = suite, files }) => {
    const reasons = [...absent, ...missingFiles(files)];
    if (reasons.length === 0) return true;
    line(required ? 'failed' : 'skipped', `vscode ${name}: ${reasons.join('; ')}`);
    return false;
  });
  if (runnable.length > 0) {
    const temp = await mkdtemp(join(tmpdir(), 'vscode-e2e-'));
    try {
      const { installVsix } = await import('./server.mjs');
      const extensionsDir = join(temp, 'extensions');
      await installVsix({ vsix, dataDir: join(temp, 'install'), extensionsDir });
      const shared = { temp, extensionsDir, journeys: await loadJourneys() };
      const jobs = runnable.map(({ suite, name = suite, run, ...options }) => async () => {
        try {
          await run(shared, { name, ...options });
        } catch (error) {
          line('failed', `vscode ${name}`, error.stack);
        }
      });
      await runInLanes(jobs);
    } catch (error) {
      line('failed', `vscode: the package ${relative(ROOT, vsix)}`, error.stack);
    } finally {
      await rm(temp, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  }
  console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  return count.failed > 0 ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.exitCode = await main();
