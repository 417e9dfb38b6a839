import type { Budget } from '../text/budget.js';
import type { Span } from '../text/span.js';
import { isHarmless } from './harmless.js';

/** Passwords of `chpasswd`: on its standard input, and in the list of a cloud-config; and what is piped to other tools. */
export function secretsInPasswordLists(text: string, budget?: Budget): Span[] {
  const secrets: Span[] = [];
  if (text.includes('|') && (text.includes('echo') || text.includes('printf')))
    for (const match of text.matchAll(piped)) {
      if (budget?.step() === true) return secrets;
      const [whole, argument = '', target = ''] = match;
      const quote = /^["']/.exec(argument)?.[0].length ?? 0;
      const start = match.index + whole.indexOf(argument) + quote;
      const end = start + argument.length - 2 * quote;
      if (/^(?:sudo\s+(?:-\S+\s+)*)?(?:\S*\/)?chpasswd\b/.test(target)) readEntries(text, start, end, secrets);
      else if (readsPassword.test(target)) addUnlessHarmless(text, start, end, secrets);
    }
  let read = 0;
  let isReadToEnd = false;
  for (let at = text.indexOf('chpasswd'); at >= 0; at = text.indexOf('chpasswd', at + 8)) {
    if (at < read) continue;
    if (budget?.step() === true) return secrets;
    const input = readInput(text, at, secrets, isReadToEnd);
    // A here-document whose end is missing doesn't hide what else follows.
    isReadToEnd ||= input >= text.length;
    read = Math.max(isReadToEnd ? at : input, readMember(text, at + 8, secrets));
  }
  return secrets;
}

/** What `echo` or `printf` writes, and the tool that reads it. */
const piped =
  /\b(?:echo|printf|Write-Output)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4}){0,2}("[^"\n]{1,400}"|'[^'\n]{1,400}'|[^\s"'|;&<>]{1,400})(?:[ \t]{1,4}[^\s|;&<>]{1,100}){0,3}[ \t]{0,4}\|[ \t]{0,4}([^\n|]{1,200})/g;

/** Tools that read a password or a token from standard input. */
const readsPassword =
  /^(?:sudo\s+)?(?:sudo\s.{0,40}(?:-S|--stdin)\b|passwd\s.{0,40}--stdin\b|.{0,160}--(?:password|token|secret|key|passphrase|stdin)[\w-]{0,40}(?:stdin|password|file[= ]-)|.{0,160}--passphrase-fd\b|realm\s+join\b|kinit\b|cryptsetup\b|smbpasswd\s.{0,20}-s|su\b|vault\s+login\b|gh\s+auth\s+login\b|az\s+devops\s+login\b|.{0,160}--with-token\b)/;

const hereDocument = /<<-?\s*(["']?)(\w+)\1/;
const hereDocuments = new RegExp(hereDocument, 'g');

/** Reads a here-string, or a here-document unless all further lines have been read; returns where to go on. */
function readInput(text: string, at: number, secrets: Span[], isReadToEnd: boolean): number {
  const before = text.slice(Math.max(0, at - 200), at);
  const beforeOnLine = before.slice(before.lastIndexOf('\n') + 1);
  const line = text.slice(at, at + 400).split('\n', 1)[0] ?? '';
  const string = /^chpasswd[^\n<]{0,80}<<<\s*\$?("[^"\n]*"|'[^'\n]*'|[^\s"';|&]+)/.exec(line);
  if (string !== null) {
    const [whole, argument = ''] = string;
    const quote = /^["']/.exec(argument)?.[0].length ?? 0;
    const end = at + whole.length - quote;
    readEntries(text, end + 2 * quote - argument.length, end, secrets);
    return end;
  }
  // Several commands can be on one line, if its line endings are escaped.
  const delimiter = (hereDocument.exec(line) ?? [...beforeOnLine.matchAll(hereDocuments)].at(-1))?.[2];
  if (delimiter === undefined || isReadToEnd) return at;
  const lineEnd = at + line.length;
  if (text.charAt(lineEnd) !== '\n') return at;
  let start = lineEnd + 1;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    if (text.slice(start, Math.min(stop, start + 100)).trim() === delimiter) break;
    readEntries(text, start, stop, secrets);
    start = stop + 1;
  }
  return start;
}

/** Reads `list` of a `chpasswd` member: a string, a block scalar, or a list; returns where to go on. */
function readMember(text: string, at: number, secrets: Span[]): number {
  const match = /^["']?\s{0,4}:(?:[^\]}]{0,300}?[\s{,"'])??list["']?\s{0,4}:[ \t]*/.exec(text.slice(at, at + 400));
  if (match === null) return at;
  let start = at + match[0].length;
  const first = text.charAt(start);
  if (first === '"' || first === "'") {
    const close = text.indexOf(first, start + 1);
    const end = close < 0 ? text.length : close;
    readEntries(text, start + 1, end, secrets);
    return end;
  }
  if (first === '[') {
    const close = text.indexOf(']', start);
    const end = close < 0 ? text.length : close;
    for (const entry of text.slice(start, end).matchAll(/"([^"\n]*)"|'([^'\n]*)'|[^\s,[\]"']+/g)) {
      const quote = /^["']/.test(entry[0]) ? 1 : 0;
      readEntries(text, start + entry.index + quote, start + entry.index + entry[0].length - quote, secrets);
    }
    return end;
  }
  if (!/[|>\r\n#]/.test(first)) return start;
  // The lines of a block are indented more than `list`; entries with a dash may not be.
  const keyStart = text.slice(at, start).lastIndexOf('list') + at;
  const lineStart = text.lastIndexOf('\n', keyStart) + 1;
  const indentation = /^ */.exec(text.slice(lineStart, keyStart))?.[0].length ?? 0;
  start = text.indexOf('\n', start) + 1;
  // The last line may contain the name of another list, such as that of a message and a path on one line.
  let last = start;
  while (start > 0 && start < text.length) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    const line = text.slice(start, Math.min(stop, start + 400));
    const mark = /^( *)(- +)?["']?/.exec(line);
    const spaces = mark?.[1]?.length ?? 0;
    if (line.trim() !== '' && (mark?.[2] === undefined ? spaces <= indentation : spaces < indentation)) break;
    const quote = /["']$/.test(mark?.[0] ?? '') ? 1 : 0;
    readEntries(text, start + (mark?.[0].length ?? 0), stop - (line.endsWith('\r') ? 1 : 0) - quote, secrets);
    last = start;
    start = stop + 1;
  }
  return last;
}

/** Reads lines of `user:password`, whose line endings may be escaped. */
function readEntries(text: string, start: number, end: number, secrets: Span[]): void {
  let at = start;
  for (const entry of text.slice(start, end).split(/(\n|\\n)/)) {
    const colon = /^\s*[\w.$@-]{1,64}:/.exec(entry)?.[0].length;
    if (colon !== undefined) {
      const password = entry.slice(colon).trimEnd();
      addUnlessHarmless(text, at + colon, at + colon + password.length, secrets);
    }
    at += entry.length;
  }
}

function addUnlessHarmless(text: string, start: number, end: number, secrets: Span[]): void {
  const value = text.slice(start, end);
  if (value === '' || /^(?:R|RANDOM)$/.test(value)) return;
  if (!isHarmless('', value, { isQuoted: true, separator: ':' })) secrets.push({ start, end });
}
