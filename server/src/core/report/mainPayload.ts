import { append } from '../append.js';
import type { LayerName, Payload } from '../payload/payload.js';
import { type PayloadEntry, payloadOf } from './payloads.js';

/** The payload that a document is about; undefined for a list of several machines or requests, none of which is it. */
export function mainEntry(entries: readonly PayloadEntry[]): PayloadEntry | undefined {
  return isListOfMany(entries) ? undefined : (entries.find((entry) => payloadOf(entry) !== undefined) ?? entries[0]);
}

/**
 * The layers from the outside to the format of the main payload: those of the document, of JSON in strings on the way,
 * and of the payload. They end at JSON that is cut off, and in a list of many at what each of them comes in.
 */
export function layersToMain(root: Payload, entries: readonly PayloadEntry[]): readonly LayerName[] {
  const layers: LayerName[] = [...root.layers];
  // The settings of many extensions stand side by side, and none of them is what a goal state is about.
  if (root.kind === 'goal-state' && root.format !== 'ovf-env') return layers;
  const first = mainEntry(entries) ?? entries[0];
  for (const payload of first?.way ?? []) {
    append(layers, payload.layers);
    if (isCut(payload)) return layers;
  }
  const main = first === undefined || isListOfMany(entries) ? undefined : payloadOf(first);
  append(layers, main?.layers ?? []);
  const script = (main ?? root).children.find(({ is }) => is === 'script');
  return script === undefined ? layers : [...layers, ...script.payload.layers];
}

/** Whether JSON ends before its outermost bracket is closed. */
function isCut({ tree }: Payload): boolean {
  const root = tree?.root;
  return (root?.kind === 'object' || root?.kind === 'array') && root.unclosed === true;
}

/** Whether the entries belong to more than one item of a list, or to more than one line of a log. */
function isListOfMany(entries: readonly PayloadEntry[]): boolean {
  const [first, ...others] = entries.map(itemOf);
  return first !== undefined && others.some((item) => item !== first);
}

/** What an entry belongs to: a line, an item of the outermost list, or the document as a whole. */
function itemOf({ pointer, line }: PayloadEntry): string {
  return line === undefined ? (/^\/\d+(?=[/#])/.exec(pointer)?.[0] ?? '') : String(line);
}
