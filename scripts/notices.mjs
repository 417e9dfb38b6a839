/**
 * Writes THIRD-PARTY-NOTICES.txt: the licenses of the packages whose code is in the bundles of the last build. `--check`
 * writes nothing and fails if the file is out of date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const file = 'THIRD-PARTY-NOTICES.txt';

/** The licenses that code in the bundles may have: permissive ones, which ask for no more than a notice. */
const allowedLicenses = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'Zlib'];

/**
 * The packages whose code is in the shipped bundles, for the metafile of esbuild, sorted by name: each with its folder,
 * version, license and its text. Throws if a package has no license, or one that isn't allowed.
 */
export function bundledPackages({ inputs, outputs }) {
  const used = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = new Set(used.filter((path) => path in inputs).flatMap((path) => packageFolder(path) ?? []));
  const packages = [...folders].map(licensed);
  const named = new Map(packages.map((found) => [`${found.name} ${found.version}`, found]));
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found);
}

/** The notices for the metafile: each package with its version and license. */
export function noticesOf(metafile) {
  const sections = bundledPackages(metafile).map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  );
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
  if (!isAllowed(license)) throw new Error(`${name} has the license ${license}, which is not allowed in the bundles`);
  const text = readFileSync(join(folder, found), 'utf8').replace(/\r\n?/g, '\n').trim();
  return { name, version, license, text, folder };
}

/** Whether one of the alternatives of an SPDX expression is allowed; each part of an alternative has to be. */
function isAllowed(expression) {
  return expression
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => allowedLicenses.includes(license)));
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
