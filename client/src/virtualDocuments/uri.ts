/** The scheme of the read-only documents that previews and decoded payloads are shown in. */
export const virtualScheme = 'aks-bootstrap';

/** What a virtual document shows. The address says where the text comes from, never the text itself. */
export interface VirtualView {
  /** URI of the document that it is made from. */
  readonly source: string;
  readonly view: 'custom-data' | 'cse' | 'layer';
  /** For `layer`: the way to the payload. */
  readonly steps?: readonly string[];
  readonly dialect?: 'cloud-init' | 'flatcar' | 'write-files';
}

/** The parts of a URI that carry a view; `name` is what the editor's tab says. */
export function viewToUri(view: VirtualView, name: string): { scheme: string; path: string; query: string } {
  return { scheme: virtualScheme, path: `/${name.replaceAll('/', '_')}`, query: JSON.stringify(view) };
}

/** Reads a view back; undefined for an address that is not ours. */
export function viewOfUri(uri: { readonly scheme: string; readonly query: string }): VirtualView | undefined {
  if (uri.scheme !== virtualScheme) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(uri.query);
  } catch {
    return undefined;
  }
  return isView(value) ? value : undefined;
}

function isView(value: unknown): value is VirtualView {
  if (typeof value !== 'object' || value === null) return false;
  const { source, view, steps } = value as Record<string, unknown>;
  const known = view === 'custom-data' || view === 'cse' || view === 'layer';
  return typeof source === 'string' && known && (steps === undefined || Array.isArray(steps));
}
