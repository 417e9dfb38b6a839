import type { Span } from '../../text/span.js';
import { TomlFault } from './fault.js';

/** A part of a key, with its place. */
export interface KeyPart {
  readonly name: string;
  readonly span: Span;
}

/** How a table came to be, which decides what may still be added to it. */
type Origin =
  /** As part of a longer `[header]`, so that it may get one of its own. */
  | 'implied'
  /** By a header of its own. */
  | 'header'
  /** By keys with dots. */
  | 'dotted'
  /** Between braces; complete. */
  | 'inline';

export interface Table {
  readonly is: 'table';
  origin: Origin;
  readonly members: Map<string, Entry>;
}

/** `[[header]]`s of one name. */
interface Tables {
  readonly is: 'tables';
  last: Table;
}

/** Everything else that a key may have. */
export interface Value {
  readonly is: 'value';
}

interface Entry {
  readonly place: Span;
  readonly value: Table | Tables | Value;
}

export function createTable(origin: Origin): Table {
  return { is: 'table', origin, members: new Map() };
}

/** The table that a header opens: `[a.b]`, or the next one of `[[a.b]]`. Throws where the key is taken already. */
export function openTable(root: Table, key: readonly KeyPart[], isEntry: boolean, text: string): Table {
  const last = key.at(-1);
  if (last === undefined) return root;
  let table = root;
  for (const part of key.slice(0, -1)) {
    const entry = table.members.get(part.name);
    const value = entry?.value;
    if (entry === undefined) table = put(table, part, createTable('implied'));
    else if (value?.is === 'tables') table = value.last;
    else if (value?.is === 'table' && value.origin !== 'inline') table = value;
    else throw taken(part, entry, text, 'nothing can be added to its value');
  }
  const entry = table.members.get(last.name);
  const value = entry?.value;
  const opened = createTable('header');
  if (entry === undefined) {
    if (!isEntry) return put(table, last, opened);
    table.members.set(last.name, { place: last.span, value: { is: 'tables', last: opened } });
    return opened;
  }
  if (isEntry && value?.is === 'tables') {
    value.last = opened;
    return opened;
  }
  if (!isEntry && value?.is === 'table' && value.origin === 'implied') {
    value.origin = 'header';
    return value;
  }
  throw taken(last, entry, text, 'a table can be written only once');
}

/** Puts a value under a key, with dots or without, into a table. Throws where the key is taken already. */
export function addValue(table: Table, key: readonly KeyPart[], value: Table | Value, text: string): void {
  let target = table;
  for (const part of key.slice(0, -1)) {
    const entry = target.members.get(part.name);
    if (entry === undefined) {
      target = put(target, part, createTable('dotted'));
      continue;
    }
    const { value: inner } = entry;
    if (inner.is !== 'table' || inner.origin === 'header' || inner.origin === 'inline')
      throw taken(part, entry, text, 'nothing can be added to it with dots');
    inner.origin = 'dotted';
    target = inner;
  }
  const last = key.at(-1);
  if (last === undefined) return;
  const entry = target.members.get(last.name);
  if (entry !== undefined) throw taken(last, entry, text, 'a key can be given only once');
  target.members.set(last.name, { place: last.span, value });
}

function put(table: Table, { name, span }: KeyPart, inner: Table): Table {
  table.members.set(name, { place: span, value: inner });
  return inner;
}

function taken({ name, span }: KeyPart, { place }: Entry, text: string, why: string): TomlFault {
  const line = text.slice(0, place.start).split('\n').length;
  return new TomlFault(span, `${name} is there already, on line ${line}, and ${why}.`);
}
