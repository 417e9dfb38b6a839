/**
 * Runs the suite of the extension host in a desktop VS Code, which it downloads: node test/vscode/desktop.mjs [VERSION]
 *
 * For systems and versions that the VS Code server of the other tests doesn't cover. Needs a network, the package
 * @vscode/test-electron, a display, and `npm run build`.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { REPORT_VARIABLE } from './inHost.mjs';
import { CALM_SETTINGS } from './server.mjs';

// The package is not a dependency, because only CI uses it.
const { runTests } = await import('@vscode/test-electron');

const [version = 'stable'] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'vscode-desktop-'));
try {
  const workspace = join(folder, 'samples');
  await cp('test/samples', workspace, { recursive: true });
  const userData = join(folder, 'user-data');
  await mkdir(join(userData, 'User'), { recursive: true });
  await writeFile(join(userData, 'User/settings.json'), JSON.stringify({ ...CALM_SETTINGS, 'git.enabled': true }));
  const report = join(folder, 'report.json');
  const status = await runTests({
    version,
    extensionDevelopmentPath: resolve('.'),
    extensionTestsPath: resolve('dist/test/vscode/suite.cjs'),
    extensionTestsEnv: { [REPORT_VARIABLE]: report, E2E_SAMPLES: resolve('test/samples') },
    launchArgs: [workspace, '--disable-extensions', '--user-data-dir', userData],
  }).catch((error) => {
    console.log(error.message);
    return 1;
  });
  const { stats, failures } = JSON.parse(await readFile(report, 'utf8'));
  for (const { fullTitle, err } of failures) console.log(`FAILED ${fullTitle}\n${err.stack ?? err.message}`);
  console.log(`${stats.passes} passed, ${stats.failures} failed in VS Code ${version}`);
  process.exitCode = status === 0 && stats.tests > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
