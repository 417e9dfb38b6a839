/**
 * Tests the packaged extension in a real VS Code:
 *
 *   node test/vscode/run.mjs [--require] [--only TEXT] [--suite in-host|journeys|web] [--pictures]
 *
 * It installs the package, runs the suite inside the extension host, and then the user journeys in the workbench, each
 * with its own copy of the samples. Journeys that need only a browser run again in VS Code for the Web. It prints one
 * line per test and ends with `N passed, N failed, N skipped`. Suites that can't run on this machine are listed as
 * skipped, or as failed with --require. --only runs the tests and journeys with TEXT in their names, --suite those of
 * one kind. With --pictures, journeys write pictures of their screens to `screenshots/`.
 *
 * The variable VSIX is the path of a package, or of a folder whose newest package is used.
 * The exit code is 1 when anything failed, else 0.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** Copies the samples to `folder`, so that no test sees the edits of another test. */
async function copySamples(folder) {
  await cp(SAMPLES, folder, { recursive: true });
  return folder;
}

/** Creates a file and its parent folders. */
async function makeFile(path, content) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
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

/** The user journeys and their settings, as `journeys.mjs` exports them. */
async function loadJourneys() {
  const { journeys, settings } = await import(pathToFileURL(JOURNEYS).href);
  if (!Array.isArray(journeys) || journeys.length === 0) {
    throw new Error(`${relative(ROOT, JOURNEYS)} exports no journeys.`);
  }
  return { journeys: journeys.filter(({ name }) => name.includes(only)), settings };
}

/**
 * Runs each journey in its own window with its own copy of the samples. The
 * module exports `journeys`, a list of
 * `{ name, file?, isNew?, files?, restricted?, web?, run({ page, workbench, folder }) }`,
 * and may export `settings`, the user settings for all of them. `isNew` creates `file` as an empty file first; `files`
 * maps paths to the contents of further files to create. `select` chooses the journeys of one host, called `name`; with
 * `restricted` its folders open in Restricted Mode. Journeys with `web: 'only'` run only in VS Code for the Web.
 */
async function runJourneys({ temp, extensionsDir }, { name, restricted = false, select }) {
  const { startHost, within } = await import('./server.mjs');
  const { launchBrowser, openWorkbench } = await import('./workbench.mjs');
  const { journeys, settings } = await loadJourneys();
  const chosen = journeys
    .filter((journey) => (journey.restricted ?? false) === restricted && journey.web !== 'only')
    .filter((_, index) => select(index));
  if (chosen.length === 0) return;
  const host = await startHost({ dataDir: join(temp, name), extensionsDir, settings, restricted });
  let browser;
  try {
    browser = await launchBrowser();
    for (const [index, journey] of chosen.entries()) {
      await runJourney(journey, {
        title: `journey: ${journey.name}`,
        folder: join(temp, `${name}-${index}`, 'samples'),
        open: async (folder) => {
          // VS Code may write the settings of an earlier window late, such as its colour theme.
          await host.resetSettings();
          return openWorkbench({ port: host.port, folder, file: journey.file, browser });
        },
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
async function runWeb({ temp, extensionsDir }) {
  const { within } = await import('./server.mjs');
  const { startWebHost } = await import('./web/server.mjs');
  const { launchBrowser, openWorkbench } = await import('./workbench.mjs');
  const { journeys, settings } = await loadJourneys();
  const chosen = journeys.filter(({ web }) => web);
  if (chosen.length === 0) return;
  const installed = readdirSync(extensionsDir).find((name) => name.startsWith('aks-bootstrap.aks-bootstrap-'));
  const host = await startWebHost({ extension: join(extensionsDir, installed), settings });
  const browser = await launchBrowser();
  try {
    for (const [index, journey] of chosen.entries()) {
      const log = [];
      await runJourney(journey, {
        title: `web: ${journey.name}`,
        folder: join(temp, `web-${index}`, 'samples'),
        open: async (folder) => {
          const url = host.urlOf(folder, journey.file);
          const workbench = await openWorkbench({ url, file: journey.file, browser });
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

/** Runs one journey in a new folder, in the window that `open` opens for it, and prints the result. */
async function runJourney(journey, { title, folder, open, within, logs }) {
  const start = Date.now();
  let workbench;
  try {
    await copySamples(folder);
    const files = { ...(journey.isNew === true && { [journey.file]: '' }), ...journey.files };
    for (const [path, content] of Object.entries(files)) await makeFile(join(folder, path), content);
    workbench = await open(folder);
    const run = journey.run({ page: workbench.page, workbench, folder });
    await within(JOURNEY_TIMEOUT_MS, run, () => 'The journey took too long.');
    line('passed', `${title} (${Date.now() - start} ms)`);
  } catch (error) {
    const picture = await workbench?.screenshotOfFailure(title).catch(() => undefined);
    const hint = picture ? `\nscreenshot: ${relative(ROOT, picture)}` : '';
    line('failed', title, `${error.stack}${hint}\n${await logs()}`);
  } finally {
    await workbench?.close();
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
  // The journeys are the longest job, so they run in two halves.
  const suites = [
    { suite: 'in-host', run: runSuite, files: [vsix, SUITE, SAMPLES] },
    { suite: 'journeys', name: 'journeys-even', select: (index) => index % 2 === 0, run: runJourneys, files },
    { suite: 'journeys', name: 'journeys-odd', select: (index) => index % 2 === 1, run: runJourneys, files },
    { suite: 'web', run: runWeb, files },
    { suite: 'journeys', name: 'restricted', restricted: true, select: () => true, run: runJourneys, files },
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
      const jobs = runnable.map(({ suite, name = suite, run, ...options }) => async () => {
        try {
          await run({ temp, extensionsDir }, { name, ...options });
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
