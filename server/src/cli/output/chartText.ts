import { type BootChart, chartLines, type ChartSegment } from '../../core/index.js';
import { printable } from './printable.js';
import type { Style } from './style.js';

/** A timeline as a chart of text, with what there is to say of it below. */
export function chartText(chart: BootChart, style: Style): string {
  const paint: Record<ChartSegment['tone'], (text: string) => string> = {
    plain: (text) => text,
    dim: (text) => style.dim(text),
    failed: (text) => style.severity('error', text),
    slowest: (text) => style.severity('warning', text),
  };
  const rows = chartLines(chart).map((pieces) => pieces.map(({ text, tone }) => paint[tone](printable(text))).join(''));
  const notes = [
    ...chart.rows.flatMap(({ name, note }) => (note === '' ? [] : [`${name}: ${note}`])),
    ...chart.facts.map(([name, value]) => `${name}: ${value}.`),
    ...chart.remarks,
  ].map(printable);
  return `${[...rows, ...(notes.length === 0 ? [] : ['']), ...notes].join('\n')}\n`;
}
