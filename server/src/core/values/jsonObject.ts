import type { FormatFault } from './format.js';
import { quoted } from './quoted.js';

/** Go's `encoding/json` refuses deeper nesting. */
const deepest = 10_000;

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'end';

const wanted: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'first value': 'a value or ]',
  key: 'a key in double quotes',
  'first key': 'a key in double quotes or }',
  colon: 'a colon',
  comma: 'a comma or the end of the object or list',
  end: 'the end of the text',
};

/**
 * A JSON object as text, as Go's `encoding/json` reads it (1.19.8): aks-node-controller takes the endpoint of Azure
 * Resource Manager from `custom_env_json_content` with it (AgentBaker 06836ee230).
 */
export function checkJsonObject(text: string): FormatFault | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  for (let token = tokenAt(text, 0); token.kind !== 'end'; token = tokenAt(text, token.end)) {
    if (open.length === 0 && expected === 'value' && token.kind !== '{') return notAnObject(text, token.start);
    const next = after(token.kind, expected, open);
    if (next === undefined) return unexpected(text, token, expected);
    if (open.length > deepest) return { reason: 'is nested more than 10,000 deep' };
    expected = next;
  }
  if (expected === 'end') return undefined;
  if (open.length === 0) return { reason: 'is empty, where a JSON object is wanted' };
  return { reason: `is no JSON: it ends where ${wanted[expected]} is wanted` };
}

/** What has to follow a token; undefined where the token itself does not belong there. Keeps book in `open`. */
function after(kind: TokenKind, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const inside = open.at(-1);
  const isValue = expected === 'value' || expected === 'first value';
  switch (kind) {
    case '{':
    case '[':
      if (!isValue) return undefined;
      open.push(kind);
      return kind === '{' ? 'first key' : 'first value';
    case '}':
    case ']':
      if (expected !== 'comma' && expected !== (kind === '}' ? 'first key' : 'first value')) return undefined;
      if (inside !== (kind === '}' ? '{' : '[')) return undefined;
      open.pop();
      return open.length === 0 ? 'end' : 'comma';
    case ',':
      if (expected !== 'comma') return undefined;
      return inside === '{' ? 'key' : 'value';
    case ':':
      return expected === 'colon' ? 'value' : undefined;
    case 'string':
      if (expected === 'key' || expected === 'first key') return 'colon';
      return isValue ? 'comma' : undefined;
    case 'scalar':
      return isValue ? 'comma' : undefined;
    case 'wrong':
    case 'end':
      return undefined;
  }
}

type TokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'wrong' | 'end';

interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

function tokenAt(text: string, from: number): Token {
  let start = from;
  while (start < text.length && '\t\n\r '.includes(text.charAt(start))) start++;
  const first = text.charAt(start);
  switch (first) {
    case '':
      return { kind: 'end', start, end: start };
    case '{':
    case '}':
    case '[':
    case ']':
    case ',':
    case ':':
      return { kind: first, start, end: start + 1 };
    case '"':
      return stringAt(text, start);
  }
  let end = start;
  while (/[\w.+-]/.test(text.charAt(end))) end++;
  const word = text.slice(start, end);
  const scalar = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)$/.test(word);
  return { kind: scalar ? 'scalar' : 'wrong', start, end: Math.max(end, start + 1) };
}

/** A string, or the place inside it that no JSON string has. */
function stringAt(text: string, start: number): Token {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { kind: 'string', start, end: at + 1 };
    if (code < 0x20) return { kind: 'wrong', start: at, end: at + 1 };
    if (code !== 0x5c) continue;
    const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))?.[0];
    if (escape === undefined) return { kind: 'wrong', start: at, end: Math.min(at + 2, text.length) };
    at += escape.length - 1;
  }
  return { kind: 'wrong', start, end: start + 1 };
}

function unexpected(text: string, { kind, start, end }: Token, expected: Expected): FormatFault {
  // Texts may be secrets, in keys' places too when a comma is missing.
  const found = kind === 'string' ? 'a text in double quotes' : quoted(text.slice(start, end));
  const what =
    kind === 'wrong'
      ? `${found} is nothing that JSON has there`
      : `${found} stands where ${wanted[expected]} is wanted`;
  return { reason: `is no JSON at character ${start + 1}: ${what}`, part: { start, end } };
}

function notAnObject(text: string, start: number): FormatFault {
  // Every JSON object in base64 begins like this: the brace and a quote, a blank or a line break.
  if (/^e[wy][A-Za-z0-9+/]+={0,2}$/.test(text.trim())) return { reason: 'is base64: the JSON object itself is wanted' };
  return { reason: 'is no JSON object, which begins with a brace', part: { start, end: start + 1 } };
}
