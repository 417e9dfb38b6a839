import {
  type BootChart,
  candidateSentences,
  chartLines,
  type ChartSegment,
  codeTables,
  type ExplainedCode,
  type Explanation,
  failureFacts,
  failureTitle,
  visibleLine,
} from '../../core/index.js';
import { joined, type Paint, type Style, terminalLine, type TerminalText } from './terminal.js';

/** Columns that sentences are wrapped to. */
const width = 100;

/** An explanation as text: the code and its meaning, then causes, next steps, and other content of the text. */
export function explanationText(file: string, explanation: Explanation, style: Style): TerminalText {
  const { meaning, silence, causes, nextSteps, timeline, lastCommands, notes, others } = explanation;
  const lines = [
    terminalLine`${style.bold(file)}: ${titleOf(explanation, style)}`,
    ...wrapped(silence?.reason ?? meaning ?? '', '  '),
    ...factsOf(explanation, style),
    ...evidenceRows(explanation, style),
    ...instanceRows(explanation, style),
    ...detailRows(explanation, style),
    ...section('What the code meant at different times', candidateSentences(explanation), style),
    ...section('Likely causes', causes, style),
    ...section('Next steps', nextSteps, style),
    ...(timeline.length === 0 ? [] : ['', style.bold('Timeline'), ...timelineRows(explanation)]),
    ...(lastCommands.length === 0 ? [] : ['', style.bold('Last commands'), ...commandRows(explanation, style)]),
    ...section('Notes', [...notes, ...othersNote(others)], style),
  ];
  return terminalLine`${joined(lines, '\n')}\n`;
}

/** One meaning of a number, for people. */
export function codeText(code: number, { table, entry }: ExplainedCode, style: Style): TerminalText {
  const { name, meaning, causes, next, phase, deprecated, since, until } = entry;
  const ofShell = code === 0 ? 'success' : 'a code of the shell or of a wrapper';
  const title =
    table === undefined || name === undefined ? ofShell : terminalLine`${style.bold(name)} in ${table.title}`;
  const period = [
    ...(typeof since !== 'string' ? [] : [`since ${since}`]),
    ...(typeof until !== 'string' ? [] : [`until ${until}`]),
  ].join(' ');
  const lines = [
    terminalLine`${style.bold(String(code))}: ${title}${period === '' ? '' : `, ${period}`}`,
    ...wrapped(meaning, '  '),
    ...(phase === undefined || table === undefined
      ? []
      : [terminalLine`  ${style.dim(`phase ${phase}, table ${table.source}`)}`]),
    ...(deprecated === true ? [terminalLine`  ${style.dim('Current scripts do not use this code any more.')}`] : []),
    ...section('Likely causes', causes, style),
    ...section('Next steps', next, style),
  ];
  return terminalLine`${joined(lines, '\n')}\n`;
}

function titleOf(explanation: Explanation, style: Style): TerminalText | string {
  const { who, what } = failureTitle(explanation);
  const painted =
    explanation.exitCode === 0 ? who : style.severity(explanation.failed === null ? 'warning' : 'error', who);
  return what === undefined ? painted : terminalLine`${painted}, ${style.bold(what)}`;
}

function factsOf(explanation: Explanation, style: Style): (TerminalText | string)[] {
  const { phase, familyReasons, table, duration, outerExitCode, exitCode, truncated, documentation } = explanation;
  const isListed = table !== null && exitCode !== null;
  const facts: [string, string][] = [
    ...failureFacts(explanation).map(([name, value]): [string, string] => [name, value]),
    ...(phase === null ? [] : [['phase', phase] satisfies [string, string]]),
    ...(duration === null ? [] : [['duration', durationText(duration)] satisfies [string, string]]),
    ...(outerExitCode === null || outerExitCode === exitCode
      ? []
      : [['extension', `reports ${outerExitCode}`] satisfies [string, string]]),
    ...(truncated ? [['status', 'incomplete: a part of it was cut off'] satisfies [string, string]] : []),
    ...(documentation === null ? [] : [['more', documentation] satisfies [string, string]]),
    ...(isListed ? [['table', `${codeTables[table.family].title} (${table.source})`] satisfies [string, string]] : []),
  ];
  const rows = facts.map(([name, value]) => terminalLine`  ${style.dim(name.padEnd(11))}${value}`);
  return [
    '',
    ...rows,
    ...(isListed || table === null ? familyReasons : []).flatMap((reason) =>
      wrapped(reason, ' '.repeat(13)).map((line) => style.dim(line)),
    ),
  ];
}

function evidenceRows({ evidence, detail }: Explanation, style: Style): (TerminalText | string)[] {
  if (evidence === null || detail?.includes(evidence.text) === true) return [];
  return ['', style.bold('The text shows'), ...quoted(evidence.text, style)];
}

function instanceRows({ instances }: Explanation, style: Style): (TerminalText | string)[] {
  if (instances.length === 0) return [];
  const names = instances.reduce((most, { name }) => Math.max(most, visibleLine(name).length), 0);
  const rows = instances.map(
    ({ name, exitCode, errorName }) =>
      terminalLine`  ${visibleLine(name).padEnd(names)}  ${String(exitCode ?? '-').padStart(4)}  ${errorName ?? ''}`,
  );
  return ['', style.bold('VMs'), ...rows];
}

/** Lines of a document. */
export function quoted(text: string, style: Style): (TerminalText | string)[] {
  return text.split('\n').map((line) => terminalLine`  ${style.dim('┆')} ${line}`);
}

function detailRows({ detail }: Explanation, style: Style): (TerminalText | string)[] {
  if (detail === null) return [];
  return ['', style.bold('Message'), ...quoted(detail, style)];
}

/** A list of sentences with a title; nothing if there are none. */
export function section(title: string, sentences: readonly string[], style: Style): (TerminalText | string)[] {
  if (sentences.length === 0) return [];
  return ['', style.bold(title), ...sentences.flatMap((sentence) => wrapped(sentence, '    ', '  - '))];
}

function timelineRows({ timeline }: Explanation): string[] {
  const last = timeline.reduce((width, { at }) => Math.max(width, at.length), 0);
  return timeline.map(({ name, at, sinceStart }) => {
    const since = sinceStart === null ? '' : `+${durationText(sinceStart)}`;
    return `  ${at.padEnd(last)}  ${since.padStart(11)}  ${name}`;
  });
}

function commandRows({ lastCommands }: Explanation, style: Style): (TerminalText | string)[] {
  return lastCommands.map(({ command, depth, failed }) => {
    const text = `${'  '.repeat(depth - 1)}${command}`;
    return failed
      ? terminalLine`${style.severity('error', `> ${text}`)} ${style.dim('(this one failed)')}`
      : `  ${text}`;
  });
}

function othersNote(others: Explanation['others']): string[] {
  if (others.length === 0) return [];
  const codes = others.map(({ exitCode, errorName }) =>
    errorName === null ? `${exitCode}` : `${exitCode} (${errorName})`,
  );
  return [`The text contains other exit codes too: ${codes.join(', ')}.`];
}

/** `64 s`, `10 min 24 s`. */
function durationText(seconds: number): string {
  const whole = Math.round(seconds * 1000) / 1000;
  if (whole < 120) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${Math.round(whole % 60)} s`;
}

/** Breaks a sentence into lines at spaces. */
export function wrapped(sentence: string, indent: string, first = indent): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of visibleLine(sentence).split(' ')) {
    const begins = line === first || line === indent;
    if (!begins && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line += begins ? word : ` ${word}`;
  }
  return sentence === '' ? [] : [...lines, line];
}

/** A timeline as a text chart, with remarks below it. */
export function chartText(chart: BootChart, style: Style): TerminalText {
  const paint: Record<ChartSegment['tone'], Paint> = {
    plain: (text) => joined([text]),
    dim: (text) => style.dim(text),
    failed: (text) => style.severity('error', text),
    slowest: (text) => style.severity('warning', text),
  };
  const rows = chartLines(chart).map((pieces) => joined(pieces.map(({ text, tone }) => paint[tone](text))));
  const notes = [
    ...chart.rows.flatMap(({ name, note }) => (note === '' ? [] : [`${name}: ${note}`])),
    ...chart.facts.map(([name, value]) => `${name}: ${value}.`),
    ...chart.remarks,
  ];
  return terminalLine`${joined([...rows, ...(notes.length === 0 ? [] : ['']), ...notes], '\n')}\n`;
}
