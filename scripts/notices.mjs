/**
 * Writes THIRD-PARTY-NOTICES.txt: the licenses of the packages whose code is in the bundles of the last build. `--check`
 * writes nothing and fails if the file is out of date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const file = 'THIRD-PARTY-NOTICES.txt';

/**
 * The notices for the esbuild metafile of the shipped bundles: each package with its version and license, sorted by name.
 * Throws if a package has no license.
 */
export function noticesOf({ inputs, outputs }) {
  const used = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = new Set(used.filter((path) => path in inputs).flatMap((path) => packageFolder(path) ?? []));
  const packages = [...folders].map(licensed);
  const named = new Map(packages.map((found) => [`${found.name} ${found.version}`, found]));
  const sections = [...named]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { license, text }]) => `${title} (${license})\n\n${text}\n`);
  const head = 'This extension contains code of these packages, under their licenses.\n';
  return [head, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}

/** The folder of the package that contains a file; undefined for our own files. */
function packageFolder(path) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function licensed(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const found = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (found === undefined || license === undefined) throw new Error(`${name} has no license`);
  const text = readFileSync(join(folder, found), 'utf8').replace(/\r\n?/g, '\n').trim();
  return { name, version, license, text };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = noticesOf(JSON.parse(readFileSync(resolve('dist/metafile.json'), 'utf8')));
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!argv.includes('--check')) writeFileSync(file, wanted);
  else if (before !== wanted) {
    console.error(`${file} is out of date: run "npm run notices" and commit it.`);
    exit(1);
  }
}
