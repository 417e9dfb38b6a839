/**
 * Runs a compiled Mocha suite inside the extension host of a real VS Code. The
 * browser page only keeps the session open.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHost, within } from './server.mjs';
import { launchBrowser, newPage, remoteUri, screenshotOf, workbenchUrl } from './workbench.mjs';

/** The variable with the path that the suite writes Mocha's JSON report to. */
export const REPORT_VARIABLE = 'E2E_REPORT';

/** VS Code runs a suite only for an extension under development; this one is empty. */
const DUMMY_EXTENSION = join(dirname(fileURLToPath(import.meta.url)), 'dummyExtension');
const LOG_TAIL_LINES = 200;

/**
 * Runs the CommonJS module `testsPath`, whose `run()` starts Mocha and rejects
 * when a test fails, in a window with the folder `workspace` open.
 *
 * The extension under test is the one installed in `extensionsDir`, or the
 * source folder `extensionPath` when that is given. `settings` are user
 * settings, `env` further variables for the extension host, `report` the file
 * for the report. All paths are absolute. With `mayBeEmpty`, a suite without tests is no error.
 *
 * Returns Mocha's JSON report (`stats`, `tests`, `passes`, `failures`,
 * `pending`), also when tests failed. Throws an Error when the suite does not
 * end within `timeoutMs`, the server ends, or the report is missing, has no
 * tests or contradicts the exit code. Unless all tests pass, it prints the
 * host's logs and takes a screenshot named `failed-in-host`.
 */
export async function runInHost({
  extensionPath,
  testsPath,
  workspace,
  settings,
  report,
  extensionsDir,
  env = {},
  mayBeEmpty = false,
  timeoutMs = 300_000,
}) {
  await mkdir(dirname(report), { recursive: true });
  await rm(report, { force: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'vscode-host-'));
  const host = await startHost({ dataDir, extensionsDir, settings, env: { ...env, [REPORT_VARIABLE]: report } });
  const log = [];
  let browser;
  let page;
  try {
    browser = await launchBrowser();
    // A small page is drawn faster, and no test uses it.
    page = await newPage(browser, { viewport: { width: 640, height: 480 } });
    await page.exposeFunction('codeAutomationLog', (level, args) => {
      log.push([level, ...args].join(' '));
    });
    const exit = new Promise((resolve) => {
      page.exposeFunction('codeAutomationExit', resolve);
    });
    await page.goto(
      workbenchUrl(host.port, workspace, [
        ['extensionDevelopmentPath', remoteUri(host.port, extensionPath ?? DUMMY_EXTENSION)],
        ['extensionTestsPath', remoteUri(host.port, testsPath)],
      ]),
    );
    const code = await within(
      timeoutMs,
      Promise.race([exit, host.died]),
      () => `The suite did not end within ${timeoutMs / 1000} s.`,
    );
    const result = await readReport(report, code, mayBeEmpty);
    if (result.stats.failures > 0) await printLogs(host, page, log);
    return result;
  } catch (error) {
    await printLogs(host, page, log);
    throw error;
  } finally {
    await browser?.close();
    await host.stop();
  }
}

/** Reads and checks the report of a suite that ended with `code`. */
async function readReport(report, code, mayBeEmpty) {
  let result;
  try {
    result = JSON.parse(await readFile(report, 'utf8'));
  } catch (error) {
    throw new Error(`The suite ended with code ${code} without a readable report: ${error.message}`, { cause: error });
  }
  const { tests, failures } = result.stats;
  if (tests === 0 && failures === 0 && !mayBeEmpty)
    throw new Error(`The suite ended with code ${code} and has no tests.`);
  if (code !== 0 && failures === 0)
    throw new Error(`The suite ended with code ${code}, but its report contains no failure.`);
  return result;
}

/** Prints what the host and the window logged, and takes a screenshot. */
async function printLogs(host, page, log) {
  if (page) await screenshotOf(page, 'failed-in-host').catch(() => {});
  console.log(await host.logs().catch((error) => `The logs could not be read: ${error.message}`));
  console.log(`--- window log\n${log.slice(-LOG_TAIL_LINES).join('\n')}`);
}
