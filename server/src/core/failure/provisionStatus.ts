import { parseJson } from '../formats/json/parse.js';
import { type PlainValue, toValue } from '../formats/tree/expand.js';
import { limits } from '../limits.js';

/** The members of a provision status. Values are strings, or objects of strings. */
export type StatusMembers = Readonly<Record<string, PlainValue>>;

/** The `CSEStatus` object that the provisioning script prints, as far as a text contains it. */
export interface ProvisionStatus {
  readonly members: StatusMembers;
  /** Whether the text contains the beginning of the object. */
  readonly begins: boolean;
  /** Whether the text contains the end of the object. */
  readonly ends: boolean;
  /** The range in the message. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the status that contains a key. `at` is the offset of the key's name in a message without escapes. A cut status
 * is read as far as possible; undefined if the object around the key is something else.
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
 * Reads the rest of a status whose beginning was cut off, because the extension keeps only the end of a long output.
 * `at` is the offset of one of its later keys.
 */
export function statusRemainder(message: string, at: number): ProvisionStatus | undefined {
  const first = message.slice(0, at + 1).search(lateKey);
  const from = first >= 0 ? first : at - 1;
  if (message.charAt(from) !== '"') return undefined;
  // The opening bracket was cut off.
  const extent = objectExtent(`{${message.slice(from)}`, 0);
  const members = membersOf(extent.text);
  if (!companions.some((name) => name in members)) return undefined;
  return { members, begins: false, ends: extent.closed, start: from, end: from + extent.end - 1 };
}

/** Keys after the output; the output ends before the first of them. */
const lateKey = /"(?:Error|ExecDuration|KernelStartTime|SystemdSummary|BootDatapoints)"\s{0,4}:/;

/** Members of a provision status that other documents with an `ExitCode` don't have. */
const companions: readonly string[] = [
  'Output',
  'ExecDuration',
  'E2E',
  'BootDatapoints',
  'KernelStartTime',
  'CSEStartTime',
];

/** The opening bracket of the object that contains the key at an offset. */
function objectAround(message: string, at: number): number | undefined {
  let start = at;
  for (let tried = 0; tried < limits.statusBrackets; tried++) {
    start = message.lastIndexOf('{', start - 1);
    if (start < 0) return undefined;
    if (depthAt(message, start, at) === 1) return start;
    if (start === 0) return undefined;
  }
  return undefined;
}

/** How many objects opened at or after `start` are still open at `at`; 0 if the first is closed before. */
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
  /** The object, without line breaks from wrapping. */
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
        // Real line breaks in a string are either decoded or come from wrapping.
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

/** A member as a string; also a number. */
export function textMember(members: StatusMembers, name: string): string | undefined {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** A member that is a whole number, also in a string. */
export function numberMember(members: StatusMembers, name: string): number | undefined {
  const text = textMember(members, name)?.trim();
  return text !== undefined && /^-?\d{1,10}$/.test(text) ? Number(text) : undefined;
}
