import type { Span } from '../text/span.js';

/** The words with which a script or systemd gives up after the cause; they count last, although they contain others. */
const endings = /\bexiting\b|giving up|systemd\[\d{1,9}\]: Failed to start/i;

/** What causes look like, the most telling first. */
const causes: readonly RegExp[] = [
  /\bpanic: |^[\w.]+(?:Error|Exception): \S|Unhandled exception|Kernel panic - not syncing/,
  /Temporary failure in name resolution|Could not resolve host|no such host|No such host is known|getaddrinfo\b|Name or service not known|server misbehaving|NXDOMAIN|SERVFAIL/i,
  /x509: |certificate (?:verify failed|has expired|is not valid|signed by unknown)|SSL (?:certificate|connection|routines)|TLS handshake/i,
  /unknown flag: |unrecognized feature gate|unsupported version: |execution error\b|incorrect workspace key|Workspace ID is invalid|is not generated/i,
  /no space left on device|read-only file system|disk quota exceeded|Cannot allocate memory|Out of memory|oom-kill/i,
  /(?:connection|operation|i\/o|dial tcp[^\n]{0,80})\s?(?:timed out|timeout|refused|reset)|i\/o timeout|Network is unreachable|No route to host|connect to [^\n]{1,120} failed|(?:Failed|Unable) to (?:connect|establish)/i,
  /returned error: \d{3}|status code:? ?(?:is |actual=)?[45]\d\d|HTTP\/?[\d.]* [45]\d\d|\b40[13] (?:Forbidden|Unauthorized)|unauthorized|access denied|\bcurl: \([1-9]\d{0,2}\)/i,
  /Failed to fetch manifest from all sources|Failed to download [^\n]{1,200} from all URIs/,
  /Unable to locate package|Could not get lock|waiting for \w+ lock|unmet dependencies|No package [^\n]{1,80} available|nothing provides/i,
  /Syntax error|command not found|No such file or directory|cannot access|Permission denied|Unterminated|unexpected token|unbound variable|error: file [^\n]{1,120} not found|Runparts: \d{1,4} failures|Unable to load the kernel module|^\s{0,8}(?:\[[^\]\n]{1,40}\]\s{1,8})?\[ERROR [\w-]{1,80}\]: /i,
  /\bFailed to (?:mount|start|load|find|install|read|run)\b|Timed out waiting for device|Out of memory: Killed|fsck/i,
  /\b(?:fatal|error|ERROR|cannot|could not|failed|failure|invalid|denied|timed out|unsupported|not supported)\b/i,
  // Weak words.
  /\b(?:unable to|not found|no [^\n]{1,80} found|is (?:empty|unset|not (?:valid|defined))|insufficient|timeout|unexpected|exists|corrupted|does(?:n't| not)|temporarily unavailable|wrong fs type|segmentation fault)\b/i,
  endings,
];

/** Lines that only repeat that something failed. */
const repetitions =
  /^\s*\++ |terminated with exit status|reported a failure when processing|has reported terminal failure|More information on troubleshooting|Main process exited|Failed with result|Install handler failed for the extension|^\s*(?:"?(?:Code|SubCode|Category|Dependency|Status|Target)"?\s?[:=])|provisioningState|"level"\s?:|"displayStatus"|^\s*\d{4}-[^\n]{0,40}\bDEBUG\b|Exit code: \d|curl: \(0\)|retry failed: deployment operations|returned the following error:\s*$|failed to execute\s*$|Details:\s*$|ProcessExecutionError: Unexpected error|^\s*(?:Severity|Reason|Type|Age|From|To|Cc|Sent|Subject)\s*:|Process completed with exit code/i;

/** Characters of evidence that are shown. */
const longestEvidence = 400;

/**
 * The line of a text without escapes that shows the cause: of the lines with the most telling words, the last one.
 * Undefined if no line tells more than that something failed. Lines about another failure don't count.
 */
export function evidenceIn(text: string, isAboutOther: (line: string) => boolean = () => false): Span | undefined {
  let best: { readonly rank: number; readonly span: Span } | undefined;
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const windows = windowsError(text, { start, end });
    const line = windows ?? partOf(text, { start, end });
    const words = text.slice(line.start, Math.min(line.end, line.start + 4 * longestEvidence));
    if (words.trim() !== '' && !repetitions.test(words)) {
      // Names of members aren't words of a message.
      const said = words.replace(/"\w{1,40}"\s?:/g, ' ');
      const found = endings.test(said) ? causes.length - 1 : causes.findIndex((cause) => cause.test(said));
      const rank = found < 0 && windows !== undefined ? causes.length : found;
      if (rank >= 0 && rank <= (best?.rank ?? causes.length) && !isAboutOther(words))
        best = { rank, span: shortened(text, line, causes[rank]) };
    }
    start = end + 1;
  }
  return best?.span;
}

/** The error in the report of the Windows scripts, in whatever words. */
function windowsError(text: string, { start, end }: Span): Span | undefined {
  const [whole = '', error = ''] = /Error\s{0,4}:\s{0,4}\|([^|]{1,4000})/.exec(text.slice(start, end)) ?? [];
  if (error.trim() === '') return undefined;
  const from = text.indexOf(whole, start) + whole.length - error.length;
  return { start: from, end: from + error.length };
}

/** A line without what encloses a message in it, such as members of a provision status. */
function partOf(text: string, { start, end }: Span): Span {
  const line = text.slice(start, end);
  const quoted = /\berror message: ['"]/i.exec(line);
  if (quoted !== null) {
    const from = quoted.index + quoted[0].length;
    const help = /["']\.(?:\s{1,4}More information on troubleshooting|\s{0,2}["}\]])/.exec(line.slice(from));
    const isClosed = quoted[0].endsWith(line.charAt(line.length - 1));
    return { start: start + from, end: help === null ? end - (isClosed ? 1 : 0) : start + from + help.index };
  }
  const output = /"(?:Output|Error)"\s{0,4}:\s{0,4}"(?=[^"])/.exec(line);
  const from = output === null ? start : start + output.index + output[0].length;
  const rest = text.slice(from, end);
  // A string that ends here began in another line.
  const tail = /",\s{0,4}"(?:Error|ExecDuration|KernelStartTime)"|^[^"]*"[,}\]\s]*$/.exec(rest);
  if (tail === null) return { start: from, end };
  return { start: from, end: from + (tail.index > 0 ? tail.index : rest.indexOf('"')) };
}

/** At most `longestEvidence` characters of a line around what tells the cause, from word to word. */
function shortened(text: string, { start, end }: Span, cause: RegExp | undefined): Span {
  const line = text.slice(start, end);
  const trimmed = { start: start + (line.length - line.trimStart().length), end: start + line.trimEnd().length };
  if (trimmed.end - trimmed.start <= longestEvidence) return trimmed;
  const at = start + Math.max(0, line.search(cause ?? /$/));
  const from = Math.max(trimmed.start, at - longestEvidence / 2);
  return { start: from, end: Math.min(trimmed.end, from + longestEvidence) };
}

/** The part of a line of a log around a range, up to the quotes around the message that it is in. */
export function messageAround(text: string, { start, end }: Span): Span {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const line = { start: first, end: next < 0 ? text.length : next };
  const message = sentencesAround(text, { start, end });
  const last = Math.min(line.end, message.end);
  return { start: Math.max(line.start, message.start), end: text.charAt(last - 1) === '\r' ? last - 1 : last };
}

/** The sentences around a range, up to the quotes or line ends around the message that it is in. */
export function sentencesAround(text: string, { start, end }: Span): Span {
  let from = start;
  while (from > 0 && start - from < longestEvidence && !isEdge(text, from - 1)) from--;
  const to = endOfMessage(text, from, end);
  const part = text.slice(from, to);
  return { start: from + (part.length - part.trimStart().length), end: to };
}

/** Where a message that begins at `start` ends, at `least` or later, if it isn't too long. */
function endOfMessage(text: string, start: number, least = start): number {
  let end = least;
  while (end < text.length && end - start < longestEvidence && !isEdge(text, end)) end++;
  return end;
}

/** Characters of a line behind which a message may go on in the next line. */
const shortestWrapped = 40;

/** Whether a character ends a message: a quote, or the end of a line behind which something else begins. */
function isEdge(text: string, at: number): boolean {
  const character = text.charAt(at);
  if (character !== '\n') return character === '"';
  // A message that was wrapped goes on with a word behind a long line; a line of a log begins with a time or the name of a
  // member, and a row of a table has columns.
  const isShort = at - text.lastIndexOf('\n', at - 1) <= shortestWrapped;
  return (
    isShort ||
    !/^\w/.test(text.slice(at + 1, at + 2)) ||
    /^(?:[\w.-]+(?:\[\d+\])? ?[:=]|\d{4}[-/]\d\d|[A-Z][a-z]{2} [ \d]\d |[^\n]{0,50}\S {3,}\S)/.test(
      text.slice(at + 1, at + 60),
    )
  );
}

/** The message that stands behind a code of Azure. */
export function messageBehind(text: string, { end }: Span): Span | undefined {
  const behind = text.slice(end, end + 2 * longestEvidence);
  const match =
    /^\) ([^\n]{3,})/.exec(behind) ??
    /^: ([^\n"]{3,})/.exec(behind) ??
    /^[^{}]{0,240}?\b[Mm]essage"?\s{0,8}[=:]\s{0,40}["']?([^\n"]{3,})/.exec(behind);
  if (match?.[1] === undefined) return undefined;
  const start = end + match[0].length - match[1].length;
  return { start, end: endOfMessage(text, start) };
}
