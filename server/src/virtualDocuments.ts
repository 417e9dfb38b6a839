import { decodeBase64, encodeBase64 } from './core/text/base64.js';
import { utf8Bytes } from './core/text/bytes.js';
import { safeFileName } from './core/text/fileName.js';
import type { ComparedImages, ComparedNames, PreviewTarget } from './protocol.js';

/** The scheme of the read-only documents that show previews and comparisons. */
export const virtualScheme = 'aks-bootstrap';

/** The scheme of decoded payloads, which an editor may be able to write. */
export const payloadScheme = 'aks-bootstrap-payload';

/**
 * The language of virtual documents that mix languages, or have one that an editor may not know: MIME messages, variables,
 * and files one below the other. VS Code colours it by `client/languages/view.tmLanguage.json`.
 */
export const viewLanguage = 'aks-bootstrap-view';

/** All schemes of virtual documents. */
export const virtualSchemes: readonly string[] = [virtualScheme, payloadScheme];

/** What a virtual document shows. The query of its URI identifies the text and never contains it. */
export type VirtualView = {
  /** URI of the document that it is made from. */
  readonly source: string;
} & (
  | { readonly view: 'layer'; /** The payload path. */ readonly steps: readonly string[] }
  /** `source` is the document on the left, `after` the one on the right; `side` is the one that is shown. */
  | {
      readonly view: 'comparison';
      readonly after: string;
      readonly side: 'before' | 'after';
      readonly images?: ComparedImages | undefined;
      readonly pools?: ComparedNames | undefined;
      readonly machines?: ComparedNames | undefined;
    }
  /** A text without a document of its own, such as the clipboard's. `source` is a number that the editor gave it. */
  | { readonly view: 'kept' }
  /** The report on a failure: its index in the document, by default 0, and the table of exit codes that the user chose. */
  | { readonly view: 'failure'; readonly failure?: number | undefined; readonly table?: string | undefined }
  | { readonly view: 'preview'; readonly target: PreviewTarget }
);

export type LayerView = Extract<VirtualView, { view: 'layer' }>;
export type ComparisonView = Extract<VirtualView, { view: 'comparison' }>;
export type PreviewVirtualView = Extract<VirtualView, { view: 'preview' }>;

/** The members of views and targets in a fixed order, so that equal views have equal URIs. */
const members =
  'source view steps after side images pools machines before failure table target what dialect part file pool'.split(
    ' ',
  );

/**
 * The decoded parts of the URI of a view. Editors show its path: the outer document of a decoded text or preview, and
 * `names` from the outside in, of which the last one is in the tab. The view is in the query, as base64url of its JSON:
 * editors escape no character of it.
 */
export function viewToUri(
  view: VirtualView,
  ...names: readonly string[]
): { scheme: string; path: string; query: string } {
  const scheme = view.view === 'layer' ? payloadScheme : virtualScheme;
  const outer = view.view === 'layer' || view.view === 'preview' ? namesOf(view.source) : [];
  const path = [...outer, ...names].map((name) => `/${safeFileName(name)}`).join('');
  const base64 = encodeBase64(utf8Bytes(JSON.stringify(view, members)));
  return { scheme, path, query: base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '') };
}

/** The same URI as a string. */
export function viewToUriText(view: VirtualView, ...names: readonly string[]): string {
  const { scheme, path, query } = viewToUri(view, ...names);
  return `${scheme}:${path.split('/').map(encodeURIComponent).join('/')}?${query}`;
}

/** The names in the path of a URI: all of a virtual document, which begins with the name of its own source, else the last. */
function namesOf(uri: string): readonly string[] {
  const path = uri.replace(/^[^:]*:|[?#][^]*/g, '');
  const names = path.split('/').filter((name) => name !== '');
  return (viewOfUriText(uri) === undefined ? names.slice(-1) : names).map(decodedName);
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The view of a URI; undefined if it isn't one of ours. */
export function viewOfUri(uri: { readonly scheme: string; readonly query: string }): VirtualView | undefined {
  if (!virtualSchemes.includes(uri.scheme)) return undefined;
  const { bytes, fault } = decodeBase64(uri.query);
  if (fault !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isView(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The same for a URI as a string. */
export function viewOfUriText(uri: string): VirtualView | undefined {
  const at = uri.indexOf('?');
  const scheme = uri.slice(0, Math.max(0, uri.indexOf(':')));
  return at < 0 ? undefined : viewOfUri({ scheme, query: uri.slice(at + 1) });
}

/** Whether a document repeats the content of its sources in another format, so that no problems are reported in it. */
export function repeatsSources(uri: string): boolean {
  const view = viewOfUriText(uri)?.view;
  return view === 'preview' || view === 'comparison' || view === 'failure';
}

/** URIs of the documents that a virtual document is made from. */
export function sourcesOf(view: VirtualView): readonly string[] {
  if (view.view === 'kept') return [];
  return view.view === 'comparison' ? [view.source, view.after] : [view.source];
}

/** The previews of a {@link PreviewTarget}. */
export const previewKinds = [
  'custom-data',
  'cse',
  'boot-command',
  'env',
  'node-files',
  'node-file',
  'vmss',
  'karpenter-script',
  'karpenter-options',
] as const satisfies readonly PreviewTarget['what'][];
const previews: ReadonlySet<unknown> = new Set(previewKinds);
const dialects: ReadonlySet<unknown> = new Set<PreviewTarget['dialect']>([
  undefined,
  'cloud-init',
  'flatcar',
  'write-files',
]);

type Unchecked = Readonly<Record<string, unknown>>;

function isView(value: unknown): value is VirtualView {
  if (typeof value !== 'object' || value === null) return false;
  const { source, view, steps, after, side, images, pools, machines, failure, table, target } = value as Unchecked;
  if (typeof source !== 'string') return false;
  switch (view) {
    case 'kept':
      return true;
    case 'layer':
      return isStrings(steps);
    case 'comparison':
      return (
        typeof after === 'string' &&
        (side === 'before' || side === 'after') &&
        areImages(images) &&
        areNames(pools) &&
        areNames(machines)
      );
    case 'failure':
      return (failure === undefined || (Number.isInteger(failure) && Number(failure) >= 0)) && isOptional(table);
    default:
      return view === 'preview' && typeof target === 'object' && target !== null && isTarget(target as Unchecked);
  }
}

function areImages(images: unknown): boolean {
  if (images === undefined) return true;
  if (typeof images !== 'object' || images === null) return false;
  const { before, after } = images as Unchecked;
  return typeof before === 'string' && typeof after === 'string';
}

function areNames(names: unknown): boolean {
  if (names === undefined) return true;
  if (typeof names !== 'object' || names === null) return false;
  const { before, after } = names as Unchecked;
  return isOptional(before) && isOptional(after);
}

function isTarget({ what, dialect, part, file, pool }: Unchecked): boolean {
  if (!previews.has(what) || !dialects.has(dialect)) return false;
  const isNamed = what === 'node-file' ? typeof file === 'string' : isOptional(file);
  return isNamed && isOptional(pool) && (part === undefined || isStrings(part));
}

function isOptional(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
