/** The parts of an esbuild metafile that the notices follow from. */
export function noticesOf(metafile: {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}): string;
