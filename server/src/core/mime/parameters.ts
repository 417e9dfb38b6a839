import { rawBytes } from './rawBytes.js';

/** A parameter of a header; `encoded` where RFC 2231 names a character set. */
interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly charset?: string | undefined;
  readonly encoded: boolean;
}

/**
 * The text of a header's parameter, such as `boundary` of a Content-Type; undefined where there is none. Reads what
 * Python 3.11's `email` reads: quotes off, RFC 2231 pieces put together and decoded, names in any case.
 */
export function headerParameter(value: string, name: string): string | undefined {
  const found = parametersOf(value).find((parameter) => parameter.name.toLowerCase() === name);
  if (found === undefined) return undefined;
  const text = unquoted(found.value);
  if (!found.encoded) return unquoted(text);
  return decoded(rawBytes(text), found.charset ?? 'us-ascii') ?? unquoted(text);
}

function parametersOf(value: string): Parameter[] {
  const [first, ...rest] = piecesOf(value).map(nameAndValue);
  const parameters: Parameter[] = [{ name: first?.[0] ?? '', value: first?.[1] ?? '', encoded: false }];
  const continued = new Map<string, Piece[]>();
  for (const [name, written] of rest) {
    const text = unquoted(written);
    const piece = /^(\w+)\*(?:(\d+)\*?)?$/.exec(name);
    if (piece?.[1] === undefined) {
      parameters.push({ name, value: quoted(text), encoded: false });
      continue;
    }
    const pieces = continued.get(piece[1]) ?? [];
    pieces.push({ number: piece[2] === undefined ? -1 : Number(piece[2]), text, escaped: name.endsWith('*') });
    continued.set(piece[1], pieces);
  }
  for (const [name, pieces] of continued) parameters.push(joined(name, pieces));
  return parameters;
}

interface Piece {
  readonly number: number;
  readonly text: string;
  readonly escaped: boolean;
}

/** One parameter of the pieces `name*0`, `name*1*`, …; it names its character set where a piece is percent-encoded. */
function joined(name: string, pieces: readonly Piece[]): Parameter {
  const inOrder = [...pieces].sort((a, b) => a.number - b.number);
  const text = escapedQuotes(
    inOrder.map((piece) => (piece.escaped ? percentDecoded(piece.text) : piece.text)).join(''),
  );
  if (!inOrder.some((piece) => piece.escaped)) return { name, value: `"${text}"`, encoded: false };
  const parts = /^([^']*)'[^']*'([^]*)$/.exec(text);
  return { name, value: `"${parts?.[2] ?? text}"`, charset: parts?.[1], encoded: true };
}

/** Cuts at semicolons outside of quotes. */
function piecesOf(value: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let open = false;
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    if (character === '"' && (at === start || value.charAt(at - 1) !== '\\')) open = !open;
    if (character !== ';' || open) continue;
    pieces.push(value.slice(start, at));
    start = at + 1;
  }
  // A quote that is never closed keeps the rest of the header together.
  pieces.push(value.slice(start));
  return pieces;
}

function nameAndValue(piece: string): [string, string] {
  const equals = piece.indexOf('=');
  if (equals < 0) return [piece.trim(), ''];
  return [piece.slice(0, equals).trim().toLowerCase(), piece.slice(equals + 1).trim()];
}

function unquoted(text: string): string {
  if (text.length < 2) return text;
  if (text.startsWith('"') && text.endsWith('"'))
    return text.slice(1, -1).replaceAll('\\\\', '\\').replaceAll('\\"', '"');
  return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
}

function quoted(text: string): string {
  return `"${escapedQuotes(text)}"`;
}

function escapedQuotes(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** Each escape stands for one byte, and each byte for the character of that number. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Undefined where nobody knows the character set. */
function decoded(bytes: Uint8Array, charset: string): string | undefined {
  const name = charset.toLowerCase().replaceAll('_', '-');
  if (name === 'us-ascii' || name === 'ascii')
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : '\ufffd')).join('');
  if (/^(?:iso-?8859-1|latin-?1)$/.test(name)) return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  if (name === '') return undefined;
  try {
    return new TextDecoder(name, { ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
