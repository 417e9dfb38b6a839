import { parseJson } from '../formats/json/parse.js';
import { type PlainValue, toValue } from '../formats/tree/expand.js';

/** Members of a provision status, by the names on the wire. Values are texts, but for groups of them. */
export type StatusMembers = Readonly<Record<string, PlainValue>>;

/** The `CSEStatus` object that the provisioning script prints, as far as a text holds it. */
export interface ProvisionStatus {
  readonly members: StatusMembers;
  /** Whether the object begins in the text. */
  readonly begins: boolean;
  /** Whether it ends there. */
  readonly ends: boolean;
  /** Where it stands in the message. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the status around a key of it. `at` is the place of the key's name in a message without escapes. A status that
 * was cut is read as far as it goes; undefined where the object around the key is something else.
 */
export function provisionStatus(message: string, at: number): ProvisionStatus | undefined {
  const start = objectAround(message, at);
  if (start === undefined) return undefined;
  const extent = objectExtent(message, start);
  const members = membersOf(extent.text);
  const isFirst = /^\{\s*"ExitCode"/.test(message.slice(start, start + 40));
  if (!isFirst && !companions.some((name) => name in members)) return undefined;
  return { members, begins: true, ends: extent.closed, start, end: extent.end };
}

/**
 * Reads what is left of a status whose beginning was cut off, which happens where the extension keeps the end of a long
 * output only. `at` is the place of one of its later keys.
 */
export function statusRemainder(message: string, at: number): ProvisionStatus | undefined {
  const first = message.slice(0, at + 1).search(lateKey);
  const from = first >= 0 ? first : at - 1;
  if (message.charAt(from) !== '"') return undefined;
  // The object's own bracket was cut off with its beginning.
  const extent = objectExtent(`{${message.slice(from)}`, 0);
  const members = membersOf(extent.text);
  if (!companions.some((name) => name in members)) return undefined;
  return { members, begins: false, ends: extent.closed, start: from, end: from + extent.end - 1 };
}

/** Keys behind the output; the first of them tells where the output ended. */
const lateKey = /"(?:Error|ExecDuration|KernelStartTime|SystemdSummary|BootDatapoints)"\s{0,4}:/;

/** Members that a provision status has and other documents with an `ExitCode` have not. */
const companions: readonly string[] = [
  'Output',
  'ExecDuration',
  'E2E',
  'BootDatapoints',
  'KernelStartTime',
  'CSEStartTime',
];

/** Brackets in front of a key that may be its object's. */
const maxBrackets = 8;

/** The opening bracket of the object whose key stands at a place. */
function objectAround(message: string, at: number): number | undefined {
  let start = at;
  for (let tried = 0; tried < maxBrackets; tried++) {
    start = message.lastIndexOf('{', start - 1);
    if (start < 0) return undefined;
    if (depthAt(message, start, at) === 1) return start;
    if (start === 0) return undefined;
  }
  return undefined;
}

/** How many objects that open from `start` on are open at `at`; 0 where the first is closed before. */
function depthAt(message: string, start: number, at: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < at; i++) {
    const code = message.charCodeAt(i);
    if (quoted && code === 92) i++;
    else if (code === 34) quoted = !quoted;
    else if (!quoted && code === 123) depth++;
    else if (!quoted && code === 125 && --depth === 0) return 0;
  }
  return depth;
}

interface Extent {
  /** The object's text, in which strings hold no line breaks that came from wrapping. */
  readonly text: string;
  readonly end: number;
  readonly closed: boolean;
}

function objectExtent(message: string, start: number): Extent {
  const pieces: string[] = [];
  let from = start;
  let depth = 0;
  let quoted = false;
  let at = start;
  const wrapped = message.slice(start).includes('\\n');
  for (; at < message.length; at++) {
    const code = message.charCodeAt(at);
    if (quoted) {
      if (code === 92) at++;
      else if (code === 34) quoted = false;
      else if (code < 32) {
        // Real line ends in a string are either rendered ones or come from wrapping.
        pieces.push(message.slice(from, at), wrapped ? '' : (controls.get(code) ?? ''));
        from = at + 1;
      }
    } else if (code === 34) quoted = true;
    else if (code === 123) depth++;
    else if (code === 125 && --depth === 0) {
      pieces.push(message.slice(from, at + 1));
      return { text: pieces.join(''), end: at + 1, closed: true };
    }
  }
  pieces.push(message.slice(from));
  return { text: pieces.join(''), end: message.length, closed: false };
}

const controls: ReadonlyMap<number, string> = new Map([
  [9, '\\t'],
  [10, '\\n'],
]);

function membersOf(text: string): StatusMembers {
  const value = toValue(parseJson(text).root);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** A member as a text; numbers count as theirs. */
export function textMember(members: StatusMembers, name: string): string | undefined {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** A member that says a whole number. */
export function numberMember(members: StatusMembers, name: string): number | undefined {
  const text = textMember(members, name)?.trim();
  return text !== undefined && /^-?\d{1,10}$/.test(text) ? Number(text) : undefined;
}
