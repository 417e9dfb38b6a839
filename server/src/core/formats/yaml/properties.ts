import type { Span } from '../../text/span.js';
import { type Cursor, isBreakOrEnd, isNameCharacter, isSpaceOrEnd, YamlError } from './characters.js';

/** What can precede a value. Both spans include the indicator. */
export interface Properties {
  readonly anchor?: { readonly name: string; readonly span: Span };
  /** The full name, such as `tag:yaml.org,2002:str`, or `!`. */
  readonly tag?: { readonly name: string; readonly span: Span };
}

/** Reads the anchor or alias at the cursor. PyYAML accepts only ASCII letters, digits, `-` and `_` in its name. */
export function anchorName(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at++;
  const from = cursor.at;
  while (isNameCharacter(cursor.peek())) cursor.at++;
  const next = cursor.peek();
  const ended = isSpaceOrEnd(next) || '?:,]}%@`'.includes(next);
  if (cursor.at === from || !ended) {
    const what = cursor.text.charAt(start) === '&' ? 'an anchor' : 'an alias';
    throw new YamlError(
      `The name of ${what} consists of letters, digits, - and _; quote a string that begins with ${cursor.text.charAt(start)}.`,
      { start, end: Math.min(cursor.at + 1, cursor.text.length) },
    );
  }
  return cursor.text.slice(from, cursor.at);
}

/** A tag as written; `handle` is undefined in `!<…>` and in a single `!`. */
export interface WrittenTag {
  readonly handle: string | undefined;
  readonly suffix: string;
}

/** Reads the tag at the cursor. */
export function tag(cursor: Cursor): WrittenTag {
  const start = cursor.at;
  const read = writtenTag(cursor);
  const next = cursor.peek();
  if (next !== ' ' && !isBreakOrEnd(next)) {
    throw new YamlError('A tag needs a space after it; quote a string that begins with !.', {
      start,
      end: Math.min(cursor.at + 1, cursor.text.length),
    });
  }
  return read;
}

function writtenTag(cursor: Cursor): WrittenTag {
  const second = cursor.peek(1);
  if (second === '<') {
    cursor.at += 2;
    const suffix = tagSuffix(cursor);
    if (cursor.peek() !== '>') throw new YamlError('The tag is not closed with >.', cursor.at);
    cursor.at++;
    return { handle: undefined, suffix };
  }
  if (isSpaceOrEnd(second)) {
    cursor.at++;
    return { handle: undefined, suffix: '!' };
  }
  const handle = hasNamedHandle(cursor) ? tagHandle(cursor) : '!';
  if (handle === '!') cursor.at++;
  return { handle, suffix: tagSuffix(cursor) };
}

/** Whether the word contains a second `!`: `!!str`, `!e!x`. */
function hasNamedHandle(cursor: Cursor): boolean {
  for (let ahead = 1; ; ahead++) {
    const c = cursor.peek(ahead);
    if (c === '!') return true;
    if (c === ' ' || isBreakOrEnd(c)) return false;
  }
}

function tagHandle(cursor: Cursor): string {
  const from = cursor.at;
  cursor.at++;
  while (isNameCharacter(cursor.peek())) cursor.at++;
  if (cursor.peek() !== '!') throw new YamlError('This is not a valid tag.', { start: from, end: cursor.at });
  cursor.at++;
  return cursor.text.slice(from, cursor.at);
}

/** The part of a tag or of a tag's prefix that YAML calls a URI. */
function tagSuffix(cursor: Cursor): string {
  const found = /^(?:[0-9A-Za-z\-;/?:@&=+$,_.!~*'()[\]]|%[0-9a-fA-F]{2})*/.exec(
    cursor.text.slice(cursor.at, cursor.at + 1_000),
  );
  const written = found?.[0] ?? '';
  cursor.at += written.length;
  if (written === '' || cursor.peek() === '%') throw new YamlError('This is not a valid tag.', cursor.at);
  try {
    return decodeURIComponent(written);
  } catch {
    throw new YamlError('The escapes in this tag are not UTF-8.', {
      start: cursor.at - written.length,
      end: cursor.at,
    });
  }
}

/** A `%` line. */
export type Directive =
  | { readonly is: 'version'; readonly major: string }
  | { readonly is: 'tag'; readonly handle: string; readonly prefix: string };

/** Reads the `%` line at the cursor up to its end; undefined for a line without a meaning in YAML. */
export function directive(cursor: Cursor): Directive | undefined {
  const start = cursor.at;
  cursor.at++;
  const from = cursor.at;
  while (isNameCharacter(cursor.peek())) cursor.at++;
  const name = cursor.text.slice(from, cursor.at);
  const next = cursor.peek();
  if (name === '' || (next !== ' ' && !isBreakOrEnd(next))) {
    throw new YamlError('A line that begins with % is a YAML directive, such as %YAML 1.1.', {
      start,
      end: cursor.at + 1,
    });
  }
  const read = name === 'YAML' ? version(cursor) : name === 'TAG' ? tagDirective(cursor) : undefined;
  if (name !== 'YAML' && name !== 'TAG') cursor.skipLine();
  cursor.skipSpaces();
  if (cursor.peek() === '#') cursor.skipLine();
  if (!isBreakOrEnd(cursor.peek())) throw new YamlError('Only a comment may follow a directive.', cursor.at);
  cursor.lineBreak();
  return read;
}

function version(cursor: Cursor): Directive {
  cursor.skipSpaces();
  const found = /^(\d{1,9})\.\d{1,9}(?=[ \n\r\x85\u2028\u2029]|$)/.exec(cursor.text.slice(cursor.at, cursor.at + 24));
  if (found?.[1] === undefined) throw new YamlError('The version must look like 1.1.', cursor.at);
  cursor.at += found[0].length;
  return { is: 'version', major: found[1] };
}

function tagDirective(cursor: Cursor): Directive {
  cursor.skipSpaces();
  if (cursor.peek() !== '!') throw new YamlError('A handle such as !e! was expected.', cursor.at);
  const isBare = cursor.peek(1) === ' ';
  const handle = isBare ? '!' : tagHandle(cursor);
  if (isBare) cursor.at++;
  if (cursor.peek() !== ' ') throw new YamlError('A space was expected after the handle.', cursor.at);
  cursor.skipSpaces();
  const prefix = tagSuffix(cursor);
  if (cursor.peek() !== ' ' && !isBreakOrEnd(cursor.peek())) {
    throw new YamlError('A space was expected after the prefix.', cursor.at);
  }
  return { is: 'tag', handle, prefix };
}
