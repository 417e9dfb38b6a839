/**
 * Reports known vulnerabilities of the packages whose code is in the bundles of the last build: `npm run audit`. They are
 * development dependencies, so `npm audit --omit=dev` doesn't look at them. It fails if there is one, and with --release
 * also if the registry can't be asked.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { bundledPackages } from './notices.mjs';

const bundled = new Set(
  bundledPackages(JSON.parse(readFileSync('dist/metafile.json', 'utf8'))).map(({ name }) => name),
);
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', shell: process.platform === 'win32' });
const found = vulnerabilities(stdout);
if (found === undefined) {
  console.error('The registry could not be asked about vulnerabilities of the bundled packages.');
  process.exitCode = argv.includes('--release') ? 1 : 0;
} else {
  const ours = found.filter(({ name }) => bundled.has(name));
  for (const { name, severity, range } of ours) console.error(`${name} ${range}: ${severity}`);
  console.log(`${ours.length} of ${bundled.size} bundled packages have known vulnerabilities.`);
  process.exitCode = ours.length > 0 ? 1 : 0;
}

/** The entries of npm's report; undefined if it is an error. */
function vulnerabilities(report) {
  try {
    const { vulnerabilities: entries } = JSON.parse(report);
    return entries && Object.values(entries);
  } catch {
    return undefined;
  }
}
