import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledPackages, type Metafile } from '../scripts/notices.mjs';
import { sbomOf } from '../scripts/sbom.mjs';
import { temporaryFolder } from './support/temporaryFolder.js';

const read = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;
const metafile = read('dist/metafile.json') as Metafile;

describe('the software bill of materials', () => {
  const sbom = sbomOf(metafile, read('package.json'), read('package-lock.json'));

  it('lists every package in the bundles, with a version, a digest, a license and a package URL', () => {
    expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', '1.6']);
    const names = sbom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`);
    expect(names).toEqual(bundledPackages(metafile).map(({ name, version }) => `${name} ${version}`));
    for (const { purl, hashes, licenses } of sbom.components) {
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/);
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }]);
      expect(JSON.stringify(licenses)).toMatch(/"(?:id|expression)":"[^"]+"/);
    }
  });

  it('has unique references, and its dependencies are among them', () => {
    const refs = sbom.components.map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(sbom.dependencies[0]).toEqual({ ref: 'aks-bootstrap', dependsOn: refs });
  });
});

describe('the licenses of bundled packages', () => {
  const folder = temporaryFolder();
  /** The metafile of a bundle with one package of a license. */
  function bundleWith(name: string, license: string): Metafile {
    const path = join(folder.path, 'node_modules', name);
    mkdirSync(path, { recursive: true });
    folder.file(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', license }));
    folder.file(`node_modules/${name}/LICENSE`, 'Words of the license.');
    const file = join(path, 'index.js');
    return { inputs: { [file]: {} }, outputs: { 'dist/a.js': { inputs: { [file]: { bytesInOutput: 1 } } } } };
  }

  it.each(['MIT', '(MIT AND Zlib)', 'GPL-3.0-only OR MIT', 'BlueOak-1.0.0'])('may be %s', (license) => {
    expect(bundledPackages(bundleWith('free', license))).toMatchObject([{ name: 'free', license }]);
  });

  it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0-only', 'UNLICENSED', 'SEE LICENSE IN LICENSE'])(
    'may not be %s',
    (license) => {
      expect(() => bundledPackages(bundleWith('other', license))).toThrow(`other has the license ${license}`);
    },
  );
});
