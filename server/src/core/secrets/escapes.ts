import type { Span } from '../text/span.js';
import { copyOf } from '../text/strings.js';

/** Lines of a text, decoded. */
export interface DecodedLines {
  readonly text: string;
  /** The range of the encoded text that encodes this range. */
  readonly sourceOf: (span: Span) => Span;
}

/** A way to write characters that would end a string or a value. */
interface EscapeKind {
  readonly marker: string;
  /** The code of the first character of each escape. */
  readonly first: number;
  readonly pattern: RegExp;
  /**
   * The escape at an offset: its length times 65,536 plus the code of the character that it means, which is 0 for none.
   * 0 if there is no escape. A number, because one object per escape takes longer than the rest.
   */
  readonly decode: (text: string, at: number) => number;
}

const replacement = 0xfffd;
/** Bytes that aren't ASCII are parts of characters that delimit nothing. */
const ofByte = (byte: number): number => (byte > 0 && byte < 128 ? byte : replacement);
const ofCode = (code: number): number => (code > 0 && code < 0x10000 ? code : replacement);
const escapeOf = (length: number, code: number): number => length * 0x10000 + code;
const [newline, space] = [10, 32] as const;

const jsonCharacters = new Uint16Array(0x10000);
for (const [letter, code] of Object.entries({ n: newline, r: 13, t: 9, b: space, f: space, '"': 34, "'": 39, '/': 47 }))
  jsonCharacters[letter.charCodeAt(0)] = code;
jsonCharacters[92] = 92;
const entities: ReadonlyMap<string, number> = new Map(Object.entries({ quot: 34, apos: 39, amp: 38, lt: 60, gt: 62 }));

/** In the order in which they're decoded if a line contains several. */
const escapeKinds: readonly EscapeKind[] = [
  {
    marker: '%',
    first: 37,
    pattern: /%[0-7][0-9A-Fa-f]/g,
    decode: (text, at) => {
      const digits = /^[0-7][0-9A-Fa-f]/.exec(text.slice(at + 1, at + 3))?.[0];
      // Bytes of other characters delimit nothing, and `%DB_NAME%` is a variable.
      return digits === undefined ? 0 : escapeOf(3, ofByte(parseInt(digits, 16)));
    },
  },
  doubledQuotes('"'),
  doubledQuotes("'"),
  {
    marker: '\\',
    first: 92,
    pattern: /\\(?:["'\\/bfnrt]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})/g,
    decode: (text, at) => {
      const code = jsonCharacters[text.charCodeAt(at + 1)] ?? 0;
      if (code > 0) return escapeOf(2, code);
      const digits = /^\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})/.exec(text.slice(at, at + 6))?.[0];
      return digits === undefined ? 0 : escapeOf(digits.length, ofCode(parseInt(digits.slice(2), 16)));
    },
  },
  {
    marker: '&',
    first: 38,
    pattern: /&(?:quot|apos|amp|lt|gt|#\d{1,6}|#x[0-9A-Fa-f]{1,5});/g,
    decode: (text, at) => {
      const name = /^&(quot|apos|amp|lt|gt|#\d{1,6}|#x[0-9A-Fa-f]{1,5});/.exec(text.slice(at, at + 10))?.[1];
      if (name === undefined) return 0;
      const number = name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1));
      return escapeOf(name.length + 2, entities.get(name) ?? ofCode(number));
    },
  },
  {
    // Quoted-printable, in which an equals sign is always encoded.
    marker: '=3D',
    first: 61,
    pattern: /=(?:[0-9A-F]{2}|\r?\n)/g,
    decode: (text, at) => {
      const escape = /^=(?:[0-9A-F]{2}|\r?\n)/.exec(text.slice(at, at + 3))?.[0] ?? '';
      if (escape.endsWith('\n')) return escapeOf(escape.length, 0);
      return escape === '' ? 0 : escapeOf(3, ofByte(parseInt(escape.slice(1), 16)));
    },
  },
  {
    // Steps of a JSON Pointer.
    marker: '~',
    first: 126,
    pattern: /~[01]/g,
    decode: (text, at) => {
      const digit = text.charAt(at + 1);
      return digit === '0' ? escapeOf(2, 126) : digit === '1' ? escapeOf(2, 47) : 0;
    },
  },
];

/**
 * Quotes in a field of CSV, or in a string of an ARM expression or of PowerShell: two mean one. What is between the others
 * becomes a line of its own.
 */
function doubledQuotes(quote: string): EscapeKind {
  const two = quote + quote;
  const code = quote.charCodeAt(0);
  // eslint-disable-next-line no-restricted-syntax -- contains only a quote of the table above
  const isEmptyString = new RegExp(`^(?:$|[\\s:=,([{])${two}(?:$|[\\s,;)\\]}])`);
  return {
    marker: two,
    first: code,
    // eslint-disable-next-line no-restricted-syntax -- contains only a quote of the table above
    pattern: new RegExp(`${two}\\w|\\w${two}`, 'g'),
    decode: (text, at) => {
      if (!text.startsWith(two, at)) return escapeOf(1, newline);
      const isEmpty = isEmptyString.test((text[at - 1] ?? '') + text.slice(at, at + 3));
      return escapeOf(2, isEmpty ? newline : code);
    },
  };
}

const mostLinesAfter = 16;

/**
 * Decodes one level of escapes in the lines that contain any: percent encoding, doubled quotes, escapes of JSON strings,
 * XML entities, quoted-printable and escapes of JSON Pointers. A line with escapes of several kinds is decoded by the first
 * of these. Undefined without escapes.
 */
export function decodedLines(text: string): DecodedLines | undefined {
  // Most texts are short ones without any.
  if (!/["%&'=\\~]/.test(text)) return undefined;
  const marked = escapeKinds.filter(({ marker }) => text.includes(marker));
  if (marked.length === 0) return undefined;
  // The patterns keep the position of their last match.
  const kinds = marked.map((kind) => ({ ...kind, pattern: copyOf(kind.pattern), next: -1 }));
  let codes: Uint16Array | undefined;
  let sources = new Int32Array();
  let length = 0;
  let isContinued = false;
  let others = 0;
  // Of a block in XML, only the first line may have entities.
  let linesAfter = 0;
  for (let from = 0; from < text.length;) {
    let nearest = Infinity;
    for (const kind of kinds) {
      if (kind.next < from) {
        kind.pattern.lastIndex = from;
        kind.next = kind.pattern.exec(text)?.index ?? Infinity;
      }
      nearest = Math.min(nearest, kind.next);
    }
    if (isContinued || linesAfter > 0) nearest = from;
    if (nearest === Infinity) break;
    const start = Math.max(from, text.lastIndexOf('\n', nearest - 1) + 1);
    const lineEnd = text.indexOf('\n', nearest);
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    from = end;
    const kind = kinds.find(({ next }) => next < end);
    codes ??= new Uint16Array(text.length);
    if (sources.length === 0) sources = new Int32Array(text.length + 1);
    linesAfter = kind?.marker === '&' ? mostLinesAfter : Math.max(0, linesAfter - 1);
    isContinued = false;
    const first = kind?.first ?? -1;
    for (let at = start; at < end;) {
      const character = text.charCodeAt(at);
      const escape = character === first && kind !== undefined ? kind.decode(text, at) : 0;
      const code = escape === 0 ? character : escape & 0xffff;
      sources[length] = at;
      at += escape === 0 ? 1 : escape >> 16;
      others |= code;
      // A line break that means nothing joins two lines.
      isContinued = escape !== 0 && code === 0;
      if (!isContinued) codes[length++] = code;
    }
    // A range that ends here must not reach to the next line with escapes.
    sources[length] = end;
  }
  if (codes === undefined) return undefined;
  // Strings of one byte per character are faster to search.
  const decoded =
    others < 128
      ? new TextDecoder().decode(Uint8Array.from(codes.subarray(0, length)))
      : new TextDecoder('utf-16le', { ignoreBOM: true }).decode(new Uint8Array(codes.buffer, 0, 2 * length));
  return {
    text: decoded,
    sourceOf: ({ start, end }) => {
      const last = sources[end - 1] ?? 0;
      // The line after this one may not have been decoded.
      const isLineEnd = text.charCodeAt(last) === newline;
      return { start: sources[start] ?? 0, end: isLineEnd ? last + 1 : (sources[end] ?? last + 1) };
    },
  };
}
