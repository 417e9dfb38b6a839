import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import { terminalColour } from '../../text/strings.js';
import { journalTime, kernelTime, type Moment, placeholderYear, readMoment, readYearlessMoment } from '../times.js';

/** The program that wrote a log line. */
export type LogSource =
  | 'cloud-init'
  | 'guest agent'
  | 'custom script extension'
  | 'aks-node-controller'
  | 'provisioning script'
  | 'shell trace'
  | 'windows script'
  | 'system log';

/** A parsed line of a log. */
export interface LogLine {
  readonly source: LogSource;
  /** The line without its line ending. */
  readonly span: Span;
  readonly moment: Moment | undefined;
  /** The time that the system log added, if the line also has its own. */
  readonly received?: Moment;
  /** As the program writes it: `WARNING`, `ERROR`, …; empty if it has none. */
  readonly level: string;
  /** The part of the program, such as a module or an extension; empty if the line has none. */
  readonly part: string;
  readonly message: string;
  /** The number of `+` at the beginning of a trace line; 0 for other lines. */
  readonly depth: number;
  /** The error that goes with the message, if the program writes it separately. */
  readonly error?: string | undefined;
  /** Seconds since the kernel started, on a console. */
  readonly uptime?: number | undefined;
}

/** The maximum number of characters that are read of a line; entries of the journal in JSON have many other members. */
const lineLength = 2_000;
const entryLength = 16_000;

/**
 * The formats of cloud-init 24, WALinuxAgent 2.2 to 2.11, custom-script-extension-linux 2.1 (logfmt of go-kit), slog of
 * aks-node-controller (JSON, text, and Go's default), bash's `set -x`, `date` lines of cse_main.sh, the system log and the
 * journal with all their times, the console and dmesg, kubelet and containerd in files of their own, `Write-Log` of the
 * Windows scripts. Named groups: `time`, `level`, `part`, `message`, `plus`, `error`, `uptime`.
 */
const formats: readonly (readonly [LogSource, RegExp])[] = [
  [
    'cloud-init',
    /^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) - (?<part>[\w.-]{1,60})\[(?<level>[A-Z]{4,8})\]: (?<message>.*)$/,
  ],
  [
    'cloud-init',
    /^(?<message>Cloud-init v\. \S{1,60} (?:running '[\w:-]{1,30}'|finished) at (?<time>[^.]{20,40})\..*)$/,
  ],
  // Go's default loggers, which aks-node-controller uses before it opens its log.
  [
    'aks-node-controller',
    /^time=(?<time>\S{19,40}) level=(?<level>[A-Z]{4,5})\S{0,4} msg=(?:"(?=.*")|(?!"))(?<message>(?:[^"\\]|\\.){0,1000})(?:" error="?(?<error>.{0,1000}?)"?$|.*$)/,
  ],
  ['aks-node-controller', /^(?<time>\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d) (?<level>DEBUG|INFO|WARN|ERROR) (?<message>.*)$/],
  ['windows script', /^(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}(?:Z|[+-]\d\d:\d\d)?): (?<message>.*)$/],
  [
    'guest agent',
    /^(?<time>\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?) (?<level>INFO|WARNING|ERROR|VERBOSE) (?<message>(?:(?:Daemon|ExtHandler|MainThread|EnvHandler|\w{1,30}Handler) ){0,2}(?:\[(?<part>[\w.-]{1,100})\] ?)?.*)$/,
  ],
  [
    'custom script extension',
    /^time=(?<time>\S{19,40}) version=\S{1,80} (?<message>(?:operation=(?<part>\w{1,40}) )?.*)$/,
  ],
  [
    'aks-node-controller',
    /^\{"time":"(?<time>[^"]{19,40})","level":"(?<level>[A-Z]{4,5})","msg":"(?<message>(?:[^"\\]|\\.){0,1000})(?:","error":"(?<error>(?:[^"\\]|\\.){0,1000}).*$|.*$)/,
  ],
  [
    'provisioning script',
    /^(?:\+{1,8} echo '?)?(?<time>[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} (?:[AP]M )?[A-Z]{1,5} \d{4}),\s?(?<part>[\w.-]{1,80})(?:,\s?)?(?<message>.*)$/,
  ],
  ['shell trace', /^(?<plus>\+{1,8}) (?<message>.*)$/],
  [
    'system log',
    new RegExp(
      String.raw`^(?<time>${journalTime}) [\w.-]{1,80} (?<part>[\w.@/()-]{1,80})(?:\[\d{1,9}\])?: (?<message>.*)$`,
    ),
  ],
  // The console, dmesg (also `-x`) and `journalctl -o short-monotonic`, with seconds since the start of the kernel.
  [
    'system log',
    /^(?:[a-z]{1,8} {0,4}:[a-z]{1,8} {0,4}: )?\[ {0,6}(?<uptime>\d{1,9}\.\d{1,6})\] (?:[\w.-]{1,80} kernel: |(?:[\w.-]{1,80} )?(?<part>[\w.@/()-]{1,80})\[\d{1,9}\]: )?(?:\[[\d-]{10} [\d:]{8}\] )?(?<message>.*)$/,
  ],
  // `dmesg -T` and `dmesg --time-format iso`.
  ['system log', new RegExp(String.raw`^\[(?<time>${kernelTime})\] (?<message>.*)$`)],
  ['system log', /^(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,\d{6}[+-]\d\d:\d\d) (?<message>.*)$/],
  // kubelet and containerd in files of their own.
  ['system log', /^(?<message>[IWEF](?<time>\d{4} \d\d:\d\d:\d\d\.\d{6}) {1,8}\d{1,9} [\w.-]{1,80}\.go:\d{1,6}\] .*)$/],
  ['system log', /^(?<message>time="(?<time>[^"]{19,40})" level=\w{4,7} msg=.*)$/],
  // States that systemd prints on the console, and what follows a boot that failed.
  ['system log', /^\[(?:FAILED| TIME |DEPEND)\] (?<message>.*)$/],
  [
    'system log',
    /^(?<message>(?:You are in|Entering) (?:emergency|rescue) mode.*|.{0,40}UNEXPECTED INCONSISTENCY.*|The root filesystem .{0,80} requires a manual fsck)$/,
  ],
];

/** Only New Year takes a time without a year that far back, in milliseconds. */
const halfYear = 183 * 24 * 60 * 60_000;

/**
 * Parses the lines of a log, until the budget is spent; lines in unknown formats, such as output of commands, are skipped.
 * Times without a year are in the next one after New Year.
 */
export function* logLines(text: string, budget?: Budget): Generator<LogLine> {
  let years = 0;
  let last = -Infinity;
  const inOrder = (moment: Moment): Moment => {
    if (moment.yearless !== true) return moment;
    if (last - moment.time > halfYear) years++;
    last = moment.time;
    return years === 0 ? moment : { ...moment, time: new Date(moment.time).setUTCFullYear(placeholderYear + years) };
  };
  for (let start = 0; start < text.length;) {
    const next = endOfEntry(text, start) ?? text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const most = text.charAt(start) === '{' ? entryLength : lineLength;
    const line = text.slice(start, Math.min(end, start + most)).trimEnd();
    // A line is compared with a dozen formats.
    if (budget?.step(1 + (line.length >> 4)) === true) return;
    const found = line === '' ? undefined : logLine(line, { start, end });
    if (found !== undefined) {
      const { moment, received } = found;
      yield moment === undefined
        ? found
        : { ...found, moment: inOrder(moment), ...(received === undefined ? {} : { received: inOrder(received) }) };
    }
    start = end + 1;
  }
}

/**
 * Parses a line; undefined if its format is unknown. A line that a program wrote to the system log or console counts as
 * the program's, with its own time if it has one.
 */
export function logLine(line: string, span: Span): LogLine | undefined {
  const plain = line.includes('\u001b') ? line.replace(terminalColour, '') : line;
  const found = journalEntry(plain, span) ?? ownLine(plain, span);
  if (found?.source !== 'system log') return found;
  const { moment: received, uptime } = found;
  const inner = ownLine(found.message, span);
  if (inner === undefined || inner.source === 'system log') return found;
  if (inner.moment === undefined) return { ...inner, moment: received, uptime };
  return received === undefined ? inner : { ...inner, received };
}

/** Where an entry of `journalctl -o json-pretty` ends; undefined for other lines. */
function endOfEntry(text: string, start: number): number | undefined {
  if (!/^\{\r?\n[ \t]{1,8}"/.test(text.slice(start, start + 12))) return undefined;
  const end = text.slice(start, start + entryLength).search(/\n\}/);
  return end < 0 ? undefined : start + end + 2;
}

/** An entry of `journalctl -o json`: one object, its members in any order. */
function journalEntry(line: string, span: Span): LogLine | undefined {
  if (!line.startsWith('{') || !line.includes('"MESSAGE"')) return undefined;
  const member = (pattern: RegExp): string => pattern.exec(line)?.[1] ?? '';
  const microseconds = member(/"__REALTIME_TIMESTAMP"\s{0,4}:\s{0,4}"(\d{13,17})"/);
  const written = member(/"MESSAGE"\s{0,4}:\s{0,4}"((?:[^"\\]|\\.){0,1000})/);
  if (microseconds === '') return undefined;
  return {
    source: 'system log',
    span,
    moment: { time: Math.floor(Number(microseconds) / 1000), zoned: true },
    level: '',
    part: member(/"SYSLOG_IDENTIFIER"\s{0,4}:\s{0,4}"([^"]{1,80})"/),
    message: written.replaceAll('\\n', ' ').replace(/\\(["\\/])/g, '$1'),
    depth: 0,
  };
}

function ownLine(line: string, span: Span): LogLine | undefined {
  for (const [source, pattern] of formats) {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) continue;
    const {
      time,
      level = '',
      part = '',
      message = '',
      plus = '',
      error,
      uptime,
    } = groups as Partial<Record<string, string>>;
    const moment = time === undefined ? undefined : (readMoment(time) ?? readYearlessMoment(time));
    if (time !== undefined && moment === undefined) continue;
    const more = { error, uptime: uptime === undefined ? undefined : Number(uptime) };
    return { source, span, moment, level, part, message, depth: plus.length, ...more };
  }
  return undefined;
}
