import { fencedCode, inlineCode, markdownList, markdownProse } from '../../text/markdown.js';
import type { BootChart, ChartRow } from './chart.js';
import { chartLines } from './text.js';

/** A timeline in Markdown, to be pasted into a ticket: what there is to say, the chart in text, its steps, its remarks. */
export function chartReport(chart: BootChart): string {
  const { title, facts, rows, remarks, empty } = chart;
  const blocks = [
    `# ${markdownProse(title)}`,
    empty,
    facts.length === 0
      ? ''
      : ['| | |', '|---|---|', ...facts.map(([name, value]) => `| ${name} | ${markdownProse(value)} |`)].join('\n'),
    rows.length === 0 ? '' : `## Chart\n\n${fencedCode(chartText(chart), 'text')}`,
    rows.length === 0 ? '' : `## Steps\n\n${stepTable(rows)}`,
    markdownList('Good to know', remarks.map(markdownProse)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function chartText(chart: BootChart): string {
  return chartLines(chart)
    .map((pieces) =>
      pieces
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

function stepTable(rows: readonly ChartRow[]): string {
  return [
    '| Step | Part | Time | Since the first step | Took | Told by |',
    '|---|---|---|---:|---:|---|',
    ...rows.map(({ name, lane, at, since, took, state, note, places }) => {
      const marked = state === 'failed' ? `**failed:** ${inlineCode(name)}` : inlineCode(name);
      const words = note === '' ? '' : `: ${markdownProse(note.replace(/\s+/g, ' '))}`;
      const told = places.map(({ title }) => inlineCode(title)).join(', ');
      return `| ${cell(marked + words)} | ${lane} | ${cell(inlineCode(at))} | ${since} | ${took} | ${cell(told)} |`;
    }),
  ].join('\n');
}

/** A bar ends a cell of a table, also inside code. */
function cell(markdown: string): string {
  return markdown.replace(/(?<!\\)\|/g, '\\|');
}
