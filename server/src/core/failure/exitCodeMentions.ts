import type { Budget } from '../text/budget.js';
import type { Span } from '../text/span.js';

/**
 * What reports a code: the provision status on the node, the Windows scripts, aks-node-controller, the extension, which
 * only knows how its command ended, or the `exit` with which a trace of the scripts ends.
 */
export type CodeSource = 'status' | 'windows-script' | 'node-controller' | 'extension' | 'trace';

/** A mention of an exit code, or the key of a provision status that has to be read first. */
export interface ExitCodeMention {
  readonly source: CodeSource;
  /** Undefined if the text was cut before the number, or if a status has to be read first. */
  readonly code: number | undefined;
  /** The number, or the words before it if it is missing. */
  readonly span: Span;
  /** The start of the words. */
  readonly at: number;
}

/**
 * Finds the first `most` mentions of exit codes by AKS, Azure or aks-node-controller, escaped or not, until the budget is spent. Numbers in a shell trace (`+
 * exit 50`, `ERR_OUTBOUND_CONN_FAIL=50`, `curl: (35)`) don't count: a trace shows what was tried, not how it ended.
 */
export function exitCodeMentions(text: string, most: number, budget?: Budget): ExitCodeMention[] {
  const mentions: ExitCodeMention[] = [];
  for (const match of text.matchAll(keywords)) {
    if (mentions.length >= most || budget?.step() === true) break;
    const found = mentionAt(text, match.index, match[0]);
    if (found !== undefined && !inTrace(text, found.at)) mentions.push(found);
  }
  return mentions;
}

/** Words in every mention; the text around them decides. */
const keywords = /(?<![A-Za-z])exit(?:code|\s{1,4}(?:status|code)|ed with code)(?![A-Za-z])/gi;

function mentionAt(text: string, at: number, word: string): ExitCodeMention | undefined {
  const after = at + word.length;
  const before = text.slice(Math.max(0, at - lookBehind), at);
  const behind = text.slice(after, after + lookAhead);
  if (word === 'ExitCode' || word === 'exitCode') {
    if (quoteBefore.test(before)) return quotedKey(word, at, after, before, behind);
    const reported = windowsReport.exec(behind);
    if (word === 'ExitCode' && reported !== null) return mentionOf('windows-script', at, after, reported);
    // The last words of the Windows scripts in their log.
    const set = /^ to (-?\d{1,10}) and exit/.exec(behind);
    if (word === 'ExitCode' && set !== null) return mentionOf('windows-script', at, after, set);
    const own = /^=(-?\d{1,10})/.exec(behind);
    if (word === 'exitCode' && own !== null && controllerBefore.test(before))
      return mentionOf('node-controller', at, after, own);
    return undefined;
  }
  return inProse(at, after, before, behind);
}

function inProse(at: number, after: number, before: string, behind: string): ExitCodeMention | undefined {
  // The launcher of aks-node-controller, in its output and in the journal; and cse_cmd.sh, which starts the scripts only
  // after cloud-init (AgentBaker 06836ee230).
  const launched = /(?:aks-node-controller|cloud-init failed with) $/.test(before)
    ? /^ (-?\d{1,10})\b/.exec(behind)
    : null;
  if (launched !== null) return mentionOf('node-controller', at, after, launched);
  const assigned = /^\s{0,4}=\s{0,4}(-?\d{1,10})\b/.exec(behind);
  if (assigned !== null) return mentionOf('extension', at, after, assigned);
  const quoted =
    /^\s{1,4}of\s{0,4}:?\s{0,4}(?:\\{0,15}['"]|\\{1,15}u002[27]|[\u2018\u2019\u201c\u201d|`])?\s?(-?\d{1,10})/.exec(
      behind,
    );
  if (quoted !== null) return mentionOf('extension', at, after, quoted);
  const plain = /^\s{0,4}:?\s{1,4}(?:['"|`(])?(-?\d{1,10})\b(?!\.\d)/.exec(behind) ?? /^:(-?\d{1,10})\b/.exec(behind);
  if (plain === null) return undefined;
  if (controllerExit.test(before)) return mentionOf('node-controller', at, after, plain);
  return aboutExtension.test(before) ? mentionOf('extension', at, after, plain) : undefined;
}

/** A member of a JSON document: of a provision status, or of aks-node-controller's own log. */
function quotedKey(
  word: string,
  at: number,
  after: number,
  before: string,
  behind: string,
): ExitCodeMention | undefined {
  const value = memberValue.exec(behind);
  if (value === null) return undefined;
  const code = value[1] === undefined ? undefined : Number(value[1]);
  const end = after + value[0].length;
  const length = value[1]?.length ?? 0;
  const span = length === 0 ? { start: at, end: after } : { start: end - length, end };
  if (word === 'ExitCode') return { source: 'status', code, span, at };
  return finishedBefore.test(before) ? { source: 'node-controller', code, span, at } : undefined;
}

function mentionOf(source: CodeSource, at: number, after: number, match: RegExpExecArray): ExitCodeMention {
  const digits = match[1] ?? '';
  const end = after + match[0].length;
  const start = after + match[0].lastIndexOf(digits);
  return { source, code: Number(digits), span: { start, end: Math.min(end, start + digits.length) }, at };
}

const lookBehind = 200;
const lookAhead = 80;

/** A quote at any depth of escapes; .NET writes `\u0022`, and word processors use curly quotes. */
const quoteBefore = /(?:["\u201c\u201d]|u0022)$/;
const memberValue =
  /^(?:\\{0,255}["\u201c\u201d]|\\{1,255}u0022)\s{0,4}:\s{0,4}(?:\\{0,255}["\u201c\u201d]|\\{1,255}u0022)?\s?(-?\d{1,10})?/;
/** `ExitCode: |34|` of the Windows scripts. */
const windowsReport = /^\s{0,4}:\s{0,4}\|\s{0,4}(-?\d{1,10})/;
/** `provision failed: exitCode=50 error=… output="…"` of provision-wait, and its log in text format. */
const controllerBefore = /(?:provision failed:\s{0,4}|CSE finished(?:\\{0,15}")?\s{1,4})$/;
const finishedBefore = /CSE finished\\{0,255}"\s?,\s?\\{0,255}"$/;
/** Go's words for a command that ended, as aks-node-controller passes them on. */
const controllerExit = /(?:aks-node-controller (?:exited|failed)|CSE finished)\b[^\n]{0,140}$/;
const aboutExtension = /(?:\bCSE\b|vmssCSE|\bcse-[\w-]{1,40}|custom ?script(?: ?extension)?)[^\n+]{0,140}$/i;

/** Whether the offset is in a line of a shell trace. */
function inTrace(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - lookBehind), at);
  const escaped = before.lastIndexOf('\\n');
  const line = Math.max(before.lastIndexOf('\n') + 1, escaped < 0 ? 0 : escaped + 2);
  return /^[\s"'`]{0,8}\+{1,8} /.test(before.slice(line));
}
