/**
 * Tests the packaged extension in a real VS Code:
 *
 *   node test/vscode/run.mjs [--require] [--only TEXT]
 *
 * It installs the package, runs the suite inside the extension host, and then
 * the user journeys in the workbench, each over its own copy of the samples. It
 * prints one line per test and closes with `N passed, N failed, N skipped`. What
 * cannot run here is skipped by name; with --require that is a failure. With --only,
 * nothing runs but tests and journeys with TEXT in their name.
 *
 * The variable VSIX names a package, or a folder whose newest package is used.
 * The exit code is 1 when anything failed, else 0.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';

const count = { passed: 0, failed: 0, skipped: 0 };

/** The package to test: what the variable VSIX names, else the built one. May not exist. */
function findVsix() {
  const given = process.env.VSIX ? resolve(process.env.VSIX) : VSIX;
  if (!existsSync(given) || !statSync(given).isDirectory()) return given;
  const packages = readdirSync(given)
    .filter((name) => name.endsWith('.vsix'))
    .map((name) => join(given, name));
  packages.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  return packages[0] ?? join(given, '*.vsix');
}

/** The sentences for those of `files` that do not exist. */
function missingFiles(files) {
  return files.filter((file) => !existsSync(file)).map((file) => `${relative(ROOT, file)} does not exist`);
}

/** Prints the line of one test and counts it. `detail` follows indented. */
function line(outcome, name, detail) {
  count[outcome] += 1;
  console.log(`${outcome.toUpperCase()} ${name}`);
  if (detail) console.log(stripVTControlCharacters(detail).trimEnd().replace(/^/gm, '    '));
}

/** Copies the samples to `folder`, so that no test sees another's edits. */
async function copySamples(folder) {
  await cp(SAMPLES, folder, { recursive: true });
  return folder;
}

/** Makes a file, and the folders that lead to it. */
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

/**
 * Runs each journey in its own window over its own copy of the samples. The
 * module exports `journeys`, a list of `{ name, file?, isNew?, files?, restricted?, run({ page, workbench, folder }) }`,
 * and may export `settings`, the user settings for all of them. With `isNew`, `file` is made empty first, and `files`
 * are made with these contents by their paths.
 * Restricted ones run in a host of their own.
 */
async function runJourneys({ temp, extensionsDir }) {
  const { startHost, within } = await import('./server.mjs');
  const { launchBrowser, openWorkbench } = await import('./workbench.mjs');
  const { journeys, settings } = await import(pathToFileURL(JOURNEYS).href);
  if (!Array.isArray(journeys) || journeys.length === 0) {
    throw new Error(`${relative(ROOT, JOURNEYS)} exports no journeys.`);
  }
  for (const restricted of [false, true]) {
    const chosen = journeys.filter(
      ({ name, restricted: isRestricted = false }) => isRestricted === restricted && name.includes(only),
    );
    if (chosen.length === 0) continue;
    const name = restricted ? 'restricted' : 'journeys';
    const host = await startHost({ dataDir: join(temp, name), extensionsDir, settings, restricted });
    let browser;
    try {
      browser = await launchBrowser();
      for (const [index, journey] of chosen.entries()) {
        const start = Date.now();
        let workbench;
        try {
          const folder = await copySamples(join(temp, `${name}-${index}`, 'samples'));
          const files = { ...(journey.isNew === true && { [journey.file]: '' }), ...journey.files };
          for (const [path, content] of Object.entries(files)) await makeFile(join(folder, path), content);
          workbench = await openWorkbench({ port: host.port, folder, file: journey.file, browser });
          const run = journey.run({ page: workbench.page, workbench, folder });
          await within(JOURNEY_TIMEOUT_MS, Promise.race([run, host.died]), () => 'The journey took too long.');
          line('passed', `journey: ${journey.name} (${Date.now() - start} ms)`);
        } catch (error) {
          const picture = await workbench?.screenshot(`failed-${journey.name}`).catch(() => undefined);
          const hint = picture ? `\nscreenshot: ${relative(ROOT, picture)}` : '';
          line('failed', `journey: ${journey.name}`, `${error.stack}${hint}\n${await host.logs()}`);
        } finally {
          await workbench?.close();
        }
      }
    } finally {
      await browser?.close();
      await host.stop();
    }
  }
}

/** Runs all suites that can run; returns the exit code. */
async function main() {
  const required = process.argv.includes('--require');
  const vsix = findVsix();
  const suites = [
    { name: 'in-host', run: runSuite, files: [vsix, SUITE, SAMPLES] },
    { name: 'journeys', run: runJourneys, files: [vsix, JOURNEYS, SAMPLES] },
  ];
  const absent = missing();
  const runnable = suites.filter((suite) => {
    const reasons = [...absent, ...missingFiles(suite.files)];
    if (reasons.length === 0) return true;
    line(required ? 'failed' : 'skipped', `vscode ${suite.name}: ${reasons.join('; ')}`);
    return false;
  });
  if (runnable.length > 0) {
    const temp = await mkdtemp(join(tmpdir(), 'vscode-e2e-'));
    try {
      const { installVsix } = await import('./server.mjs');
      const extensionsDir = join(temp, 'extensions');
      await installVsix({ vsix, dataDir: join(temp, 'install'), extensionsDir });
      for (const suite of runnable) {
        try {
          await suite.run({ temp, extensionsDir });
        } catch (error) {
          line('failed', `vscode ${suite.name}`, error.stack);
        }
      }
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
