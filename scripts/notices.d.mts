/** The parts of an esbuild metafile that the notices follow from. */
export interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
  readonly folder: string;
}

export function bundledPackages(metafile: Metafile): BundledPackage[];

export function noticesOf(metafile: Metafile): string;
