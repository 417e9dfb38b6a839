import type { AbsentField, FieldChild, FieldRole, LayerName, Payload } from '../document/payload.js';
import { append } from '../text/strings.js';
import { kinds } from '../payload/kindTable.js';
import { given } from './answer.js';
import { contentOf, errorOf, insideOf, type InsideReport, type Reporting } from './inside.js';

/** A document, or JSON in a string of it, with its position. */
export interface ReadDocument {
  readonly payload: Payload;
  /** The prefix of the pointers of its members: `A#` for the string at A. */
  readonly prefix: string;
  /** The line of a log, counted from 1. */
  readonly line: number | undefined;
  /** The documents in strings that lead there, from the outside in. */
  readonly way: readonly Payload[];
}

/** A document and all JSON in its strings. */
export function* readDocuments(root: Payload): Generator<ReadDocument> {
  const open: ReadDocument[] = [{ payload: root, prefix: '', line: undefined, way: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { payload, prefix, line, way } = next;
    yield next;
    for (const child of payload.children) {
      if (child.is !== 'json') continue;
      open.push({
        payload: child.payload,
        prefix: child.line === undefined ? `${prefix}${child.pointer}#` : prefix,
        line: child.line ?? line,
        way: [...way, child.payload],
      });
    }
  }
}

/** A field that has a payload, or should have one, with its position. */
interface PayloadEntry {
  /** A JSON pointer; `A#B` reads the string at A as JSON, and then B in it. */
  readonly pointer: string;
  readonly line: number | undefined;
  readonly found: FieldChild | AbsentField;
  /** The documents in strings that lead to the field, from the outside in. */
  readonly way: readonly Payload[];
}

export interface PayloadReport extends InsideReport {
  readonly pointer: string;
  readonly line?: number;
  readonly role: FieldRole;
  readonly protected?: true;
  /** The file that it is read from, as the document names it. */
  readonly readFrom?: string;
  readonly layers: readonly LayerName[];
  /** The code of the first error in decoding the payload. */
  readonly error?: string;
}

/** The fields of a document and of all JSON in its strings, in the order of the text. */
export function entriesOf(root: Payload): PayloadEntry[] {
  const entries: PayloadEntry[] = [];
  for (const { payload, prefix, line, way } of readDocuments(root)) {
    for (const found of payload.absent) entries.push({ pointer: prefix + found.pointer, line, found, way });
    for (const child of payload.children)
      if (child.is === 'field') entries.push({ pointer: prefix + child.pointer, line, found: child, way });
  }
  return entries.sort((a, b) => a.found.span.start - b.found.span.start);
}

/** The payload of an entry; undefined if it has none. */
function payloadOf({ found }: PayloadEntry): Payload | undefined {
  return 'payload' in found ? found.payload : undefined;
}

export function payloadReport(entry: PayloadEntry, options: Reporting): PayloadReport {
  const { pointer, line, found } = entry;
  const place = given({ pointer, line, role: found.role });
  if (!('payload' in found)) return { ...place, layers: [], error: found.code };
  const { payload } = found;
  return given({
    ...place,
    protected: found.protected ? (true as const) : undefined,
    readFrom: found.file,
    layers: payload.layers,
    error: errorOf(payload.problems),
    document: contentOf(payload, options),
    ...insideOf(payload, options),
  });
}

/** Whether an entry has a payload that no later member of the same name replaces. */
function isEffective({ found }: PayloadEntry): boolean {
  return 'payload' in found && found.overridden !== true;
}

/** Whether a payload is the custom data of the machine whose extension has another one: `az -o yaml` sorts members by name. */
function isMainBeside({ pointer, found: { role } }: PayloadEntry, other: PayloadEntry | undefined): boolean {
  if (role !== 'customData' || other?.found.role !== 'commandToExecute') return false;
  const machine = pointer.replace(/os_?profile\/[^/]*$/i, '');
  return (
    machine !== pointer &&
    other.pointer.startsWith(machine) &&
    /^extension_?profile\//i.test(other.pointer.slice(machine.length))
  );
}

/** The main payload of a document; undefined for a list of several machines or requests. */
export function mainEntry(root: Payload, entries: readonly PayloadEntry[]): PayloadEntry | undefined {
  if (isListOfMany(entries)) return undefined;
  const first = entries.find(isEffective);
  return (
    (root.format === 'yaml' ? entries.find((entry) => isEffective(entry) && isMainBeside(entry, first)) : undefined) ??
    first ??
    entries.find((entry) => payloadOf(entry) !== undefined) ??
    entries[0]
  );
}

/**
 * The layers from the outside to the format of the main payload: those of the document, of JSON in strings around the
 * payload, and of the payload. They end at JSON that is cut off, and before the payloads of a list of several machines.
 */
export function layersToMain(root: Payload, entries: readonly PayloadEntry[]): readonly LayerName[] {
  const layers: LayerName[] = [...root.layers];
  if (kinds[root.kind].isList === true && root.format !== 'ovf-env') return layers;
  const first = mainEntry(root, entries) ?? entries[0];
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

/** What an entry belongs to: a line, an item of the outermost list, or the document. */
function itemOf({ pointer, line }: PayloadEntry): string {
  return line === undefined ? (/^\/\d+(?=[/#])/.exec(pointer)?.[0] ?? '') : String(line);
}
