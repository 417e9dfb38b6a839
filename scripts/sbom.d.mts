import type { Metafile } from './notices.mjs';

export interface Component {
  readonly type: string;
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly ({ readonly expression: string } | { readonly license: { readonly id: string } })[];
  readonly purl: string;
}

/** The members of a CycloneDX document that the package has. */
export interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export function sbomOf(metafile: Metafile, manifest: object, lock: object): Sbom;
