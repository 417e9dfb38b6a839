import { parse, TomlError } from 'smol-toml';
import { limits } from '../limits.js';
import type { Span } from '../text/span.js';

/** The first reason why a text isn't TOML. */
export interface TomlFault {
  readonly span: Span;
  /** What is wrong, in the words of smol-toml: `illegal leading zero`. */
  readonly message: string;
}

/** undefined also for what isn't checked: text above the limit of length or depth. */
export function tomlFault(text: string): TomlFault | undefined {
  // Reading an integer takes longer than its length: 14 s for one of 20 MB.
  if (text.length > limits.tomlCharacters) return undefined;
  try {
    // Integers above 2^53 are valid TOML, and only BigInt represents them.
    parse(text, { integersAsBigInt: true, maxDepth: limits.tomlDepth });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split('\n', 1)[0]?.replace('Invalid TOML document: ', '') ?? '';
    if (message.includes('excessively nested')) return undefined;
    const hint = message === 'invalid value' ? '; strings need quotes' : '';
    return { span: wordAt(text, error.line, error.column), message: message + hint };
  }
  return undefined;
}

/** The word at a position, both counted from 1; the character there if it isn't part of a word, empty at the end. */
function wordAt(text: string, line: number, column: number): Span {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf('\n', start) + 1;
  start = Math.min(start + column - 1, text.length);
  const word = /[^\s,=#[\]{}]*/y;
  word.lastIndex = start;
  const length = word.exec(text)?.[0].length ?? 0;
  return { start, end: Math.min(start + Math.max(length, 1), text.length) };
}
