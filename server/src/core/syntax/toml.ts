import { limits } from '../limits.js';
import { TomlCursor } from './toml/cursor.js';
import { TomlFault } from './toml/fault.js';
import { readScalar } from './toml/scalars.js';
import { readString } from './toml/strings.js';
import { addValue, createTable, type KeyPart, openTable, type Table, type Value } from './toml/tables.js';

export type { TomlFault } from './toml/fault.js';

/**
 * The first reason why a text is no TOML 1.0, as its readers stop there; undefined where it is TOML, and where it nests
 * deeper than is followed.
 */
export function tomlFault(text: string): TomlFault | undefined {
  try {
    readDocument(new TomlCursor(text));
  } catch (error) {
    if (error instanceof TomlFault) return error;
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
  return undefined;
}

class TooDeep extends Error {}

function readDocument(cursor: TomlCursor): void {
  const root = createTable('header');
  let table = root;
  // Readers let a byte order mark pass.
  cursor.take('\ufeff');
  for (;;) {
    cursor.skipLines();
    if (cursor.isAtEnd()) return;
    if (cursor.next === '[') table = readHeader(cursor, root);
    else {
      readEntry(cursor, table, 0);
      cursor.endLine('a value');
    }
  }
}

function readHeader(cursor: TomlCursor, root: Table): Table {
  const start = cursor.at;
  const isEntry = cursor.take('[[');
  if (!isEntry) cursor.take('[');
  const key = readKey(cursor);
  const close = isEntry ? ']]' : ']';
  if (!cursor.take(close)) cursor.fail(`The header is not closed with ${close}.`, start, cursor.lineEnd());
  const table = openTable(root, key, isEntry, cursor.text);
  cursor.endLine('a header');
  return table;
}

/** A key and its value. */
function readEntry(cursor: TomlCursor, table: Table, depth: number): void {
  const start = cursor.at;
  const key = readKey(cursor);
  if (!cursor.take('=')) cursor.fail('A key needs = and a value.', start, Math.max(cursor.at, start + 1));
  cursor.skipBlanks();
  addValue(table, key, readValue(cursor, depth), cursor.text);
}

/** The parts of a key between dots, with the blanks around them. */
function readKey(cursor: TomlCursor): KeyPart[] {
  const parts: KeyPart[] = [];
  do {
    cursor.skipBlanks();
    const start = cursor.at;
    const isQuoted = cursor.next === '"' || cursor.next === "'";
    const name = isQuoted ? readString(cursor, true) : cursor.match(/[\w-]+/y);
    if (!isQuoted && name === '')
      cursor.fail(
        parts.length === 0
          ? 'A key or a [header] was expected; keys with other characters than letters, digits, _ and - need quotes.'
          : 'The key ends with a dot.',
      );
    parts.push({ name, span: { start, end: cursor.at } });
    cursor.skipBlanks();
  } while (cursor.take('.'));
  return parts;
}

const value: Value = { is: 'value' };

function readValue(cursor: TomlCursor, depth: number): Table | Value {
  if (depth > limits.tomlDepth) throw new TooDeep();
  switch (cursor.next) {
    case '"':
    case "'":
      readString(cursor, false);
      return value;
    case '[':
      readArray(cursor, depth);
      return value;
    case '{':
      return readInlineTable(cursor, depth);
    default:
      readScalar(cursor);
      return value;
  }
}

function readArray(cursor: TomlCursor, depth: number): void {
  const start = cursor.at;
  cursor.take('[');
  for (;;) {
    cursor.skipLines();
    if (cursor.take(']')) return;
    if (cursor.isAtEnd()) cursor.fail('The list is never closed with ].', start);
    readValue(cursor, depth + 1);
    cursor.skipLines();
    if (cursor.take(',')) continue;
    if (cursor.take(']')) return;
    if (cursor.isAtEnd()) cursor.fail('The list is never closed with ].', start);
    cursor.fail('A comma or ] was expected in the list.');
  }
}

function readInlineTable(cursor: TomlCursor, depth: number): Table {
  const start = cursor.at;
  const table = createTable('inline');
  cursor.take('{');
  cursor.skipBlanks();
  if (cursor.take('}')) return table;
  for (;;) {
    cursor.skipBlanks();
    if (cursor.next === '}') cursor.fail('TOML 1.0 allows no comma in front of the closing brace.');
    if (cursor.isAtEnd() || cursor.next === '\n' || cursor.next === '\r')
      cursor.fail('A table in braces has to stand on one line.', start);
    readEntry(cursor, table, depth + 1);
    cursor.skipBlanks();
    if (cursor.take('}')) return table;
    if (cursor.take(',')) continue;
    if (cursor.isAtEnd() || cursor.next === '\n' || cursor.next === '\r' || cursor.next === '#')
      cursor.fail('A table in braces has to stand on one line.', start);
    cursor.fail('A comma or } was expected in the table.');
  }
}
