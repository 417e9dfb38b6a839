import type { Span } from '../text/span.js';
import type { ErrorText } from './errors/error.js';

/**
 * Who says a code: the provision status on the node, the Windows script's own report, aks-node-controller, or the
 * extension that ran the command and only knows how it ended.
 */
export type CodeSource = 'status' | 'windows-script' | 'node-controller' | 'extension';

/** A place where a text says an exit code, or where a provision status begins to. */
export interface ExitCodeMention {
  readonly speaker: CodeSource;
  /** Undefined where the text was cut before the number, and where a status has to be read first. */
  readonly code: number | undefined;
  /** The number, or the words in front of it where there is none. */
  readonly span: Span;
  /** Where the words begin. */
  readonly at: number;
}

/**
 * Finds everything in a text, escaped or not, that states an exit code in words of AKS, Azure or aks-node-controller.
 * Numbers in a shell trace (`+ exit 50`, `ERR_OUTBOUND_CONN_FAIL=50`, `curl: (35)`) state none: a trace shows what was
 * tried, not how it ended.
 */
export function* exitCodeMentions(text: string, limit: number): Generator<ExitCodeMention> {
  for (const match of text.slice(0, limit).matchAll(keywords)) {
    const found = statementAt(text, match.index, match[0]);
    if (found !== undefined && !inTrace(text, found.at)) yield found;
  }
}

/** Words that every statement has; what is around them decides. */
const keywords = /(?<![A-Za-z])exit(?:code|\s{1,4}(?:status|code)|ed with code)(?![A-Za-z])/gi;

function statementAt(text: string, at: number, word: string): ExitCodeMention | undefined {
  const after = at + word.length;
  const before = text.slice(Math.max(0, at - lookBehind), at);
  const behind = text.slice(after, after + lookAhead);
  if (word === 'ExitCode' || word === 'exitCode') {
    if (quoteBefore.test(before)) return quotedKey(word, at, after, before, behind);
    const reported = windowsReport.exec(behind);
    if (word === 'ExitCode' && reported !== null) return said('windows-script', at, after, reported);
    const own = /^=(-?\d{1,10})/.exec(behind);
    if (word === 'exitCode' && own !== null && controllerBefore.test(before))
      return said('node-controller', at, after, own);
    return undefined;
  }
  return inProse(at, after, before, behind);
}

function inProse(at: number, after: number, before: string, behind: string): ExitCodeMention | undefined {
  // The launcher of aks-node-controller, in its output and in the journal.
  const launched = before.endsWith('aks-node-controller ') ? /^ (-?\d{1,10})\b/.exec(behind) : null;
  if (launched !== null) return said('node-controller', at, after, launched);
  const assigned = /^\s{0,4}=\s{0,4}(-?\d{1,10})/.exec(behind);
  if (assigned !== null) return said('extension', at, after, assigned);
  const quoted =
    /^\s{1,4}of\s{0,4}:?\s{0,4}(?:\\{0,15}['"]|\\{1,15}u002[27]|[\u2018\u2019\u201c\u201d|`])?\s?(-?\d{1,10})/.exec(
      behind,
    );
  if (quoted !== null) return said('extension', at, after, quoted);
  const plain = /^\s{0,4}:?\s{1,4}(?:['"|`(])?(-?\d{1,10})\b(?!\.\d)/.exec(behind) ?? /^:(-?\d{1,10})\b/.exec(behind);
  if (plain === null) return undefined;
  if (controllerExit.test(before)) return said('node-controller', at, after, plain);
  return aboutExtension.test(before) ? said('extension', at, after, plain) : undefined;
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
  if (word === 'ExitCode') return { speaker: 'status', code, span, at };
  return finishedBefore.test(before) ? { speaker: 'node-controller', code, span, at } : undefined;
}

function said(speaker: CodeSource, at: number, after: number, match: RegExpExecArray): ExitCodeMention {
  const digits = match[1] ?? '';
  const end = after + match[0].length;
  const start = after + match[0].lastIndexOf(digits);
  return { speaker, code: Number(digits), span: { start, end: Math.min(end, start + digits.length) }, at };
}

const lookBehind = 200;
const lookAhead = 80;

/** A quote at any depth of escapes; written as `\u0022` by .NET, curled by word processors. */
const quoteBefore = /(?:["\u201c\u201d]|u0022)$/;
const memberValue =
  /^(?:\\{0,255}["\u201c\u201d]|\\{1,255}u0022)\s{0,4}:\s{0,4}(?:\\{0,255}["\u201c\u201d]|\\{1,255}u0022)?\s?(-?\d{1,10})?/;
/** `ExitCode: |34|` of the Windows scripts. */
const windowsReport = /^\s{0,4}:\s{0,4}\|\s{0,4}(-?\d{1,10})/;
/** `provision failed: exitCode=50 error=… output="…"` of provision-wait, and its log in the form of text. */
const controllerBefore = /(?:provision failed:\s{0,4}|CSE finished(?:\\{0,15}")?\s{1,4})$/;
const finishedBefore = /CSE finished\\{0,255}"\s?,\s?\\{0,255}"$/;
/** Go's words for a command that ended, as aks-node-controller passes them on. */
const controllerExit = /(?:aks-node-controller (?:exited|failed)|CSE finished)\b[^\n]{0,140}$/;
const aboutExtension = /(?:\bCSE\b|vmssCSE|\bcse-[\w-]{1,40}|custom ?script(?: ?extension)?)[^\n+]{0,140}$/i;

/** Whether a place is in a line that a shell prints before it runs it. */
function inTrace(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - lookBehind), at);
  const escaped = before.lastIndexOf('\\n');
  const line = Math.max(before.lastIndexOf('\n') + 1, escaped < 0 ? 0 : escaped + 2);
  return /^[\s"'`]{0,8}\+{1,8} /.test(before.slice(line));
}

/**
 * Exit codes that no table has, because they come from the shell or from a wrapper around the scripts. What they mean is
 * the same everywhere: POSIX shells for 126 to 165, GNU coreutils' `timeout` for 124 and 137.
 */
export const shellCodes: ReadonlyMap<number, ErrorText> = new Map<number, ErrorText>([
  [
    1,
    {
      meaning: 'The command failed; 1 is what wrappers answer with, whatever the reason was.',
      causes: [
        'aks-node-controller ends with 1 when provisioning failed: the real code is in its provision status.',
        'The command of the extension is a wrapper that hides the code of the script.',
      ],
      next: [
        'On a Linux node, look at /var/log/azure/aks/provision.json and /var/log/azure/aks/aks-node-controller.log.',
        'On a Windows node, look at C:\\AzureData\\CSEResult.log and C:\\AzureData\\CustomDataSetupScript.log.',
      ],
    },
  ],
  [
    124,
    {
      meaning: 'A command was ended by `timeout` because its time was over.',
      causes: [
        'The provisioning scripts as a whole ran for more than 15 minutes, after which cse_start.sh ends them.',
        'A single step that runs under `timeout` took too long, and its 124 was passed on.',
        'Scripts of old images also used 124 for a missing mark of the node image, which is 65 today.',
      ],
      next: [
        'Compare the duration: 900 seconds stand for the limit of all scripts.',
        'Look at the last commands in /var/log/azure/cluster-provision.log: a download that is tried again and again is the usual one.',
      ],
    },
  ],
  [
    126,
    {
      meaning: 'The shell found the command and could not execute it.',
      causes: ['The file has no permission to be executed, or lies on a file system that is mounted with noexec.'],
      next: ['On the node, run `ls -l` for the command of the extension and `findmnt -T` for its folder.'],
    },
  ],
  [
    127,
    {
      meaning: 'The shell did not find the command.',
      causes: [
        'The script was not downloaded, or is not in the folder in which the extension runs its command.',
        'The first line of the script names an interpreter that is not there, as it does with line ends of Windows.',
      ],
      next: ['Look at the text behind [stderr]: the shell names what it did not find.'],
    },
  ],
  [
    137,
    {
      meaning: 'The command was killed (signal 9).',
      causes: [
        '`timeout` killed the scripts because they did not end when their 15 minutes were over.',
        'The kernel killed the process because the memory was used up.',
      ],
      next: ['On the node, run `dmesg | grep -i -e "killed process" -e oom`, and see how long the scripts ran.'],
    },
  ],
  [
    143,
    {
      meaning: 'The command was asked to end (signal 15) and did.',
      causes: ['The guest agent or systemd ended it, as at a reboot or when the time of the extension was over.'],
      next: ['Look in /var/log/waagent.log for the extension around that time.'],
    },
  ],
]);
