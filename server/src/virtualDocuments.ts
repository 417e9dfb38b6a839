import type { PreviewTarget } from './protocol.js';

/** The scheme of the read-only documents that previews and comparisons are shown in. */
export const virtualScheme = 'aks-bootstrap';

/** The scheme of decoded payloads, which an editor may be able to write. */
export const payloadScheme = 'aks-bootstrap-payload';

/** All schemes of virtual documents. */
export const virtualSchemes: readonly string[] = [virtualScheme, payloadScheme];

/** What a virtual document shows. The address says where the text comes from, never the text itself. */
export type VirtualView =
  | {
      /** URI of the document that it is made from. */
      readonly source: string;
      readonly view: 'layer';
      /** The way to the payload. */
      readonly steps: readonly string[];
    }
  | {
      /** URI of the document on the left, and of the one on the right. */
      readonly source: string;
      readonly view: 'comparison';
      readonly after: string;
      /** Which of the two texts it is. */
      readonly side: 'before' | 'after';
    }
  | {
      /** A number by which the editor knows a text that is no document of its own, such as the clipboard's. */
      readonly source: string;
      readonly view: 'kept';
    }
  | {
      readonly source: string;
      /** The report on a failure. */
      readonly view: 'failure';
      /** Its place among the failures of the document; the first one where it is absent. */
      readonly failure?: number;
      /** The table of exit codes that the reader chose. */
      readonly table?: string;
    }
  | ({
      readonly source: string;
      readonly view: PreviewTarget['what'];
    } & Omit<PreviewTarget, 'what'>);

/** A view of a node config, as against a decoded payload and whatever else there is. */
export type PreviewVirtualView = Extract<VirtualView, { view: PreviewTarget['what'] }>;

/** One side of a comparison. */
export type ComparisonView = Extract<VirtualView, { view: 'comparison' }>;

/** The parts of a URI that carry a view, decoded; `name` is what the editor's tab says. */
export function viewToUri(view: VirtualView, name: string): { scheme: string; path: string; query: string } {
  const scheme = view.view === 'layer' ? payloadScheme : virtualScheme;
  return { scheme, path: `/${name.replaceAll('/', '_')}`, query: JSON.stringify(inOrder(view)) };
}

/** The same URI as a text. */
export function viewToUriText(view: VirtualView, name: string): string {
  const { scheme, path, query } = viewToUri(view, name);
  return `${scheme}:/${encodeURIComponent(path.slice(1))}?${encodeURIComponent(query)}`;
}

/** Reads a view back; undefined for an address that is not ours. */
export function viewOfUri(uri: { readonly scheme: string; readonly query: string }): VirtualView | undefined {
  if (!virtualSchemes.includes(uri.scheme)) return undefined;
  try {
    const value: unknown = JSON.parse(uri.query);
    return isView(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The same for a URI as a text. */
export function viewOfUriText(uri: string): VirtualView | undefined {
  const at = uri.indexOf('?');
  const scheme = uri.slice(0, Math.max(0, uri.indexOf(':')));
  try {
    return at < 0 ? undefined : viewOfUri({ scheme, query: decodeURIComponent(uri.slice(at + 1)) });
  } catch {
    return undefined;
  }
}

/** What a virtual document shows of a node config; undefined for all other documents. */
export function previewViewOf(uri: string): PreviewVirtualView | undefined {
  const view = viewOfUriText(uri);
  return view !== undefined && isPreview(view) ? view : undefined;
}

/** Whether a view is one of a node config. */
export function isPreview(view: VirtualView): view is PreviewVirtualView {
  return view.view !== 'layer' && view.view !== 'comparison' && view.view !== 'kept' && view.view !== 'failure';
}

/** Whether a document repeats in another form what its sources say, so that nothing is reported of it. */
export function repeatsSources(uri: string): boolean {
  const view = viewOfUriText(uri);
  return view !== undefined && (isPreview(view) || view.view === 'comparison' || view.view === 'failure');
}

/** URIs of the documents that a virtual document is made from. */
export function sourcesOf(view: VirtualView): readonly string[] {
  if (view.view === 'kept') return [];
  return view.view === 'comparison' ? [view.source, view.after] : [view.source];
}

/** What a view of a node config asks the server for. */
export function targetOf({ view, dialect, part, file, pool }: PreviewVirtualView): PreviewTarget {
  return {
    what: view,
    ...(dialect === undefined ? {} : { dialect }),
    ...(part === undefined ? {} : { part }),
    ...(file === undefined ? {} : { file }),
    ...(pool === undefined ? {} : { pool }),
  };
}

/** The view that shows a target. */
export function viewOfTarget(source: string, { what, ...rest }: PreviewTarget): PreviewVirtualView {
  return { source, view: what, ...rest };
}

/** Equal views have equal addresses: members stand in one order, absent ones nowhere. */
function inOrder(view: VirtualView): VirtualView {
  const { source } = view;
  if (view.view === 'layer') return { source, view: view.view, steps: view.steps };
  if (view.view === 'comparison') return { source, view: view.view, after: view.after, side: view.side };
  if (view.view === 'kept') return { source, view: view.view };
  if (view.view === 'failure') {
    const { failure, table } = view;
    const told = failure === undefined ? {} : { failure };
    return { source, view: view.view, ...told, ...(table === undefined ? {} : { table }) };
  }
  const { what, ...rest } = targetOf(view);
  return { source, view: what, ...rest };
}

const views: ReadonlySet<unknown> = new Set<VirtualView['view']>([
  'layer',
  'comparison',
  'kept',
  'failure',
  'custom-data',
  'cse',
  'boot-command',
  'env',
  'node-files',
  'node-file',
  'vmss',
  'karpenter-script',
  'karpenter-options',
]);
const dialects: ReadonlySet<unknown> = new Set<PreviewTarget['dialect']>([
  undefined,
  'cloud-init',
  'flatcar',
  'write-files',
]);

function isView(value: unknown): value is VirtualView {
  if (typeof value !== 'object' || value === null) return false;
  const { source, view, steps, dialect, part, file, pool, after, side, failure, table } = value as Record<
    string,
    unknown
  >;
  if (typeof source !== 'string' || !views.has(view) || !dialects.has(dialect)) return false;
  if (view === 'layer') return isTexts(steps);
  if (view === 'comparison') return typeof after === 'string' && (side === 'before' || side === 'after');
  if (view === 'failure') {
    const counted = failure === undefined || (typeof failure === 'number' && Number.isInteger(failure) && failure >= 0);
    return counted && (table === undefined || typeof table === 'string');
  }
  if (pool !== undefined && typeof pool !== 'string') return false;
  return (part === undefined || isTexts(part)) && (view === 'node-file' ? typeof file === 'string' : true);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
