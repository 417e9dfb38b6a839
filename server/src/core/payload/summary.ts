import type { Child, Payload } from '../document/payload.js';
import { kinds } from './kindTable.js';
import { counted } from '../text/strings.js';

/** A payload in short: its layers, the number of payloads in it, and its size. */
export function payloadSummary(payload: Payload): string {
  const count = countOf(payload.children);
  const size = counted(payload.bytes.length, 'byte');
  return [payload.layers.join(' › '), ...(count === undefined ? [] : [count]), size].join(', ');
}

/** The number of children, such as `3 files`; undefined if there are none. */
function countOf(children: readonly Child[]): string | undefined {
  const [first] = children;
  if (first === undefined) return undefined;
  const [one, many] = children.every(({ is }) => is === first.is) ? names[first.is] : names.field;
  return counted(children.length, one, many);
}

const names: Readonly<Record<Child['is'], readonly [one: string, many: string]>> = {
  field: ['payload', 'payloads'],
  json: ['document', 'documents'],
  status: ['status', 'statuses'],
  variable: ['variable', 'variables'],
  script: ['script', 'scripts'],
  command: ['command', 'commands'],
  config: ['config', 'configs'],
  part: ['part', 'parts'],
  file: ['file', 'files'],
  overridden: ['overridden payload', 'overridden payloads'],
};

/** Whether opening a payload shows more than its position does: it is encoded, has payloads, or its kind isn't plain. */
export function isWorthOpening({ text, map, children, kind }: Payload): boolean {
  return text !== undefined && (!map.exact || children.length > 0 || kinds[kind].isPlain !== true);
}

/** Whether a payload's text is encoded or escaped in its document. */
export function isEncoded({ encodings, format }: Payload): boolean {
  return encodings.length > 0 || format === 'json-string';
}
