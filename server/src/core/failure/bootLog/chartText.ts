import {
  blocks,
  fencedCode,
  inlineCode,
  type Markdown,
  markup,
  markdownList,
  markdownTable,
  prose,
  sequence,
} from '../../text/markdown.js';
import type { BootChart, ChartRow } from './chart.js';

/** A part of a line and its style. */
export interface ChartSegment {
  readonly text: string;
  readonly tone: 'plain' | 'dim' | 'failed' | 'slowest';
}

/**
 * A chart as lines of text, with bars of `width` columns: the axis, then a row for each step. `!` is a failed step, `#` the slowest one, `=` another
 * step with a duration, `|` a step without one.
 */
export function chartLines(chart: BootChart, width = 40): ChartSegment[][] {
  const { rows } = chart;
  if (rows.length === 0) return [[{ text: chart.empty, tone: 'plain' }]];
  const widest = (of: (row: ChartRow) => string): number =>
    rows.reduce((width, row) => Math.max(width, of(row).length), 0);
  const columns = { at: widest(({ at }) => at), since: widest(({ since }) => since), name: widest(nameAndTime) };
  const indent = ' '.repeat(columns.at + columns.since + 4);
  return [
    [{ text: `${indent}${axisLabels(chart, width)}`.trimEnd(), tone: 'dim' }],
    ...rows.map((row): ChartSegment[] => [
      { text: row.at.padEnd(columns.at), tone: 'dim' },
      { text: ` ${row.since.padStart(columns.since)}  `, tone: 'plain' },
      { text: `[${bar(row, width)}]`, tone: row.state === 'untimed' ? 'dim' : row.state },
      { text: '  ', tone: 'plain' },
      { text: nameAndTime(row).padEnd(columns.name), tone: row.state === 'untimed' ? 'dim' : row.state },
      { text: `  ${row.places.map(({ title }) => title).join(', ')}`, tone: 'dim' },
    ]),
  ];
}

function nameAndTime({ name, took }: ChartRow): string {
  return took === '' ? name : `${name} (${took})`;
}

const marks: Readonly<Record<ChartRow['state'], string>> = { failed: '!', slowest: '#', untimed: ' ', plain: '=' };

function bar({ extent, state, took }: ChartRow, width: number): string {
  if (extent === null) return ' '.repeat(width);
  const from = Math.min(width - 1, Math.floor(extent[0] * width));
  const to = Math.min(width, Math.max(from + 1, Math.round(extent[1] * width)));
  const mark = took === '' && state === 'plain' ? '|' : marks[state];
  return `${' '.repeat(from)}${mark.repeat(to - from)}`.padEnd(width);
}

/** The labels of the axis that don't overlap the previous label. */
function axisLabels({ ticks }: BootChart, width: number): string {
  let line = '';
  for (const { at, label } of ticks) {
    const column = Math.round(at * width);
    if (line !== '' && column < line.length + 2) continue;
    line = line.padEnd(column) + label;
  }
  return line;
}

/** A timeline in Markdown for a ticket: summary, chart as text, steps, notes. */
export function chartReport(chart: BootChart): Markdown {
  const { title, facts, rows, remarks, empty } = chart;
  const lines = chartLines(chart).map((segments) =>
    segments
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
  const report = blocks([
    markup`# ${prose(title)}`,
    prose(empty),
    facts.length === 0
      ? ''
      : markdownTable(
          '| | |\n|---|---|',
          facts.map(([name, value]) => [prose(name), prose(value)]),
        ),
    rows.length === 0 ? '' : markup`## Chart\n\n${fencedCode(lines.join('\n'), 'text')}`,
    rows.length === 0 ? '' : markup`## Steps\n\n${stepTable(rows)}`,
    markdownList('Notes', remarks.map(prose)),
  ]);
  return markup`${report}\n`;
}

function stepTable(rows: readonly ChartRow[]): Markdown {
  return markdownTable(
    '| Step | Part | Time | Since the first step | Took | Source |\n|---|---|---|---:|---:|---|',
    rows.map(({ name, lane, at, since, took, state, note, places }) => {
      const marked = state === 'failed' ? markup`**failed:** ${inlineCode(name)}` : inlineCode(name);
      const step = note === '' ? marked : markup`${marked}: ${prose(note)}`;
      const reportedBy = places.map(({ title }) => inlineCode(title));
      return [step, prose(lane), inlineCode(at), prose(since), prose(took), sequence(reportedBy, ', ')];
    }),
  );
}
