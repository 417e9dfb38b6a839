import { gunzipSync, gzipSync } from 'node:zlib';
import { mutatedTree } from './mutateTree.js';
import type { Random } from './random.js';
import { seeds } from './seeds.js';
import { hostileStrings, knownLines, words } from './words.js';

/** Documents in documents that are changed inside; each is written back in its encoding. */
const maxNesting = 4;

/**
 * A document with changes that know its structure: of its tree if it is JSON or YAML, of its lines, of the parts of a message,
 * or of a document that is encoded in it.
 */
export function mutatedText(text: string, random: Random, nesting = 0): string {
  const inside = (inner: string, from: Random): string =>
    nesting < maxNesting ? mutatedText(inner, from, nesting + 1) : inner;
  const first = random.below(8);
  if (first < 3) return changedInside(text, random, inside) ?? changedLines(text, random);
  if (first < 6)
    return (
      mutatedTree(text, random, (inner, from) => changedInside(inner, from, inside) ?? changedWords(inner, from)) ??
      changedLines(text, random)
    );
  if (first === 6 && /^--\S/m.test(text)) return changedParts(text, random);
  return random.oneIn(2) ? changedLines(text, random) : changedWords(text, random);
}

/** A part of a text that contains a document, and how to write it back. */
interface Inner {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly write: (text: string) => string;
}

/** A text after a change of a document that is encoded in it; undefined if there is none. */
function changedInside(
  text: string,
  random: Random,
  change: (inner: string, from: Random) => string,
): string | undefined {
  const found = [...encodedIn(text, random), ...hereDocuments(text), ...jsonStrings(text)];
  if (found.length === 0) return undefined;
  const { start, end, text: inner, write } = random.pick(found);
  return text.slice(0, start) + write(change(inner, random)) + text.slice(end);
}

function* encodedIn(text: string, random: Random): Generator<Inner> {
  for (const { 0: letters, index } of text.matchAll(/[A-Za-z0-9+/]{16}[A-Za-z0-9+/\r\n]*={0,2}/g)) {
    const bytes = Buffer.from(letters, 'base64');
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const content = isPacked ? unpacked(bytes) : bytes;
    // What is no text after decoding was no base64.
    const inside = content?.toString('utf8');
    if (inside === undefined || inside.includes('\ufffd')) continue;
    const wrap = letters.includes('\n') || random.oneIn(10);
    const packs = random.oneIn(12) ? !isPacked : isPacked;
    yield {
      start: index,
      end: index + letters.length,
      text: inside,
      write: (inner) => {
        const encoded = (packs ? gzipSync(inner) : Buffer.from(inner)).toString('base64');
        return wrap ? encoded.replace(/(.{76})(?=.)/g, '$1\n') : encoded;
      },
    };
  }
}

function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: 200_000 });
  } catch {
    return undefined;
  }
}

function* hereDocuments(text: string): Generator<Inner> {
  for (const { 0: whole, 1: head = '', 2: mark = '', 3: body = '', index } of text.matchAll(
    /(<<-?\s*['"]?(\w+)['"]?[^\n]*\n)([\s\S]*?)\n\2$/gm,
  )) {
    const start = index + head.length;
    yield { start, end: index + whole.length - mark.length - 1, text: body, write: (inner) => inner };
  }
}

function* jsonStrings(text: string): Generator<Inner> {
  for (const { 0: quoted, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"/g)) {
    if (quoted.length <= 20 || !/[{[#]/.test(quoted)) continue;
    try {
      const inner: unknown = JSON.parse(quoted);
      if (typeof inner === 'string')
        yield { start: index, end: index + quoted.length, text: inner, write: (changed) => JSON.stringify(changed) };
    } catch {
      continue;
    }
  }
}

/** Changes of whole lines, as in logs, scripts, tables and headers. */
function changedLines(text: string, random: Random): string {
  const lines = text.split('\n');
  for (let changes = random.below(4); changes >= 0; changes--) {
    const at = random.below(lines.length);
    const line = lines[at] ?? '';
    const column = random.below(line.length + 1);
    switch (random.below(13)) {
      case 0:
        lines.splice(at, random.pick([1, 1, 5]));
        break;
      case 1:
        lines.splice(at, 0, ...Array<string>(line.length > 1_000 ? 1 : random.pick([1, 2, 50])).fill(line));
        break;
      case 2: {
        const other = random.below(lines.length);
        [lines[at], lines[other]] = [lines[other] ?? '', line];
        break;
      }
      case 3:
        lines.splice(at, 2, line + (lines[at + 1] ?? ''));
        break;
      case 4:
        lines.splice(at, 1, line.slice(0, column), line.slice(column));
        break;
      case 5:
        lines[at] = random.pick([' ', '  ', '\t', '\u00a0', '']) + (random.oneIn(2) ? line : line.trimStart());
        break;
      case 6:
        lines[at] = `${line}${random.pick(['\r', ' ', '\\', '\f', '\u2028'])}`;
        break;
      case 7:
        lines.splice(at, 0, random.pick(knownLines));
        break;
      case 8: {
        const other = seedText(random).split('\n');
        const from = random.below(other.length);
        lines.splice(at, 0, ...other.slice(from, from + random.pick([1, 3, 20])));
        break;
      }
      case 9:
        lines[at] = line.replace(/\d+/g, (digits) => (random.oneIn(2) ? digits : String(random.below(99_999))));
        break;
      case 10:
        lines[at] = line.slice(0, column) + random.pick(hostileStrings) + line.slice(column);
        break;
      case 11:
        lines.length = at + 1;
        break;
      default:
        lines[at] = line.replace(/["',:;=]/, () => random.pick(['"', "'", '""', ',', ':', '=', '']));
    }
  }
  const changed = lines.join('\n');
  return random.oneIn(12) ? changed.replace(/\r?\n/g, '\r\n') : changed;
}

function changedWords(text: string, random: Random): string {
  let changed = text;
  for (let changes = random.below(3); changes >= 0; changes--) {
    const at = random.below(changed.length + 1);
    const end = at + random.pick([0, 0, 1, 10]);
    changed = changed.slice(0, at) + random.pick(random.oneIn(2) ? words : hostileStrings) + changed.slice(end);
  }
  return changed;
}

/** Changes of the parts of a message and of their headers. */
function changedParts(text: string, random: Random): string {
  const parts = text.split(/^(?=--)/m);
  const at = random.below(parts.length);
  const part = parts[at] ?? '';
  switch (random.below(7)) {
    case 0:
      parts.splice(at, 1);
      break;
    case 1:
      parts.splice(at, 0, ...Array<string>(part.length > 5_000 ? 1 : random.pick([1, 2, 40])).fill(part));
      break;
    case 2:
      parts.reverse();
      break;
    case 3:
      // The message as a part of itself.
      parts.splice(
        at,
        0,
        part.replace(/\n\n[\s\S]*/, () => `\n\n${text}\n`),
      );
      break;
    case 4:
      parts[at] = part.replace(/\n/, () => `\n${random.pick(knownLines)}\n`);
      break;
    case 5:
      return text.replace(
        /boundary=("?)[^"\s;]*/,
        (_, quote: string) => `boundary=${quote}${random.pick(['', 'c', '=='])}`,
      );
    default:
      parts[at] = part.replace(/[=:;]/, () => random.pick(['', ' ', ': ', ';;', '*0=']));
  }
  return parts.join('');
}

function seedText(random: Random): string {
  const { content } = random.pick(seeds);
  return typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
}
