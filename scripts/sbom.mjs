/**
 * Writes dist/aks-bootstrap.cdx.json, the software bill of materials of the package (CycloneDX 1.6): the packages whose code
 * is in the bundles of the last build. It depends only on the sources, as the package does.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundledPackages } from './notices.mjs';

/** The SBOM for the metafile of the bundles, our package.json, and package-lock.json with the digests of the packages. */
export function sbomOf(metafile, { name, version, license }, lock) {
  const components = bundledPackages(metafile).map((found) => component(found, lock));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': name, name, version, licenses: licensesOf(license) },
    },
    components,
    dependencies: [
      { ref: name, dependsOn: components.map((one) => one['bom-ref']) },
      ...components.map((one) => ({ ref: one['bom-ref'], dependsOn: [] })),
    ],
  };
}

function component({ name, version, license, folder }, lock) {
  const [scope, base] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const path = folder.replaceAll('\\', '/');
  const { integrity } = lock.packages[path.slice(path.indexOf('node_modules/'))];
  // A purl percent-encodes the @ of a scope.
  const purl = `pkg:npm/${scope === undefined ? '' : `${encodeURIComponent(scope)}/`}${base}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope === undefined ? {} : { group: scope }),
    name: base,
    version,
    scope: 'required',
    hashes: [hashOf(integrity)],
    licenses: licensesOf(license),
    purl,
  };
}

/** The digest of the archive that npm installs, from the form of Subresource Integrity. */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-', 2);
  return {
    alg: { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' }[algorithm],
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
}

function licensesOf(license) {
  return /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const sbom = sbomOf(read('dist/metafile.json'), read('package.json'), read('package-lock.json'));
  writeFileSync('dist/aks-bootstrap.cdx.json', `${JSON.stringify(sbom, undefined, 2)}\n`);
}
