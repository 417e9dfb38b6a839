import type { DocumentKind } from '../document/kinds.js';
import type { Child, Payload } from '../document/payload.js';

/** What a payload is, in short: its layers, how many pieces are in it, and its size. */
export function payloadSummary(payload: Payload): string {
  const pieces = piecesOf(payload.children);
  const size = `${payload.bytes.length.toLocaleString('en')} ${payload.bytes.length === 1 ? 'byte' : 'bytes'}`;
  return [payload.layers.join(' › '), ...(pieces === undefined ? [] : [pieces]), size].join(', ');
}

/** How many pieces are inside, named by what all of them are; undefined where there are none. */
function piecesOf(children: readonly Child[]): string | undefined {
  const [first] = children;
  if (first === undefined) return undefined;
  const [one, many] = children.every(({ is }) => is === first.is) ? names[first.is] : names.field;
  return `${children.length.toLocaleString('en')} ${children.length === 1 ? one : many}`;
}

const names: Readonly<Record<Child['is'], readonly [one: string, many: string]>> = {
  field: ['payload', 'payloads'],
  json: ['document', 'documents'],
  status: ['status', 'statuses'],
  variable: ['variable', 'variables'],
  script: ['script', 'scripts'],
  config: ['config', 'configs'],
  part: ['part', 'parts'],
  file: ['file', 'files'],
};

/** Kinds of which an editor shows a text that is not encoded as well where it stands. */
const plainKinds: ReadonlySet<DocumentKind> = new Set<DocumentKind>(['unknown', 'user-data', 'cse-command']);

/**
 * Whether opening a payload shows more than its own place does: it is encoded, holds something, or is a document of a
 * kind with help of its own.
 */
export function isWorthOpening({ text, map, children, kind }: Payload): boolean {
  return text !== undefined && (!map.exact || children.length > 0 || !plainKinds.has(kind));
}

/** Whether a payload's text is not written in its place as it is. */
export function isEncoded({ encodings, format }: Payload): boolean {
  return encodings.length > 0 || format === 'json-string';
}
